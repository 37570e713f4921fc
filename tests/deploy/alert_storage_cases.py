"""Cases of the alerts on the disk of NATS, its servers and the bounds of streams."""

from collections.abc import Iterator

from tests.deploy.alert_cases import Case
from tests.deploy.alert_series import LOOK, always, for_a_while, lately, named, over


def storage_cases() -> Iterator[Case]:
    yield Case(
        alert="DivanDiskFull",
        that="nineteen of twenty are taken at once",
        fires=True,
        series=_of_both("divan_jetstream_bytes", lately(4e9, 19e9, 2)),
    )
    yield Case(
        alert="DivanDiskFull",
        that="seventeen of twenty are taken at once",
        fires=False,
        series=_of_both("divan_jetstream_bytes", lately(4e9, 17e9, 2)),
    )
    yield Case(
        alert="DivanDiskFull",
        that="much is taken, and nobody told the limit",
        fires=False,
        series=_of_both("divan_jetstream_bytes", always(90e9))
        | _of_both("divan_jetstream_bytes_limit", always(0)),
    )
    # Between two scrapes 2 MB: 17 GB in three days.
    for that, began, growth, fires in (
        ("sixteen of twenty are taken", 16e9, 0, True),
        ("eleven of twenty are taken, and two million bytes more every time", 11e9, 2e6, True),
        ("eleven of twenty are taken, and half a million bytes more every time", 11e9, 5e5, False),
        ("a backup is restored into an empty server", 0, 1e8, False),
    ):
        yield Case(
            alert="DivanDiskFilling",
            that=that,
            fires=fires,
            series=_of_both("divan_jetstream_bytes", over((began, growth, 0))),
        )
    whole = "divan_stream_replicas_whole"
    yield Case(
        alert="DivanStreamWithoutQuorum",
        that="nobody speaks for a shard of the log, and the bots' queue has a leader that is alone",
        fires=True,
        series=_of_both(whole, lately(3, 0, 2), stream="GAMES_0")
        | _of_both(whole, lately(3, 1, 2), stream="BOTS"),
        value="2",
    )
    yield Case(
        alert="DivanStreamWithoutQuorum",
        that="one engine of two is not answered",
        fires=False,
        series={named(whole, "engine-1", stream="GAMES_0"): lately(3, 0, 10)},
    )
    yield Case(
        alert="DivanStreamWithoutQuorum",
        that="of three servers the leader died, and the others agree on another",
        fires=False,
        series=_of_both(whole, for_a_while(3, 0, 0.5), stream="GAMES_0"),
    )
    yield Case(
        alert="DivanReplicaBehind",
        that="one of three servers is away for six minutes",
        fires=True,
        series=_of_both(whole, lately(3, 2, 6), stream="GAMES_0")
        | _of_both(whole, lately(3, 2, 6), stream="BOTS"),
        value="2",
    )
    yield Case(
        alert="DivanReplicaBehind",
        that="each server was started anew in turn",
        fires=False,
        series=_of_both(whole, for_a_while(3, 2, 4), stream="GAMES_0"),
    )
    certificate = "divan_nats_certificate_ends_timestamp_seconds"
    for that, days, fires in (
        ("of two servers one has a certificate that is good for 29 days", 29, True),
        ("both have certificates that are good for more than 30 days", 31, False),
    ):
        yield Case(
            alert="DivanCertificateEnds",
            that=that,
            fires=fires,
            # What is looked at is the minute LOOK of 1970.
            series=_of_both(certificate, always(LOOK * 60 + days * 86400), server="nats-1:4222")
            | _of_both(certificate, always(400 * 86400), server="nats-2:4222"),
            of={"server": "nats-1:4222"} if fires else {},
            value=f"{days}d 0h 0m 0s",
        )
    fill = "divan_stream_fill_ratio"
    yield Case(
        alert="DivanStreamFilling",
        that="nearly as many questions wait as may",
        fires=True,
        series=_of_both(fill, lately(0.01, 0.95, 6), stream="BOTS"),
        of={"stream": "BOTS"},
    )
    yield Case(
        alert="DivanStreamFilling",
        that="many questions waited for a while",
        fires=False,
        series=_of_both(fill, for_a_while(0.01, 0.95, 4), stream="BOTS"),
    )


def _of_both(metric: str, values: str, **labels: str) -> dict[str, str]:
    return {named(metric, engine, **labels): values for engine in ("engine-1", "engine-2")}
