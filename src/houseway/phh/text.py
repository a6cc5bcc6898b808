"""PHH as text: TOML with one hand (``.phh``) or many in numbered tables (``.phhs``).

Most hands are plain lines, ``key = value``, and are read quickly.  Anything else goes to the TOML
reader, with the same result.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from houseway.errors import short_repr
from houseway.phh.model import BadHand, Hand, hand_of, plain
from houseway.util.toml import BOM

_LINE = re.compile(r"([A-Za-z0-9_-]+) *= *(.*)")
_HEADER = re.compile(
    r"""^[ \t]*\[[ \t]*([A-Za-z0-9_-]+|"[^"\n\\]*"|'[^'\n]*')[ \t]*\][ \t]*(?:#.*)?$""", re.M
)
_OTHER_TABLE = re.compile(r"^[ \t]*\[", re.M)
_NOT_PLAIN = re.compile(r"[\\{}\t\x00-\x08\x0b-\x1f\x7f]|'''|\"\"\"|null|[0-9]{18}")
_values = msgspec.json.Decoder(float_hook=Decimal)


def read(text: str) -> Hand:
    """Return the hand of a ``.phh`` text."""
    return hand_of(_tables(text.removeprefix(BOM)))


def read_all(text: str) -> Iterator[tuple[str, Hand | BadHand]]:
    """Yield each hand of a ``.phhs`` text with its name; a bad one does not stop the others."""
    text = text.removeprefix(BOM)
    for name, fields in _split(text):
        try:
            if isinstance(fields, BadHand):
                raise fields
            yield name, hand_of(fields)
        except BadHand as bad:
            yield name, bad


def _tables(text: str) -> dict[str, Any]:
    """Return the tables of a file: read line by line if it is plain, else as TOML."""
    found = _plain_lines(text)
    return _toml(text) if found is None else found


def _toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text with exact decimals; BadHand if it is none."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHand(f"not TOML: {error}") from None
    except RecursionError:
        raise BadHand("not TOML that can be read: it is nested too deeply") from None
    except (ValueError, InvalidOperation):
        raise BadHand("not TOML that can be read: it has an impossible number or date") from None


def _plain_lines(text: str) -> dict[str, Any] | None:
    """Return the fields of a text in which each line is plain; None if one is not.

    Numbers and strings without escapes are the same in JSON, apart from the quotes.
    """
    fields: dict[str, Any] = {}
    for line in text.split("\n"):
        if not line or line[0] == "#":
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        key, value = match.groups()
        if key in fields or _NOT_PLAIN.search(value) or ("'" in value and '"' in value):
            return None
        try:
            fields[key] = _values.decode(value.replace("'", '"'))
        except (msgspec.DecodeError, InvalidOperation):
            return None
    return fields


def _split(text: str) -> Iterator[tuple[str, dict[str, Any] | BadHand]]:
    """Yield the tables of a file, each read alone; if one fails, the whole file is read at once.

    A line that looks like the head of a table may stand inside a longer value.
    """
    heads = list(_HEADER.finditer(text))
    if len(heads) != len(_OTHER_TABLE.findall(text)) or not heads:
        yield from _whole(text)
        return
    parts = []
    for i, head in enumerate(heads):
        end = heads[i + 1].start() if i + 1 < len(heads) else len(text)
        parts.append((head[1].strip("\"'"), text[head.end() : end]))
    before = text[: heads[0].start()]
    names = [name for name, _ in parts]
    if len(set(names)) < len(names) or any(
        line.strip() and not line.lstrip().startswith("#") for line in before.split("\n")
    ):
        yield from _whole(text)
        return
    for at, (name, part) in enumerate(parts):
        try:
            yield name, _tables(part)
        except BadHand as bad:
            if tables := _read_whole(text):
                yield from [x for x in tables.items() if x[0] not in names[:at]]
                return
            yield name, bad


def _read_whole(text: str) -> dict[str, Any]:
    """Return the tables of a text; empty if it is not TOML."""
    try:
        return _toml(text)
    except BadHand:
        return {}


def _whole(text: str) -> Iterator[tuple[str, dict[str, Any] | BadHand]]:
    """Yield name and fields of every hand in a text; an error in place of fields that are bad."""
    try:
        tables = _toml(text)
    except BadHand as bad:
        yield "", bad
        return
    for name, fields in tables.items():
        if isinstance(fields, dict):
            yield name, fields
        else:
            yield (
                name,
                BadHand(f"a file of hands has a table for each, and {short_repr(name)} is none"),
            )


def write(hand: Hand) -> str:
    """Return a hand as a ``.phh`` text."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in hand.fields().items())


def write_all(hands: Iterable[Hand], first: int = 1) -> str:
    """Return hands as a ``.phhs`` text, numbered from ``first`` on."""
    return "\n".join(f"[{number}]\n{write(hand)}" for number, hand in enumerate(hands, first))


def next_number(text: str) -> int:
    """Return the number of the next hand of a ``.phhs`` text, above all that it has."""
    numbers = [int(name) for name in _HEADER.findall(text) if name.isdecimal()]
    return max(numbers, default=0) + 1


def _key(key: str) -> str:
    """Return a key as TOML; quoted only where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _string(key, '"')


def _value(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return _number(value)
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict):
        pairs = ", ".join(f"{_key(str(k))} = {_value(v)}" for k, v in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(v) for v in value)}]"
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    raise TypeError(f"PHH has no notation for {value!r}")


def _number(value: int | Decimal) -> str:
    """Write a number; a Decimal keeps its point, so that it is read as a Decimal."""
    if type(value) is int or Decimal(value).is_infinite():
        return plain(value)
    if Decimal(value).is_nan():
        return "nan"
    if abs(Decimal(value).adjusted()) > 30:
        return str(value)  # 1E+400: written out, it would fill the file
    text = f"{value:f}"
    return text if "." in text else f"{text}.0"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _string(text: str, quote: str = "'") -> str:
    """Return text as a TOML string; in single quotes if it needs no escapes."""
    if quote == "'" and "'" not in text and text.isprintable():
        return f"'{text}'"
    return '"' + "".join(_ESCAPES.get(c) or _escaped(c) for c in text) + '"'


def _escaped(char: str) -> str:
    """Return a character as it stands in a TOML string in double quotes."""
    if char >= " " and char != "\x7f":
        return char
    return f"\\u{ord(char):04x}"
