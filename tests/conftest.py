"""What holds for every test, and the real NATS servers that tests run on."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.container_engine import why_not
from tests.support.nats_cluster import NatsCluster
from tests.support.nats_server import NatsServer, Server

# The same examples everywhere, a slow machine is no failure; `--hypothesis-profile default` looks elsewhere.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("repeatable")


FOLDERS = {"browser": {"browser"}, "measured": {"browser"}}
"""Where the steps of `make test` look for tests of these marks: reading all the others costs them seconds."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lost = [item.nodeid for item in items if any(map(item.get_closest_marker, _marks_of_other_folders(item)))]
    if lost:
        raise pytest.UsageError(f"no step of `make test` would run these: {lost}; see FOLDERS")


def _marks_of_other_folders(item: pytest.Item) -> Iterator[str]:
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    return (mark for mark, folders in FOLDERS.items() if folder not in folders)


PROCESS = pytest.param("process", marks=pytest.mark.nats)
CONTAINER = pytest.param("container", marks=[pytest.mark.nats, pytest.mark.container])
KINDS = [PROCESS] if why_not() else [PROCESS, CONTAINER]
"""Containers only where they can run: `test_containers.py` is the one visible skip for all where not."""


CLUSTER = pytest.param("cluster", marks=[pytest.mark.nats, pytest.mark.slow, pytest.mark.cluster])
"""Three servers that are one, for `make cluster-test`."""


@contextmanager
def running(kind: str) -> Iterator[Server]:
    """A real server: a child process, a container, or a cluster of three child processes."""
    if kind == "container":
        # Imported where it is used: it would slow every other test's start.
        from tests.support.containers import ContainerServer

        with ContainerServer() as container:
            yield container
    elif kind == "cluster":
        with NatsCluster() as cluster:
            yield cluster
    else:
        with NatsServer() as process:
            yield process


@pytest.fixture(scope="session")
def shared_servers() -> Iterator[Callable[[str], Server]]:
    """One server of each kind for many tests, which keep apart by fresh room ids and must not kill it."""
    with ExitStack() as stack:

        @cache
        def of(kind: str) -> Server:
            return stack.enter_context(running(kind))

        yield of


@pytest.fixture(params=KINDS)
def server_kind(request: pytest.FixtureRequest) -> str:
    """How a real server runs."""
    kind: str = request.param
    return kind


@pytest.fixture
def nats_server(server_kind: str, shared_servers: Callable[[str], Server]) -> Server:
    """A real server shared with other tests."""
    return shared_servers(server_kind)


@pytest.fixture
def own_nats_server(server_kind: str) -> Iterator[Server]:
    """A real server for one test, which may kill it and start it again."""
    with running(server_kind) as server:
        yield server
