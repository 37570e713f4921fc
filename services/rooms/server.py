"""HTTP by aiohttp: requests become calls of the routes' handlers, refusals become problems with a status."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from urllib.parse import urlsplit

import orjson
from aiohttp import web
from pydantic import TypeAdapter, ValidationError

from libs.events.ports import EventsError
from libs.events.wire import to_json
from libs.runtime.logging import get_logger
from services.rooms.accounts import Accounts, Asker
from services.rooms.metrics import REFUSED, REQUESTS
from services.rooms.refusals import (
    BODY_TOO_LARGE,
    BODY_TOO_SLOW,
    CROSS_ORIGIN,
    INTERNAL,
    INVALID_UTF8,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    NOT_JSON,
    NOT_SIGNED_IN,
    UNAVAILABLE,
    UNKNOWN_FIELD,
    UNSUPPORTED_MEDIA_TYPE,
    Denied,
)
from services.rooms.route import Call, Download, Reply, Route
from services.rooms.sentences import language_of, sentence
from services.rooms.sessions import GUEST_LASTS, LASTS

log = get_logger()

COOKIE = "divan_session"
OWN_REQUEST = "X-Divan-Request"
"""A header that another site's page cannot send without our leave."""

BODY_LIMIT = 64 * 1024

BODY_PATIENCE = 10.0
"""Seconds in which a body must have come."""

PART_PATIENCE = 30.0
"""Seconds in which a client must have taken enough of a file that the next part can be sent."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gatekeeper:
    """Who makes a request, and from which site."""

    accounts: Accounts
    site_url: str
    allowed_origins: tuple[str, ...]
    trust_forwarded: bool

    @property
    def is_secure(self) -> bool:
        return self.site_url.startswith("https:")

    def token(self, request: web.Request) -> tuple[str | None, bool]:
        """The session token, and whether the browser added it by itself (a cookie)."""
        scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and bearer:
            return bearer.strip(), False
        return request.cookies.get(COOKIE), True

    async def asker(self, request: web.Request) -> Asker:
        """Raises Denied."""
        token, _ = self.token(request)
        if not token or len(token) > 200 or not token.isascii():
            raise Denied(NOT_SIGNED_IN)
        return await self.accounts.asker(token)

    def check_origin(self, request: web.Request) -> None:
        """Refuse what another site's page makes a browser send. Raises Denied."""
        origin = request.headers.get("Origin")
        if origin is None:
            token, by_itself = self.token(request)
            if token and by_itself and OWN_REQUEST not in request.headers:
                raise Denied(CROSS_ORIGIN)
        elif not self.is_own(origin, request.host):
            raise Denied(CROSS_ORIGIN)

    def is_own(self, origin: str, host: str) -> bool:
        if origin in self.allowed_origins:
            return True
        if self.site_url:
            return origin == self.site_url.rstrip("/")
        try:
            return urlsplit(origin).netloc == host
        except ValueError:
            # It is no address at all.
            return False

    def address(self, request: web.Request) -> str:
        """Where a request comes from: the last proxy's word for it, if that is to be believed."""
        if self.trust_forwarded:
            forwarded = request.headers.get("X-Forwarded-For", "")
            if forwarded:
                return forwarded.rsplit(",", 1)[-1].strip()[:64]
        return request.remote or ""


def language(request: web.Request) -> str:
    return language_of(request.query.get("lang") or request.headers.get("Accept-Language"))


