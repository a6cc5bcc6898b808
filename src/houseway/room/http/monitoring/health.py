"""Health of the server: liveness, readiness and figures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from houseway.room.errors import Denied
from houseway.room.http import problems
from houseway.room.http.api import ApiContext, token_of
from houseway.room.http.limits import address_of
from houseway.room.http.monitoring import metrics


class Ready(msgspec.Struct, frozen=True):
    """The readiness of the room to take commands, with the reason if it is not ready."""

    ready: bool
    wrong: tuple[str, ...] = ()


def routes(served: ApiContext, wrong: Callable[[], Awaitable[tuple[str, ...]]]) -> list[Route]:
    """The three addresses that machines ask."""

    async def alive(request: Request) -> Response:
        return Response(b'{"alive":true}', media_type="application/json")

    async def ready(request: Request) -> Response:
        found = await wrong()
        body = msgspec.json.encode(Ready(not found, found))
        return Response(body, 503 if found else 200, media_type="application/json")

    async def figures(request: Request) -> Response:
        try:
            if address_of(request) not in served.limits.settings.metrics_from:
                caller = await served.door.caller(token_of(request))
                served.door.check(caller, "audit")
        except (Denied, problems.ApiError) as error:
            code = error.code if error.code == "role" else "login"
            return problems.answer(problems.ApiError(code, str(error)), served.number())
        return Response(served.metrics.text(), media_type=metrics.MEDIA)

    return [
        Route("/healthz", alive),
        Route("/readyz", ready),
        Route("/metrics", figures),
    ]
