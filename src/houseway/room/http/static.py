"""The pages of the room, read once when it opens and served from memory.

``web/build.py`` writes them into the package.  A file has the hash of its content in its name, so a
browser may keep it for good.  A page itself is fetched each time, with the policy that allows its
own import map and nothing else.  Two plain pages are part of the program: one for a room without
built pages, one that explains the problems.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from houseway.room.http.problems import KINDS

FOLDER = Path(__file__).parents[2] / "web"
FOR_GOOD = "public, max-age=31536000, immutable"
MISSING = "missing"
"""The page for people at an address that is none."""
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


class Page(msgspec.Struct, frozen=True):
    """A page: its document, its addresses, its policy, and how much a first view of it loads."""

    file: str
    at: tuple[str, ...]
    policy: str
    first_view: int


class Listed(msgspec.Struct, frozen=True):
    """The manifest of the build: the digest of its sources, and the pages."""

    made: str
    pages: dict[str, Page]


class StaticFile(msgspec.Struct, frozen=True):
    """A file in memory, as it is and compressed (empty: it is not worth it)."""

    media: str
    content: bytes
    small: bytes = b""
    tag: str = ""


class Built:
    """All pages and what they load."""

    def __init__(
        self, listed: Listed, documents: Mapping[str, StaticFile], files: Mapping[str, StaticFile]
    ):
        self.listed, self.documents, self.files = listed, documents, files

    def routes(self) -> list[BaseRoute]:
        """Return the routes of pages and files."""
        found: list[BaseRoute] = [Route("/static/{name:path}", self._file, methods=["GET"])]
        for name, page in self.listed.pages.items():
            found += [Route(at, self._page(name), methods=["GET"]) for at in page.at]
        return found

    async def _file(self, request: Request) -> Response:
        """Return the response for a file; its name has a digest, so it is cached for good."""
        held = self.files.get(request.path_params["name"])
        if held is None:
            raise HTTPException(404)
        return _sent(request, held, {"cache-control": FOR_GOOD})

    def missing(self, request: Request) -> Response | None:
        """Return the page for people at an unknown address; programs get another answer."""
        held = self.documents.get(MISSING)
        if held is None or "text/html" not in request.headers.get("accept", ""):
            return None
        headers = {
            "content-security-policy": self.listed.pages[MISSING].policy,
            "cache-control": "no-cache",
        }
        return _sent(request, held, headers, 404)

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """Return the handler of a page."""
        held, policy = self.documents[name], self.listed.pages[name].policy
        headers = {
            "content-security-policy": policy,
            "cache-control": "no-cache",
            "etag": held.tag,
        }

        async def serve(request: Request) -> Response:
            if request.headers.get("if-none-match") == held.tag:
                return Response(status_code=304, headers=headers)
            return _sent(request, held, headers)

        return serve


def _sent(
    request: Request, held: StaticFile, headers: Mapping[str, str], status: int = 200
) -> Response:
    """A file, compressed for who takes it so."""
    more = {"vary": "accept-encoding"} if held.small else {}
    if held.small and _takes_gzip(request.headers.get("accept-encoding", "")):
        more["content-encoding"] = "gzip"
        return Response(held.small, status, {**headers, **more}, held.media)
    return Response(held.content, status, {**headers, **more}, held.media)


def _takes_gzip(said: str) -> bool:
    """Return whether gzip is among the accepted encodings, with a weight above zero."""
    for part in said.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _held(path: Path) -> StaticFile:
    """Return a file with its media type, its compressed form if there is one, and its ETag."""
    content = path.read_bytes()
    small = path.with_name(path.name + ".gz")
    tag = f'"{sha256(content).hexdigest()[:24]}"'
    media = MEDIA[path.suffix]
    return StaticFile(media, content, small.read_bytes() if small.exists() else b"", tag)


def read_built(folder: Path = FOLDER) -> Built | None:
    """Return the pages built into a folder; None if there are none."""
    known = folder / "pages.json"
    if not known.exists():
        return None
    listed = msgspec.json.decode(known.read_bytes(), type=Listed)
    static = folder / "static"
    files = {
        path.relative_to(static).as_posix(): _held(path)
        for path in sorted(static.rglob("*"))
        if path.is_file() and path.suffix != ".gz"
    }
    documents = {name: _held(folder / page.file) for name, page in listed.pages.items()}
    return Built(listed, documents, files)


# Plain pages.

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width"></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""
_THERE = (
    ("/api/openapi.json", "the OpenAPI document of the REST interface"),
    ("/api/socket", "the WebSocket of the tables: docs/protocol.md, message by message"),
    ("/problems", "what can be answered instead of what was asked for"),
    ("/healthz", "whether the server lives"),
    ("/readyz", "whether the room takes commands"),
    ("/metrics", "figures for Prometheus"),
)


NOT_BUILT = (
    "The pages for players were not built here: make web builds them, and a wheel has them."
    " Everything can be played from a terminal meanwhile (houseway play --help)."
)


def front(about: Sequence[str]) -> HTMLResponse:
    """Return a front page for a room without built pages; the room's name comes first."""
    title, *rest = about or ("A houseway cardroom",)
    lines = "".join(f"<p>{escape(line)}</p>\n" for line in rest)
    items = "".join(f"<li>{_link(path)}: {escape(says)}</li>\n" for path, says in _THERE)
    body = f"<p>{escape(NOT_BUILT)}</p>\n{lines}<ul>\n{items}</ul>"
    return HTMLResponse(_PAGE.format(title=escape(title), body=body))


def _link(path: str) -> str:
    """Return a link to a path in HTML; the path of a socket stays plain text."""
    return path if path.endswith("/socket") else f"<a href='{path}'>{path}</a>"


def kinds() -> HTMLResponse:
    """Every problem, under the fragment that its type names."""
    body = "".join(
        f"<h2 id='{code}'>{code}: {escape(kind.title)}</h2>\n"
        f"<p>Status {kind.status}. {escape(kind.says)}</p>\n"
        for code, kind in KINDS.items()
    )
    return HTMLResponse(_PAGE.format(title="Problems", body=body))
