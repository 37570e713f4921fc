"""Documents made from the code: what is declared there is told to people without a second copy.

`python -m divan.documents` writes them, with `--check` it says whether they are current.
"""

import dataclasses
import importlib
import json
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from divan import asyncapi, dashboard, permissions_documents, schemas, service_settings
from divan.analytics import schema
from divan.catalogue import CATALOGUE, Section, messages
from divan.exits import Exit
from divan.prometheus_rules import prometheus_rules
from libs.events import streams
from libs.games.catalog import GAMES
from libs.runtime import draining, health, metrics, watching

DOCS = Path(__file__).parents[1] / "docs"


def events_document() -> str:
    """docs/events.md: every message and event, stream and bucket."""
    return _document(
        "The catalogue of messages",
        [
            "Everything that is said or stored, as `libs/events`, `libs/runtime/platform_events.py` and",
            "the games declare it. Messages are packed with msgpack. A missing or wrong field is refused,",
            "an unknown one overlooked: a newer build may send it. Fields are added with defaults and never",
            "renamed. The whole:",
            "[architecture.md](architecture.md). For machines: [schemas/](schemas/README.md).",
        ],
        [*_streams(), *(line for section in CATALOGUE for line in _section(section)), *_games()],
    )


def settings_document() -> str:
    """docs/settings.md: every environment variable of every service."""
    return _document(
        "Settings",
        [
            "Environment variables of the services. `<VARIABLE>_FILE` may name a file to read one from.",
            "A service that finds one missing or not allowed names all of them, and ends with exit code 2.",
            "`divan` warns of a `DIVAN_…` variable that nothing reads and that is like one of these.",
            "`divan up` sets what it needs and passes everything else on.",
        ],
        [
            *(
                line
                for service in service_settings.SERVICES
                for line in _settings(service, service_settings.settings(service))
            ),
            *_settings("The command line", service_settings.COMMAND_LINE),
        ],
    )


def metrics_document() -> str:
    """docs/metrics.md: every metric of every service."""
    services = [
        (name, [importlib.import_module(f"services.{name}.metrics")]) for name in service_settings.SERVICES
    ]
    return _document(
        "Metrics",
        [
            "What each service tells on `/metrics` of its port for operators",
            "([operate.md](operate.md#sight)). Of a histogram there are also `…_bucket`, `…_sum` and",
            "`…_count`. No label names a room or a person; yet a count that grows tells that somebody has",
            "moved: the port is no player's.",
        ],
        [
            *_metrics("Every service", [health, draining, watching]),
            "Of the process itself there are `process_resident_memory_bytes`, `process_cpu_seconds_total`,",
            "`process_start_time_seconds`, `process_open_fds` and `python_info`.",
            "",
            *(line for name, modules in services for line in _metrics(name, modules)),
        ],
    )


def asyncapi_document() -> str:
    """docs/asyncapi.json."""
    return _json(asyncapi.document(messages()))


def messages_schema() -> str:
    """docs/schemas/messages.json."""
    return _json(schemas.messages_document(messages()))


def _json(document: Any) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def analytics_document() -> str:
    """docs/analytics.md: written by hand, but for the tables."""
    return _between_marks("analytics.md", _tables())


def permissions_document() -> str:
    """docs/permissions.md: written by hand, but for the users' rights."""
    return _between_marks("permissions.md", permissions_documents.rights())


def _between_marks(name: str, lines: Iterable[str]) -> str:
    """A document with what is made of it put between its two marks."""
    before, mark, rest = _present(DOCS / name).partition("<!-- tables -->\n")
    _, end, after = rest.partition("<!-- /tables -->")
    return before + mark + "\n".join(lines) + end + after


DOCUMENTS: dict[str, Callable[[], str]] = {
    "events.md": events_document,
    "settings.md": settings_document,
    "metrics.md": metrics_document,
    "../deploy/.env.example": service_settings.example,
    "asyncapi.json": asyncapi_document,
    "../deploy/observability/dashboard.json": lambda: _json(dashboard.document()),
    "schemas/messages.json": messages_schema,
    **{
        f"schemas/{game.name}.json": partial(lambda of: _json(schemas.game_document(of)), game)
        for game in GAMES.values()
    },
    "analytics.md": analytics_document,
    "permissions.md": permissions_document,
    "../deploy/nats/users.conf": permissions_documents.users_conf,
    "../deploy/kubernetes/components/monitoring/rules.yaml": prometheus_rules,
}


def main(arguments: Iterable[str]) -> int:
    """Write the documents, or with --check name those that are not current."""
    checking = "--check" in arguments
    old = [name for name, made in DOCUMENTS.items() if _present(DOCS / name) != made()]
    for name in old:
        if checking:
            print(f"{_place(name)} is not current: make docs", file=sys.stderr)
        else:
            (DOCS / name).parent.mkdir(exist_ok=True)
            (DOCS / name).write_text(DOCUMENTS[name](), encoding="utf-8")
            print(f"{_place(name)} written")
    return Exit.FAILED if checking and old else Exit.DONE


def _place(name: str) -> Path:
    return (DOCS / name).resolve().relative_to(DOCS.parent)


