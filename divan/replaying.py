"""A room's log on a terminal, or as JSON lines."""

import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from divan.exits import Exit, Trouble
from divan.game_source import FiledGame, GameSource, looked_into
from divan.times import moment
from libs.events.entry import Entry
from libs.events.ports import Stored
from libs.events.wire import plain, to_json
from libs.games.catalog import GAMES
from libs.runtime.replay import Page, replay
from libs.runtime.sight import result_to_json, talk, told
from libs.runtime.table import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to replay: to entry `at`, whole or as `reader` saw it; `follows` waits for what comes.

    Where `whole` is None it is the whole of a game that is over, and of one that runs what spectators know.
    """

    at: int | None
    reader: Reader
    whole: bool | None
    as_json: bool
    follows: bool = False
    operator: str | None = None


async def run_replay(game: GameSource, wanted: Wanted) -> bool:
    """Print it. False where the log does not hold; raises Trouble where there is nothing to replay.

    Of a game that runs a look at the whole, or as a seat, is noted in the audit trail.
    """
    has_ended = await game.has_ended()
    if wanted.whole is None:
        wanted = replace(wanted, whole=has_ended)
        if not has_ended:
            print("divan: this game runs: what spectators know. --secrets shows all.", file=sys.stderr)
    if wanted.whole or wanted.reader is not None:
        what = "replay" if wanted.reader is None else f"replay as seat {wanted.reader}"
        async with looked_into(game, what, wanted.operator):
            return await _print(game, wanted)
    if wanted.at is not None and not has_ended:
        raise Trouble(
            "this game runs, and the numbers of its entries tell how much is hidden: --at is for --secrets.",
            Exit.USAGE,
        )
    return await _print(game, wanted)


async def _print(game: GameSource, wanted: Wanted) -> bool:
    last: Page | None = None
    try:
        async with aclosing(_log(game, wanted)) as log:
            async for page in replay(game.room, log, GAMES):
                if last is None and not wanted.whole and wanted.reader not in page.table.readers:
                    raise Trouble(f"there is no seat {wanted.reader} in this game.", Exit.USAGE)
                last = page
                _print_entry(page, wanted)
                if page.entry.seq == wanted.at or (wanted.follows and page.table.state.over):
                    break
    except ValueError as error:
        after = 0 if last is None else _number(last, wanted)
        print(f"the log does not hold after entry {after}: {error}", file=sys.stderr)
        return False
    if last is None:
        raise Trouble(f"no game of the room {game.room} stands in the log.", Exit.FAILED)
    if wanted.at is not None and last.entry.seq < wanted.at:
        raise Trouble(f"the log has {last.entry.seq} entries only.", Exit.FAILED)
    _print_position(last, wanted)
    return True


def _number(page: Page, wanted: Wanted) -> int:
    """Of the entry, or of what the reader was shown last: the difference would tell how much was hidden."""
    return page.entry.seq if wanted.whole else page.table.numbers.get(wanted.reader, 0)


async def _log(game: GameSource, wanted: Wanted) -> AsyncGenerator[Stored, None]:
    if not wanted.follows:
        async for stored in game.log():
            yield stored
        return
    if isinstance(game, FiledGame):
        raise Trouble("--follow is for a room: nothing is added to a file.", Exit.USAGE)
    async with aclosing(game.follow()) as messages:
        async for stored in messages:
            yield stored


def _print_entry(page: Page, wanted: Wanted) -> None:
    """Raises ValueError for an entry that no engine wrote."""
    try:
        _print_shown(page, wanted)
    except (TypeError, RecursionError, OverflowError) as error:
        # Keys that are no text, times of no calendar, lists within lists a thousand deep.
        raise ValueError(f"entry {page.entry.seq} cannot be shown: {error}") from error


def _print_shown(page: Page, wanted: Wanted) -> None:
    entry = page.entry
    if wanted.whole:
        shown: dict[str, Any] = plain(entry) | {"hash": page.table.hash}
        events: Sequence[dict[str, Any]] = entry.events
    elif wanted.reader in entry.shown:
        events = told(page.table.game, page.steps, wanted.reader)
        number = page.table.numbers[wanted.reader]
        shown = {"number": number, "at": entry.at, "told": events, "head": page.table.hash}
    else:
        return
    line = to_json(shown).decode() if wanted.as_json else _lines(entry, events, wanted)
    print(line, flush=wanted.follows)


def _lines(entry: Entry, events: Sequence[dict[str, Any]], wanted: Wanted) -> str:
    time = moment(entry.at)
    asked = entry.command
    who = asked.origin if asked.seat is None else f"{asked.origin}, seat {asked.seat}"
    head = f"{entry.seq:>5}  {time}  {who}: {_object(asked.body)}" if wanted.whole else time
    return "\n".join([head, *(f"         {_object(event)}" for event in events)])


def _object(value: dict[str, Any]) -> str:
    """`Type field=value …`, short enough to read in a column."""
    fields = " ".join(f"{key}={to_json(item).decode()}" for key, item in value.items() if key != "type")
    name = to_json(value.get("type", "?")).decode().strip('"')
    return f"{name} {fields}".rstrip()


def _print_position(page: Page, wanted: Wanted) -> None:
    table, state = page.table, page.table.state
    if wanted.whole:
        position = table.game.dump(state.position)
    else:
        position = table.game.view(state.position, wanted.reader)
    result = result_to_json(state)
    is_hidden = not wanted.whole and talk(table.game, state).hidden
    players = None if is_hidden else state.players
    if wanted.as_json:
        number = {"seq" if wanted.whole else "number": _number(page, wanted)}
        found = {**number, "position": position, "result": result, "players": players}
        print(to_json(found).decode())
        return
    print(f"\nthe position after entry {page.entry.seq}:" if wanted.whole else "\nwhat is seen then:")
    from rich import print_json

    print_json(to_json(position).decode())
    if result is not None:
        print(f"over: {to_json(result).decode()}")
