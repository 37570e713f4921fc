"""The ai service: takes questions to bots and posts their answers."""

from libs.runtime.service import run
from libs.runtime.settings import from_env
from services.ai.config import Config
from services.ai.wiring import ai


def main() -> None:
    config = from_env(Config)
    run(lambda: ai(config))


if __name__ == "__main__":
    main()
