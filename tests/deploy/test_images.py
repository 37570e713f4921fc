"""What the images are: everybody's user, nothing that does not belong, and a health check."""

import re
import subprocess

import pytest

from tests.deploy.stack import SERVICES, Stack, inspected, run_in

pytestmark = [pytest.mark.deploy, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(900)]

ALL = (*SERVICES, "cli", "nats")


def image(name: str) -> dict[str, object]:
    config: dict[str, object] = inspected([f"divan/{name}:dev"])[0]["Config"]
    return config


@pytest.mark.parametrize("name", ALL)
def test_nothing_runs_as_root(stack: Stack, name: str) -> None:
    assert image(name)["User"] == "10001:10001"


@pytest.mark.parametrize("name", [*SERVICES, "nats"])
def test_what_runs_for_ever_has_a_health_check(stack: Stack, name: str) -> None:
    assert image(name)["Healthcheck"]


@pytest.mark.parametrize("name", ALL)
def test_no_secret_stands_in_an_image(stack: Stack, name: str) -> None:
    history = subprocess.run(
        ["docker", "history", "--no-trunc", "--format", "{{.CreatedBy}}", f"divan/{name}:dev"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    written = f"{image(name)['Env']} {history}"
    assert re.findall(r"(?i)(?:password|secret|master_key|token)\w*=\S+", written) == []
    assert re.findall(r"[0-9a-f]{64}", written.replace("sha256:", "")) == []


@pytest.mark.parametrize(
    "unwanted",
    [
        pytest.param("-name .env -o -name *.key -o -name .git", id="secrets"),
        pytest.param(
            "-path */tests/* -o -name pip -o -name hatchling -o -name node*", id="what it was built with"
        ),
        pytest.param("-user 10001 -not -path /archive", id="files that the service could change"),
    ],
)
def test_an_image_holds_no(stack: Stack, unwanted: str) -> None:
    folders = ("/opt", "/srv", "/archive", "/home", "/root")
    found = run_in("divan/rooms:dev", "find", *folders, "(", *unwanted.split(" "), ")")
    assert found == ""


def test_the_same_sources_give_the_same_layers(stack: Stack) -> None:
    stack.build_again("engine", stage="installed")
    assert layers("divan/engine:again") == layers("divan/engine:dev")


def layers(image: str) -> list[str]:
    digests: list[str] = inspected([image])[0]["RootFS"]["Layers"]
    return digests