def problem(request: web.Request, denied: Denied) -> web.Response:
    """A refusal as the client gets it."""
    code = denied.code
    REFUSED.labels(code).inc()
    response = web.Response(
        status=denied.refusal.status,
        body=to_json({"code": code, "message": sentence(code, language(request)), "details": denied.details}),
        content_type="application/json",
    )
    retry = denied.details.get("retry_after_ms")
    if isinstance(retry, int):
        response.headers["Retry-After"] = str(-(-retry // 1000))
    return response


@web.middleware
async def problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every failure under /api is a problem document; a bug is logged here, once."""
    try:
        return await handler(request)
    except Denied as denied:
        return problem(request, denied)
    except EventsError as error:
        log.warning("request_unavailable", path=request.path, why=str(error))
        return problem(request, Denied(UNAVAILABLE))
    except web.HTTPException as error:
        if not request.path.startswith("/api"):
            raise
        refusals = {404: NOT_FOUND, 405: METHOD_NOT_ALLOWED, 413: BODY_TOO_LARGE}
        refusal = refusals.get(error.status)
        if refusal is None:
            raise
        return problem(request, Denied(refusal))
    except Exception:
        log.exception("request_failed", method=request.method, route=_route_name(request))
        return problem(request, Denied(INTERNAL))


def _route_name(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "none"


def api(routes: Iterable[Route], gatekeeper: Gatekeeper) -> list[web.RouteDef]:
    return [
        web.route(route.method, route.path, _handler(route, gatekeeper), name=route.name) for route in routes
    ]


def _handler(route: Route, gatekeeper: Gatekeeper) -> Handler:
    adapter = None if route.takes is None else TypeAdapter(route.takes)
    seconds = REQUESTS.labels(route.name)

    async def handle(request: web.Request) -> web.StreamResponse:
        began = perf_counter()
        if route.method != "GET":
            gatekeeper.check_origin(request)
        call = Call(
            who=await _who(route, gatekeeper, request),
            form=None if adapter is None else await _form(adapter, request),
            path=request.match_info,
            query=request.query,
            language=language(request),
            address=gatekeeper.address(request),
        )
        reply = await route.handle(call)
        seconds.observe(perf_counter() - began)
        if reply.download is not None:
            return await send(route, reply.download, request)
        return _respond(route, reply, gatekeeper, request)

    return handle


async def _who(route: Route, gatekeeper: Gatekeeper, request: web.Request) -> Asker | None:
    if route.needs == "session":
        return await gatekeeper.asker(request)
    if route.needs == "nothing":
        return None
    try:
        return await gatekeeper.asker(request)
    except Denied:
        # Whose session is over is a stranger here.
        return None


async def _form(adapter: TypeAdapter[object], request: web.Request) -> object:
    """The body as the route takes it; an empty one is an empty object. Raises Denied."""
    try:
        async with asyncio.timeout(BODY_PATIENCE):
            data = await request.read()
    except TimeoutError:
        raise Denied(BODY_TOO_SLOW) from None
    except web.RequestPayloadError:
        # Not compressed as it says, or cut short.
        raise Denied(MALFORMED, field="") from None
    if data and request.content_type != "application/json":
        raise Denied(UNSUPPORTED_MEDIA_TYPE)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        raise Denied(INVALID_UTF8) from None
    try:
        asked = orjson.loads(data or b"{}")
    except orjson.JSONDecodeError:
        raise Denied(NOT_JSON) from None
    if not isinstance(asked, dict):
        raise Denied(MALFORMED, field="")
    try:
        return adapter.validate_python(asked)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        unknown = first["type"] in ("unexpected_keyword_argument", "extra_forbidden")
        raise Denied(UNKNOWN_FIELD if unknown else MALFORMED, field=field, reason=first["msg"]) from None


async def send(route: Route, download: Download, request: web.Request) -> web.StreamResponse:
    """A file, part by part, each made when the client has taken the ones before.

    Raises Denied before the first part. After it the answer has begun: what fails then cuts the connection,
    so that nobody takes half a file for a whole one.
    """
    first = await anext(download.parts)
    response = web.StreamResponse(status=route.status, headers={"Cache-Control": "no-store"})
    response.content_type = str(route.file)
    response.headers["Content-Disposition"] = f'attachment; filename="{download.name}"'
    await response.prepare(request)
    try:
        await _write(response, first)
        async for part in download.parts:
            await _write(response, part)
        await response.write_eof()
    except (Denied, EventsError, TimeoutError, ConnectionError) as error:
        log.info("download_cut_off", route=route.name, why=repr(error))
        if request.transport is not None:
            request.transport.abort()
    return response


async def _write(response: web.StreamResponse, part: bytes) -> None:
    async with asyncio.timeout(PART_PATIENCE):
        await response.write(part)


def _respond(route: Route, reply: Reply, gatekeeper: Gatekeeper, request: web.Request) -> web.Response:
    response = web.Response(status=route.status, headers={"Cache-Control": "no-store"})
    if reply.body is not None:
        # A copy, for the encoder leaves kilobytes of slack behind its text, and aiohttp keeps the last
        # answer of a connection as long as the socket that it is turned into.
        response.body = b"%b" % to_json(reply.body)
        response.content_type = "application/json"
    token, guest = reply.token, reply.guest
    if route.name == "me" and token is None:
        # The browser's memory of the session is renewed as ours is.
        token, by_itself = gatekeeper.token(request)
        token = token if by_itself else None
        guest = getattr(reply.body, "guest", False)
    if token == "":
        response.del_cookie(COOKIE, path="/")
    elif token is not None:
        response.set_cookie(
            COOKIE,
            token,
            path="/",
            max_age=(GUEST_LASTS if guest else LASTS) // 1000,
            httponly=True,
            samesite="Lax",
            secure=gatekeeper.is_secure,
        )
    return response
