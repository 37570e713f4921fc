"""What the engine counts."""

from functools import cache

from prometheus_client import Counter, Histogram

from libs.runtime.metrics import counter, gauge, histogram

COMMANDS = counter("commands", "Commands decided.", ["game", "origin", "outcome", "code"])
ANSWER_SECONDS = histogram("command_seconds", "From receipt of a command to its views sent.")
DECIDE_SECONDS = histogram("decide_seconds", "Deciding a command and what each reader is to see.", ["game"])
APPEND_SECONDS = histogram("append_seconds", "From publishing an entry to its acknowledgement.")
CONFLICTS = counter("fence_conflicts", "Appends that lost the race for the fence.")
LOADS = counter("room_loads", "Rooms read, from a snapshot and the log past it or the log alone.", ["start"])
LAPSES = counter("lapses", "Deadlines that passed.", ["game"])
LATE_SECONDS = histogram("lapse_late_seconds", "How long after a deadline it was written that it passed.")
SET_ASIDE = counter("commands_set_aside", "Commands that made a game fail.")
MALFORMED = counter("engine_malformed", "Messages that are none.", ["kind"])
OVERFLOWS = counter("engine_overflows", "Messages turned away since too much waited for their room.")
QUESTIONS = counter("bot_questions", "Questions put to bots.", ["game"])
PUBLISHED = counter("published", "Messages written to the public stream.", ["type"])
PUBLISH_LAG = gauge("publish_lag_seconds", "How old the entry was that the public was told of last.")
PUBLISH_WAITING = gauge(
    "publish_waiting", "Entries of the shards followed here that the public was not told."
)
PUBLICATIONS = gauge("publications_at_hand", "Rooms whose table is kept for telling the public.")
UNPUBLISHED = counter("unpublished", "Entries given up for the public stream.")
ROOMS = gauge("rooms_at_hand", "Rooms in memory.")
ALL_PARTITIONS = gauge("partitions", "Partitions of the installation.")
PARTITIONS = gauge("partitions_held", "Partitions held.")
STORED = gauge("jetstream_bytes", "Bytes that the streams take on each NATS server.")
STORED_LIMIT = gauge(
    "jetstream_bytes_limit", "Bytes that they may take there, as DIVAN_NATS_DISK_GB says; 0: it says nothing."
)
REPLICAS = gauge("stream_replicas", "NATS servers that are to have the stream.", ["stream"])
WHOLE = gauge(
    "stream_replicas_whole", "NATS servers that have all of the stream; 0: it has no leader.", ["stream"]
)
FILL = gauge("stream_fill_ratio", "Share that the stream has reached of its bound.", ["stream"])


@cache
def command(game: str, origin: str, outcome: str, code: str) -> Counter:
    """The counter of these labels, kept at hand: finding it takes longer than counting."""
    return COMMANDS.labels(game, origin, outcome, code)


@cache
def decide_seconds(game: str) -> Histogram:
    return DECIDE_SECONDS.labels(game)
