"""The Kubernetes manifests: every object valid, every pod confined, every name leading somewhere."""

import re
import subprocess
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from typer.main import get_command

from divan.main import application
from divan.nats_server import binary
from libs.runtime.service import GRACE, LAST_RESORT
from libs.runtime.settings import from_env
from services.ai.metrics import QUEUE
from tests.deploy.kubernetes import (
    EVERYTHING,
    INSTALLATIONS,
    OPTIONAL,
    OVERLAYS,
    ROOT,
    SERVICES,
    Workload,
    environment,
    name,
    objects,
    of_kind,
    secrets,
    selected,
    workloads,
)

pytestmark = [pytest.mark.deploy, pytest.mark.parametrize("installation", INSTALLATIONS)]

OLDEST, NEWEST = "1.30", "1.37"
"""The versions of Kubernetes that docs/operate.md names: preStop.sleep is there from 1.30 on."""

DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
TOLD_TO_ALL = {"DIVAN_LOG_LEVEL", "DIVAN_LOG_FORMAT"}
USERS = ("ENGINE", "ROOMS", "AI", "CHAT", "ANALYST", "ADMIN", "CLUSTER")
PASSWORD = "NATS_PASSWORD"
"""Of no service: NATS_URL is put together with it."""
AUTHORITY = "SSL_CERT"
"""SSL_CERT_FILE: of no service, but of its library for TLS."""


@cache
def own_schema(kind: str) -> Draft202012Validator | None:
    """For what the schemas of Kubernetes do not know."""
    path = Path(__file__).parent / "kinds" / f"{kind}.yaml"
    return Draft202012Validator(yaml.safe_load(path.read_text())) if path.exists() else None


@pytest.mark.slow
@pytest.mark.parametrize("version", [OLDEST, NEWEST])
def test_every_object_is_what_kubernetes_takes(installation: str, version: str) -> None:
    before = INSTALLATIONS[: INSTALLATIONS.index(installation)]
    checked = [each for other in before for each in objects(other)]
    for each in objects(installation):
        if each in checked:
            continue
        if own := own_schema(each["kind"]):
            own.validate(each)
        else:
            kubernetes_validate.validate(dict(each), version, strict=True)


def test_no_two_objects_have_one_name_and_all_but_the_namespace_are_in_it(installation: str) -> None:
    names = [(each["kind"], name(each)) for each in objects(installation)]
    assert len(names) == len(set(names))
    elsewhere = [
        each["kind"] for each in objects(installation) if each["metadata"].get("namespace") != "divan"
    ]
    assert elsewhere == ["Namespace"]


def test_no_container_can_do_more_than_it_must(installation: str) -> None:
    for workload in workloads(installation):
        pod = workload.spec["securityContext"]
        assert pod["runAsNonRoot"] is True
        assert (pod["runAsUser"], pod["runAsGroup"]) == (10001, 10001)
        assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
        assert workload.spec["automountServiceAccountToken"] is False
        for container in workload.containers:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }, workload.name
        assert not {"hostNetwork", "hostPID", "hostIPC"} & workload.spec.keys()
        assert not [volume for volume in workload.spec["volumes"] if "hostPath" in volume]


def test_no_service_account_has_a_token_and_each_is_used(installation: str) -> None:
    accounts = of_kind(installation, "ServiceAccount")
    assert all(each["automountServiceAccountToken"] is False for each in accounts)
    used = {workload.spec["serviceAccountName"] for workload in workloads(installation)}
    assert used == {name(each) for each in accounts}


def test_every_container_says_what_it_takes_at_least_and_at_most(installation: str) -> None:
    for workload in workloads(installation):
        for container in workload.containers:
            assert container["resources"]["requests"].keys() == {"cpu", "memory"}, workload.name
            assert container["resources"]["limits"].keys() == {"cpu", "memory"}, workload.name


