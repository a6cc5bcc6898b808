"""Write web/src/contract.ts: the types of all messages between a page and a room.

    python web/contract.py            write it
    python web/contract.py --check    fail if the file would change

The types are read from the structs: layouts, views, prompts, messages of a socket, and the
parameters and answers of each REST call. Written by hand are only fields of raw JSON, and new
names where two structs share one.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as seen

from houseway.engine import questions
from houseway.game.face import layout, views
from houseway.odds_service import answers, controls
from houseway.room.api import messages, table_types
from houseway.room.api.declare import Document, Download, Endpoint
from houseway.room.http.site import ENDPOINTS

FILE = Path(__file__).parent / "src" / "contract.ts"
RENAMED: dict[type, str] = {
    **{kind: f"{kind.__name__}Message" for kind in (*messages.INCOMING, *messages.OUTGOING)},
    table_types.Whereabouts: "WaitingPlace",
    **{
        kind: f"Lab{name}"
        for module in (answers, answers, controls)
        for name, kind in vars(module).items()
        if getattr(kind, "__module__", "") == module.__name__
    },
}
RAW: dict[tuple[type, str], Any] = {
    (messages.Welcome, "layout"): layout.Layout,
    (messages.View, "table"): messages.TableNow,
    (messages.View, "public"): views.View | None,
    (messages.View, "own"): views.Own | None,
    (messages.Step, "public"): "Partial<View> | null",
    (messages.Step, "piles"): list[views.OwnPile] | None,
}
"""Field of raw JSON -> its type, or the name of the type in TypeScript."""
FILLED = (views.__name__, questions.__name__)
"""Modules whose omitted defaults are filled in when a message is read (reading.ts)."""
SIMPLE: tuple[tuple[type, str], ...] = (
    (seen.AnyType, "unknown"),
    (seen.RawType, "unknown"),
    (seen.NoneType, "null"),
    (seen.BoolType, "boolean"),
    (seen.IntType, "number"),
    (seen.FloatType, "number"),
    (seen.StrType, "string"),
    (seen.BytesType, "string"),
    (seen.DateType, "string"),
    (seen.DateTimeType, "string"),
)
HEAD = """// Made by web/contract.py from the structs of the room: make contract. Not to be edited.
"""


class Contract:
    """The TypeScript types, each written once."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._named: dict[str, type] = {}

    def of(self, kind: Any) -> str:
        """Return the TypeScript of a type, and write the structs in it."""
        return self._type(seen.type_info(kind))

    def _type(self, info: Any) -> str:
        if isinstance(info, seen.Metadata):
            return self._type(info.type)
        for kind, name in SIMPLE:
            if type(info) is kind:
                return name
        if isinstance(info, seen.LiteralType):
            return " | ".join(msgspec.json.encode(value).decode() for value in info.values)
        if isinstance(info, seen.UnionType):
            return " | ".join(dict.fromkeys(self._type(part) for part in info.types))
        if isinstance(info, seen.TupleType):
            return f"readonly [{', '.join(self._type(part) for part in info.item_types)}]"
        if isinstance(info, seen.CollectionType):
            return _many(self._type(info.item_type))
        if isinstance(info, seen.DictType):
            key, value = self._type(info.key_type), self._type(info.value_type)
            return f"{{ readonly [key: {'number' if key == 'number' else 'string'}]: {value} }}"
        if isinstance(info, seen.StructType):
            return self._struct(info)
        raise TypeError(f"contract.ts has no word for {info}")

    def _struct(self, info: seen.StructType) -> str:
        kind = info.cls
        name = RENAMED.get(kind, kind.__name__)
        other = self._named.setdefault(name, kind)
        if other is not kind:
            raise TypeError(f"{other} and {kind} are both called {name}: rename one in RENAMED")
        if name in self.written:
            return name
        self.written[name] = ""  # a struct may hold itself
        lines = []
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {msgspec.json.encode(info.tag).decode()};")
        omits = kind.__struct_config__.omit_defaults and kind.__module__ not in FILLED
        for field in info.fields:
            held = RAW.get((kind, field.name))
            if isinstance(held, str):
                text = held
            else:
                text = self._type(field.type) if held is None else self.of(held)
            missing = "?" if omits and not field.required else ""
            lines.append(f"  {field.encode_name}{missing}: {text};")
        body = "\n".join(lines)
        says = _comment(inspect.getdoc(kind) or "")
        self.written[name] = f"{says}export interface {name} {{\n{body}\n}}\n"
        return name

    def call(self, endpoint: Endpoint) -> str:
        """Return a line of the table of calls."""
        params = "; ".join(
            f"{param.name}{'' if param.required else '?'}: {self.of(param.type)}"
            for param in endpoint.params
        )
        body = self.of(endpoint.body) if endpoint.body is not None else "undefined"
        if endpoint.gives is Download:
            gives = "Blob"
        elif endpoint.gives is Document:
            gives = "string"
        elif endpoint.gives is bytes:
            gives = "unknown" if endpoint.media == "application/json" else "string"
        else:
            gives = "undefined" if endpoint.gives is type(None) else self.of(endpoint.gives)
        given = f"{{ {params} }}" if params else "{}"
        return (
            f'  "{endpoint.method} {endpoint.path}": '
            f"{{ given: {given}; body: {body}; gives: {gives} }};"
        )


def _many(item: str) -> str:
    return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"


def _comment(text: str) -> str:
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def written() -> str:
    """Return the text of the whole file."""
    contract = Contract()
    for kind in (layout.Layout, views.View, views.Own, *messages.INCOMING, *messages.OUTGOING):
        contract.of(kind)
    calls = "\n".join(contract.call(endpoint) for endpoint in ENDPOINTS)
    names = {
        "Action": contract.of(
            questions.Button
            | questions.Amount
            | questions.Pick
            | questions.Arrange
            | questions.Place
        ),
        "Incoming": " | ".join(contract.of(kind) for kind in messages.INCOMING),
        "Outgoing": " | ".join(contract.of(kind) for kind in messages.OUTGOING),
    }
    parts = [HEAD, *contract.written.values()]
    parts += [f"export type {name} = {text};\n" for name, text in names.items()]
    parts.append(
        "/** Every call of the REST interface: what it is given in path and query, its body,\n"
        " * and what it gives back. */\n"
        f"export interface Calls {{\n{calls}\n}}\n"
    )
    return "\n".join(parts)


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if FILE.read_text() != written():
            sys.exit("web/src/contract.ts is not what the structs say: make contract")
    else:
        FILE.write_text(written())
