"""Settings from the environment: a frozen dataclass declares them, one error names all that is wrong.

A field's annotation says its kind and what is allowed of it: `Count` or `Annotated[float, Between(0, 1)]`.
What several fields must be to one another stands in the class's `TOGETHER`. The default is as declared,
unchecked. The documents are made of the same annotations.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from math import inf, isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from libs.events.nats.addresses import address_fault
from libs.runtime.logging import Level

C = TypeVar("C")

LONGEST = 60
"""Characters of a wrong value that are repeated."""

EMAIL = re.compile(r"[^\s@<>\"]+@[^\s@<>\"]+\.[^\s@<>\"]+")


@dataclass(frozen=True, slots=True)
class Between:
    """A number from `least` to `most`; `above`: it is more than `least`."""

    least: float
    most: float = inf
    above: bool = False

    def allows(self, value: float) -> bool:
        return (
            isfinite(value) and self.least <= value <= self.most and not (self.above and value == self.least)
        )

    def __str__(self) -> str:
        if self.above:
            return f"above {self.least:.12g}" + ("" if self.most == inf else f" and at most {self.most:.12g}")
        if self.most == inf:
            return f"of {self.least:.12g} or more"
        return f"from {self.least:.12g} to {self.most:.12g}"


@dataclass(frozen=True, slots=True)
class Form:
    """A text that `fits`; `words` say which do, after "is not"."""

    words: str
    fits: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Together:
    """What several fields must be to one another, or one as a whole; asked where each is right by itself.

    `check` is given their values and raises ValueError with words that can follow the first one's name.
    """

    fields: tuple[str, ...]
    check: Callable[..., object]


UNSHOWN = "unshown"
"""Among a field's annotations: it may hold a secret, and no fault repeats its value."""


def is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        _ = parts.port
        return parts.scheme in ("http", "https") and bool(parts.hostname) and not any(map(str.isspace, text))
    except ValueError:
        return False


def is_origin(text: str) -> bool:
    """Whether a browser could name it as where a page comes from."""
    return is_web_address(text) and text == "://".join(urlsplit(text)[:2])


def _is_contact(text: str) -> bool:
    return EMAIL.fullmatch(text) is not None or is_web_address(text)


