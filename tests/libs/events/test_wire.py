"""Messages as bytes: what is valid comes back, all else is Malformed and nothing else."""

from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from libs.events.commands import Answer, Command, Origin, Start, StartSeat
from libs.events.entry import unseal
from libs.events.wire import (
    MAX_MESSAGE,
    Malformed,
    canonical,
    from_json,
    pack,
    plain,
    to_json,
    unpack,
    unpack_plain,
    validate,
)
from tests.libs.events.messages import MESSAGES, valid
from tests.libs.events.messages import plain as plain_values

a_few = settings(max_examples=12)
"""There are dozens of message types."""

every_message = pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES.keys())


def command(**changes: Any) -> dict[str, Any]:
    """A valid command in plain data, with changes."""
    whole = {
        "v": 1,
        "room": "room-1",
        "id": "id-1",
        "origin": "player",
        "seat": 0,
        "seen": 4,
        "question": None,
        "body": {"type": "place", "cell": 4},
    }
    return {**whole, **changes}


@every_message
@a_few
@given(data=st.data())
def test_a_valid_message_comes_back_from_its_bytes(message: Any, data: st.DataObject) -> None:
    value = data.draw(valid(message))
    assert unpack(message, pack(value)) == value


@every_message
@a_few
@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_message_or_malformed(message: Any, data: bytes) -> None:
    with suppress(Malformed):
        unpack(message, data)


@every_message
@a_few
@given(data=st.data())
def test_a_message_with_a_changed_part_is_a_message_or_malformed(message: Any, data: st.DataObject) -> None:
    whole = plain(data.draw(valid(message)))
    part = whole
    while isinstance(part, (dict, list)) and part:
        places = list(part) if isinstance(part, dict) else list(range(len(part)))
        place = data.draw(st.sampled_from(places))
        if not part[place] or not isinstance(part[place], (dict, list)) or data.draw(st.booleans()):
            part[place] = data.draw(plain_values)
            break
        part = part[place]
    with suppress(Malformed):
        unpack(message, pack(whole))


@every_message
@a_few
@given(data=st.data())
def test_a_truncated_message_is_malformed(message: Any, data: st.DataObject) -> None:
    packed = pack(data.draw(valid(message)))
    cut = data.draw(st.integers(0, len(packed) - 1))
    with pytest.raises(Malformed):
        unpack(message, packed[:cut])


@given(data=st.binary(max_size=400))
def test_any_bytes_in_a_log_are_an_entry_or_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unseal(data)


@given(text=st.binary(max_size=100))
def test_any_bytes_at_the_edge_are_json_or_malformed(text: bytes) -> None:
    with suppress(Malformed):
        from_json(text)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        pytest.param({"seat": "0"}, "seat", id="a number as text"),
        pytest.param({"seat": True}, "seat", id="a truth value as number"),
        pytest.param({"seat": -1}, "seat", id="a seat below the first"),
        pytest.param({"seen": 4.0}, "seen", id="a float as number"),
        pytest.param({"room": "a.b"}, "room", id="a room that would be two tokens"),
        pytest.param({"room": "a\n"}, "room", id="a room with a line break"),
        pytest.param({"room": ">"}, "room", id="a room that is a wildcard"),
        pytest.param({"id": ""}, "id", id="no id"),
        pytest.param({"id": "x" * 81}, "id", id="too long an id"),
        pytest.param({"id": "a b"}, "id", id="an id with a space"),
        pytest.param({"origin": "root"}, "origin", id="an unknown origin"),
        pytest.param({"v": 2}, "v", id="a version that is not known"),
        pytest.param({"body": None}, "body", id="no body"),
        pytest.param({"body": {1: 2}}, "body", id="a key that is no text"),
    ],
)
def test_the_first_wrong_field_is_named(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(Malformed) as refused:
        validate(Command, command(**changes))
    assert place in str(refused.value)


def test_a_field_that_only_a_newer_build_knows_is_overlooked() -> None:
    assert validate(Command, command(more=1)) == validate(Command, command())


def test_a_missing_field_is_named() -> None:
    whole = command()
    del whole["origin"]
    with pytest.raises(Malformed, match="origin"):
        validate(Command, whole)


def test_a_wrong_field_deep_inside_is_named_with_its_place() -> None:
    start = plain(Start(game="tictactoe", options={}, seats=(StartSeat(player="bot"),)))
    start["seats"][0]["player"] = "cat"
    with pytest.raises(Malformed, match=r"seats\.0\.player"):
        validate(Start, start)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xc1", id="a byte that msgpack never uses"),
        pytest.param(b"\x81\xa1a", id="half a map"),
        pytest.param(b"\x80\x80", id="something after the end"),
        pytest.param(b"\xa1\xff", id="text that is not UTF-8"),
        pytest.param(b"\x91" * 5000 + b"\x90", id="nested without end"),
        pytest.param(b"\xdd\xff\xff\xff\xff", id="a list that claims four thousand million items"),
        pytest.param(b"\xc7\x01\x05x", id="an extension type"),
        pytest.param(b"\xd6\xff\x00\x00\x00\x00", id="a timestamp"),
        pytest.param(msgpack.packb(b"x" * (MAX_MESSAGE + 1)), id="more than a message may have"),
        pytest.param(msgpack.packb({1: 2}), id="a map with a key that is no text"),
    ],
)
def test_what_is_not_a_message_at_all_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpack(Command, data)


def test_a_number_beyond_msgpack_cannot_be_said() -> None:
    with pytest.raises(ValueError, match="64 bits"):
        pack({"n": 2**64})


def test_what_is_no_message_cannot_be_said() -> None:
    with pytest.raises(TypeError):
        pack({"n": object()})


def test_bytes_are_hex_at_the_edge() -> None:
    assert to_json(Answer(id="1", outcome="accepted", head=b"\x00\xff")) == (
        b'{"id":"1","outcome":"accepted","number":null,"head":"00ff","code":null,"message":null,"details":{}}'
    )


def test_invalid_utf8_at_the_edge_is_malformed() -> None:
    with pytest.raises(Malformed):
        from_json(b'{"a":"\xff"}')


def test_the_canonical_text_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [{"d": 1, "c": 2}]}) == canonical({"a": [{"c": 2, "d": 1}], "b": 1})
    assert canonical({"b": 1, "a": "ş"}) == '{"a":"ş","b":1}'.encode()


def test_plain_data_is_only_plain_data() -> None:
    assert unpack_plain(pack({"a": (1, 2), "b": b"x"})) == {"a": [1, 2], "b": b"x"}


def test_every_origin_is_a_word_of_the_command() -> None:
    for origin in ("player", "bot", "host", "admin", "clock"):
        assert unpack(Command, pack(command(origin=origin))).origin == origin
    assert len(Origin.__args__) == 5  # type: ignore[attr-defined]  # what typing does not declare
