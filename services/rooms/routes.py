"""The table of HTTP routes: what each takes, gives and refuses."""

from services.rooms import forms
from services.rooms.account_requests import AccountRequests
from services.rooms.account_routes import SESSION, account_routes
from services.rooms.faces import RoomFace
from services.rooms.refusals import (
    ALREADY_HAS_ROOM,
    ALREADY_STARTED,
    BAD_OPTIONS,
    BAD_SEATS,
    GAME_OVER,
    MALFORMED,
    NO_SUCH_BOT,
    NO_SUCH_GAME,
    NO_SUCH_POSITION,
    NO_SUCH_ROOM,
    NO_SUCH_SEAT,
    NOT_A_MEMBER,
    NOT_BEGUN,
    NOT_OWNER,
    NOT_YET,
    RATE_LIMITED,
    REMOVED_FROM_ROOM,
    ROOM_FULL,
    SEAT_TAKEN,
    TOO_FEW_PLAYERS,
    TOO_MANY_ROOMS,
    UNAVAILABLE,
    WATCHING_ONLY,
)
from services.rooms.replay_requests import ReplayRequests
from services.rooms.room_requests import RoomRequests
from services.rooms.route import Call, Query, Reply, Route

ENTRY = (NO_SUCH_ROOM, REMOVED_FROM_ROOM, UNAVAILABLE)
CHANGE = (*ENTRY, WATCHING_ONLY)
EYES = Query(name="seat", type="string", meaning="`public` or a seat; without it the asker's own eyes")


def routes(
    accounts: AccountRequests, rooms: RoomRequests, replay: ReplayRequests, site: forms.Site
) -> tuple[Route, ...]:
    return (
        *account_routes(accounts),
        *_room_routes(rooms),
        *_replay_routes(replay),
        _site_route(site),
    )


def _room_routes(rooms: RoomRequests) -> tuple[Route, ...]:
    async def games(call: Call) -> Reply:
        return Reply(body=rooms.all_games())

    async def open(call: Call) -> Reply:
        return Reply(body=await rooms.open(call.asker, call.form))

    async def listed(call: Call) -> Reply:
        return Reply(body=await rooms.listed(call.query.get("game")))

    async def look(call: Call) -> Reply:
        return Reply(body=await rooms.look(call.who, call.door))

    async def sit(call: Call) -> Reply:
        return Reply(body=await rooms.sit(call.asker, call.door, call.form))

    async def add_bot(call: Call) -> Reply:
        return Reply(body=await rooms.add_bot(call.asker, call.door, call.form))

    async def clear_seat(call: Call) -> Reply:
        return Reply(body=await rooms.clear_seat(call.asker, call.door, call.number("seat")))

    async def start(call: Call) -> Reply:
        return Reply(body=await rooms.start(call.asker, call.door))

    async def close(call: Call) -> Reply:
        return Reply(body=await rooms.close(call.asker, call.door))

    async def mute(call: Call) -> Reply:
        return Reply(body=await rooms.mute(call.asker, call.door, call.form))

    owner = (*SESSION, *CHANGE, NOT_OWNER, ALREADY_STARTED)
    return (
        Route(
            method="GET",
            path="/api/games",
            name="games",
            summary="The games, their options and bots",
            handle=games,
            gives=forms.Games,
            needs="nothing",
        ),
        Route(
            method="POST",
            path="/api/rooms",
            name="openRoom",
            summary="Open a room, and sit down in it as its owner",
            handle=open,
            takes=forms.OpenRoom,
            gives=RoomFace,
            status=201,
            refuses=(
                *SESSION,
                MALFORMED,
                NO_SUCH_GAME,
                BAD_OPTIONS,
                BAD_SEATS,
                NO_SUCH_BOT,
                NO_SUCH_SEAT,
                RATE_LIMITED,
                ROOM_FULL,
                TOO_FEW_PLAYERS,
                ALREADY_HAS_ROOM,
                TOO_MANY_ROOMS,
                NO_SUCH_ROOM,
                REMOVED_FROM_ROOM,
                NOT_BEGUN,
                NOT_YET,
                NO_SUCH_POSITION,
                GAME_OVER,
                UNAVAILABLE,
            ),
        ),
        Route(
            method="GET",
            path="/api/rooms",
            name="listRooms",
            summary="The public list",
            handle=listed,
            gives=forms.RoomList,
            needs="nothing",
            query=(Query(name="game", type="string", meaning="only rooms of this game"),),
        ),
        Route(
            method="GET",
            path="/api/rooms/{door}",
            name="lookAtRoom",
            summary="A room, by its code or its watching token",
            handle=look,
            gives=RoomFace,
            needs="maybe",
            refuses=ENTRY,
        ),
        Route(
            method="POST",
            path="/api/rooms/{door}/seats",
            name="sit",
            summary="Sit down, or come back to one's seat",
            handle=sit,
            takes=forms.Sit,
            gives=RoomFace,
            refuses=(*SESSION, *CHANGE, ALREADY_STARTED, ROOM_FULL, SEAT_TAKEN, NO_SUCH_SEAT),
        ),
        Route(
            method="POST",
            path="/api/rooms/{door}/bots",
            name="addBot",
            summary="Add a bot",
            handle=add_bot,
            takes=forms.AddBot,
            gives=RoomFace,
            refuses=(*owner, NO_SUCH_BOT, ROOM_FULL, SEAT_TAKEN, NO_SUCH_SEAT),
        ),
        Route(
            method="DELETE",
            path="/api/rooms/{door}/seats/{seat}",
            name="clearSeat",
            summary="Leave, or send away who sits there",
            handle=clear_seat,
            gives=RoomFace,
            refuses=(*owner, NO_SUCH_SEAT, NOT_A_MEMBER),
        ),
        Route(
            method="POST",
            path="/api/rooms/{door}/start",
            name="startGame",
            summary="Start the game",
            handle=start,
            gives=RoomFace,
            refuses=(*owner, NO_SUCH_GAME, TOO_FEW_PLAYERS),
        ),
        Route(
            method="POST",
            path="/api/rooms/{door}/close",
            name="closeRoom",
            summary="Close a room that waits",
            handle=close,
            gives=RoomFace,
            refuses=owner,
        ),
        Route(
            method="POST",
            path="/api/rooms/{door}/mutes",
            name="mute",
            summary="Mute a person in the room's talk, or let them speak again",
            handle=mute,
            takes=forms.Mute,
            gives=RoomFace,
            refuses=(*SESSION, *CHANGE, NOT_OWNER, NO_SUCH_SEAT),
        ),
    )


