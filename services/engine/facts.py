"""What the other services may know of a game: the message of `table.<room>`."""

from libs.events.tables import TableFact, TalkChannel
from libs.runtime.sight import result_to_json, talk
from libs.runtime.table import Table

PATIENCE = 60.0
"""Seconds without a connection after which a bot sits in, where the game says nothing of its own."""


def gist(table: Table) -> tuple[object, ...]:
    """What a fact depends on: while it is equal, the fact is the same but for its `seq`."""
    return table.state.players, table.state.over, talk(table.game, table.state)


def table_fact(table: Table) -> TableFact:
    """The fact as it is now."""
    game, state = table.game, table.state
    talking = talk(game, state)
    return TableFact(
        room=table.room,
        game=game.name,
        seq=table.seq,
        players=state.players,
        channels=tuple(TalkChannel(name=each.name, seats=each.seats) for each in talking.channels),
        hidden=talking.hidden,
        absent_after=PATIENCE if game.absence is None else game.absence.after,
        begun_at=table.began_at,
        over_at=table.at if state.over else None,
        result=result_to_json(state),
    )
