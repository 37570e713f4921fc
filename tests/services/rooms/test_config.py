"""Settings of the edge: what is wrong is told before anything starts."""

import pytest

from libs.runtime.settings import BadSettings, from_env
from services.rooms.config import Config

URL = {"NATS_URL": "nats://127.0.0.1:1"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DIVAN_IDLE_AFTER", "nan"),
        ("DIVAN_OWNER_AWAY", "inf"),
        ("DIVAN_ROOMS_EACH", "-1"),
        ("DIVAN_FRAMES_PER_SECOND", "0"),
        ("DIVAN_EDGE_SILENCE", "0"),
        ("DIVAN_COMMAND_PATIENCE", "0"),
        ("DIVAN_GUESTS_PER_MINUTE", "0.5"),
        ("DIVAN_HTTP_PORT", "99999"),
    ],
)
def test_a_number_that_cannot_be_is_a_wrong_setting(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        from_env(Config, {**URL, name: value})


@pytest.mark.parametrize(
    "value", ["divan@example.org", "https://example.org/write-us", "http://127.0.0.1:8000/contact", ""]
)
def test_a_contact_is_an_email_address_or_a_web_address(value: str) -> None:
    assert from_env(Config, {**URL, "DIVAN_CONTACT": value}).contact == value


@pytest.mark.parametrize(
    "value",
    ["ask Ali", "javascript:alert(1)", "divan@", "https://", "https://a b.org", "http://[1", "a@b@c.org"],
)
def test_what_is_neither_is_a_wrong_setting(value: str) -> None:
    with pytest.raises(BadSettings, match="DIVAN_CONTACT"):
        from_env(Config, {**URL, "DIVAN_CONTACT": value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DIVAN_SITE_URL", "foo"),
        ("DIVAN_SITE_URL", "https://divan.example/play"),
        ("DIVAN_ALLOWED_ORIGINS", "http://localhost:5173,foo"),
        ("DIVAN_ALLOWED_ORIGINS", "http://localhost:5173/"),
        ("DIVAN_TRACES", "foo"),
    ],
)
def test_an_address_that_no_browser_would_name_is_a_wrong_setting(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name):
        from_env(Config, {**URL, name: value})


def test_the_public_address_may_end_with_a_slash() -> None:
    assert from_env(Config, {**URL, "DIVAN_SITE_URL": "https://divan.example/"}).site_url
