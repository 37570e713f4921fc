"""Rooms as browsers see them: the JSON of docs/api.md, for one reader each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from libs.events.commands import Fork
from libs.events.lobby import IMPORTED
from libs.events.tables import TableFact
from libs.events.talk import Said
from libs.runtime.state import AnyGame
from services.rooms.people import People
from services.rooms.presence import Presence
from services.rooms.room import Place, Room
from services.rooms.tables import Tables

Status = Literal["waiting", "starting", "running", "over", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFace:
    """player None: free, or hidden. connected None: a bot, or hidden. sat_in: a bot plays for the person."""

    seat: int
    player: Literal["person", "bot"] | None
    name: str | None
    bot: str | None
    connected: bool | None
    muted: bool
    sat_in: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkFace:
    """Where a game goes on from: `room` is the code, for who may know it, `seq` the entry's number.

    `seq` None: the source still runs (an operator copied it), and the number would tell of hidden entries.
    """

    room: str | None
    seq: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomFace:
    """A room as one reader sees it: `seat` is the reader's own, `owner` the owner's.

    `fork` None: the game begins from the start.
    """

    code: str | None
    watch: str | None
    game: str
    options: dict[str, Any]
    status: Status
    listed: bool
    seat: int | None
    owner: int | None
    seats: tuple[SeatFace, ...]
    commitment: str | None
    result: dict[str, Any] | None
    reason: str | None
    fork: ForkFace | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRoom:
    code: str
    watch: str
    game: str
    status: Status
    owner: str | None
    seats: int
    free: int
    opened_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatFace:
    """A message of talk. `name` is empty where persons are hidden."""

    id: str
    at: int
    name: str
    seat: int | None
    channel: str
    text: str


HIDDEN_SEAT: Mapping[str, Any] = {
    "player": None,
    "name": None,
    "bot": None,
    "connected": None,
    "muted": False,
    "sat_in": False,
}


def status(room: Room, fact: TableFact | None) -> Status:
    if room.closed is not None:
        return "closed"
    if fact is not None and fact.over_at is not None:
        return "over"
    if fact is not None:
        return "running"
    return "starting" if room.has_started else "waiting"


def is_hidden(room: Room, fact: TableFact | None, game: AnyGame | None) -> bool:
    """Whether persons, bots and presence are secret now. Before the table speaks: whether they may be."""
    if not room.has_started:
        return False
    if fact is not None:
        return fact.hidden
    # A game that this build does not know is shown like one with secrets.
    return game is None or game.talk is not None


class Faces:
    """Makes faces from what this process knows; the names must be at hand (`learn`)."""

    def __init__(
        self,
        *,
        people: People,
        presence: Presence,
        tables: Tables,
        games: Mapping[str, AnyGame],
        room_of: Callable[[str], Room | None],
    ) -> None:
        self._room_of = room_of
        self._people = people
        self._presence = presence
        self._tables = tables
        self._games = games

    async def learn(self, room: Room) -> None:
        """Bring the names of those who sit there to hand."""
        await self._people.learn(place.person for place in room.places if place.person is not None)

    def status(self, room: Room) -> Status:
        return status(room, self._tables.get(room.id))

    def is_hidden(self, room: Room) -> bool:
        return is_hidden(room, self._tables.get(room.id), self._games.get(room.game))

    def room(self, room: Room, person: str | None, *, watching: bool = False) -> RoomFace:
        """The room as that person (None: a stranger) may see it; `watching`: by the watching link."""
        fact = self._tables.get(room.id)
        return self._face(
            room,
            None if watching else room.seat_of(person),
            watching=watching,
            status=status(room, fact),
            hidden=is_hidden(room, fact, self._games.get(room.game)),
            fact=fact,
            result=None if fact is None else fact.result,
            fork=self._fork(room.fork, person),
        )

    def closed(
        self, room: Room, person: str | None, last: Mapping[str, Any], *, watching: bool = False
    ) -> RoomFace:
        """A closed room with its game to be watched again, of which `last` is the spectators' last view."""
        face = self._face(
            room,
            None if watching else room.seat_of(person),
            watching=watching,
            status="over",
            hidden=last["players"] is None,
            fact=None,
            result=last["result"],
            fork=self._fork(room.fork, person),
        )
        if room.closed != IMPORTED or last["players"] is None:
            return face
        # Persons of another installation: of them no lobby knows more than that they were persons.
        seats = tuple(
            replace(seat, player=seat.player or player)
            for seat, player in zip(face.seats, last["players"], strict=True)
        )
        return replace(face, seats=seats)

    def _face(
        self,
        room: Room,
        seat: int | None,
        *,
        watching: bool,
        status: Status,
        hidden: bool,
        fact: TableFact | None,
        result: dict[str, Any] | None,
        fork: ForkFace | None,
    ) -> RoomFace:
        open_to_all = room.listed or status in ("running", "over") or seat is not None or watching
        return RoomFace(
            code=None if watching else room.code,
            watch=room.watch if open_to_all else None,
            game=room.game,
            options=room.options,
            status=status,
            listed=room.listed,
            seat=seat,
            owner=None if hidden else room.seat_of(room.owner),
            seats=tuple(
                SeatFace(seat=number, **HIDDEN_SEAT) if hidden else self._seat(room, fact, number, place)
                for number, place in enumerate(room.places)
            ),
            commitment=room.commitment,
            result=result,
            reason=room.closed,
            fork=fork,
        )

    def _fork(self, fork: Fork | None, person: str | None) -> ForkFace | None:
        """What that person may know of where a game goes on from. A closed source is not at hand."""
        if fork is None:
            return None
        source = self._room_of(fork.room)
        if source is None:
            return ForkFace(room=None, seq=fork.seq)
        knows = source.listed or (person is not None and source.place_of(person) is not None)
        is_over = self.status(source) == "over"
        return ForkFace(room=source.code if knows else None, seq=fork.seq if is_over else None)

    def _seat(self, room: Room, fact: TableFact | None, seat: int, place: Place) -> SeatFace:
        person = place.person
        return SeatFace(
            seat=seat,
            player="person" if person is not None else "bot" if place.bot is not None else None,
            name=None if person is None else self._people.name(person),
            bot=place.bot,
            connected=None if person is None else self._presence.seems_connected(room.id, person),
            muted=person in room.muted,
            sat_in=person is not None
            and fact is not None
            and seat < len(fact.players)
            and fact.players[seat] == "bot",
        )

    def listed(self, room: Room) -> ListedRoom:
        return ListedRoom(
            code=room.code,
            watch=room.watch,
            game=room.game,
            status=self.status(room),
            owner=None if self.is_hidden(room) else self._people.name(room.owner),
            seats=len(room.places),
            free=sum(place.is_free for place in room.places),
            opened_at=room.opened_at,
        )

    async def chat(self, room: Room, said: Said) -> ChatFace:
        hidden = self.is_hidden(room)
        if not hidden:
            await self._people.learn([said.person])
        return ChatFace(
            id=said.id,
            at=said.at,
            name="" if hidden else self._people.name(said.person),
            seat=said.seat,
            channel=said.channel,
            text=said.text,
        )
