"""What a room shows: views to readers, facts to the other services, questions to bots."""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from libs.events import subjects
from libs.events.ports import EventsError, Headers
from libs.events.tables import BotQuestion
from libs.events.views import Told
from libs.events.wire import pack
from libs.runtime.bots import kinds
from libs.runtime.sight import Sight, change_message, sight, told, view_message
from libs.runtime.state import Step
from libs.runtime.table import Reader, Table
from services.engine import metrics
from services.engine.alarm import BOT_PATIENCE
from services.engine.facts import gist, table_fact
from services.engine.house import House
from services.engine.ruling import Draft

log = structlog.get_logger()

LARGE = 1024
"""Bytes of a view from which on its changes are sent in its place."""

TOLD_AT_HAND = 64
"""So much of what a reader was told last is kept for when they come back."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What an entry will show: the sight of every reader, what each is told, and whom it shows something."""

    sights: Mapping[Reader, Sight]
    told: Mapping[Reader, tuple[dict[str, Any], ...]]
    shown: tuple[Reader, ...]


class Shows:
    """What each reader saw last, so that whom an entry shows nothing gets nothing."""

    def __init__(self, room: str, house: House) -> None:
        self._room = room
        self._house = house
        self._sights: Mapping[Reader, Sight] = {}
        self._gist: tuple[object, ...] = ()
        self._large: set[Reader] = set()
        """Readers whose last whole view was large."""
        self._asked: dict[int, tuple[int, int]] = {}
        # By reader: kept by entry, it would tell by its end how many were hidden from them.
        self._told: defaultdict[Reader, deque[Told]] = defaultdict(lambda: deque(maxlen=TOLD_AT_HAND))

    def prepare(self, table: Table, draft: Draft) -> Showing:
        """What a draft would show. Whatever may fail in a game's views fails here, before the append."""
        readers: tuple[Reader, ...] = (*range(len(draft.state.players)), None)
        sights = {reader: sight(table.game, draft.state, reader) for reader in readers}
        heard = {reader: told(table.game, draft.steps, reader) for reader in readers}
        shown = tuple(
            reader for reader in readers if heard[reader] or sights[reader] != self._sights.get(reader)
        )
        return Showing(sights=sights, told=heard, shown=shown)

    async def publish(self, table: Table, showing: Showing, headers: Headers | None = None) -> None:
        """After the append, and before the answer: the views."""
        former, self._sights = self._sights, showing.sights
        for reader in showing.shown:
            heard = showing.told[reader]
            await self._send(table, reader, heard, former.get(reader), headers)
            self._told[reader].append(Told(number=table.numbers[reader], at=table.at, told=heard))

    async def follow_up(self, table: Table, showing: Showing, headers: Headers | None = None) -> None:
        """After the answer: the fact if it is another, the questions to bots."""
        await self._tell_services(table)
        await self._ask_bots(table, showing.shown, headers)

    async def catch_up(self, table: Table, steps: Sequence[Step]) -> None:
        """The room was read from the log: show once more what its last entry may not have shown.

        Without steps it was read from a snapshot of that very entry, and what was told with it is not known;
        nor is what an older one told whom the last showed nothing.
        """
        self._sights = {reader: sight(table.game, table.state, reader) for reader in table.readers}
        await self._tell_services(table)
        for reader in table.readers:
            if steps and table.heads.get(reader) == table.hash:
                await self._send(table, reader, told(table.game, steps, reader))
            else:
                await self._send_anew(table, reader)
        await self._ask_bots(table, ())

    def look_back(self, table: Table) -> None:
        """The room was read from an archive: nobody waits to be told of it."""
        self._sights = {reader: sight(table.game, table.state, reader) for reader in table.readers}

    def seen(self, reader: Reader) -> Sight | None:
        """What that reader sees now; None where there is no such reader."""
        return self._sights.get(reader)

    def told_since(self, table: Table, reader: Reader, since: int) -> tuple[Told, ...] | None:
        """What a reader was told after its number `since`; None where that is no longer at hand."""
        lines = [line for line in self._told.get(reader, ()) if line.number > since]
        missed = table.numbers.get(reader, 0) - since
        return tuple(lines) if 0 <= missed == len(lines) else None

    async def remind_bots(self, table: Table) -> None:
        """Ask again the bots that have let their time pass."""
        now = self._house.now()
        for seat in table.state.bots_waited_for:
            _, asked_at = self._asked.get(seat, (0, 0))
            if now - asked_at >= BOT_PATIENCE:
                await self._ask_bot(table, seat, now)

    async def _tell_services(self, table: Table) -> None:
        now = gist(table)
        if now != self._gist:
            await self._house.events.tables.put(self._room, pack(table_fact(table)))
            self._gist = now

    async def _send(
        self,
        table: Table,
        reader: Reader,
        heard: Sequence[dict[str, Any]],
        former: Sight | None = None,
        headers: Headers | None = None,
    ) -> None:
        """The view, or what has changed since `former` where the whole is large."""
        seen, data = self._sights[reader], None
        if former is not None and reader in self._large:
            change = change_message(table, reader, former, seen, heard)
            data = None if change is None else pack(change)
        if data is None or len(data) > LARGE:
            data = pack(view_message(table, reader, seen, heard))
            (self._large.add if len(data) > LARGE else self._large.discard)(reader)
        await self._house.events.bus.publish(subjects.view(self._room, reader), data, headers)

    async def _send_anew(self, table: Table, reader: Reader) -> None:
        """A view that follows nothing: who has not seen it asks for it, and who has lets it be."""
        view = view_message(table, reader, self._sights[reader], ())
        anew = view | {"former": view["number"]}
        await self._house.events.bus.publish(subjects.view(self._room, reader), pack(anew))

    async def _ask_bots(self, table: Table, shown: Sequence[Reader], headers: Headers | None = None) -> None:
        """Ask the bots waited for: those not asked yet, that moved since, or that see something new."""
        now = self._house.now()
        # Whose person came back is asked anew should they go again: a bot's answer meanwhile was refused.
        for seat in [seat for seat in self._asked if table.state.players[seat] == "person"]:
            del self._asked[seat]
        for seat in table.state.bots_waited_for:
            question, _ = self._asked.get(seat, (-1, 0))
            if seat in shown or table.last_of.get(seat, 0) > question:
                await self._ask_bot(table, seat, now, headers)

    async def _ask_bot(self, table: Table, seat: int, now: int, headers: Headers | None = None) -> None:
        state, seen = table.state, self._sights[seat]
        kind = None if state.begun is None else state.begun.seats[seat].bot
        question = BotQuestion(
            room=self._room,
            game=table.game.name,
            seat=seat,
            kind=kind or kinds(table.game.name)[0],
            question=table.seq,
            number=table.numbers.get(seat, 0),
            asked_at=now,
            ends_at=state.ends_at,
            view=seen.view,
            options=seen.options,
        )
        try:
            await self._house.events.bots.put(f"{table.game.name}.{self._room}", pack(question), headers)
        except EventsError as error:
            # The timer asks again.
            log.warning("bot_not_asked", room=self._room, seat=seat, reason=str(error))
            return
        self._asked[seat] = (table.seq, now)
        metrics.QUESTIONS.labels(table.game.name).inc()
