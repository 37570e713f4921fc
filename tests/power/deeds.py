"""What was done to a store and acknowledged, and whether what stands there after a power cut agrees.

Every message that is ever written carries a mark of its own, whatever kind of stream it is in: putting a
value adds one mark and removes another, an erasure removes some and adds none.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from typing import Literal


@dataclass(slots=True, kw_only=True, eq=False)
class Deed:
    """One write. `done` is when it was acknowledged, in seconds; None: nobody knows whether it happened."""

    store: str
    what: str
    adds: str | None = None
    removes: frozenset[str] = frozenset()
    done: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An acknowledged deed that the cut has undone: its mark is gone, or what it removed is back."""

    deed: Deed
    fault: Literal["lost", "back"]
    mark: str
    age: float
    """Seconds from its acknowledgement to the cut."""

    def __str__(self) -> str:
        deed = f"{self.deed.store}: {self.deed.what}, acknowledged {self.age:.3f} s before the cut"
        return f"{deed}: {self.mark[:40]} is {self.fault}"


@dataclass
class Deeds:
    """All that was done since the disk was last looked at."""

    deeds: list[Deed] = field(default_factory=list)

    def begin(self, store: str, what: str, *, adds: str | None = None, removes: Iterable[str] = ()) -> Deed:
        deed = Deed(store=store, what=what, adds=adds, removes=frozenset(removes))
        self.deeds.append(deed)
        return deed

    def undone(self, standing: Set[str], at: float) -> Iterator[Undone]:
        """What was acknowledged and does not hold after the cut at `at`, given the marks that stand."""
        removed = self._removed(standing)
        for deed in self.deeds:
            if deed.done is None:
                continue
            if deed.adds is not None and deed.adds not in standing | removed:
                yield Undone(deed=deed, fault="lost", mark=deed.adds, age=at - deed.done)
            for mark in deed.removes & standing:
                yield Undone(deed=deed, fault="back", mark=mark, age=at - deed.done)

    def _removed(self, standing: Set[str]) -> set[str]:
        """What may be gone: whoever removed it was acknowledged, or left no other trace of having failed."""
        removed: set[str] = set()
        for deed in reversed(self.deeds):
            if deed.done is not None or deed.adds is None or deed.adds in standing | removed:
                removed |= deed.removes
        return removed

    def unknown(self, standing: Set[str]) -> set[str]:
        """Marks that stand though nobody ever wrote them."""
        return set(standing) - {deed.adds for deed in self.deeds if deed.adds is not None}

    def settle(self, standing: Set[str], at: float) -> None:
        """From here on it counts what stands; what is gone must never be back."""
        gone = {deed.adds for deed in self.deeds if deed.adds is not None} - standing
        gone |= {mark for deed in self.deeds for mark in deed.removes} - standing
        self.deeds = [
            Deed(store="any", what="what stood after an earlier cut", adds=mark, done=at) for mark in standing
        ]
        self.deeds.append(
            Deed(store="any", what="what was gone after an earlier cut", removes=frozenset(gone), done=at)
        )
