"""Whether the server lives, whether it is ready, and its figures."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from houseway.room.errors import Denied
from houseway.room.http import metrics, problems
from houseway.room.http.api import Served, token_of
from houseway.room.http.limits import address_of


class Ready(msgspec.Struct, frozen=True):
    """Whether the room takes commands; if not, what is wrong."""

    ready: bool
    wrong: tuple[str, ...] = ()


def routes(served: Served, wrong: Callable[[], tuple[str, ...]]) -> list[Route]:
    """The three addresses that machines ask."""

    async def alive(request: Request) -> Response:
        return Response(b'{"alive":true}', media_type="application/json")

    async def ready(request: Request) -> Response:
        found = wrong()
        body = msgspec.json.encode(Ready(not found, found))
        return Response(body, 503 if found else 200, media_type="application/json")

    async def figures(request: Request) -> Response:
        try:
            if address_of(request) not in served.limits.settings.metrics_from:
                caller = await served.door.caller(token_of(request))
                served.door.check(caller, "audit")
        except (Denied, problems.NotDone) as error:
            code = error.code if error.code == "role" else "login"
            return problems.answer(problems.NotDone(code, str(error)), served.number())
        return Response(served.metrics.text(), media_type=metrics.MEDIA)

    return [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/metrics", figures),
    ]
