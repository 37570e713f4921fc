"""What an edge looks after besides its rooms: the connection to NATS, and the sessions of open sockets."""

import asyncio

from libs.events.ports import Events, EventsError
from libs.runtime.logging import get_logger
from services.rooms.census import Census
from services.rooms.directory import Directory
from services.rooms.hubs import Hubs
from services.rooms.metrics import ROOMS
from services.rooms.refusals import Denied
from services.rooms.sessions import Sessions
from services.rooms.sockets import Sockets

log = get_logger()

PULSE_EVERY = 0.1
SESSIONS_EVERY = 60.0


async def watch_connection(events: Events, hubs: Hubs, directory: Directory, census: Census) -> None:
    """What was told while NATS could not be reached was not heard: every reader is shown a fresh view."""
    reconnects = events.reconnects
    while True:
        await asyncio.sleep(PULSE_EVERY)
        ROOMS.set(len(directory))
        census.show()
        if events.reconnects != reconnects:
            reconnects = events.reconnects
            log.warning("connection_is_back", reconnects=reconnects)
            hubs.refresh()


async def keep_sessions(sessions: Sessions, sockets: Sockets) -> None:
    """An open socket is a use of its session; one whose session has ended is closed."""
    while True:
        await asyncio.sleep(SESSIONS_EVERY)
        for session in sockets.sessions():
            try:
                await sessions.use(session)
            except Denied:
                sockets.close_session(session)
            except EventsError as error:
                log.warning("sessions_unavailable", why=str(error))
                break
