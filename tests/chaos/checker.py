"""What must hold over a room's log and all that its clients lived through: histories in, violations out."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from libs.events.wire import canonical, plain
from tests.chaos.history import Asked, History, Reader, Seen
from tests.chaos.ledger import Ledger, Line

LAPSE_GRACE = 5_000
"""Milliseconds after the end of a wait by which it must have lapsed, whatever was killed meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A promise that was not kept."""

    kind: str
    room: str
    text: str


Found = Iterator[tuple[str, str]]
"""Kind and text of each violation."""


def violations(history: History, ledger: Ledger) -> list[Violation]:
    """Every promise that this room's log or what its clients saw breaks."""
    return [
        Violation(kind=kind, room=history.room, text=text)
        for check in CHECKS
        for kind, text in check(history, ledger)
    ]


# The log by itself.


def chain(history: History, ledger: Ledger) -> Found:
    """The log can be read to its end, every hash following from the one before, its entries counted."""
    if ledger.broken is not None:
        yield "chain", f"after entry {len(ledger.lines)}: {ledger.broken}"
    for place, line in enumerate(ledger.lines, start=1):
        if line.seq != place:
            yield "chain", f"entry {place} has the number {line.seq}"


def proof(history: History, ledger: Ledger) -> Found:
    """Whoever verifies the log finds that it holds: every draw, every command by the rules."""
    if ledger.disproved is not None:
        yield "proof", ledger.disproved


def times(history: History, ledger: Ledger) -> Found:
    """`at` never runs back."""
    for former, line in pairwise(ledger.lines):
        if line.at < former.at:
            yield "time", f"entry {line.seq} is {former.at - line.at} ms before the one that it follows"


def end(history: History, ledger: Ledger) -> Found:
    """Nothing follows the end of a game, and the other services know of it."""
    for line in ledger.lines[:-1]:
        if line.over:
            yield "end", f"the game was over at entry {line.seq}, and went on"
    if not ledger.over_told:
        yield "end", "the other services were not told how the game stands"


def deadlines(history: History, ledger: Ledger) -> Found:
    """Each wait whose end passed lapsed once, by the very next entry, and none before its end."""
    for line, following in pairwise(ledger.lines):
        if following.origin == "clock":
            if line.ends_at is None or following.at < line.ends_at:
                yield "early lapse", f"{following.id} at {following.at}, the end was {line.ends_at}"
        elif line.ends_at is not None and following.at > line.ends_at:
            late = following.at - line.ends_at
            yield (
                "missed lapse",
                f"{following.id} was accepted {late} ms after the deadline of entry {line.seq}",
            )
    if ledger.lines:
        last = ledger.lines[-1]
        if not last.over and last.ends_at is not None and last.ends_at + LAPSE_GRACE < history.until:
            yield "missed lapse", f"the deadline of the last entry, {last.seq}, never lapsed"


# Commands.


def effects(history: History, ledger: Ledger) -> Found:
    """Each id stands in the log once at most; acknowledged: once; refused: never."""
    times_stored = Counter(line.id for line in ledger.lines)
    for id, times in times_stored.items():
        if times > 1:
            yield "doubled", f"{id} stands in the log {times} times"
    known = {asked.id for asked in history.asked}
    for asked in history.asked:
        stored = times_stored[asked.id] > 0
        outcomes = [each.outcome for each in asked.answers]
        if asked.acknowledged_at is not None and not stored:
            yield "lost", f"{asked.id} was {outcomes}, and does not stand in the log"
        if asked.was_refused and stored:
            yield "refused but done", f"{asked.id} was {outcomes}, and stands in the log"
        if outcomes.count("accepted") > 1:
            yield "accepted twice", f"{asked.id} was {outcomes}"
    for line in ledger.lines:
        if line.origin == "player" and line.id not in known:
            yield "from nowhere", f"{line.id} stands in the log, and nobody asked for it"


def order(history: History, ledger: Ledger) -> Found:
    """What was acknowledged before something else was sent stands before it in the log."""
    place = {line.id: line.seq for line in ledger.lines}
    stored = sorted((asked for asked in history.asked if asked.id in place), key=_sent)
    for asked in stored:
        for later in stored:
            if _precedes(asked, later) and place[asked.id] > place[later.id]:
                yield "order", f"{asked.id} was acknowledged before {later.id} was sent, and stands after it"


def _sent(asked: Asked) -> float:
    return asked.sent_at


