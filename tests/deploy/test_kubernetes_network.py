"""Who reaches whom: the policies allow the arrows of docs/architecture.md, and nothing else."""

from typing import Any

import pytest

from tests.deploy.kubernetes import (
    EVERYTHING,
    INSTALLATIONS,
    SERVICES,
    Object,
    name,
    of_kind,
    selected,
    workloads,
)

pytestmark = [pytest.mark.deploy, pytest.mark.parametrize("installation", INSTALLATIONS)]


def reaches(installation: str) -> set[tuple[str, str, int]]:
    """Who reaches whom at which port: allowed by a policy for the one who asks and by one for the asked.

    Pods have their name, namespaces the label that lets them in.
    """
    pods = {
        workload.labels["app.kubernetes.io/name"]: workload.labels for workload in workloads(installation)
    }
    policies = of_kind(installation, "NetworkPolicy")
    out = {
        (source, target, port["port"])
        for policy in policies
        for rule in policy["spec"].get("egress", ())
        for source, labels in pods.items()
        if selected(policy["spec"]["podSelector"], labels)
        for target in _peers(rule["to"], pods)
        for port in rule["ports"]
    }
    into = {
        (source, target, port["port"])
        for policy in policies
        for rule in policy["spec"].get("ingress", ())
        for target, labels in pods.items()
        if selected(policy["spec"]["podSelector"], labels)
        for source in _peers(rule["from"], pods)
        for port in rule["ports"]
    }
    return {
        arrow
        for arrow in out | into
        if (arrow in out or arrow[0] not in pods) and (arrow in into or arrow[1] not in pods)
    }


def _peers(listed: list[Object], pods: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    for peer in listed:
        if "namespaceSelector" in peer:
            found |= peer["namespaceSelector"]["matchLabels"].keys() - {"kubernetes.io/metadata.name"}
            found |= {peer["podSelector"]["matchLabels"]["k8s-app"]} if "podSelector" in peer else set()
        else:
            found |= {at for at, labels in pods.items() if selected(peer["podSelector"], labels)}
    return found


def test_nothing_reaches_anything_but_by_the_arrows(installation: str) -> None:
    clients = (*SERVICES, "cli")
    arrows = {(each, "nats", 4222) for each in clients}
    arrows |= {("nats", "nats", 6222), ("divan/edge", "rooms", 8080)}
    arrows |= {(each, "kube-dns", 53) for each in (*clients, "nats")}
    if installation == EVERYTHING:
        arrows |= {("divan/monitoring", each, 8081) for each in SERVICES}
        arrows |= {("divan/scaler", "ai", 8081)}
        arrows |= {(each, "divan/traces", 4318) for each in SERVICES}
    assert reaches(installation) == arrows


def test_what_no_policy_allows_is_denied_to_every_pod(installation: str) -> None:
    denied = [
        each
        for each in of_kind(installation, "NetworkPolicy")
        if each["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    ]
    assert len(denied) == 1


def test_both_ends_of_every_policy_are_somebody(installation: str) -> None:
    pods = [workload.labels for workload in workloads(installation)]
    for policy in of_kind(installation, "NetworkPolicy"):
        rules = [*policy["spec"].get("ingress", ()), *policy["spec"].get("egress", ())]
        peers = [peer for rule in rules for peer in (*rule.get("from", ()), *rule.get("to", ()))]
        ours = [peer["podSelector"] for peer in peers if "namespaceSelector" not in peer]
        for selector in (policy["spec"]["podSelector"], *ours):
            assert [labels for labels in pods if selected(selector, labels)], name(policy)


def test_a_policy_names_ports_that_its_pods_have(installation: str) -> None:
    for policy in of_kind(installation, "NetworkPolicy"):
        taken = [
            each for each in workloads(installation) if selected(policy["spec"]["podSelector"], each.labels)
        ]
        for rule in policy["spec"].get("ingress", ()):
            for workload in taken:
                has = {port["containerPort"] for each in workload.containers for port in each["ports"]}
                assert {port["port"] for port in rule["ports"]} <= has, (name(policy), workload.name)
