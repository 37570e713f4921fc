"""Settings: read from the environment, every fault named at once."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from libs.runtime.settings import BadSettings, from_env


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    nats_url: str
    port: int
    secret: str = ""
    pause: float | None = None

    def __post_init__(self) -> None:
        if self.port < 0:
            raise ValueError("DIVAN_PORT is at least 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    seats: tuple[int, ...]


def test_a_field_is_read_from_its_variable() -> None:
    config = from_env(Config, {"NATS_URL": "nats://a", "DIVAN_PORT": "80", "DIVAN_PAUSE": "0.5"})
    assert config == Config(nats_url="nats://a", port=80, pause=0.5)


def test_a_list_is_written_with_commas() -> None:
    assert from_env(Lists, {"DIVAN_SEATS": "1, 2,3"}) == Lists(seats=(1, 2, 3))
    assert from_env(Lists, {"DIVAN_SEATS": ""}) == Lists(seats=())
    with pytest.raises(BadSettings, match="DIVAN_SEATS"):
        from_env(Lists, {"DIVAN_SEATS": "1,two"})


def test_a_field_that_is_not_set_keeps_its_default() -> None:
    assert from_env(Config, {"NATS_URL": "nats://a", "DIVAN_PORT": "80"}).pause is None


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(BadSettings) as faults:
        from_env(Config, {"DIVAN_PORT": "eighty", "DIVAN_PAUSE": "long"})
    assert [line.partition(":")[0] for line in str(faults.value).splitlines()] == [
        "NATS_URL",
        "DIVAN_PORT",
        "DIVAN_PAUSE",
    ]


def test_a_fault_does_not_repeat_the_value() -> None:
    with pytest.raises(BadSettings) as faults:
        from_env(Config, {"NATS_URL": "nats://a", "DIVAN_PORT": "a password by mistake"})
    assert "password" not in str(faults.value)


def test_what_the_settings_refuse_themselves_is_a_fault_too() -> None:
    with pytest.raises(BadSettings, match="DIVAN_PORT is at least 0"):
        from_env(Config, {"NATS_URL": "nats://a", "DIVAN_PORT": "-1"})


def test_a_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hush\n")
    environment = {"NATS_URL": "nats://a", "DIVAN_PORT": "80", "DIVAN_SECRET_FILE": str(tmp_path / "secret")}
    assert from_env(Config, environment).secret == "hush"


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    environment = {"NATS_URL": "nats://a", "DIVAN_PORT": "80", "DIVAN_SECRET_FILE": str(tmp_path / "none")}
    with pytest.raises(BadSettings, match="DIVAN_SECRET_FILE: No such file"):
        from_env(Config, environment)
