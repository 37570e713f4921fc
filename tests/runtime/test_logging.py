"""Log lines: facts with ids, in two forms, without what must stay hidden."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from libs.runtime.logging import bound, configure, get_logger


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def configured(**environment: str) -> io.StringIO:
    stream = io.StringIO()
    configure("engine", environment, stream=stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_json_with_the_service_and_the_ids_that_are_bound() -> None:
    stream = configured()
    with bound(room="r1", command="c1"):
        get_logger().info("command_refused", code="not_your_turn")
    get_logger().info("idle")
    first, second = lines(stream)
    assert (
        first.items()
        >= {
            "event": "command_refused",
            "level": "info",
            "service": "engine",
            "room": "r1",
            "command": "c1",
            "code": "not_your_turn",
        }.items()
    )
    assert "room" not in second


def test_a_line_is_readable_where_that_is_asked_for() -> None:
    stream = configured(DIVAN_LOG_FORMAT="text")
    get_logger().info("command_refused", code="not_your_turn")
    assert "command_refused code=not_your_turn service=engine" in stream.getvalue()


def test_the_level_is_a_setting() -> None:
    stream = configured(DIVAN_LOG_LEVEL="warning")
    get_logger().info("not_written")
    get_logger().warning("written")
    assert [line["event"] for line in lines(stream)] == ["written"]


def test_an_unknown_level_is_said_and_taken_as_info() -> None:
    stream = configured(DIVAN_LOG_LEVEL="loud")
    get_logger().info("written")
    assert [line["event"] for line in lines(stream)] == ["log_level_unknown", "written"]


def test_lines_of_libraries_have_the_same_form() -> None:
    stream = configured()
    logging.getLogger("asyncio").error("Task was destroyed but it is pending!")
    (line,) = lines(stream)
    assert line.items() >= {"service": "engine", "logger": "asyncio", "level": "error"}.items()


def test_requests_of_http_are_not_logged_one_by_one() -> None:
    stream = configured()
    logging.getLogger("aiohttp.access").info("GET /api/rooms/ABCD")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("form", ["json", "text"])
def test_an_exception_is_written_without_the_values_of_variables(form: str) -> None:
    stream = configured(DIVAN_LOG_FORMAT=form)
    hand = "ace of spades"
    try:
        raise ValueError(f"a hand of {len(hand)} letters")
    except ValueError:
        get_logger().exception("decide_failed")
    assert "a hand of 13 letters" in stream.getvalue()
    assert hand not in stream.getvalue()
