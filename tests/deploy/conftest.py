"""One installation of deploy/compose.yaml for all tests, built and started once."""

from collections.abc import Iterator

import pytest

from tests.deploy.stack import Stack
from tests.support.container_engine import why_not


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    if reason := why_not():
        pytest.skip(reason)
    stack = Stack("divan-test", tmp_path_factory.mktemp("stack"), "compose.yaml")
    stack.build()
    try:
        stack.up()
        yield stack
    finally:
        stack.down()
