"""The rooms service: accounts, rooms, and the edge that browsers talk to."""

from libs.runtime.service import run
from libs.runtime.settings import from_env
from services.rooms.config import Config
from services.rooms.wiring import rooms


def main() -> None:
    config = from_env(Config)
    run(lambda: rooms(config))


if __name__ == "__main__":
    main()
