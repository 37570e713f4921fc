"""Talk on its way to the chat service and back."""

from libs.events import subjects
from libs.events.ports import Bus, EventsError
from libs.events.talk import AskHistory, History, Said, Say, SayAnswer
from libs.events.wire import Malformed, pack, unpack
from libs.runtime.logging import get_logger
from libs.runtime.tracing import begin
from services.rooms.refusals import UNAVAILABLE, Denied

log = get_logger()

SAY_WITHIN = 2.0
SAY_TRIES = 2
HISTORY_WITHIN = 1.0


async def say(bus: Bus, message: Say) -> SayAnswer:
    """Hand in what a person wrote, with the same id again where no answer comes. Raises Denied."""
    subject, data = subjects.say(message.room), pack(message)
    with begin("chat") as traced:
        for _ in range(SAY_TRIES):
            try:
                reply = await bus.request(subject, data, within=SAY_WITHIN, headers=traced.headers)
                answer = unpack(SayAnswer, reply)
            except EventsError:
                continue
            except Malformed as error:
                log.error("say_answer_unreadable", room=message.room, why=str(error))
                break
            traced.note(outcome=answer.code or "said")
            return answer
        raise Denied(UNAVAILABLE)


async def history(bus: Bus, room: str, person: str | None) -> tuple[Said, ...]:
    """What was said so far, as that person (None: a spectator) may read it; nothing where chat is away."""
    ask = AskHistory(room=room, person=person)
    try:
        reply = await bus.request(subjects.say(room), pack(ask), within=HISTORY_WITHIN)
        return unpack(History, reply).said
    except (EventsError, Malformed) as error:
        log.warning("chat_history_missing", room=room, why=str(error))
        return ()
