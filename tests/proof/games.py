"""Small games that hold, from which the vectors are made."""

import random

from tests.proof.recording import Recorder, bot, over, person
from tests.proof.tampering import Book, Entry, book


def persons() -> Book:
    """Two persons who gave their seeds, to the end."""
    recorder = Recorder("proof-persons", "tictactoe")
    recorder.start([person("proof-persons", 0), person("proof-persons", 1)])
    recorder.play("perfect", random.Random(1), over)
    return book(recorder.log)


def silent() -> Book:
    """A person who gave no seed, and a bot."""
    recorder = Recorder("proof-silent", "tictactoe")
    recorder.start([person("proof-silent", 0, gives=False), bot("easy")], turn_seconds=0)
    recorder.play("easy", random.Random(2), over)
    return book(recorder.log)


def lapsed() -> Book:
    """A turn whose deadline passes."""
    recorder = Recorder("proof-lapsed", "tictactoe")
    recorder.start([person("proof-lapsed", 0), person("proof-lapsed", 1)], turn_seconds=30)
    recorder.play("easy", random.Random(3), lambda recorder: len(recorder.log) == 3)
    recorder.give("clock", None, {"type": "lapse"}, after=30_000)
    return book(recorder.log)


def running() -> Book:
    """A game that is not over."""
    recorder = Recorder("proof-running", "tictactoe")
    recorder.start([person("proof-running", 0), person("proof-running", 1)])
    recorder.play("easy", random.Random(4), lambda recorder: len(recorder.log) == 4)
    return book(recorder.log)


def fork_source() -> Recorder:
    """A game that another one goes on from."""
    source = Recorder("proof-source", "tictactoe")
    source.start([bot("easy"), bot("easy")])
    source.play("easy", random.Random(6), lambda recorder: len(recorder.log) == 4)
    return source


def forked() -> Book:
    """Goes on from where that one stands."""
    recorder = Recorder("proof-fork", "tictactoe")
    recorder.start_from(fork_source().table, [person("proof-fork", 0), person("proof-fork", 1)])
    recorder.play("easy", random.Random(7), over)
    return book(recorder.log)


def fetih() -> Book:
    """Draws of five kinds, then the host closes the room."""
    room = "fetih-205"
    recorder = Recorder(room, "fetih")
    recorder.start([person(room, 0), person(room, 1)])
    recorder.play("standard", random.Random(205), lambda recorder: len(recorder.log) == 26)
    recorder.give("host", None, {"type": "close", "reason": "owner"})
    return book(recorder.log)


def houses() -> Book:
    """Houses that are spread among seats, then the host closes the room."""
    room = "proof-houses"
    recorder = Recorder(room, "houses")
    recorder.start([person(room, 0), bot("standard"), person(room, 2), bot("standard"), bot("standard")])
    recorder.play("standard", random.Random(5), lambda recorder: len(recorder.log) == 3)
    recorder.give("host", None, {"type": "close", "reason": "owner"})
    return book(recorder.log)


def old_schema(good: Book) -> Book:
    """As entries were written first: a draw did not say what it was drawn from."""

    def written_before(entries: list[Entry]) -> None:
        for entry in entries:
            entry["v"] = 1
            entry["draws"] = [[draw["name"], draw["outcome"]] for draw in entry["draws"]]

    return good.forged(written_before)
