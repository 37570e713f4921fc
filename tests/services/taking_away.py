"""What an operator does to a process on the memory server: sees it, tells it to give up what it holds."""

from libs.events import subjects
from libs.events.draining import Drain
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from libs.events.stats import ServiceStats
from libs.events.wire import pack, unpack


async def processes_of(server: MemoryServer, service: str) -> list[ServiceStats]:
    """How every process of that service does."""
    events, told = MemoryEvents(server), list[ServiceStats]()

    def hear(heard: Heard) -> None:
        told.append(unpack(ServiceStats, heard.data))

    listening = await events.bus.listen(subjects.STATS, hear)
    await events.bus.publish(subjects.ASK_STATS, b"")
    await server.settle()
    await listening.stop()
    return [each for each in told if each.service == service]


async def tell(server: MemoryServer, id: str, *, undo: bool = False) -> None:
    """Tell a process, and let it do so."""
    await MemoryEvents(server).bus.publish(subjects.drain(id), pack(Drain(undo=undo)))
    await server.settle()
