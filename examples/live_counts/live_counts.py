#!/usr/bin/env python3
"""Live counts of the games of a Divan installation, read from its public stream.

It needs nothing of Divan, only `pip install nats-py msgpack`. It may be killed at any moment and started
again, and so may NATS: it goes on where it was and counts nothing twice. How:

- NATS remembers for the durable consumer what was acknowledged; all else is sent again.
- What a message adds to the counts, and that it was counted, is written to SQLite in one transaction.
- A message is acknowledged only after that. Killed before: it comes again and is counted. Killed right
  after: it comes again too, but stands among the counted ones.

What comes again need not come in order: after a kill newer messages are often sent first, and those that
the dead process had in hand only after ACK_WAIT. Hence it is not enough to remember the last sequence.
"""

import argparse
import asyncio
import os
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgpack
import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, ConsumerInfo, DeliverPolicy
from nats.js.errors import NotFoundError

STREAM = "ANALYTICS"
SUBJECTS = "public.*"  # One subject a room.

BATCH = 256
"""Messages in one transaction: a disk writes a few hundred transactions a second, and thousands of rows."""

WAIT = 1.0
"""Seconds for which a batch may fill; then what is there is counted."""

ACK_WAIT = 5.0
"""Seconds after which NATS sends again what was not acknowledged."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, begun INTEGER NOT NULL, ended INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS moves (minute INTEGER PRIMARY KEY, moves INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS wins (game TEXT, seat INTEGER, wins INTEGER NOT NULL, PRIMARY KEY (game, seat));
-- Everything up to the floor was counted, and of what is past it the sequences that stand in `counted`.
CREATE TABLE IF NOT EXISTS floor (only INTEGER PRIMARY KEY CHECK (only = 1), sequence INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS counted (sequence INTEGER PRIMARY KEY);
INSERT OR IGNORE INTO floor VALUES (1, 0);
"""


