"""What several commands ask for, in the same words; and the groups in which `divan --help` lists them."""

from pathlib import Path
from typing import Annotated

import typer

SERVER = "Running a server"
GAMES = "Games of a server or of a file"
STUDY = "Rules and figures"

Data = Annotated[
    Path | None,
    typer.Option(
        help="Data folder of the running `divan up`, where NATS_URL is not set.",
        show_default="DIVAN_DATA or the user's data folder",
    ),
]

RoomOrFile = Annotated[
    str, typer.Argument(metavar="ROOM|FILE", help="The room's code or its id, or a game file.")
]

Operator = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who you are, for the audit trail.", show_default="USER@HOST"),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
