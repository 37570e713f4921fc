"""The work of `divan import`: every game of the files, what is said of each, and the exit code."""

import sys
from collections.abc import Sequence
from pathlib import Path

from divan.audit import audit
from divan.game_source import filed_games
from divan.importing.importer import Imported, Importer, NotImported
from divan.running import archive_folder, open_installation
from libs.events.wire import to_json
from libs.games.catalog import GAMES
from libs.runtime.archive import archives
from libs.runtime.wall_clock import unix_milliseconds


async def run_import(
    files: Sequence[Path], site: str, data: Path | None, operator: str | None = None, *, as_json: bool
) -> bool:
    """False where a game could not be brought here; the others are here all the same. Raises Trouble."""
    well = True
    async with open_installation("import", data) as events:
        importer = Importer(
            events=events,
            archive=archives(events, archive_folder())[0],
            games=GAMES,
            now=unix_milliseconds,
        )
        acting = audit(events, operator)
        for path in files:
            for game in filed_games(path):
                try:
                    async with acting.action("import", game.room):
                        brought = await importer.bring(game)
                    _say(brought, site, as_json=as_json)
                except NotImported as error:
                    well = False
                    print(f"divan: {path}: {game.room}: {error}.", file=sys.stderr)
    return well


def _say(game: Imported, site: str, *, as_json: bool) -> None:
    link = f"{site}/replay/{game.code}"
    if as_json:
        told = {"room": game.room, "game": game.game, "entries": game.entries, "code": game.code}
        print(to_json({**told, "replay": link, "before": game.before}).decode(), flush=True)
        return
    was = "is here already" if game.before else "is here"
    print(f"{game.room}: {game.game}, {game.entries} entries, {was}: {link}", flush=True)
