"""Who may do what on the NATS server: each user's rights, made from the declared subjects and streams.

The server refuses every subject that no right of a user names. What it does not look at is the reply
subject of a request: docs/decisions/0024-permissions.md says what follows from that, 0034-write-keys.md
why a stream's key is a right of its own, and 0036-sealed-calls.md why some calls are sealed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from libs.events import subjects
from libs.events.seals import ALL, API, Calls, seal, sealed
from libs.events.streams import (
    ANALYTICS,
    ARCHIVE,
    ASIDE,
    BOTS,
    BUCKETS,
    CHAT,
    RESTORING,
    ROOMS,
    SNAPSHOTS,
    TABLES,
    WAKE,
    Installation,
    Stream,
    games,
)
from libs.events.write_keys import ANY, under

ACCOUNT = "DIVAN"
"""The account of the server that all users are in, with all streams. A default account (`$G`) would have
the whole of JetStream's API."""

INBOX = "_INBOX"
"""How every inbox begins: those of the users here, and those of users of any other name."""

ADVISORIES = ("$JS.EVENT.ADVISORY.CONSUMER.PINNED.*.*", "$JS.EVENT.ADVISORY.CONSUMER.UNPINNED.*.*")
"""Where the server tells that an engine was pinned to a partition, or that its pin ended."""


IN_THE_ACCOUNT = (f"{API}.DIRECT.GET.>", f"{API}.CONSUMER.MSG.NEXT.>")
"""Calls that the streams themselves take: they are not to be had from elsewhere, and cannot be kept away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """One thing that a user may do, and the subjects that it takes; of sealed calls their names."""

    what: str
    publish: tuple[str, ...] = ()
    subscribe: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()

    @property
    def publishes(self) -> tuple[str, ...]:
        """All that it takes to publish, sealed calls under any seal."""
        return (*self.publish, *(sealed(ANY, call) for call in self.calls))


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A user of the server."""

    name: str
    purpose: str
    rights: tuple[Right, ...]

    @property
    def inbox(self) -> str:
        """Where its answers come: no other user may listen there."""
        return _inbox(self.name)

    @property
    def password(self) -> str:
        """The environment variable from which the server takes its password."""
        return f"NATS_{self.name.upper()}_PASSWORD"

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of JetStream's API that are sealed for it."""
        return tuple(call for right in self.rights for call in right.calls)

    def variable(self, call: str) -> str:
        """The environment variable from which the server takes where this user has that call."""
        words = ["API"] if call == ALL else [word.upper() for word in call.split(".") if word != "*"]
        return "_".join(("NATS", self.name.upper(), *words))

    def environment(self, password: str) -> dict[str, str]:
        """What the server takes from its environment for this user."""
        word = seal(self.name, password)
        return {self.password: password} | {self.variable(call): sealed(word, call) for call in self.calls}

    def calling(self, password: str) -> Calls:
        """Where its connections call."""
        return Calls(seal=seal(self.name, password), patterns=self.calls)

    @property
    def publish(self) -> tuple[str, ...]:
        return _each_once(subject for right in self.rights for subject in right.publishes)

    @property
    def subscribe(self) -> tuple[str, ...]:
        listens = (subject for right in self.rights for subject in right.subscribe)
        return _each_once((*listens, f"{self.inbox}.>"))


def users(installation: Installation | None = None) -> tuple[User, ...]:
    """Every user of an installation."""
    log = tuple(games(shard).name for shard in range((installation or Installation()).shards))
    return (
        User(
            name="engine",
            purpose="the engine: the only one that writes the games' log",
            rights=(*_service("engine"), *_engine(log)),
        ),
        User(
            name="rooms",
            purpose="the edge: accounts, rooms, and whom browsers talk to",
            rights=(*_service("rooms"), *_rooms()),
        ),
        User(name="ai", purpose="the bots", rights=(*_service("ai"), *_ai())),
        User(name="chat", purpose="the talk beside the table", rights=(*_service("chat"), *_chat())),
        User(name="analyst", purpose="whoever counts games", rights=_analyst()),
        User(
            name="admin",
            purpose="the command line: set-up, archive, backup, accounts",
            rights=(Right(what="everything", publish=(">",), subscribe=(">",), calls=(ALL,)),),
        ),
    )


