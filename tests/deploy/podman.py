"""Pods of the manifests on podman, which plays a part of Kubernetes: what it lacks is made good here."""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
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

    def play(self, *played: Object, called: Iterable[str] = ()) -> None:
        """Start what is in these objects; other pods find it by these names too."""
        written = self._folder / "play.yaml"
        written.write_text(yaml.safe_dump_all(played))
        aliases = ",".join(f"alias={each}" for each in called)
        self("kube", "play", "--network", f"{NETWORK}:{aliases}" if aliases else NETWORK, str(written))


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


def pod(
    installation: str, at: str, secrets: Mapping[str, Mapping[str, str]], number: int | None = None
) -> tuple[Object, ...]:
    """The pod of a workload as podman 4.3 takes it, after the ConfigMaps that it reads.

    `number` is which of a StatefulSet's. It has no StatefulSets with claims and no Services (pods find each
    other by name), shows every port of a container to the world, gives volumes of one name to all pods, puts
    no variable into another, and gives a Secret in a volume as base64: here that is a ConfigMap, of which
    it shows every key.
    """
    workload = next(each for each in workloads(installation) if each.name == at)
    called = at if number is None else f"{at}-{number}"
    spec: dict[str, Any] = deepcopy(dict(workload.spec))
    for container in spec["containers"]:
        image, _, _ = container["image"].partition(":")
        container |= {"image": f"localhost/{image}:{TAG}", "imagePullPolicy": "Never", "ports": []}
        for variable in container["env"]:
            if "value" in variable:
                variable["value"] = _put_together(variable["value"], container["env"], secrets, called)
        for mount in container["volumeMounts"]:
            mount["name"] = f"{called}-{mount['name']}"
    for claim in workload.whole["spec"].get("volumeClaimTemplates", ()):
        spec["volumes"].append({"name": name(claim), "emptyDir": {}})
    mounted: dict[str, Mapping[str, str]] = {}
    for volume in spec["volumes"]:
        volume["name"] = f"{called}-{volume['name']}"
        if secret := volume.pop("secret", None):
            mounted[secret["secretName"]] = secrets[secret["secretName"]]
            volume["configMap"] = {"name": secret["secretName"], "items": secret.get("items", [])}
    if not workload.serves:
        spec["restartPolicy"] = "Never"
    made = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": called}, "spec": spec}
    maps = [
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": at}, "data": dict(data)}
        for at, data in mounted.items()
    ]
    return (*of_kind(installation, "ConfigMap"), *maps, made)


def _put_together(
    text: str, variables: list[dict[str, Any]], secrets: Mapping[str, Mapping[str, str]], called: str
) -> str:
    for variable in variables:
        source = variable.get("valueFrom", {})
        if key := source.get("secretKeyRef"):
            text = text.replace(f"$({variable['name']})", secrets[key["name"]][key["key"]])
        if "fieldRef" in source:
            text = text.replace(f"$({variable['name']})", called)
    return text


def environment_secret(values: Mapping[str, str]) -> bytes:
    """A secret as podman 4.3 reads it for variables."""
    return json.dumps({key: b64encode(value.encode()).decode() for key, value in values.items()}).encode()
