"""Spans by OpenTelemetry: the only module that knows it. It needs the extra `traces`."""

from collections.abc import Callable
from threading import Timer

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from libs.events.ports import Headers
from libs.runtime.tracing import UNTRACED, Span, Value

EXPORT_WITHIN = 2
"""Seconds that the collector has to take a batch, and when the service stops all that is left."""

_headers = TraceContextTextMapPropagator()
_nowhere = Context()


class Recorded(Span):
    """A span of OpenTelemetry."""

    __slots__ = ("_carried", "_span")

    def __init__(self, span: trace.Span) -> None:
        self._span = span
        self._carried: dict[str, str] = {}
        _headers.inject(self._carried, trace.set_span_in_context(span, _nowhere))

    @property
    def headers(self) -> Headers:
        return self._carried

    def note(self, **attributes: Value) -> None:
        self._span.set_attributes(attributes)

    def end(self) -> None:
        self._span.end()


class Telemetry:
    """Implements `Tracer`. `service` names whose spans they are, `ratio` the share of begun traces kept.

    `give_up` has the processor throw away what it has not sent yet.
    """

    def __init__(
        self,
        service: str,
        processor: SpanProcessor,
        ratio: float,
        give_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._give_up = give_up
        self._provider = TracerProvider(
            sampler=ParentBased(TraceIdRatioBased(ratio)),
            resource=Resource({"service.name": f"divan-{service}"}),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer("divan")

    def span(self, name: str, within: Headers | None, attributes: dict[str, Value]) -> Span:
        parent = _nowhere
        if within is not None:
            parent = _headers.extract(within, _nowhere)
            if not trace.get_current_span(parent).get_span_context().is_valid:
                # Other headers than a trace's, or garbled ones: nobody asked for a trace.
                return UNTRACED
        span = self._tracer.start_span(name, parent, attributes=attributes)
        return Recorded(span) if span.is_recording() else UNTRACED

    def close(self) -> None:
        """Send what is recorded and not sent yet. It blocks, at most twice EXPORT_WITHIN."""
        # Shutting down tries batch after batch, each for its time: with many it would outlast the service.
        limit = Timer(EXPORT_WITHIN, self._give_up)
        limit.start()
        try:
            self._provider.shutdown()
        finally:
            limit.cancel()


def exporting(service: str, collector: str, ratio: float) -> Telemetry:
    """Spans in batches to the collector at this address, such as http://collector:4318."""
    exporter = OTLPSpanExporter(f"{collector.rstrip('/')}/v1/traces", timeout=EXPORT_WITHIN)
    return Telemetry(service, BatchSpanProcessor(exporter), ratio, give_up=exporter.shutdown)
