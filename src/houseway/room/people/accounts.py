"""Who has a card: players, staff, screens and bots.  Accounts are opened, locked, renamed here.

A person is a number for ever; name, card and PIN may change.  What is done is in the stream
``people``, with cards masked and no PIN in any form.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from houseway.errors import short_repr
from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.people import cards
from houseway.room.people.pins import check_pin
from houseway.room.people.sessions import Logins, PeopleTerms, shielded
from houseway.room.store.interface import Change, Person, SessionEnded
from houseway.util.english import one_of

__all__ = ["AccountOpened", "Known", "People", "PeopleTerms"]

NAME_MOST = 40
REASON_MOST = 200
EXCLUDED = ("CA-NL-04", "CA-NL-17")
"""What the rulebook calls exclusion: a player is out of the game, for what was done at a table."""
CARDS_TRIED = 20


class AccountOpened(msgspec.Struct, frozen=True):
    """An account as it was opened: the whole card number, for the card that is handed over."""

    person: int
    role: str
    name: str
    card: str


class Known(msgspec.Struct, frozen=True):
    """Somebody as staff sees them: the card masked, and nothing of the PIN."""

    person: int
    role: str
    name: str
    card: str
    locked: bool
    excluded: bool
    wrong: int
    last_login_ms: int | None
    last_station: str
    station: str
    """Where they are logged in now; empty if nowhere."""
    firm: str


class Opened(msgspec.Struct, frozen=True):
    """Row: an account was opened."""

    person: int
    role: str
    name: str
    card: str
    firm: str = ""


class Asked(msgspec.Struct, frozen=True):
    """What was asked when an account was opened, the PIN by its mark."""

    role: str
    name: str
    card: str
    firm: str
    pin: str


class PersonChanged(msgspec.Struct, frozen=True):
    """Row: something about somebody was changed: from, to, and why."""

    person: int
    before: str = ""
    after: str = ""
    reason: str = ""


class People(Logins):
    """The accounts of a room, and who is logged in."""

    _last = 0
    """The number of the last person; 0 while the books have to be asked."""

    # -- opening -----------------------------------------------------------------------------

    @shielded
    async def open_account(
        self, caller: Caller, name: str, pin: str, *, card: str = "", firm: str = "", key: str = ""
    ) -> AccountOpened:
        """A player's account, at the cash station (CA-LTN-06); without a number, one is made."""
        roles.check(caller, "open_account")
        return await self._open(caller, Asked(roles.PLAYER, name, card, firm, pin), key)

    @shielded
    async def hire(
        self, caller: Caller, role: str, name: str, pin: str, *, card: str = "", key: str = ""
    ) -> AccountOpened:
        """A card for a member of the staff, a screen or a bot."""
        roles.check(caller, "staff")
        allowed = [known for known in roles.ROLES if known != roles.PLAYER]
        if role not in allowed:
            raise Denied(f"staff, screens and bots are {one_of(allowed)}, not {short_repr(role)}")
        return await self._open(caller, Asked(role, name, card, "", pin), key)

    async def _open(self, caller: Caller, asked: Asked, key: str) -> AccountOpened:
        pin, asked = asked.pin, replace(asked, pin=self._pins.mark(asked.pin))
        if done := self._journal.answered(caller, "opened", asked, key):
            return msgspec.msgpack.decode(done.answer, type=AccountOpened)
        name = _named(asked.name)
        check_pin(pin, self.terms.pins, cards.tidied(asked.card))
        hashed = await self._pins.hashed(pin)
        # Two who open at once must not get one number, of a person or of a card.
        async with self._turn(0):
            return await self._add(caller, asked, name, hashed, key)

    async def _add(
        self, caller: Caller, asked: Asked, name: str, hashed: str, key: str
    ) -> AccountOpened:
        card = self._new_number(asked.card)
        if not self._last:
            self._last = max((known.id for known in self._store.people()), default=0)
        number = self._last + 1
        self._last = 0  # until it is certain what the books have
        person = Person(number, asked.role, name, card, hashed, firm=asked.firm)
        opened = AccountOpened(number, asked.role, name, card)
        row = Opened(number, asked.role, name, cards.masked(card), asked.firm)
        done = await self._journal.write(
            caller, "opened", row, changes=(person,), key=key, asked=asked,
            answer=msgspec.msgpack.encode(opened),
        )  # fmt: skip
        self._last = 0 if done.again else number
        return msgspec.msgpack.decode(done.answer, type=AccountOpened)

    def _new_number(self, card: str) -> str:
        """The number given, if no other card has it, or one that is made."""
        if card:
            number = cards.checked(card)
            if self._store.person_with(number) is not None:
                raise Denied(f"there is a card {cards.masked(number)} with this number already")
            return number
        for _ in range(CARDS_TRIED):
            number = cards.made(self._entropy)
            if self._store.person_with(number) is None:
                return number
        raise Denied("no free card number was found; give one", "fault")

    # -- looking -----------------------------------------------------------------------------

    async def everybody(self, caller: Caller, like: str = "") -> list[Known]:
        """All who have a card, or those whose names have these letters."""
        roles.check(caller, "see_people")
        like = like.casefold()
        return [self._seen(p) for p in self._store.people() if like in p.name.casefold()]

    async def with_card(self, caller: Caller, card: str) -> Known:
        """Whose card was swiped at the cash station (CA-LTN-08)."""
        roles.check(caller, "see_people")
        found = self._store.person_with(cards.tidied(card))
        if found is None:
            raise Denied("nobody has a card with this number", "unknown")
        return self._seen(found)

    async def known(self, caller: Caller, person: int) -> Known:
        """Somebody by their number; everybody may see themselves."""
        roles.check(caller, "own_account" if person == caller.person else "see_people")
        return self._seen(self._person(person))

    def _seen(self, p: Person) -> Known:
        session = self._store.session_of(p.id)
        here = session is not None and self._clock.now_ms() < session.until_ms
        return Known(
            p.id, p.role, p.name, cards.masked(p.card), p.locked_ms is not None, p.excluded,
            p.wrong, p.last_login_ms, p.last_station, session.station if here and session else "",
            p.firm,
        )  # fmt: skip

    def check_may_sit(self, person: int) -> None:
        """Denied if this person may not sit down at any table."""
        known = self._person(person)
        if known.role not in roles.PLAYS:
            raise Denied(
                f"{roles.called(known.role)} plays with a card of their own, as a player", "role"
            )
        if known.excluded:
            raise Denied(f"{known.name} is excluded from play; see the floor", clauses=EXCLUDED)

    # -- PINs and cards ----------------------------------------------------------------------

    @shielded
    async def change_pin(self, caller: Caller, old: str, new: str) -> None:
        """Another PIN of one's own; the old one is asked for, and a wrong one counts as a try."""
        roles.check(caller, "change_pin")
        async with self._turn(caller.person):
            person = self._person(caller.person)
            fits = await self._pins.fits(person.pin, old)
            if person.locked_ms is not None or not fits:
                if await self._count(person, caller.station):
                    await self._end(caller, person.id, "the card is locked")
                raise Denied("that is not the PIN of this card, or the card is locked")
            await self._set_pin(caller, person, new, "pin_changed", "")

    @shielded
    async def reset_pin(self, caller: Caller, person: int, new: str, reason: str) -> None:
        """A new PIN for somebody who forgot theirs; the card is unlocked, a login ends."""
        roles.check(caller, "reset_pin")
        _not_own(caller, person, "PIN")
        reason = _reasoned(reason)
        async with self._turn(person):
            found = replace(self._person(person), wrong=0, locked_ms=None)
            await self._set_pin(caller, found, new, "pin_reset", reason)
            await self._end_if_in(caller, person, "a new PIN was set")

    async def _set_pin(
        self, caller: Caller, person: Person, new: str, kind: str, reason: str
    ) -> None:
        check_pin(new, self.terms.pins, person.card)
        person = replace(person, pin=await self._pins.hashed(new), wrong=0)
        row = PersonChanged(person.id, reason=reason)
        await self._journal.write(caller, kind, row, changes=(person,))

    @shielded
    async def new_card(
        self, caller: Caller, person: int, reason: str, *, card: str = ""
    ) -> AccountOpened:
        """Another card for somebody who lost theirs: the old number is worth nothing from now."""
        roles.check(caller, "new_card")
        reason = _reasoned(reason)
        async with self._turn(0), self._turn(person):
            found = self._person(person)
            number = self._new_number(card)
            row = PersonChanged(person, cards.masked(found.card), cards.masked(number), reason)
            changes = (replace(found, card=number),)
            await self._journal.write(caller, "new_card", row, changes=changes)
            await self._end_if_in(caller, person, "the card was replaced")
        return AccountOpened(person, found.role, found.name, number)

    # -- locking and excluding ---------------------------------------------------------------

    @shielded
    async def lock(self, caller: Caller, person: int, reason: str) -> None:
        """Nobody logs in with this card until it is unlocked; a login that there is ends."""
        roles.check(caller, "lock")
        _not_own(caller, person, "card")
        changes: tuple[Change, ...] = (SessionEnded(person),)
        async with self._turn(person):
            found = self._person(person)
            if found.locked_ms is None:
                found = replace(found, locked_ms=self._clock.now_ms())
                row = PersonChanged(person, reason=_reasoned(reason))
                await self._journal.write(caller, "locked", row, changes=(found, *changes))
                self._over(person, "the card is locked")

    @shielded
    async def unlock(self, caller: Caller, person: int, reason: str = "") -> None:
        """The card may be used again, with three tries (CA-LTN-05 asks for the PIN each time)."""
        roles.check(caller, "unlock")
        async with self._turn(person):
            found = self._person(person)
            if found.locked_ms is not None or found.wrong:
                row = PersonChanged(person, reason=reason[:REASON_MOST])
                changes = (replace(found, locked_ms=None, wrong=0),)
                await self._journal.write(caller, "unlocked", row, changes=changes)

    async def exclude(self, caller: Caller, person: int, reason: str) -> None:
        """A player sits at no table any more; what is in the account is paid out as ever."""
        await self._exclude(caller, person, reason, True)

    async def readmit(self, caller: Caller, person: int, reason: str) -> None:
        """The end of an exclusion."""
        await self._exclude(caller, person, reason, False)

    @shielded
    async def _exclude(self, caller: Caller, person: int, reason: str, out: bool) -> None:
        roles.check(caller, "exclude")
        reason = _reasoned(reason)
        async with self._turn(person):
            found = self._person(person)
            if found.role not in roles.PLAYS:
                raise Denied(
                    f"{found.name} is {roles.called(found.role)}: players are excluded, not staff"
                )
            if found.excluded != out:
                row = PersonChanged(person, reason=reason)
                kind = "excluded" if out else "readmitted"
                changes = (replace(found, excluded=out),)
                await self._journal.write(caller, kind, row, changes=changes)

    # -- names and roles ---------------------------------------------------------------------

    @shielded
    async def rename(self, caller: Caller, person: int, name: str) -> None:
        """A name is put right; the person's number, and all that hangs on it, stays."""
        roles.check(caller, "rename")
        name = _named(name)
        async with self._turn(person):
            found = self._person(person)
            if found.name != name:
                row = PersonChanged(person, found.name, name)
                changes = (replace(found, name=name),)
                await self._journal.write(caller, "renamed", row, changes=changes)
                self._refresh(changes[0])

    @shielded
    async def set_role(self, caller: Caller, person: int, role: str, reason: str) -> None:
        """Another duty for a member of the staff; their login ends."""
        roles.check(caller, "staff")
        _not_own(caller, person, "role")
        async with self._turn(person):
            found = self._person(person)
            if found.role not in roles.STAFF or role not in roles.STAFF:
                raise Denied(
                    f"staff is {one_of(roles.STAFF)}: {found.name} cannot go from "
                    f"{found.role} to {short_repr(role)}; whoever plays has a card for that"
                )
            row = PersonChanged(person, found.role, role, _reasoned(reason))
            changes = (replace(found, role=role), SessionEnded(person))
            await self._journal.write(caller, "role", row, changes=changes)
            self._over(person, "another role was given")

    async def _end_if_in(self, caller: Caller, person: int, why: str) -> None:
        if self._store.session_of(person) is not None:
            await self._end(caller, person, why)


def _named(name: str) -> str:
    """A name as it is kept: on one line, without gaps at its ends."""
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME_MOST or not name.isprintable():
        raise Denied(f"a name has 1 to {NAME_MOST} characters that can be printed")
    return name


def _reasoned(reason: str) -> str:
    """A reason as it is kept; without one it is not done."""
    reason = " ".join(reason.split())
    if not 0 < len(reason) <= REASON_MOST:
        raise Denied(f"this needs a reason, in 1 to {REASON_MOST} characters")
    return reason


def _not_own(caller: Caller, person: int, what: str) -> None:
    if caller != ROOM and caller.person == person:
        raise Denied(f"nobody does this to their own {what}", "role")
