"""Game files that hold and that do not, for every verifier: this one in Python, and the page's.

`vectors.json` says of each what a verifier finds. Run this to make what is missing: a file that is there
stays, with the rules that its game was played by.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from divan.verifying.report import Check
from tests.proof import forgeries as by
from tests.proof import games
from tests.proof.forgeries import forged, header, lines_of, renumbered, set_field
from tests.proof.tampering import Book, book, read_book

FOLDER = Path(__file__).parent / "vectors"

Found = tuple[int | None, Check] | None
"""The entry and the check that fails; None where the log holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """A file, and what is found of it. The page sees no positions and knows no rules."""

    name: str
    what: str
    text: bytes
    python: Found = None
    page: Found = None
    heads: Sequence[str] = ()
    complete: bool = True

    def line(self) -> dict[str, Any]:
        return {
            "file": f"{self.name}.divan",
            "what": self.what,
            "heads": list(self.heads),
            "python": _found(self.python),
            "page": _found(self.page),
            "complete": self.complete,
        }


def _found(found: Found) -> dict[str, Any] | None:
    return None if found is None else {"entry": found[0], "check": found[1]}


def kept(name: str, make: Callable[[], Book]) -> Book:
    """The game of the file that is there, by the rules it was played by; a new one where there is none."""
    file = FOLDER / f"{name}.divan"
    return read_book(file.read_bytes()) if file.exists() else make()


def good_vectors() -> Iterator[Vector]:
    two, many = kept("good-tictactoe", games.persons), kept("good-fetih-closed", games.fetih)
    yield Vector(
        name="good-tictactoe",
        what="two persons who gave their seeds, to the end; three heads that were given on the way",
        text=two.text(),
        heads=[two.heads[0], two.heads[3], two.heads[-1]],
    )
    yield Vector(
        name="good-silent-seat",
        what="a person who gave no seed, against a bot; turns without an end",
        text=kept("good-silent-seat", games.silent).text(),
    )
    yield Vector(
        name="good-lapsed", what="a deadline that passed", text=kept("good-lapsed", games.lapsed).text()
    )
    yield Vector(
        name="good-fetih-closed",
        what="integers, dice, choices, shuffles and a subset; the host closed the room",
        text=many.text(),
        heads=[many.heads[12]],
    )
    yield Vector(
        name="good-houses-closed",
        what="a spread; the host closed the room",
        text=kept("good-houses-closed", games.houses).text(),
    )
    yield Vector(
        name="good-old-schema",
        what="entries of schema version 1, which do not say what was drawn from",
        text=games.old_schema(two).text(),
    )
    yield Vector(
        name="good-fork-source",
        what="a game that goes on in another room from here, and is not over itself",
        text=kept("good-fork-source", lambda: book(games.fork_source().log)).text(),
        complete=False,
    )
    yield Vector(
        name="good-fork",
        what="a game that goes on from a given position of another one",
        text=kept("good-fork", games.forked).text(),
    )
    game = kept("good-running", games.running)
    yield Vector(
        name="good-running",
        what="a game that is not over: its secret is not revealed, its draws are taken as recorded",
        text=game.text(),
        heads=[game.heads[1]],
        complete=False,
    )


