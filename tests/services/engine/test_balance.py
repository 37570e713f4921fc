"""Each engine lets go of what is beyond its share, as far as others lack it."""

import pytest

from libs.events.engines import EngineAlive
from libs.events.memory import MemoryEvents, MemoryServer
from libs.events.ports import Heard
from libs.events.wire import pack
from services.engine.balance import Balance


class Engines:
    """One engine's balance, and what it hears of others."""

    def __init__(self) -> None:
        self.server = MemoryServer()
        self.balance = Balance(MemoryEvents(self.server).bus, self.server.now, "own")

    def heard(self, engine: str, held: int, *, draining: bool = False) -> None:
        async def answer(data: bytes) -> None:
            raise AssertionError("nobody answers a sign of life")

        self.balance.heard(
            Heard(
                "engines.alive", pack(EngineAlive(engine=engine, held=held, draining=draining)), False, answer
            )
        )

    def lets_go(self, held: int) -> int:
        return len(self.balance.excess(frozenset(range(held)), 16))


def test_who_is_alone_keeps_everything() -> None:
    assert Engines().lets_go(16) == 0


@pytest.mark.parametrize(
    ("held", "others", "let_go"),
    [
        pytest.param(16, [0], 8, id="a second engine has come"),
        pytest.param(8, [8], 0, id="both have their share"),
        pytest.param(9, [7], 1, id="one too many"),
        pytest.param(8, [8, 0], 2, id="a third one has come"),
        pytest.param(16, [8], 0, id="it took over what the other still claims to hold"),
        pytest.param(10, [7], 1, id="more than the other lacks"),
    ],
)
def test_what_is_beyond_the_share_is_let_go_as_far_as_others_lack_it(
    held: int, others: list[int], let_go: int
) -> None:
    engines = Engines()
    for number, theirs in enumerate(others):
        engines.heard(f"e{number}", theirs)
    assert engines.lets_go(held) == let_go


async def test_who_is_silent_for_a_second_is_given_nothing() -> None:
    engines = Engines()
    engines.heard("e", 0)
    await engines.server.advance(1_000)
    assert engines.balance.living() == 2
    assert engines.lets_go(16) == 0


async def test_who_is_silent_for_longer_counts_as_dead() -> None:
    engines = Engines()
    engines.heard("e", 0)
    await engines.server.advance(2_001)
    assert engines.balance.living() == 1


def test_who_is_draining_lets_go_of_all_that_others_lack() -> None:
    engines = Engines()
    engines.balance.draining = True
    engines.heard("e1", 5)
    engines.heard("e2", 5)
    assert engines.lets_go(6) == 6


def test_who_is_draining_keeps_its_rooms_while_nobody_can_take_them() -> None:
    engines = Engines()
    engines.balance.draining = True
    assert engines.lets_go(16) == 0
    engines.heard("e", 0, draining=True)
    assert engines.lets_go(16) == 0


def test_nothing_is_let_go_for_an_engine_that_is_draining() -> None:
    engines = Engines()
    engines.heard("e", 0, draining=True)
    assert engines.lets_go(16) == 0
