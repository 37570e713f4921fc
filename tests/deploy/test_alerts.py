"""Every alert on Prometheus's own interpreter: it fires when it should, and not on what is just beside."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.alert_cases import QUIET, Case, cases
from tests.deploy.alert_series import EVERY, LOOK, Series, healthy
from tests.deploy.alert_storage_cases import storage_cases
from tests.support.prometheus import promtool

pytestmark = pytest.mark.deploy

FOLDER = Path(__file__).parents[2] / "deploy" / "observability"
RULES = ("recording.yml", "alerts.yml")
ALERTS = {
    rule["alert"]: rule
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
CASES = (*cases(), *storage_cases())
FIRING = 'group by (alertname) (ALERTS{alertstate="firing"})'
EVALUATED_EVERY = "1m"
"""The rules of a real Prometheus are evaluated more often; that would take longer here, and show no more."""

SHORT = {"GOMAXPROCS": "1", "GOGC": "400"}
"""A program that runs for seconds need not tidy its memory, nor do it beside its work."""


def run(*arguments: str) -> None:
    done = subprocess.run(
        [promtool(), *arguments],
        capture_output=True,
        text=True,
        cwd=FOLDER,
        timeout=110,
        env=os.environ | SHORT,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def together(found: Sequence[Case]) -> Iterator[dict[str, Any]]:
    """Tests in promtool's form, as few as can be, of cases that differ in series of their own.

    Nearly all the time goes to evaluating all rules once more. What is said in the same words of several
    alerts that fire is one test, and so is what keeps quiet.
    """
    for that in dict.fromkeys(case.that for case in found if case.fires):
        yield together_once([case for case in found if case.fires and case.that == that])
    quiet = [case for case in found if not case.fires]
    while quiet:
        alike: list[Case] = []
        for case in quiet:
            if not any(case.series.keys() & other.series.keys() for other in alike):
                alike.append(case)
        yield together_once(alike)
        quiet = [case for case in quiet if case not in alike]


def together_once(alike: Sequence[Case]) -> dict[str, Any]:
    series = {name: values for case in alike for name, values in case.series.items()}
    assert len(series) == sum(len(case.series) for case in alike)
    about = "; ".join(f"{case.alert}: {case.that}" for case in alike)
    firing = frozenset[str]().union(*(case.firing for case in alike))
    told = [says(case) for case in alike if case.fires and not case.also]
    return look(about, series, firing) | {"alert_rule_test": told}


def look(that: str, difference: Series, firing: frozenset[str]) -> dict[str, Any]:
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
    said = re.sub(r"\{\{ \$value.*?\}\}", case.value, rule["annotations"]["summary"])
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


def test_prometheus_takes_the_configuration_and_the_rules_without_a_complaint() -> None:
    run("check", "config", "prometheus.yml")
    run("check", "rules", "--lint=all", "--lint-fatal", *RULES)


def test_every_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not() -> None:
    assert {(case.alert, case.fires) for case in CASES} == {
        (alert, fires) for alert in ALERTS for fires in (True, False)
    }


@pytest.mark.slow
def test_alerts_fire_when_they_should_and_not_on_what_is_just_beside(tmp_path: Path) -> None:
    path = tmp_path / "tests.yml"
    tests = [*together(CASES), *(look(that, series, frozenset()) for that, series in QUIET.items())]
    rules = [str(FOLDER / name) for name in RULES]
    # JSON is YAML, and is written faster.
    path.write_text(json.dumps({"rule_files": rules, "evaluation_interval": EVALUATED_EVERY, "tests": tests}))
    run("test", "rules", str(path))