Port = Annotated[int, Between(0, 65535)]
Count = Annotated[int, Between(1)]
Seconds = Annotated[float, Between(0)]
AboveZero = Annotated[float, Between(0, above=True)]
Host = Annotated[str, Form("the name or address of a host", lambda text: bool(text) and text == text.strip())]
NatsUrl = Annotated[
    str,
    Form(
        "nats://HOST:PORT or tls, ws, wss; several with commas between",
        lambda url: address_fault(url) is None,
    ),
    UNSHOWN,
]
Site = Annotated[
    str, Form("https://HOST or http://HOST, without a path", lambda text: is_origin(text.rstrip("/")))
]
Origin = Annotated[str, Form("https://HOST or http://HOST, without a slash at the end", is_origin)]
WebAddress = Annotated[str, Form("an http(s) URL", is_web_address), UNSHOWN]
Contact = Annotated[str, Form("an e-mail address or an http(s) URL", _is_contact)]
ExtraGame = Annotated[
    str, Form("package.module:NAME", lambda text: re.fullmatch(r"[\w.]+:\w+", text) is not None)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What every service can be told.

    nats_url     the servers of NATS, with the user's name and password where they ask for one
    set_up       make the streams that are missing; false: wait until `divan setup` has made them
    health_host  address of the port for operators: the public must not reach it
    traces       OpenTelemetry collector, such as http://collector:4318; empty: nothing is traced
    log_level    what is logged: this and what is graver
    log_format   how; empty: text on a terminal, json elsewhere
    """

    TOGETHER: ClassVar[tuple[Together, ...]] = ()

    nats_url: NatsUrl
    set_up: bool = True
    health_host: Host = "127.0.0.1"
    traces: WebAddress = ""
    log_level: Level = "info"
    log_format: Literal["text", "json"] | None = None


class BadSettings(ValueError):
    """Every variable that is missing or not allowed, one a line."""


class _Wrong(ValueError):
    """The part of a variable that is not allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A field's annotation taken apart: a `type`, perhaps `many` of it, and the rule for each."""

    type: Any
    rule: Between | Form | None = None
    many: bool = False
    is_shown: bool = True

    @property
    def words(self) -> str:
        """What is allowed, as it follows "is not"."""
        return self._one() + ("; several with commas between" if self.many else "")

    def _one(self) -> str:
        if isinstance(self.rule, Form):
            return self.rule.words
        if get_origin(self.type) is Literal:
            *most, last = get_args(self.type)
            return f"{', '.join(most)} or {last}"
        names = {int: "a whole number", float: "a number", bool: "true or false", Path: "a path", str: "text"}
        return names[self.type] + ("" if self.rule is None else f" {self.rule}")

    def read(self, text: str) -> Any:
        """The value. Raises _Wrong with what is not allowed."""
        if self.many:
            return tuple(self._read(part.strip()) for part in text.split(",") if part.strip())
        return self._read(text)

    def _read(self, text: str) -> Any:
        try:
            value = TypeAdapter[Any](self.type).validate_strings(self._folded(text))
        except ValidationError as error:
            raise _Wrong(text) from error
        match self.rule:
            case Between() as rule if not rule.allows(value):
                raise _Wrong(text)
            case Form() as form if not form.fits(value):
                raise _Wrong(text)
        return value

    def _folded(self, text: str) -> str:
        return text.lower() if get_origin(self.type) is Literal else text


def kind(hint: Any) -> Kind:
    """The kind of a field with that annotation."""
    arguments = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            return kind(next(argument for argument in arguments if argument is not NoneType))
        case origin if origin is tuple:
            return replace(kind(arguments[0]), many=True)
        case origin if origin is Annotated:
            rule = next((each for each in arguments[1:] if isinstance(each, Between | Form)), None)
            return Kind(type=arguments[0], rule=rule, is_shown=UNSHOWN not in arguments[1:])
        case _:
            return Kind(type=hint)


def variable(field: str) -> str:
    """The environment variable of a field: DIVAN_<FIELD>, but NATS_URL keeps its usual name."""
    return "NATS_URL" if field == "nats_url" else f"DIVAN_{field.upper()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A field of a dataclass of settings. `default` is MISSING where it must be set."""

    field: str
    kind: Kind
    default: Any

    @property
    def variable(self) -> str:
        return variable(self.field)

    @property
    def may_be_empty(self) -> bool:
        return self.default is not MISSING and self.default in (None, "", ())

    @property
    def words(self) -> str:
        """What is allowed, as it follows "is not"."""
        return self.kind.words + (", or empty" if self.may_be_empty else "")


def declared(config: type) -> list[Declared]:
    """The fields of a dataclass of settings, in their order."""
    hints = get_type_hints(config, include_extras=True)
    return [
        Declared(field=field.name, kind=kind(hints[field.name]), default=field.default)
        for field in fields(config)
    ]


def from_env(config: type[C], environment: Mapping[str, str] | None = None) -> C:
    """Read `config` from variables; a secret may stand in the file that <VARIABLE>_FILE names.

    Raises BadSettings with every fault at once. What may be a secret, or stands in a file, is not repeated.
    """
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    faults: list[str] = []
    for setting in declared(config):
        name = setting.variable
        try:
            text = _text(name, environment)
            if text is None:
                if setting.default is MISSING:
                    faults.append(f"{name}: not set. It is {setting.words}")
                else:
                    values[setting.field] = setting.default
            else:
                empty = setting.may_be_empty and not text
                values[setting.field] = setting.default if empty else setting.kind.read(text)
        except _Wrong as wrong:
            shown = setting.kind.is_shown and name in environment
            value = repr(str(wrong)[:LONGEST]) if shown else "what is set"
            faults.append(f"{name}: {value} is not {setting.words}")
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{name}_FILE: {getattr(error, 'strerror', None) or 'no text'}")
    faults += _together(getattr(config, "TOGETHER", ()), values)
    if faults:
        raise BadSettings("\n".join(faults))
    return config(**values)


def _together(rules: Iterable[Together], values: Mapping[str, Any]) -> Iterator[str]:
    for rule in rules:
        if all(field in values for field in rule.fields):
            try:
                rule.check(*(values[field] for field in rule.fields))
            except ValueError as error:
                yield f"{variable(rule.fields[0])}: {error}"


def _text(name: str, environment: Mapping[str, str]) -> str | None:
    if name in environment:
        return environment[name]
    if f"{name}_FILE" in environment:
        return Path(environment[f"{name}_FILE"]).read_text().strip()
    return None