def _replay_routes(replay: ReplayRequests) -> tuple[Route, ...]:
    async def room(call: Call) -> Reply:
        return Reply(body=await replay.room(call.who, call.door))

    async def log(call: Call) -> Reply:
        start, limit = call.number("from", 1), call.number("limit", 200)
        return Reply(body=await replay.log(call.who, call.door, start, limit, call.query.get("seat")))

    async def position(call: Call) -> Reply:
        number, seat = call.number("number"), call.query.get("seat")
        return Reply(body=await replay.position(call.who, call.door, number, seat))

    async def positions(call: Call) -> Reply:
        start, limit = call.number("from", 1), call.number("limit", 50)
        return Reply(body=await replay.positions(call.who, call.door, start, limit, call.query.get("seat")))

    async def game(call: Call) -> Reply:
        return Reply(download=await replay.game(call.who, call.door))

    refuses = (*ENTRY, NOT_BEGUN, NOT_YET, NO_SUCH_SEAT, MALFORMED)
    return (
        Route(
            method="GET",
            path="/api/rooms/{door}/replay",
            name="replay",
            summary="A room whose game is watched again, also when it is closed",
            handle=room,
            gives=RoomFace,
            needs="maybe",
            refuses=(*ENTRY, NOT_YET),
        ),
        Route(
            method="GET",
            path="/api/rooms/{door}/log",
            name="log",
            summary="What was told so far, as the asker may see it",
            handle=log,
            gives=forms.LogFace,
            needs="maybe",
            query=(
                Query(name="from", type="integer", meaning="the first number"),
                Query(name="limit", type="integer", meaning="how many at most, up to 500"),
                EYES,
            ),
            refuses=refuses,
        ),
        Route(
            method="GET",
            path="/api/rooms/{door}/positions/{number}",
            name="position",
            summary="The view that a reader had at its number",
            handle=position,
            gives=forms.ViewFace,
            needs="maybe",
            query=(EYES,),
            refuses=(*refuses, NO_SUCH_POSITION),
        ),
        Route(
            method="GET",
            path="/api/rooms/{door}/positions",
            name="positions",
            summary="The view that a reader had at a number, and the changes to those after it",
            handle=positions,
            gives=forms.PositionsFace,
            needs="maybe",
            query=(
                Query(name="from", type="integer", meaning="the first number"),
                Query(name="limit", type="integer", meaning="how many at most, up to 100"),
                EYES,
            ),
            refuses=(*refuses, NO_SUCH_POSITION),
        ),
        Route(
            method="GET",
            path="/api/rooms/{door}/game",
            name="gameFile",
            summary="A game that is over as a file: its whole log as it was stored",
            handle=game,
            file="application/x-ndjson",
            needs="maybe",
            refuses=(*ENTRY, NOT_BEGUN, NOT_YET),
        ),
    )


def _site_route(site: forms.Site) -> Route:
    async def told(call: Call) -> Reply:
        return Reply(body=site)

    return Route(
        method="GET",
        path="/api/site",
        name="site",
        summary="Who runs this site",
        handle=told,
        gives=forms.Site,
        needs="nothing",
    )