def test_whatever_runs_for_ever_is_probed_at_ports_that_it_names(installation: str) -> None:
    for workload in workloads(installation):
        container = workload.spec["containers"][0]
        probes = [container.get(f"{when}Probe") for when in ("startup", "readiness", "liveness")]
        if workload.serves:
            ports = {port["name"] for port in container["ports"]}
            assert {probe["httpGet"]["port"] for probe in probes} <= ports, workload.name
        else:
            assert probes == [None, None, None]


def test_every_volume_that_is_mounted_is_there(installation: str) -> None:
    for workload in workloads(installation):
        claimed = [
            claim["metadata"]["name"] for claim in workload.whole["spec"].get("volumeClaimTemplates", ())
        ]
        present = {volume["name"] for volume in workload.spec["volumes"]} | set(claimed)
        mounted = {mount["name"] for each in workload.containers for mount in each["volumeMounts"]}
        assert mounted == present, workload.name


def test_a_service_is_replaced_one_by_one_and_has_the_time_to_leave(installation: str) -> None:
    for workload in workloads(installation):
        if workload.kind != "Deployment":
            continue
        assert workload.whole["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}
        lifecycle = workload.spec["containers"][0].get("lifecycle", {})
        before = lifecycle.get("preStop", {}).get("sleep", {}).get("seconds", 0)
        assert workload.spec["terminationGracePeriodSeconds"] > before + GRACE + LAST_RESORT, workload.name


def test_whatever_runs_for_ever_may_be_disrupted_one_at_a_time(installation: str) -> None:
    budgets = of_kind(installation, "PodDisruptionBudget")
    assert all(each["spec"]["maxUnavailable"] == 1 for each in budgets)
    for workload in workloads(installation):
        mine = [each for each in budgets if selected(each["spec"]["selector"], workload.labels)]
        assert len(mine) == (1 if workload.serves else 0), workload.name


def test_every_selector_takes_the_pods_that_it_means(installation: str) -> None:
    made = {workload.name: workload.labels for workload in workloads(installation)}
    for each in of_kind(installation, "Deployment", "StatefulSet", "PodDisruptionBudget"):
        taken = {at for at, labels in made.items() if selected(each["spec"]["selector"], labels)}
        assert taken == {name(each)}
    for each in of_kind(installation, "Service"):
        chosen = {at for at, labels in made.items() if each["spec"]["selector"].items() <= labels.items()}
        assert chosen == {name(each).removesuffix("-servers")}


def test_every_service_leads_to_ports_that_are_there(installation: str) -> None:
    ports = {
        workload.name: {port["name"] for port in workload.spec["containers"][0].get("ports", ())}
        for workload in workloads(installation)
    }
    for each in of_kind(installation, "Service"):
        wanted = {port["targetPort"] for port in each["spec"]["ports"]}
        assert wanted <= ports[name(each).removesuffix("-servers")]


def test_whoever_is_scaled_has_no_fixed_number_and_is_there(installation: str) -> None:
    made = {workload.name: workload for workload in workloads(installation)}
    scalers = of_kind(installation, "HorizontalPodAutoscaler", "ScaledObject")
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in scalers}
    assert len(scaled) == len(scalers)
    assert {at for at, each in made.items() if each.serves and "replicas" not in each.whole["spec"]} == scaled


def test_the_queue_that_is_measured_is_that_of_the_bots(installation: str) -> None:
    told = [
        trigger["metadata"]
        for each in of_kind(installation, "ScaledObject")
        for trigger in each["spec"]["triggers"]
    ]
    assert len(told) == (installation == EVERYTHING)
    for each in told:
        at = urlsplit(each["url"])
        (asked,) = (
            one for one in of_kind(installation, "Service") if name(one) == str(at.hostname).split(".")[0]
        )
        assert asked["spec"]["ports"][0]["port"] == at.port
        assert asked["spec"]["selector"] == {"app.kubernetes.io/name": "ai"}
        assert each["valueLocation"] == next(iter(QUEUE.describe())).name


