"""Rules and dashboard use metrics that exist, and every alert says what to do."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from divan.main import application
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


RUNBOOK = (ROOT / "docs" / "runbook.md").read_text()
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
    assert f"\n## {alert}\n" in RUNBOOK


def test_the_runbook_has_no_entry_for_an_alert_that_is_none() -> None:
    entries = re.findall(r"^## (\w+)$", RUNBOOK, re.M)
    assert entries == list(ALERTS)


ENTRIES = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", RUNBOOK, re.M | re.S))
SPOKEN = tuple(re.sub(r"\s+", " ", span) for span in re.findall(r"`([^`]+)`", RUNBOOK))


@pytest.mark.parametrize("alert", ENTRIES)
def test_an_entry_says_what_players_notice_where_to_look_what_to_do_and_when_to_worry(alert: str) -> None:
    assert re.findall(r"^\*\*(\w+)\*\*", ENTRIES[alert], re.M) == ["Players", "Look", "Do", "Worry"]


@pytest.mark.parametrize("line", sorted({span for span in SPOKEN if span.startswith("divan ")}))
def test_a_command_of_the_runbook_is_there_with_its_options(line: str) -> None:
    command = get_command(application())
    _, *words = line.split()
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]  # type: ignore[attr-defined]
    assert not hasattr(command, "commands")
    known = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_what_the_runbook_has_one_look_for_in_logs_and_metrics_is_said_by_the_code() -> None:
    names = {span for span in SPOKEN if re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", span)}
    code = "".join(
        path.read_text() for folder in ("libs", "services") for path in (ROOT / folder).rglob("*.py")
    )
    assert {name for name in names if name not in exported() and f'"{name}"' not in code} == set()


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
    known |= {"server", "state", "stream", "type", "what", "where", "who", "why"}
    documented = (ROOT / "docs" / "metrics.md").read_text()
    labels = {label for metric in DECLARED if f"`{metric.name}`" in documented for label in metric.labels}
    assert labels <= known