def tampered_vectors() -> Iterator[Vector]:
    two, many = kept("good-tictactoe", games.persons), kept("good-fetih-closed", games.fetih)
    spread, late = kept("good-houses-closed", games.houses), kept("good-lapsed", games.lapsed)
    last = len(two.lines)

    def vector(
        name: str, what: str, change: Callable[[Book], Book], python: Found, *, of: Book = two, **more: Any
    ) -> Vector:
        text = change(of.copy()).text()
        return Vector(name=name, what=what, text=text, python=python, **({"page": python} | more))

    form, order, chain, begin = Check.FORM, Check.ORDER, Check.CHAIN, Check.BEGIN
    yield vector("form-line", "a line holds no hash", lines_of(lambda lines: lines[2].pop("hash")), (3, form))
    yield vector(
        "form-base64",
        "an entry is not base64",
        lines_of(lambda lines: lines[2].update(entry="?")),
        (3, form),
    )
    yield vector("form-entry", "an entry is not msgpack, hashes anew", by.not_an_entry, (3, form))
    yield vector(
        "form-field",
        "an entry has no time, hashes anew",
        forged(lambda entries: entries[2].pop("at")),
        (3, form),
    )
    yield vector(
        "form-unknown-ask",
        "a loaded die that does not say what it was drawn from, as in entries of version 1, hashes anew",
        forged(by.other_outcome_of_an_unknown_ask),
        (6, form),
        of=many,
    )
    yield vector(
        "form-game",
        "a game whose name leads out of a folder, hashes anew",
        forged(set_field(1, "game", "x/../../y")),
        (1, form),
    )
    yield vector(
        "form-version",
        "an entry of a schema version that never was, hashes anew",
        forged(set_field(3, "v", 0)),
        (3, form),
    )
    yield vector(
        "form-no-version",
        "an entry without its schema version, hashes anew",
        forged(lambda entries: entries[2].pop("v")),
        (3, form),
    )
    yield vector("order-dropped", "an entry is missing", lines_of(lambda lines: lines.pop(2)), (3, order))
    yield vector("order-swapped", "two entries changed places", lines_of(by.swap), (3, order))
    yield vector(
        "order-copy",
        "an entry stands twice",
        lines_of(lambda entries: entries.insert(3, entries[2])),
        (4, order),
    )
    yield vector(
        "order-number", "an entry's number skips, hashes anew", forged(set_field(4, "seq", 5)), (4, order)
    )
    yield vector(
        "order-room",
        "an entry of another room, hashes anew",
        forged(set_field(4, "room", "other")),
        (4, order),
    )
    yield vector("order-game", "another game, hashes anew", forged(set_field(4, "game", "fetih")), (4, order))
    yield vector("order-rules", "other rules, hashes anew", forged(set_field(4, "rules", 7)), (4, order))
    yield vector("order-time", "time runs back, hashes anew", forged(set_field(4, "at", 5)), (4, order))
    yield vector("chain-byte", "one bit of an entry is changed", lines_of(by.flip_byte), (4, chain))
    yield vector(
        "chain-hash",
        "a hash is another",
        lines_of(lambda lines: lines[3].update(hash="0" * 64)),
        (4, chain),
    )
    yield vector(
        "chain-dropped",
        "an entry is missing, lines numbered anew",
        renumbered(lambda entries: entries.pop(2)),
        (3, chain),
    )
    yield vector(
        "chain-swapped", "two entries changed places, lines numbered anew", renumbered(by.swap), (3, chain)
    )
    yield vector(
        "chain-copy",
        "an entry stands twice, lines numbered anew",
        renumbered(lambda entries: entries.insert(3, dict(entries[2]))),
        (4, chain),
    )
    yield vector(
        "begin-cut",
        "the first entry is gone, the rest numbered and hashed anew",
        forged(by.cut_front),
        (1, begin),
    )
    yield vector(
        "begin-again", "GameBegun stands in a later entry, hashes anew", forged(by.begin_again), (4, begin)
    )
    yield vector(
        "commitment",
        "another secret is revealed, hashes anew",
        forged(by.another_secret),
        (last, Check.COMMITMENT),
    )
    yield vector(
        "seed", "a seed does not fit its hash, hashes anew", forged(by.another_seed), (1, Check.SEED)
    )
    yield vector(
        "seed-silent",
        "who gave a seed is called silent, hashes anew",
        forged(by.called_silent),
        (1, Check.SEED),
    )
    yield vector(
        "draw-seed",
        "another seed with its hash, hashes anew",
        forged(by.exchanged_seed),
        (1, Check.DRAW),
        of=many,
    )
    for kind in ("integer", "dice", "choice", "shuffle", "subset", "spread"):
        of = spread if kind == "spread" else many
        place = by.other_outcome(kind)(of.entries)
        yield vector(
            f"draw-{kind}",
            f"another outcome of a draw ({kind}), hashes anew",
            forged(by.other_outcome(kind)),
            (place, Check.DRAW),
            of=of,
        )
    yield vector(
        "rules-event",
        "another event than the command comes to, hashes anew",
        forged(by.mark_elsewhere),
        (3, Check.RULES),
        page=None,
    )
    yield vector(
        "rules-event-with-heads",
        "the same, and a head was given",
        forged(by.mark_elsewhere),
        (3, Check.RULES),
        page=(None, Check.HEAD),
        heads=[two.heads[4]],
    )
    yield vector(
        "rules-old-schema",
        "a loaded die in entries of schema version 1, hashes anew",
        lambda book: games.old_schema(book.forged(by.other_outcome("dice"))),
        (6, Check.RULES),
        page=None,
        of=many,
    )
    yield vector(
        "rules-command",
        "a command that the rules refuse, hashes anew",
        forged(by.other_command),
        (4, Check.RULES),
        page=None,
    )
    yield vector(
        "rules-early-lapse",
        "a deadline lapses before its time, hashes anew",
        by.early_lapse,
        (len(late.lines), Check.RULES),
        page=None,
        of=late,
    )
    yield vector(
        "fold-unknown-event",
        "an event that the game does not know, hashes anew",
        forged(by.unknown_event),
        (3, Check.FOLD),
        page=None,
    )
    yield vector(
        "state-wrong",
        "another hash of the position, hashes anew",
        forged(by.other_state),
        (last, Check.STATE),
        page=None,
    )
    yield vector(
        "state-missing",
        "the hash of the last position is missing, hashes anew",
        forged(by.no_state),
        (last, Check.STATE),
        page=None,
    )
    yield vector("end-entry", "an entry after the last", by.invented, (last + 1, Check.END), complete=False)
    yield vector(
        "end-event", "an event after the secret, hashes anew", forged(by.after_the_secret), (last, Check.END)
    )
    yield vector(
        "head-truncated",
        "the last two entries are gone; a head that was given stood among them",
        by.cut_short,
        (None, Check.HEAD),
        heads=[two.heads[2], two.heads[-2]],
        complete=False,
    )
    yield vector(
        "head-rehashed",
        "a command has another id, hashes anew; only a head can tell",
        forged(lambda entries: entries[3]["command"].update(id="player-x")),
        (None, Check.HEAD),
        heads=[two.heads[-1]],
    )
    yield vector("header-head", "the header names another head", header(head="0" * 64), (None, Check.HEADER))
    yield vector("header-room", "the header names another room", header(room="other"), (None, Check.HEADER))
    yield vector(
        "header-result",
        "the header names another result",
        header(result={"reason": "line", "seats": []}),
        (None, Check.HEADER),
        page=None,
    )
    yield vector(
        "header-entries",
        "the last entry is gone, and the header counts it",
        lines_of(lambda lines: lines.pop()),
        (None, Check.HEADER),
        complete=False,
    )
    yield vector(
        "header-version", "a version of the file that nobody knows", header(version=2), (None, Check.HEADER)
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    found = []
    for vector in (*good_vectors(), *tampered_vectors()):
        file = FOLDER / f"{vector.name}.divan"
        if not file.exists():
            file.write_bytes(vector.text)
            print(file.name)
        found.append(vector.line())
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (FOLDER / "vectors.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
