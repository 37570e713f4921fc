"""The commands that are on offer, looked up by what they name."""

from collections.abc import Iterable, Mapping, Sequence

from libs.games.kit.game import Json
from libs.games.kit.schema import mismatch

Command = dict[str, Json]

NAMES: Mapping[str, tuple[str, ...]] = {
    "pick_region": ("region",),
    "train": ("region", "unit"),
    "build": ("region", "structure"),
    "attack": ("from", "to"),
    "ship": ("from", "to"),
    "bank_trade": ("give", "get"),
    "accept_trade": ("trade",),
    "decline_trade": ("trade",),
    "accept_alliance": ("from",),
    "decline_alliance": ("from",),
    "break_alliance": ("with",),
}
"""The fields of a command that say where or with whom; the others say how many."""


class Offers:
    """What the options allow: by the words of `NAMES`; how many the bot reckons from its view."""

    def __init__(self, options: Sequence[Mapping[str, Json]]) -> None:
        self._by_type: dict[str, list[Mapping[str, Json]]] = {}
        self._named: dict[tuple[Json, ...], Mapping[str, Json]] = {}
        for option in options:
            command = option["command"]
            kind = command["type"]
            self._by_type.setdefault(kind, []).append(option)
            self._named[kind, *(command.get(name) for name in NAMES.get(kind, ()))] = option

    def of(self, kind: str) -> list[Mapping[str, Json]]:
        return self._by_type.get(kind, [])

    def has(self, kind: str) -> bool:
        return kind in self._by_type

    def option(self, command: Command) -> Mapping[str, Json] | None:
        """The option that the command fills."""
        kind = command["type"]
        names = NAMES.get(kind, ())
        exact = self._named.get((kind, *(command.get(name) for name in names)))
        if exact is not None:
            return exact
        return next((option for option in self.of(kind) if _fills(option, command, names)), None)

    def allows(self, command: Command) -> bool:
        return self.option(command) is not None

    def first(self, commands: Iterable[Command]) -> Command | None:
        """The first of these that is on offer."""
        return next((command for command in commands if self.allows(command)), None)


def _fills(option: Mapping[str, Json], command: Command, names: Sequence[str]) -> bool:
    fixed, free = option["command"], option["fields"]
    return all(
        fixed.get(name) == command.get(name)
        or (name in free and mismatch(free[name], command.get(name)) is None)
        for name in names
    )
