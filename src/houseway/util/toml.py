"""Strict reading of TOML: an unknown key is refused with its file, place and reason."""

from __future__ import annotations

import re
import tomllib
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from houseway.errors import BadFile
from houseway.util.english import close_matches, one_of

T = TypeVar("T")
BOM = "\ufeff"
LARGEST = 2_000_000
"""Most bytes of a file.

It is the size of a hundred long records or fifteen of the longest case files. Python reads as much
within seconds even in the worst case.
"""
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{50}}")
"""A dotted key of more than 50 parts; the time of Python's reader grows with the square."""


def read_toml(text: str, file: str) -> dict[str, Any]:
    """Return the tables of a TOML text; a syntax error names the line."""
    if len(text) > LARGEST:
        raise too_large(file)
    if _DEEP_KEY.search(text):
        raise BadFile(file, "", "not TOML that can be read: a key may have 50 parts at most")
    try:
        return tomllib.loads(text.removeprefix(BOM))
    except tomllib.TOMLDecodeError as error:
        quotes = '; words stand in quotes, like "A"' if "Invalid value" in str(error) else ""
        raise BadFile(file, "", f"not TOML: {error}{quotes}") from None
    except RecursionError:
        raise BadFile(file, "", "not TOML that can be read: it is nested too deeply") from None
    except ValueError:
        raise BadFile(
            file, "", "not TOML that can be read: it has an impossible number or date"
        ) from None


def read_file(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file."""
    return read_toml(utf8(read_bytes(path), str(path)), str(path))


def read_bytes(path: Path) -> bytes:
    """Return the content of a file; BadFile with the reason if it cannot be read."""
    try:
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadFile(str(path), "", "there is no such file") from None
    except IsADirectoryError:
        raise BadFile(str(path), "", "cannot be read: it is a directory") from None
    except OSError as error:
        raise BadFile(str(path), "", f"cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise too_large(str(path))
    return data


def too_large(file: str) -> BadFile:
    """Return the refusal of a file that is larger than ``LARGEST``."""
    return BadFile(file, "", f"is too large; a file has {LARGEST // 1_000_000} MB at the most")


def utf8(data: bytes, file: str) -> str:
    """Return the text of a file."""
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadFile(
            file, "", f"cannot be read: it is not UTF-8 text (byte {error.start + 1})"
        ) from None


def decode_as(data: Any, type_: type[T], file: str, where: str = "") -> T:
    """Return plain TOML values as a struct that forbids unknown keys."""
    try:
        return msgspec.convert(data, type_, str_keys=True)
    except msgspec.ValidationError as error:
        place, why = _at_fault(data, type_, error)
        raise BadFile(file, ": ".join(filter(None, (where, place))), why) from None
    except RecursionError:
        raise BadFile(file, where, "is nested too deeply") from None


def _at_fault(data: Any, type_: Any, error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the keys of the innermost value that does not fit, and the reason."""
    for key, value, inner in _parts(data, type_):
        try:
            msgspec.convert(value, inner, str_keys=True)
        except msgspec.ValidationError as within:
            place, why = _at_fault(value, inner, within)
            return f"{key}.{place}" if place else key, why
    why = in_words(str(error))
    return "", f"{why}; {near}" if (near := _near(str(error), type_)) else why


def _near(message: str, type_: Any) -> str:
    """Return a hint for an unknown key: the most similar known ones."""
    unknown = _UNKNOWN.search(message)
    known = [
        name
        for option in _options(type_)
        if isinstance(option, type) and issubclass(option, msgspec.Struct)
        for name in option.__struct_encode_fields__
    ]
    close = close_matches(unknown[1], known) if unknown else []
    return f"did you mean {one_of(close)}?" if close else ""


def _parts(data: Any, type_: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the values inside a value, each with its key and the type that it must have."""
    for option in _options(type_):
        origin, args = typing.get_origin(option), typing.get_args(option)
        if isinstance(data, dict):
            if isinstance(option, type) and issubclass(option, msgspec.Struct):
                hints = typing.get_type_hints(option)
                yield from ((key, data[key], hints[key]) for key in data if key in hints)
            elif origin is dict:
                yield from ((str(key), value, args[1]) for key, value in data.items())
        elif isinstance(data, list) and origin in (list, tuple):
            yield from ((str(i), value, args[0]) for i, value in enumerate(data, 1))


def _options(type_: Any) -> tuple[Any, ...]:
    """Return the members of a union type, or the type alone."""
    union = typing.get_origin(type_) in (typing.Union, types.UnionType)
    return typing.get_args(type_) if union else (type_,)


_WORDS = {
    "int": "a whole number",
    "str": "text in quotes",
    "float": "a number with a fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "a table of keys",
    "null": "nothing",
}


def _kinds(names: str) -> str:
    """Return the kinds of a type union in words."""
    return " or ".join(_WORDS.get(name, f"a {name}") for name in names.split(" | "))


_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_UNKNOWN = re.compile("unknown field `(.*?)`")
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_UNKNOWN, lambda m: f"there is an unknown key `{m[1]}`"),
    (re.compile("missing required field (`.*?`)"), lambda m: f"the key {m[1]} is missing"),
    (re.compile("Invalid enum value '(.*?)'"), lambda m: f"{m[1]!r} is none of its words"),
    (
        re.compile("Expected `(.*?)`, got `(.*?)`"),
        lambda m: f"must be {_kinds(m[1])}, not {_kinds(m[2])}",
    ),
    (
        re.compile(r"Expected `(.*?)` of length (\S+) (\d+)"),
        lambda m: (
            f"must have {_BOUNDS[m[2]]} {m[3]} {'characters' if m[1] == 'str' else 'entries'}"
        ),
    ),
    (re.compile(r"Expected `\S+` ([<>]=?) (\S+)"), lambda m: f"must be {_BOUNDS[m[1]]} {m[2]}"),
    (re.compile("matching regex"), lambda m: "is not written as it has to be"),
    (re.compile("out of range"), lambda m: "the number is too large"),
)


def in_words(message: str) -> str:
    """Return a message of the decoder in the words of this project."""
    for pattern, words in _SENTENCES:
        if match := pattern.search(message):
            return words(match)
    return message.partition(" - at ")[0]
