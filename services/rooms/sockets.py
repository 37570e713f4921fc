"""WebSockets by aiohttp: a socket is opened for who may enter, and its frames handed to the dialogue."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSCloseCode, WSMsgType, web

from libs.events.ports import EventsError
from libs.runtime.lobby_rules import RulesOf
from services.rooms import lobby
from services.rooms.attendance import Attendance
from services.rooms.connection import Connection
from services.rooms.dialogue import Dialogues
from services.rooms.directory import Directory
from services.rooms.hub import Hub
from services.rooms.hubs import Hubs
from services.rooms.limits import TokenBucket
from services.rooms.metrics import DROPPED, OPENED, SOCKETS
from services.rooms.outbox import LINGER, Outbox
from services.rooms.refusals import CROSS_ORIGIN, MALFORMED, TOO_MANY_SOCKETS, UNAVAILABLE, Denied, refuse
from services.rooms.room import Room
from services.rooms.server import Gatekeeper, language
from services.rooms.vigil import Vigil

FRAME_LIMIT = 16 * 1024
SESSION_ENDED, BANNED_OUT = 4401, 4411
GOING_DOWN = 1001
FAREWELL = LINGER + 0.5
"""Seconds for all clients to go when the process is told to stop."""

HEARTBEAT = 25.0
"""Seconds between pings of ours: a client whose network is gone is noticed within two of them."""

SENT_BY_CLIENTS = frozenset({WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG})
"""Frames that do not end a socket."""


class Sockets:
    """All open sockets of the process."""

    def __init__(
        self,
        *,
        gatekeeper: Gatekeeper,
        directory: Directory,
        hubs: Hubs,
        dialogues: Dialogues,
        attendance: Attendance,
        vigil: Vigil,
        rules: RulesOf,
        now: Callable[[], int],
        clock: Callable[[], float],
        frames_per_second: float,
        frames_at_once: float,
        most_each: int,
    ) -> None:
        self._gatekeeper = gatekeeper
        self._directory = directory
        self._hubs = hubs
        self._dialogues = dialogues
        self._attendance = attendance
        self._vigil = vigil
        self._rules = rules
        self._now = now
        self._clock = clock
        self._rate = frames_per_second
        self._burst = frames_at_once
        self._most_each = most_each
        self._open: set[Connection] = set()
        self._of_person: Counter[str] = Counter()
        self._ending = False
        self.admits = True
        """Whether new sockets are taken."""
        self._nobody = asyncio.Event()
        self._nobody.set()

    def __len__(self) -> int:
        """Those that are open."""
        return len(self._open)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if origin is not None and not self._gatekeeper.is_own(origin, request.host):
            raise Denied(CROSS_ORIGIN)
        if self._ending or not self.admits:
            raise Denied(UNAVAILABLE)
        asker = await self._gatekeeper.asker(request)
        if self._of_person[asker.id] >= self._most_each:
            raise Denied(TOO_MANY_SOCKETS)
        room, watching = await self._directory.behind(request.match_info["door"])
        refuse(lobby.entry_refusal(room, asker.id))
        since = _since(request)
        if not watching:
            room = await self._back_at_the_table(room, asker.id)
        connection = Connection(
            room=room.id,
            game=room.game,
            person=asker.id,
            session=asker.session,
            watching=watching,
            language=language(request),
            bucket=TokenBucket(self._rate, self._burst, self._clock()),
        )
        try:
            hub = await self._hubs.enter(room)
        except EventsError as error:
            raise Denied(UNAVAILABLE) from error
        try:
            return await self._serve(request, hub, connection, since)
        finally:
            self._hubs.leave(hub)

    async def _back_at_the_table(self, room: Room, person: str) -> Room:
        """Where leaving is no more than being away, whoever comes again takes the seat again."""
        if not self._rules(room.game).leaving_is_absence:
            return room
        return await self._directory.change(room.id, lambda now: lobby.come_back(now, person, self._now()))

    async def _serve(
        self, request: web.Request, hub: Hub, connection: Connection, since: int | None
    ) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT,
            autoping=False,
            autoclose=False,
            max_msg_size=FRAME_LIMIT,
            compress=False,
            writer_limit=1 << 20,
        )
        await socket.prepare(request)
        transport = request.transport
        if transport is None:
            return socket
        connection.outbox = Outbox(transport, asyncio.get_running_loop(), connection.show_last_view)
        self._open.add(connection)
        self._nobody.clear()
        self._of_person[connection.person] += 1
        SOCKETS.inc()
        OPENED.labels("new" if since is None else "resumed").inc()
        if self._ending:
            connection.close(GOING_DOWN)
        try:
            async with self._attendance.present(hub.room, connection):
                connection.seat = None if connection.watching else hub.room.seat_of(connection.person)
                hub.join(connection, hub.reading(connection.seat) if hub.room.has_started else None)
                self._vigil.sign(hub, connection)
                await self._dialogues.welcome(hub, connection, since)
                hub.dismiss_unwelcome(connection)
                await self._converse(socket, hub, connection)
                if connection.is_closed:
                    # aiohttp would say farewell once more: to a browser a broken line without a code.
                    transport.close()
        finally:
            hub.part(connection)
            connection.outbox.ended()
            self._open.discard(connection)
            if not self._open:
                self._nobody.set()
            self._of_person[connection.person] -= 1
            if self._of_person[connection.person] == 0:
                del self._of_person[connection.person]
            SOCKETS.dec()
        return socket

    async def _converse(self, socket: web.WebSocketResponse, hub: Hub, connection: Connection) -> None:
        dialogues = self._dialogues
        while True:
            frame = await socket.receive()
            if connection.is_closed and frame.type in SENT_BY_CLIENTS:
                # It goes on though it was told to go: no more is read, and the connection is cut.
                await asyncio.sleep(LINGER)
                return
            if frame.type is WSMsgType.TEXT or frame.type is WSMsgType.BINARY:
                await dialogues.hear(hub, connection, frame.data)
            elif frame.type is WSMsgType.PING or frame.type is WSMsgType.PONG:
                # They count as messages do, or they could come by the million.
                if dialogues.takes(connection) and frame.type is WSMsgType.PING:
                    await socket.pong(frame.data)
            elif frame.type is WSMsgType.ERROR:
                if socket.close_code == WSCloseCode.MESSAGE_TOO_BIG:
                    DROPPED.labels("frame_too_large").inc()
                return
            else:
                if not connection.is_closed:
                    await socket.close(drain=False)
                return

    async def end(self) -> None:
        """Send everybody to another process, let nobody in any more, and wait until all have gone.

        aiohttp's own end hears no client any more: a browser's farewell would go unanswered, and who had come
        a moment ago would sit before a deaf socket.
        """
        self._ending = True
        for connection in list(self._open):
            connection.close(GOING_DOWN)
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._nobody.wait()

    def send_away(self, count: int) -> None:
        """Send so many to another process."""
        for connection in [each for each in self._open if not each.is_closed][:count]:
            connection.close(GOING_DOWN)

    def sessions(self) -> set[str]:
        """The sessions that have open sockets."""
        return {connection.session for connection in self._open}

    def close_session(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        for connection in list(self._open):
            if connection.session == session:
                connection.close(SESSION_ENDED)

    def close_person(self, person: str) -> None:
        """Close the sockets of a person who is no more."""
        for connection in list(self._open):
            if connection.person == person:
                connection.close(SESSION_ENDED)

    def ban_person(self, person: str, why: Denied) -> None:
        """Close the sockets of a person who may not be here any more, and say why."""
        for connection in list(self._open):
            if connection.person == person:
                connection.refuse("error", why.refusal, details=why.details)
                connection.close(BANNED_OUT)


def _since(request: web.Request) -> int | None:
    text = request.query.get("since")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Denied(MALFORMED, field="since")
    return int(text)
