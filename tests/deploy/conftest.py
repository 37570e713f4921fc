"""One installation of deploy/compose.yaml for all tests, built and started once."""

import os
import subprocess
import time
from collections.abc import Generator, Iterator

import pytest

from tests.deploy.stack import Stack
from tests.support.container_engine import why_not


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    if reason := why_not():
        pytest.skip(reason)
    stack = Stack("divan-test", tmp_path_factory.mktemp("stack"), "compose.yaml")
    stack.down()
    began = time.monotonic()
    _build(stack)
    built = time.monotonic()
    try:
        stack.up()
        print(f"images built in {built - began:.0f} s, healthy after {time.monotonic() - built:.0f} s")
        yield stack
    finally:
        stack.down()


def _build(stack: Stack) -> None:
    """Skips where that takes too long, since fetching may: in make test alone (.ci/container-engine)."""
    within = os.environ.get("DIVAN_CONTAINERS_WITHIN")
    if within is None:
        return stack.build()
    try:
        stack.build(limit=float(within))
    except subprocess.TimeoutExpired:
        pytest.skip(f"the images are not built after {within} s")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails shows what the containers said."""
    report = yield
    if report.failed:
        for used in getattr(item, "funcargs", {}).values():
            if isinstance(used, Stack):
                report.sections.append(("Containers", used.told()))
    return report
