"""deploy/make-secrets.sh: what is there is kept, and certificates are made anew in time."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from libs.events.permissions import users
from tests.deploy.kubernetes import ROOT

pytestmark = [
    pytest.mark.deploy,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here"),
]

SERVERS = ("nats-1", "nats-2", "nats-3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where it was run for three servers."""
    for name in (".env.example", "make-secrets.sh"):
        shutil.copy(ROOT / "deploy" / name, tmp_path)
    make_secrets(tmp_path, "--tls")
    return tmp_path


def make_secrets(folder: Path, *options: str) -> int:
    return subprocess.run([folder / "make-secrets.sh", *options], capture_output=True).returncode


def everything(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_what_is_there_is_kept(folder: Path) -> None:
    before = everything(folder)
    make_secrets(folder, "--tls")
    assert everything(folder) == before


def test_the_servers_environment_is_that_of_the_table_of_rights(folder: Path) -> None:
    held = environment(folder / ".env")
    for user in users():
        assert user.environment(held[user.password]).items() <= held.items()


def environment(file: Path) -> dict[str, str]:
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_a_password_that_was_emptied_is_made_anew_with_its_seals_and_nothing_else(folder: Path) -> None:
    before = environment(folder / ".env")
    change(folder / ".env", r"^NATS_CHAT_PASSWORD=.*$", "NATS_CHAT_PASSWORD=")
    make_secrets(folder)
    now = environment(folder / ".env")
    assert {name for name in now if now[name] != before[name]} == {
        name for name in now if name.startswith("NATS_CHAT_")
    }
    test_the_servers_environment_is_that_of_the_table_of_rights(folder)


def test_what_an_older_build_s_file_lacks_is_added_and_the_rest_stays_as_it_is(folder: Path) -> None:
    file = folder / ".env"
    change(file, r"^NATS_\w+=sealed.*\n", "")
    change(file, r"^# DIVAN_ENGINES=2$", "DIVAN_ENGINES=5  # Ours")
    older = file.read_text()
    assert "sealed" not in re.sub(r"^#.*$", "", older, flags=re.M)
    make_secrets(folder)
    assert file.read_text().startswith(older)
    test_the_servers_environment_is_that_of_the_table_of_rights(folder)


@pytest.mark.parametrize("lacking", ["nothing", "seals"])
def test_a_line_without_an_end_is_kept_and_nothing_is_added_to_it(folder: Path, lacking: str) -> None:
    """As an editor may leave the last one: it may be the master key."""
    file = folder / ".env"
    if lacking == "seals":
        change(file, r"^NATS_\w+=sealed.*\n", "")
    key = f"DIVAN_MASTER_KEY={environment(file)['DIVAN_MASTER_KEY']}"
    change(file, r"^DIVAN_MASTER_KEY=.*\n", "")
    older = file.read_text() + key
    file.write_text(older)
    make_secrets(folder)
    assert file.read_text().startswith(f"{older}\n")
    test_the_servers_environment_is_that_of_the_table_of_rights(folder)


def test_a_value_is_kept_whatever_is_in_it_and_whatever_ends_its_line(folder: Path) -> None:
    file = folder / ".env"
    odd = "OURS=$HOME `x` \"q\" 'q' back\\\\slash \\n \\c  two \n-n\n"
    older = file.read_text()
    file.write_bytes((odd + older).replace("\n", "\r\n").encode())
    make_secrets(folder)
    assert file.read_bytes() == (odd + older).encode()


@pytest.mark.parametrize("before", ["export ", " ", "  export  "])
def test_a_key_that_stands_otherwise_is_asked_for_and_not_made_anew(folder: Path, before: str) -> None:
    """Compose would take the later of the two."""
    change(folder / ".env", r"^DIVAN_MASTER_KEY=", f"{before}DIVAN_MASTER_KEY=")
    as_it_was = everything(folder)
    assert make_secrets(folder) == 1
    assert everything(folder) == as_it_was


def test_a_link_is_followed_and_one_to_nowhere_is_no_reason_for_another_key(folder: Path) -> None:
    kept, link = folder / "kept.env", folder / ".env"
    link.rename(kept)
    link.symlink_to(kept)
    older = environment(kept)
    change(kept, r"^NATS_\w+=sealed.*\n", "")
    assert make_secrets(folder) == 0
    assert link.is_symlink()
    assert environment(kept) == older
    kept.unlink()
    assert make_secrets(folder) == 1
    assert not kept.exists()


def change(file: Path, pattern: str, to: str) -> None:
    changed, times = re.subn(pattern, to, file.read_text(), flags=re.M)
    assert times
    file.write_text(changed)


def test_the_servers_secrets_alone_go_into_a_file_of_ones_choice(folder: Path) -> None:
    file = folder / "nats.env"
    assert make_secrets(folder, "--nats", str(file)) == 0
    made = environment(file)
    wanted = {name for user in users() for name in user.environment("")} | {"NATS_CLUSTER_PASSWORD"}
    assert made.keys() == wanted
    assert file.stat().st_mode & 0o077 == 0
    assert all(each not in (folder / ".env").read_text() for each in made.values())
    assert make_secrets(folder, "--nats") != 0


def test_certificates_made_anew_stand_in_the_same_files_and_are_by_the_same_authority(folder: Path) -> None:
    tls = folder / "secrets" / "tls"
    files = [tls / f"{server}.{kind}" for server in SERVERS for kind in ("pem", "key")]
    before = [(file.stat().st_ino, file.stat().st_mode, file.stat().st_uid) for file in files]
    rest = everything(folder)
    assert make_secrets(folder, "--renew") == 0
    now = everything(folder)
    assert {file for file in now if now[file] != rest.get(file)} == set(files)
    assert [(file.stat().st_ino, file.stat().st_mode, file.stat().st_uid) for file in files] == before
    for server in SERVERS:
        verify = ["openssl", "verify", "-CAfile", "ca.pem", "-verify_hostname", server, f"{server}.pem"]
        assert subprocess.run(verify, cwd=tls, capture_output=True).returncode == 0


def test_without_the_authority_s_key_none_is_made_anew(folder: Path) -> None:
    (folder / "secrets" / "tls" / "ca.key").unlink()
    before = everything(folder)
    assert make_secrets(folder, "--renew") == 1
    assert everything(folder) == before
