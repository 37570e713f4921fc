"""A real Prometheus as deploy/observability has it, but for faster time and targets on this machine."""

import asyncio
import json
import re
import tempfile
from asyncio.subprocess import DEVNULL, STDOUT
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import yaml

from tests.support.nats_server import free_port

SHIPPED = Path(__file__).parents[2] / "deploy" / "observability"

FASTER = 5
"""What takes a minute in the shipped files takes a fifth of it here: intervals, ranges, and `for`."""

SCRAPED_EVERY = "3s"

START_LIMIT = 30.0

_DURATION = re.compile(r"(?<=\[)(\d+)([smh])(?=\])|(?<=for: )(\d+)([smh])|(?<=offset )(\d+)([smh])")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def hastened(rules: str) -> str:
    """The same rules for a time that passes faster; thresholds stay."""

    def shorter(found: re.Match[str]) -> str:
        number, unit = (part for part in found.groups() if part is not None)
        return f"{int(number) * _SECONDS[unit] * 1000 // FASTER}ms"

    return _DURATION.sub(shorter, rules).replace("interval: 15s", f"interval: {SCRAPED_EVERY}")


class Prometheus:
    """Made by `prometheus`. Targets come from a file instead of a name server."""

    def __init__(self, folder: Path, port: int, web: aiohttp.ClientSession) -> None:
        self._targets = folder / "targets.json"
        self._url = f"http://127.0.0.1:{port}/api/v1"
        self._web = web

    def find(self, targets: Mapping[str, tuple[int, ...]]) -> None:
        """Scrape these ports from now on, by service; what is not named is no target any more."""
        draft = self._targets.with_suffix(".draft")
        draft.write_text(
            json.dumps(
                [
                    {
                        "targets": [f"127.0.0.1:{port}" for port in ports],
                        "labels": {"__meta_dns_name": service},
                    }
                    for service, ports in targets.items()
                ]
            )
        )
        draft.rename(self._targets)

    async def ask(self, path: str, **parameters: str) -> Any:
        async with self._web.get(f"{self._url}/{path}", params=parameters) as response:
            answer = await response.json()
        assert answer["status"] == "success", answer
        return answer["data"]

    async def query(self, expression: str) -> list[dict[str, Any]]:
        """The samples of this moment: {"metric": labels, "value": [time, number as text]}."""
        found: list[dict[str, Any]] = (await self.ask("query", query=expression))["result"]
        return found

    async def alerts(self, *states: str) -> frozenset[str]:
        """Names of the alerts in one of these states: `pending`, `firing`."""
        found = (await self.ask("alerts"))["alerts"]
        return frozenset(alert["labels"]["alertname"] for alert in found if alert["state"] in states)


def _configuration() -> str:
    shipped = yaml.safe_load((SHIPPED / "prometheus.yml").read_text())
    shipped["global"] = dict.fromkeys(shipped["global"], SCRAPED_EVERY)
    (job,) = shipped["scrape_configs"]
    del job["dns_sd_configs"]
    job["file_sd_configs"] = [{"files": ["targets.json"], "refresh_interval": "1s"}]
    return str(yaml.safe_dump(shipped))


@asynccontextmanager
async def prometheus(program: str) -> AsyncGenerator[Prometheus, None]:
    """A Prometheus with the shipped rules and no target yet; gone afterwards, with what it kept."""
    with tempfile.TemporaryDirectory(prefix="divan-prometheus-") as name:
        folder, port = Path(name), free_port()
        (folder / "prometheus.yml").write_text(_configuration())
        for rules in ("recording.yml", "alerts.yml"):
            (folder / rules).write_text(hastened((SHIPPED / rules).read_text()))
        with (folder / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                program,
                f"--config.file={folder / 'prometheus.yml'}",
                f"--storage.tsdb.path={folder / 'data'}",
                f"--web.listen-address=127.0.0.1:{port}",
                stdin=DEVNULL,
                stdout=log,
                stderr=STDOUT,
            )
        try:
            async with aiohttp.ClientSession() as web:
                made = Prometheus(folder, port, web)
                try:
                    async with asyncio.timeout(START_LIMIT):
                        await _until_it_answers(made)
                except TimeoutError:
                    raise RuntimeError(f"Prometheus did not start:\n{(folder / 'log').read_text()}") from None
                yield made
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _until_it_answers(made: Prometheus) -> None:
    while True:
        try:
            await made.ask("status/runtimeinfo")
        except (aiohttp.ClientError, AssertionError):
            await asyncio.sleep(0.1)
        else:
            return
