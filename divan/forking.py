"""A room opened by an operator, whose game goes on from an entry of another one."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from uuid import uuid4

from divan import orders
from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.game_source import FiledGame, GameSource
from libs.events.commands import CopyRunning, Fork
from libs.events.lobby import NOBODY
from libs.events.ports import Events
from libs.events.wire import plain, to_json
from libs.games.catalog import GAMES
from libs.runtime.bots import kinds
from libs.runtime.forks import Source, find_source
from libs.runtime.wall_clock import unix_milliseconds
from services.rooms import lobby
from services.rooms.codes import new_room_id, new_watch_token
from services.rooms.directory import Directory
from services.rooms.refusals import Denied
from services.rooms.room import fold

PERSON = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The entry to go on from, and who is to sit there; `seats` names all of them, `bots` the lowest."""

    at: int
    running: bool = False
    bots: tuple[str, ...] | None = None
    seats: tuple[str, ...] | None = None
    as_json: bool = False
    operator: str | None = None


async def run_fork(game: GameSource, wanted: Wanted, site: str) -> None:
    """Open the room and say where it is; `site` is the page's address, if known. Raises Trouble."""
    if isinstance(game, FiledGame):
        raise Trouble(
            "a game in a file is imported first: `divan import FILE`, then fork its room.", Exit.USAGE
        )
    has_ended = await game.has_ended()
    if not has_ended and not wanted.running:
        raise Trouble(
            "this game is not over: with --running it is forked all the same, and everybody at it is told.",
            Exit.USAGE,
        )
    async with AsyncExitStack() as stack:
        if not has_ended:
            # Noted before anything is said of it: which entries there are is hidden too.
            acting = audit(game.events, wanted.operator)
            await stack.enter_async_context(acting.action("fork", game.room, f"entry {wanted.at}"))
        source = await _source(game, wanted.at)
        seats = seating(source, wanted)
        fork = Fork(room=game.room, seq=source.seq, head=source.head.hex())
        id, code = await _open(game.events, source, fork, seats)
    _say(source, fork, seats, id, code, f"{site}/room/{code}", as_json=wanted.as_json)


async def _source(game: GameSource, at: int) -> Source:
    """Raises Trouble where nobody could go on from there."""
    try:
        source = await find_source(game.room, at, game.log(), GAMES)
    except ValueError as error:
        raise Trouble(f"the log of {game.room} does not hold: {error}.") from error
    if source is None:
        raise Trouble(f"no entry {at} of a game of {game.room} stands in the log.")
    if source.is_over:
        raise Trouble(f"the game ends with entry {at}: choose an earlier one.", Exit.USAGE)
    return source


def seating(source: Source, wanted: Wanted) -> tuple[str, ...]:
    """For each seat of the fork `person` or the kind of bot. Raises Trouble."""
    if wanted.seats is not None and wanted.bots is not None:
        raise Trouble("--seats says who sits where, --bots who else does: give one of them.", Exit.USAGE)
    bots = wanted.bots or ()
    seats = wanted.seats or (*bots, *[PERSON] * (source.seats - len(bots)))
    if len(seats) != source.seats:
        raise Trouble(f"this game has {source.seats} seats, not {len(seats)}.", Exit.USAGE)
    known = kinds(source.game.name)
    for kind in seats:
        if kind not in (PERSON, *known):
            raise Trouble(f"there is no bot {kind!r} for {source.game.name}: {', '.join(known)}.", Exit.USAGE)
    if PERSON not in seats:
        raise Trouble("leave a seat to a person: somebody has to start the game.", Exit.USAGE)
    return seats


async def _open(events: Events, source: Source, fork: Fork, seats: tuple[str, ...]) -> tuple[str, str]:
    """The id and the code of the new room; a running game records it before it is there."""
    directory = Directory(events.rooms, events.bucket("names"))
    id, now = new_room_id(), unix_milliseconds()
    try:
        code = await directory.claim_code(id)
        if not source.has_ended:
            await record(events, fork, id)
        opening = lobby.Opening(
            code=code,
            watch=new_watch_token(),
            game=source.game.name,
            options=dict(source.options),
            seats=source.seats,
            listed=False,
            seed_hash=None,
            fork=fork,
        )
        opened = list(lobby.open_room(NOBODY, opening, now))
        for seat, kind in enumerate(seats):
            if kind != PERSON:
                opened += lobby.add_bot(fold(None, id, opened), NOBODY, kind, seat, now)
        await directory.open(id, opened)
    except Denied as denied:
        raise Trouble(f"the room cannot be opened: {denied.code}.", Exit.UNAVAILABLE) from denied
    return id, code


async def record(events: Events, fork: Fork, into: str) -> None:
    """Have the engine write into the log of a running game that it is copied. Raises Trouble."""
    body = plain(CopyRunning(seq=fork.seq, into=into))
    answer = await orders.give(events, fork.room, f"fork-{uuid4()}", body)
    # One that has ended meanwhile needs no entry.
    if answer.outcome == "rejected" and answer.code != "game_over":
        raise Trouble(f"the engine refuses to copy this game: {answer.message}")


def _say(
    source: Source, fork: Fork, seats: tuple[str, ...], id: str, code: str, link: str, *, as_json: bool
) -> None:
    if as_json:
        said = {
            "room": id,
            "code": code,
            "link": link,
            "game": source.game.name,
            "seats": seats,
            "fork": fork,
        }
        print(to_json(said).decode())
        return
    print(f"room {code}: {source.game.name} from entry {fork.seq} of {fork.room}, {', '.join(seats)}")
    print(f"open {link}")
    print("Who sits down first owns the room, and starts the game once every seat is taken.")
