"""The contract of a bucket, kept by both twins."""

import asyncio

import pytest

from libs.events.ports import Conflict, Events, Kept
from tests.libs.events.twins import fresh


async def test_a_name_is_taken_once(events: Events) -> None:
    names, name = events.bucket("names"), fresh("name")
    outcomes = await asyncio.gather(
        *(names.create(name, b"%d" % n) for n in range(10)), return_exceptions=True
    )
    won = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert len(won) == 1
    assert all(isinstance(outcome, Conflict) for outcome in outcomes if outcome not in won)


async def test_a_value_comes_back_with_its_revision(events: Events) -> None:
    accounts, key = events.bucket("accounts"), fresh("a")
    assert await accounts.get(key) is None
    revision = await accounts.create(key, b"1")
    assert await accounts.get(key) == Kept(b"1", revision)


async def test_only_the_present_revision_is_updated(events: Events) -> None:
    accounts, key = events.bucket("accounts"), fresh("a")
    first = await accounts.create(key, b"1")
    second = await accounts.update(key, b"2", first)
    with pytest.raises(Conflict) as refused:
        await accounts.update(key, b"3", first)
    assert refused.value.last == second
    assert await accounts.get(key) == Kept(b"2", second)


async def test_what_is_not_there_is_not_updated(events: Events) -> None:
    with pytest.raises(Conflict):
        await events.bucket("accounts").update(fresh("a"), b"1", 5)


async def test_a_deleted_name_can_be_taken_again(events: Events) -> None:
    names, name = events.bucket("names"), fresh("name")
    await names.create(name, b"1")
    await names.delete(name)
    assert await names.get(name) is None
    assert name not in await names.keys()
    revision = await names.create(name, b"2")
    assert await names.get(name) == Kept(b"2", revision)


async def test_all_keys_are_listed(events: Events) -> None:
    names, prefix = events.bucket("names"), fresh("many")
    await asyncio.gather(*(names.create(f"{prefix}.{n}", b"") for n in range(300)))
    assert len([key for key in await names.keys() if key.startswith(prefix)]) == 300


async def test_buckets_are_apart(events: Events) -> None:
    key = fresh("k")
    await events.bucket("names").create(key, b"1")
    assert await events.bucket("accounts").get(key) is None


async def test_what_is_no_bucket_is_not_opened(events: Events) -> None:
    with pytest.raises(KeyError):
        events.bucket("nonsense")


async def test_an_erased_name_can_be_taken_again_and_its_former_revision_is_worth_nothing(
    events: Events,
) -> None:
    names, name = events.bucket("names"), fresh("name")
    former = await names.create(name, b"1")
    await names.erase(name)
    await names.erase(name)
    assert await names.get(name) is None
    with pytest.raises(Conflict):
        await names.update(name, b"2", former)
    revision = await names.create(name, b"3")
    assert await names.get(name) == Kept(b"3", revision)


async def test_entries_are_the_keys_with_their_values(events: Events) -> None:
    names, prefix = events.bucket("names"), fresh("many")
    revisions = {f"{prefix}.{n}": await names.create(f"{prefix}.{n}", b"%d" % n) for n in range(3)}
    await names.delete(f"{prefix}.1")
    found = {key: kept async for key, kept in names.entries() if key.startswith(prefix)}
    assert found == {
        f"{prefix}.0": Kept(b"0", revisions[f"{prefix}.0"]),
        f"{prefix}.2": Kept(b"2", revisions[f"{prefix}.2"]),
    }
