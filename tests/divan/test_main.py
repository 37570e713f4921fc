"""The command line itself: help, version, exit codes."""

import signal
import subprocess
import sys
import time

import pytest

from divan import nats_server
from divan.exits import Exit, Trouble
from divan.options import GAMES, SERVER, STUDY


def divan(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "divan", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_names_the_commands_and_the_exit_codes() -> None:
    done = divan("--help", COLUMNS="200")
    assert done.returncode == 0
    assert {"up", "serve", "doctor", "case", "simulate"} <= set(done.stdout.split())
    assert "Exit codes: 0 done" in done.stdout


def test_every_command_is_listed_in_a_group() -> None:
    done = divan("--help", COLUMNS="200")
    assert {title for title in (SERVER, GAMES, STUDY) if f"─ {title} ─" in done.stdout} == {
        SERVER,
        GAMES,
        STUDY,
    }
    assert "─ Commands ─" not in done.stdout


def test_the_version_is_that_of_the_distribution() -> None:
    assert divan("--version").stdout == "divan 0.1.0\n"


def test_an_unknown_command_is_wrong_usage() -> None:
    assert divan("dance").returncode == Exit.USAGE


def test_completion_is_there() -> None:
    done = divan("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "complete" in done.stdout


@pytest.mark.parametrize(
    ("service", "missing"), [("engine", ["NATS_URL", "DIVAN_MASTER_KEY"]), ("chat", ["NATS_URL"])]
)
def test_a_service_names_every_setting_that_is_missing(service: str, missing: list[str]) -> None:
    done = divan("serve", service)
    assert done.returncode == Exit.USAGE
    told = [line.partition(". It is ")[0] for line in done.stderr.splitlines() if ". It is " in line]
    assert told == [f"divan: {name}: not set" for name in missing]


def test_a_variable_that_is_misspelt_is_told() -> None:
    done = divan("serve", "chat", DIVAN_SITEURL="https://divan.example")
    assert (
        "divan: the variable DIVAN_SITEURL is not known: is DIVAN_SITE_URL meant?" in done.stderr.splitlines()
    )


@pytest.mark.parametrize("pause", ["soon", "-1", "2-1", "1-"])
def test_a_pause_that_is_none_is_wrong_usage(pause: str) -> None:
    done = divan("up", f"--bots-pause={pause}")
    assert done.returncode == Exit.USAGE
    assert "bots-pause" in done.stderr


@pytest.mark.parametrize("sync", ["garbage", "0", "1d", "always\nport: 1"])
def test_an_interval_that_is_none_is_wrong_usage(sync: str) -> None:
    done = divan("up", f"--sync={sync}")
    assert done.returncode == Exit.USAGE
    assert "sync" in done.stderr


@pytest.mark.parametrize("version", ["2.15.0", "2.15.1-RC.1", "2.16.3", "3.0.0"])
def test_a_server_of_this_version_will_do(version: str) -> None:
    nats_server.require_version(version, "the server")


@pytest.mark.parametrize("version", ["2.14.9", "2.9.25", "1.4.1"])
def test_a_server_of_this_version_is_too_old(version: str) -> None:
    with pytest.raises(Trouble, match=rf"the server is version {version}; Divan needs 2\.15 or newer"):
        nats_server.require_version(version, "the server")


def test_a_service_that_is_told_to_stop_while_it_starts_ends() -> None:
    """Whatever it is doing just then, importing its modules too: it is told once, and not heard again."""
    environment = {"NATS_URL": "nats://127.0.0.1:1", "DIVAN_SET_UP": "false"}
    processes = []
    try:
        for step in range(8):
            processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "divan", "serve", "chat"],
                    env=environment,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            time.sleep(0.1 + step * 0.15)
            processes[-1].send_signal(signal.SIGTERM)
        assert {process.wait(timeout=15) for process in processes} <= {0, -signal.SIGTERM}
    finally:
        for process in processes:
            process.kill()
            process.wait()
