"""A draft as the entry that is stored."""

from collections.abc import Sequence

from libs.events.commands import Command
from libs.events.entry import Asked, Draw, Entry, seal
from libs.runtime.state import state_hash, stored_form
from libs.runtime.table import STATE_EVERY, Reader, Table
from services.engine.ruling import Draft


def sealed(
    table: Table, command: Command, draft: Draft, shown: Sequence[Reader]
) -> tuple[Entry, bytes, bytes]:
    """The next entry of the table's log, its stored bytes, and its hash."""
    seq = table.seq + 1
    state_due = draft.state.over or seq % STATE_EVERY == 0
    entry = Entry(
        room=table.room,
        game=table.game.name,
        rules=table.rules,
        seq=seq,
        at=draft.at,
        command=Asked(id=command.id, origin=command.origin, seat=command.seat, body=command.body),
        events=tuple(stored_form(event) for event, _ in draft.steps),
        draws=tuple(Draw(**draw) for draw in draft.draws),
        shown=tuple(shown),
        state=state_hash(table.game, draft.state.position) if state_due else None,
    )
    return entry, *seal(table.hash, entry)