def test_every_image_is_a_target_of_the_dockerfile_at_this_version(installation: str) -> None:
    targets = set(re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.M))
    for workload in workloads(installation):
        for container in workload.containers:
            image, _, tag = container["image"].partition(":")
            assert image.removeprefix("divan/") in targets, image
            assert tag == VERSION, image


def service(installation: str, at: str) -> Workload:
    return next(each for each in workloads(installation) if each.name == at)


@pytest.mark.parametrize("at", SERVICES)
def test_a_service_is_told_nothing_that_it_does_not_know(installation: str, at: str) -> None:
    settings = (ROOT / "docs" / "settings.md").read_text().partition(f"\n## {at}\n")[2].partition("\n## ")[0]
    known = set(re.findall(r"^\| `(\w+)` \|", settings, re.M))
    told = environment(installation, service(installation, at)).keys()
    others = {PASSWORD} if installation == "one-node" else {PASSWORD, AUTHORITY}
    assert {each.removesuffix("_FILE") for each in told} - known - TOLD_TO_ALL == others


@pytest.mark.parametrize("at", SERVICES)
def test_the_settings_of_a_service_are_read(installation: str, at: str, tmp_path: Path) -> None:
    """As its container has them, with a key where the Secret would be."""
    told = environment(installation, service(installation, at))
    (tmp_path / "key").write_text("a5" * 32)
    told = {each: str(tmp_path / "key") if each.endswith("_FILE") else value for each, value in told.items()}
    config: Any = from_env(import_module(f"services.{at}.config").Config, told)
    scheme = "nats" if installation == "one-node" else "tls"
    assert config.nats_url == f"{scheme}://{at}:$(NATS_PASSWORD)@nats:4222"
    assert config.health_host == "0.0.0.0"
    health = getattr(config, f"{at}_health_port")
    ports = {
        port["name"]: port["containerPort"]
        for port in service(installation, at).spec["containers"][0]["ports"]
    }
    assert ports["health"] == health
    assert ports.get("http") == getattr(config, "http_port", None)


def test_every_secret_is_made_by_a_command_of_the_documents_and_none_is_in_the_repository(
    installation: str,
) -> None:
    assert of_kind(installation, "Secret") == ()
    wanted: set[tuple[str, str]] = set()
    for workload in workloads(installation):
        for container in workload.containers:
            sources = [each["valueFrom"] for each in container.get("env", ()) if "valueFrom" in each]
            keys = [each["secretKeyRef"] for each in sources if "secretKeyRef" in each]
            wanted |= {(key["name"], key["key"]) for key in keys}
        for secret, key in files_of_secrets(installation, workload).values():
            wanted.add((secret, key))
    assert wanted <= {(secret, key) for secret, keys in secrets().items() for key in keys}


def files_of_secrets(installation: str, workload: Workload) -> dict[str, tuple[str, str]]:
    """Which Secret and which of its keys each variable means that names a file of one."""
    volumes = {each["name"]: each["secret"] for each in workload.spec["volumes"] if "secret" in each}
    found: dict[str, tuple[str, str]] = {}
    for mount in workload.spec["containers"][0]["volumeMounts"]:
        if secret := volumes.get(mount["name"]):
            for variable, value in environment(installation, workload).items():
                if value.startswith(f"{mount['mountPath']}/"):
                    key = value.removeprefix(f"{mount['mountPath']}/")
                    assert "items" not in secret or {"key": key, "path": key} in secret["items"]
                    found[variable] = (secret["secretName"], key)
    return found


@pytest.mark.parametrize("at", ["cli", *SERVICES])
def test_the_servers_key_is_seen_by_servers_only(installation: str, at: str) -> None:
    for workload in workloads(installation):
        if workload.labels["app.kubernetes.io/name"] == at:
            seen = [each["secret"] for each in workload.spec["volumes"] if "secret" in each]
            assert [each["items"] for each in seen if each["secretName"] == "nats-tls"] == (
                [] if installation == "one-node" else [[{"key": "ca.crt", "path": "ca.crt"}]]
            )


