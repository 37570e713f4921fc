"""Processes that an operator wants to take away: who there is, giving up what they hold, how far they are."""

import asyncio
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from divan.audit import audit
from divan.exits import Exit, Trouble
from divan.processes import Processes, processes
from divan.progress import progress
from libs.events import subjects
from libs.events.draining import Drain
from libs.events.ports import Bus, Events
from libs.events.stats import ServiceStats
from libs.events.wire import pack, to_json

HOLDS = {"rooms": "sockets", "engine": "partitions", "ai": "questions", "chat": "messages"}
"""What the processes of each service hold."""

UNAWARE = frozenset({"ai", "chat"})
"""Do not know of the others of their service: one that is drained takes nothing, even when it is the last."""

HEARS_WITHIN = 5.0
"""Seconds in which a process that lives does as it is told; it is told more than once."""

LOOK_EVERY = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which processes: by id (or its beginning) or machine, or those of this machine; none: list them.

    `service` leaves out all others. `within`: seconds to wait until they hold nothing.
    """

    process: str | None = None
    this_host: bool = False
    service: str | None = None
    undo: bool = False
    within: float = 60.0
    operator: str | None = None
    as_json: bool = False

    @property
    def is_list(self) -> bool:
        return self.process is None and not self.this_host

    @property
    def whom(self) -> str:
        """As it was typed."""
        whom = "--this-host" if self.this_host else str(self.process)
        return whom if self.service is None else f"{whom} --service {self.service}"


async def run_drain(events: Events, wanted: Wanted) -> bool:
    """Whether they hold nothing any more (or were told to take their share again). Raises Trouble."""
    async with processes(events.bus) as found:
        living = found.living()
        if not living:
            raise Trouble(
                "no process answers: nothing runs here, or it is of another version.", Exit.UNAVAILABLE
            )
        if wanted.is_list:
            _print([each for each in living if wanted.service in (None, each.service)], wanted)
            return True
        chosen = _chosen(living, wanted)
        if not wanted.undo:
            _require_takers(living, chosen)
        acting = audit(events, wanted.operator)
        async with AsyncExitStack() as stack:
            endings = {}
            for each in chosen:
                action = acting.action("undrain" if wanted.undo else "drain", each.id)
                endings[each.id] = await stack.enter_async_context(action)
            await _tell(found, events.bus, chosen, undo=wanted.undo)
            if not wanted.undo:
                await _require_takers_still(found, events.bus, chosen)
            left = {} if wanted.undo else await _left(found, chosen, wanted.within)
            for id, each in left.items():
                endings[id].note = f"{_held(each)} not given up yet"
        last = {each.id: each for each in found.living()}
    _print([last.get(each.id, each) for each in chosen], wanted)
    if not wanted.undo:
        print(f"divan: {_next_step(chosen, left, wanted)}", file=sys.stderr)
    return not left


def _next_step(chosen: Sequence[ServiceStats], left: Mapping[str, ServiceStats], wanted: Wanted) -> str:
    """What is to be done now, in a sentence: nobody else ends what is drained."""
    if left:
        held = ", ".join(_held(each) for each in left.values())
        return f"not given up in time: {held}. It goes on, and `divan drain` shows how far it is."
    them = "it" if len(chosen) == 1 else "them"
    undo = f"`divan drain {wanted.whom} --undo`"
    said = f"nothing is left there. Now stop {them}; or have {them} work again: {undo}."
    if waiting := sorted(UNAWARE & {each.service for each in chosen}):
        said += f" Until then {' and '.join(waiting)} does nothing there, even if no other is left."
    return said


def _chosen(living: Sequence[ServiceStats], wanted: Wanted) -> list[ServiceStats]:
    """Those that are meant. Raises Trouble where it is nobody, or not clear who."""
    host = socket.gethostname() if wanted.this_host else wanted.process
    among = [each for each in living if wanted.service in (None, each.service)]
    if on_host := [each for each in among if each.host == host]:
        return on_host
    named = [each for each in among if wanted.process and each.id.startswith(wanted.process)]
    if len(named) > 1:
        ids = ", ".join(f"{each.id} ({each.service})" for each in named)
        raise Trouble(f"{wanted.process} is the beginning of more than one id: {ids}.", Exit.USAGE)
    if not named:
        raise Trouble(_nobody(among, wanted, host), Exit.UNAVAILABLE)
    return named


def _nobody(among: Sequence[ServiceStats], wanted: Wanted, host: str | None) -> str:
    """Why there is nobody, and whom to name instead."""
    what = "process" if wanted.service is None else f"process of {wanted.service}"
    if not among:
        return f"no {what} answers."
    hosts = ", ".join(sorted({each.host for each in among}))
    if wanted.this_host:
        called = f"{host}, as this machine is called (a container or pod has a name of its own)"
        return f"no {what} answers from {called}. Name one of these instead of --this-host: {hosts}."
    return f"no such {what} answers: {host}. `divan drain` lists them by id; their machines are {hosts}."


def _require_takers(living: Sequence[ServiceStats], chosen: Sequence[ServiceStats]) -> None:
    """Raises Trouble where nobody else could take what one of them holds."""
    going = {each.id for each in chosen}
    takers = {each.service for each in living if each.id not in going and each.ready and not each.draining}
    if alone := sorted({each.service for each in chosen} - takers):
        raise Trouble(
            f"no other process of {' and '.join(alone)} is there and ready to take over: start one first.",
            Exit.UNAVAILABLE,
        )


async def _require_takers_still(found: Processes, bus: Bus, chosen: Sequence[ServiceStats]) -> None:
    """Raises Trouble, and takes it back, where those who were to take over have been drained meanwhile.

    Of two operators at once at least one sees what the other has told: each asks after it has told.
    """
    try:
        _require_takers(found.living(), chosen)
    except Trouble:
        await _tell(found, bus, chosen, undo=True)
        raise


async def _tell(found: Processes, bus: Bus, chosen: Sequence[ServiceStats], *, undo: bool) -> None:
    """Tell them until each says that it does so. Raises Trouble where one does not, and still lives."""
    end = asyncio.get_running_loop().time() + HEARS_WITHIN
    drain = pack(Drain(undo=undo))
    while deaf := [each for each in _of(found, chosen) if each.draining == undo]:
        if asyncio.get_running_loop().time() >= end:
            ids = ", ".join(each.id for each in deaf)
            raise Trouble(f"not done by {ids}, which does not say that it was told.", Exit.UNAVAILABLE)
        for each in deaf:
            await bus.publish(subjects.drain(each.id), drain)
        await found.ask()
        await asyncio.sleep(LOOK_EVERY)


async def _left(found: Processes, chosen: Sequence[ServiceStats], within: float) -> dict[str, ServiceStats]:
    """Who still holds something when all is given up, or after so many seconds. The dead hold nothing."""
    loop = asyncio.get_running_loop()
    end, most = loop.time() + within, 1
    with progress() as tell:
        while True:
            left = {each.id: each for each in _of(found, chosen) if each.held}
            held = sum(each.held or 0 for each in left.values())
            most = max(most, held)
            tell(most - held, most, ", ".join(_held(each) for each in left.values()) or "nothing left")
            if not left or loop.time() >= end:
                return left
            await found.ask()
            await asyncio.sleep(LOOK_EVERY)


def _of(found: Processes, chosen: Sequence[ServiceStats]) -> Iterator[ServiceStats]:
    ids = {each.id for each in chosen}
    return (each for each in found.living() if each.id in ids)


def _held(each: ServiceStats) -> str:
    """Such as `8 partitions`."""
    if each.held is None:
        return "-"
    what = HOLDS.get(each.service, "things")
    return f"{each.held} {what if each.held != 1 else what[:-1]}"


def _print(listed: Sequence[ServiceStats], wanted: Wanted) -> None:
    for each in listed:
        if wanted.as_json:
            process = {"service": each.service, "id": each.id, "host": each.host, "pid": each.pid}
            told = {**process, "held": each.held, "draining": each.draining, "ready": each.ready}
            print(to_json(told).decode())
            continue
        state = "draining" if each.draining else "" if each.ready else "not ready"
        print(f"{each.service:<7} {each.id}  {each.host:<24}  {_held(each):<14}  {state}".rstrip())
