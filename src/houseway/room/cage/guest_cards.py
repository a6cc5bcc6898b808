"""Guest cards: if a room offers them, a visitor gets an account with money at once.

The money on a card is booked like that of any player: cash that a cashier took in, in an open
shift. The number and the PIN are shown once.
"""

from __future__ import annotations

import msgspec

from houseway.room.api.roles import Caller
from houseway.room.cage.cash import Cage
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import Entropy
from houseway.room.people import cards
from houseway.room.people.accounts import People
from houseway.room.people.pins import new_pin
from houseway.room.people.sessions import Login
from houseway.room.store.interface import Books

STATION = "guest cards"


class GivenOut(msgspec.Struct, frozen=True):
    """An issued card, and the login with it."""

    card: str
    pin: str
    cents: int
    login: Login


class GuestCards:
    """Issues cards with ``cents`` on them from the drawer of ``cashier``, a card number.

    With 0 ``cents`` the room issues none.
    """

    def __init__(
        self, books: Books, entropy: Entropy, people: People, cage: Cage, cashier: str, cents: int
    ) -> None:
        self._books, self._entropy, self._people, self._cage = books, entropy, people, cage
        self.cashier, self.cents = cashier, cents

    async def give_out(self, station: str, name: str = "") -> GivenOut:
        """Open an account for a guest, put the posted amount on it, and log in."""
        cashier = await self._cashier()
        number = cards.new_number(self._entropy)
        pin = new_pin(self._entropy, number)
        called = name.strip() or f"Guest {number[-4:]}"
        opened = await self._people.open_account(cashier, called, pin, card=number)
        await self._cage.deposit(cashier, opened.person, self.cents, key=f"guest {opened.person}")
        login = await self._people.login(opened.card, pin, station)
        return GivenOut(opened.card, pin, self.cents, login)

    async def _cashier(self) -> Caller:
        """Return the cashier of the guest cards; Denied without one, or without an open shift."""
        if not self.cents:
            raise Denied("this room gives out no guest cards: the cage opens an account for you")
        person = self._books.person_with(self.cashier)
        if person is None:
            raise Denied("the card that issues guest cards has no owner", "fault")
        caller = Caller(person.id, person.role, person.name, STATION)
        if await self._cage.shifts.mine(caller) is None:
            raise Denied(f"{person.name}, who issues guest cards, has no open shift now")
        return caller
