"""What docs/operate.md tells people to type for Kubernetes does what it says."""

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from divan.main import application
from libs.events.permissions import users
from tests.deploy.api_server import api_server
from tests.deploy.kubernetes import (
    EVERYTHING,
    OPERATE,
    OVERLAYS,
    ROOT,
    block,
    environment,
    kubectl,
    kustomized,
    name,
    objects,
    of_kind,
    secrets,
    tools,
    workloads,
)

pytestmark = [pytest.mark.deploy, pytest.mark.skipif(kubectl() is None, reason="no kubectl here")]


def test_the_secrets_are_made_by_the_commands() -> None:
    made = secrets()
    assert made.keys() == {"nats-passwords", "master-key", "nats-tls"}
    assert made["master-key"].keys() == {"master-key"}
    passwords = {name: value for name, value in made["nats-passwords"].items() if "PASSWORD" in name}
    assert len({*passwords.values()}) == len(passwords) == len(users()) + 1
    for user in users():
        assert user.environment(passwords[user.password]).items() <= made["nats-passwords"].items()


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
    found = {
        (each["kind"], re.sub(r"-\w{10}$", "", each["metadata"]["name"])): each
        for each in kustomized(tmp_path)
    }
    assert found["ConfigMap", "site"]["data"]["DIVAN_SITE_URL"] == "https://play.example.org"
    assert found["Ingress", "rooms"]["spec"]["rules"][0]["host"] == "play.example.org"
    container = found["Deployment", "rooms"]["spec"]["template"]["spec"]["containers"][0]
    assert container["image"].startswith("registry.example.org/divan/rooms:")


def test_an_engine_is_told_older_master_keys_by_a_file_that_it_sees(tmp_path: Path) -> None:
    overlay = os.path.relpath(ROOT / "deploy" / "kubernetes" / "overlays" / "one-node", tmp_path.resolve())
    patches = block("yaml", "under `patches`")
    (tmp_path / "kustomization.yaml").write_text(f"resources: [{overlay}]\npatches:\n{patches}")
    (engine,) = (
        each["spec"]["template"]["spec"]["containers"][0]
        for each in kustomized(tmp_path)
        if each["kind"] == "Deployment" and name(each) == "engine"
    )
    told = {variable["name"]: variable.get("value", "") for variable in engine["env"]}
    folders = [mount["mountPath"] for mount in engine["volumeMounts"]]
    assert str(Path(told["DIVAN_OLD_MASTER_KEYS_FILE"]).parent) in folders
    assert told["DIVAN_MASTER_KEY_NAME"] == "k1"


@pytest.mark.parametrize(
    "folder", sorted(set(re.findall(r"kubectl (?:kustomize|.*apply -k) (deploy/\S+)", OPERATE)))
)
def test_what_is_applied_is_there(folder: str) -> None:
    assert kustomized(ROOT / folder)


NO_CLUSTER = """
kubectl() {
    if [ "$1" = apply ]
    then command kubectl --kubeconfig kubeconfig "$@" --validate=false
    else echo "$@"
    fi
}
"""
"""Nothing runs there that could be waited for."""


def test_an_upgrade_applies_everything_once_and_each_service_in_its_turn(tmp_path: Path) -> None:
    everything = objects("production")
    with api_server(everything) as address:
        cluster = {"name": "none", "cluster": {"server": address}}
        context = {"name": "none", "context": {"cluster": "none"}}
        configuration = {"clusters": [cluster], "contexts": [context], "current-context": "none"}
        (tmp_path / "kubeconfig").write_text(yaml.safe_dump(configuration))
        lines = NO_CLUSTER + block("sh upgrade").replace("overlay=", f"overlay={ROOT}/")
        done = subprocess.run(
            ["bash", "-e", "-c", lines], cwd=tmp_path, env=tools(), capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr
    said = [re.sub(r"^--namespace divan | --timeout=\w+$", "", line) for line in done.stdout.splitlines()]
    made = [
        re.sub(r"\..*/", "/", line.removesuffix(" created")) for line in said if line.endswith(" created")
    ]
    assert sorted(made) == sorted(f"{each['kind'].lower()}/{name(each)}" for each in everything)
    turns = ["statefulset.apps/nats created", "rollout status statefulset/nats"]
    turns += ["job.batch/set-up created", "wait --for=condition=complete job/set-up"]
    for each in ("engine", "ai", "chat", "rooms"):
        turns += [f"deployment.apps/{each} created", f"rollout status deployment/{each}"]
    assert [line for line in said if line in turns] == turns


@pytest.mark.parametrize("installation", OVERLAYS)
def test_every_object_that_is_named_is_there(installation: str) -> None:
    there = {f"{each['kind'].lower()}/{name(each)}" for each in objects(installation)}
    there |= {f"job/{made}" for made in re.findall(r"create job (\S+) --from=", OPERATE)}
    named = re.findall(r"\b(?:deployment|statefulset|cronjob|job)/[a-z][a-z-]*\b(?!-)", OPERATE)
    for kind, several in re.findall(
        r"(?:scale|patch) (deployment|statefulset|cronjob) ([a-z ]+) --", OPERATE
    ):
        named += [f"{kind}/{each}" for each in several.split()]
    assert len(named) > 20
    assert set(named) - there == set()


@pytest.mark.parametrize(
    "line", re.findall(r"job/cli -- .*?(divan [^'>\n]*)", block("sh pod") + block("sh restore"))
)
def test_what_is_typed_in_the_pod_is_a_command_with_its_options(line: str) -> None:
    command: Any = get_command(application())
    _, *words = shlex.split(line)
    while words and words[0] in getattr(command, "commands", ()):
        command = command.commands[words.pop(0)]
    assert not hasattr(command, "commands"), line
    assert {word for word in words if word.startswith("--")} <= {
        option for each in command.params for option in each.opts
    }
