"""The API: handlers registered with method, path, command and summary, and what serves them.

The same list of endpoints makes the routes and the OpenAPI document.  Whatever goes wrong comes
out as a problem; an error of the program is one too, with the number under which it is logged.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from itertools import count
from operator import attrgetter
from typing import Any, Protocol

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from houseway.room.api.declare import Document, Download, Endpoint, Key, convert
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.http import problems
from houseway.room.http.limits import Limits, address_of, body_of
from houseway.room.http.monitoring.logs import log, trouble
from houseway.room.http.monitoring.metrics import Metrics
from houseway.room.http.problems import ApiError

MOST_ANSWERS = 1_000
"""Number of answers that the server keeps in memory under their keys."""


class Authenticator(Protocol):
    """Authentication: the caller behind a token, and the rights of a role."""

    async def caller(self, token: str) -> Caller:
        """Return the owner of a token; raise Denied if there is none, or no longer."""
        ...

    def check(self, caller: Caller, command: str) -> None:
        """Raise Denied with code ``role`` if this caller may not give the command."""
        ...


class Answers:
    """Answers kept in memory under keys, for commands that have no row of the books to keep them.

    The oldest are forgotten first.  A command that failed is not kept: it may be tried again.
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._kept: dict[str, tuple[bytes, asyncio.Task[object]]] = {}

    async def once(
        self, key: str, request_hash: bytes, work: Callable[[], Awaitable[object]]
    ) -> object:
        """Run a command, or return its stored answer if the same key came before."""
        found = self._kept.get(key)
        if found is not None and found[0] != request_hash:
            raise ApiError("stale", "the key has been used for another command; take a new one")
        if found is None or (found[1].done() and _failed(found[1])):
            task: asyncio.Task[object] = asyncio.ensure_future(_awaited(work))
            self._kept.pop(key, None)
            self._kept[key] = found = request_hash, task
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return await asyncio.shield(found[1])


async def _awaited(work: Callable[[], Awaitable[object]]) -> object:
    """Await the work; a task needs a coroutine, and the work may be any awaitable."""
    return await work()


def _failed(task: asyncio.Task[object]) -> bool:
    """Return True for a finished task that was cancelled or raised."""
    return task.cancelled() or task.exception() is not None


class ApiContext:
    """The context of every endpoint: the room, the door, limits and metrics."""

    def __init__(
        self,
        room: object,
        door: Authenticator,
        limits: Limits,
        metrics: Metrics,
        run: str = "0",
        services: Mapping[str, str] | None = None,
    ) -> None:
        self.room, self.door, self.limits, self.metrics = room, door, limits, metrics
        self.run = run
        self.answers = Answers()
        self._services = services or {}
        self._numbers = count(1)

    def service(self, endpoint: Endpoint) -> object:
        """Return what does an endpoint: a service of the room, or the room itself."""
        if not endpoint.service:
            return self.room
        return attrgetter(self._services[endpoint.service])(self.room)

    def number(self) -> str:
        """A number for a request, under which it stands in the log."""
        return f"urn:houseway:request:{self.run}-{next(self._numbers)}"


