"""The alerts on what Kubernetes counts of Jobs, on Prometheus's own interpreter."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.kubernetes import EVERYTHING, name, of_kind
from tests.support.prometheus import promtool

pytestmark = [pytest.mark.deploy, pytest.mark.slow]

HOUR = 60
BACKUP = '{namespace="divan", cronjob="backup"}'
CREATED = f"kube_cronjob_created{BACKUP}"
SUCCEEDED = f"kube_cronjob_status_last_successful_time{BACKUP}"
FAILED = 'kube_job_failed{namespace="divan", condition="true", job_name="backup-29000000"}'


def at(minutes: int, series: dict[str, str], *firing: str) -> dict[str, Any]:
    """A test in promtool's form: exactly these alerts fire then. The first sample is of the Unix time 0."""
    return {
        "interval": "1m",
        "input_series": [{"series": one, "values": values} for one, values in series.items()],
        "promql_expr_test": [
            {
                "expr": 'group by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{minutes}m",
                "exp_samples": [{"labels": f'{{alertname="{one}"}}', "value": 1} for one in firing],
            }
        ],
    }


TESTS = [
    at(5 * HOUR, {CREATED: "0x400", SUCCEEDED: f"{3 * HOUR * 60}x400", FAILED: "0x400"}),
    at(5 * HOUR, {CREATED: "0x400", SUCCEEDED: f"{HOUR * 60}x400"}, "DivanBackupStale"),
    at(2 * HOUR, {CREATED: "0x400"}),
    at(4 * HOUR, {CREATED: "0x400"}, "DivanBackupStale"),
    at(HOUR, {FAILED: "1x100"}, "DivanJobFailed"),
]


def test_a_stale_backup_and_a_failed_job_are_told_and_nothing_else_is(tmp_path: Path) -> None:
    (jobs,) = (each for each in of_kind(EVERYTHING, "PrometheusRule") if name(each) == "jobs")
    (tmp_path / "rules.yml").write_text(yaml.safe_dump(jobs["spec"]))
    (tmp_path / "tests.yml").write_text(yaml.safe_dump({"rule_files": ["rules.yml"], "tests": TESTS}))
    done = subprocess.run(
        [promtool(), "test", "rules", "tests.yml"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
