"""docs/privacy.md speaks of every place where something is stored."""

import re
from pathlib import Path

from libs.events.streams import BUCKETS, Installation, streams

TABLE = Path(__file__).parents[2] / "docs" / "privacy.md"


def test_every_stream_and_bucket_stands_in_the_table_of_personal_data() -> None:
    told = set(re.findall(r"^\| `([\w<>]+)` \|", TABLE.read_text(encoding="utf-8"), re.MULTILINE))
    stored = {stream.name for stream in streams(Installation(partitions=1, shards=1))}
    stored |= {bucket.stream for bucket in BUCKETS.values()}
    assert {name.replace("<s>", "0") for name in told} == stored
