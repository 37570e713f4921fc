"""Headers of messages: ours beside those by which the server and this adapter speak."""

from nats.aio.msg import Msg

from libs.events.ports import Headers

OWN = ("Nats-", "Divan-")
"""How the names begin that are the server's and the adapter's."""


def sent(headers: Headers | None) -> dict[str, str] | None:
    """As the client takes them; None costs nothing on the wire."""
    return dict(headers) if headers else None


def read(block: bytes) -> dict[str, str]:
    """The headers in a block as a stream keeps it: a line of the version, then a line each."""
    lines = (line.partition(":") for line in block.decode().split("\r\n")[1:])
    return {name: value.strip() for name, _, value in lines if name}


def received(message: Msg) -> Headers | None:
    """What whoever sent the message put beside it, or None."""
    if not message.headers:
        return None
    return {name: value for name, value in message.headers.items() if not name.startswith(OWN)} or None
