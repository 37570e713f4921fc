"""The chat service: what was said, and who may speak when."""

from libs.runtime.service import run
from libs.runtime.settings import from_env
from services.chat.config import Config
from services.chat.wiring import chat


def main() -> None:
    config = from_env(Config)
    run(lambda: chat(config))


if __name__ == "__main__":
    main()
