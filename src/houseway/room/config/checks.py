"""Checks of a room file apart from its tables, and of parts that must agree."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from houseway.engine.inputs import NAME_MOST, validate_text
from houseway.errors import short_repr
from houseway.money import dollars, format_dollars
from houseway.room.api import roles
from houseway.room.config.faults import Reading
from houseway.room.config.schema import (
    Display,
    DisplayPart,
    Guests,
    GuestsPart,
    LoginsPart,
    Rate,
    RoomPart,
    Server,
    Staff,
    StaffPart,
    Thresholds,
    ThresholdsPart,
)
from houseway.room.config.toml_lines import KeyPath
from houseway.room.errors import Denied
from houseway.room.people import cards
from houseway.room.people.pins import PinTerms
from houseway.room.people.sessions import PeopleTerms
from houseway.util.english import a, one_of, spread, suggest

OPENS_TABLES = roles.COMMANDS["open_table"].roles
TAKES_CASH = roles.COMMANDS["deposit"].roles
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_OFFSET = re.compile(r"([+-])(0[0-9]|1[0-4]):([0-5][0-9])")
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def bounded(reading: Reading, place: KeyPath, value: int, least: int, most: int) -> int:
    """Return a number within bounds; note a fault otherwise."""
    if not least <= value <= most:
        reading.fault(place, f"must be {spread(least, most)}, not {short_repr(value)}")
    return value


def money(reading: Reading, place: KeyPath, amount: int | str) -> int:
    """Return an amount in cents; note a fault if it is negative."""
    cents = reading.tried(place, lambda: dollars(amount), ValueError)
    if cents is not None and cents < 0:
        reading.fault(place, f"must not be below $0, and is {format_dollars(cents)}")
    return cents or 0


def words(reading: Reading, place: KeyPath, text: str) -> None:
    """Note a fault if a name is blank, too long or not printable."""
    if fault := validate_text(text, NAME_MOST):
        reading.fault(place, fault)


def room_of_part(reading: Reading, part: RoomPart) -> dict[str, Any]:
    """Return the name and the day of the room."""
    words(reading, ("room", "name"), part.name)
    offset, begins = 0, 0
    if (found := _OFFSET.fullmatch(part.utc_offset)) and part.utc_offset[1:] <= "14:00":
        offset = (int(found[2]) * 60 + int(found[3])) * (-1 if found[1] == "-" else 1)
    else:
        why = f"must be like -07:00, at most 14 hours, not {short_repr(part.utc_offset)}"
        reading.fault(("room", "utc_offset"), why)
    if found := _CLOCK.fullmatch(part.day_begins):
        begins = int(found[1]) * 60 + int(found[2])
    else:
        why = f"must be a time like 06:00, not {short_repr(part.day_begins)}"
        reading.fault(("room", "day_begins"), why)
    return {"name": part.name, "utc_offset_minutes": offset, "day_begins_minutes": begins}


def thresholds_of(reading: Reading, part: ThresholdsPart) -> Thresholds:
    """Return the thresholds for second persons and notes."""

    def cents(key: str) -> int:
        return money(reading, ("thresholds", key), getattr(part, key))

    minutes = bounded(reading, ("thresholds", "pending_minutes"), part.pending_minutes, 1, 24 * 60)
    return Thresholds(
        payout=cents("payout"),
        adjustment=cents("adjustment"),
        large_cash=cents("large_cash"),
        large_win=cents("large_win"),
        pending_ms=minutes * MINUTE,
    )


def logins_of(reading: Reading, part: LoginsPart) -> PeopleTerms:
    """Return the terms of cards, PINs and logins."""

    def within(key: str, least: int, most: int) -> int:
        return bounded(reading, ("logins", key), getattr(part, key), least, most)

    return PeopleTerms(
        tries=within("tries", 1, 10),
        session_ms=within("session_hours", 1, 24) * HOUR,
        idle_ms=within("idle_minutes", 0, 24 * 60) * MINUTE,
        device_ms=within("device_days", 1, 366) * DAY,
        pins=PinTerms(
            memory_kib=within("hash_memory_kib", 8, 1024 * 1024),
            passes=within("hash_passes", 1, 20),
            at_once=within("hashes_at_once", 1, 64),
            refuse_trivial=part.refuse_trivial,
        ),
    )


def guests_of(reading: Reading, part: GuestsPart, staff: Collection[Staff]) -> Guests | None:
    """Return the guest cards, if there are any; a person who takes cash issues them."""
    cents = money(reading, ("guests", "amount"), part.amount)
    if not part.cards:
        return None
    if not cents:
        reading.fault(("guests", "amount"), "a guest card has more than $0 on it")
    number = cards.tidied(part.cashier)
    takes = {who.card: who.name for who in staff if who.role in TAKES_CASH}
    if number not in takes:
        known = ", ".join(f"{card} ({name})" for card, name in takes.items()) or "none"
        why = f"must be the card of one of the [[staff]] who takes cash: {known}"
        reading.fault(("guests", "cashier"), why)
    return Guests(cents, number)


def server_of(reading: Reading, part: Server, folder: Path | None) -> Server:
    """Return the settings of the server."""
    bounded(reading, ("server", "port"), part.port, 0, 65_535)
    for key in ("most_head", "most_body", "most_message"):
        bounded(reading, ("server", key), getattr(part, key), 1024, 16 * 1024 * 1024)
    for key in ("sockets_each", "sockets_address", "connections_address"):
        bounded(reading, ("server", key), getattr(part, key), 1, 1_000_000)
    for key in ("head_ms", "body_ms", "hello_ms"):
        bounded(reading, ("server", key), getattr(part, key), 100, 600_000)
    if not part.host.strip():
        reading.fault(("server", "host"), "must be an address to listen on, like 127.0.0.1")
    part = _tls(reading, part, folder)
    for key in ("proxies", "metrics_from"):
        for address in getattr(part, key):
            if not _is_address(address):
                reading.fault(("server", key), f"must be IP addresses, not {short_repr(address)}")
    for key in part.__struct_fields__:
        if isinstance(rate := getattr(part, key), Rate):
            bounded(reading, ("server", key, "burst"), rate.burst, 1, 1_000_000)
            bounded(reading, ("server", key, "every_ms"), rate.every_ms, 1, 3_600_000)
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


def staff_of(reading: Reading, part: StaffPart, i: int) -> Staff:
    """Return a member of the staff."""
    words(reading, ("staff", i, "name"), part.name)
    if part.role not in roles.STAFF:
        why = (
            f"{a('role')} of the staff is not {short_repr(part.role)}; "
            f"{suggest(part.role, roles.STAFF)}"
        )
        reading.fault(("staff", i, "role"), why)
    return Staff(part.name, part.role, _card(reading, ("staff", i, "card"), part.card))


def display_of(reading: Reading, part: DisplayPart, i: int) -> Display:
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