def _present(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _document(title: str, introduction: list[str], body: list[str]) -> str:
    made = "<!-- Made from the code by `make docs`. Change it there. -->"
    return "\n".join([f"# {title}", "", made, "", *introduction, "", *body]).rstrip() + "\n"


def _tables() -> Iterator[str]:
    for name, columns in schema.TABLES.items():
        yield from ("", f"### Table `{name}`", "", "| column | type | null | |", "| --- | --- | --- | --- |")
        for column in columns:
            null = "may be" if column.maybe else ""
            yield f"| `{column.name}` | {schema.TYPES[column.kind]} | {null} | {column.meaning} |"
    yield ""
    yield (
        f"This is version {schema.SCHEMA_VERSION} of the tables; it stands in the metadata of every file as "
        "`divan.schema`, and"
    )
    yield "each column's meaning stands with the column. Columns are added at the end and never renamed."
    yield ""


def _streams() -> Iterator[str]:
    installation = streams.Installation()
    yield from ("## Streams", "")
    yield "A subject is what a message is stored and read under; written it is under the stream's key,"
    yield "`write.<key>.<subject>` ([permissions.md](permissions.md#where-streams-are-written))."
    yield from ("", "| stream | subjects | retention | for |", "| --- | --- | --- | --- |")
    for stream in streams.streams(installation):
        subjects = ", ".join(f"`{subject}`" for subject in stream.subjects)
        yield f"| `{stream.name}` | {subjects} | {', '.join(_retention(stream))} | {stream.purpose} |"
    yield from ("", "| bucket | for |", "| --- | --- |")
    yield from (f"| `{bucket.name}` | {bucket.purpose} |" for bucket in streams.BUCKETS.values())
    yield ""


def _retention(stream: streams.Stream) -> Iterator[str]:
    yield "work queue" if stream.retention == "workqueue" else "kept"
    if stream.max_per_subject > 0:
        yield f"the last {stream.max_per_subject} of a subject"
    if stream.max_age:
        yield (
            f"{stream.max_age:g} s"
            if stream.max_age < streams.DAY
            else f"{stream.max_age / streams.DAY:g} days"
        )
    if stream.max_messages > 0:
        yield f"at most {stream.max_messages:,} messages"
    if stream.max_bytes > 0:
        yield f"at most {stream.max_bytes >> 20:,} MiB"


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {section.title}", "", f"On: {section.subject}.", "")
    for message in section.messages:
        yield from _message(message)


def _games() -> Iterator[str]:
    for name, game in GAMES.items():
        yield from (f"## Events of {name}", "", "On: among the `events` of an entry.", "")
        for event in game.events:
            yield from _message(event)


def _message(message: type) -> Iterator[str]:
    yield from (f"### {message.__name__}", "")
    first, _, rest = (message.__doc__ or "").partition("\n\n")
    # A dataclass without a docstring has its signature for one.
    if not first.startswith(f"{message.__name__}("):
        yield from (" ".join(first.split()), "")
        if rest.strip():
            yield from ("```text", *_dedented(rest), "```", "")
    fields = dataclasses.fields(message)
    if fields:
        hints = get_type_hints(message, include_extras=True)
        yield from ("| field | type | default |", "| --- | --- | --- |")
        for field in fields:
            yield f"| `{field.name}` | {_type(hints[field.name])} | {_default(field)} |"
    else:
        yield "No fields."
    yield ""


def _dedented(text: str) -> list[str]:
    lines = text.rstrip().splitlines()
    return [line.removeprefix("    ") for line in lines]


def _type(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(arguments[0])
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in arguments)
    if origin in (Union, types.UnionType):
        return " or ".join(_type(argument) for argument in arguments)
    if origin is tuple:
        return f"list of {_type(arguments[0])}"
    if origin is dict:
        return "object"
    names = {type(None): "none", Any: "any", dict: "object"}
    return names.get(hint) or hint.__name__


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default is not dataclasses.MISSING:
        return {None: "none", "": "empty", (): "empty"}.get(field.default) or f"`{field.default}`"
    return "" if field.default_factory is dataclasses.MISSING else "empty"


def _metrics(title: str, modules: Iterable[types.ModuleType]) -> Iterator[str]:
    instruments = {id(value) for module in modules for value in vars(module).values()}
    yield from (f"## {title}", "", "| metric | kind | labels | meaning |", "| --- | --- | --- | --- |")
    for metric in metrics.DECLARED:
        if id(metric.instrument) in instruments:
            labels = ", ".join(f"`{label}`" for label in metric.labels)
            meaning = metric.meaning[0].upper() + metric.meaning[1:].removesuffix(".")
            yield f"| `{metric.name}` | {metric.kind} | {labels} | {meaning} |"
    yield ""


def _settings(title: str, settings: Iterable[service_settings.Setting]) -> Iterator[str]:
    yield from (f"## {title}", "", "| variable | allowed | default | meaning |", "| --- | --- | --- | --- |")
    for setting in settings:
        default = f"`{service_settings.written(setting.default)}`".replace("``", "empty")
        if setting.default is dataclasses.MISSING:
            default = "**must be set**"
        yield f"| `{setting.name}` | {setting.allowed} | {default} | {setting.meaning} |"
    yield ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
