"""The engine service: the only writer of the games' logs."""

from libs.runtime.service import run
from libs.runtime.settings import from_env
from services.engine.config import Config
from services.engine.wiring import engine


def main() -> None:
    config = from_env(Config)
    run(lambda: engine(config))


if __name__ == "__main__":
    main()
