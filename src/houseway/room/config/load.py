"""A room file, loaded: day, thresholds, logins, server, tables, staff and screens.

``read_room`` reads the file of a room and checks all of it before anything opens. Every fault is
found at once, each with its line and its reason. The results are in cents and milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from houseway.room.api import roles
from houseway.room.cage.state import Thresholds
from houseway.room.config.checks import (
    display_of,
    guests_of,
    note_missing_roles,
    room_section_of,
    server_of,
    staff_of,
    unlike,
)
from houseway.room.config.faults import BadRoom, Reading
from houseway.room.config.schema import (
    LISTS,
    SECTIONS,
    Display,
    RoomFile,
    Staff,
    TableFile,
)
from houseway.room.config.tables import stated_terms, table_of
from houseway.room.people.sessions import PeopleTerms
from houseway.util.toml import read_bytes, utf8

P = TypeVar("P", bound=msgspec.Struct)


def read_room(path: Path) -> RoomFile:
    """Return the room of a file; raise ``BadRoom`` with all faults."""
    data = read_bytes(path)
    return room_from(utf8(data, str(path)), str(path), path.parent)


def room_from(text: str, file: str = "room.toml", folder: Path | None = None) -> RoomFile:
    """Return the room of a text; files that it names are relative to ``folder``."""
    reading = Reading(text, file)
    data = reading.data
    reading.check_known(data, [*SECTIONS, *LISTS], (), {})
    room = room_section_of(reading)
    notes: list[str] = []
    parts = _lists(reading)
    tables = _tables(reading, parts["table"], notes)
    staff = _each(reading, parts["staff"], Staff, staff_of)
    displays = _each(reading, parts["display"], Display, display_of)
    _together(reading, parts, tables, staff, displays)
    thresholds = reading.part(Thresholds, data.get("thresholds", {}), ("thresholds",))
    logins = reading.part(PeopleTerms, data.get("logins", {}), ("logins",))
    guests = guests_of(reading, staff.values())
    server = server_of(reading, folder)
    if reading.faults or not (room and thresholds and logins and server):
        raise BadRoom(file, reading.faults)
    return RoomFile(
        **msgspec.structs.asdict(room),
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


Parts: TypeAlias = dict[int, dict[str, Any]]
"""The sections of a list that are tables of keys, by their index in the file."""


def _lists(reading: Reading) -> dict[str, Parts]:
    """Return the sections of which there may be several, as written."""
    found: dict[str, Parts] = {}
    for name in LISTS:
        given = reading.data.get(name, [])
        if not isinstance(given, list):
            reading.fault((name,), f"write [[{name}]]: there may be several")
            given = []
        found[name] = {i: part for i, part in enumerate(given) if isinstance(part, dict)}
        for i, part in enumerate(given):
            if not isinstance(part, dict):
                reading.fault((name, i), "must be a table of keys")
    return found


def _tables(reading: Reading, parts: Parts, notes: list[str]) -> dict[int, TableFile]:
    """Return the tables that could be read, by their index in the file."""
    general = stated_terms(reading, reading.data.get("terms", {}), ("terms",))
    found = {i: table_of(reading, part, i, general, notes) for i, part in parts.items()}
    return {i: table for i, table in found.items() if table is not None}


def _each(
    reading: Reading, parts: Parts, type_: type[P], checked: Callable[[Reading, P, int], P]
) -> dict[int, P]:
    """Return the entries of a list that could be read, by their index in the file."""
    key = next(name for name, struct in LISTS.items() if struct is type_)
    found = {i: reading.part(type_, part, (key, i)) for i, part in parts.items()}
    return {i: checked(reading, value, i) for i, value in found.items() if value is not None}


def _together(
    reading: Reading,
    parts: dict[str, Parts],
    tables: dict[int, TableFile],
    staff: dict[int, Staff],
    displays: dict[int, Display],
) -> None:
    """Note faults of parts that are valid alone but do not agree with the rest."""
    named = {
        i: part["name"]
        for i, part in parts["table"].items()
        if isinstance(part.get("name"), str) and isinstance(part.get("game"), str)
    }
    unlike(reading, "table", "name", {i: name.lower() for i, name in named.items()})
    people = {("staff", i): who.card for i, who in staff.items()}
    people |= {("display", i): screen.card for i, screen in displays.items()}
    unlike(reading, "", "card", people)
    for i, screen in displays.items():
        if screen.table not in named.values():
            known = ", ".join(named.values()) or "none"
            why = f"there is no table {screen.table!r}; the tables are {known}"
            reading.fault(("display", i, "table"), why)
    if not parts["table"]:
        reading.fault((), "a room has at least one [[table]]")
    given_roles = [who.role for who in staff.values()]
    if len(staff) == len(reading.data.get("staff") or ()) and set(given_roles) <= set(roles.STAFF):
        note_missing_roles(reading, given_roles)
