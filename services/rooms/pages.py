"""The page's files: index.html for its own addresses, everything else as it was built."""

from pathlib import Path

from aiohttp import web

PAGES = (
    "/",
    "/room/{code}",
    "/oda/{code}",
    "/watch/{token}",
    "/replay/{door}",
    "/tekrar/{door}",
    "/verify",
    "/dogrula",
    "/sign-in",
    "/giris",
    "/privacy",
    "/gizlilik",
    "/about",
    "/hakkinda",
    "/contact",
    "/iletisim",
)
"""Addresses of the page itself: which screen it shows is its own business."""

POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}

FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose name holds their hash."""

ASK_EACH_TIME = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Divan</title>
<h1>The page is not built yet</h1>
<p>The server runs. Build the page with <code>make web</code>, then load this again.</p>
<p>Programs can use the API already: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


def pages(folder: Path) -> list[web.RouteDef]:
    async def index(_: web.Request) -> web.StreamResponse:
        file = _built(folder, "index.html")
        if file is None:
            return web.Response(text=NOT_BUILT, content_type="text/html", headers=HEADERS)
        return web.FileResponse(file, headers={**HEADERS, "Cache-Control": ASK_EACH_TIME})

    async def asset(request: web.Request) -> web.StreamResponse:
        """A built file. aiohttp sends the .br or .gz that lies beside it where the browser takes that."""
        path = request.match_info["path"]
        file = _built(folder, path)
        if file is None or file.suffix in (".br", ".gz"):
            raise web.HTTPNotFound
        kept = FOR_EVER if path.startswith("assets/") else ASK_EACH_TIME
        return web.FileResponse(file, headers={**HEADERS, "Cache-Control": kept})

    return [
        *(web.get(path, index) for path in PAGES),
        *(web.get(f"{path}/", without_slash) for path in PAGES if path != "/"),
        web.get("/{path:.+}", asset),
    ]


async def without_slash(request: web.Request) -> web.StreamResponse:
    """A page's address as some type it, with a slash at its end: led to the one that there is."""
    address = request.rel_url
    query = f"?{address.raw_query_string}" if address.raw_query_string else ""
    raise web.HTTPPermanentRedirect(address.raw_path.removesuffix("/") + query, headers=HEADERS)


def _built(folder: Path, path: str) -> Path | None:
    """A file of the build; nothing outside its folder is one."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        # A name that no file can have: too long, or with a zero byte.
        return None
