"""Every code that a command can be refused with, and its sentence (F211)."""

from libs.games.kit.rejection import Rejection

GAME_OVER = Rejection("game_over", "The game is over.")
UNKNOWN_COMMAND = Rejection("unknown_command", "There is no such command.")
BAD_COMMAND = Rejection("bad_command", "The command's fields are not what it asks for.")
NOT_PLAYING = Rejection("not_playing", "You are out of play.")
WRONG_PHASE = Rejection("wrong_phase", "That cannot be done in this phase of the game.")
NOT_YOUR_TURN = Rejection("not_your_turn", "It is another player's turn.")
ALREADY_ROLLED = Rejection("already_rolled", "You have rolled the dice already.")
ROLL_FIRST = Rejection("roll_first", "Roll the dice first.")
REGION_TAKEN = Rejection("region_taken", "That region is taken.")
TOO_CLOSE = Rejection("too_close", "That region borders on another player's start region.")
NOT_YOURS = Rejection("not_yours", "That is not yours.")
NO_VILLAGE = Rejection("no_village", "Soldiers are trained only where a village stands.")
AGE_REQUIRED = Rejection("age_required", "That needs the gunpowder age.")
REGION_FULL = Rejection("region_full", "A region holds ten soldiers at most.")
CANNOT_AFFORD = Rejection("cannot_afford", "You do not have the resources for it.")
ALREADY_BUILT = Rejection("already_built", "That stands there already.")
FENCE_REQUIRED = Rejection("fence_required", "A wall can only be built where a fence stands.")
ALREADY_ADVANCED = Rejection("already_advanced", "You have reached the gunpowder age already.")
OWN_REGION = Rejection("own_region", "That region is your own.")
NOT_ADJACENT = Rejection("not_adjacent", "These regions are not neighbours.")
SAME_REGION = Rejection("same_region", "The same region is named twice.")
FIRST_ROUND = Rejection("first_round", "In the first round players cannot be attacked.")
ALLIED = Rejection("allied", "That region is your ally's.")
NOT_READY = Rejection("not_ready", "There are not so many soldiers ready.")
TOO_MANY_UNITS = Rejection("too_many_units", "Ten soldiers at most may attack together.")
CHANCE_CHANGED = Rejection("chance_changed", "The chance is no longer the one that was confirmed.")
NOT_CONNECTED = Rejection("not_connected", "No way over your own regions leads there.")
SAME_RESOURCE = Rejection("same_resource", "A resource cannot be traded for itself.")
BANK_SHORT = Rejection("bank_short", "The bank does not have so many.")
BAD_TARGET = Rejection("bad_target", "That player cannot be addressed.")
TOO_MANY_OFFERS = Rejection("too_many_offers", "Three offers at most may stand open.")
NO_SUCH_TRADE = Rejection("no_such_trade", "There is no such offer.")
NOT_FOR_YOU = Rejection("not_for_you", "That offer is not for you to answer.")
OFFERER_CANNOT_AFFORD = Rejection("offerer_cannot_afford", "The other player no longer has what was offered.")
ALREADY_ALLIED = Rejection("already_allied", "You are allied already.")
ALREADY_OFFERED = Rejection("already_offered", "Your offer of an alliance still stands.")
NO_SUCH_OFFER = Rejection("no_such_offer", "There is no such offer of an alliance.")
NOT_ALLIED = Rejection("not_allied", "You are not allied.")
WRONG_PRICE = Rejection("wrong_price", "To break an alliance costs exactly five resources.")
NOT_A_PERSON = Rejection("not_a_person", "A bot has that seat.")
ALREADY_DISCONNECTED = Rejection("already_disconnected", "That player is gone already.")
ALREADY_CONNECTED = Rejection("already_connected", "That player is here already.")

REJECTIONS = {
    rejection.code: rejection.sentence
    for rejection in (
        GAME_OVER,
        UNKNOWN_COMMAND,
        BAD_COMMAND,
        NOT_PLAYING,
        WRONG_PHASE,
        NOT_YOUR_TURN,
        ALREADY_ROLLED,
        ROLL_FIRST,
        REGION_TAKEN,
        TOO_CLOSE,
        NOT_YOURS,
        NO_VILLAGE,
        AGE_REQUIRED,
        REGION_FULL,
        CANNOT_AFFORD,
        ALREADY_BUILT,
        FENCE_REQUIRED,
        ALREADY_ADVANCED,
        OWN_REGION,
        NOT_ADJACENT,
        SAME_REGION,
        FIRST_ROUND,
        ALLIED,
        NOT_READY,
        TOO_MANY_UNITS,
        CHANCE_CHANGED,
        NOT_CONNECTED,
        SAME_RESOURCE,
        BANK_SHORT,
        BAD_TARGET,
        TOO_MANY_OFFERS,
        NO_SUCH_TRADE,
        NOT_FOR_YOU,
        OFFERER_CANNOT_AFFORD,
        ALREADY_ALLIED,
        ALREADY_OFFERED,
        NO_SUCH_OFFER,
        NOT_ALLIED,
        WRONG_PRICE,
        NOT_A_PERSON,
        ALREADY_DISCONNECTED,
        ALREADY_CONNECTED,
    )
}
