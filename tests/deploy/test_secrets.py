"""deploy/make-secrets.sh: what is there is kept, and certificates are made anew in time."""

import shutil
import subprocess
from pathlib import Path

import pytest

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
