"""Rules and dashboard use metrics that exist, and every alert says what to do."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from libs.runtime.metrics import DECLARED, REGISTRY, SECONDS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "observability"

for service in ("rooms", "engine", "ai", "chat"):
    importlib.import_module(f"services.{service}.metrics")
importlib.import_module("libs.runtime.watching")

TARGET = frozenset({"job", "instance", "service"})
"""Labels that Prometheus adds to all that it scrapes, as prometheus.yml says."""

OF_OTHERS = {
    "up": TARGET,
    "process_resident_memory_bytes": TARGET,
    "process_cpu_seconds_total": TARGET,
}


def exported() -> dict[str, frozenset[str]]:
    """Every name that may be asked for, with its labels."""
    names = dict(OF_OTHERS)
    for metric in DECLARED:
        labels = frozenset(metric.labels) | TARGET
        if metric.kind == "histogram":
            names |= {f"{metric.name}_bucket": labels | {"le"}}
            names |= {f"{metric.name}_{part}": labels for part in ("sum", "count")}
        else:
            names[metric.name] = labels
    return names


def rules(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for group in yaml.safe_load((FOLDER / file).read_text())["groups"]:
        found += group["rules"]
    return found


ALERTS = {rule["alert"]: rule for rule in rules("alerts.yml")}
RECORDED = {rule["record"]: rule["expr"] for rule in rules("recording.yml")}


def expressions() -> Iterator[Any]:
    for name, rule in ALERTS.items():
        yield pytest.param(rule["expr"], id=name)
    for name, expression in RECORDED.items():
        yield pytest.param(expression, id=name)
    for panel in json.loads((FOLDER / "dashboard.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield pytest.param(target["expr"], id=f"{panel['title']} {target['refId']}")


EXPRESSIONS = tuple(expressions())
METRIC = re.compile(r"\b(?:divan[a-z_:0-9]+|process_[a-z_]+|up\b)")


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_names_metrics_and_labels_that_exist(expression: str) -> None:
    names = exported()
    bare = re.sub(r'"[^"]*"', '""', expression)
    metrics = [name for name in METRIC.findall(bare) if name not in RECORDED]
    assert [name for name in metrics if name not in names] == []
    labels = frozenset[str]().union(*(names[name] for name in metrics)) | {"le"} if metrics else TARGET
    asked = re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", "".join(re.findall(r"{(.*?)}", bare)))
    asked += [name.strip() for group in re.findall(r"by \((.*?)\)", bare) for name in group.split(",")]
    assert [name for name in asked if name not in labels] == []


def test_prometheus_could_read_every_expression() -> None:
    # A parser of the same grammar, where there is no promtool (tests/deploy/test_alerts.py).
    parser = pytest.importorskip("promql_parser")
    for expression in (parameter.values[0] for parameter in EXPRESSIONS):
        assert parser.parse(expression) is not None


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_has_a_severity_and_an_entry_in_the_runbook(alert: str) -> None:
    rule = ALERTS[alert]
    assert rule["labels"]["severity"] in ("critical", "warning", "info")
    assert rule["annotations"]["runbook"] == f"docs/runbook.md#{alert.lower()}"
    assert f"\n## {alert}\n" in (ROOT / "docs" / "runbook.md").read_text()


def test_the_runbook_has_no_entry_for_an_alert_that_is_none() -> None:
    entries = re.findall(r"^## (\w+)$", (ROOT / "docs" / "runbook.md").read_text(), re.M)
    assert entries == list(ALERTS)


@pytest.mark.parametrize("alert", [name for name, rule in ALERTS.items() if "p99" in rule["expr"]])
def test_where_a_quantile_alarms_its_histogram_has_a_bound(alert: str) -> None:
    assert float(ALERTS[alert]["expr"].partition(" > ")[2]) in SECONDS


def test_what_a_process_exports_is_what_was_declared_and_figures_of_the_process() -> None:
    families = {family.name: family for family in REGISTRY.collect()}
    declared = {metric.name.removesuffix("_total"): metric for metric in DECLARED}
    assert {name for name in families if not name.startswith(("process_", "python_"))} == set(declared)
    assert {name: family.type for name, family in families.items() if name in declared} == {
        name: metric.kind for name, metric in declared.items()
    }


def test_no_label_is_of_a_kind_that_has_no_end() -> None:
    known = {"ask", "code", "form", "game", "how", "kind", "origin", "outcome", "reason", "route", "start"}
    known |= {"state", "type", "what", "where", "who", "why"}
    documented = (ROOT / "docs" / "metrics.md").read_text()
    labels = {label for metric in DECLARED if f"`{metric.name}`" in documented for label in metric.labels}
    assert labels <= known
