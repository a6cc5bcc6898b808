"""Annotations that state how a field is written in the room file: its key, unit and bounds.

A field without one is written under its own name, as it is. So each section of the file is one
struct, which the room uses as read: ``Annotated[int, minutes("hold_minutes", 0, 60)]`` holds
milliseconds and is written in minutes. ``config/faults.py`` reads them;
``scripts/write_schemas.py`` makes the JSON Schema from them.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec.structs import FieldInfo, fields

from houseway.errors import short_repr
from houseway.money import MOST_DOLLARS, dollars, format_dollars
from houseway.util.english import spread

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
DollarText: TypeAlias = int | str
"""Whole dollars (``500``) or text (``"7.50"``)."""
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_OFFSET = re.compile(r"([+-])(0[0-9]|1[0-4]):([0-5][0-9])")


class Setting(msgspec.Struct, frozen=True):
    """A key of the room file; an empty ``key`` is the name of the field."""

    written: ClassVar[Any] = None
    """The type of the value in the file; None: the type of the field."""
    key: str = ""

    def read(self, value: Any) -> Any:
        """Return the field's value for a value of the file; raise ValueError with a reason."""
        return value

    def write(self, value: Any) -> Any:
        """Return the value of the file for a field's value."""
        return value

    def bounds(self) -> dict[str, int]:
        """Return the bounds of the value as words of JSON Schema."""
        return {}


class Number(Setting, frozen=True):
    """A whole number from ``least`` to ``most``; the field holds it times ``unit``."""

    written: ClassVar[Any] = int
    least: int = 0
    most: int = 0
    unit: int = 1

    def read(self, value: Any) -> int:
        """Return the number in the unit of the field."""
        if not self.least <= value <= self.most:
            raise ValueError(f"must be {spread(self.least, self.most)}, not {short_repr(value)}")
        return int(value) * self.unit

    def write(self, value: Any) -> int:
        """Return the number in the unit of the file."""
        return int(value) // self.unit

    def bounds(self) -> dict[str, int]:
        """Return the bounds as words of JSON Schema."""
        return {"minimum": self.least, "maximum": self.most}


def number(least: int, most: int, key: str = "") -> Number:
    """Return the setting of a plain number."""
    return Number(key, least, most)


def seconds(key: str, least: int, most: int) -> Number:
    """Return the setting of a time in milliseconds that is written in seconds."""
    return Number(key, least, most, SECOND)


def minutes(key: str, least: int, most: int) -> Number:
    """Return the setting of a time in milliseconds that is written in minutes."""
    return Number(key, least, most, MINUTE)


def hours(key: str, least: int, most: int) -> Number:
    """Return the setting of a time in milliseconds that is written in hours."""
    return Number(key, least, most, HOUR)


def days(key: str, least: int, most: int) -> Number:
    """Return the setting of a time in milliseconds that is written in days."""
    return Number(key, least, most, DAY)


class Dollars(Setting, frozen=True):
    """An amount in cents that is written in dollars, and is not negative."""

    written: ClassVar[Any] = DollarText

    def read(self, value: Any) -> int:
        """Return the amount in cents."""
        cents = dollars(value)
        if cents < 0:
            raise ValueError(f"must not be below $0, and is {format_dollars(cents)}")
        return cents

    def write(self, value: Any) -> int | str:
        """Return whole dollars, or text where there are cents."""
        whole, cents = divmod(int(value), 100)
        return f"{whole}.{cents:02}" if cents else whole


class DollarRange(Setting, frozen=True):
    """One end of two amounts that one key has, as in ``40..200``: 0 the least, 1 the most."""

    written: ClassVar[Any] = str
    end: int = 0

    def read(self, value: Any) -> int:
        """Return this end of the range in cents."""
        try:
            least, most = (dollars(part) for part in value.split(".."))
        except ValueError:
            why = f"must be the least and the most, like 40..200, not {short_repr(value)}"
            raise ValueError(why) from None
        if not 0 < least <= most <= MOST_DOLLARS * 100:
            raise ValueError(f"must go from more than $0 upwards, and is {short_repr(value)}")
        return (least, most)[self.end]


class UtcOffset(Setting, frozen=True):
    """Minutes from UTC, written as ``-07:00``."""

    written: ClassVar[Any] = str

    def read(self, value: Any) -> int:
        """Return the minutes."""
        found = _OFFSET.fullmatch(value)
        if found is None or value[1:] > "14:00":
            raise ValueError(f"must be like -07:00, at most 14 hours, not {short_repr(value)}")
        return (int(found[2]) * 60 + int(found[3])) * (-1 if found[1] == "-" else 1)

    def write(self, value: Any) -> str:
        """Return hours and minutes with a sign."""
        return f"{'-' if value < 0 else '+'}{abs(value) // 60:02}:{abs(value) % 60:02}"


class TimeOfDay(Setting, frozen=True):
    """Minutes after midnight, written as ``06:00``."""

    written: ClassVar[Any] = str

    def read(self, value: Any) -> int:
        """Return the minutes."""
        if (found := _CLOCK.fullmatch(value)) is None:
            raise ValueError(f"must be a time like 06:00, not {short_repr(value)}")
        return int(found[1]) * 60 + int(found[2])

    def write(self, value: Any) -> str:
        """Return hours and minutes."""
        return f"{value // 60:02}:{value % 60:02}"


class DollarLists(Setting, frozen=True):
    """Lists of amounts by a name; ``config/tables.py`` compares them with the game."""

    written: ClassVar[Any] = dict[str, list[DollarText]]


class Part(Setting, frozen=True):
    """A struct of which any keys may be written; the others depend on the game."""


class Flat(Setting, frozen=True):
    """A struct whose keys stand among those around it."""


class Internal(Setting, frozen=True):
    """A field that is not written in the file."""


class FileKey(msgspec.Struct, frozen=True):
    """A field as a key of the file."""

    name: str
    """The name in the file."""
    field: FieldInfo
    kind: Any
    """The type of the field without annotations."""
    setting: Setting


def file_keys(struct: type[msgspec.Struct]) -> Iterator[FileKey]:
    """Yield the keys under which a struct is written; two fields may share one."""
    for field in fields(struct):
        kind, setting = field.type, Setting()
        if typing.get_origin(kind) is typing.Annotated:
            kind, *notes = typing.get_args(kind)
            setting = next((note for note in notes if isinstance(note, Setting)), setting)
        if not isinstance(setting, Internal):
            yield FileKey(setting.key or field.name, field, kind, setting)


def key_names(struct: type[msgspec.Struct]) -> list[str]:
    """Return the names of a struct's keys, each once, with those of flat structs inside."""
    found: dict[str, None] = dict.fromkeys(getattr(struct, "switches", ()))
    for key in file_keys(struct):
        found |= dict.fromkeys(key_names(key.kind) if isinstance(key.setting, Flat) else [key.name])
    return list(found)
