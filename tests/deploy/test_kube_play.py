"""The manifests' pods, started: a NATS server, the set-up and an engine as `podman kube play` runs them."""

import json
import time
from collections.abc import Iterator

import pytest

from tests.deploy.podman import Podman, environment_secret, mounted_secret, pod, podman, why_not
from tests.deploy.stack import Stack

pytestmark = [pytest.mark.deploy, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(400)]

USERS = ("ENGINE", "ROOMS", "AI", "CHAT", "ANALYST", "ADMIN")
SECRETS = {"nats-passwords": {f"NATS_{user}_PASSWORD": f"p{user.lower()}" for user in USERS}}
PATIENCE = 60.0


@pytest.fixture(scope="module")
def pods(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    """The three of one-node, started one after the other, from the images that the stack is made of."""
    if reason := why_not():
        pytest.skip(reason)
    with podman(tmp_path_factory.mktemp("podman")) as started:
        started(
            "secret", "create", "nats-passwords", "-", given=environment_secret(SECRETS["nats-passwords"])
        )
        started.play(mounted_secret("master-key", {"master-key": "a5" * 32}))
        for at in ("nats", "set-up", "engine"):
            started.play(*pod("one-node", at, SECRETS))
        yield started


def test_the_set_up_succeeds(pods: Podman) -> None:
    assert pods("wait", "set-up-set-up").strip() == "0", pods.logs("set-up-set-up")


def test_the_engine_becomes_ready(pods: Podman) -> None:
    end = time.monotonic() + PATIENCE
    probe = "python -IS /opt/divan/bin/probe.py 8081 && echo ready || echo not yet"
    while "ready" not in (said := pods("exec", "engine-engine", "sh", "-c", probe)):
        assert time.monotonic() < end, said + pods.logs("engine-engine")
        time.sleep(0.2)


@pytest.mark.parametrize("container", ["nats-nats", "engine-engine"])
def test_a_container_is_held_to_what_the_manifest_says(pods: Podman, container: str) -> None:
    (seen,) = json.loads(pods("inspect", container))
    assert seen["Config"]["User"] == "10001:10001"
    assert seen["HostConfig"]["ReadonlyRootfs"] is True
    assert not seen["EffectiveCaps"]
    assert "no-new-privileges" in seen["HostConfig"]["SecurityOpt"]
    assert seen["HostConfig"]["Memory"] == 2 << 30


def test_the_engine_leaves_in_time_when_its_pod_is_told_to(pods: Podman) -> None:
    pods("pod", "stop", "--time", "30", "engine")
    (seen,) = json.loads(pods("inspect", "engine-engine"))
    assert seen["State"]["ExitCode"] == 0
    assert "service_stopped" in pods.logs("engine-engine")