def open_calls() -> tuple[str, ...]:
    """The calls of JetStream's API that are not sealed: read what one may read, and followers of streams."""
    return _each_once(
        subject
        for user in users()
        for right in user.rights
        for subject in right.publish
        if subject.startswith(f"{API}.") and not any(subjects.fits(each, subject) for each in IN_THE_ACCOUNT)
    )


def user_of(name: str) -> User | None:
    """The user of that name."""
    return next((user for user in users() if user.name == name), None)


def _service(name: str) -> tuple[Right, ...]:
    """What every service does."""
    return (
        Right(
            what="see that JetStream lives, and has every stream",
            publish=(f"{API}.INFO", f"{API}.STREAM.NAMES"),
        ),
        Right(what="tell operators how it does", publish=(subjects.STATS,), subscribe=(subjects.ASK_STATS,)),
        Right(what="be told to give up what it holds", subscribe=("drain.*",)),
        Right(
            what="see that this installation was set up, and is not being restored",
            publish=(*_reading(BUCKETS["settings"].stream), f"{API}.STREAM.INFO.{RESTORING}"),
        ),
        Right(what="send itself a message, to know that the server listens", publish=(f"{_inbox(name)}.>",)),
    )


def _engine(log: tuple[str, ...]) -> tuple[Right, ...]:
    return (
        Right(
            what="write the log",
            publish=tuple(
                subject
                for shard, stream in enumerate(log)
                for subject in _writing(stream, subjects.game(shard, "*"))
            ),
        ),
        Right(
            what="arm a room's timer",
            publish=tuple(under(ANY, subjects.timer(shard, "*")) for shard in range(len(log))),
        ),
        Right(
            what="wake the server to pin an engine",
            publish=tuple(under(ANY, f"due.{shard}.*.{WAKE}") for shard in range(len(log))),
        ),
        Right(what="read the log", publish=_reading(*log)),
        Right(
            what="hold partitions, take fired timers and entries to publish",
            publish=tuple(
                subject
                for stream in log
                for subject in (
                    f"{API}.CONSUMER.MSG.NEXT.{stream}.*",
                    f"{API}.CONSUMER.INFO.{stream}.*",
                    f"$JS.ACK.{stream}.>",
                )
            ),
            subscribe=ADVISORIES,
            calls=("CONSUMER.UNPIN.*.*",),
        ),
        Right(
            what="delete a fired timer that was dealt with",
            calls=tuple(f"STREAM.MSG.DELETE.{stream}" for stream in log),
        ),
        Right(what="be commanded", subscribe=("command.*.*.*",)),
        Right(what="be asked for views and logs", subscribe=("ask.*.*",)),
        Right(what="answer", publish=_answering("rooms", "ai", "admin")),
        Right(what="show views", publish=("view.*.*",)),
        Right(what="tell other services of a game", publish=_writing(TABLES.name, *TABLES.subjects)),
        Right(
            what="keep and load snapshots",
            publish=(*_writing(SNAPSHOTS.name, *SNAPSHOTS.subjects), *_reading(SNAPSHOTS.name)),
        ),
        Right(what="ask bots", publish=_writing(BOTS.name, *BOTS.subjects)),
        Right(what="read archived games", publish=_reading(ARCHIVE.name)),
        Right(what="put a command aside that made it fail", publish=_writing(ASIDE.name, *ASIDE.subjects)),
        Right(
            what="tell the public stream, and read where it stands",
            publish=(*_writing(ANALYTICS.name, *ANALYTICS.subjects), *_reading(ANALYTICS.name)),
        ),
        Right(what="read who sat in a room that is told to the public", publish=_reading(ROOMS.name)),
        Right(what="tell that it lives", publish=(subjects.ENGINES,), subscribe=(subjects.ENGINES,)),
    )


