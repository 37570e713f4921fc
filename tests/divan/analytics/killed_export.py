"""An export that writes a part for each game, for a test to kill: FILE DIR."""

import asyncio
import sys
from pathlib import Path

from divan.analytics import dataset
from divan.analytics.exporting import run_export
from divan.analytics.sources import Files, Wanted

if __name__ == "__main__":
    dataset.PART_ROWS = 1
    asyncio.run(run_export(Files([Path(sys.argv[1])]), Path(sys.argv[2]), Wanted()))
