"""The census: how many rooms there are in each state, and who sits in them."""

from libs.runtime.metrics import REGISTRY
from services.rooms.census import Census
from tests.services.rooms.houses import House


def counts(census: Census) -> dict[str, float | None]:
    census.show()
    states = {
        state: REGISTRY.get_sample_value("divan_rooms_by_state", {"state": state})
        for state in ("waiting", "playing", "over")
    }
    seats = {who: REGISTRY.get_sample_value("divan_rooms_seats", {"who": who}) for who in ("person", "bot")}
    return states | seats


async def test_a_room_waits_plays_and_is_over(home: House) -> None:
    census = Census(home.edge.directory, home.edge.tables)
    assert counts(census) == {"waiting": 0, "playing": 0, "over": 0, "person": 0, "bot": 0}
    await (await home.guest()).open(bots=["easy"])
    assert counts(census) == {"waiting": 1, "playing": 0, "over": 0, "person": 1, "bot": 1}
    _, _, sockets = await home.two_play()
    assert counts(census) == {"waiting": 1, "playing": 1, "over": 0, "person": 3, "bot": 1}
    begins = sockets[0].view["first"]
    for number, cell in enumerate((0, 3, 1, 4, 2)):
        await sockets[(begins + number) % 2].command(f"c{number}", type="place", cell=cell)
    await home.server.settle()
    assert counts(census) == {"waiting": 1, "playing": 0, "over": 1, "person": 1, "bot": 1}


async def test_a_closed_room_is_counted_no_more(home: House) -> None:
    census = Census(home.edge.directory, home.edge.tables)
    ali = await home.guest()
    code = await ali.open()
    assert counts(census)["waiting"] == 1
    await ali.delete(f"/api/rooms/{code}/seats/0")
    await home.server.settle()
    assert counts(census) == {"waiting": 0, "playing": 0, "over": 0, "person": 0, "bot": 0}


async def test_a_move_is_counted_by_game_and_timed_to_its_answer_and_its_view(home: House) -> None:
    def counted(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(f"divan_{name}", {"game": "tictactoe", **labels}) or 0.0

    def seen() -> tuple[float, ...]:
        return (
            counted("rooms_commands_total", outcome="accepted", code=""),
            counted("rooms_commands_total", outcome="rejected", code="not_your_turn"),
            counted("rooms_command_seconds_count"),
            counted("rooms_view_seconds_count"),
        )

    _, _, sockets = await home.two_play()
    begins = sockets[0].view["first"]
    one, other = sockets[begins], sockets[1 - begins]
    before = seen()
    await one.command("c1", type="place", cell=0)
    await one.command("c2", type="place", cell=1)
    await other.command("c1", type="place", cell=4)
    await other.next("view", number=3)
    grown = tuple(after - former for after, former in zip(seen(), before, strict=True))
    assert grown == (2, 1, 3, 2)
