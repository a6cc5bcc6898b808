"""The application: every route there is, headers around it, problems for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from houseway.room.api.declare import PREFIX, Endpoint
from houseway.room.http import documentation, problems
from houseway.room.http.api import ApiContext
from houseway.room.http.api import routes as api_routes
from houseway.room.http.connections import RequestPlaces
from houseway.room.http.headers import SecurityHeaders
from houseway.room.http.monitoring import health
from houseway.room.http.monitoring.logs import trouble
from houseway.room.http.openapi import document
from houseway.room.http.problems import ApiError
from houseway.room.http.sockets.socket import Sockets
from houseway.room.http.static import Built, front, kinds
from houseway.version import __version__


async def _nothing_wrong() -> tuple[str, ...]:
    """Return no reason: the default of an application that has no room."""
    return ()


def build(
    served: ApiContext,
    endpoints: Sequence[Endpoint],
    sockets: Sockets,
    wrong: Callable[[], Awaitable[tuple[str, ...]]] = _nothing_wrong,
    lines: Callable[[], Sequence[str]] = tuple,
    built: Built | None = None,
) -> Starlette:
    """Return an application over a room; without ``built`` pages its front page is plain.

    ``wrong`` gives the reasons why it is not ready, ``lines`` the text of the plain page.
    """
    written = msgspec.json.encode(document(endpoints, __version__))

    async def openapi(request: Request) -> Response:
        return Response(written, media_type="application/json")

    async def home(request: Request) -> Response:
        return front(lines())

    async def problem_page(request: Request) -> Response:
        return kinds()

    async def not_done(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code = {404: "unknown", 405: "method"}.get(error.status_code, "invalid")
        shown = built.missing(request) if built is not None and code == "unknown" else None
        if shown is not None:
            return shown
        detail = {
            "unknown": "there is nothing at this address",
            "method": f"{request.method} is not for this address",
        }.get(code, str(error.detail))
        return problems.answer(ApiError(code, detail, headers=error.headers), served.number())

    async def failed(request: Request, error: Exception) -> Response:
        number = served.number()
        trouble(number, error)
        return problems.answer(
            ApiError("error", "an error of the program; it is in the log"), number
        )

    routes: list[BaseRoute] = [
        *(built.routes() if built is not None else [Route("/", home)]),
        *documentation.routes(),
        Route("/problems", problem_page),
        Route(f"{PREFIX}/openapi.json", openapi),
        WebSocketRoute(f"{PREFIX}/socket", sockets),
        *health.routes(served, wrong),
        *api_routes(endpoints, served),
    ]
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(RequestPlaces, connections=served.limits.connections),
        ],
        exception_handlers={HTTPException: not_done, Exception: failed},
    )
