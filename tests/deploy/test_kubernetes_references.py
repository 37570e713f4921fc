"""What no schema says: that what an object names is there, that it may be changed, that two agree."""

import re
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

import pytest

from tests.deploy.kubernetes import INSTALLATIONS, Workload, environment, name, of_kind, selected, workloads

pytestmark = [pytest.mark.deploy, pytest.mark.parametrize("installation", INSTALLATIONS)]

UNITS = {"": 1.0, "m": 0.001, "Ki": 1 << 10, "Mi": 1 << 20, "MiB": 1 << 20, "Gi": 1 << 30}


def quantity(text: str) -> float:
    """A quantity of Kubernetes in cores or bytes."""
    number, unit = re.fullmatch(r"([\d.]+)(\w*)", text).groups()  # type: ignore[union-attr]
    return float(number) * UNITS[unit]


def templates(installation: str) -> dict[str, Any]:
    """Each workload's pods by its name."""
    return {each.name: each for each in workloads(installation)}


def volumes(workload: Workload, kind: str) -> list[Any]:
    return [volume[kind] for volume in workload.spec["volumes"] if kind in volume]


def test_every_configuration_that_is_read_is_there(installation: str) -> None:
    there = {name(each) for each in of_kind(installation, "ConfigMap")}
    for workload in workloads(installation):
        sources = [source for each in workload.containers for source in each.get("envFrom", ())]
        read = {source["configMapRef"]["name"] for source in sources if "configMapRef" in source}
        assert read | {each["name"] for each in volumes(workload, "configMap")} <= there, workload.name


def test_every_claim_on_a_volume_is_there(installation: str) -> None:
    claims = {name(each) for each in of_kind(installation, "PersistentVolumeClaim")}
    claimed = {
        volume["claimName"]
        for workload in workloads(installation)
        for volume in volumes(workload, "persistentVolumeClaim")
    }
    assert claimed == claims


def test_a_variable_is_made_of_those_before_it(installation: str) -> None:
    for workload in workloads(installation):
        for container in workload.containers:
            before: set[str] = set()
            for variable in container.get("env", ()):
                assert set(re.findall(r"\$\((\w+)\)", variable.get("value", ""))) <= before, workload.name
                before.add(variable["name"])
            assert len(before) == len(container.get("env", ())), workload.name


def test_every_file_that_a_process_is_told_of_lies_in_a_volume(installation: str) -> None:
    for workload in workloads(installation):
        mounts = [mount["mountPath"] for mount in workload.spec["containers"][0]["volumeMounts"]]
        for variable, value in environment(installation, workload).items():
            if value.startswith("/"):
                path = PurePosixPath(value)
                assert [each for each in mounts if path.is_relative_to(each)], (workload.name, variable)


def test_ports_and_containers_have_names_that_are_allowed_once(installation: str) -> None:
    for workload in workloads(installation):
        ports = [port for each in workload.containers for port in each.get("ports", ())]
        for key in ("name", "containerPort"):
            assert len({port[key] for port in ports}) == len(ports), workload.name
        assert all(re.fullmatch(r"[a-z][a-z0-9-]{0,14}", port["name"]) for port in ports), workload.name
        assert len(workload.containers) == len({each["name"] for each in workload.containers})


def test_a_selector_that_can_never_be_changed_is_the_name_alone(installation: str) -> None:
    for each in of_kind(installation, "Deployment", "StatefulSet"):
        assert each["spec"]["selector"] == {"matchLabels": {"app.kubernetes.io/name": name(each)}}


def test_nobody_asks_for_more_than_is_the_most(installation: str) -> None:
    for workload in workloads(installation):
        for container in workload.containers:
            asked, most = (container["resources"][key] for key in ("requests", "limits"))
            assert all(quantity(asked[key]) <= quantity(most[key]) for key in asked), workload.name


def test_what_lies_in_memory_fits_below_the_limit(installation: str) -> None:
    for workload in workloads(installation):
        limit = quantity(workload.spec["containers"][0]["resources"]["limits"]["memory"])
        told = environment(installation, workload).get("GOMEMLIMIT", "0")
        in_memory = [each for each in volumes(workload, "emptyDir") if each.get("medium") == "Memory"]
        held = sum(quantity(each["sizeLimit"]) for each in in_memory)
        assert quantity(told) + held < limit, workload.name


def test_processes_of_one_kind_are_spread_apart(installation: str) -> None:
    for workload in workloads(installation):
        for constraint in workload.spec.get("topologySpreadConstraints", ()):
            labels = dict(workload.labels) | {"pod-template-hash": "of the Deployment"}
            assert selected(constraint["labelSelector"], workload.labels), workload.name
            alike = set(constraint.get("matchLabelKeys", ()))
            assert alike <= labels.keys()
            # A label stands in one of the two only, or the server refuses it.
            assert not alike & constraint["labelSelector"]["matchLabels"].keys()
            assert "app.kubernetes.io/name" in alike | constraint["labelSelector"]["matchLabels"].keys()


def test_the_ingress_leads_to_a_service_and_a_port_of_it(installation: str) -> None:
    services = {
        name(each): {port["name"] for port in each["spec"]["ports"]}
        for each in of_kind(installation, "Service")
    }
    for ingress in of_kind(installation, "Ingress"):
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                assert backend["port"]["name"] in services[backend["name"]]


def test_a_scaler_has_a_target_that_asks_for_what_is_measured(installation: str) -> None:
    made = templates(installation)
    for scaler in of_kind(installation, "HorizontalPodAutoscaler"):
        target = made[scaler["spec"]["scaleTargetRef"]["name"]]
        assert (target.kind, target.whole["apiVersion"]) == ("Deployment", "apps/v1")
        assert scaler["spec"]["minReplicas"] >= 2
        for metric in scaler["spec"]["metrics"]:
            asked = target.spec["containers"][0]["resources"]["requests"]
            assert metric["resource"]["name"] in asked, name(scaler)


def test_nobody_is_scaled_by_two(installation: str) -> None:
    scalers = of_kind(installation, "HorizontalPodAutoscaler", "ScaledObject")
    targets = [each["spec"]["scaleTargetRef"]["name"] for each in scalers]
    assert len(targets) == len(set(targets))


def test_a_backup_that_does_not_hold_fails_where_one_can_see_it(installation: str) -> None:
    (backup,) = (each for each in workloads(installation) if each.name == "backup")
    arguments = backup.spec["containers"][0]["args"]
    assert "--verify" in arguments
    assert ("--keep-days", "7") in pairwise(arguments)
    assert backup.spec["restartPolicy"] == "Never"
    job = backup.whole["spec"]
    assert job["concurrencyPolicy"] == "Forbid"
    assert job["jobTemplate"]["spec"]["activeDeadlineSeconds"] > 0
    assert job.get("failedJobsHistoryLimit", 1) >= 1
