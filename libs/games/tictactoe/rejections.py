"""Every code that a command can be refused with, and its sentence."""

from libs.games.kit.rejection import Rejection

UNKNOWN_COMMAND = Rejection("unknown_command", "There is no such command.")
BAD_COMMAND = Rejection("bad_command", "The command's fields are not what it asks for.")
GAME_OVER = Rejection("game_over", "The game is over.")
NOT_YOUR_TURN = Rejection("not_your_turn", "It is the other player's turn.")
TAKEN = Rejection("taken", "That cell is taken.")
NO_DEADLINE = Rejection("no_deadline", "No deadline is running.")

REJECTIONS = {
    rejection.code: rejection.sentence
    for rejection in (UNKNOWN_COMMAND, BAD_COMMAND, GAME_OVER, NOT_YOUR_TURN, TAKEN, NO_DEADLINE)
}
