"""The platform's own events: their names are reserved, so that no game has them too."""

from libs.games.kit.game import PLATFORM_EVENTS as RESERVED
from libs.runtime.platform_events import PLATFORM_EVENTS


def test_the_names_of_the_platforms_events_are_those_reserved() -> None:
    assert PLATFORM_EVENTS.keys() == RESERVED
