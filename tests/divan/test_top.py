"""`divan top`: what two looks come to, and a look at a real installation."""

import asyncio
import json
from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from divan.exits import Exit
from divan.main import application
from divan.top.figures import Figures, figures, quantile
from divan.top.looking import Look
from divan.top.screen import duration, screen, size
from libs.events.nats.inspection import Size
from libs.events.standing import Standing
from libs.events.stats import Sample, ServiceStats
from libs.events.wire import Malformed, pack, plain, unpack, validate
from tests.support.nats_server import Server
from tests.support.service_process import service_process


def sample(name: str, value: float, **labels: str) -> Sample:
    return Sample(name=name, labels=labels, value=value)


def engine(
    at: int,
    *samples: Sample,
    pid: int = 7,
    faults: dict[str, str] | None = None,
    draining: bool = False,
) -> ServiceStats:
    return ServiceStats(
        service="engine",
        host="one",
        pid=pid,
        version="0.1.0",
        started_at=0,
        at=at,
        ready=not faults,
        faults=faults or {},
        samples=samples,
        draining=draining,
    )


def look(*services: ServiceStats, at: int = 0, **streams: Size) -> Look:
    return Look(
        at=at,
        services={(each.service, each.host, each.pid, each.started_at): each for each in services},
        streams=streams,
    )


def decided(fast: float, slow: float) -> tuple[Sample, ...]:
    """So many commands within 10 ms, and within 20 ms altogether."""
    return (
        sample("divan_command_seconds_bucket", fast, le="0.01"),
        sample("divan_command_seconds_bucket", slow, le="0.02"),
        sample("divan_command_seconds_bucket", slow, le="+Inf"),
        sample("divan_command_seconds_count", slow),
    )


def test_rates_and_quantiles_are_those_of_the_time_between_two_looks() -> None:
    before = look(engine(0, *decided(1000, 1000), sample("process_cpu_seconds_total", 5)))
    after = look(engine(2000, *decided(1010, 1020), sample("process_cpu_seconds_total", 6)))
    (found,) = figures(before, after).services
    assert (found.per_second, found.cpu) == (10, 0.5)
    assert found.p50 == pytest.approx(0.01)
    assert found.p99 == pytest.approx(0.0198)


def test_a_process_that_was_started_since_has_no_rates() -> None:
    (found,) = figures(look(engine(0, pid=6)), look(engine(2000, *decided(5, 5)))).services
    assert (found.per_second, found.p99) == (None, None)


def test_a_look_is_well_where_somebody_answers_and_all_are_ready() -> None:
    lacking = engine(0, pid=8, faults={"nats": "NATS does not answer a request."})
    assert figures(look(), look(engine(0))).well
    assert not figures(look(), look(engine(0), lacking)).well
    assert not figures(look(), look()).well


def test_the_age_of_the_oldest_question_is_that_of_the_queue() -> None:
    found = figures(look(), look(at=10_000, BOTS=Size(messages=3, bytes=99, oldest=7_500)))
    assert (found.bots.queue, found.bots.oldest) == (3, 2.5)


@pytest.mark.parametrize(
    ("buckets", "p50"),
    [
        pytest.param([], None, id="no histogram"),
        pytest.param([(0.1, 0.0), (float("inf"), 0.0)], None, id="nothing came"),
        pytest.param([(0.1, 0.0), (0.2, 10.0), (float("inf"), 10.0)], 0.15, id="within a bucket"),
        pytest.param([(0.1, 1.0), (float("inf"), 10.0)], 0.1, id="beyond the last bound"),
    ],
)
def test_quantiles_are_reckoned_as_prometheus_does(
    buckets: list[tuple[float, float]], p50: float | None
) -> None:
    assert quantile(0.5, buckets) == (None if p50 is None else pytest.approx(p50))


def test_the_screen_says_why_a_process_is_not_ready() -> None:
    assert "partitions: no connection" in shown(
        figures(look(), look(engine(0, faults={"partitions": "no connection"})))
    )
    assert "No service answers." in shown(figures(look(), look()))


def shown(found: Figures, width: int = 200) -> str:
    console = Console(width=width)
    with console.capture() as capture:
        console.print(screen(found, width))
    return capture.get()


