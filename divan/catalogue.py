"""Every message that is said or stored, in the order in which docs/events.md tells of them."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

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
from libs.runtime import platform_events


@dataclass(frozen=True, slots=True)
class Section:
    """A subject and the messages on it, the outermost first."""

    title: str
    subject: str
    messages: tuple[type, ...]


CATALOGUE = (
    Section(
        "Commands",
        "request on `command.<origin>.<p>.<room>`",
        (commands.Command, commands.Start, commands.StartSeat, commands.Fork, commands.CopyRunning),
    ),
    Section("Answers to commands", "reply to a command", (commands.Answer,)),
    Section(
        "Entries of the log",
        "`game.<s>.<room>`, stored",
        (entry.Sealed, entry.Entry, entry.Asked, entry.Draw),
    ),
    Section(
        "Events of the platform in the log",
        "among the `events` of an entry",
        (
            platform_events.GameBegun,
            platform_events.BegunSeat,
            platform_events.PositionLoaded,
            platform_events.BotSatIn,
            platform_events.PersonReturned,
            platform_events.GameClosed,
            platform_events.GameForked,
            platform_events.SecretRevealed,
        ),
    ),
    Section(
        "Lobby",
        "`room.<room>`, stored",
        (
            lobby.LobbyEntry,
            lobby.Opened,
            lobby.SeatTaken,
            lobby.SeatLeft,
            lobby.BotAdded,
            lobby.BotRemoved,
            lobby.Kicked,
            lobby.OwnerChanged,
            lobby.Muted,
            lobby.Started,
            lobby.FrozenSeat,
            lobby.SeedGiven,
            lobby.Closed,
        ),
    ),
    Section(
        "Views",
        "`view.<room>.<seat>` and `view.<room>.public`, not stored",
        (views.View, views.ViewChange, views.ShownWait),
    ),
    Section(
        "Questions of an edge",
        "request on `ask.<p>.<room>`",
        (
            views.AskView,
            views.AskMissed,
            views.AskLog,
            views.AskPosition,
            views.AskPositions,
            views.AskRecord,
            views.AskCommitment,
            views.AskFork,
        ),
    ),
    Section(
        "Answers to an edge",
        "reply to a question",
        (
            views.AskAnswer,
            views.Missed,
            views.Told,
            views.LogPage,
            views.Positions,
            views.PositionChange,
            views.RecordPage,
            views.Commitment,
            views.ForkOffer,
            views.AskRefused,
        ),
    ),
    Section(
        "Facts for other services",
        "`table.<room>`, the last one stored",
        (tables.TableFact, tables.TalkChannel),
    ),
    Section(
        "The public stream",
        "`public.<room>`, stored",
        (public.PublicBegun, public.PublicTold, public.PublicGame, public.PublicSeat, public.PublicEntry),
    ),
    Section("Questions to bots", "`bot.<game>.<room>`, a work queue", (tables.BotQuestion,)),
    Section("Talk asked for", "request on `say.<room>`", (talk.Say, talk.AskHistory)),
    Section("Answers to talk", "reply to it", (talk.SayAnswer, talk.History)),
    Section("What was said", "`chat.<room>`, stored, and `heard.<room>`, live", (talk.Said,)),
    Section("Talk to be taken back", "request on `unsay.<person>`", (talk.Unsay,)),
    Section("Answers to that", "reply to it", (talk.UnsayAnswer,)),
    Section("What was taken back", "`unsaid.<room>`, not stored", (talk.Unsaid, talk.UnsaidMessage)),
    Section(
        "The ban of an account",
        "bucket `bans` by pseudonym; `banned.<person>`, not stored",
        (bans.Ban, bans.Banned),
    ),
    Section("The audit trail", "`admin.<action>`, stored", (admin.AdminEvent,)),
    Section(
        "The erasure of an account",
        "bucket `erased`, and `erased.<person>`, not stored",
        (erasure.Erasure, erasure.Erased),
    ),
    Section("Archived games", "`archive.<room>`, stored", (archived.ArchivedPart,)),
    Section("Signs of life", "`engines.alive`, not stored", (engines.EngineAlive,)),
    Section("Processes that are taken away", "`drain.<process>`, not stored", (draining.Drain,)),
    Section(
        "Who is connected, as operators ask",
        "`connected.ask` and `connected.told`, not stored",
        (presence.AskConnected, presence.Connected),
    ),
    Section("How services do", "`stats.told`, not stored", (stats.ServiceStats, stats.Sample)),
)

MESSAGE_MODULES = (
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
    platform_events,
)


def unlisted() -> list[str]:
    """Messages that are declared and stand in no section."""
    listed = set(messages())
    return [
        f"{module.__name__}.{name}"
        for module in MESSAGE_MODULES
        for name, value in vars(module).items()
        if dataclasses.is_dataclass(value) and value.__module__ == module.__name__ and value not in listed
    ]


def messages() -> Iterator[type]:
    """All of them, section by section."""
    return (message for section in CATALOGUE for message in section.messages)
