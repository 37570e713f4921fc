"""The beginning, the seeds, the secret and the draws: whether chance was what it was committed to be."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from divan.verifying.chain import Piece, is_known
from divan.verifying.report import Check, Fails
from divan.verifying.sameness import same
from libs.events.entry import Draw, Entry
from libs.events.wire import Malformed, plain, unpack_plain, validate
from libs.games.kit.asks import read_ask
from libs.games.kit.chance import (
    CHANCE_VERSION,
    Ask,
    ByteStream,
    RecordedChance,
    ScriptedChance,
    ScriptError,
    SeededChance,
    commitment,
)
from libs.runtime.platform_events import GameBegun
from services.engine.beginning import SEED
from services.engine.keyring import chance_key

MOST_PIECES = 1 << 20
"""No honest draw takes so many pieces: an entry could not hold what they were taken from."""


def beginning(entry: Entry) -> GameBegun:
    """What the first entry says of seats and chance. Raises Fails."""
    first = entry.events[0] if entry.events else {}
    if entry.command.origin != "host" or entry.command.body.get("type") != "start":
        raise Fails(Check.BEGIN, "It is not the host's command to start.")
    if first.get("type") != "GameBegun":
        raise Fails(Check.BEGIN, "Its first event is not GameBegun.")
    try:
        begun = validate(GameBegun, first)
    except Malformed as error:
        raise Fails(Check.BEGIN, f"Its GameBegun is malformed: {error}.") from error
    if begun.chance != CHANCE_VERSION:
        raise Fails(Check.BEGIN, f"It names version {begun.chance} of chance; {CHANCE_VERSION} is known.")
    return begun


def begins_once(entry: Entry) -> None:
    """Raises Fails where a game begins in the middle of a log, or of its first entry."""
    allowed = ("GameBegun", "PositionLoaded") if entry.seq == 1 else ()
    for place, event in enumerate(entry.events):
        kind = event.get("type")
        if kind in ("GameBegun", "PositionLoaded") and (place >= len(allowed) or kind != allowed[place]):
            raise Fails(Check.BEGIN, f"{kind} stands where no game begins.")


def seeds(begun: GameBegun) -> None:
    """Raises Fails where a seed is not the one that its person gave the hash of."""
    for number, seat in enumerate(begun.seats):
        if seat.seed is None:
            continue
        if not SEED.fullmatch(seat.seed) or sha256(bytes.fromhex(seat.seed)).hexdigest() != seat.seed_hash:
            raise Fails(Check.SEED, f"The seed of seat {number} does not fit its hash.")
    missing = [n for n, seat in enumerate(begun.seats) if seat.player == "person" and seat.seed is None]
    if missing != list(begun.silent):
        raise Fails(Check.SEED, f"The seats {missing} gave no seed, and {list(begun.silent)} are named.")


def committed(entry: Entry, begun: GameBegun) -> None:
    """Raises Fails where the secret that an entry reveals is not the one committed to, or not its last."""
    for place, event in enumerate(entry.events, start=1):
        if event.get("type") != "SecretRevealed":
            continue
        if _fitting(event.get("secret"), begun) is None:
            raise Fails(Check.COMMITMENT, "The secret that it reveals is not the one committed to.")
        if place < len(entry.events):
            raise Fails(Check.END, "An event stands after the secret, which is the last of a log.")


def secret_in(pieces: Sequence[Piece], begun: GameBegun) -> bytes | None:
    """The secret that was committed to, wherever it stands: its hash proves it, no chain is needed."""
    for piece in reversed(pieces):
        for secret in _secrets(piece):
            if (found := _fitting(secret, begun)) is not None:
                return found
    return None


def reveals(piece: Piece) -> bool:
    """Whether an entry reveals a secret, the right one or not."""
    return bool(_secrets(piece))


def _secrets(piece: Piece) -> list[Any]:
    if b"SecretRevealed" not in piece.entry:
        return []
    try:
        events = unpack_plain(piece.entry)["events"]
        return [event.get("secret") for event in events if event.get("type") == "SecretRevealed"]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []


def _fitting(secret: object, begun: GameBegun) -> bytes | None:
    try:
        found = bytes.fromhex(secret) if isinstance(secret, str) else b""
    except ValueError:
        return None
    return found if commitment(found).hex() == begun.commitment else None


def drawn(entry: Entry, key: bytes) -> int:
    """How many draws of an entry follow from the room's key; those that cannot be drawn again are passed by.

    Raises Fails for the first that does not.
    """
    known = 0
    for number, draw in enumerate(entry.draws):
        if not is_known(draw):
            continue
        try:
            ask = _ask(draw)
            follows = same(ask.resolve(ByteStream(key, entry.seq, number).below), draw.outcome)
        except Exception as error:
            # Whatever asks and outcomes that no engine wrote do to drawing.
            raise Fails(Check.DRAW, f"Its draw {number} cannot be drawn: {error}.") from error
        if not follows:
            raise Fails(Check.DRAW, f'Its draw {number}, "{draw.name}", does not follow from the seeds.')
        known += 1
    return known


def _ask(draw: Draw) -> Ask:
    """The ask; refused before it is resolved where its outcome could not be, as it may be enormous."""
    count, stock = draw.ask.get("count"), draw.ask.get("stock")
    # Each piece of a stock is looked for among all its kinds.
    steps = len(stock) if isinstance(stock, list) else 1
    if isinstance(count, int) and count * steps > MOST_PIECES:
        raise ValueError("it asks for too much")
    ask = read_ask(draw.ask)
    if not ask.accepts(draw.outcome):
        raise ValueError("its outcome is none of those possible")
    return ask


class RevealedSecret:
    """A room's secret in place of an engine's master keys, once the log reveals it."""

    def __init__(self, begun: GameBegun, secret: bytes) -> None:
        self._begun = begun
        self._secret = secret
        self.key = chance_key(secret, begun)

    def secret(self, room: str, key: str) -> bytes:
        return self._secret

    def commitment(self, room: str) -> tuple[str, str, int]:
        return self._begun.key, commitment(self._secret).hex(), CHANCE_VERSION

    def chance(self, room: str, begun: GameBegun, entry: int) -> RecordedChance:
        return SeededChance(chance_key(self._secret, begun), entry)


class RecordedDraws:
    """What an entry says was drawn, where the secret is not known or the draws cannot be made again."""

    def __init__(self, begun: GameBegun, entry: Entry) -> None:
        self._begun = begun
        self._entry = entry

    def secret(self, room: str, key: str) -> bytes:
        """The one that the entry itself reveals."""
        revealed = [event for event in self._entry.events if event.get("type") == "SecretRevealed"]
        return bytes.fromhex(revealed[-1]["secret"]) if revealed else b""

    def commitment(self, room: str) -> tuple[str, str, int]:
        return self._begun.key, self._begun.commitment, self._begun.chance

    def chance(self, room: str, begun: GameBegun, entry: int) -> RecordedChance:
        return ScriptedChance([{draw.name: plain(draw.outcome)} for draw in self._entry.draws], _Nothing())


class _Nothing:
    """Chance after the last recorded draw."""

    def draw(self, name: str, ask: Ask) -> Any:
        raise ScriptError(f"{name!r} would be drawn as well")
