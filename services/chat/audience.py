"""Who may write in a channel, and who may read what was said there."""

from libs.events.tables import TableFact, TalkChannel
from libs.events.talk import Said
from services.chat.membership import Membership
from services.chat.refusals import CHAT_CLOSED, MUTED, NO_SUCH_CHANNEL, NO_SUCH_ROOM, NOT_A_MEMBER, NotSaid

BEFORE_THE_GAME = (TalkChannel(name="table", seats=None),)
"""Until a game says otherwise all talk to all."""


def channel_for(membership: Membership, table: TableFact | None, person: str, name: str) -> TalkChannel:
    """The channel in which that person may speak now. Raises NotSaid with the reason if they may not."""
    if not membership.is_known:
        raise NotSaid(NO_SUCH_ROOM)
    seats = membership.seats_of(person)
    if not seats:
        raise NotSaid(NOT_A_MEMBER)
    if person in membership.muted:
        raise NotSaid(MUTED)
    channels = BEFORE_THE_GAME if table is None else table.channels
    if membership.closed or not channels:
        raise NotSaid(CHAT_CLOSED)
    for channel in channels:
        if channel.name == name and (channel.seats is None or speaking_seat(channel, seats) is not None):
            return channel
    # A channel of others is answered like one that does not exist: who talks with whom may be secret.
    raise NotSaid(NO_SUCH_CHANNEL)


def speaking_seat(channel: TalkChannel, seats: tuple[int, ...]) -> int | None:
    """Which of a person's seats speaks in the channel; None if none does."""
    return next((seat for seat in seats if channel.seats is None or seat in channel.seats), None)


def is_readable(said: Said, membership: Membership, person: str | None) -> bool:
    """Whether that person (None: a spectator) may read it: by the channel's seats when it was said."""
    if person in membership.banned:
        return False
    return said.seats is None or any(seat in said.seats for seat in membership.seats_of(person))
