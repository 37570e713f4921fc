"""What the chat service counts."""

from libs.runtime.metrics import counter, gauge, histogram

SAID = counter("chat_said", "messages accepted")
REFUSED = counter("chat_refused", "messages refused", ["code"])
UNSAID = counter("chat_unsaid", "messages erased because their writer's account was")
HISTORIES = counter("chat_histories", "times that somebody asked for what was said")
REPEATED = counter("chat_repeated", "messages answered again because their id was known")
CONFLICTS = counter("chat_conflicts", "messages decided anew because another was stored first")
UNREADABLE = counter("chat_unreadable", "messages of any kind that could not be read", ["where"])
OVERFLOWED = counter("chat_overflowed", "messages refused unread because too many of their kind were waiting")
ROOMS = gauge("chat_rooms_at_hand", "rooms whose members and table are in memory")
SECONDS = histogram("chat_seconds", "from taking up a message to its answer")
