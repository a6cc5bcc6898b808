"""Accounts of players, staff, screens and bots: opened, locked, renamed.

A person's number is permanent; name, card and PIN may change. Commands are logged in the stream
``people``, with cards masked and without PINs in any form.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from houseway.errors import short_repr
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import Approved, PersonMatter
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.types import AccountOpened, Known, PersonChange
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.waiting import Waiting
from houseway.room.errors import REASON_MOST, Denied, checked_reason
from houseway.room.people import cards
from houseway.room.people.pins import check_pin, new_pin
from houseway.room.people.sessions import Logins, PeopleTerms
from houseway.room.people.staff_matters import PENDING_MS, ApprovedPayload, StaffMatters
from houseway.room.store.interface import Person
from houseway.room.store.stream import read_in_thread, shielded
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


class OpenedByTwo(OpenedAccount, frozen=True):
    """Row: a member of the staff was hired: the request, and who asked; ``by`` approved it."""

    request: int = 0
    asked_by: int = 0


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


class PersonChangedByTwo(PersonChanged, frozen=True):
    """Row: a detail of a member of the staff was changed by two people."""

    request: int = 0
    asked_by: int = 0


class PersonChangedAtMachine(PersonChanged, frozen=True):
    """Row: a PIN was set at the machine of the server, while the server was stopped."""

    at_machine: bool = True


class People(Logins):
    """The accounts of a room."""

    _last = 0
    """The number of the last person; 0 if the books must be read."""

    def __init__(
        self, *given: Any, approvals: Approvals | None = None, pending_ms: int = PENDING_MS,
        **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(*given, **more)
        approvals = approvals or Approvals(self._store, self._clock)
        self.matters = StaffMatters(self._store, self._journal, self._clock, approvals, pending_ms)
        self.matters.executes("hire", self._hire_asked)
        self.matters.executes("pin", self._pin_asked)
        self.matters.executes("card", self._card_asked)
        self.matters.executes("role", self._role_asked)
        self.matters.executes("name", self._name_asked)

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
        """Issue a card to a member of the staff, a screen or a bot; it takes two people.

        The number is read from the card, and comes back masked.
        """
        allowed = [known for known in roles.ROLES if known != roles.PLAYER]
        if role not in allowed:
            raise Denied(f"staff, screens and bots are {one_of(allowed)}, not {short_repr(role)}")
        if caller == ROOM:
            return await self._open(caller, OpeningPayload(role, name, card or "", "", pin), key)
        number, name = self._read_from_card(card or ""), _named(name)
        check_pin(pin, self.terms.pins, number)
        matter = PersonMatter(what="hire", name=name, after=role, card=cards.masked(number))
        secret = f"{number} {pin}"  # its hash takes the number of the person
        mark = self._pins.mark(f"{number} {pin}")
        asked = await self.matters.ask(caller, matter, "hired", key, secret=secret, mark=mark)
        return AccountOpened(0, role, name, matter.card, asked)

    async def _hire_asked(self, second: Caller, found: Waiting, secret: str, key: str) -> Approved:
        """Open the account of a person whom two people hire."""
        matter = _matter_of(found)
        card, _, pin = secret.partition(" ")
        async with self._turn(0):
            number = self._next_number()
            hashed = await self._pins.hashed(number, pin)
            row = OpenedByTwo(
                number, matter.after, matter.name, matter.card, request=found.number,
                asked_by=found.by,
            )  # fmt: skip
            person = Person(number, matter.after, matter.name, self._new_number(card), hashed)
            return await self._approved(second, "opened", row, found, key, (person,), number)

    def _read_from_card(self, card: str) -> str:
        """Return the number of a blank card; Denied without one, or if it is taken."""
        if not card:
            raise Denied("the number of this card is read from the card: the room shows none")
        return self._new_number(card)

    async def _approved(
        self, second: Caller, kind: str, row: msgspec.Struct, found: Waiting, key: str,
        changes: tuple[Person, ...], person: int, why_over: str = "",
    ) -> Approved:  # fmt: skip
        """Write what two people agreed on, and return the result; ``why_over`` ends a login."""
        done = Approved(found.id, person=person)
        more: dict[str, Any] = {
            "key": key, "asked": ApprovedPayload(found.number),
            "answer": msgspec.msgpack.encode(done),
        }  # fmt: skip
        if why_over:
            await self._write_and_end(second, kind, row, person, why_over, changes, **more)
        else:
            await self._journal.write(second, kind, row, changes=changes, **more)
        return done

    async def _open(self, caller: Caller, asked: OpeningPayload, key: str) -> AccountOpened:
        """Check the name, card and PIN of a new account and open it, once per key."""
        pin, asked = asked.pin, replace(asked, pin=self._pins.mark(asked.pin))
        if done := await self._journal.answered(caller, "opened", asked, key):
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
        number = self._next_number()
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

    def _next_number(self) -> int:
        """Return the next free number of a person; the books are read again until it is written."""
        if not self._last:
            self._last = max((known.id for known in self._store.people()), default=0)
        number, self._last = self._last + 1, 0
        return number

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

    async def require_may_sit(self, person: int) -> Person:
        """Return a person who may sit down; Denied for others."""
        known = await read_in_thread(lambda: self._person(person))
        if known.role not in roles.PLAYS:
            raise Denied(
                f"{roles.called(known.role)} plays with a card of their own, as a player", "role"
            )
        if known.excluded:
            raise Denied(f"{known.name} is excluded from play; see the floor", clauses=EXCLUDED)
        return known

    @api.post("/me/pin", "change_pin", "Change your PIN", body=t.PinChange, rate="login")
    @shielded
    async def change_pin(self, caller: Caller, old: str, new: str, *, key: Key = "") -> None:
        """Change one's own PIN; it takes the old one, and a wrong one counts as a try."""
        asked = ChangePayload(caller.person, self._pins.mark(new), self._pins.mark(old))
        async with self._turn(caller.person):
            if await self._journal.answered(caller, "pin_changed", asked, key):
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
    ) -> PersonChange:
        """Set a new PIN for a person; their card is unlocked and their login ends.

        For one of the staff it takes two people, and for an administrator always.
        """
        _not_own(caller, person, "PIN")
        asked = ChangePayload(person, self._pins.mark(new), checked_reason(reason))
        known = self._person(person)
        if _takes_two(caller, known):
            check_pin(new, self.terms.pins, known.card)
            matter = PersonMatter(what="pin", person=person, name=known.name)
            secret = await self._pins.hashed(person, new)
            return PersonChange(
                await self.matters.ask(caller, matter, reason, key, secret=secret, mark=asked.value)
            )
        await self._reset_pin(caller, asked, new, key)
        return PersonChange()

    @shielded
    async def reset_at_machine(self, person: int) -> str:
        """Set a new PIN for a person at the machine of the server, and return it.

        The row says so. Two people who got their PINs there do not count as two.
        """
        pin = new_pin(self._entropy, self._person(person).card)
        async with self._turn(person):
            known = replace(self._person(person), wrong=0, locked_ms=None)
            known = await self._with_pin(known, pin)
            row = PersonChangedAtMachine(person, reason="set at the machine of the server")
            why = "a new PIN was set"
            await self._write_and_end(ROOM, "pin_reset", row, person, why, (known,))
        return pin

    async def _pin_asked(self, second: Caller, found: Waiting, secret: str, key: str) -> Approved:
        """Set the PIN that two people agreed on."""
        person = _matter_of(found).person
        async with self._turn(person):
            known = replace(self._person(person), wrong=0, locked_ms=None, pin=secret)
            row = PersonChangedByTwo(
                person, reason=found.why, request=found.number, asked_by=found.by
            )
            return await self._approved(
                second, "pin_reset", row, found, key, (known,), person, "a new PIN was set"
            )

    async def _reset_pin(self, caller: Caller, asked: ChangePayload, new: str, key: str) -> None:
        """Set a new PIN at once."""
        person = asked.person
        async with self._turn(person):
            if await self._journal.answered(caller, "pin_reset", asked, key):
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
        """Replace a lost card; the old number is no longer valid.

        For one of the staff it takes two people, and for an administrator always. Then the number
        is read from the new card, and comes back masked.
        """
        card = card or ""
        known = self._person(person)
        if _takes_two(caller, known):
            number = self._read_from_card(card)
            masked = cards.masked(number)
            matter = PersonMatter(
                what="card", person=person, name=known.name, card=masked,
                before=cards.masked(known.card), after=masked,
            )  # fmt: skip
            waits = await self.matters.ask(
                caller, matter, reason, key, secret=number, mark=self._pins.mark(number)
            )
            return AccountOpened(person, known.role, known.name, masked, waits)
        asked = ChangePayload(person, card, checked_reason(reason))
        async with self._turn(0), self._turn(person):
            if done := await self._journal.answered(caller, "new_card", asked, key):
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

    async def _card_asked(self, second: Caller, found: Waiting, secret: str, key: str) -> Approved:
        """Replace the card as two people agreed."""
        matter = _matter_of(found)
        async with self._turn(0), self._turn(matter.person):
            known = replace(self._person(matter.person), card=self._new_number(secret))
            return await self._approved(
                second, "new_card", _by_two(found, matter.before, matter.after), found, key,
                (known,), matter.person, "the card was replaced",
            )  # fmt: skip

    @api.post("/people/{person}/lock", "lock", "Lock a card", body=t.GivenReason)
    @shielded
    async def lock(self, caller: Caller, person: t.PersonNo, reason: str, *, key: Key = "") -> None:
        """Lock a card: no login until it is unlocked; a login that there is ends."""
        _not_own(caller, person, "card")
        row = PersonChanged(person, reason=checked_reason(reason))
        async with self._turn(person):
            if await self._journal.answered(caller, "locked", row, key):
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
        """Unlock the card of another person, with new tries (CA-LTN-05 asks for the PIN each
        time).
        """
        _not_own(caller, person, "card")
        row = PersonChanged(person, reason=reason[:REASON_MOST])
        async with self._turn(person):
            if await self._journal.answered(caller, "unlocked", row, key):
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
            if await self._journal.answered(caller, kind, row, key):
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
    async def rename(
        self, caller: Caller, person: t.PersonNo, name: str, *, key: Key = ""
    ) -> PersonChange:
        """Correct a name; the person's number and everything under it stay.

        A cashier renames players only; a name of the staff takes two people.
        """
        name, known = _named(name), self._person(person)
        if caller != ROOM and known.role in roles.STAFF:
            if caller.role == roles.CASHIER:
                raise Denied(f"a cashier renames players; {known.name} is staff", "role")
            matter = PersonMatter(
                what="name", person=person, name=known.name, before=known.name, after=name
            )
            return PersonChange(await self.matters.ask(caller, matter, "the right name", key))
        await self._rename(caller, person, name, key)
        return PersonChange()

    async def _name_asked(self, second: Caller, found: Waiting, secret: str, key: str) -> Approved:
        """Correct a name of the staff as two people agreed."""
        matter = _matter_of(found)
        async with self._turn(matter.person):
            known = replace(self._person(matter.person), name=matter.after)
            row = _by_two(found, matter.before, matter.after)
            done = await self._approved(second, "renamed", row, found, key, (known,), matter.person)
            self._refresh(known)
            return done

    async def _rename(self, caller: Caller, person: int, name: str, key: str) -> None:
        """Correct a name at once."""
        asked = ChangePayload(person, name)
        async with self._turn(person):
            if await self._journal.answered(caller, "renamed", asked, key):
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
    ) -> PersonChange:
        """Change the role of a member of the staff, by two people; their login ends."""
        _not_own(caller, person, "role")
        known = self._person(person)
        if known.role not in roles.STAFF or role not in roles.STAFF:
            raise Denied(
                f"staff is {one_of(roles.STAFF)}: {known.name} cannot go from "
                f"{known.role} to {short_repr(role)}; players need a player's card"
            )
        matter = PersonMatter(
            what="role", person=person, name=known.name, before=known.role, after=role
        )
        return PersonChange(await self.matters.ask(caller, matter, reason, key))

    async def _role_asked(self, second: Caller, found: Waiting, secret: str, key: str) -> Approved:
        """Change a role as two people agreed."""
        matter = _matter_of(found)
        async with self._turn(matter.person):
            known = replace(self._person(matter.person), role=matter.after)
            return await self._approved(
                second, "role", _by_two(found, matter.before, matter.after), found, key, (known,),
                matter.person, "another role was given",
            )  # fmt: skip


def _takes_two(caller: Caller, known: Person) -> bool:
    """Return True if a caller needs a second person for the card or PIN of a person."""
    return caller != ROOM and (known.role in roles.STAFF or caller.role != roles.SUPERVISOR)


def _matter_of(found: Waiting) -> PersonMatter:
    """Return what is asked for a person."""
    assert isinstance(found.matter, PersonMatter)
    return found.matter


def _by_two(found: Waiting, before: str, after: str) -> PersonChangedByTwo:
    """Return the row of a change by two people, with the old and the new value."""
    return PersonChangedByTwo(
        _matter_of(found).person, before, after, found.why, found.number, found.by
    )


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
