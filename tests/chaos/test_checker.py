"""The checker sees each broken promise in a history that breaks it, and nothing in one that breaks none."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.chaos.checker import violations
from tests.chaos.history import Answered, Asked, Glimpse, History, Reader, Seen, Spoke
from tests.chaos.ledger import Ledger, Line

T0 = 1_000_000
"""When the game of the example began, in Unix milliseconds; each move comes a second after the one before."""


def glimpse(mark: int) -> Glimpse:
    return Glimpse(view={"mark": mark}, wait={"seats": [0], "ends_at": T0 + mark * 1000 + 5000}, result=None)


def line(seq: int, id: str, origin: str = "player", **more: Any) -> Line:
    """An entry that shows all three readers something."""
    at = T0 + seq * 1000
    fields: dict[str, Any] = {
        "seq": seq,
        "id": id,
        "origin": origin,
        "at": at,
        "hash": f"h{seq}",
        "ends_at": at + 5000,
        "shown": (0, 1, None),
        "numbers": {0: seq, 1: seq, None: seq},
        "glimpses": {reader: glimpse(seq) for reader in (0, 1, None)},
        "told": {reader: [{"type": "Moved", "seq": seq}] for reader in (0, 1, None)},
    }
    return Line(**(fields | more))


def lapsed(seq: int) -> Line:
    """The end of the wait of the entry before passed, and the game is over."""
    return line(seq, f"lapse-{seq - 1}", "clock", at=T0 + (seq - 1) * 1000 + 5100, ends_at=None, over=True)


def asked(seq: int, id: str, outcome: str = "accepted", **more: Any) -> Asked:
    at = T0 + seq * 1000
    answer = Answered(at=at + 5, outcome=outcome, number=seq, head=f"h{seq}")
    return Asked(id=id, origin="player", seat=0, sent_at=at - 5, answers=[replace(answer, **more)])


def seen(reader: Reader, seq: int, **more: Any) -> Seen:
    found = Seen(
        at=T0 + seq * 1000 + 6,
        reader=reader,
        number=seq,
        former=seq - 1,
        head=f"h{seq}",
        glimpse=glimpse(seq),
        told=[{"type": "Moved", "seq": seq}],
    )
    return replace(found, **more)


class Story:
    """Three entries that two seats and the spectators saw, and a deadline that passed: all is well."""

    def __init__(self) -> None:
        self.lines = [line(1, "start", "host"), line(2, "m1"), line(3, "m2"), lapsed(4)]
        self.asked = [asked(2, "m1"), asked(3, "m2", "repeated")]
        self.seen = [seen(reader, seq) for reader in (0, 1, None) for seq in (1, 2, 3, 4)]
        self.spoke = [
            Spoke(person="p", id="t0", sent_at=1, answered_at=2, said=True),
            Spoke(person="p", id="t1", sent_at=3, answered_at=4, said=True),
            Spoke(person="p", id="t2", sent_at=5, answered_at=6, said=False),
        ]
        self.said = [("p", "t0"), ("p", "t1")]
        self.broken: str | None = None
        self.disproved: str | None = None
        self.over_told = True

    def kinds(self) -> set[str]:
        history = History(
            room="r",
            game="g",
            readers=(0, 1, None),
            asked=self.asked,
            seen=self.seen,
            spoke=self.spoke,
            until=T0 + 60_000,
        )
        found = Ledger(
            lines=self.lines,
            broken=self.broken,
            disproved=self.disproved,
            said=self.said,
            over_told=self.over_told,
        )
        return {violation.kind for violation in violations(history, found)}


def test_a_history_that_breaks_no_promise_is_not_blamed() -> None:
    assert Story().kinds() == set()


def lost(story: Story) -> None:
    story.asked.append(asked(3, "m9"))


def lost_though_repeated(story: Story) -> None:
    story.asked.append(asked(3, "m9", "repeated"))


def doubled(story: Story) -> None:
    story.lines[2] = line(3, "m1")


def refused_but_done(story: Story) -> None:
    story.asked[1].answers.append(Answered(at=T0 + 3006, outcome="rejected", code="not_your_turn"))


def accepted_twice(story: Story) -> None:
    story.asked[0].answers.append(story.asked[0].answers[0])


def from_nowhere(story: Story) -> None:
    del story.asked[0]


def reordered(story: Story) -> None:
    story.asked[0] = asked(4, "m1")
    story.asked[0].answers[0] = replace(story.asked[0].answers[0], number=2, head="h2")


def disproved(story: Story) -> None:
    story.disproved = "entry 3 does not hold"


def broken_chain(story: Story) -> None:
    story.broken = "the entry's hash does not follow from the former one"


def missing_entry(story: Story) -> None:
    del story.lines[1]


def time_runs_back(story: Story) -> None:
    story.lines[2] = replace(story.lines[2], at=T0 + 1999)


def went_on_after_the_end(story: Story) -> None:
    story.lines[2] = replace(story.lines[2], over=True)


def end_untold(story: Story) -> None:
    story.over_told = False


def early_lapse(story: Story) -> None:
    story.lines[3] = replace(story.lines[3], at=T0 + 3000 + 4999)


def lapse_of_no_deadline(story: Story) -> None:
    story.lines[2] = replace(story.lines[2], ends_at=None)


def moved_after_the_deadline(story: Story) -> None:
    story.lines[1] = replace(story.lines[1], ends_at=T0 + 2999)


def never_lapsed(story: Story) -> None:
    del story.lines[3]
    story.seen = [each for each in story.seen if each.number < 4]


def unknown_head(story: Story) -> None:
    story.asked[0] = asked(2, "m1", head="made up")


def wrong_number(story: Story) -> None:
    story.asked[0] = asked(2, "m1", number=1)


def view_of_no_entry(story: Story) -> None:
    story.seen.append(seen(0, 5))


def view_that_is_not_the_fold(story: Story) -> None:
    story.seen[0] = seen(0, 1, glimpse=glimpse(2))


def head_of_another_entry(story: Story) -> None:
    story.seen[0] = seen(0, 1, head="h2")


def events_of_another_entry(story: Story) -> None:
    story.seen[0] = seen(0, 1, told=[])


def gap_shown(story: Story) -> None:
    story.seen[2] = seen(0, 3, former=1)


def last_view_missing(story: Story) -> None:
    story.seen = [each for each in story.seen if (each.reader, each.number) != (None, 4)]


def nothing_ever_seen(story: Story) -> None:
    story.seen = [each for each in story.seen if each.reader != 1]


def unsaid(story: Story) -> None:
    del story.said[0]


def said_twice(story: Story) -> None:
    story.said.append(("p", "t1"))


def said_out_of_order(story: Story) -> None:
    story.said.reverse()


def said_though_refused(story: Story) -> None:
    story.said.append(("p", "t2"))


@pytest.mark.parametrize(
    ("breach", "kind"),
    [
        (lost, "lost"),
        (lost_though_repeated, "lost"),
        (doubled, "doubled"),
        (refused_but_done, "refused but done"),
        (accepted_twice, "accepted twice"),
        (from_nowhere, "from nowhere"),
        (reordered, "order"),
        (broken_chain, "chain"),
        (disproved, "proof"),
        (missing_entry, "chain"),
        (time_runs_back, "time"),
        (went_on_after_the_end, "end"),
        (end_untold, "end"),
        (early_lapse, "early lapse"),
        (lapse_of_no_deadline, "early lapse"),
        (moved_after_the_deadline, "missed lapse"),
        (never_lapsed, "missed lapse"),
        (unknown_head, "head"),
        (wrong_number, "number"),
        (view_of_no_entry, "view"),
        (view_that_is_not_the_fold, "view"),
        (head_of_another_entry, "head"),
        (events_of_another_entry, "told"),
        (gap_shown, "number"),
        (last_view_missing, "last view"),
        (nothing_ever_seen, "last view"),
        (unsaid, "unsaid"),
        (said_twice, "said twice"),
        (said_out_of_order, "talk order"),
        (said_though_refused, "said though refused"),
    ],
)
def test_a_breach_is_seen(breach: Callable[[Story], None], kind: str) -> None:
    story = Story()
    breach(story)
    assert kind in story.kinds()
