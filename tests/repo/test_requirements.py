"""The lock files cover pyproject.toml, with hashes and without addresses."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RUN: list[str] = PROJECT["dependencies"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
BUILD: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["build"]
TEST: list[str] = RUN + EXTRAS["test"] + EXTRAS["analytics"] + EXTRAS["traces"]
TRACES: list[str] = RUN + EXTRAS["traces"]
ANALYTICS: list[str] = RUN + EXTRAS["analytics"]
LOCKS = [
    ("run.txt", RUN),
    ("test.txt", TEST),
    ("analytics.txt", ANALYTICS),
    ("traces.txt", TRACES),
    ("build.txt", BUILD),
]
FILES = [name for name, _ in LOCKS]


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """By package: its version, and how many hashes it has."""
    text = (ROOT / "requirements" / name).read_text().replace("\\\n", " ")
    found: dict[str, tuple[str, int]] = {}
    for line in text.splitlines():
        match = re.match(r"([A-Za-z0-9._-]+)==(\S+)", line)
        assert match, f"not a pin: {line}"
        found[canonicalize_name(match[1])] = (str(match[2]), line.count("--hash=sha256:"))
    return found


@pytest.mark.parametrize(("name", "declared"), LOCKS)
def test_every_dependency_is_pinned_within_its_bounds(name: str, declared: list[str]) -> None:
    pins = pinned(name)
    for requirement in map(Requirement, declared):
        version, _ = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} is pinned to {version}: make lock"


@pytest.mark.parametrize("name", FILES)
def test_every_pin_has_hashes(name: str) -> None:
    assert [package for package, (_, hashes) in pinned(name).items() if hashes == 0] == []


@pytest.mark.parametrize("name", FILES)
def test_no_address_stands_in_a_lock_file(name: str) -> None:
    assert "://" not in (ROOT / "requirements" / name).read_text()


@pytest.mark.parametrize("name", [name for name in FILES if name != "test.txt"])
def test_all_files_pin_the_same_versions(name: str) -> None:
    pins, test = pinned(name), pinned("test.txt")
    assert {package: pin for package, pin in pins.items() if test.get(package) != pin} == {}
