"""Verifying one game's log: nothing of it is believed that can be computed again.

Entry by entry, in this order: nothing ended before it (`end`), it follows from the former one (`form`,
`order`, `chain`), the first begins a game whose seeds fit their hashes (`begin`, `seed`), the secret that
it reveals is the one committed to (`commitment`), its draws follow from the seeds (`draw`), its events can
be folded and are what the rules make of its command (`fold`, `rules`), and they lead to the position whose
hash it carries (`state`). Then the log as a whole (`head`, `header`). The first that fails is named. The
secret stands at the end of a log, and its hash at the beginning: it is looked for first, so that an earlier
entry is not called good because a later one is broken.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from divan.verifying import chance, rules
from divan.verifying.chain import Chain, ClaimedLog, Piece, is_known
from divan.verifying.chance import RecordedDraws, RevealedSecret
from divan.verifying.report import Check, Fails, Failure, Report
from divan.verifying.source import TAKEN
from libs.events.entry import Entry
from libs.runtime.game_file import Header
from libs.runtime.platform_events import GameBegun
from libs.runtime.sight import result_to_json
from libs.runtime.state import AnyGame
from libs.runtime.table import Table


def verify(
    log: ClaimedLog,
    games: Mapping[str, AnyGame],
    *,
    heads: Collection[bytes] = (),
    commitment: str | None = None,
    watch: Callable[[int], None] = lambda _: None,
) -> Report:
    """Check a whole log.

    heads       hashes that clients were given: each must be that of an entry
    commitment  that the players were shown before they gave their seeds (hex): the log must have this one
    watch       is called with the number of each entry that holds
    """
    pieces = log.pieces
    verifier = _Verifier(pieces, games, commitment)
    failure = None
    seq = 0
    for seq, piece in enumerate(pieces, start=1):
        try:
            verifier.take(piece)
        except Fails as fails:
            failure = Failure(entry=seq, check=fails.check, sentence=str(fails))
            break
        watch(seq)
    if failure is None:
        failure = _as_a_whole(verifier, heads, log)
    first = verifier.first
    return Report(
        room=None if first is None else first.room,
        game=None if first is None else first.game,
        rules=None if first is None else first.rules,
        entries=len(pieces),
        complete=bool(pieces) and chance.reveals(pieces[-1]),
        failure=failure,
        checked=dict(verifier.checked) | ({"heads": len(heads)} if heads and failure is None else {}),
        unchecked=tuple(verifier.unchecked(heads)),
    )


class _Verifier:
    """One pass over a log."""

    def __init__(self, pieces: Sequence[Piece], games: Mapping[str, AnyGame], commitment: str | None) -> None:
        self._pieces = pieces
        self._games = games
        self._commitment = commitment
        self._chain = Chain()
        self._begun: GameBegun | None = None
        self._secret: RevealedSecret | None = None
        self._decides_start = True
        self.first: Entry | None = None
        self.table: Table | None = None
        self.hashes: set[bytes] = set()
        self.checked: Counter[str] = Counter()

    def take(self, piece: Piece) -> None:
        """The next entry. Raises Fails."""
        entry = self._chain.follow(piece)
        if self._begun is None or self.table is None:
            self.first = entry
            self._begun = self._begin(entry)
            self.table = self._opened(entry)
        chance.begins_once(entry)
        chance.committed(entry, self._begun)
        if self._secret is not None:
            self.checked["draws"] += chance.drawn(entry, self._secret.key)
        self._ruled(entry, self.table, self._begun)
        self.checked["positions"] += rules.hashed(self.table, entry)
        self.checked["entries"] += 1
        self.hashes.add(self._chain.digest)

    def _begin(self, entry: Entry) -> GameBegun:
        begun = chance.beginning(entry)
        if self._commitment is not None and begun.commitment != self._commitment:
            raise Fails(Check.COMMITMENT, "It is not committed to the secret that the players were told of.")
        chance.seeds(begun)
        secret = chance.secret_in(self._pieces, begun)
        self._secret = None if secret is None else RevealedSecret(begun, secret)
        return begun

    def _opened(self, entry: Entry) -> Table:
        game = self._games.get(entry.game)
        if game is None:
            raise Fails(Check.BEGIN, f'This build has no game "{entry.game}".')
        if entry.rules > game.rules:
            raise Fails(Check.BEGIN, f"It is by rules {entry.rules}; this build knows {game.rules}.")
        self._decides_start = entry.rules == game.rules
        return Table(entry.room, game)

    def _ruled(self, entry: Entry, table: Table, begun: GameBegun) -> None:
        decides = entry.seq > 1 or self._decides_start
        unknown = sum(not is_known(draw) for draw in entry.draws)
        # What was drawn from, the rules say too, also where the entry does not.
        redrawn = unknown if decides and self._secret is not None else 0
        secret = RecordedDraws(begun, entry) if self._secret is None else self._secret
        rules.followed(table, entry, self._chain.digest, secret, decides=decides)
        self.checked["commands"] += decides
        self.checked["draws"] += redrawn
        self.checked["unknown draws"] += unknown - redrawn
        self.checked["recorded draws"] += 0 if self._secret is not None else len(entry.draws) - unknown

    def unchecked(self, heads: Collection[bytes]) -> list[str]:
        """What could not be checked of the entries that hold."""
        said = []
        if not heads:
            said.append(
                "No head was given: a log that its keeper has written anew from some entry on, or cut "
                "short and ended otherwise, would pass."
            )
        if self._commitment is None:
            said.append("No commitment was given: the log's own was used.")
        if self._begun is not None and self._secret is None:
            draws = self.checked["recorded draws"]
            said.append(f"The secret is not revealed yet: {draws} draws were taken as they are recorded.")
        if unknown := self.checked["unknown draws"]:
            said.append(f"{unknown} draws stand in entries of schema version 1, and cannot be drawn again.")
        if self.first is not None and any(
            event.get("type") == "PositionLoaded" for event in self.first.events
        ):
            said.append(TAKEN)
        if self.first is not None and not self._decides_start:
            said.append(
                f"The first entry was folded, not decided: it is by rules {self.first.rules}, and games "
                "that begin now are by newer ones."
            )
        return said


def _as_a_whole(verifier: _Verifier, heads: Collection[bytes], log: ClaimedLog) -> Failure | None:
    """What no single entry shows."""
    missing = [head for head in heads if head not in verifier.hashes]
    if missing:
        return Failure(
            entry=None,
            check=Check.HEAD,
            sentence=f"No entry has the hash {missing[0].hex()}, which was given as a head of this log.",
        )
    if log.problem is not None:
        return Failure(entry=None, check=Check.HEADER, sentence=f"{log.problem}.")
    if verifier.table is None:
        return Failure(entry=None, check=Check.BEGIN, sentence="The log holds no entry.")
    if log.header is not None and (wrong := _misfits(log.header, verifier.table)):
        return Failure(
            entry=None, check=Check.HEADER, sentence=f"The header does not fit the log: {', '.join(wrong)}."
        )
    return None


def _misfits(header: Header, table: Table) -> list[str]:
    """The fields of a header that say something else than the log."""
    true = {
        "room": table.room,
        "game": table.game.name,
        "rules": table.rules,
        "entries": table.seq,
        "head": table.hash.hex(),
        "began_at": table.began_at,
        "ended_at": table.at,
        "result": result_to_json(table.state) if table.state.over else None,
    }
    return [field for field, value in true.items() if getattr(header, field) != value]
