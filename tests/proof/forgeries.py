"""What is done to a good file to make one that does not hold."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from libs.events.wire import pack
from tests.proof.tampering import Book, Entry


def lines_of(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Book], Book]:
    """The lines of the file are changed; what the header says stays."""

    def tampered(book: Book) -> Book:
        change(book.lines)
        return book

    return tampered


def renumbered(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Book], Book]:
    """The lines are changed, numbered anew and counted in the header; hashes and entries stay."""

    def tampered(book: Book) -> Book:
        change(book.lines)
        return book.renumbered()

    return tampered


def forged(change: Callable[[list[Entry]], object]) -> Callable[[Book], Book]:
    """Entries are changed, and every later hash is computed anew."""
    return lambda book: book.forged(change)


def header(**fields: Any) -> Callable[[Book], Book]:
    def tampered(book: Book) -> Book:
        book.header.update(fields)
        return book

    return tampered


def set_field(place: int, field: str, value: Any) -> Callable[[list[Entry]], None]:
    """Entries count from 1 here, as in a verifier's findings."""

    def change(entries: list[Entry]) -> None:
        entries[place - 1][field] = value

    return change


def flip_byte(lines: list[dict[str, Any]]) -> None:
    body = bytearray(b64decode(lines[3]["entry"]))
    body[len(body) // 2] ^= 1
    lines[3]["entry"] = b64encode(body).decode()


def swap(lines: list[dict[str, Any]]) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def not_an_entry(book: Book) -> Book:
    bodies = book.bodies
    bodies[2] = b"\xc1 no msgpack"
    return book.rehashed(bodies)


def cut_front(entries: list[Entry]) -> None:
    del entries[0]
    for seq, entry in enumerate(entries, start=1):
        entry["seq"] = seq


def begin_again(entries: list[Entry]) -> None:
    entries[3]["events"].append(entries[0]["events"][0])


def another_secret(entries: list[Entry]) -> None:
    entries[-1]["events"][-1]["secret"] = sha256(b"another").hexdigest()


def another_seed(entries: list[Entry]) -> None:
    entries[0]["events"][0]["seats"][1]["seed"] = "00" * 16


def called_silent(entries: list[Entry]) -> None:
    entries[0]["events"][0]["silent"] = [1]


def exchanged_seed(entries: list[Entry]) -> None:
    """The seed and its hash, wherever they stand: the draws no longer follow."""
    seed = bytes(range(16))
    for seat in (entries[0]["command"]["body"]["seats"][1], entries[0]["events"][0]["seats"][1]):
        seat["seed"], seat["seed_hash"] = seed.hex(), sha256(seed).hexdigest()


def other_outcome(kind: str) -> Callable[[list[Entry]], int]:
    """Another outcome of the first draw of that kind (that could have been drawn); gives its entry."""

    def change(entries: list[Entry]) -> int:
        for entry in entries:
            for draw in entry["draws"]:
                if draw["ask"]["kind"] == kind and (other := _other(draw)) is not None:
                    draw["outcome"] = other
                    return int(entry["seq"])
        raise LookupError(kind)

    return change


def other_outcome_of_an_unknown_ask(entries: list[Entry]) -> None:
    place = other_outcome("dice")(entries) - 1
    for draw in entries[place]["draws"]:
        draw["ask"] = {"kind": "unknown"}


def _other(draw: dict[str, Any]) -> Any:
    ask, outcome = draw["ask"], draw["outcome"]
    match ask["kind"]:
        case "integer":
            return ask["low"] if outcome != ask["low"] else ask["high"]
        case "dice":
            return [1 + die % ask["sides"] for die in outcome]
        case "choice":
            return next((item for item in ask["items"] if item != outcome), None)
        case "shuffle" | "spread":
            return outcome[::-1] if outcome[::-1] != outcome else None
        case "subset":
            stock = dict(ask["stock"])
            more = next((item for item, number in stock.items() if number > outcome.get(item, 0)), None)
            less = next((item for item in outcome if item != more), None)
            if more is None or less is None:
                return None
            taken = outcome | {less: outcome[less] - 1, more: outcome.get(more, 0) + 1}
            return {item: number for item, number in taken.items() if number}
    return None


def mark_elsewhere(entries: list[Entry]) -> None:
    """An event that the command does not come to."""
    event = entries[2]["events"][0]
    event["cell"] = next(cell for cell in range(9) if cell not in _cells(entries[:3]))


def _cells(entries: list[Entry]) -> set[int]:
    return {event["cell"] for entry in entries for event in entry["events"] if event["type"] == "MarkPlaced"}


def other_command(entries: list[Entry]) -> None:
    """A command that the rules refuse: the cell is taken."""
    entries[3]["command"]["body"]["cell"] = entries[2]["command"]["body"]["cell"]


def unknown_event(entries: list[Entry]) -> None:
    entries[2]["events"].append({"type": "GoldFound", "seat": 0})


def other_state(entries: list[Entry]) -> None:
    entries[-1]["state"] = sha256(entries[-1]["state"]).digest()


def no_state(entries: list[Entry]) -> None:
    entries[-1]["state"] = None


def invented(book: Book) -> Book:
    """One more move after the end, hashed and numbered as it should be."""
    entries = book.entries
    last = entries[-1]
    entry = last | {"seq": last["seq"] + 1, "events": [], "state": None}
    return book.rehashed([*book.bodies, pack(entry)])


def after_the_secret(entries: list[Entry]) -> None:
    entries[-1]["events"].append({"type": "GameClosed", "reason": "owner"})


def early_lapse(book: Book) -> Book:
    """The header tells the same: without the rules nothing is amiss."""

    def earlier(entries: list[Entry]) -> None:
        entries[-1]["at"] -= 10_000

    book.header["ended_at"] -= 10_000
    return book.forged(earlier)


def cut_short(book: Book) -> Book:
    """The last two entries are gone, and the header does not tell."""
    del book.lines[-2:]
    return book.renumbered()
