"""Commands in the documents with what they print: run, and compared with what stands there.

A block `sh tried` is a list of commands of divan; a block `text printed` right after it is what they print.
All blocks of a document run in order, in one empty folder. `python -m divan.examples` writes what is printed
now, with `--check` it says whether that is what stands there.
"""

import contextlib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from typer.main import get_command

from divan.documents import DOCS
from divan.exits import Exit
from divan.main import application

DOCUMENTS = ("analytics.md",)

BLOCK = re.compile(
    r"^```sh tried\n(?P<commands>.*?)^```\n"
    r"(?P<between>\n```text printed\n)?(?P<printed>(?(between).*?^```\n))",
    re.M | re.S,
)


def renewed(text: str) -> str:
    """The document with what its commands print now. They run in the present folder."""

    def block(found: re.Match[str]) -> str:
        printed = "".join(map(_printed, found["commands"].splitlines()))
        if found["between"] is None:
            return found[0]
        return f"```sh tried\n{found['commands']}```\n\n```text printed\n{printed}```\n"

    return BLOCK.sub(block, text)


def _printed(line: str) -> str:
    """What one command prints. Raises RuntimeError where it fails."""
    program, *arguments = shlex.split(line, comments=True) or [""]
    if program != "divan":
        raise RuntimeError(f"{line!r}: only commands of divan can be tried")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = get_command(application()).main(arguments, prog_name="divan", standalone_mode=False)
    if code:
        raise RuntimeError(f"{line!r} ended with exit code {code}")
    return out.getvalue()


def present_and_renewed(name: str) -> tuple[str, str]:
    """A document as it is, and as it would be written."""
    present = (DOCS / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(Path(folder)):
        return present, renewed(present)


def main(arguments: Iterable[str]) -> int:
    """Write what the commands print, or with --check name the documents where it is something else."""
    old = 0
    for name in DOCUMENTS:
        present, now = present_and_renewed(name)
        if present == now:
            continue
        old += 1
        if "--check" in arguments:
            print(f"docs/{name} does not say what its commands print: make docs", file=sys.stderr)
        else:
            (DOCS / name).write_text(now, encoding="utf-8")
            print(f"docs/{name} written")
    return Exit.FAILED if "--check" in arguments and old else Exit.DONE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
