"""What the platform itself refuses, whatever the game."""

from libs.games.kit.rejection import Rejection

NOT_BEGUN = Rejection("not_begun", "This room's game has not begun.")
ALREADY_BEGUN = Rejection("already_begun", "This room's game has begun already.")
BAD_START = Rejection("bad_start", "The game cannot be started like this.")
NO_SUCH_SOURCE = Rejection("no_such_source", "There is no such game to go on from.")
NO_SUCH_ENTRY = Rejection("no_such_entry", "That game has no such entry.")
SOURCE_RUNS = Rejection("source_runs", "That game is not over yet.")
NO_SUCH_SEAT = Rejection("no_such_seat", "There is no such seat at this table.")
NOT_IN_CONTROL = Rejection("not_in_control", "Somebody else plays this seat now.")
STALE = Rejection("stale", "The seat has moved since this was asked.")
UNKNOWN_COMMAND = Rejection("unknown_command", "There is no such command.")
NOT_A_PERSON = Rejection("not_a_person", "A bot has this seat from the start.")
ALREADY_LEFT = Rejection("already_left", "A bot plays this seat already.")
ALREADY_HERE = Rejection("already_here", "The person plays this seat already.")
GAME_OVER = Rejection("game_over", "The game is over.")
LOOKED_AT = Rejection("looked_at", "This game was brought here to be looked at; it is not played on.")
SET_ASIDE = Rejection("set_aside", "This command made the game fail; it was set aside and nothing changed.")
LOG_BROKEN = Rejection("log_broken", "This room's log cannot be read.")
MALFORMED = Rejection("malformed", "This is not a command.")
