"""What the edge counts."""

from functools import cache

from prometheus_client import Counter, Histogram

from libs.runtime.metrics import counter, gauge, histogram

ASKS = counter("rooms_asks", "Questions to the engine", ["ask"])
BY_STATE = gauge("rooms_by_state", "Rooms that are not closed: each edge counts all of them", ["state"])
COMMANDS = counter("rooms_commands", "Answers given to players' commands", ["game", "outcome", "code"])
COMMAND_SECONDS = histogram("rooms_command_seconds", "From a player's command to its answer", ["game"])
REPEATS = counter("rooms_command_repeats", "Commands that were sent to the engine once more")
DROPPED = counter("rooms_sockets_dropped", "Sockets that were closed for their behaviour", ["why"])
BANNED_OUT = counter("rooms_bans", "Passes over a person who was banned that went through")
ERASED = counter("rooms_erasures", "Passes over a person who is to be erased that went through")
FRAMES_REFUSED = counter("rooms_frames_refused", "Frames from clients that were refused", ["code"])
GAPS = counter("rooms_view_gaps", "Views that were missed on the bus and asked for anew")
MALFORMED = counter("rooms_malformed", "Messages of other processes that are none", ["what"])
REFUSED = counter("rooms_requests_refused", "HTTP requests that were refused", ["code"])
REQUESTS = histogram("rooms_request_seconds", "HTTP requests", ["route"])
ROOMS = gauge("rooms_rooms", "Rooms that this process knows")
SEATS = gauge("rooms_seats", "Seats in rooms whose game is not over, by who plays them: all rooms'", ["who"])
SOCKETS = gauge("rooms_sockets", "Open sockets")
OPENED = counter(
    "rooms_sockets_opened", "Sockets opened: new ones, and those that go on from a view", ["how"]
)
TASKS_FAILED = counter("rooms_tasks_failed", "Background tasks that ended by a bug")
VIEW_SECONDS = histogram(
    "rooms_view_seconds", "From a player's command to the view of it on the same socket", ["game"]
)
VIEWS = counter("rooms_views_sent", "Views sent to sockets", ["form"])


@cache
def command(game: str, outcome: str, code: str = "") -> Counter:
    """The counter of these labels, kept at hand: finding it takes longer than counting."""
    return COMMANDS.labels(game, outcome, code)


@cache
def command_seconds(game: str) -> Histogram:
    return COMMAND_SECONDS.labels(game)


@cache
def view_seconds(game: str) -> Histogram:
    return VIEW_SECONDS.labels(game)
