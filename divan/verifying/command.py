"""`divan verify`: games of a file or a room, what was found of each, and the exit code."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from divan.exits import Exit, Trouble
from divan.game_source import is_file, looked_into, open_game
from divan.progress import progress
from divan.verifying.chain import ClaimedLog
from divan.verifying.reading import claimed_logs, stored_log
from divan.verifying.report import Report
from divan.verifying.source import NoFork, with_source
from divan.verifying.verify import verify
from libs.events.wire import plain, to_json
from libs.games.catalog import GAMES

HEX = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a log is held against, and which game of a file; None: all of them.

    `source` names the game that it was forked from, as the command line does; `data` is as everywhere.
    """

    heads: Sequence[bytes]
    commitment: str | None
    room: str | None
    as_json: bool
    source: str | None = None
    data: Path | None = None
    operator: str | None = None


def read_heads(given: Sequence[str], file: Path | None) -> list[bytes]:
    """The heads of the command line and those of a file, one a line. Raises Trouble."""
    lines = list(given)
    if file is not None:
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Trouble(f"{file} cannot be read: {error}.", Exit.USAGE) from error
        lines += [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    return [bytes.fromhex(read_hash(line, "a head")) for line in lines]


def read_hash(text: str, what: str) -> str:
    """64 hexadecimal digits in lower case. Raises Trouble."""
    if not HEX.fullmatch(text):
        raise Trouble(f"{text!r} is not {what}: 64 hexadecimal digits.", Exit.USAGE)
    return text.lower()


async def run_verify(named: str, wanted: Wanted) -> bool:
    """Verify, and print what was found. False where anything does not hold."""
    if is_file(named):
        return await _verify_file(Path(named), wanted)
    async with (
        open_game(named, room=wanted.room, data=wanted.data) as game,
        # Of a game that runs, what is counted and what fails tells of hidden commands and draws.
        looked_into(game, "verify", wanted.operator),
    ):
        log = await stored_log(game.log())
        if not log.pieces:
            raise Trouble(f"no game of the room {game.room} stands in the log.", Exit.FAILED)
    return await _verify_one(log, wanted)


async def _verify_one(log: ClaimedLog, wanted: Wanted) -> bool:
    entries = len(log.pieces)
    with progress() as tell:
        report = _verified(log, wanted, lambda seq: tell(seq, entries, f"{seq:,} of {entries:,} entries"))
    if wanted.source is not None and report.holds:
        report = await _held_against(wanted.source, report, log, wanted)
    _print(report, wanted)
    return report.holds


async def _held_against(source: str, report: Report, log: ClaimedLog, wanted: Wanted) -> Report:
    async with open_game(source, data=wanted.data) as game:
        try:
            return await with_source(report, log, game.log(), GAMES)
        except NoFork as error:
            raise Trouble(f"--source is for a fork: {error}.", Exit.USAGE) from error
        except ValueError as error:
            raise Trouble(f"the source {source} cannot be replayed: {error}.", Exit.FAILED) from error


async def _verify_file(path: Path, wanted: Wanted) -> bool:
    """Game by game; of several, those that do not hold are told, and how many there are."""
    place = _Place()
    logs = _chosen(path, wanted, place)
    first, second = next(logs, None), next(logs, None)
    if first is None:
        what = "is empty" if wanted.room is None else f"holds no game of the room {wanted.room}"
        raise Trouble(f"{path} {what}.", Exit.FAILED)
    if second is None:
        return await _verify_one(first, wanted)
    if wanted.heads or wanted.commitment is not None or wanted.source is not None:
        raise Trouble(
            f"{path} holds several games; a head, a commitment and a source are of one: "
            "choose it with --room.",
            Exit.USAGE,
        )
    return _verify_all(path, _joined(first, second, logs), wanted, place)


@dataclass(slots=True)
class _Place:
    """How many bytes of a file have been read."""

    read: int = 0

    def at(self, read: int) -> None:
        self.read = read


def _chosen(path: Path, wanted: Wanted, place: _Place) -> Iterator[ClaimedLog]:
    for log in claimed_logs(path, place.at):
        if wanted.room is None or (log.header is not None and log.header.room == wanted.room):
            yield log


def _joined(first: ClaimedLog, second: ClaimedLog, others: Iterator[ClaimedLog]) -> Iterator[ClaimedLog]:
    yield first
    yield second
    yield from others


def _verify_all(path: Path, logs: Iterator[ClaimedLog], wanted: Wanted, place: _Place) -> bool:
    games = failed = 0
    checked: Counter[str] = Counter()
    unchecked: Counter[str] = Counter()
    size = path.stat().st_size
    with progress() as tell:
        for log in logs:
            report = _verified(log, wanted)
            games += 1
            failed += not report.holds
            checked.update(report.checked)
            unchecked.update(report.unchecked)
            tell(place.read, size, f"{games:,} games, {failed:,} do not hold")
            if wanted.as_json or not report.holds:
                _print(report, wanted)
    if wanted.as_json:
        print(to_json({"games": games, "failed": failed, "checked": dict(checked)}).decode())
    else:
        print(f"{games} games, {failed} of them do not hold.")
        print(_checked(checked))
        for sentence, times in unchecked.items():
            print(f"  {sentence}" + ("" if times == games else f" ({times} games)"))
    return not failed


def _verified(log: ClaimedLog, wanted: Wanted, watch: Callable[[int], None] = lambda _: None) -> Report:
    return verify(log, GAMES, heads=wanted.heads, commitment=wanted.commitment, watch=watch)


def _print(report: Report, wanted: Wanted) -> None:
    if wanted.as_json:
        print(to_json(plain(report) | {"holds": report.holds, "checked": dict(report.checked)}).decode())
        return
    print(f"{_name(report)}: {_verdict(report)}")
    if report.holds:
        print(_checked(report.checked))
        for sentence in report.unchecked:
            print(f"  {sentence}")


def _name(report: Report) -> str:
    if report.room is None:
        return "a game"
    return f"{report.game} in room {report.room}, {report.entries} entries, rules {report.rules}"


def _verdict(report: Report) -> str:
    failure = report.failure
    if failure is None:
        return "it holds." if report.complete else "it holds as far as it goes; the game is not over."
    where = "the log" if failure.entry is None else f"entry {failure.entry}"
    return f"{where} does not hold ({failure.check}). {failure.sentence}"


def _checked(checked: Mapping[str, int]) -> str:
    """One line of what held."""
    counted = {
        "entries in the chain": checked.get("entries", 0),
        "commands by the rules": checked.get("commands", 0),
        "draws from the seeds": checked.get("draws", 0),
        "positions by their hashes": checked.get("positions", 0),
        "heads": checked.get("heads", 0),
        "position of its source": checked.get("source", 0),
    }
    return f"  checked: {', '.join(f'{number} {what}' for what, number in counted.items() if number)}"
