"""Guest cards: in a room that gives them out, anybody has an account with money at a touch.

What is on a card is booked like anybody's: cash that a cashier took in, in an open shift.  The
number and the PIN are told once.
"""

from __future__ import annotations

import msgspec

from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.opening import new_pin
from houseway.room.people import cards
from houseway.room.people.sessions import Login
from houseway.room.room import Room

STATION = "guest cards"


class GivenOut(msgspec.Struct, frozen=True):
    """A card that was given out, and the login with it."""

    card: str
    pin: str
    cents: int
    login: Login


async def given_out(room: Room, station: str, name: str = "") -> GivenOut:
    """Open an account for a guest, put the posted amount on it, and log in."""
    cashier = await _cashier(room)
    posted = room.file.guests
    assert posted is not None
    number = cards.made(room.entropy)
    pin = new_pin(room.entropy, number)
    called = name.strip() or f"Guest {number[-4:]}"
    opened = await room.people.open_account(cashier, called, pin, card=number)
    await room.cage.deposit(cashier, opened.person, posted.cents, key=f"guest {opened.person}")
    login = await room.people.login(opened.card, pin, station)
    return GivenOut(opened.card, pin, posted.cents, login)


async def _cashier(room: Room) -> Caller:
    """Who gives out guest cards here; Denied where nobody does, or not now."""
    posted = room.file.guests
    if posted is None:
        raise Denied("this room gives out no guest cards: the cage opens an account for you")
    person = room.store.person_with(posted.cashier)
    if person is None:
        raise Denied("nobody has the card from which guest cards are given out", "fault")
    caller = Caller(person.id, person.role, person.name, STATION)
    if await room.cage.shifts.mine(caller) is None:
        raise Denied(f"{person.name}, who gives out guest cards, has no open shift now")
    return caller