def test_every_command_line_is_one_of_divan(installation: str) -> None:
    commands = get_command(application()).commands  # type: ignore[attr-defined]
    for workload in workloads(installation):
        if workload.serves or workload.name == "cli":
            continue
        at, *arguments = workload.spec["containers"][0]["args"]
        options = {option for each in commands[at].params for option in each.opts}
        assert {each for each in arguments if each.startswith("--")} <= options, workload.name


def test_the_nats_server_takes_its_configuration_and_finds_the_others(
    installation: str, tmp_path: Path
) -> None:
    nats = service(installation, "nats")
    arguments = nats.spec["containers"][0]["args"]
    (files,) = (each["data"] for each in of_kind(installation, "ConfigMap") if "nats" in name(each))
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    told = {**environment(installation, nats), **secrets()["nats-passwords"]}
    told["NATS_SERVER_NAME"] = "nats-0"
    for variable in ("NATS_CLUSTER_PASSWORD", "NATS_SERVER_NAME"):
        told = {each: text.replace(f"$({variable})", told.get(variable, "")) for each, text in told.items()}
    for variable, (secret, key) in files_of_secrets(installation, nats).items():
        (tmp_path / key).write_text(secrets()[secret][key])
        told[variable] = str(tmp_path / key)
    config = tmp_path / Path(arguments[arguments.index("--config") + 1]).name
    done = subprocess.run([binary(), "-t", "--config", config], env=told, capture_output=True, text=True)
    assert "is valid" in done.stderr, done.stderr
    (servers,) = (name(each) for each in of_kind(installation, "Service") if each["spec"].get("clusterIP"))
    count = nats.whole["spec"]["replicas"]
    routes = [f"nats-{number}.{servers}:6222" for number in range(count)] if count > 1 else []
    assert re.findall(r"@([^\"]+)\"", told.get("NATS_ROUTES", "")) == routes
    assert told.get("NATS_ADVERTISE") == next(iter(routes), None)


def test_what_is_monitored_names_a_port_of_every_pod(installation: str) -> None:
    for monitor in of_kind(installation, "PodMonitor"):
        taken = [
            each for each in workloads(installation) if selected(monitor["spec"]["selector"], each.labels)
        ]
        assert taken
        for endpoint in monitor["spec"]["podMetricsEndpoints"]:
            for workload in taken:
                names = {port["name"] for each in workload.containers for port in each["ports"]}
                assert endpoint["port"] in names, workload.name


def test_the_page_s_name_stands_in_one_place(installation: str) -> None:
    site = environment(installation, service(installation, "rooms"))["DIVAN_SITE_URL"]
    (ingress,) = of_kind(installation, "Ingress")
    host = site.removeprefix("https://")
    assert [rule["host"] for rule in ingress["spec"]["rules"]] == [host]
    assert ingress["spec"]["tls"][0]["hosts"] == [host]


def test_three_servers_never_share_a_node(installation: str) -> None:
    nats = service(installation, "nats")
    apart = [
        each["labelSelector"]
        for each in nats.spec.get("topologySpreadConstraints", ())
        if (each["topologyKey"], each["whenUnsatisfiable"]) == ("kubernetes.io/hostname", "DoNotSchedule")
    ]
    if nats.whole["spec"]["replicas"] > 1:
        assert [selected(each, nats.labels) for each in apart] == [True]


def test_every_component_is_tried(installation: str) -> None:
    folders = {path.name for path in (ROOT / "deploy" / "kubernetes" / "components").iterdir()}
    taken = {
        Path(component).name
        for overlay in OVERLAYS
        for component in yaml.safe_load(
            (ROOT / "deploy" / "kubernetes" / "overlays" / overlay / "kustomization.yaml").read_text()
        )["components"]
    }
    assert folders == taken | set(OPTIONAL)
