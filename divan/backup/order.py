"""In which order streams are read, so that a backup of an installation in play is of one piece.

Each stream is read at a moment of its own, a little later than the one before. So what rests on something
is read before that on which it rests: whatever it speaks of was there earlier, and is in the backup.

    what is told of the log        before the log: it never knows more than the log
    the log                        before the archive: what is moved meanwhile is in both, never in neither
    the log, talk                  before the rooms they belong to
    rooms                          before the codes and the people they name
    sessions, accounts             before the names that they hold
    who was erased                 last: whoever is back in the accounts is erased again

Decision 29 says what becomes of the seconds between.
"""

from collections.abc import Iterable

from libs.events.streams import ANALYTICS, ARCHIVE, ASIDE, BOTS, BUCKETS, CHAT, ROOMS, SNAPSHOTS, TABLES

LEFT_OUT = frozenset({SNAPSHOTS.name, BOTS.name})
"""Made anew from the log: positions, and questions to bots, which are a minute old at most."""

LOG = "GAMES_"

_FIRST = (TABLES.name, ANALYTICS.name, CHAT.name, ASIDE.name, LOG, ARCHIVE.name)
_LAST = (
    ROOMS.name,
    *(BUCKETS[name].stream for name in ("sessions", "attempts", "accounts", "names", "settings", "erased")),
)


def in_order(names: Iterable[str]) -> list[str]:
    """Those that belong into a backup; what has no place of its own stands before the rooms."""
    return sorted((name for name in names if name not in LEFT_OUT), key=_place)


def _place(name: str) -> tuple[int, int, str]:
    kind = LOG if name.startswith(LOG) else name
    if kind in _FIRST:
        return 0, _FIRST.index(kind), name
    if kind in _LAST:
        return 2, _LAST.index(kind), name
    return 1, 0, name
