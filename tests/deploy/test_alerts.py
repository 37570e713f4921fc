"""Every alert on Prometheus's own interpreter: it fires when it should, and not on what is just beside."""

import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.alert_cases import QUIET, Case, cases
from tests.deploy.alert_series import EVERY, LOOK, Series, healthy
from tests.support.prometheus import promtool

pytestmark = [pytest.mark.deploy, pytest.mark.slow]

FOLDER = Path(__file__).parents[2] / "deploy" / "observability"
RULES = ("recording.yml", "alerts.yml")
ALERTS = {
    rule["alert"]: rule
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
CASES = tuple(cases())
FIRING = 'group by (alertname) (ALERTS{alertstate="firing"})'
EVALUATED_EVERY = "1m"
"""The rules of a real Prometheus are evaluated more often; that would take longer here, and show no more."""


def run(*arguments: str) -> None:
    done = subprocess.run([promtool(), *arguments], capture_output=True, text=True, cwd=FOLDER, timeout=110)
    assert done.returncode == 0, done.stdout + done.stderr


def look(that: str, difference: Series, firing: Iterable[str]) -> dict[str, Any]:
    """A test in promtool's form: exactly these alerts fire."""
    return {
        "interval": f"{EVERY}s",
        "input_series": [
            {"series": series, "values": values} for series, values in {**healthy(), **difference}.items()
        ],
        "promql_expr_test": [
            {
                # promtool tells the expression that came out otherwise, and no name of a test.
                "expr": f"{FIRING} # {that}",
                "eval_time": f"{LOOK}m",
                "exp_samples": [
                    {"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(firing)
                ],
            }
        ],
    }


def says(case: Case) -> dict[str, Any]:
    """What the alert of a case that fires is to say, in promtool's form."""
    rule = ALERTS[case.alert]
    said = rule["annotations"]["summary"].replace("{{ $value | humanizeDuration }}", "30s")
    for name, value in case.of.items():
        said = said.replace(f"{{{{ $labels.{name} }}}}", value)
    return {
        "alertname": case.alert,
        "eval_time": f"{LOOK}m",
        "exp_alerts": [
            {
                "exp_labels": {**rule["labels"], **case.of},
                "exp_annotations": {**rule["annotations"], "summary": said},
            }
        ],
    }


def tried(tests: Sequence[Mapping[str, Any]], folder: Path) -> None:
    """JSON is YAML, and is written faster."""
    path = folder / "tests.yml"
    path.write_text(
        json.dumps(
            {
                "rule_files": [str(FOLDER / name) for name in RULES],
                "evaluation_interval": EVALUATED_EVERY,
                "tests": tests,
            }
        )
    )
    run("test", "rules", str(path))


def test_prometheus_takes_the_configuration_and_the_rules_without_a_complaint() -> None:
    run("check", "config", "prometheus.yml")
    run("check", "rules", "--lint=all", "--lint-fatal", *RULES)


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_fires_when_it_should_and_not_on_what_is_just_beside(alert: str, tmp_path: Path) -> None:
    about = [case for case in CASES if case.alert == alert]
    assert {case.fires for case in about} == {True, False}
    tests = [look(case.that, case.series, case.firing) for case in about]
    for test, case in zip(tests, about, strict=True):
        if case.fires and not case.also:
            test["alert_rule_test"] = [says(case)]
    tried(tests, tmp_path)


def test_no_alert_comes_where_all_is_well_idle_new_or_restarted(tmp_path: Path) -> None:
    tried([look(that, series, ()) for that, series in QUIET.items()], tmp_path)
