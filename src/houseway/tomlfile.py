"""Reading TOML strictly: an unknown key is refused with its file, place and reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from houseway.errors import BadFile

T = TypeVar("T")


def read_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text; a syntax error names the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, "", f"not TOML: {error}") from None


def read_file(path: Path) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadFile(str(path), "", "there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(str(path), "", f"cannot be read: {error}") from None
    return read_toml(text, str(path))


def shape_as(data: Any, type_: type[T], file: str, where: str = "") -> T:
    """Plain TOML values as a struct that forbids unknown keys."""
    try:
        return msgspec.convert(data, type_, str_keys=True)
    except msgspec.ValidationError as error:
        why = str(error).replace("`$", "`").replace("Object contains", "there is an")
        raise BadFile(file, where, why) from None
