"""Every code that a command can be refused with, and its sentence (H27)."""

from libs.games.kit.rejection import Rejection

GAME_OVER = Rejection("game_over", "The game is over.")
UNKNOWN_COMMAND = Rejection("unknown_command", "There is no such command.")
NO_SHEET = Rejection("no_sheet", "Your house has given no orders yet.")
ALREADY_CONFIRMED = Rejection("already_confirmed", "You stand behind these orders already.")
BAD_ORDERS = Rejection("bad_orders", "The orders are not written as orders are.")
NOT_YOUR_CHARACTER = Rejection("not_your_character", "That is no living noble of your house.")
WRONG_ROLE = Rejection("wrong_role", "That activity belongs to another role.")
PRESTIGE_TOO_LOW = Rejection("prestige_too_low", "The noble has too little prestige for that.")
LIMITED_LAST_TURN = Rejection("limited_last_turn", "The noble did a limited activity in the last turn.")
SPECIAL_USED = Rejection("special_used", "Your house has used this special activity already.")
RETAINER_TOO_RECENT = Rejection("retainer_too_recent", "The last appointment was too short a time ago.")
NO_KING = Rejection("no_king", "There is no king.")
RULING_HOUSE = Rejection("ruling_house", "The ruling house does not rise against itself.")
NOT_ENEMY = Rejection("not_enemy", "Only an enemy of the king may claim the throne.")
NO_RETAINER = Rejection("no_retainer", "The noble has no hireling in service.")
BAD_TARGET = Rejection("bad_target", "That cannot be the target of this activity.")
OWN_HOUSE = Rejection("own_house", "The target must be of another house.")
NOT_SELF = Rejection("not_self", "The noble cannot do that for himself.")
BAD_GUESTS = Rejection("bad_guests", "A feast has one guest of every house, and never the king.")
BAD_THEN = Rejection("bad_then", "The other noble cannot be told to do that.")
DUPLICATE_ORDER = Rejection("duplicate_order", "The noble has this order already.")
BRIBED = Rejection("bribed", "The noble was bribed and does what he was paid for.")
TOO_MANY_ACTIVITIES = Rejection("too_many_activities", "The noble cannot do so many activities in one turn.")
TWO_LIMITED = Rejection("two_limited", "A noble does one limited activity in a turn at most.")
BAD_STANDING = Rejection("bad_standing", "The standing instructions are not written as they should be.")

REJECTIONS = {
    rejection.code: rejection.sentence
    for rejection in (
        GAME_OVER,
        UNKNOWN_COMMAND,
        NO_SHEET,
        ALREADY_CONFIRMED,
        BAD_ORDERS,
        NOT_YOUR_CHARACTER,
        WRONG_ROLE,
        PRESTIGE_TOO_LOW,
        LIMITED_LAST_TURN,
        SPECIAL_USED,
        RETAINER_TOO_RECENT,
        NO_KING,
        RULING_HOUSE,
        NOT_ENEMY,
        NO_RETAINER,
        BAD_TARGET,
        OWN_HOUSE,
        NOT_SELF,
        BAD_GUESTS,
        BAD_THEN,
        DUPLICATE_ORDER,
        BRIBED,
        TOO_MANY_ACTIVITIES,
        TWO_LIMITED,
        BAD_STANDING,
    )
}
