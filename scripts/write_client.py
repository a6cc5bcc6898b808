"""Write src/houseway/room/client/calls.py: a typed method for every call of the API.

    python scripts/write_client.py            write it
    python scripts/write_client.py --check    compare it with what it would be

A method takes the parameters of the path, the fields of the body, the query and a key, in this
order.  Its annotations have no limits: the room checks those.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import textwrap
import types
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from houseway.room.api.declare import Document, Download, Endpoint
from houseway.room.http.site import ENDPOINTS

ROOT = Path(__file__).parents[1]
FILE = ROOT / "src" / "houseway" / "room" / "client" / "calls.py"
CALLED = {"table": "table_seen"}
"""Endpoint -> its method, where a client has something else of this name."""
DEFAULTS = {"wait": "WAIT_MS"}
"""Parameter -> its default for programs, which wait longer for an answer than a page."""
HEAD = '''"""Every call of the API, made from the endpoints by ``make contract``; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

'''
WIDTH = 100


class Given(NamedTuple):
    """A parameter of a method; ``default`` is its source text, empty if it is required."""

    name: str
    type: str
    default: str = ""


class Names:
    """Types by their names, and the imports that these need."""

    def __init__(self) -> None:
        self.imports: dict[str, set[str]] = {}
        self._modules: dict[str, str] = {}

    def of(self, kind: Any) -> str:
        """Return the source text of a type, without limits of its values."""
        if kind is None or kind is type(None):
            return "None"
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return self.of(args[0])
        if origin is typing.Literal:
            self.use("typing", "Literal")
            return f"Literal[{', '.join(_source(value) for value in args)}]"
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.of(arg) for arg in args))
        if origin is not None:
            inner = ", ".join("..." if arg is ... else self.of(arg) for arg in args)
            return f"{self.of(origin)}[{inner}]"
        if kind.__module__ != "builtins":
            self.use(kind.__module__, kind.__name__)
        return str(kind.__name__)

    def use(self, module: str, *names: str) -> None:
        """Import names of a module."""
        for name in names:
            if self._modules.setdefault(name, module) != module:
                raise TypeError(f"{module} and {self._modules[name]} have a {name}: rename one")
        self.imports.setdefault(module, set()).update(names)

    def head(self) -> str:
        """Return the lines that import them."""
        return "".join(
            f"from {module} import {', '.join(sorted(names))}\n"
            for module, names in sorted(self.imports.items())
        )


def _source(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def method(endpoint: Endpoint, names: Names) -> str:
    """Return the source text of the method of an endpoint."""
    required, optional = [], []
    for given in _given(endpoint, names):
        (optional if given.default else required).append(given)
    if endpoint.key:
        optional.append(Given("key", "str", '""'))
    params = [f"{g.name}: {g.type}" for g in required]
    params += [f"{g.name}: {g.type} = {g.default}" for g in optional]
    asks, gives = _asks(endpoint, names)
    name = CALLED.get(endpoint.name, endpoint.name)
    path, summary = endpoint.path.removeprefix("/api"), endpoint.summary.rstrip("?")
    return "\n".join(
        (
            _wrapped(f"    async def {name}(", ["self", *params], f") -> {gives}:"),
            f'        """{endpoint.method} {path}: {summary}."""',
            _wrapped(*asks),
            "",
        )
    )


def _wrapped(before: str, parts: list[str], after: str) -> str:
    """Return a list in brackets, on one line or on as few as it takes."""
    line = f"{before}{', '.join(parts)}{after}"
    if len(line) <= WIDTH:
        return line
    inset = " " * (len(before) - len(before.lstrip()))
    # No line is broken inside a part: its spaces are hidden from the wrapper.
    hidden = ", ".join(part.replace(" ", "\0") for part in parts) + ","
    lines = textwrap.wrap(hidden, WIDTH - len(inset) - 4, break_long_words=False)
    inner = "\n".join(f"{inset}    {each}" for each in lines).replace("\0", " ")
    return f"{before}\n{inner}\n{inset}{after}"


def _given(endpoint: Endpoint, names: Names) -> Iterator[Given]:
    for param in endpoint.params:
        if param.where == "path":
            yield Given(param.name, names.of(param.type))
    if endpoint.body is not None:
        for field in msgspec.structs.fields(endpoint.body):
            default = "" if field.required else _source(field.default)
            yield Given(field.name, names.of(field.type), default)
    for param in endpoint.params:
        if param.where == "query":
            default = DEFAULTS.get(param.name) or _source(param.default)
            default = "" if param.required else default
            yield Given(param.name, names.of(param.type), default)


def _asks(endpoint: Endpoint, names: Names) -> tuple[tuple[str, list[str], str], str]:
    """Return the statement that asks the room, in parts, and what the method returns."""
    path = endpoint.path.removeprefix("/api")
    in_path = [param.name for param in endpoint.params if param.where == "path"]
    said = [f'"{endpoint.method}"', f'{"f" * bool(in_path)}"{path}"']
    more = []
    if endpoint.body is not None:
        more.append(f"body={names.of(endpoint.body)}({_fields(endpoint.body)})")
    if query := [param.name for param in endpoint.params if param.where == "query"]:
        more.append(f"query={{{', '.join(f'{_source(name)}: {name}' for name in query)}}}")
    if endpoint.key:
        more.append("key=key")
    if endpoint.gives is type(None):
        return ("        await self.reply(", [*said, *more], ")"), "None"
    if endpoint.gives in (bytes, Document, Download):
        kind = "bytes" if endpoint.gives is Download else "str"
        call = "self.file" if kind == "bytes" else "self.text"
        return (f"        return await {call}(", [*said, *more], ")"), kind
    gives = names.of(endpoint.gives)
    return ("        return await self.typed(", [*said, gives, *more], ")"), gives


def _fields(body: type) -> str:
    """Return the fields of a body as arguments of its constructor."""
    return ", ".join(
        f"{name}={name}" if param.kind is param.KEYWORD_ONLY else name
        for name, param in inspect.signature(body).parameters.items()
    )


def written(endpoints: Iterable[Endpoint] = ENDPOINTS) -> str:
    """Return the whole file, as the formatter of the project leaves it."""
    names = Names()
    names.use("houseway.room.client.requests", "Calls")
    names.use("houseway.room.client.requests", *DEFAULTS.values())
    methods = "\n".join(method(endpoint, names) for endpoint in endpoints)
    text = (
        f"{HEAD}{names.head()}\n\n# fmt: off\nclass ApiCalls(Calls):\n"
        f'    """The calls of a station, by the names of their endpoints."""\n\n{methods}'
    )
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "I", "--fix", "-q",
         "--stdin-filename", str(FILE), "-"],
        input=text, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if FILE.read_text() != written():
            sys.exit(f"{FILE.name} is not what the endpoints say: make contract")
    else:
        FILE.write_text(written())
