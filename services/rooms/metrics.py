"""What the edge counts."""

from libs.runtime.metrics import counter, gauge, histogram

ASKS = counter("rooms_asks", "Questions to the engine", ["ask"])
COMMANDS = counter("rooms_commands", "Answers given to players' commands", ["outcome"])
COMMAND_SECONDS = histogram("rooms_command_seconds", "From a player's command to its answer")
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
SOCKETS = gauge("rooms_sockets", "Open sockets")
TASKS_FAILED = counter("rooms_tasks_failed", "Background tasks that ended by a bug")
VIEWS = counter("rooms_views_sent", "Views sent to sockets", ["form"])
