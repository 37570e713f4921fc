"""The manifests of deploy/kubernetes as `kubectl kustomize` makes them, and what to ask of them."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
OPERATE = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
KUBERNETES = ROOT / "deploy" / "kubernetes"
OVERLAYS = ("one-node", "production")
OPTIONAL = ("bots-queue", "certificates", "monitoring", "traces")
"""Components that no overlay takes, since a cluster must have something for them."""

EVERYTHING = "production with everything"
INSTALLATIONS = (*OVERLAYS, EVERYTHING)
SERVICES = ("rooms", "engine", "ai", "chat")

Object = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """What makes pods: `spec` is the pods', `labels` are theirs."""

    kind: str
    name: str
    whole: Object
    labels: Mapping[str, str]
    spec: Object

    @property
    def containers(self) -> tuple[Object, ...]:
        return (*self.spec.get("initContainers", ()), *self.spec["containers"])

    @property
    def serves(self) -> bool:
        """Whether it runs for ever."""
        return self.kind in ("Deployment", "StatefulSet")


def kubectl() -> str | None:
    """The one of the lock file, or the machine's."""
    return shutil.which(
        "kubectl", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    )


def tools() -> dict[str, str]:
    """An environment in which `kubectl` is that one. Skips the test where there is none."""
    program = kubectl()
    if program is None:
        pytest.skip("no kubectl here")
    return {"PATH": os.pathsep.join((str(Path(program).parent), os.environ["PATH"]))}


@cache
def objects(installation: str) -> tuple[Object, ...]:
    """All that an overlay applies, in its order. Skips the test where there is no kubectl."""
    if installation != EVERYTHING:
        return kustomized(KUBERNETES / "overlays" / installation)
    with tempfile.TemporaryDirectory() as folder:
        deploy = Path(os.path.relpath(KUBERNETES, Path(folder).resolve()))
        wanted = {
            "namespace": "divan",
            "resources": [str(deploy / "overlays" / "production")],
            "components": [str(deploy / "components" / name) for name in OPTIONAL],
        }
        Path(folder, "kustomization.yaml").write_text(yaml.safe_dump(wanted))
        return kustomized(Path(folder))


def kustomized(folder: Path) -> tuple[Object, ...]:
    """All that a folder comes to. Skips the test where there is no kubectl."""
    program = kubectl()
    if program is None:
        pytest.skip("no kubectl here")
    made = subprocess.run([program, "kustomize", str(folder)], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert made.stderr == ""
    return tuple(yaml.safe_load_all(made.stdout))


def block(kind: str, containing: str = "") -> str:
    """The block of docs/operate.md that is of this kind."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", OPERATE, re.M | re.S)
    return str(next(text for text in blocks if containing in text))


@cache
def secrets() -> Mapping[str, Mapping[str, str]]:
    """The Secrets that the commands of docs/operate.md make. Skips the test where they cannot run."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl here")
    offline = re.sub(
        r"kubectl (.*create) (.*)",
        r"kubectl \1 \2 --dry-run=client -o yaml; echo ---",
        block("sh secrets") + block("sh certificate"),
    ).replace("deploy/make-secrets.sh", f">&2 {ROOT}/deploy/make-secrets.sh")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["bash", "-e", "-c", offline], cwd=folder, env=tools(), capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert not [file for file in Path(folder).iterdir() if file.stat().st_mode & 0o077]
    made = [each for each in yaml.safe_load_all(done.stdout) if each and each["kind"] == "Secret"]
    return {
        name(each): {key: b64decode(value).decode() for key, value in each["data"].items()} for each in made
    }


def of_kind(installation: str, *kinds: str) -> tuple[Object, ...]:
    return tuple(each for each in objects(installation) if each["kind"] in kinds)


def name(each: Object) -> str:
    return str(each["metadata"]["name"])


def workloads(installation: str) -> tuple[Workload, ...]:
    """Everything that makes pods."""
    return tuple(_workloads(installation))


def _workloads(installation: str) -> Iterator[Workload]:
    for each in of_kind(installation, "Deployment", "StatefulSet", "Job", "CronJob"):
        spec = each["spec"]["jobTemplate"]["spec"] if each["kind"] == "CronJob" else each["spec"]
        template = spec["template"]
        yield Workload(
            kind=each["kind"],
            name=name(each),
            whole=each,
            labels=template["metadata"]["labels"],
            spec=template["spec"],
        )


def selected(selector: Object, labels: Mapping[str, str]) -> bool:
    """Whether a label selector takes what has these labels. An empty one takes everything."""
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    for asked in selector.get("matchExpressions", ()):
        assert asked["operator"] == "In", "no other is used"
        if labels.get(asked["key"]) not in asked["values"]:
            return False
    return True


def environment(installation: str, workload: Workload) -> dict[str, str]:
    """What the first container is told: from ConfigMaps and literally; a secret's value is its key."""
    maps = {name(each): each["data"] for each in of_kind(installation, "ConfigMap")}
    container = workload.spec["containers"][0]
    told: dict[str, str] = {}
    for source in container.get("envFrom", ()):
        if "configMapRef" in source:
            told |= maps[source["configMapRef"]["name"]]
    for variable in container.get("env", ()):
        if "value" in variable:
            told[variable["name"]] = variable["value"]
        elif of := variable["valueFrom"].get("configMapKeyRef"):
            told[variable["name"]] = maps[of["name"]][of["key"]]
        else:
            told[variable["name"]] = variable["valueFrom"].get("secretKeyRef", {}).get("key", "")
    return told