def routes(endpoints: Iterable[Endpoint], served: ApiContext) -> list[Route]:
    """Return the routes for Starlette; methods of one path share a route, so others get a 405."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
        methods = by_path.setdefault(endpoint.path, {})
        if endpoint.method in methods:
            raise TypeError(f"{endpoint.method} {endpoint.path} is there twice")
        methods[endpoint.method] = endpoint
    return [
        Route(path, _serve(methods, served), methods=list(methods))
        for path, methods in by_path.items()
    ]


def _serve(methods: dict[str, Endpoint], served: ApiContext) -> Callable[[Request], Any]:
    """Return the request handler of a path, with an endpoint for each method."""

    async def serve(request: Request) -> Response:
        endpoint = methods["GET" if request.method == "HEAD" else request.method]
        number, began = served.number(), served.limits.now_ms()
        who: list[Caller] = []
        try:
            response = await _done(endpoint, request, served, who)
            code = ""
        except ClientDisconnect:
            response, code = Response(status_code=499), "gone"
        except Exception as error:
            found = problems.known(error)
            if found is None:
                trouble(number, error, route=endpoint.path)
                found = ApiError("error", "an error of the program; it is in the log")
            response, code = problems.answer(found, number), found.code
            served.metrics.refused(code)
        took = served.limits.now_ms() - began
        served.metrics.answered(endpoint.method, endpoint.path, response.status_code, took)
        log(
            "request",
            level="info" if not code else "warning",
            number=number,
            method=request.method,
            route=endpoint.path,
            status=response.status_code,
            code=code,
            ms=took,
            person=who[0].person if who else None,
            role=who[0].role if who else None,
            address=address_of(request),
        )
        return response

    return serve


async def _done(
    endpoint: Endpoint, request: Request, served: ApiContext, who: list[Caller]
) -> Response:
    """Handle a request from authentication to the answer; ``who`` gets the caller once known."""
    address = address_of(request)
    served.limits.spend("address", address)
    named: dict[str, Any] = {}
    if endpoint.command:
        caller = await _caller(request, served)
        who.append(caller)
        _check(served, caller, endpoint.command)
        served.limits.spend(endpoint.rate, f"{caller.person} {caller.station}")
        named["caller"] = caller
    else:
        served.limits.spend(endpoint.rate, address)
    named |= _params(endpoint, request)
    key = _key(request, endpoint.needs_key) if endpoint.key else ""
    if endpoint.key and not endpoint.remembers:
        named["key"] = key
    if endpoint.body is not None:
        named["body"] = await _body(endpoint, request, served.limits.settings.most_body)
    if endpoint.address:
        named["address"] = address
    work = functools.partial(endpoint.call, served.service(endpoint), named)
    if endpoint.remembers and key:
        request_hash = sha256(repr((endpoint.name, named)).encode()).digest()
        by = f"person {who[0].person}" if who else address
        return _answer(endpoint, await served.answers.once(f"{by} {key}", request_hash, work))
    return _answer(endpoint, await work())


def token_of(request: Request) -> str:
    """The token of a request; it stands in a header and nowhere else."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not 1 <= len(token) <= 200:
        raise ApiError("login", "this needs the token of a login: Authorization: Bearer TOKEN")
    return token


async def _caller(request: Request, served: ApiContext) -> Caller:
    """Return the caller of the token; ApiError if it is missing or has ended."""
    token = token_of(request)
    try:
        return await served.door.caller(token)
    except Denied as error:
        raise ApiError("login", error.what) from None


def _check(served: ApiContext, caller: Caller, command: str) -> None:
    """Raise Denied unless the caller's role allows the command; of ``a or b`` one is enough."""
    first, *others = command.split(" or ")
    try:
        served.door.check(caller, first)
    except Denied:
        if not others:
            raise
        _check(served, caller, " or ".join(others))


def _params(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """Return the parameters of the path and query by name; ApiError for unknown or bad ones."""
    query: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        query.setdefault(name, []).append(value)
    known = {param.name for param in endpoint.params if param.where == "query"}
    for name in query:
        if name not in known:
            raise ApiError("invalid", "the query has a name that is not asked for", where=name[:40])
    found = {}
    for param in endpoint.params:
        try:
            found[param.name] = convert(param, request.path_params, query)
        except msgspec.ValidationError as error:
            if param.where == "path" and isinstance(request.path_params[param.name], str):
                raise ApiError("unknown", f"{param.name}: {error}", where=param.name) from None
            raise problems.invalid(error, param.name) from None
    return found


def _key(request: Request, needed: bool) -> str:
    """Return the idempotency key; "" without one, which is an error if it is needed."""
    said = request.headers.get("idempotency-key", "")
    if not said and not needed:
        return ""
    if not said:
        raise ApiError(
            "invalid",
            "what moves money has a key of the caller's, so that it is never done twice",
            where="Idempotency-Key",
        )
    try:
        return msgspec.convert(said, Key)
    except msgspec.ValidationError as error:
        raise problems.invalid(error, "Idempotency-Key") from None


async def _body(endpoint: Endpoint, request: Request, most: int) -> Any:
    """Return the decoded body; ApiError if it is longer than ``most`` bytes or does not fit."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ApiError("media", "the body is sent as application/json, in UTF-8")
    body = await body_of(request, most)
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise problems.invalid(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ApiError("malformed", f"the body is no JSON: {error}") from None


def _answer(endpoint: Endpoint, result: object) -> Response:
    """Return the result of an endpoint as its response."""
    if isinstance(result, Download):
        headers = {"content-disposition": f'attachment; filename="{result.name}"'}
        return StreamingResponse(result.chunks, 200, headers, result.media)
    if isinstance(result, Document):
        headers = {"content-security-policy": result.policy}
        return Response(result.html, endpoint.status, headers, "text/html")
    if result is None:
        return Response(status_code=endpoint.status)
    body = result if isinstance(result, bytes) else msgspec.json.encode(result)
    return Response(body, endpoint.status, media_type=endpoint.media)
