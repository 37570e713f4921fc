"""A NATS server of its own for each test that asks for one."""

from collections.abc import Iterator

import pytest

from tests.support.nats_server import NatsServer


@pytest.fixture
def nats() -> Iterator[NatsServer]:
    with NatsServer() as server:
        yield server