def _precedes(asked: Asked, later: Asked) -> bool:
    return asked.acknowledged_at is not None and asked.acknowledged_at < later.sent_at


def answers(history: History, ledger: Ledger) -> Found:
    """Heads and numbers given out with answers are those of the log."""
    heads = {line.hash for line in ledger.lines}
    by_id = {line.id: line for line in ledger.lines}
    for asked in history.asked:
        line = by_id.get(asked.id)
        for answer in asked.answers:
            if answer.outcome not in ("accepted", "repeated") or line is None:
                continue
            if answer.head is not None and answer.head not in heads:
                yield "head", f"the answer to {asked.id} names the head {answer.head}, which stands nowhere"
            number = line.numbers.get(asked.seat, 0)
            if answer.number is not None and answer.number != number:
                yield "number", f"the answer to {asked.id} says view {answer.number}, the log {number}"


# Views.


def shown(history: History, ledger: Ledger) -> Found:
    """Every view that was ever shown is the fold of the log at its number, with the head it had there."""
    then = {(reader, line.numbers[reader]): line for line in ledger.lines for reader in line.shown}
    for seen in history.seen:
        line = then.get((seen.reader, seen.number))
        if line is None:
            yield "view", f"{_who(seen.reader)} was shown view {seen.number}, which the log does not know"
            continue
        if seen.head != line.hash:
            yield (
                "head",
                f"view {seen.number} of {_who(seen.reader)} names a head that is not entry {line.seq}'s",
            )
        if not _same(seen.glimpse, line.glimpses[seen.reader]):
            yield "view", f"view {seen.number} of {_who(seen.reader)} is not what entry {line.seq} led to"
        if seen.told is not None and not _same(seen.told, line.told[seen.reader]):
            yield (
                "told",
                f"view {seen.number} of {_who(seen.reader)} tells other events than entry {line.seq}",
            )


def last_views(history: History, ledger: Ledger) -> Found:
    """The last view of each reader is the fold of the whole log, with the number that `shown` counts to."""
    if not ledger.lines:
        return
    last = ledger.lines[-1]
    for reader in history.readers:
        seen = history.last_seen(reader)
        number = last.numbers.get(reader, 0)
        if seen is None or seen.number != number:
            has = "none" if seen is None else str(seen.number)
            yield "last view", f"{_who(reader)} has view {has}, the log counts {number}"
        elif not _same(seen.glimpse, last.glimpses[reader]):
            yield "last view", f"the last view of {_who(reader)} is not the fold of the log"


def sequence(history: History, ledger: Ledger) -> Found:
    """A view that tells events follows the one before: `former` is its number less one."""
    for seen in history.seen:
        if seen.told is not None and seen.former != seen.number - 1:
            yield "number", f"view {seen.number} of {_who(seen.reader)} claims to follow {seen.former}"


# Talk.


def talk(history: History, ledger: Ledger) -> Found:
    """What was acknowledged as said stands once, in the order of the acknowledgements; refused: never."""
    stored = Counter(ledger.said)
    place = {name: number for number, name in enumerate(ledger.said)}
    for name, times in stored.items():
        if times > 1:
            yield "said twice", f"{name} stands {times} times in the talk"
    said = sorted((spoke for spoke in history.spoke if spoke.said), key=lambda spoke: spoke.sent_at)
    for spoke in said:
        if (spoke.person, spoke.id) not in place:
            yield "unsaid", f"{spoke.id} was acknowledged, and does not stand in the talk"
    for spoke, later in pairwise(each for each in said if (each.person, each.id) in place):
        places = place[spoke.person, spoke.id], place[later.person, later.id]
        if spoke.answered_at < later.sent_at and places[0] > places[1]:
            yield "talk order", f"{spoke.id} was said before {later.id}, and stands after it"
    for spoke in history.spoke:
        if spoke.said is False and (spoke.person, spoke.id) in place:
            yield "said though refused", f"{spoke.id} was refused, and stands in the talk"


def _who(reader: Reader) -> str:
    return "the spectators" if reader is None else f"seat {reader}"


def _same(one: object, other: object) -> bool:
    return canonical(plain(one)) == canonical(plain(other))


CHECKS: tuple[Callable[[History, Ledger], Found], ...] = (
    chain,
    proof,
    times,
    end,
    deadlines,
    effects,
    order,
    answers,
    shown,
    last_views,
    sequence,
    talk,
)

__all__ = ["Line", "Seen", "Violation", "violations"]
