"""The API: handlers registered with method, path, command and summary, and what serves them.

The same list of endpoints makes the routes and the OpenAPI document.  Whatever goes wrong comes
out as a problem; an error of the program is one too, with the number under which it is logged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Protocol, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.http import problems
from houseway.room.http.endpoint import Document, Download, Endpoint, Handler, Key, convert, read
from houseway.room.http.limits import Limits, address_of, body_of
from houseway.room.http.logs import log, trouble
from houseway.room.http.metrics import Metrics
from houseway.room.http.problems import NotDone

PREFIX = "/api"
H = TypeVar("H", bound=Handler)


class Door(Protocol):
    """Who comes in: the caller behind a token, and whether a role may give a command."""

    async def caller(self, token: str) -> Caller:
        """Whose token this is; Denied if nobody's, or not any more."""
        ...

    def check(self, caller: Caller, command: str) -> None:
        """Denied with code ``role`` if this caller may not."""
        ...


class Api:
    """Endpoints as they are registered."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.endpoints: list[Endpoint] = []

    def get(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Something that is read."""
        return self._register("GET", path, command, summary, more)

    def post(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Something that is done."""
        return self._register("POST", path, command, summary, more)

    def delete(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Something that is ended."""
        return self._register("DELETE", path, command, summary, more)

    def _register(
        self, method: str, path: str, command: str, summary: str, more: dict[str, Any]
    ) -> Callable[[H], H]:
        def keep(handler: H) -> H:
            found = read(
                handler, method, PREFIX + path, command, summary, **{"tag": self.tag, **more}
            )
            self.endpoints.append(found)
            return handler

        return keep


class Served:
    """What every endpoint needs when it is asked: the room, the door, limits and metrics."""

    def __init__(
        self, room: object, door: Door, limits: Limits, metrics: Metrics, run: str = "0"
    ) -> None:
        self.room, self.door, self.limits, self.metrics = room, door, limits, metrics
        self.run = run
        self._numbers = count(1)

    def number(self) -> str:
        """A number for a request, under which it stands in the log."""
        return f"urn:houseway:request:{self.run}-{next(self._numbers)}"


def routes(endpoints: Iterable[Endpoint], served: Served) -> list[Route]:
    """Routes of Starlette; several methods of one path are one route, so that others get a 405."""
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


def _serve(methods: dict[str, Endpoint], served: Served) -> Callable[[Request], Any]:
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
                found = NotDone("error", "an error of the program; it is in the log")
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
    endpoint: Endpoint, request: Request, served: Served, who: list[Caller]
) -> Response:
    """One request, from the door to the answer; the caller is noted in ``who`` once known."""
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
    if endpoint.key:
        named["key"] = _key(request, endpoint.needs_key)
    if endpoint.body is not None:
        named["body"] = await _body(endpoint, request, served.limits.settings.most_body)
    if endpoint.address:
        named["address"] = address
    return _answer(endpoint, await endpoint.handler(served.room, **named))


def token_of(request: Request) -> str:
    """The token of a request; it stands in a header and nowhere else."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not 1 <= len(token) <= 200:
        raise NotDone("login", "this needs the token of a login: Authorization: Bearer TOKEN")
    return token


async def _caller(request: Request, served: Served) -> Caller:
    token = token_of(request)
    try:
        return await served.door.caller(token)
    except Denied as error:
        raise NotDone("login", error.what) from None


def _check(served: Served, caller: Caller, command: str) -> None:
    """Whether the caller's role allows it; of several (``a or b``) one is enough."""
    first, *others = command.split(" or ")
    try:
        served.door.check(caller, first)
    except Denied:
        if not others:
            raise
        _check(served, caller, " or ".join(others))


def _params(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    query: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        query.setdefault(name, []).append(value)
    known = {param.name for param in endpoint.params if param.where == "query"}
    for name in query:
        if name not in known:
            raise NotDone("invalid", "the query has a name that is not asked for", where=name[:40])
    found = {}
    for param in endpoint.params:
        try:
            found[param.name] = convert(param, request.path_params, query)
        except msgspec.ValidationError as error:
            if param.where == "path" and isinstance(request.path_params[param.name], str):
                raise NotDone("unknown", f"{param.name}: {error}", where=param.name) from None
            raise problems.invalid(error, param.name) from None
    return found


def _key(request: Request, needed: bool) -> str:
    said = request.headers.get("idempotency-key", "")
    if not said and not needed:
        return ""
    if not said:
        raise NotDone(
            "invalid",
            "what moves money has a key of the caller's, so that it is never done twice",
            where="Idempotency-Key",
        )
    try:
        return msgspec.convert(said, Key)
    except msgspec.ValidationError as error:
        raise problems.invalid(error, "Idempotency-Key") from None


async def _body(endpoint: Endpoint, request: Request, most: int) -> Any:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotDone("media", "the body is sent as application/json, in UTF-8")
    body = await body_of(request, most)
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise problems.invalid(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotDone("malformed", f"the body is no JSON: {error}") from None


def _answer(endpoint: Endpoint, result: object) -> Response:
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
