"""Who says what on which subject: the table that the AsyncAPI document is made from."""

import re
from dataclasses import dataclass
from typing import Any, Literal, get_args

from libs.events import (
    admin,
    archived,
    bans,
    commands,
    draining,
    engines,
    entry,
    erasure,
    lobby,
    presence,
    public,
    stats,
    tables,
    talk,
    views,
)
from services.engine.snapshots import Snapshot
from services.rooms.presence import EdgeAlive, EdgeHolds, Moved, Stirred
from services.rooms.socket_frames import FromClient, FromServer

Part = Literal["rooms", "engine", "ai", "chat", "client", "operator", "analyst"]
"""A service; a browser; an operator's command line; an analyst's program, which reads the public stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A subject, or the path of a socket: `address` as subjects.py makes it, what varies as {parameter}.

    messages  what may be said there; none: the body is empty or undeclared, as `what` tells
    answers   of a request: what may come back on the reply subject
    back      what the receivers may say to the senders, unasked
    queue     the group of which one listener gets each message; None: every listener does
    """

    name: str
    address: str
    what: str
    messages: tuple[type, ...] = ()
    answers: tuple[type, ...] = ()
    back: tuple[type, ...] = ()
    senders: tuple[Part, ...]
    receivers: tuple[Part, ...]
    queue: str | None = None
    server: Literal["nats", "edge"] = "nats"

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(re.findall(r"{(\w+)}", self.address))

    @property
    def spoken(self) -> tuple[type, ...]:
        """All that is said there, in whichever direction."""
        return (*self.messages, *self.answers, *self.back)


def _members(union: Any) -> tuple[type, ...]:
    """The messages of a union with its discriminator."""
    members: tuple[type, ...] = get_args(get_args(union)[0])
    return members


PARAMETERS = {
    "room": "The room: an opaque id, which is not the code that opens its door.",
    "partition": "The room's partition: the CRC-32 of its id modulo the number of partitions.",
    "shard": "The shard of the log: the room's partition modulo the number of shards.",
    "origin": "Who asks.",
    "reader": "Whose view: the number of a seat, or `public` for spectators.",
    "game": "The game.",
    "door": "The room's code, or its watching token.",
    "action": "What was done.",
    "process": "The id that a process drew at its start; `divan drain` lists them.",
    "person": "A pseudonym: the id of an account or guest.",
}

