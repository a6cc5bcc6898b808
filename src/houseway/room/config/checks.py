"""Checks of a room file apart from its tables, and of parts that must agree."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from houseway.engine.inputs import NAME_MOST, validate_text
from houseway.errors import short_repr
from houseway.room.api import roles
from houseway.room.config.faults import Reading
from houseway.room.config.schema import Display, Guests, RoomSection, Server, Staff
from houseway.room.config.toml_lines import KeyPath
from houseway.room.errors import Denied
from houseway.room.people import cards
from houseway.util.english import a, one_of, suggest

OPENS_TABLES = roles.COMMANDS["open_table"].roles
TAKES_CASH = roles.COMMANDS["deposit"].roles


def words(reading: Reading, place: KeyPath, text: str) -> None:
    """Note a fault if a name is blank, too long or not printable."""
    if fault := validate_text(text, NAME_MOST):
        reading.fault(place, fault)


def room_section_of(reading: Reading) -> RoomSection | None:
    """Return the name and the day of the room; None if there is no name."""
    if "room" not in reading.data:
        reading.fault((), "the key `room` is missing")
        return None
    section = reading.part(RoomSection, reading.data["room"], ("room",))
    if section is not None:
        words(reading, ("room", "name"), section.name)
    return section


def guests_of(reading: Reading, staff: Collection[Staff]) -> Guests | None:
    """Return the guest cards, if there are any; a person who takes cash issues them."""
    data = reading.data.get("guests", {})
    part = reading.part(Guests, data, ("guests",))
    given = data.get("cards", False) if isinstance(data, dict) else False
    if not reading.decoded(bool, given, ("guests", "cards")) or part is None:
        return None
    if not part.cents:
        reading.fault(("guests", "amount"), "a guest card has more than $0 on it")
    number = cards.tidied(part.cashier)
    takes = {who.card: who.name for who in staff if who.role in TAKES_CASH}
    if number not in takes:
        known = ", ".join(f"{card} ({name})" for card, name in takes.items()) or "none"
        why = f"must be the card of one of the [[staff]] who takes cash: {known}"
        reading.fault(("guests", "cashier"), why)
    return Guests(part.cents, number)


def server_of(reading: Reading, folder: Path | None) -> Server | None:
    """Return the settings of the server."""
    part = reading.part(Server, reading.data.get("server", {}), ("server",))
    if part is None:
        return None
    if not part.host.strip():
        reading.fault(("server", "host"), "must be an address to listen on, like 127.0.0.1")
    part = _tls(reading, part, folder)
    for key in ("proxies", "metrics_from"):
        for address in getattr(part, key):
            if not _is_address(address):
                reading.fault(("server", key), f"must be IP addresses, not {short_repr(address)}")
    return part


def _tls(reading: Reading, part: Server, folder: Path | None) -> Server:
    """Note a fault unless certificate and key are given together and exist; relative to the room
    file.
    """
    if bool(part.certificate) != bool(part.private_key):
        missing = "private_key" if part.certificate else "certificate"
        there = "certificate" if part.certificate else "private_key"
        reading.fault(("server", there), f"HTTPS takes the two together: {missing} is missing")
    found = {}
    for key in ("certificate", "private_key"):
        name = getattr(part, key)
        if name and folder is not None:
            found[key] = str(folder / name)
            if not (folder / name).is_file():
                reading.fault(("server", key), f"there is no file {short_repr(name)}")
    return replace(part, **found)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def staff_of(reading: Reading, part: Staff, i: int) -> Staff:
    """Return a member of the staff."""
    words(reading, ("staff", i, "name"), part.name)
    if part.role not in roles.STAFF:
        why = (
            f"{a('role')} of the staff is not {short_repr(part.role)}; "
            f"{suggest(part.role, roles.STAFF)}"
        )
        reading.fault(("staff", i, "role"), why)
    return Staff(part.name, part.role, _card(reading, ("staff", i, "card"), part.card))


def display_of(reading: Reading, part: Display, i: int) -> Display:
    """Return a community screen."""
    words(reading, ("display", i, "name"), part.name)
    card = _card(reading, ("display", i, "card"), part.card)
    return Display(part.name, part.table, card)


def _card(reading: Reading, place: KeyPath, text: str) -> str:
    """Return the number of a card without blanks."""
    return reading.tried(place, lambda: cards.checked(text), Denied) or cards.tidied(text)


def unlike(reading: Reading, part: str, key: str, values: Mapping[Any, str]) -> None:
    """Note a fault for equal values among these."""
    seen: dict[str, KeyPath] = {}
    for entry, value in values.items():
        place: KeyPath = (part, entry, key) if part else (*entry, key)
        if value in seen:
            first = reading.lines.of(seen[value])
            reading.fault(place, f"stands on line {first} already; no two have the same {key}")
        else:
            seen[value] = place


def note_missing_roles(reading: Reading, given: Collection[str]) -> None:
    """Note a fault for each role without which a room cannot work."""
    for what, wanted in (("open a table", OPENS_TABLES), ("take cash", TAKES_CASH)):
        if not set(wanted) & set(given):
            why = f"no person could {what}: give one of the [[staff]] the role {one_of(wanted)}"
            reading.fault((), why)