def test_in_eighty_columns_every_figure_is_seen_whole() -> None:
    held = (
        sample("divan_partitions_held", 16),
        sample("divan_rooms_at_hand", 12_345),
        sample("process_resident_memory_bytes", 999 << 20),
    )
    before = engine(0, *decided(0, 0), sample("process_cpu_seconds_total", 0))
    after = engine(1000, *decided(0, 54_321), *held, sample("process_cpu_seconds_total", 1.5))
    found = shown(figures(look(before), look(after)), 80)
    for figure in ("16 partitions,", "12345 rooms", " 54321 ", " 15.0 ", " 19.9 ", " 150% ", " 999 MiB "):
        assert figure in found
    assert max(map(len, found.splitlines())) <= 80


def test_the_disk_of_nats_is_shown_with_its_limit_and_a_stream_without_a_leader_as_such() -> None:
    behind = Size(messages=1, bytes=1 << 30, standing=Standing(replicas=3, whole=2, fill=0.5))
    silent = Size(messages=0, bytes=0, standing=Standing(replicas=0, whole=0))
    told = engine(0, sample("divan_jetstream_bytes_limit", 20 << 30))
    found = shown(figures(look(), look(told, BOTS=behind, CHAT=silent)), 80)
    for figure in ("1.0 GiB of 20.0 GiB on each server", "50%", "2 of 3", "NO LEADER"):
        assert figure in found


def test_a_process_that_is_taken_away_is_shown_as_such_and_is_no_fault() -> None:
    leaving = engine(0, faults={"draining": "It gives up what it holds."}, draining=True)
    found = figures(look(), look(leaving))
    assert found.well
    assert "drains" in shown(found)
    assert "is not ready" not in shown(found)


def test_a_process_that_is_ready_and_not_whole_is_shown_as_such_and_is_not_well() -> None:
    edge = replace(engine(0, faults={"storing": "NATS stores nothing: insufficient resources."}), ready=True)
    found = figures(look(), look(edge))
    assert not found.well
    assert "partly" in shown(found, 80)
    assert "is ready, but not whole. storing: NATS stores nothing" in shown(found)


def test_times_and_sizes_are_short() -> None:
    assert [duration(seconds) for seconds in (0, 61, 3600, 90_000)] == ["0s", "1m 1s", "1h 0m", "1d 1h"]
    assert [size(bytes) for bytes in (9, 2048, 5 << 20, 3 << 30)] == ["9 B", "2 KiB", "5 MiB", "3.0 GiB"]


@pytest.mark.parametrize(
    ("name", "labels", "value"),
    [
        ("divan_partitions_held", {}, float("nan")),
        ("divan_partitions_held", {}, float("inf")),
        ("divan_command_seconds_bucket", {}, 1.0),
        ("divan_command_seconds_bucket", {"le": "soon"}, 1.0),
    ],
)
def test_numbers_that_cannot_be_reckoned_with_are_no_answer(
    name: str, labels: dict[str, str], value: float
) -> None:
    """Any service's user may say them: nobody's look at all others ends by it."""
    lie = plain(engine(0)) | {"samples": [{"name": name, "labels": labels, "value": value}]}
    with pytest.raises(Malformed, match="samples"):
        validate(ServiceStats, lie)


def test_what_a_process_says_of_itself_writes_nothing_but_its_words() -> None:
    lie = engine(0, sample("divan_rooms_by_state", 1), faults={"\x1b[2Jnats": "\x1b]0;gone\x07"})
    heard = unpack(ServiceStats, pack(replace(lie, host="[/b]\x1b[2J")))
    console = Console(width=200, force_terminal=True, color_system=None)
    with console.capture() as shown:
        console.print(screen(figures(look(heard), look(heard)), 200))
    assert "[/b]\N{REPLACEMENT CHARACTER}[2J" in shown.get()
    assert "\x1b[2J" not in shown.get()
    assert "\x1b]" not in shown.get()


@pytest.mark.nats
async def test_a_running_service_is_seen(nats_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NATS_URL", nats_server.url)
    async with service_process("chat", nats_server.url) as process:
        result = await asyncio.to_thread(
            CliRunner().invoke, application(), ["top", "--once", "--json", "--every", "0.3"]
        )
        found = json.loads(result.stdout)
        chats = [each for each in found["services"] if each["process"].endswith(f":{process.pid}")]
        assert [(each["service"], each["ready"]) for each in chats] == [("chat", True)]
        assert found["streams"]["CHAT"]["messages"] >= 0
        assert result.exit_code == Exit.DONE
