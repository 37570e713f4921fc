"""What docs/operate.md tells people to type for Kubernetes does what it says."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.kubernetes import (
    EVERYTHING,
    OPERATE,
    ROOT,
    block,
    environment,
    kubectl,
    kustomized,
    name,
    of_kind,
    secrets,
    workloads,
)

pytestmark = [pytest.mark.deploy, pytest.mark.skipif(kubectl() is None, reason="no kubectl here")]


def test_the_secrets_are_made_by_the_commands() -> None:
    made = secrets()
    assert made.keys() == {"nats-passwords", "master-key", "nats-tls"}
    assert made["master-key"].keys() == {"master-key"}
    assert len(made["nats-passwords"]) == 7
    assert len(set(made["nats-passwords"].values())) == 7


def test_the_certificate_is_good_for_every_name_that_a_server_is_called_by(tmp_path: Path) -> None:
    for file, content in secrets()["nats-tls"].items():
        (tmp_path / file).write_text(content)
    (addresses,) = {
        environment("production", each)["NATS_URL"]
        for each in workloads("production")
        if each.name == "engine"
    }
    (nats,) = (each for each in workloads("production") if each.name == "nats")
    hosts = re.findall(r"@([\w.-]+):", addresses + environment("production", nats)["NATS_ROUTES"])
    assert len(hosts) == 4
    for host in hosts:
        for purpose in ("sslserver", "sslclient"):
            verify = ["openssl", "verify", "-x509_strict", "-CAfile", "ca.crt", "-purpose", purpose]
            done = subprocess.run(
                [*verify, "-verify_hostname", host, "tls.crt"], cwd=tmp_path, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stderr


def test_cert_manager_makes_it_for_the_same_names() -> None:
    (made,) = (each["spec"] for each in of_kind(EVERYTHING, "Certificate") if name(each) == "nats")
    (names,) = re.findall(r"^names=(.*)$", block("sh certificate"), re.M)
    assert made["dnsNames"] == names.replace("DNS:", "").split(",")
    assert made["secretName"] in secrets()


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
