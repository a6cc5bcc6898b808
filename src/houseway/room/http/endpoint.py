"""One endpoint, read from the handler that does it.

A handler says by its annotations what it takes and gives: the parameters named in the path come
from there, ``body`` from the body, ``key`` from the header Idempotency-Key, ``caller`` from the
token, ``address`` is where the request comes from, the first one is the room, and whatever else
it names is asked for in the query.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias, get_type_hints

import msgspec

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
    """Something a handler is given from the path or the query."""

    name: str
    where: str
    type: Any
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        """Whether it must be there."""
        return self.default is inspect.Parameter.empty


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """What the API offers under one method and path."""

    method: str
    path: str
    command: str
    """What the caller's role must allow; empty: anybody, without a token."""
    summary: str
    handler: Handler
    tag: str
    rate: str
    status: int
    params: tuple[Param, ...]
    body: Any
    key: bool
    needs_key: bool
    """Whether it is not done without a key: what moves cash is never done twice."""
    address: bool
    gives: Any
    media: str
    example: Any
    answer: Any

    @property
    def name(self) -> str:
        """What programs call it: the name of its handler."""
        return self.handler.__name__

    @property
    def says(self) -> str:
        """The handler's docstring."""
        return inspect.getdoc(self.handler) or ""


def read(
    handler: Handler,
    method: str,
    path: str,
    command: str,
    summary: str,
    *,
    tag: str,
    rate: str = "",
    status: int = 0,
    media: str = "application/json",
    example: Any = None,
    answer: Any = None,
) -> Endpoint:
    """The endpoint of a handler."""
    hints = get_type_hints(handler, include_extras=True)
    given = inspect.signature(handler).parameters
    in_path = set(_IN_PATH.findall(path))
    if missing := in_path - set(given):
        raise TypeError(f"{handler.__name__} does not take {', '.join(sorted(missing))} of {path}")
    names = list(given)[1:]
    if bool(command) != ("caller" in names):
        raise TypeError(f"{handler.__name__}: a command has a caller, and only a command has one")
    params = tuple(
        Param(name, "path" if name in in_path else "query", hints[name], given[name].default)
        for name in names
        if name not in SPECIAL
    )
    gives = hints["return"]
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
        body=hints.get("body"),
        key="key" in given,
        needs_key="key" in given and given["key"].default is inspect.Parameter.empty,
        address="address" in given,
        gives=gives,
        media=media,
        example=example,
        answer=answer,
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