class Counts:
    """The database. SQLite's default journal writes every commit through to the disk: leave it so."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path)
        self._database.executescript(SCHEMA)

    def add(self, messages: Iterable[tuple[int, bytes]]) -> None:
        """Count these messages, each with its sequence in the stream, unless they were counted already."""
        games: Counter[tuple[str, str]] = Counter()
        moves: Counter[int] = Counter()
        wins: Counter[tuple[str, int]] = Counter()
        with self._database as transaction:  # All of it is committed at the end, or nothing.
            for sequence, data in messages:
                if not self._is_new(sequence):
                    continue
                message: dict[str, Any] = msgpack.unpackb(data)
                match message["type"]:
                    case "begun":
                        games[message["game"], "begun"] += 1
                    case "told":
                        moves[message["at"] // 60_000] += 1
                    case "game":
                        header = message["header"]
                        games[header["game"], "ended"] += 1
                        for seat, standing in enumerate(header["result"]["seats"]):
                            wins[header["game"], seat] += standing["outcome"] == "won"
                    case _:
                        pass  # `entry`, and whatever a later version of Divan adds.
            for (game, what), number in games.items():
                transaction.execute("INSERT OR IGNORE INTO games VALUES (?, 0, 0)", (game,))
                transaction.execute(f"UPDATE games SET {what} = {what} + ? WHERE game = ?", (number, game))
            transaction.executemany(
                "INSERT INTO moves VALUES (?, ?) ON CONFLICT DO UPDATE SET moves = moves + excluded.moves",
                moves.items(),
            )
            transaction.executemany(
                "INSERT INTO wins VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET wins = wins + excluded.wins",
                [(game, seat, number) for (game, seat), number in wins.items()],
            )

    def _is_new(self, sequence: int) -> bool:
        """Whether it is counted for the first time; it is noted, in the same transaction."""
        if sequence <= self.floor:
            return False
        noted = self._database.execute("INSERT OR IGNORE INTO counted VALUES (?)", (sequence,))
        return noted.rowcount == 1

    @property
    def floor(self) -> int:
        found: int = self._database.execute("SELECT sequence FROM floor").fetchone()[0]
        return found

    def raise_floor(self, sequence: int) -> None:
        """All up to this one was acknowledged, thus counted: there is no need to note each of them."""
        with self._database as transaction:
            transaction.execute("UPDATE floor SET sequence = max(sequence, ?)", (sequence,))
            transaction.execute("DELETE FROM counted WHERE sequence <= ?", (sequence,))

    def table(self) -> str:
        """The counts for people."""
        lines = [f"{'game':<12}{'begun':>9}{'ended':>9}  wins by seat"]
        for game, begun, ended in self._database.execute("SELECT * FROM games ORDER BY game"):
            rows = self._database.execute("SELECT seat, wins FROM wins WHERE game = ? ORDER BY seat", (game,))
            lines.append(f"{game:<12}{begun:>9}{ended:>9}  " + "  ".join(f"{s}: {w}" for s, w in rows))
        lines += ["", f"{'minute (UTC)':<18}{'moves':>9}"]
        for minute, moves in self._database.execute("SELECT * FROM moves ORDER BY minute DESC LIMIT 5"):
            lines.append(f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime(minute * 60)):<18}{moves:>9}")
        return "\n".join(lines)


class Follower:
    """The durable consumer, made where it is not there yet."""

    def __init__(self, client: Client, name: str, counts: Counts) -> None:
        self._stream: JetStreamContext = client.jetstream()
        self._name = name
        self._counts = counts
        self._subscription: JetStreamContext.PullSubscription | None = None

    async def count_next(self) -> None:
        """Count what comes within WAIT. Raises NatsError while NATS or the stream is away."""
        if self._subscription is None:
            await self._check_stream()
            config = ConsumerConfig(
                ack_policy=AckPolicy.EXPLICIT,
                deliver_policy=DeliverPolicy.ALL,
                ack_wait=ACK_WAIT,
                max_ack_pending=4 * BATCH,
            )
            self._subscription = await self._stream.pull_subscribe(
                SUBJECTS, durable=self._name, stream=STREAM, config=config
            )
        try:
            messages = await self._subscription.fetch(BATCH, timeout=WAIT)
        except TimeoutError:
            return  # Nothing new.
        self._counts.add((message.metadata.sequence.stream, message.data) for message in messages)
        for message in messages:
            await message.ack()

    async def forget(self) -> None:
        """After an error: the consumer may be gone, and is made anew."""
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            with suppress(NatsError):  # The connection is away: the subscription went with it.
                await subscription.unsubscribe()

    async def look(self) -> ConsumerInfo:
        """How far it is, as NATS knows it."""
        state: ConsumerInfo = await self._stream.consumer_info(STREAM, self._name)
        if state.ack_floor is not None:
            self._counts.raise_floor(state.ack_floor.stream_seq)
        return state

    async def _check_stream(self) -> None:
        try:
            last = (await self._stream.get_last_msg(STREAM, SUBJECTS)).seq or 0
        except NotFoundError:
            last = 0
        if last < self._counts.floor:
            sys.exit(f"The stream {STREAM} is another than the one counted here: begin a new database.")


async def run(arguments: argparse.Namespace) -> None:
    counts = Counts(arguments.database)

    async def say(error: Exception) -> None:
        print(f"NATS: {error or type(error).__name__}", file=sys.stderr)

    # Each user of an installation may hear answers in an inbox of its own name only.
    user = urlsplit(arguments.nats).username
    # Never give up: after its default of 60 attempts the client would close for good.
    client = await nats.connect(
        arguments.nats,
        name=arguments.name,
        inbox_prefix="_INBOX_analyst" if user == "analyst" else "_INBOX",
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,
        error_cb=say,
    )
    follower = Follower(client, arguments.name, counts)
    looked = 0.0
    try:
        while True:
            try:
                await follower.count_next()
                if time.monotonic() - looked < arguments.every and not arguments.once:
                    continue
                state = await follower.look()
            except (NatsError, TimeoutError) as error:
                await say(error)
                await follower.forget()
                await asyncio.sleep(0.5)
                continue
            looked = time.monotonic()
            behind = (state.num_pending or 0) + (state.num_ack_pending or 0)
            if not arguments.once:
                show(f"{counts.table()}\n\n{behind} messages to go")
            elif behind == 0:
                print(counts.table())
                return
    finally:
        await client.close()


def show(text: str) -> None:
    """In place of the former table on a terminal, below it elsewhere."""
    print(("\x1b[H\x1b[2J" if sys.stdout.isatty() else "") + text, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Count the games of a Divan installation live, from its public stream.",
        epilog="It may be killed at any moment and started anew: it misses nothing and counts nothing twice.",
    )
    parser.add_argument(
        "--nats",
        metavar="URL",
        default=os.environ.get("NATS_URL", "nats://127.0.0.1:4222"),
        help="where NATS is, user and password in it (default: NATS_URL, else nats://127.0.0.1:4222)",
    )
    parser.add_argument("--database", metavar="FILE", default="counts.db", help="default: counts.db")
    parser.add_argument(
        "--name",
        default="live_counts",
        help="the durable consumer; each database needs its own (default: %(default)s)",
    )
    parser.add_argument(
        "--every",
        type=float,
        default=1.0,
        metavar="SECONDS",
        help="between two tables (default: %(default)s)",
    )
    parser.add_argument("--once", action="store_true", help="catch up, print the table once, and end")
    with suppress(KeyboardInterrupt):
        asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
