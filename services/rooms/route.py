"""An HTTP route as data, and a request as its handler sees it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from services.rooms.accounts import Asker
from services.rooms.refusals import MALFORMED, NOT_SIGNED_IN, Denied, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request as handlers see it. `form` is of the route's `takes`."""

    who: Asker | None
    form: Any
    path: Mapping[str, str]
    query: Mapping[str, str]
    language: str
    address: str

    @property
    def asker(self) -> Asker:
        if self.who is None:
            raise Denied(NOT_SIGNED_IN)
        return self.who

    @property
    def door(self) -> str:
        return self.path["door"]

    def number(self, name: str, default: int | None = None) -> int:
        """An integer of the path or the query. Raises Denied."""
        text = self.path.get(name) or self.query.get(name)
        if text is None and default is not None:
            return default
        if text is None or not text.isascii() or not text.isdigit() or len(text) > 9:
            raise Denied(MALFORMED, field=name)
        return int(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that is sent as it is made; `name` is what a browser saves it as."""

    name: str
    parts: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`token`: a session to keep in the cookie; an empty one is forgotten. `download` in place of a body."""

    body: object | None = None
    download: Download | None = None
    token: str | None = None
    guest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    name: str
    type: Literal["integer", "string"]
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """`needs`: whether a session must, may or need not come with it.

    `gives` is the form of the answer; a route that answers with a file has its media type in `file`.
    """

    method: Literal["GET", "POST", "DELETE"]
    path: str
    name: str
    summary: str
    handle: Callable[[Call], Awaitable[Reply]]
    takes: type[Any] | None = None
    gives: type[Any] | None = None
    file: str | None = None
    status: int = 200
    needs: Literal["session", "maybe", "nothing"] = "session"
    query: tuple[Query, ...] = ()
    refuses: tuple[Refusal, ...] = ()
