"""Settings: read from the environment, every fault named at once."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

import pytest

from libs.runtime.settings import (
    UNSHOWN,
    AboveZero,
    BadSettings,
    Between,
    Count,
    Form,
    Port,
    Service,
    Site,
    Together,
    declared,
    from_env,
)


def _in_order(least: int, most: int) -> None:
    if least > most:
        raise ValueError(f"{least} is more than DIVAN_MOST, {most}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    TOGETHER: ClassVar = (Together(("least", "most"), _in_order),)

    nats_url: str
    port: Port
    secret: Annotated[str, Form("four letters", lambda text: len(text) == 4), UNSHOWN] = ""
    pause: AboveZero | None = None
    seats: tuple[Count, ...] = ()
    share: Annotated[float, Between(0, 1)] = 0.5
    speed: Literal["slow", "quick"] = "slow"
    site: Site = ""
    least: Count = 1
    most: Count = 9


SOUND = {"NATS_URL": "nats://a", "DIVAN_PORT": "80"}


def faults(**settings: str) -> list[str]:
    """What is told of these beside what is sound."""
    with pytest.raises(BadSettings) as told:
        from_env(Config, SOUND | {f"DIVAN_{name.upper()}": value for name, value in settings.items()})
    return str(told.value).splitlines()


def test_a_field_is_read_from_its_variable() -> None:
    config = from_env(Config, SOUND | {"DIVAN_PAUSE": "0.5", "DIVAN_SPEED": "Quick"})
    assert config == Config(nats_url="nats://a", port=80, pause=0.5, speed="quick")


def test_a_list_is_written_with_commas() -> None:
    assert from_env(Config, SOUND | {"DIVAN_SEATS": "1, 2,3"}).seats == (1, 2, 3)
    assert faults(seats="1,two") == [
        "DIVAN_SEATS: 'two' is not a whole number of 1 or more; several with commas between, or empty"
    ]


def test_a_field_that_is_not_set_keeps_its_default() -> None:
    assert from_env(Config, SOUND).pause is None


def test_what_may_be_empty_keeps_its_default_where_it_is() -> None:
    empty = {"DIVAN_PAUSE": "", "DIVAN_SEATS": "", "DIVAN_SITE": "", "DIVAN_SECRET": ""}
    assert from_env(Config, SOUND | empty) == from_env(Config, SOUND)


def test_every_fault_is_named_at_once_those_of_several_fields_too() -> None:
    with pytest.raises(BadSettings) as told:
        from_env(Config, {"DIVAN_PORT": "eighty", "DIVAN_LEAST": "7", "DIVAN_MOST": "3"})
    assert str(told.value).splitlines() == [
        "NATS_URL: not set. It is text",
        "DIVAN_PORT: 'eighty' is not a whole number from 0 to 65535",
        "DIVAN_LEAST: 7 is more than DIVAN_MOST, 3",
    ]


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("port", "65536", "a whole number from 0 to 65535"),
        ("port", "", "a whole number from 0 to 65535"),
        ("pause", "0", "a number above 0, or empty"),
        ("pause", "inf", "a number above 0, or empty"),
        ("share", "1.5", "a number from 0 to 1"),
        ("share", "nan", "a number from 0 to 1"),
        ("speed", "slowly", "slow or quick"),
        ("site", "foo", "https://HOST or http://HOST, without a path, or empty"),
        ("least", "0", "a whole number of 1 or more"),
    ],
)
def test_what_is_not_allowed_is_told_with_what_is(name: str, value: str, allowed: str) -> None:
    assert faults(**{name: value}) == [f"DIVAN_{name.upper()}: {value!r} is not {allowed}"]


def test_a_secret_that_is_not_allowed_is_not_repeated(tmp_path: Path) -> None:
    assert faults(secret="hush!") == ["DIVAN_SECRET: what is set is not four letters, or empty"]


def test_what_stands_in_a_file_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "share").write_text("a password by mistake")
    assert faults(share_file=str(tmp_path / "share")) == [
        "DIVAN_SHARE: what is set is not a number from 0 to 1"
    ]


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush\n")
    assert from_env(Config, SOUND | {"DIVAN_SECRET_FILE": str(tmp_path / "secret")}).secret == "hush"


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    (fault,) = faults(secret_file=str(tmp_path / "none"))
    assert fault.startswith("DIVAN_SECRET_FILE: No such file")


@pytest.mark.parametrize(
    "url",
    [
        "http://x",
        "",
        "nats://",
        "nats://127.0.0.1:port",
        "nats://127.0.0.1:99999",
        "nats://a:4222,",
        "nats://[1",
    ],
)
def test_an_address_that_is_no_nats_servers_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(BadSettings, match=r"^NATS_URL: what is set is not nats://HOST:PORT"):
        from_env(Service, {"NATS_URL": url})


@pytest.mark.parametrize(
    "url", ["nats://divan:pass@a:4222", "a:4222", "localhost", "tls://a, tls://b:4223", "wss://[::1]:443"]
)
def test_an_address_of_nats_servers_is_taken_as_it_is(url: str) -> None:
    assert from_env(Service, {"NATS_URL": url}).nats_url == url


def test_an_unknown_level_of_the_log_is_a_fault() -> None:
    with pytest.raises(BadSettings, match="DIVAN_LOG_LEVEL: 'loud' is not debug, info, warning"):
        from_env(Service, {"NATS_URL": "nats://a", "DIVAN_LOG_LEVEL": "loud"})


def test_a_declaration_says_what_is_allowed() -> None:
    words = {each.variable: each.words for each in declared(Config)}
    assert words["DIVAN_PORT"] == "a whole number from 0 to 65535"
    assert words["DIVAN_SEATS"] == "a whole number of 1 or more; several with commas between, or empty"
