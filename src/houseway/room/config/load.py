"""A room file, loaded: day, thresholds, logins, server, tables, staff and screens.

``read_room`` reads the file of a room and checks all of it before anything opens. Every fault is
found at once, each with its line and its reason. The results are in cents and milliseconds.
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
    note_missing_roles,
    room_of_part,
    server_of,
    staff_of,
    thresholds_of,
    unlike,
)
from houseway.room.config.faults import BadRoom, Reading
from houseway.room.config.schema import Display, FilePart, RoomFile, Staff, TableFile
from houseway.room.config.tables import table_of, terms_of
from houseway.util.toml import read_bytes, utf8


def read_room(path: Path) -> RoomFile:
    """Return the room of a file; raise ``BadRoom`` with all faults."""
    data = read_bytes(path)
    return room_from(utf8(data, str(path)), str(path), path.parent)


def room_from(text: str, file: str = "room.toml", folder: Path | None = None) -> RoomFile:
    """Return the room of a text; files that it names are relative to ``folder``."""
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
    """Return the default of a part that the file lacks or has wrongly."""
    made = field.default_factory
    return field.default if made is NODEFAULT else made()


def _tables(reading: Reading, whole: dict[str, Any], notes: list[str]) -> dict[int, TableFile]:
    """Return the tables that could be read, by their index in the file."""
    general = terms_of(reading, whole["terms"], ("terms",))
    found = {}
    for i, part in enumerate(whole.get("table") or ()):
        if part is not None and (table := table_of(reading, part, i, general, notes)) is not None:
            found[i] = table
    return found


def _each(reading: Reading, key: str, given: dict[str, Any], made: Any) -> dict[int, Any]:
    """Return the entries of a list by their index in the file."""
    found = {i: made(reading, p, i) for i, p in enumerate(given.get(key) or ()) if p is not None}
    return {i: value for i, value in found.items() if value is not None}


def _together(
    reading: Reading,
    given: dict[str, Any],
    tables: dict[int, TableFile],
    staff: dict[int, Staff],
    displays: dict[int, Display],
) -> None:
    """Note faults of parts that are valid alone but do not agree with the rest."""
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
        note_missing_roles(reading, given_roles)
