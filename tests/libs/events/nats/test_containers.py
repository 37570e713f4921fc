"""The suite of the adapter runs in containers too, where a container engine answers."""

import pytest

from tests.conftest import CONTAINER, KINDS
from tests.support.container_engine import why_not


@pytest.mark.container
def test_every_test_on_a_real_server_runs_in_a_container_too() -> None:
    if reason := why_not():
        pytest.skip(reason)
    assert CONTAINER in KINDS
