"""The log of the people, folded: what it says about each person and each login.

The rows of people and logins in the books must agree with it. It has neither PINs nor whole card
numbers, so these are guarded by the seals of the rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from houseway.room.errors import UNREADABLE
from houseway.room.people import cards
from houseway.room.store.interface import Person, Row, Session

Body = dict[str, Any]
ENDS_LOGIN = ("logged_out", "locked", "pin_reset", "new_card", "role")
"""Kinds of rows that end the login of their person."""


class FoldedPerson(msgspec.Struct):
    """One person by the log: ``row`` made this state; ``login`` began the login (0: none)."""

    role: str
    name: str
    card: str
    firm: str
    row: int
    excluded: bool = False
    locked: bool = False
    login: int = 0
    station: str = ""


def fold(rows: Iterable[Row]) -> dict[int, FoldedPerson]:
    """Return the people by number; rows that cannot be read are left to the audit of the log."""
    found: dict[int, FoldedPerson] = {}
    for row in rows:
        try:
            body = msgspec.msgpack.decode(row.body)
        except UNREADABLE:
            continue
        if isinstance(body, dict):
            _apply(found, row, body)
    return found


def _apply(found: dict[int, FoldedPerson], row: Row, body: Body) -> None:
    """Apply one row to the people."""
    number = body.get("person")
    if row.kind == "opened" and isinstance(number, int):
        role, name, card, firm = (str(body.get(f, "")) for f in ("role", "name", "card", "firm"))
        found[number] = FoldedPerson(role, name, card, firm, row.seq)
        return
    known = found.get(number) if isinstance(number, int) else None
    if known is None:
        return
    change = _CHANGES.get(row.kind)
    if change is not None and change(known, body) is not False:
        known.row = row.seq
    if row.kind == "logged_in":
        known.login, known.station = row.seq, str(body.get("station", ""))
    elif row.kind in ENDS_LOGIN:
        known.login = 0


def _renamed(known: FoldedPerson, body: Body) -> None:
    known.name = str(body.get("after", ""))


def _new_card(known: FoldedPerson, body: Body) -> None:
    known.card = str(body.get("after", ""))


def _role(known: FoldedPerson, body: Body) -> None:
    known.role = str(body.get("after", ""))


def _excluded(known: FoldedPerson, body: Body) -> None:
    known.excluded = True


def _readmitted(known: FoldedPerson, body: Body) -> None:
    known.excluded = False


def _locked(known: FoldedPerson, body: Body) -> None:
    known.locked = True


def _unlocked(known: FoldedPerson, body: Body) -> None:
    known.locked = False


def _refused(known: FoldedPerson, body: Body) -> bool:
    """Count a wrong PIN; a try at a card that was locked before changes nothing."""
    changes = not known.locked
    known.locked = bool(body.get("locked"))
    return changes


def _same(known: FoldedPerson, body: Body) -> None:
    """Leave what the log tells as it is: a PIN, or the last login."""


_CHANGES: dict[str, Callable[[FoldedPerson, Body], bool | None]] = {
    "renamed": _renamed,
    "new_card": _new_card,
    "role": _role,
    "excluded": _excluded,
    "readmitted": _readmitted,
    "locked": _locked,
    "unlocked": _unlocked,
    "pin_reset": _unlocked,
    "pin_changed": _same,
    "logged_in": _same,
    "login_refused": _refused,
}


def faults_of_people(
    folded: dict[int, FoldedPerson], people: Iterable[Person], sessions: Iterable[Session]
) -> Iterator[str]:
    """Yield the differences between the log of the people and the rows of the books."""
    there = set[int]()
    for person in people:
        there.add(person.id)
        known = folded.get(person.id)
        if known is None:
            yield f"person {person.id} is in no row of the log"
            continue
        pairs = {
            "role": (person.role, known.role),
            "name": (person.name, known.name),
            "card": (cards.masked(person.card), known.card),
            "firm": (person.firm, known.firm),
            "excluded": (person.excluded, known.excluded),
            "locked": (person.locked_ms is not None, known.locked),
        }
        for what, (here, said) in pairs.items():
            if here != said:
                yield f"person {person.id}: {what} is {here!r}, and the log says {said!r}"
        if person.row and person.row < known.row:
            yield (
                f"person {person.id} is as row {person.row} left it, and row {known.row} "
                "changed it since"
            )
    for number in sorted(set(folded) - there):
        yield f"person {number} is in the log, and in no row of the people"
    for session in sessions:
        known = folded.get(session.person)
        if known is None or not known.login:
            yield f"person {session.person} has a login, and the log has none"
        elif (session.row and session.row != known.login) or session.station != known.station:
            yield f"the login of person {session.person} is not that of row {known.login}"
