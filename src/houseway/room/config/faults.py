"""All faults of a file at once: place, line and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import fields

from houseway.errors import BadFile
from houseway.room.config.toml_lines import KeyPath, Lines
from houseway.room.settings import FileKey, Flat, Part, file_keys, key_names
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
            lines = "".join(f"\n  {fault}" for fault in self.faults)
            self.args = (f"{file}: {n(len(self.faults), 'fault')}:{lines}",)
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
        """Note a fault at this place, once."""
        found = Fault(self.lines.of(path), self.called(path), why)
        if found not in self.faults:
            self.faults.append(found)

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

    def values(
        self, type_: type[msgspec.Struct], data: Any, path: KeyPath, *, partly: bool = False
    ) -> dict[str, Any]:
        """Return the valid keys of a table, by the names of the fields; faults are noted.

        ``partly``: no key need be there.
        """
        if not isinstance(data, dict):
            self.fault(path, "must be a table of keys")
            return {}
        self.check_known(data, key_names(type_), path, getattr(type_, "never", {}))
        return self._fields(type_, data, path, partly)

    def check_known(
        self, data: Mapping[str, Any], known: list[str], path: KeyPath, never: Mapping[str, str]
    ) -> None:
        """Note a fault for each key that is not known; ``never`` has reasons for some."""
        for key in data:
            if key not in known:
                why = never.get(key) or f"there is an unknown key `{key}`; {suggest(key, known)}"
                self.fault((*path, key), why)

    def _fields(
        self, type_: type[msgspec.Struct], data: dict[str, Any], path: KeyPath, partly: bool
    ) -> dict[str, Any]:
        """Return the fields of a struct that are there and valid."""
        values = {}
        for key in file_keys(type_):
            name = key.field.name
            if isinstance(key.setting, Flat):
                values[name] = key.kind(**self._fields(key.kind, data, path, partly))
            elif key.name not in data:
                if key.field.required and not (partly or isinstance(key.setting, Part)):
                    self.fault(path, f"the key `{key.name}` is missing")
            elif (value := self._value(key, data[key.name], (*path, key.name))) is not None:
                values[name] = value
        return values

    def _value(self, key: FileKey, value: Any, path: KeyPath) -> Any:
        """Return the value of one field; None with a fault if it is wrong."""
        if isinstance(key.setting, Part):
            return self.values(key.kind, value, path, partly=True)
        if isinstance(key.kind, type) and issubclass(key.kind, msgspec.Struct):
            return self.part(key.kind, value, path)
        plain = self.decoded(key.setting.written or key.kind, value, path)
        if plain is None:
            return None
        return self.tried(path, lambda: key.setting.read(plain), ValueError)

    def decoded(self, type_: Any, value: Any, path: KeyPath) -> Any:
        """Return a plain value of this type; None with a fault if it is of another."""
        try:
            return decode_as(value, type_, self.file)
        except BadFile as error:
            self.fault(path, f"{error.where}: {error.why}" if error.where else error.why)
            return None