def _rooms() -> tuple[Right, ...]:
    kept = ("accounts", "names", "sessions", "attempts", "erased", "bans")
    forgotten = ("accounts", "names", "attempts")
    return (
        Right(what="command for persons and hosts", publish=("command.player.*.*", "command.host.*.*")),
        Right(what="ask for views and logs", publish=("ask.*.*",)),
        Right(what="hear views", subscribe=("view.*.*",)),
        Right(
            what="write and follow the lobby",
            publish=(*_writing(ROOMS.name, *ROOMS.subjects), *_following(ROOMS)),
        ),
        Right(what="follow what is told of games", publish=_following(TABLES)),
        Right(what="hand talk on", publish=("say.*",), subscribe=("heard.*", "unsaid.*")),
        Right(
            what="erase an account and have its talk taken back",
            publish=("unsay.*", "erased.*"),
            subscribe=("erased.*",),
        ),
        Right(what="hear of bans", subscribe=("banned.*",)),
        Right(
            what="tell operators who is connected to a room",
            publish=(subjects.CONNECTED,),
            subscribe=(subjects.ASK_CONNECTED,),
        ),
        Right(
            what="keep who is who, and who may not come in",
            publish=tuple(
                subject
                for bucket in (BUCKETS[name] for name in kept)
                for subject in (*_writing(bucket.stream, bucket.subject(">")), *_reading(bucket.stream))
            ),
        ),
        Right(
            what="erase what says who was who",
            calls=tuple(f"STREAM.PURGE.{BUCKETS[name].stream}" for name in forgotten),
        ),
        Right(
            what="tell other edges who is there",
            publish=("presence.*", subjects.EDGES),
            subscribe=("presence.*", subjects.EDGES),
        ),
    )


def _ai() -> tuple[Right, ...]:
    return (
        Right(
            what="take questions to bots",
            publish=(
                f"{API}.CONSUMER.MSG.NEXT.{BOTS.name}.*",
                f"{API}.CONSUMER.INFO.{BOTS.name}.*",
                f"$JS.ACK.{BOTS.name}.>",
            ),
        ),
        Right(what="see how long the queue is", publish=(f"{API}.STREAM.INFO.{BOTS.name}",)),
        Right(what="answer as bots", publish=("command.bot.*.*",)),
    )


def _chat() -> tuple[Right, ...]:
    return (
        Right(what="be handed talk, and told to take it back", subscribe=("say.*", "unsay.*")),
        Right(what="answer", publish=_answering("rooms", "admin")),
        Right(
            what="write and read talk", publish=(*_writing(CHAT.name, *CHAT.subjects), *_reading(CHAT.name))
        ),
        Right(what="erase talk", calls=(f"STREAM.PURGE.{CHAT.name}", f"STREAM.MSG.DELETE.{CHAT.name}")),
        Right(what="tell it live", publish=("heard.*", "unsaid.*"), subscribe=("unsaid.*",)),
        Right(what="follow the lobby", publish=_following(ROOMS)),
        Right(what="follow what is told of games", publish=_following(TABLES)),
    )


def _analyst() -> tuple[Right, ...]:
    return (
        Right(
            what="follow the public stream by consumers of their own",
            publish=(
                f"{API}.CONSUMER.CREATE.{ANALYTICS.name}",  # without a name: as ordered consumers are made
                f"{API}.CONSUMER.CREATE.{ANALYTICS.name}.*.{ANALYTICS.subjects[0]}",
                f"{API}.CONSUMER.INFO.{ANALYTICS.name}.*",
                f"{API}.CONSUMER.MSG.NEXT.{ANALYTICS.name}.*",
                f"$JS.ACK.{ANALYTICS.name}.>",
                f"$JS.FC.{ANALYTICS.name}.>",
            ),
        ),
        Right(what="look messages of it up", publish=_reading(ANALYTICS.name)),
    )


def _inbox(user: str) -> str:
    return f"{INBOX}_{user}"


def _answering(*users: str) -> tuple[str, ...]:
    """To those who may ask. Not by the server's `allow_responses`: who has a message that is to be answered
    somewhere may publish there then, and anybody can send one to themselves.
    """
    return tuple(f"{_inbox(user)}.>" for user in users)


def _reading(*streams: str) -> tuple[str, ...]:
    """Of any server that has the stream, and with several servers of its leader."""
    return tuple(f"{API}.{call}.{stream}" for stream in streams for call in ("DIRECT.GET", "STREAM.MSG.GET"))


def _writing(stream: str, *stored: str) -> tuple[str, ...]:
    """Under the stream's key, which its configuration tells."""
    return (*(under(ANY, subject) for subject in stored), f"{API}.STREAM.INFO.{stream}")


def _following(stream: Stream) -> tuple[str, ...]:
    """A feed: the last message, and a nameless consumer that is dropped when it is done with."""
    return (
        *_reading(stream.name),
        f"{API}.CONSUMER.CREATE.{stream.name}.*.{stream.subjects[0]}",
        f"{API}.CONSUMER.MSG.NEXT.{stream.name}.*",
        f"{API}.CONSUMER.DELETE.{stream.name}.*",
    )


def _each_once(listed: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(listed))
