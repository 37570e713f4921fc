"""Entries of the log: the hash chain, old versions made new, and what is refused."""

from base64 import b64decode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from libs.events.entry import (
    ENTRY_VERSION,
    GENESIS,
    Asked,
    Broken,
    Draw,
    Entry,
    NewerEntry,
    seal,
    unseal,
)
from libs.events.upcasters import UPCASTERS, upcast
from libs.events.wire import Malformed, pack, plain
from tests.libs.events.messages import valid

OLD_LOGS = Path(__file__).parent / "old_logs"

HEAD_OF_VERSION_1 = bytes.fromhex("8f3cf6d69b6c64b720a07dce9ee58872579f907e6f2848519ee33e6e2a125c54")
"""The hash that the last entry of the stored log had when it was written."""


def entry(seq: int = 1) -> Entry:
    return Entry(
        room="room",
        game="tictactoe",
        rules=1,
        seq=seq,
        at=1_700_000_000_000 + seq,
        command=Asked(id=f"id-{seq}", origin="player", seat=0, body={"type": "place", "cell": seq}),
        events=({"type": "MarkPlaced", "seat": 0, "cell": seq},),
        draws=(Draw(name="die", ask={"kind": "die", "sides": 6}, outcome=3),),
        shown=(0, None),
    )


def chain(length: int) -> list[bytes]:
    messages, former = [], GENESIS
    for seq in range(1, length + 1):
        message, former = seal(former, entry(seq))
        messages.append(message)
    return messages


def old_log(version: int) -> list[bytes]:
    lines = (OLD_LOGS / f"version-{version}.base64").read_text().split()
    return [b64decode(line) for line in lines]


@given(data=st.data())
def test_a_sealed_entry_comes_back(data: st.DataObject) -> None:
    written = replace(data.draw(valid(Entry)), v=ENTRY_VERSION)
    former = data.draw(st.binary(min_size=32, max_size=32))
    message, digest = seal(former, written)
    assert unseal(message, former) == (written, digest)


def test_the_hash_covers_the_former_hash_and_the_entrys_bytes_as_stored() -> None:
    message, digest = seal(GENESIS, entry())
    stored = msgpack.unpackb(message)
    assert stored["hash"] == digest == sha256(GENESIS + stored["entry"]).digest()


def test_a_chain_holds_from_the_first_entry_to_the_last() -> None:
    former = GENESIS
    for seq, message in enumerate(chain(10), start=1):
        read, former = unseal(message, former)
        assert read == entry(seq)


@pytest.mark.parametrize("changed", range(5))
def test_an_entry_that_was_changed_breaks_the_chain_at_itself(changed: int) -> None:
    messages = chain(5)
    stored = msgpack.unpackb(messages[changed])
    whole = msgpack.unpackb(stored["entry"])
    whole["events"][0]["cell"] += 1
    messages[changed] = msgpack.packb({**stored, "entry": msgpack.packb(whole)})
    assert broken_at(messages) == changed


@pytest.mark.parametrize("changed", range(4))
def test_an_entry_that_was_rewritten_with_its_hash_breaks_the_chain_after_itself(changed: int) -> None:
    messages = chain(5)
    former = GENESIS if changed == 0 else unseal(messages[changed - 1])[1]
    messages[changed], _ = seal(former, replace(entry(changed + 1), at=0))
    assert broken_at(messages) == changed + 1


def test_an_entry_that_was_left_out_breaks_the_chain() -> None:
    messages = chain(5)
    del messages[2]
    assert broken_at(messages) == 2


def broken_at(messages: list[bytes]) -> int | None:
    former = GENESIS
    for place, message in enumerate(messages):
        try:
            _, former = unseal(message, former)
        except Broken:
            return place
    return None


def test_an_old_log_is_read_in_the_new_shape() -> None:
    read = [unseal(message)[0] for message in old_log(1)]
    assert [each.v for each in read] == [2] * 10
    assert [each.seq for each in read] == list(range(1, 11))
    unknown = {"kind": "unknown"}
    assert read[0].draws == (Draw(name="first", ask=unknown, outcome=0),)
    assert read[5].draws == (
        Draw(name="noise", ask=unknown, outcome=[3, 1, 2]),
        Draw(name="die", ask=unknown, outcome=6),
    )
    assert read[1].draws == ()
    assert read[1].command == Asked(id="c-0", origin="player", seat=0, body={"type": "place", "cell": 4})


def test_the_hashes_of_an_old_log_still_hold() -> None:
    messages = old_log(1)
    assert broken_at(messages) is None
    assert unseal(messages[-1])[1] == HEAD_OF_VERSION_1


def test_a_new_entry_goes_on_from_an_old_log() -> None:
    messages = old_log(1)
    message, _ = seal(HEAD_OF_VERSION_1, replace(entry(11), room="qk3Zt7Lw"))
    assert broken_at([*messages, message]) is None


def test_every_older_version_has_its_log_and_its_way_to_the_newest() -> None:
    assert sorted(UPCASTERS) == list(range(1, ENTRY_VERSION))
    assert sorted(path.stem for path in OLD_LOGS.iterdir()) == [
        f"version-{version}" for version in range(1, ENTRY_VERSION)
    ]


def test_an_entry_of_a_newer_build_is_told_apart_from_a_malformed_one() -> None:
    body = pack({**plain(entry()), "v": ENTRY_VERSION + 1, "unheard": "of"})
    with pytest.raises(NewerEntry, match=f"version {ENTRY_VERSION + 1}"):
        unseal(pack({"entry": body, "hash": sha256(GENESIS + body).digest()}))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"v": 1}, id="an old entry without draws"),
        pytest.param({**plain(entry()), "v": 1, "draws": [["only a name"]]}, id="an old draw of one part"),
        pytest.param({**plain(entry()), "v": 1, "draws": 5}, id="old draws that are none"),
        pytest.param({**plain(entry()), "v": None}, id="no version"),
        pytest.param({**plain(entry()), "v": []}, id="a version that is a list"),
        pytest.param({**plain(entry()), "seq": 0}, id="before the first"),
        pytest.param({**plain(entry()), "state": b"short"}, id="a hash that is too short"),
        pytest.param([], id="a list"),
        pytest.param(None, id="nothing"),
    ],
)
def test_what_is_no_entry_is_malformed(body: Any) -> None:
    packed = pack(body)
    with pytest.raises(Malformed):
        unseal(pack({"entry": packed, "hash": sha256(GENESIS + packed).digest()}))


@given(
    value=st.recursive(
        st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_upcasting_never_raises(value: Any) -> None:
    upcast(value)
    if isinstance(value, dict):
        upcast({**value, "v": 1})
        upcast({"v": 1, "draws": value})
