"""A room as it is run: its day, thresholds, logins, server, tables, staff and screens.

``read_room`` reads the file of a room and checks all of it before anything opens: every fault is
found at once, each with its line and its reason.  Amounts are cents here, times milliseconds.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from houseway.room.api import roles
from houseway.room.config.checks import (
    display_of,
    guests_of,
    logins_of,
    room_of_part,
    server_of,
    staff_of,
    thresholds_of,
    unlike,
    who_is_needed,
)
from houseway.room.config.faults import BadRoom, Reading
from houseway.room.config.schema import Display, FilePart, RoomFile, Staff, TableFile
from houseway.room.config.tables import table_of, terms_of
from houseway.util.toml import read_bytes, utf8


def read_room(path: Path) -> RoomFile:
    """The room that a file describes; ``BadRoom`` with everything that is wrong with it."""
    data = read_bytes(path)
    return room_from(utf8(data, str(path)), str(path), path.parent)


def room_from(text: str, file: str = "room.toml", folder: Path | None = None) -> RoomFile:
    """The room that a text describes; files that it names are looked for beside ``folder``."""
    reading = Reading(text, file)
    given = reading.values(FilePart, reading.data, ())
    whole = {field.name: _default(field) for field in fields(FilePart)} | given
    room = room_of_part(reading, given["room"]) if "room" in given else None
    notes: list[str] = []
    tables = _tables(reading, whole, notes)
    staff = _each(reading, "staff", given, staff_of)
    displays = _each(reading, "display", given, display_of)
    _together(reading, given, tables, staff, displays)
    thresholds = thresholds_of(reading, whole["thresholds"])
    logins = logins_of(reading, whole["logins"])
    guests = guests_of(reading, whole["guests"], staff.values())
    server = server_of(reading, whole["server"], folder)
    if reading.faults or room is None:
        raise BadRoom(file, reading.faults)
    return RoomFile(
        **room,
        thresholds=thresholds,
        logins=logins,
        guests=guests,
        server=server,
        tables=tuple(tables.values()),
        staff=tuple(staff.values()),
        displays=tuple(displays.values()),
        notes=tuple(notes),
        source=sha256(text.encode()).hexdigest(),
    )


def _default(field: FieldInfo) -> Any:
    """What stands for a part that the file does not have, or has wrongly."""
    made = field.default_factory
    return field.default if made is NODEFAULT else made()


def _tables(reading: Reading, whole: dict[str, Any], notes: list[str]) -> dict[int, TableFile]:
    """The tables that could be read, by their place in the file."""
    general = terms_of(reading, whole["terms"], ("terms",))
    found = {}
    for i, part in enumerate(whole.get("table") or ()):
        if part is not None and (table := table_of(reading, part, i, general, notes)) is not None:
            found[i] = table
    return found


def _each(reading: Reading, key: str, given: dict[str, Any], made: Any) -> dict[int, Any]:
    """What the entries of a list come to, by their place in the file."""
    found = {i: made(reading, p, i) for i, p in enumerate(given.get(key) or ()) if p is not None}
    return {i: value for i, value in found.items() if value is not None}


def _together(
    reading: Reading,
    given: dict[str, Any],
    tables: dict[int, TableFile],
    staff: dict[int, Staff],
    displays: dict[int, Display],
) -> None:
    """What is right alone, but not beside the rest."""
    named = {i: part.name for i, part in enumerate(given.get("table") or ()) if part is not None}
    unlike(reading, "table", "name", {i: name.lower() for i, name in named.items()})
    people = {("staff", i): who.card for i, who in staff.items()}
    people |= {("display", i): screen.card for i, screen in displays.items()}
    unlike(reading, "", "card", people)
    for i, screen in displays.items():
        if screen.table not in named.values():
            known = ", ".join(named.values()) or "none"
            why = f"there is no table {screen.table!r}; the tables are {known}"
            reading.fault(("display", i, "table"), why)
    if not given.get("table"):
        reading.fault((), "a room has at least one [[table]]")
    given_roles = [who.role for who in staff.values()]
    if len(staff) == len(given.get("staff") or ()) and set(given_roles) <= set(roles.STAFF):
        who_is_needed(reading, given_roles)
