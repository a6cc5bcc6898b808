"""Endpoints, declared at the service method: its path, right, summary and key.

``Endpoints`` registers a method of a service, or a function over the room. Its annotations name
what it takes. Parameters in the path come from there, ``key`` from the header Idempotency-Key,
``caller`` from the token; ``address`` is the sender's. The fields of ``body`` are parameters by
their names; others come from the query. Routes, OpenAPI, the table of docs/api.md, the Python
client and the types of the pages follow from it. The right is checked for each caller, in the
process too.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cached_property, wraps
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_type_hints

import msgspec

from houseway.room.api import roles
from houseway.room.api.roles import Caller

Handler: TypeAlias = Callable[..., Awaitable[object]]
Key: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=64,
        pattern="^[!-~]+$",
        description="A key of the caller's own for this command: the same key with the same"
        " command gives the same answer again and does nothing twice; with another it is refused.",
    ),
]
"""An idempotency key."""
PREFIX = "/api"
H = TypeVar("H", bound=Handler)
SPECIAL = ("caller", "body", "key", "address")
_IN_PATH = re.compile(r"{(\w+)}")


class Download(msgspec.Struct, frozen=True):
    """An answer that is a file."""

    media: str
    name: str
    chunks: Iterator[bytes]


class Document(msgspec.Struct, frozen=True):
    """An answer that is a page of its own, with the policy that lets a browser show it."""

    html: str
    policy: str


class Param(msgspec.Struct, frozen=True):
    """A parameter of a handler, from the path or the query."""

    name: str
    where: str
    type: Any
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        """True if the request must have it."""
        return self.default is inspect.Parameter.empty


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """An operation of the API under one method and path."""

    method: str
    path: str
    command: str
    """The command that the caller's role must allow; empty: open to all, without a token."""
    summary: str
    handler: Handler
    tag: str
    rate: str
    status: int
    params: tuple[Param, ...]
    body: Any
    key: bool
    remembers: bool
    """The server itself keeps the answer under a key, in memory: the command has no row that
    could."""
    needs_key: bool
    """A key is required: no cash movement may happen twice."""
    address: bool
    gives: Any
    media: str
    example: Any
    answer: Any
    name: str
    """Its name for programs: that of its handler, if no other is declared."""
    service: str
    """The class of the service that does it; empty: the handler takes the room itself."""
    spread: bool
    """The fields of the body are parameters of the handler."""
    shown: Callable[[Any, Any], Any] | None
    """Makes the answer for the wire of the service and what its method returns."""

    async def call(self, service: object, given: dict[str, Any]) -> object:
        """Run the handler, and return the answer for the wire."""
        if self.spread:
            body = given.pop("body")
            given |= {name: getattr(body, name) for name in body.__struct_fields__}
        found = await self.handler(service, **given)
        return found if self.shown is None else self.shown(service, found)

    @property
    def says(self) -> str:
        """The handler's docstring."""
        return inspect.getdoc(self.handler) or ""


class Endpoints:
    """The endpoints of a module, as they are declared."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self._declared: list[tuple[Handler, str, str, str, str, dict[str, Any]]] = []

    def get(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Declare an endpoint that reads."""
        return self._declare("GET", path, command, summary, more)

    def post(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Declare an endpoint that changes something."""
        return self._declare("POST", path, command, summary, more)

    def delete(self, path: str, command: str, summary: str, **more: Any) -> Callable[[H], H]:
        """Declare an endpoint that ends or removes something."""
        return self._declare("DELETE", path, command, summary, more)

    def _declare(
        self, method: str, path: str, command: str, summary: str, more: dict[str, Any]
    ) -> Callable[[H], H]:
        """Return a decorator that adds its handler to the endpoints of this service."""

        def keep(handler: H) -> H:
            checked = _checked(handler, command) if command else handler
            more.setdefault("tag", self.tag)
            self._declared.append((checked, method, PREFIX + path, command, summary, more))
            return checked

        return keep

    @cached_property
    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints; read once the types of the module are known."""
        return [
            read(handler, method, path, command, summary, **more)
            for handler, method, path, command, summary, more in self._declared
        ]


def _checked(handler: H, command: str) -> H:
    """Return a handler that checks the right of its caller before anything else."""

    @wraps(handler)
    async def run(service: object, caller: Caller, *args: Any, **more: Any) -> object:
        roles.check_any(caller, command)
        return await handler(service, caller, *args, **more)

    return cast(H, run)


def read(
    handler: Handler,
    method: str,
    path: str,
    command: str,
    summary: str,
    *,
    tag: str,
    name: str = "",
    body: type | None = None,
    shown: Callable[[Any, Any], Any] | None = None,
    rate: str = "",
    status: int = 0,
    media: str = "application/json",
    example: Any = None,
    answer: Any = None,
    remembers: bool = False,
) -> Endpoint:
    """Return the endpoint of a handler; TypeError if it does not take what is declared."""
    hints = get_type_hints(handler, include_extras=True)
    given = inspect.signature(handler).parameters
    in_path = _IN_PATH.findall(path)
    fields = set(body.__struct_fields__) if body is not None else set()  # type: ignore[attr-defined]
    if missing := {*in_path, *fields} - set(given):
        raise TypeError(f"{handler.__name__} does not take {', '.join(sorted(missing))} of {path}")
    names = list(given)[1:]
    if bool(command) != ("caller" in names):
        raise TypeError(f"{handler.__name__}: a command has a caller, and only a command has one")
    params = tuple(
        Param(each, "path" if each in in_path else "query", hints[each], given[each].default)
        for each in (*in_path, *(name for name in names if name not in in_path))
        if each not in SPECIAL and (each in in_path or each not in fields)
    )
    gives = (get_type_hints(shown, include_extras=True) if shown else hints)["return"]
    return Endpoint(
        method=method,
        path=path,
        command=command,
        summary=summary,
        handler=handler,
        tag=tag,
        rate=rate or ("read" if method == "GET" else "write"),
        status=status or (204 if gives is type(None) else 200),
        params=params,
        body=body or hints.get("body"),
        key="key" in given or remembers,
        remembers=remembers,
        needs_key="key" in given and given["key"].default is inspect.Parameter.empty,
        address="address" in given,
        gives=gives,
        media=media,
        example=example,
        answer=answer,
        name=name or handler.__name__,
        service="" if "<locals>" in (full := handler.__qualname__) else full.rpartition(".")[0],
        spread=body is not None,
        shown=shown,
    )


def convert(param: Param, path: Mapping[str, str], query: Mapping[str, list[str]]) -> Any:
    """The value of a parameter as its annotation wants it; msgspec refuses what does not fit."""
    if param.where == "path":
        return msgspec.convert(path[param.name], param.type, strict=False)
    said = query.get(param.name, [])
    if len(said) > 1:
        raise msgspec.ValidationError(f"{param.name} is asked for {len(said)} times")
    if said:
        return msgspec.convert(said[0], param.type, strict=False)
    if param.required:
        raise msgspec.ValidationError(f"{param.name} is missing in the query")
    return param.default
