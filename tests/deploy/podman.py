"""Pods of the manifests on podman, which plays a part of Kubernetes: what it lacks is made good here."""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from tests.deploy.kubernetes import Object, name, of_kind, workloads

IMAGES = ("nats", "cli", "engine")
TAG = "dev"
NETWORK = "divan-kube-play"

SETTINGS = """
[containers]
# Without the capability to raise them in a machine that is a container itself.
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
"""


def why_not() -> str | None:
    """Why no pod can be played here, or None."""
    if os.name != "posix" or os.geteuid() != 0:
        return "pods are played by root only"
    missing = [program for program in ("podman", "runc") if not shutil.which(program)]
    return f"not installed: {', '.join(missing)}" if missing else None


class Podman:
    """A podman with images, networks and secrets of its own, below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "containers.conf").write_text(SETTINGS)

    def __call__(self, *arguments: str, given: bytes | None = None) -> str:
        """Run it to its end; returns what it printed. Raises AssertionError with what it complained of."""
        done = self._run(*arguments, given=given)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def logs(self, container: str) -> str:
        """What it has said so far, on both of its streams."""
        done = self._run("logs", container)
        return (done.stdout + done.stderr).decode()

    def _run(self, *arguments: str, given: bytes | None = None) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [
                "podman",
                *("--root", str(self._folder / "root"), "--runroot", str(self._folder / "run")),
                *("--network-config-dir", str(self._folder / "networks")),
                *arguments,
            ],
            input=given,
            capture_output=True,
            env=os.environ | {"CONTAINERS_CONF": str(self._folder / "containers.conf")},
        )

    def load(self, images: tuple[str, ...]) -> None:
        """Take over what docker has built."""
        names = [f"divan/{image}:{TAG}" for image in images]
        saved = subprocess.run(["docker", "save", *names], capture_output=True, check=True)
        self("load", "--quiet", given=saved.stdout)

    def play(self, *played: Object) -> None:
        """Start what is in these objects."""
        written = self._folder / "play.yaml"
        written.write_text(yaml.safe_dump_all(played))
        self("kube", "play", "--network", NETWORK, str(written))


@contextmanager
def podman(folder: Path) -> Iterator[Podman]:
    """With the images and a network; all of it is gone afterwards."""
    started = Podman(folder)
    started.load(IMAGES)
    started("network", "create", NETWORK)
    try:
        yield started
    finally:
        started("pod", "rm", "--force", "--time", "0", "--all")
        started("network", "rm", NETWORK)
        started("rmi", "--force", "--all")


def pod(installation: str, at: str, secrets: Mapping[str, Mapping[str, str]]) -> tuple[Object, ...]:
    """The pod of a workload as podman 4.3 takes it, after the ConfigMaps that it reads.

    It has no StatefulSets with claims and no Services (pods find each other by name), shows every port of a
    container to the world, gives volumes of one name to all pods, and neither puts a password into an address
    nor takes a Secret for a volume without being told that it must be there.
    """
    workload = next(each for each in workloads(installation) if each.name == at)
    spec: dict[str, Any] = deepcopy(dict(workload.spec))
    for container in spec["containers"]:
        image, _, _ = container["image"].partition(":")
        container |= {"image": f"localhost/{image}:{TAG}", "imagePullPolicy": "Never", "ports": []}
        for variable in container["env"]:
            if "value" in variable:
                variable["value"] = _with_password(variable["value"], container["env"], secrets)
        for mount in container["volumeMounts"]:
            mount["name"] = f"{at}-{mount['name']}"
    for claim in workload.whole["spec"].get("volumeClaimTemplates", ()):
        spec["volumes"].append({"name": name(claim), "emptyDir": {}})
    for volume in spec["volumes"]:
        volume["name"] = f"{at}-{volume['name']}"
        if "secret" in volume:
            volume["secret"]["optional"] = False
    if not workload.serves:
        spec["restartPolicy"] = "Never"
    made = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": at}, "spec": spec}
    return (*of_kind(installation, "ConfigMap"), made)


def _with_password(
    text: str, variables: list[dict[str, Any]], secrets: Mapping[str, Mapping[str, str]]
) -> str:
    for variable in variables:
        if source := variable.get("valueFrom", {}).get("secretKeyRef"):
            text = text.replace(f"$({variable['name']})", secrets[source["name"]][source["key"]])
    return text


def environment_secret(values: Mapping[str, str]) -> bytes:
    """A secret as podman 4.3 reads it for variables."""
    return json.dumps({key: b64encode(value.encode()).decode() for key, value in values.items()}).encode()


def mounted_secret(at: str, values: Mapping[str, str]) -> Object:
    """A secret as podman 4.3 mounts it: what stands in `data` as it stands there."""
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": at}, "data": dict(values)}
