"""Names of settings: all that is read is declared, and what is like one of them is told."""

import re
from pathlib import Path

from divan.service_settings import COMMAND_LINE, SERVICES, settings, unknown

ROOT = Path(__file__).parents[2]
READ = re.compile(r'(?:environ(?:ment)?\.get\(|environ(?:ment)?\[|envvar=|in os\.environ)\s*"([A-Z_]+)"')


def test_every_variable_that_is_read_is_declared() -> None:
    declared = {each.name for each in COMMAND_LINE} | {each.name for at in SERVICES for each in settings(at)}
    declared |= {f"{name}_FILE" for name in declared}
    read = {
        name
        for folder in ("divan", "services", "libs")
        for module in (ROOT / folder).rglob("*.py")
        for name in READ.findall(module.read_text(encoding="utf-8"))
    }
    assert {"DIVAN_DATA", "DIVAN_REPLICAS", "NATS_URL", "NOTIFY_SOCKET"} <= read
    assert read - declared == set()


def test_every_setting_has_a_meaning() -> None:
    told = [*COMMAND_LINE, *(each for at in SERVICES for each in settings(at))]
    assert [each.name for each in told if not each.meaning] == []


def test_a_misspelt_variable_is_told_with_the_nearest() -> None:
    assert list(unknown(["DIVAN_SITEURL", "DIVAN_REPLICA", "DIVAN_MASTERKEY_FILE"])) == [
        ("DIVAN_MASTERKEY_FILE", "DIVAN_MASTER_KEY_FILE"),
        ("DIVAN_REPLICA", "DIVAN_REPLICAS"),
        ("DIVAN_SITEURL", "DIVAN_SITE_URL"),
    ]


def test_what_a_service_the_command_line_or_compose_knows_is_known_to_all() -> None:
    known = ["DIVAN_ROOMS_AT_HAND", "DIVAN_CHAT_ROOMS_AT_HAND", "DIVAN_DATA", "DIVAN_LISTEN", "DIVAN_ENGINES"]
    assert list(unknown([*known, "DIVAN_MASTER_KEY_FILE"])) == []


def test_what_is_like_none_of_ours_is_left_alone() -> None:
    assert list(unknown(["DIVAN_KERVAN_TOLLS", "DIVAN_ROOMS_SERVICE_HOST", "PATH"])) == []
