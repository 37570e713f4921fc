"""A room's durable timer (decision: replaced only where it must fire earlier)."""

from libs.runtime.state import State
from services.engine.house import House

BOT_PATIENCE = 30_000
"""Milliseconds after which a bot that has not answered is asked again."""

SOON = 100
"""A timer is armed at least so many milliseconds ahead, so that an end that is due is not chased."""


class Alarm:
    """What is known of the timer. `_armed` is when it will fire; None: unknown, or it has fired."""

    __slots__ = ("_armed", "_house", "_room")

    def __init__(self, room: str, house: House) -> None:
        self._room = room
        self._house = house
        self._armed: int | None = None

    def fired(self) -> None:
        self._armed = None

    async def set(self, state: State, now: int) -> None:
        """See to it that a timer fires by the end of this state's wait, or in time to ask its bots again."""
        if state.over:
            self._armed = None
            return
        ends = [] if state.ends_at is None else [state.ends_at]
        if state.bots_waited_for:
            ends.append(now + BOT_PATIENCE)
        if ends and (self._armed is None or min(ends) < self._armed):
            await self._arm(max(min(ends), now + SOON))

    async def later(self, now: int) -> None:
        """Look at the room again, but not soon: its deadline could not be decided."""
        await self._arm(now + BOT_PATIENCE)

    async def _arm(self, at: int) -> None:
        await self._house.events.timers.arm(self._room, at)
        self._armed = at
