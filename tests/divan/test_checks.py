"""What `divan doctor` says of NATS's address, disk and servers."""

import asyncio

import pytest

from divan.checks import Status, stored
from divan.exits import Trouble
from divan.nats_server import greeting
from libs.events.nats.inspection import Size
from libs.events.standing import Standing

WHOLE = Size(messages=1, bytes=8 << 30)
BEHIND = Size(messages=1, bytes=0, standing=Standing(replicas=3, whole=2))
ALONE = Size(messages=1, bytes=0, standing=Standing(replicas=3, whole=1))
SILENT = Size(messages=0, bytes=0, standing=Standing(replicas=0, whole=0))
FULL = Size(messages=1, bytes=0, standing=Standing(fill=0.95))


def test_a_disk_that_fills_is_a_warning_where_its_limit_is_known() -> None:
    assert stored({"GAMES_0": WHOLE}, 20).status is Status.OK
    assert stored({"GAMES_0": WHOLE}, None).status is Status.OK
    filling = stored({"GAMES_0": WHOLE}, 10)
    assert filling.status is Status.WARN
    assert filling.found == "8.0 GiB of 10 that each server may fill"


def test_streams_that_lag_or_are_nearly_full_are_named_and_one_that_is_not_written_is_to_be_mended() -> None:
    lagging = stored({"BOTS": BEHIND, "ADMIN": FULL}, None)
    assert lagging.status is Status.WARN
    assert lagging.found.endswith("not on all servers: BOTS; nearly at their bounds: ADMIN")
    stuck = stored({"BOTS": BEHIND, "CHAT": SILENT, "ROOMS": ALONE}, None)
    assert stuck.status is Status.FAIL
    assert "not on most servers, and not written: CHAT, ROOMS" in stuck.found


@pytest.mark.parametrize("password", ["sec/ret", "sec#ret", "sec?ret"])
def test_of_an_address_that_its_password_breaks_the_password_is_not_shown(password: str) -> None:
    with pytest.raises(Trouble) as trouble:
        asyncio.run(greeting(f"nats://admin:{password}@host:4222"))
    assert "NATS_URL is no address" in str(trouble.value)
    assert "sec" not in str(trouble.value)
