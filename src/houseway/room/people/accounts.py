"""Accounts of players, staff, screens and bots: opened, locked, renamed.

A person's number is permanent; name, card and PIN may change. Commands are logged in the stream
``people``, with cards masked and without PINs in any form.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from houseway.errors import short_repr
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.types import AccountOpened, Known
from houseway.room.errors import REASON_MOST, Denied, checked_reason
from houseway.room.people import cards
from houseway.room.people.pins import check_pin
from houseway.room.people.sessions import Logins, PeopleTerms
from houseway.room.store.interface import Person
from houseway.room.store.stream import shielded
from houseway.util.english import one_of

__all__ = ["AccountOpened", "Known", "People", "PeopleTerms"]

api = Endpoints("people")
NAME_MOST = 40
EXCLUDED = ("CA-NL-04", "CA-NL-17")
"""Clauses on exclusion: a player is out of the game for conduct at a table."""
CARDS_TRIED = 20


class OpenedAccount(msgspec.Struct, frozen=True):
    """Row: an account was opened."""

    person: int
    role: str
    name: str
    card: str
    firm: str = ""


class OpeningPayload(msgspec.Struct, frozen=True):
    """The opening of an account for its digest, with the mark of the PIN."""

    role: str
    name: str
    card: str
    firm: str
    pin: str


class ChangePayload(msgspec.Struct, frozen=True):
    """A change of a person for its digest: the new value (the mark of a PIN), and the reason."""

    person: int
    value: str = ""
    reason: str = ""


class PersonChanged(msgspec.Struct, frozen=True):
    """Row: a detail of a person was changed: old value, new value, reason."""

    person: int
    before: str = ""
    after: str = ""
    reason: str = ""


class People(Logins):
    """The accounts of a room."""

    _last = 0
    """The number of the last person; 0 if the books must be read."""

    @api.post(
        "/people", "open_account", "Open an account",
        body=t.NewAccount, example=t.NewAccount("Ann", "2847"),
    )  # fmt: skip
    @shielded
    async def open_account(
        self, caller: Caller, name: str, pin: str, *, card: str | None = "", firm: str = "",
        key: Key = "",
    ) -> AccountOpened:  # fmt: skip
        """Open a player's account at the cash station (CA-LTN-06); a card number is made if none is
        given.
        """
        asked = OpeningPayload(roles.PLAYER, name, card or "", firm, pin)
        return await self._open(caller, asked, key)

    @api.post(
        "/staff",
        "staff",
        "Add a member of the staff",
        body=t.NewStaff,
        example=t.NewStaff("cashier", "Cay", "2847"),
    )
    @shielded
    async def hire(
        self, caller: Caller, role: str, name: str, pin: str, *, card: str | None = "",
        key: Key = "",
    ) -> AccountOpened:  # fmt: skip
        """Issue a card to a member of the staff, a screen or a bot."""
        allowed = [known for known in roles.ROLES if known != roles.PLAYER]
        if role not in allowed:
            raise Denied(f"staff, screens and bots are {one_of(allowed)}, not {short_repr(role)}")
        return await self._open(caller, OpeningPayload(role, name, card or "", "", pin), key)

    async def _open(self, caller: Caller, asked: OpeningPayload, key: str) -> AccountOpened:
        """Check the name, card and PIN of a new account and open it, once per key."""
        pin, asked = asked.pin, replace(asked, pin=self._pins.mark(asked.pin))
        if done := self._journal.answered(caller, "opened", asked, key):
            return msgspec.msgpack.decode(done.answer, type=AccountOpened)
        name = _named(asked.name)
        check_pin(pin, self.terms.pins, cards.tidied(asked.card))
        salt = self._pins.salt()
        # Two who open at once must not get one number, of a person or of a card.
        async with self._turn(0):
            return await self._add(caller, asked, name, (pin, salt), key)

    async def _add(
        self, caller: Caller, asked: OpeningPayload, name: str, pin: tuple[str, bytes], key: str
    ) -> AccountOpened:
        """Write a new account under the next free number; two at once must wait for each other.

        ``pin`` is the PIN with the salt of its hash.
        """
        card = self._new_number(asked.card)
        if not self._last:
            self._last = max((known.id for known in self._store.people()), default=0)
        number = self._last + 1
        self._last = 0  # until it is certain what the books have
        hashed = await self._pins.hashed(number, *pin)
        person = Person(number, asked.role, name, card, hashed, firm=asked.firm)
        opened = AccountOpened(number, asked.role, name, card)
        row = OpenedAccount(number, asked.role, name, cards.masked(card), asked.firm)
        done = await self._journal.write(
            caller, "opened", row, changes=(person,), key=key, asked=asked,
            answer=msgspec.msgpack.encode(opened),
        )  # fmt: skip
        self._last = 0 if done.again else number
        return msgspec.msgpack.decode(done.answer, type=AccountOpened)

    def _new_number(self, card: str) -> str:
        """Return the given number if no other card has it, else Denied; without one, a new
        number.
        """
        if card:
            number = cards.checked(card)
            if self._store.person_with(number) is not None:
                raise Denied(f"there is a card {cards.masked(number)} with this number already")
            return number
        for _ in range(CARDS_TRIED):
            number = cards.new_number(self._entropy)
            if self._store.person_with(number) is None:
                return number
        raise Denied("no free card number was found; give one", "fault")

    @api.get("/people", "see_people", "List cardholders")
    async def everybody(
        self, caller: Caller, like: Annotated[str, Meta(max_length=40)] = ""
    ) -> list[Known]:
        """Return all persons with a card, or those whose names contain a text."""
        like = like.casefold()
        return [self._seen(p) for p in self._store.people() if like in p.name.casefold()]

    @api.post("/people/find", "see_people", "Find the owner of a card", body=t.Swiped)
    async def with_card(self, caller: Caller, card: str) -> Known:
        """Return the person whose card was swiped at the cash station (CA-LTN-08)."""
        found = self._store.person_with(cards.tidied(card))
        if found is None:
            raise Denied("no card has this number", "unknown")
        return self._seen(found)

    @api.get("/people/{person}", "own_account", "Get a person")
    async def known(self, caller: Caller, person: t.PersonNo) -> Known:
        """Return a person by number; persons may see themselves."""
        if person != caller.person:
            roles.check(caller, "see_people")
        return self._seen(self._person(person))

    def _seen(self, p: Person) -> Known:
        """Return a person as the staff sees one, with a masked card."""
        session = self._store.session_of(p.id)
        here = session is not None and self._clock.now_ms() < session.until_ms
        return Known(
            p.id, p.role, p.name, cards.masked(p.card), p.locked_ms is not None, p.excluded,
            p.wrong, p.last_login_ms, p.last_station, session.station if here and session else "",
            p.firm,
        )  # fmt: skip

    def check_may_sit(self, person: int) -> None:
        """Raise Denied if this person may not sit down at any table."""
        known = self._person(person)
        if known.role not in roles.PLAYS:
            raise Denied(
                f"{roles.called(known.role)} plays with a card of their own, as a player", "role"
            )
        if known.excluded:
            raise Denied(f"{known.name} is excluded from play; see the floor", clauses=EXCLUDED)

    @api.post("/me/pin", "change_pin", "Change your PIN", body=t.PinChange, rate="login")
    @shielded
    async def change_pin(self, caller: Caller, old: str, new: str, *, key: Key = "") -> None:
        """Change one's own PIN; it takes the old one, and a wrong one counts as a try."""
        asked = ChangePayload(caller.person, self._pins.mark(new), self._pins.mark(old))
        async with self._turn(caller.person):
            if self._journal.answered(caller, "pin_changed", asked, key):
                return
            person = self._person(caller.person)
            fits = await self._pins.fits(person.id, person.pin, old)
            if person.locked_ms is not None or not fits:
                if await self._count(person, caller.station):
                    await self._end(caller, person.id, "the card is locked")
                raise Denied("that is not the PIN of this card, or the card is locked")
            person = await self._with_pin(person, new)
            row = PersonChanged(person.id)
            await self._journal.write(
                caller, "pin_changed", row, changes=(person,), key=key, asked=asked
            )

    @api.post("/people/{person}/pin", "reset_pin", "Reset a PIN", body=t.PinReset)
    @shielded
    async def reset_pin(
        self, caller: Caller, person: t.PersonNo, new: str, reason: str, *, key: Key = ""
    ) -> None:
        """Set a new PIN for a person; their card is unlocked and their login ends."""
        _not_own(caller, person, "PIN")
        asked = ChangePayload(person, self._pins.mark(new), checked_reason(reason))
        async with self._turn(person):
            if self._journal.answered(caller, "pin_reset", asked, key):
                return
            found = replace(self._person(person), wrong=0, locked_ms=None)
            found = await self._with_pin(found, new)
            await self._write_and_end(
                caller, "pin_reset", PersonChanged(person, reason=asked.reason), person,
                "a new PIN was set", (found,), key=key, asked=asked,
            )  # fmt: skip

    async def _with_pin(self, person: Person, new: str) -> Person:
        """Return a person with another PIN; Denied if it is too easy to guess."""
        check_pin(new, self.terms.pins, person.card)
        return replace(person, pin=await self._pins.hashed(person.id, new), wrong=0)

    @api.post("/people/{person}/card", "new_card", "Replace a card", body=t.NewCard)
    @shielded
    async def new_card(
        self,
        caller: Caller,
        person: t.PersonNo,
        reason: str,
        *,
        card: str | None = "",
        key: Key = "",
    ) -> AccountOpened:
        """Replace a lost card; the old number is no longer valid."""
        card = card or ""
        asked = ChangePayload(person, card, checked_reason(reason))
        async with self._turn(0), self._turn(person):
            if done := self._journal.answered(caller, "new_card", asked, key):
                return msgspec.msgpack.decode(done.answer, type=AccountOpened)
            found = self._person(person)
            number = self._new_number(card)
            before, after = cards.masked(found.card), cards.masked(number)
            opened = AccountOpened(person, found.role, found.name, number)
            await self._write_and_end(
                caller, "new_card", PersonChanged(person, before, after, asked.reason), person,
                "the card was replaced", (replace(found, card=number),), key=key, asked=asked,
                answer=msgspec.msgpack.encode(opened),
            )  # fmt: skip
        return opened

    @api.post("/people/{person}/lock", "lock", "Lock a card", body=t.GivenReason)
    @shielded
    async def lock(self, caller: Caller, person: t.PersonNo, reason: str, *, key: Key = "") -> None:
        """Lock a card: no login until it is unlocked; a login that there is ends."""
        _not_own(caller, person, "card")
        row = PersonChanged(person, reason=checked_reason(reason))
        async with self._turn(person):
            if self._journal.answered(caller, "locked", row, key):
                return
            found = self._person(person)
            if found.locked_ms is None:
                await self._write_and_end(
                    caller, "locked", row, person, "the card is locked",
                    lambda at: (replace(found, locked_ms=at),), key=key,
                )  # fmt: skip

    @api.post("/people/{person}/unlock", "unlock", "Unlock a card", body=t.GivenReason)
    @shielded
    async def unlock(
        self, caller: Caller, person: t.PersonNo, reason: str = "", *, key: Key = ""
    ) -> None:
        """Unlock a card, with three new tries (CA-LTN-05 asks for the PIN each time)."""
        row = PersonChanged(person, reason=reason[:REASON_MOST])
        async with self._turn(person):
            if self._journal.answered(caller, "unlocked", row, key):
                return
            found = self._person(person)
            if found.locked_ms is not None or found.wrong:
                changes = (replace(found, locked_ms=None, wrong=0),)
                await self._journal.write(caller, "unlocked", row, changes=changes, key=key)

    async def exclude(self, caller: Caller, person: int, reason: str, *, key: str = "") -> None:
        """Exclude a player from all tables; the account is still paid out."""
        await self._exclude(caller, person, reason, True, key)

    @api.post("/people/{person}/readmit", "exclude", "End an exclusion", body=t.GivenReason)
    async def readmit(
        self, caller: Caller, person: t.PersonNo, reason: str, *, key: Key = ""
    ) -> None:
        """End an exclusion."""
        await self._exclude(caller, person, reason, False, key)

    @shielded
    async def _exclude(self, caller: Caller, person: int, reason: str, out: bool, key: str) -> None:
        """Exclude a player (``out``) or admit one again; no effect if that is so already."""
        roles.check(caller, "exclude")
        row = PersonChanged(person, reason=checked_reason(reason))
        kind = "excluded" if out else "readmitted"
        async with self._turn(person):
            if self._journal.answered(caller, kind, row, key):
                return
            found = self._person(person)
            if found.role not in roles.PLAYS:
                raise Denied(
                    f"{found.name} is {roles.called(found.role)}: players are excluded, not staff"
                )
            if found.excluded != out:
                changes = (replace(found, excluded=out),)
                await self._journal.write(caller, kind, row, changes=changes, key=key)

    @api.post("/people/{person}/name", "rename", "Correct a name", body=t.NewName)
    @shielded
    async def rename(self, caller: Caller, person: t.PersonNo, name: str, *, key: Key = "") -> None:
        """Correct a name; the person's number and everything under it stay."""
        name = _named(name)
        asked = ChangePayload(person, name)
        async with self._turn(person):
            if self._journal.answered(caller, "renamed", asked, key):
                return
            found = self._person(person)
            if found.name != name:
                row = PersonChanged(person, found.name, name)
                changes = (replace(found, name=name),)
                await self._journal.write(
                    caller, "renamed", row, changes=changes, key=key, asked=asked
                )
                self._refresh(changes[0])

    @api.post("/people/{person}/role", "staff", "Change a role", body=t.NewRole)
    @shielded
    async def set_role(
        self, caller: Caller, person: t.PersonNo, role: str, reason: str, *, key: Key = ""
    ) -> None:
        """Change the role of a member of the staff; their login ends."""
        _not_own(caller, person, "role")
        asked = ChangePayload(person, role, checked_reason(reason))
        async with self._turn(person):
            if self._journal.answered(caller, "role", asked, key):
                return
            found = self._person(person)
            if found.role not in roles.STAFF or role not in roles.STAFF:
                raise Denied(
                    f"staff is {one_of(roles.STAFF)}: {found.name} cannot go from "
                    f"{found.role} to {short_repr(role)}; players need a player's card"
                )
            row = PersonChanged(person, found.role, role, asked.reason)
            await self._write_and_end(
                caller, "role", row, person, "another role was given",
                (replace(found, role=role),), key=key, asked=asked,
            )  # fmt: skip


def _named(name: str) -> str:
    """Return a name in stored form: on one line, without blanks at its ends."""
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME_MOST or not name.isprintable():
        raise Denied(f"a name has 1 to {NAME_MOST} characters that can be printed")
    return name


def _not_own(caller: Caller, person: int, what: str) -> None:
    """Raise Denied if callers would do this to their own account."""
    if caller != ROOM and caller.person == person:
        raise Denied(f"you cannot do this to your own {what}", "role")
