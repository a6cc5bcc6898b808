"""Write JSON Schemas of the TOML formats, so that editors complete and check them.

    python scripts/write_schemas.py

The schemas come from the structs that read the files: src/houseway/schemas/NAME.json.  A file
names its schema in its first line, as ``#:schema PATH``.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from pathlib import Path
from typing import Any

import msgspec

from houseway.game.face.card_text import CardFile
from houseway.game.face.felt import FeltFile
from houseway.game.fees import _Rows as CollectionRows
from houseway.game.pay_tables import _PayRows as PayRows
from houseway.game.words import WordsFile
from houseway.records.cases import Case
from houseway.records.record import Record
from houseway.room.api.table_types import Terms
from houseway.room.config.schema import LISTS, SECTIONS
from houseway.room.settings import FileKey, Flat, Part, file_keys
from houseway.rulebook import games
from houseway.rulebook.clauses import ClauseFile
from houseway.rulebook.glossary import Glossary
from houseway.rulebook.versions import _Versions as Versions
from houseway.sheets.decisions import DecisionEntry

SOURCE = Path(__file__).resolve().parents[1] / "src" / "houseway"
FOLDER = SOURCE / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLES = {
    "record": "A round as text: a record or a dispute (docs/records.md)",
    "cases": "Worked cases of a game",
    "clauses": "The clauses of a game and the readings of unclear places",
    "pay": "Pay tables and fee schedules of a game",
    "labels": "Words for wagers, outcomes and actions",
    "appearance": "The felt of a game",
    "rule_card": "The rule card of a game",
    "event_text": "What a player reads of each event (docs/screen.md)",
    "decisions": "Words of decisions",
    "glossary": "Terms of the rulebook",
    "versions": "Dates of the sections of a rulebook",
    "room": "A room file (docs/room.md)",
    "own_pay": "A pay table of one's own, for --pay (docs/inventing.md)",
}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of each format by its name."""
    plain = {
        "record": _described(Record),
        "clauses": _described(ClauseFile),
        "labels": _described(WordsFile),
        "appearance": _described(FeltFile),
        "rule_card": _described(CardFile),
        "glossary": _described(Glossary),
        "room": _room(),
        "versions": _described(Versions),
        "cases": _cases(),
        "pay": _pay(),
        "event_text": {"type": "object", "additionalProperties": {"type": "string"}},
        "decisions": _decisions(),
        "own_pay": _own_pay(),
    }
    for name in ("record", "cases"):
        for struct in ("Record", "Case"):
            if found := plain[name].get("$defs", {}).get(struct):
                found["properties"]["game"]["examples"] = list(games())
    return {
        name: {"$schema": DIALECT, "title": TITLES[name], **plain[name]} for name in sorted(plain)
    }


def text_of(schema: dict[str, Any]) -> str:
    """Return a schema as it is written to its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _described(type_: type[msgspec.Struct], *more: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of structs, with the docstrings of their fields as descriptions.

    The first struct is the root; the definitions of ``more`` are there to be referred to.
    """
    found, parts = msgspec.json.schema_components((type_, *more), ref_template="#/$defs/{name}")
    for struct in _structs((type_, *more)):
        properties = parts.get(struct.__name__, {}).get("properties", {})
        for name, text in _field_docs(struct).items():
            if name in properties:
                properties[name] = {"description": text, **properties[name]}
    return {"$ref": found[0]["$ref"], "$defs": parts}


def _structs(types: Any) -> set[type[msgspec.Struct]]:
    """Return the structs that occur in the types of structs, themselves included."""
    found: set[type[msgspec.Struct]] = set()
    waiting = list(types)
    while waiting:
        type_ = waiting.pop()
        if isinstance(type_, msgspec.inspect.StructType):
            type_ = type_.cls
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            if type_ not in found:
                found.add(type_)
                waiting += [f.type for f in msgspec.inspect.type_info(type_).fields]  # type: ignore[attr-defined]
        elif isinstance(type_, msgspec.inspect.Type):
            parts = [getattr(type_, name) for name in type_.__struct_fields__]
            waiting += [p for p in parts if isinstance(p, msgspec.inspect.Type)]
            waiting += [p for part in parts if isinstance(part, tuple) for p in part]
    return found


