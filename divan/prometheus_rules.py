"""The rules of deploy/observability as an object of Kubernetes, for the Prometheus operator."""

from pathlib import Path

RULES = Path(__file__).parents[1] / "deploy" / "observability"
FILES = ("recording.yml", "alerts.yml")

HEAD = """\
# Made from deploy/observability/{recording,alerts}.yml by `make docs`: change it there.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: divan
spec:
  groups:
"""


def prometheus_rules() -> str:
    """deploy/kubernetes/components/monitoring/rules.yaml: the groups of both files in one object."""
    return HEAD + "".join(_groups((RULES / name).read_text(encoding="utf-8")) for name in FILES)


def _groups(text: str) -> str:
    """What stands below `groups:`, two places further to the right."""
    _, _, groups = text.partition("\ngroups:\n")
    return "".join(f"  {line}" if line.strip() else line for line in groups.splitlines(keepends=True))
