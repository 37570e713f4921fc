"""A real server with the configuration that we ship: its users, its limits, its way of writing to disk."""

import os
import re
from pathlib import Path

from libs.events.permissions import users
from tests.support.nats_server import NatsServer, free_port

SHIPPED = Path(__file__).parents[2] / "deploy" / "nats"


def password_of(user: str) -> str:
    return f"secret{user}"


class ShippedServer(NatsServer):
    """deploy/nats/server.conf as it is, but for its addresses and the folder of its streams."""

    def __init__(self) -> None:
        super().__init__()
        for file in SHIPPED.glob("*.conf"):
            (self.folder / file.name).write_text(self._here(file.read_text()))
        self._environment = os.environ | {"NATS_MAX_FILE_STORE": "8GB"}
        for user in users():
            self._environment |= user.environment(password_of(user.name))

    def _here(self, text: str) -> str:
        text = re.sub(r'"/data"', f'"{self.folder / "jetstream"}"', text)
        text = re.sub(r'"0\.0\.0\.0:4222"', f'"127.0.0.1:{self.port}"', text)
        return re.sub(r'"127\.0\.0\.1:8222"', f'"127.0.0.1:{free_port()}"', text)

    def url_of(self, user: str) -> str:
        return f"nats://{user}:{password_of(user)}@127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """The admin's."""
        return self.url_of("admin")

    def may_fill(self, disk: str) -> None:
        """How much disk it may fill from its next start on, in NATS's words."""
        self._environment = {**(self._environment or {}), "NATS_MAX_FILE_STORE": disk}

    @property
    def refused(self) -> list[str]:
        """What its log says that it refused so far."""
        return [line for line in (self.folder / "log").read_text().splitlines() if "Violation" in line]
