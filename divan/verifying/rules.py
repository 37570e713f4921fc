"""The rules: whether an entry's events are what its command comes to, and lead to the position they claim."""

from collections.abc import Sequence
from typing import Any

from divan.verifying.chain import is_known
from divan.verifying.report import Check, Fails
from divan.verifying.sameness import same
from libs.events.commands import Command
from libs.events.entry import Entry
from libs.events.wire import plain, to_json, validate
from libs.games.kit.chance import ScriptError
from libs.games.kit.rejection import Rejected
from libs.runtime.platform_events import GameForked, PositionLoaded
from libs.runtime.state import Step, state_hash, stored_form
from libs.runtime.table import STATE_EVERY, Table
from services.engine.keyring import Secrets
from services.engine.ruling import LAPSE, Draft, Read, rule

LONGEST_SHOWN = 160
"""Characters of an event in a sentence."""


def followed(table: Table, entry: Entry, digest: bytes, secrets: Secrets, *, decides: bool) -> None:
    """Fold an entry into the table, and hold it against the rules if they are to decide it. Raises Fails."""
    decided = _decided(table, entry, secrets) if decides else None
    steps = _folded(table, entry, digest)
    if isinstance(decided, Fails):
        raise decided
    if decided is not None:
        _compared(entry, steps, decided)


def _decided(table: Table, entry: Entry, secrets: Secrets) -> Draft | Fails:
    """What the rules make of the command. The table stays as it is."""
    asked = entry.command
    command = Command(room=entry.room, id=asked.id, origin=asked.origin, seat=asked.seat, body=asked.body)
    try:
        _in_time(table, entry, secrets)
        return rule(table, command, entry.at, secrets, _read(entry))
    except Fails as fails:
        return fails
    except Rejected as rejected:
        said = f"{rejected.code}: {rejected.rejection.sentence}"
        return Fails(Check.RULES, f"The rules refuse its command, {said}")
    except ScriptError as error:
        return Fails(Check.DRAW, f"Its draws are not those that the rules ask for: {error}.")
    except Exception as error:
        # The rules fail on what no engine wrote; an honest log holds no entry that they fail on.
        return Fails(Check.RULES, f"The rules fail on its command: {type(error).__name__}: {error}.")


def _read(entry: Entry) -> Read | None:
    """What the engine read for a fork, which stands in the entry: no other log is at hand to read it in."""
    kinds = {"PositionLoaded": PositionLoaded, "GameForked": GameForked}
    for event in entry.events:
        if event.get("type") in kinds:
            read: Read = validate(kinds[event["type"]], event)
            return read
    return None


def _in_time(table: Table, entry: Entry, secrets: Secrets) -> None:
    """A wait lapses at its end, not before, and before anything else comes (decision 0010)."""
    ends_at = table.state.ends_at
    is_late = ends_at is not None and entry.at >= ends_at
    if entry.command.origin == "clock":
        if not is_late:
            raise Fails(Check.RULES, "A deadline lapsed before its time.")
        return
    if not is_late:
        return
    lapse = Command(room=entry.room, id=f"lapse-{table.seq}", origin="clock", body=LAPSE)
    try:
        rule(table, lapse, entry.at, secrets)
    except (Rejected, ScriptError):
        return
    raise Fails(Check.RULES, "The deadline had passed: it would have lapsed before this command.")


def _folded(table: Table, entry: Entry, digest: bytes) -> Sequence[Step]:
    steps: list[Step] = []
    try:
        table.apply(entry, digest, steps=steps)
    except Exception as error:
        # As above: whatever events that no rules decided do to the fold.
        raise Fails(Check.FOLD, f"Its events cannot be folded: {error}.") from error
    return steps


def _compared(entry: Entry, steps: Sequence[Step], draft: Draft) -> None:
    decided = [stored_form(event) for event, _ in draft.steps]
    for place, (event, expected) in enumerate(zip(entry.events, decided, strict=False)):
        # What was written before a field was added reads with the field's default.
        if not same(event, expected) and not same(stored_form(steps[place][0]), expected):
            raise Fails(
                Check.RULES, f"Its event {place} is {_short(event)}; by the rules it is {_short(expected)}."
            )
    if len(entry.events) != len(decided):
        raise Fails(Check.RULES, f"It has {len(entry.events)} events; by the rules there are {len(decided)}.")
    if not _same_draws(entry, draft.draws):
        raise Fails(Check.RULES, "Its draws are not those that the rules ask for.")


def _same_draws(entry: Entry, decided: Sequence[dict[str, Any]]) -> bool:
    if all(is_known(draw) for draw in entry.draws):
        return same(plain(entry.draws), decided)
    return same(
        [(draw.name, draw.outcome) for draw in entry.draws],
        [(draw["name"], draw["outcome"]) for draw in decided],
    )


def _short(event: Any) -> str:
    text = to_json(event).decode()
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def hashed(table: Table, entry: Entry) -> bool:
    """Whether the entry carries the hash of the position after it. Raises Fails where wrong or missing."""
    if entry.state is None:
        if table.state.over or entry.seq % STATE_EVERY == 0:
            raise Fails(Check.STATE, "The hash of its position is due, and missing.")
        return False
    if state_hash(table.game, table.state.position) != entry.state:
        raise Fails(Check.STATE, "Its events do not lead to the position whose hash it carries.")
    return True
