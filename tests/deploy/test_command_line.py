"""The command line in its containers: reads and writes files though nothing else there can be written to."""

import json

import pytest

from tests.deploy.guests import guests
from tests.deploy.stack import Stack

pytestmark = [pytest.mark.deploy, pytest.mark.container, pytest.mark.slow, pytest.mark.timeout(900)]


def cli(stack: Stack, *arguments: str, service: str = "cli") -> str:
    return stack.compose("run", "--rm", "--no-deps", "--no-TTY", service, *arguments, limit=120)


def test_a_backup_is_written_verified_and_rehearsed(stack: Stack) -> None:
    cli(stack, "backup", "--to", "saved.tar", "--verify")
    cli(stack, "restore", "saved.tar", "--rehearse")


def test_operators_see_every_process(stack: Stack) -> None:
    seen = json.loads(cli(stack, "top", "--once", "--json"))
    assert sorted(each["service"] for each in seen["services"]) == [
        "ai",
        "ai",
        "chat",
        "engine",
        "engine",
        "rooms",
    ]


def test_an_engine_is_found_by_the_id_of_its_container(stack: Stack) -> None:
    engine = stack.containers("engine")[0]["Id"][:12]
    cli(stack, "drain", engine)
    cli(stack, "drain", engine, "--undo")


@pytest.mark.large
async def test_games_become_tables_and_tables_answer(stack: Stack) -> None:
    async with guests(stack.addresses, 1) as (guest,):
        pass
    stack.build("analyst")
    cli(stack, "export", "--to", "tables", service="analyst")
    answer = cli(stack, "query", "endings", "--from", "tables", "--format", "json", service="analyst")
    assert sum(row["games"] for row in json.loads(answer)) >= len(guest.results)