def _field_docs(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return the docstring below each field of a struct and of the structs it extends."""
    found: dict[str, str] = {}
    for cls in reversed(struct.__mro__):
        if not issubclass(cls, msgspec.Struct) or cls is msgspec.Struct:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                found[field.target.id] = " ".join(after.value.value.split())
    return found


def _cases() -> dict[str, Any]:
    """Return the schema of a case file; the folder names the game, so that a case need not."""
    found = _described(Case)
    case = found["$defs"]["Case"]
    case["required"] = [name for name in case["required"] if name != "game"]
    root = {
        "type": "object",
        "properties": {"case": {"type": "array", "items": {"$ref": found["$ref"]}}},
        "additionalProperties": False,
    }
    return {**root, "$defs": found["$defs"]}


def _pay() -> dict[str, Any]:
    """Return the schema of a pay.toml: a table for each wager, and the collection."""
    found = _described(PayRows, CollectionRows)
    return {
        "type": "object",
        "properties": {"collection": {"$ref": f"#/$defs/{CollectionRows.__name__}"}},
        "additionalProperties": {"$ref": f"#/$defs/{PayRows.__name__}"},
        "$defs": found["$defs"],
    }


def _room() -> dict[str, Any]:
    """Return the schema of a room file; the tables of docs/room.md describe its keys."""
    page = (SOURCE.parents[1] / "docs" / "room.md").read_text(encoding="utf-8")
    texts: dict[str, dict[str, str]] = {}
    for title, section in re.findall(r"(?ms)^## `\[+(\w+)\]+`(.*?)(?=^## |\Z)", page):
        texts[title] = {
            key: re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", words)
            for cell, words in re.findall(r"(?m)^\| (`.*?) \| .*? \| (.*) \|$", section)
            for key in re.findall(r"`(\w+)`", cell)
        }
    parts: dict[str, Any] = {}
    for name, struct in (SECTIONS | LISTS).items():
        parts[name] = _section(struct, texts[name], parts, partly=struct is Terms)
    properties: dict[str, Any] = {name: {"$ref": f"#/$defs/{name}"} for name in SECTIONS}
    for name in LISTS:
        properties[name] = {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}
    root = {"type": "object", "properties": properties, "required": ["room"]}
    return {**root, "additionalProperties": False, "$defs": parts}


def _section(
    struct: type[msgspec.Struct], texts: dict[str, str], parts: dict[str, Any], *, partly: bool
) -> dict[str, Any]:
    """Return the schema of a section of a room file, from the annotations of its struct."""
    properties: dict[str, Any] = {
        key: {"type": "boolean", "default": False} for key in getattr(struct, "switches", ())
    }
    required = []
    for key in file_keys(struct):
        if isinstance(key.setting, Flat):
            properties |= _section(key.kind, texts, parts, partly=partly)["properties"]
            continue
        properties[key.name] = _written(key, parts)
        if key.field.required and not partly and not isinstance(key.setting, Part):
            required.append(key.name)
        elif type(value := key.field.default) in (str, int, bool, tuple) and not partly:
            properties[key.name]["default"] = key.setting.write(value)
    docs = _field_docs(struct)
    for name, schema in properties.items():
        if text := texts.get(name) or docs.get(name):
            properties[name] = {"description": text, **schema}
    found = {"description": " ".join((struct.__doc__ or "").split()), "type": "object"}
    return {
        **found, "properties": properties, "required": required, "additionalProperties": False,
    }  # fmt: skip


def _written(key: FileKey, parts: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one value; a struct within is defined in ``parts``."""
    if isinstance(key.setting, Part):
        return {"$ref": "#/$defs/terms"}
    if isinstance(key.kind, type) and issubclass(key.kind, msgspec.Struct):
        if key.kind.__name__ not in parts:
            parts[key.kind.__name__] = _section(key.kind, {}, parts, partly=False)
        return {"$ref": f"#/$defs/{key.kind.__name__}"}
    return msgspec.json.schema(key.setting.written or key.kind) | key.setting.bounds()


def _decisions() -> dict[str, Any]:
    """Return the schema of decisions.toml: an entry may differ in a family or a game."""
    found = _described(DecisionEntry)
    entry = found["$defs"]["DecisionEntry"]
    entry.pop("required", None)
    entry["additionalProperties"] = {"$ref": "#/$defs/DecisionEntry"}
    return {
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/DecisionEntry"},
        "$defs": found["$defs"],
    }


def _own_pay() -> dict[str, Any]:
    """Return the schema of a file for --pay: its rows stand in ``pays`` or at the top."""
    cell = {"type": ["string", "integer", "number"]}
    row = {"anyOf": [cell, {"type": "array", "items": cell}]}
    rows = {"type": "object", "additionalProperties": row}
    return {
        "type": "object",
        "properties": {
            "game": {
                "description": "The id of the game, where the command does not name it.",
                "type": "string",
                "examples": list(games()),
            },
            "wager": {
                "description": "The wager that the table is for; default: the one with such rows.",
                "type": "string",
            },
            "says": {"description": "One line about the table.", "type": "string"},
            "columns": {
                "description": "Names of the columns, where each row has several pays.",
                "type": "array",
                "items": {"type": "string"},
            },
            "pays": {
                "description": "Row -> pay, such as pair = '6 to 1'; or column -> rows.",
                "anyOf": [rows, {"type": "object", "additionalProperties": rows}],
            },
        },
        "additionalProperties": {"anyOf": [row, rows]},
    }


def main() -> None:
    """Write all schemas."""
    FOLDER.mkdir(exist_ok=True)
    for name, schema in schemas().items():
        (FOLDER / f"{name}.json").write_text(text_of(schema), encoding="utf-8")


if __name__ == "__main__":
    main()
