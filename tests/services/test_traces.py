"""One move is one trace: from the socket through the engine to the views, and to the bot and back."""

import json
from collections.abc import Iterator, Sequence

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from libs.events.memory import MemoryEvents
from libs.events.ports import Heard
from libs.runtime.telemetry import Telemetry
from libs.runtime.tracing import recorded_by
from services.ai.config import Config as AiConfig
from services.ai.wiring import ai
from tests.services.rooms.houses import House, Socket, house


@pytest.fixture
def exported() -> Iterator[InMemorySpanExporter]:
    """What is traced in this process, all of it."""
    exporter = InMemorySpanExporter()
    telemetry = Telemetry("test", SimpleSpanProcessor(exporter), 1.0)
    with recorded_by(telemetry):
        yield exporter
    telemetry.close()


async def move_against_a_bot(home: House) -> tuple[Socket, list[Heard]]:
    """A person's move and the bot's answer: the person's socket, and what went over the bus meanwhile."""
    quick = AiConfig(nats_url="", bot_processes=1, bot_pause_min=0, bot_pause_max=0)
    running = ai(quick, MemoryEvents(home.server), now=home.server.now)
    await home.stack.enter_async_context(running)
    ali = await home.guest()
    code = await ali.open(bots=["perfect"])
    socket = await ali.socket(code)
    await ali.post(f"/api/rooms/{code}/start")
    view = await socket.next("view")
    while view["wait"]["seats"] != [0]:
        view = await socket.next("view")
    heard: list[Heard] = []
    bus = MemoryEvents(home.server).bus
    for subject in ("command.*.*.*", "view.*.*"):
        await bus.listen(subject, heard.append)
    answer = await socket.command("mine", view["number"], **view["options"][0]["command"])
    assert answer["type"] == "accepted"
    for _ in ("mine", "the bot's"):
        view = await socket.next("view")
    assert view["wait"]["seats"] == [0]
    await home.server.settle()
    return socket, heard


def tree(spans: Sequence[ReadableSpan]) -> dict[str, int]:
    """How many spans there are of each path from the root, such as `command/bot/think`."""
    by_id = {span.context.span_id: span for span in spans if span.context is not None}
    paths: dict[str, int] = {}
    for span in spans:
        names, above = [span.name], span.parent
        while above is not None:
            names.append(by_id[above.span_id].name)
            above = by_id[above.span_id].parent
        path = "/".join(reversed(names))
        paths[path] = paths.get(path, 0) + 1
    return paths


async def test_a_move_at_a_table_with_a_bot_is_one_trace(exported: InMemorySpanExporter) -> None:
    async with house() as home:
        await move_against_a_bot(home)
    spans = exported.get_finished_spans()
    traces = {span.context.trace_id for span in spans if span.context is not None}
    assert len(traces) == 1
    assert tree(spans) == {
        "command": 1,
        "command/decide": 1,
        "command/append": 1,
        "command/publish views": 1,
        "command/publish views/view sent": 1,
        "command/bot": 1,
        "command/bot/think": 1,
        "command/bot/decide": 1,
        "command/bot/append": 1,
        "command/bot/publish views": 1,
        "command/bot/publish views/view sent": 1,
    }
    said = {span.name: dict(span.attributes or {}) for span in spans}
    assert said["command"] == {"game": "tictactoe", "origin": "player", "outcome": "accepted", "code": ""}
    assert said["bot"] == {"game": "tictactoe", "kind": "perfect", "outcome": "accepted"}
    assert said["decide"] == {"game": "tictactoe", "origin": "bot"}


async def test_nothing_of_a_trace_goes_to_a_browser(exported: InMemorySpanExporter) -> None:
    async with house() as home:
        socket, heard = await move_against_a_bot(home)
    parents = {(each.headers or {}).get("traceparent", "") for each in heard}
    assert "" not in parents
    told = json.dumps(socket.all)
    assert "trace" not in told
    for parent in parents:
        assert not any(part in told for part in parent.split("-")[1:3])


async def test_a_refused_command_says_why_and_makes_no_view(exported: InMemorySpanExporter) -> None:
    async with house() as home:
        _, _, sockets = await home.two_play()
        mover = sockets[sockets[0].view["first"]]
        answer = await mover.command("c1", type="place", cell=99)
        assert answer["type"] == "rejected"
    spans = exported.get_finished_spans()
    assert tree(spans) == {"command": 1, "command/decide": 1}
    (command,) = (span for span in spans if span.name == "command")
    assert dict(command.attributes or {}) == {
        "game": "tictactoe",
        "origin": "player",
        "outcome": "rejected",
        "code": answer["code"],
    }


async def test_talk_is_traced_to_the_chat_and_not_what_is_said(exported: InMemorySpanExporter) -> None:
    async with house(chats=1) as home:
        _, _, sockets = await home.two_play()
        await sockets[0].send(type="chat", id="t1", text="xyzzy")
        await sockets[1].next("chat")
        await home.server.settle()
    spans = exported.get_finished_spans()
    assert tree(spans) == {"chat": 1, "chat/say": 1}
    assert "xyzzy" not in "".join(span.to_json() for span in spans)


async def test_without_the_setting_no_header_is_sent() -> None:
    async with house() as home:
        _, heard = await move_against_a_bot(home)
    assert {each.subject.split(".")[0] for each in heard} == {"command", "view"}
    assert [each.headers for each in heard] == [None] * len(heard)
