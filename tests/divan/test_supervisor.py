"""Processes kept alive, with real ones."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from divan.exits import Exit, Trouble
from divan.supervisor import Program, Supervisor, supervising, until
from tests.divan.processes import eventually, lives

READY = """
import os, signal, socket, sys, time
def ready():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        s.sendto(f"READY=1\\nMAINPID={os.getpid()}".encode(), os.environ["NOTIFY_SOCKET"])
"""


def program(body: str, *, name: str = "one", grace: float = 5.0) -> Program:
    code = READY + textwrap.dedent(body)
    return Program(name=name, command=(sys.executable, "-I", "-S", "-c", code), grace=grace)


STAYS = "ready(); time.sleep(60)"


@asynccontextmanager
async def supervisor(tmp_path: Path) -> AsyncGenerator[Supervisor, None]:
    descriptor = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
    try:
        async with supervising(descriptor) as made:
            yield made
    finally:
        os.close(descriptor)


async def again(kept: Supervisor, name: str, former: int) -> int:
    async def restarted() -> bool:
        return kept.pids().get(name, former) != former

    async with asyncio.timeout(10):
        await until(restarted)
    return kept.pids()[name]


async def test_what_was_started_is_ready_and_is_gone_afterwards(tmp_path: Path) -> None:
    async with supervisor(tmp_path) as kept:
        await kept.start(program(STAYS), program(STAYS, name="two"))
        pids = kept.pids()
        assert set(pids) == {"one", "two"}
        assert all(map(lives, pids.values()))
    assert not any(map(lives, pids.values()))


async def test_a_killed_process_is_started_again(tmp_path: Path) -> None:
    async with supervisor(tmp_path) as kept:
        await kept.start(program(STAYS))
        former = kept.pids()["one"]
        os.kill(former, signal.SIGKILL)
        assert lives(await again(kept, "one", former))


async def test_what_a_killed_process_had_started_goes_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    body = f"""
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        with open({str(note)!r}, "w") as file: file.write(str(child.pid))
        ready(); time.sleep(60)
    """
    async with supervisor(tmp_path) as kept:
        await kept.start(program(body))
        former, child = kept.pids()["one"], int(note.read_text())
        assert lives(child)
        os.kill(former, signal.SIGKILL)
        await again(kept, "one", former)
        assert not lives(child)


async def test_later_stages_are_stopped_first(tmp_path: Path) -> None:
    order = tmp_path / "order"

    def noting(name: str) -> Program:
        return program(
            f"""
            def end(*_):
                with open({str(order)!r}, "a") as file: file.write("{name} ")
                sys.exit()
            signal.signal(signal.SIGTERM, end); ready(); time.sleep(60)
            """,
            name=name,
        )

    async with supervisor(tmp_path) as kept:
        await kept.start(noting("server"))
        await kept.start(noting("service"))
    assert order.read_text() == "service server "


async def test_a_process_that_does_not_heed_is_killed_after_its_grace(tmp_path: Path) -> None:
    async with supervisor(tmp_path) as kept:
        deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN); ready(); time.sleep(60)"
        await kept.start(program(deaf, grace=0.2))
        pid = kept.pids()["one"]
    assert not lives(pid)


async def test_a_stopped_process_is_woken_to_end(tmp_path: Path) -> None:
    async with supervisor(tmp_path) as kept:
        await kept.start(program(STAYS))
        pid = kept.pids()["one"]
        os.kill(pid, signal.SIGSTOP)
    assert not lives(pid)


@pytest.mark.parametrize(
    ("body", "code", "sentence"),
    [
        pytest.param("sys.exit(2)", Exit.USAGE, "does not accept its settings", id="wrong settings, at once"),
        pytest.param("sys.exit(1)", Exit.FAILED, "ended 4 times", id="a crash, after some tries"),
    ],
)
async def test_a_program_that_never_gets_ready_ends_the_start(
    tmp_path: Path, body: str, code: Exit, sentence: str
) -> None:
    async with supervisor(tmp_path) as kept:
        with pytest.raises(Trouble, match=sentence) as trouble:
            await kept.start(program(STAYS, name="well"), program(body, name="ill"))
        assert trouble.value.code == code
        others = list(kept.pids().values())
    assert not any(map(lives, others))


@pytest.mark.parametrize(
    "heeds", [pytest.param("", id="heeds"), pytest.param("ignores", id="deaf to SIGTERM")]
)
def test_nothing_is_left_when_the_supervisor_itself_is_killed(tmp_path: Path, heeds: str) -> None:
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN);" if heeds else ""
    script = f"""
import asyncio, os, sys
from divan import reaper
from divan.supervisor import Program, supervising
async def main():
    lock = os.open({str(tmp_path / "lock")!r}, os.O_RDWR | os.O_CREAT)
    async with supervising(lock) as kept:
        code = {READY + deaf + STAYS!r}
        command = (sys.executable, "-I", "-S", "-c", code)
        await kept.start(Program(name="one", command=command), Program(name="two", command=command))
        print(*kept.pids().values(), flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        pids = [int(pid) for pid in killed.stdout.readline().split()]
        killed.kill()
    assert len(pids) == 2
    assert eventually(lambda: not any(map(lives, pids)))