CHANNELS = (
    Channel(
        name="socket",
        address="/api/rooms/{door}/socket",
        what="The socket of a browser: frames of JSON objects, as docs/api.md tells them.",
        messages=_members(FromClient),
        back=_members(FromServer),
        senders=("client",),
        receivers=("rooms",),
        server="edge",
    ),
    Channel(
        name="command",
        address="command.{origin}.{partition}.{room}",
        what="A request to the engine that holds the partition, repeated with the same id until answered.",
        messages=(commands.Command,),
        answers=(commands.Answer,),
        senders=("rooms", "ai", "operator"),
        receivers=("engine",),
    ),
    Channel(
        name="ask",
        address="ask.{partition}.{room}",
        what="A question to the engine that holds the partition: what one reader may see.",
        messages=_members(views.Ask),
        answers=(views.AskAnswer,),
        senders=("rooms",),
        receivers=("engine",),
    ),
    Channel(
        name="game",
        address="game.{shard}.{room}",
        what="The log: one message is one accepted command and what came of it.",
        messages=(entry.Sealed,),
        senders=("engine",),
        receivers=("engine", "operator"),
    ),
    Channel(
        name="timer",
        address="timer.{shard}.{room}",
        what="The room's timer, without a body: its headers say when the server leaves a message on `due`.",
        senders=("engine",),
        receivers=(),
    ),
    Channel(
        name="due",
        address="due.{shard}.{partition}.{room}",
        what="A timer that fired, without a body: a hint to look at the room.",
        senders=(),
        receivers=("engine",),
    ),
    Channel(
        name="room",
        address="room.{room}",
        what="The life of a room before, beside and after its game.",
        messages=(lobby.LobbyEntry,),
        senders=("rooms",),
        receivers=("rooms", "chat", "engine", "operator"),
    ),
    Channel(
        name="table",
        address="table.{room}",
        what="What the other services may know of a game.",
        messages=(tables.TableFact,),
        senders=("engine",),
        receivers=("rooms", "ai", "chat", "operator"),
    ),
    Channel(
        name="snapshot",
        address="snapshot.{room}",
        what="A position to load the room from. A cache of engines of the same build.",
        messages=(Snapshot,),
        senders=("engine",),
        receivers=("engine",),
    ),
    Channel(
        name="archive",
        address="archive.{room}",
        what="A game that was taken out of the log, as a compressed game file in pieces.",
        messages=(archived.ArchivedPart,),
        senders=("operator",),
        receivers=("engine", "operator"),
    ),
    Channel(
        name="public",
        address="public.{room}",
        what="A game as spectators are told it while it runs, and its whole log after its end.",
        messages=_members(public.PublicMessage),
        senders=("engine",),
        receivers=("analyst",),
    ),
    Channel(
        name="bot",
        address="bot.{game}.{room}",
        what="A question to a bot, each for one worker.",
        messages=(tables.BotQuestion,),
        senders=("engine",),
        receivers=("ai",),
    ),
    Channel(
        name="view",
        address="view.{room}.{reader}",
        what="What a reader sees now, and was told since.",
        messages=(views.View, views.ViewChange),
        senders=("engine",),
        receivers=("rooms", "operator"),
    ),
    Channel(
        name="say",
        address="say.{room}",
        what="What a person wrote, or the question for what was said.",
        messages=(talk.Say, talk.AskHistory),
        answers=(talk.SayAnswer, talk.History),
        senders=("rooms",),
        receivers=("chat",),
        queue="chat",
    ),
    Channel(
        name="chat",
        address="chat.{room}",
        what="What was said.",
        messages=(talk.Said,),
        senders=("chat",),
        receivers=("chat",),
    ),
    Channel(
        name="heard",
        address="heard.{room}",
        what="What was said, told live once it is stored.",
        messages=(talk.Said,),
        senders=("chat",),
        receivers=("rooms",),
    ),
    Channel(
        name="unsay",
        address="unsay.{person}",
        what="A request to take back all that a person said, in every room.",
        messages=(talk.Unsay,),
        answers=(talk.UnsayAnswer,),
        senders=("rooms",),
        receivers=("chat",),
        queue="chat",
    ),
    Channel(
        name="unsaid",
        address="unsaid.{room}",
        what="What was taken back in a room.",
        messages=(talk.Unsaid,),
        senders=("chat",),
        receivers=("rooms", "chat"),
    ),
    Channel(
        name="erased",
        address="erased.{person}",
        what="An account is being erased: forget its name and close its sockets.",
        messages=(erasure.Erased,),
        senders=("rooms", "operator"),
        receivers=("rooms",),
    ),
    Channel(
        name="banned",
        address="banned.{person}",
        what="A ban was recorded or lifted: close the person's sockets and sessions, or let them in again.",
        messages=(bans.Banned,),
        senders=("operator", "rooms"),
        receivers=("rooms",),
    ),
    Channel(
        name="presence",
        address="presence.{room}",
        what="A person comes to a room or leaves it, or gives a sign.",
        messages=(Moved, Stirred),
        senders=("rooms",),
        receivers=("rooms",),
    ),
    Channel(
        name="edges",
        address="edges.alive",
        what="Edges tell each other that they live, and whose connections they hold.",
        messages=(EdgeAlive, EdgeHolds),
        senders=("rooms",),
        receivers=("rooms",),
    ),
    Channel(
        name="engines",
        address="engines.alive",
        what="Engines tell each other that they live, so that each holds its share of the partitions.",
        messages=(engines.EngineAlive,),
        senders=("engine",),
        receivers=("engine",),
    ),
    Channel(
        name="drain",
        address="drain.{process}",
        what="Told to one process: give up what you hold and take no more, or take your share again.",
        messages=(draining.Drain,),
        senders=("operator",),
        receivers=("rooms", "engine", "ai", "chat"),
    ),
    Channel(
        name="ask_connected",
        address="connected.ask",
        what="An operator's question to every edge: who is connected to a room.",
        messages=(presence.AskConnected,),
        senders=("operator",),
        receivers=("rooms",),
    ),
    Channel(
        name="connected",
        address="connected.told",
        what="What each edge answers: whose sockets it has in that room.",
        messages=(presence.Connected,),
        senders=("rooms",),
        receivers=("operator",),
    ),
    Channel(
        name="admin",
        address="admin.{action}",
        what="What operators did, and why: the audit trail.",
        messages=(admin.AdminEvent,),
        senders=("operator",),
        receivers=("operator",),
    ),
    Channel(
        name="ask_stats",
        address="stats.ask",
        what="An operator's question to every process, without a body: how it does.",
        senders=("operator",),
        receivers=("rooms", "engine", "ai", "chat"),
    ),
    Channel(
        name="stats",
        address="stats.told",
        what="What each process answers: whether it is ready, and its numbers.",
        messages=(stats.ServiceStats,),
        senders=("rooms", "engine", "ai", "chat"),
        receivers=("operator",),
    ),
    Channel(
        name="aside",
        address="aside.{room}",
        what="A command that made the engine fail, as {command, at, error}: for whoever mends it.",
        senders=("engine",),
        receivers=(),
    ),
)
