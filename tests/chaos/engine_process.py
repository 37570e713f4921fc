"""An engine as the service runs it, that also knows Sealed: what each reader is shown differs there."""

from libs.games.catalog import GAMES
from libs.runtime.service import run
from libs.runtime.settings import from_env
from services.engine.config import Config
from services.engine.wiring import engine
from tests.support.sealed import SEALED

ALL_GAMES = {**GAMES, "sealed": SEALED}


def main() -> None:
    config = from_env(Config)
    run(lambda: engine(config, games=ALL_GAMES))


if __name__ == "__main__":
    main()
