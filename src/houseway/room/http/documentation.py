"""The documentation site at ``/docs``: static pages that ``make docs`` builds into the package.

Its pages bring scripts of their own, so each is sent with a policy that allows exactly these.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

SITE = Path(__file__).parents[2] / "site"
AT = "/docs"
DESCRIBED = "/api/openapi.json"
_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.S)


def routes(folder: Path = SITE) -> list[BaseRoute]:
    """Return the routes of the site; where it was not built they lead to the API's description."""
    if not (folder / "index.html").is_file():

        async def describe(request: Request) -> Response:
            return RedirectResponse(DESCRIBED, 307)

        return [Route(f"{AT}{{name:path}}", describe, methods=["GET"])]
    folder = folder.resolve()

    async def redirect(request: Request) -> Response:
        return RedirectResponse(f"{AT}/", 308)

    async def serve(request: Request) -> Response:
        path = (folder / request.path_params["name"]).resolve()
        if path.is_dir():
            path /= "index.html"
        if not path.is_relative_to(folder) or not path.is_file():
            raise HTTPException(404)
        return _answer(path, await run_in_threadpool(path.read_bytes))

    return [
        Route(AT, redirect, methods=["GET"]),
        Route(f"{AT}/{{name:path}}", serve, methods=["GET"]),
    ]


def _answer(path: Path, content: bytes) -> Response:
    """Return a page of the API's description, with headers that allow caching."""
    media = guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": "no-cache"}
    if media == "text/html":
        headers["content-security-policy"] = policy_of(content)
    return Response(content, 200, headers, media)


def policy_of(page: bytes) -> str:
    """Return the policy of a page: its own inline scripts and files of this server, no others."""
    digests = (sha256(script).digest() for script in _SCRIPT.findall(page))
    hashes = "".join(f" 'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )
