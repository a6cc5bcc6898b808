"""All faults of a file at once: place, line and reason."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from houseway.errors import BadFile
from houseway.room.config.toml_lines import KeyPath, Lines
from houseway.util.english import n, suggest
from houseway.util.toml import decode_as, read_toml

P = TypeVar("P", bound=msgspec.Struct)
T = TypeVar("T")


class Fault(msgspec.Struct, frozen=True):
    """One fault: the line (0: the whole file), the place in words, the reason."""

    line: int
    where: str
    why: str

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        return ": ".join(filter(None, (line, self.where, self.why)))


class BadRoom(BadFile):
    """A room file with faults; no room is opened with it."""

    def __init__(self, file: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        first = self.faults[0]
        super().__init__(file, f"line {first.line}" if first.line else "", first.why)
        if len(self.faults) > 1:
            told = "".join(f"\n  {fault}" for fault in self.faults)
            self.args = (f"{file}: {n(len(self.faults), 'fault')}:{told}",)
        else:
            self.args = (f"{file}: {first}",)


class Reading:
    """A TOML text being read; faults are noted, and reading goes on."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.data = read_toml(text, file)
        self.lines = Lines(text)
        self.faults: list[Fault] = []

    def fault(self, path: KeyPath, why: str) -> None:
        """Note a fault at this place."""
        self.faults.append(Fault(self.lines.of(path), self.called(path), why))

    def called(self, path: KeyPath) -> str:
        """Return a place in words: by the name of a table rather than by its number."""
        words: list[str] = []
        at: Any = self.data
        for key in path:
            try:
                at = at[key]
            except (KeyError, IndexError, TypeError):
                at = None
            if not isinstance(key, int):
                words.append(str(key))
                continue
            name = at.get("name") if isinstance(at, dict) else None
            words[-1] += f" {name}" if isinstance(name, str) and name else f" {key + 1}"
        return ": ".join(words)

    def tried(self, path: KeyPath, made: Callable[[], T], *errors: type[Exception]) -> T | None:
        """Return the made value, or None with a fault at this place."""
        try:
            return made()
        except errors as error:
            self.fault(path, str(error))
            return None

    def part(self, type_: type[P], data: Any, path: KeyPath) -> P | None:
        """Return a table of the file as a struct; None if a required key is missing or wrong.

        A wrong optional key is noted and treated as missing, so that reading goes on.
        """
        values = self.values(type_, data, path)
        if any(field.required and field.name not in values for field in fields(type_)):
            return None
        return type_(**values)

    def values(self, type_: type[msgspec.Struct], data: Any, path: KeyPath) -> dict[str, Any]:
        """Return the valid keys of a table; faults are noted."""
        if not isinstance(data, dict):
            self.fault(path, "must be a table of keys")
            return {}
        known = [field.name for field in fields(type_)]
        never: Mapping[str, str] = getattr(type_, "never", {})
        for key in data:
            if key not in known:
                why = never.get(key) or f"there is an unknown key `{key}`; {suggest(key, known)}"
                self.fault((*path, key), why)
        values = {}
        for field in fields(type_):
            if field.name not in data:
                if field.required:
                    self.fault(path, f"the key `{field.name}` is missing")
            elif (
                value := self._value(field.type, data[field.name], (*path, field.name))
            ) is not None:
                values[field.name] = value
        return values

    def _value(self, type_: Any, value: Any, path: KeyPath) -> Any:
        """Return one value; tables and lists of tables part by part, so that all faults are
        found.
        """
        if isinstance(type_, type) and issubclass(type_, msgspec.Struct):
            return self.part(type_, value, path)
        inner = typing.get_args(type_)[:1]
        if typing.get_origin(type_) is list and _are_tables(inner):
            if not isinstance(value, list):
                self.fault(path, f"write [[{path[-1]}]]: there may be several")
                return None
            return [self.part(inner[0], each, (*path, i)) for i, each in enumerate(value)]
        try:
            return decode_as(value, type_, self.file)
        except BadFile as error:
            self.fault(path, f"{error.where}: {error.why}" if error.where else error.why)
            return None


def _are_tables(types: tuple[Any, ...]) -> bool:
    """Return True if the elements of a list are tables."""
    return bool(types) and isinstance(types[0], type) and issubclass(types[0], msgspec.Struct)
