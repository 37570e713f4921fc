"""A wire between a client and a server that a test can mute and cut."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Passes bytes both ways until told otherwise."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._port = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self.mute = False
        """Whether what the server says is thrown away."""

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self._port}"

    async def listen(self) -> None:
        """Take connections, always on the same port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Cut what is there and take no connections."""
        assert self._server is not None
        self._server.close()
        self.cut()
        await self._server.wait_closed()

    def cut(self) -> None:
        """Break every connection there is."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        onward_reader, onward_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._writers |= {writer, onward_writer}
        async with asyncio.TaskGroup() as both:
            both.create_task(self._pass(reader, onward_writer, from_server=False))
            both.create_task(self._pass(onward_reader, writer, from_server=True))
        self._writers -= {writer, onward_writer}

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, from_server: bool
    ) -> None:
        try:
            while data := await reader.read(65_536):
                if not (from_server and self.mute):
                    writer.write(data)
                    await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def proxied(port: int) -> AsyncIterator[Proxy]:
    """A proxy to a loopback port while the context lasts."""
    proxy = Proxy(port)
    await proxy.listen()
    try:
        yield proxy
    finally:
        await proxy.close()
