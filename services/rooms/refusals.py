"""Every refusal of the edge: its code and HTTP status; the sentences stand in sentences/*.json."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    code: str
    status: int


class Denied(Exception):
    """Raised where a request is refused: it changed nothing."""

    def __init__(self, refusal: Refusal, **details: Any) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.details = details

    @property
    def code(self) -> str:
        return self.refusal.code


def refuse(refusal: Refusal | None) -> None:
    """Raise the refusal that a question found, if it found one."""
    if refusal is not None:
        raise Denied(refusal)


NOT_JSON = Refusal("not_json", 400)
INVALID_UTF8 = Refusal("invalid_utf8", 400)
MALFORMED = Refusal("malformed", 400)
UNKNOWN_FIELD = Refusal("unknown_field", 400)
BODY_TOO_LARGE = Refusal("body_too_large", 413)
BODY_TOO_SLOW = Refusal("body_too_slow", 408)
UNSUPPORTED_MEDIA_TYPE = Refusal("unsupported_media_type", 415)
NOT_FOUND = Refusal("not_found", 404)
METHOD_NOT_ALLOWED = Refusal("method_not_allowed", 405)

NOT_SIGNED_IN = Refusal("not_signed_in", 401)
SESSION_EXPIRED = Refusal("session_expired", 401)
BAD_CREDENTIALS = Refusal("bad_credentials", 401)
WRONG_PASSWORD = Refusal("wrong_password", 403)
BANNED = Refusal("banned", 403)
CROSS_ORIGIN = Refusal("cross_origin", 403)
TOO_MANY_ATTEMPTS = Refusal("too_many_attempts", 429)
RATE_LIMITED = Refusal("rate_limited", 429)
USERNAME_TAKEN = Refusal("username_taken", 409)
BAD_USERNAME = Refusal("bad_username", 422)
BAD_PASSWORD = Refusal("bad_password", 422)

NO_SUCH_GAME = Refusal("no_such_game", 404)
BAD_OPTIONS = Refusal("bad_options", 422)
BAD_SEATS = Refusal("bad_seats", 422)
NO_SUCH_BOT = Refusal("no_such_bot", 422)
NO_SUCH_ROOM = Refusal("no_such_room", 404)
NO_SUCH_SEAT = Refusal("no_such_seat", 404)
REMOVED_FROM_ROOM = Refusal("removed_from_room", 403)
WATCHING_ONLY = Refusal("watching_only", 403)
NOT_A_MEMBER = Refusal("not_a_member", 403)
NOT_OWNER = Refusal("not_owner", 403)
PERSONS_HIDDEN = Refusal("persons_hidden", 403)
ALREADY_STARTED = Refusal("already_started", 409)
ALREADY_HAS_ROOM = Refusal("already_has_room", 409)
ROOM_FULL = Refusal("room_full", 409)
SEAT_TAKEN = Refusal("seat_taken", 409)
TOO_FEW_PLAYERS = Refusal("too_few_players", 409)

BAD_SEED = Refusal("bad_seed", 422)
TOO_LATE = Refusal("too_late", 409)
NO_SEED_EXPECTED = Refusal("no_seed_expected", 409)

NOT_BEGUN = Refusal("not_begun", 409)
NOT_YET = Refusal("not_yet", 403)
GAME_OVER = Refusal("game_over", 409)
NO_SUCH_POSITION = Refusal("no_such_position", 404)
TOO_FAR_BACK = Refusal("too_far_back", 409)

TOO_MANY_SOCKETS = Refusal("too_many_sockets", 429)
TOO_MANY_ROOMS = Refusal("too_many_rooms", 409)
BUSY = Refusal("busy", 429)
UNKNOWN_TYPE = Refusal("unknown_type", 400)
UNAVAILABLE = Refusal("unavailable", 503)
OUTCOME_UNKNOWN = Refusal("outcome_unknown", 503)
INTERNAL = Refusal("internal", 500)

REFUSALS: tuple[Refusal, ...] = tuple(value for value in globals().values() if isinstance(value, Refusal))
