"""The port of traces: what it costs where nothing is traced, and that a collector gets what it shall."""

import gzip
import socket
import sys

import pytest
import structlog
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from libs.runtime.telemetry import Telemetry
from libs.runtime.tracing import UNTRACED, begin, recorded_by, span, traced

PARENT = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
UNSAMPLED = {"traceparent": PARENT["traceparent"][:-1] + "0"}


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


def telemetry(exporter: InMemorySpanExporter, ratio: float = 1.0) -> Telemetry:
    return Telemetry("engine", SimpleSpanProcessor(exporter), ratio)


async def test_where_nobody_collects_there_is_no_span() -> None:
    async with traced("engine", ""):
        assert begin("command", game="fetih") is UNTRACED
        assert span("decide", PARENT) is UNTRACED
    assert UNTRACED.headers is None


def test_a_span_is_within_the_one_whose_headers_came(exporter: InMemorySpanExporter) -> None:
    with recorded_by(telemetry(exporter)), span("decide", PARENT) as decided:
        assert decided.headers is not None
        assert decided.headers["traceparent"].split("-")[1] == PARENT["traceparent"].split("-")[1]
    (finished,) = exporter.get_finished_spans()
    assert finished.parent is not None
    assert f"{finished.parent.span_id:016x}" == "b7ad6b7169203331"


@pytest.mark.parametrize("headers", [None, {}, {"other": "1"}, {"traceparent": "00-xyz"}, UNSAMPLED])
def test_what_comes_without_a_sampled_trace_begins_none(
    exporter: InMemorySpanExporter, headers: dict[str, str] | None
) -> None:
    with recorded_by(telemetry(exporter)), span("decide", headers) as decided:
        assert decided.headers is None
    assert not exporter.get_finished_spans()


def test_of_none_in_the_sample_no_header_goes_on(exporter: InMemorySpanExporter) -> None:
    with recorded_by(telemetry(exporter, ratio=0.0)):
        assert begin("command") is UNTRACED
        # Another service has put this one in its sample: that counts.
        assert span("decide", PARENT) is not UNTRACED


def test_what_was_raised_is_noted_by_its_kind_and_not_its_words(exporter: InMemorySpanExporter) -> None:
    with recorded_by(telemetry(exporter)), pytest.raises(ValueError, match="ace"), begin("decide"):
        raise ValueError("the ace of spades")
    (finished,) = exporter.get_finished_spans()
    assert "ValueError" in finished.to_json()
    assert "spades" not in finished.to_json()


async def test_a_collector_gets_the_spans_at_the_latest_when_the_service_stops() -> None:
    came: list[ExportTraceServiceRequest] = []

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        if request.headers.get("Content-Encoding") == "gzip" and body[:2] == b"\x1f\x8b":
            body = gzip.decompress(body)
        came.append(ExportTraceServiceRequest.FromString(body))
        return web.Response(body=b"", content_type="application/x-protobuf")

    app = web.Application()
    app.router.add_post("/v1/traces", take)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        async with traced("engine", f"http://{host}:{port}"):
            begin("command", game="fetih").end()
    finally:
        await runner.cleanup()
    (found,) = came[0].resource_spans
    assert [each.name for each in found.scope_spans[0].spans] == ["command"]
    named = {each.key: each.value.string_value for each in found.resource.attributes}
    assert named["service.name"] == "divan-engine"


async def test_a_collector_that_is_away_stops_nobody() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        async with traced("engine", f"http://127.0.0.1:{taken.getsockname()[1]}"):
            begin("command").end()
    assert begin("command") is UNTRACED


async def test_without_the_extra_it_is_said_once_and_the_service_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "libs.runtime.telemetry", None)
    with structlog.testing.capture_logs() as lines:
        async with traced("engine", "http://127.0.0.1:4318"):
            assert begin("command") is UNTRACED
    assert [line["event"] for line in lines] == ["traces_not_possible"]
