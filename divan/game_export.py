"""One game of a room as a file (docs/game-file.md)."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path

from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.game_source import GameSource, RoomGame
from libs.games.catalog import GAMES
from libs.runtime.game_file import GameFile, lines, packed, read_log, save


def destination(to: Path, *, force: bool) -> Path:
    """Where the file goes. Raises Trouble where one is there that is not to be lost."""
    if to.exists() and not force:
        raise Trouble(f"{to} is there already: choose another name, or --force.", Exit.USAGE)
    return to


async def run_export(source: GameSource, to: Path, operator: str | None = None) -> None:
    """Write the file and say what it is. Raises Trouble for a log that does not hold, and for a full disk."""
    try:
        game = await read_log(source.room, source.log(), GAMES)
    except ValueError as error:
        raise Trouble(f"the log of {source.room} does not hold: {error}.") from error
    if game is None:
        raise Trouble(f"no game of the room {source.room} stands in the log.")
    async with AsyncExitStack() as stack:
        if isinstance(source, RoomGame) and not game.header.is_over:
            acting = audit(source.events, operator)
            await stack.enter_async_context(acting.action("export", source.room))
        _write(game, to)


def _write(game: GameFile, to: Path) -> None:
    data = packed(game) if to.suffix == ".gz" else b"".join(lines(game.header, game.log))
    try:
        save(to, data)
    except OSError as error:
        raise Trouble(f"{to} cannot be written: {error.strerror or error}.") from error
    print(_said(game, to, len(data)))
    if not game.header.is_over:
        print(
            "divan: this game is not over: the file holds its secrets, hidden orders and cards. "
            "Show it to nobody who plays.",
            file=sys.stderr,
        )


def _said(game: GameFile, to: Path, size: int) -> str:
    header = game.header
    end = "over" if header.is_over else "not over"
    return f"{to}: {header.game}, {header.entries} entries, {end}, {size:,} bytes, head {header.head}"
