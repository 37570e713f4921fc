"""The command line: one Typer application, one module a command."""

import importlib
import os
import pkgutil
import signal
import sys
from importlib.metadata import version
from typing import Annotated

import typer
from typer.core import TyperGroup

from divan import commands
from divan.exits import Trouble

HELP = """Divan, a server for turn-based games.

`divan up` starts everything on this machine; `divan doctor` says what is missing.
"""

EPILOG = (
    "Exit codes: 0 done · 1 it ran and found or met a failure · 2 wrong arguments or settings · "
    "3 something it needs is missing, too old, unreachable or in use."
)


STAYING = frozenset({"serve", "up"})
"""Commands that hear by themselves that they are told to stop, and that this ends at once until they do."""


def main() -> None:
    """Run the command line; ends in SystemExit with one of the codes of `divan.exits`."""
    if not STAYING & {*sys.argv[1:2]}:
        # To be told to stop is a Ctrl-C: what was begun is put away and noted. The first process of a
        # container would not be ended by it at all.
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        application()()
    except Trouble as trouble:
        for line in str(trouble).splitlines():
            print(f"divan: {line}", file=sys.stderr)
        raise SystemExit(trouble.code) from None


def application() -> typer.Typer:
    """The application with every command that has a module in `divan.commands`."""
    app = typer.Typer(
        cls=InOrder,
        help=HELP,
        epilog=EPILOG,
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(options)
    for module in pkgutil.iter_modules(commands.__path__):
        importlib.import_module(f"{commands.__name__}.{module.name}").register(app)
    return app


class InOrder(TyperGroup):
    """The commands by name, also those that have commands of their own."""

    def list_commands(self, ctx: object) -> list[str]:
        return sorted(self.commands)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"divan {version('divan')}")
        raise typer.Exit


def options(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and leave.", is_eager=True, callback=_print_version
        ),
    ] = False,
) -> None:
    """Options of `divan` itself."""
    if any(name.startswith("DIVAN_") for name in os.environ):
        from divan.service_settings import unknown

        for name, nearest in unknown(os.environ):
            print(f"divan: the variable {name} is not known: is {nearest} meant?", file=sys.stderr)
