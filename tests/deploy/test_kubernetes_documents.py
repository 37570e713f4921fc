"""What docs/operate.md tells people to type for Kubernetes does what it says."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.deploy.kubernetes import ROOT, kubectl, kustomized

OPERATE = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")

pytestmark = [pytest.mark.deploy, pytest.mark.skipif(kubectl() is None, reason="no kubectl here")]


def block(kind: str, containing: str) -> str:
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", OPERATE, re.M | re.S)
    return str(next(text for text in blocks if containing in text))


def test_the_secrets_are_made_by_the_commands(tmp_path: Path) -> None:
    offline = re.sub(
        r"kubectl (.*create) (.*)",
        r"kubectl \1 \2 --dry-run=client -o yaml; echo ---",
        block("sh secrets", "create secret"),
    )
    path = os.pathsep.join((str(Path(kubectl() or "").parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-e", "-c", offline], cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    made = {each["metadata"]["name"]: each for each in yaml.safe_load_all(done.stdout) if each}
    assert made["divan"]["kind"] == "Namespace"
    assert made["master-key"]["data"].keys() == {"master-key"}
    assert len(made["nats-passwords"]["data"]) == 7
    assert [path.stat().st_mode & 0o077 for path in tmp_path.iterdir()] == [0, 0]


def test_the_overlay_of_one_s_own_is_what_it_says(tmp_path: Path) -> None:
    text = block("yaml", "kind: Kustomization")
    clone = os.path.relpath(ROOT, tmp_path.resolve())
    (tmp_path / "kustomization.yaml").write_text(text.replace("../divan", clone))
    objects = {
        (each["kind"], re.sub(r"-\w{10}$", "", each["metadata"]["name"])): each
        for each in kustomized(tmp_path)
    }
    assert objects["ConfigMap", "site"]["data"]["DIVAN_SITE_URL"] == "https://play.example.org"
    assert objects["Ingress", "rooms"]["spec"]["rules"][0]["host"] == "play.example.org"
    container = objects["Deployment", "rooms"]["spec"]["template"]["spec"]["containers"][0]
    assert container["image"].startswith("registry.example.org/divan/rooms:")


@pytest.mark.parametrize(
    "folder", sorted(set(re.findall(r"kubectl (?:kustomize|.*apply -k) (deploy/\S+)", OPERATE)))
)
def test_what_is_applied_is_there(folder: str) -> None:
    assert kustomized(ROOT / folder)
