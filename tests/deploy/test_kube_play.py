"""Pods of the manifests on podman: three NATS servers over TLS, the set-up, an engine, the command line."""

import json
import time
from collections.abc import Iterator

import pytest

from tests.deploy.kubernetes import secrets, workloads
from tests.deploy.podman import Podman, environment_secret, pod, podman, why_not
from tests.deploy.stack import Stack

pytestmark = [pytest.mark.deploy, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(900)]

SERVERS = 3
PATIENCE = 60.0


@pytest.fixture(scope="module")
def pods(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    """Those of production, from the images that the stack is made of, with the Secrets of the documents."""
    if reason := why_not():
        pytest.skip(reason)
    with podman(tmp_path_factory.mktemp("podman")) as started:
        passwords = environment_secret(secrets()["nats-passwords"])
        started("secret", "create", "nats-passwords", "-", given=passwords)
        for number in range(SERVERS):
            names = ("nats", f"nats-{number}.nats-servers")
            started.play(*pod("production", "nats", secrets(), number), called=names)
        for at in ("set-up", "engine", "cli"):
            started.play(*pod("production", at, secrets()))
        yield started


def test_the_set_up_succeeds(pods: Podman) -> None:
    assert pods("wait", "set-up-set-up").strip() == "0", pods.logs("set-up-set-up")


def is_ready(pods: Podman) -> bool:
    """Whether the engine says so, within some time."""
    probe = "python -IS /opt/divan/bin/probe.py 8081 && echo ready || echo not yet"
    end = time.monotonic() + PATIENCE
    while "ready" not in pods("exec", "engine-engine", "sh", "-c", probe):
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def test_the_engine_becomes_ready(pods: Podman) -> None:
    assert is_ready(pods), pods.logs("engine-engine")


@pytest.mark.parametrize(
    "command",
    [
        "divan drain",
        "divan accounts list",
        "divan backup --to saved.tar --verify",
        "divan restore saved.tar --rehearse",
    ],
)
def test_the_command_line_reaches_nats_and_the_backups(pods: Podman, command: str) -> None:
    assert is_ready(pods), pods.logs("engine-engine")
    pods("exec", "cli-cli", *command.split())


@pytest.mark.parametrize(("container", "memory"), [("nats-0-nats", 4 << 30), ("engine-engine", 2 << 30)])
def test_a_container_is_held_to_what_the_manifest_says(pods: Podman, container: str, memory: int) -> None:
    (seen,) = json.loads(pods("inspect", container))
    assert seen["Config"]["User"] == "10001:10001"
    assert seen["HostConfig"]["ReadonlyRootfs"] is True
    assert not seen["EffectiveCaps"]
    assert "no-new-privileges" in seen["HostConfig"]["SecurityOpt"]
    assert seen["HostConfig"]["Memory"] == memory


CONNECTIONS = """
import json, time, urllib.request

def connections(server, patience):
    try:
        told = urllib.request.urlopen(f"http://nats-{server}.nats-servers:8222/varz", timeout=5)
        return json.load(told)["connections"]
    except OSError:
        if not patience:
            raise
        time.sleep(1)
        return connections(server, patience - 1)

for server in range(3):
    print(connections(server, 30))
"""
"""A program for the engine's container: how many clients each server has. Podman's names fail for moments."""


def test_a_nats_server_leaves_as_the_manifest_tells_it_and_the_engine_goes_on(pods: Podman) -> None:
    counted = [int(line) for line in pods("exec", "engine-engine", "python", "-c", CONNECTIONS).split()]
    # One with clients takes up to half a minute to let them go.
    leaving = f"nats-{counted.index(min(counted))}"
    (nats,) = (each for each in workloads("production") if each.name == "nats")
    told = nats.spec["containers"][0]["lifecycle"]["preStop"]["exec"]["command"]
    pods("exec", f"{leaving}-nats", *told)
    pods("pod", "stop", "--time", str(nats.spec["terminationGracePeriodSeconds"]), leaving)
    (seen,) = json.loads(pods("inspect", f"{leaving}-nats"))
    assert seen["State"]["ExitCode"] == 0
    assert "Entering lame duck mode" in pods.logs(f"{leaving}-nats")
    assert is_ready(pods), pods.logs("engine-engine")


def test_the_engine_leaves_in_time_when_its_pod_is_told_to(pods: Podman) -> None:
    pods("pod", "stop", "--time", "30", "engine")
    (seen,) = json.loads(pods("inspect", "engine-engine"))
    said = pods.logs("engine-engine")
    assert seen["State"]["ExitCode"] == 0, said
    assert "service_stopped" in said
