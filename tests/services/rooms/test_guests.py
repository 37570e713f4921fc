"""The names of guests, unique among the living ones (F98)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from libs.events.memory import MemoryEvents, MemoryServer
from services.rooms.accounts import Accounts
from services.rooms.attempts import FailedAttempts
from services.rooms.bans import Bans
from services.rooms.erasures import Erasures
from services.rooms.guest_numbers import GuestNumbers
from services.rooms.passwords import Passwords
from services.rooms.people import People
from services.rooms.sessions import GUEST_LASTS, Sessions


@pytest.fixture
def server() -> MemoryServer:
    return MemoryServer()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def desk(server: MemoryServer, pool: ThreadPoolExecutor, numbers: list[int]) -> Accounts:
    """The accounts of a process whose guests get these numbers, in this order."""
    events = MemoryEvents(server)
    return Accounts(
        people=People(events.bucket("accounts")),
        names=events.bucket("names"),
        sessions=Sessions(events.bucket("sessions"), server.now),
        passwords=Passwords(pool, memory_kib=64, rounds=1),
        failures=FailedAttempts(events.bucket("attempts"), server.now, most=10, window=900_000),
        erasures=Erasures(events.bucket("erased"), server.now),
        bans=Bans(events.bucket("bans"), server.now),
        now=server.now,
        pick=lambda below: numbers.pop(0),
    )


async def test_two_living_guests_never_share_a_name(server: MemoryServer, pool: ThreadPoolExecutor) -> None:
    _, first = await desk(server, pool, [427]).guest("en")
    _, second = await desk(server, pool, [427, 427, 428]).guest("en")
    assert (first.name, second.name) == ("Guest0427", "Guest0428")


async def test_a_name_is_free_once_its_guests_session_is_over(
    server: MemoryServer, pool: ThreadPoolExecutor
) -> None:
    await desk(server, pool, [427]).guest("en")
    await server.advance(GUEST_LASTS + 1)
    _, second = await desk(server, pool, [427]).guest("en")
    assert second.name == "Guest0427"


async def test_a_name_is_free_once_its_guest_signed_out(
    server: MemoryServer, pool: ThreadPoolExecutor
) -> None:
    accounts = desk(server, pool, [427, 427])
    _, first = await accounts.guest("en")
    await accounts.sign_out(first)
    _, second = await accounts.guest("en")
    assert second.name == "Guest0427"
    assert second.id != first.id


async def test_guests_of_two_languages_are_different_names(
    server: MemoryServer, pool: ThreadPoolExecutor
) -> None:
    accounts = desk(server, pool, [427, 427])
    names = [(await accounts.guest(language))[1].name for language in ("en", "tr")]
    assert names == ["Guest0427", "Misafir0427"]


async def test_where_the_short_numbers_seem_taken_longer_ones_are_given(
    server: MemoryServer, pool: ThreadPoolExecutor
) -> None:
    await desk(server, pool, [427]).guest("en")
    _, guest = await desk(server, pool, [427] * 20 + [31427]).guest("en")
    assert guest.name == "Guest31427"


def drawn(*, taken: int, of: int) -> GuestNumbers:
    numbers = GuestNumbers()
    for draw in range(of):
        numbers.drew("tr", taken=draw * taken % of < taken)
    return numbers


def test_numbers_have_five_digits_once_nine_tenths_of_those_with_four_are_taken() -> None:
    assert drawn(taken=900, of=1000).are_short_taken("tr")
    assert not drawn(taken=899, of=1000).are_short_taken("tr")
    assert not drawn(taken=900, of=1000).are_short_taken("en")


def test_a_few_draws_tell_nothing() -> None:
    assert not drawn(taken=99, of=99).are_short_taken("tr")


def test_what_was_drawn_long_ago_counts_no_more() -> None:
    numbers = drawn(taken=1000, of=1000)
    for _ in range(101):
        numbers.drew("tr", taken=False)
    assert not numbers.are_short_taken("tr")


async def test_once_they_are_taken_a_guest_gets_five_digits_at_once(
    server: MemoryServer, pool: ThreadPoolExecutor
) -> None:
    crowded = [number for guest in range(5) for number in [427] * 20 + [31427 + guest]]
    accounts = desk(server, pool, [427, *crowded, 427, 10101])
    for _ in range(6):
        await accounts.guest("tr")
    _, guest = await accounts.guest("tr")
    assert guest.name == "Misafir10101"
