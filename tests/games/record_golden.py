"""`make golden`: record the golden games anew; review the difference before committing it."""

import sys

from libs.games.catalog import GAMES
from tests.support.games_golden import record, write
from tests.support.sealed import SEALED


def main() -> int:
    missing = 0
    for game in (*GAMES.values(), SEALED):
        endings = [ending for ending in game.endings if ending not in game.retired]
        tables = record(game, endings)
        for path in write(game, tables):
            print(path)
        for ending in sorted(set(endings) - tables.keys()):
            print(f"{game.name}: no game found that ends by {ending}", file=sys.stderr)
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
