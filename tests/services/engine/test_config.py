"""Settings of the engine: what is wrong is told before anything starts."""

import pytest

from libs.runtime.settings import BadSettings, from_env
from services.engine.config import Config, keyring

KEY = "5e" * 32


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        pytest.param({}, "DIVAN_MASTER_KEY: not set", id="no key"),
        pytest.param({"DIVAN_MASTER_KEY": "5e"}, "32 bytes or more", id="a short key"),
        pytest.param({"DIVAN_MASTER_KEY": "secret"}, "written as hex", id="a key that is no hex"),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_OLD_MASTER_KEYS": "k0"},
            "a list of name=hex",
            id="no name of an old one",
        ),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_EXTRA_GAMES": "nowhere:GAME"}, "cannot be had", id="no such game"
        ),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_MASTER_KEY_NAME": ""}, "DIVAN_MASTER_KEY_NAME: ''", id="no name"
        ),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_OLD_MASTER_KEYS": f"k1={'0f' * 32}"},
            "an old key is named 'k1' too",
            id="a new key under an old name",
        ),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_ROOMS_AT_HAND": "0"}, "1 or more", id="no room at hand"
        ),
        pytest.param(
            {"DIVAN_MASTER_KEY": KEY, "DIVAN_IDLE_SECONDS": "-1"}, "0 or more", id="a time that is past"
        ),
    ],
)
def test_wrong_settings_are_told_in_a_sentence(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence) as told:
        from_env(Config, {"NATS_URL": "nats://127.0.0.1:1", **settings})
    assert "secret" not in str(told.value)


def test_an_old_key_stays_beside_the_new_one() -> None:
    config = Config(
        nats_url="", master_key=KEY, master_key_name="k2", old_master_keys=f"k1={'0f' * 32}, k0={KEY}"
    )
    keys = keyring(config)
    assert keys.current == "k2"
    assert keys.secret("r1", "k1") != keys.secret("r1", "k2") == keys.secret("r1", "k0")
