"""Logins: a card, a PIN and a station; three wrong tries lock; one station for each account.

A token is 32 random bytes that only the station has. The books keep its HMAC by a key that is not
in them. An unknown card, a wrong PIN and a locked card get the same answer in the same time. So the
answer does not reveal which cards exist. Tries at one card are processed one after the other, and
each is in the books before it is answered. Neither concurrent tries nor a restart give a fourth.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from hmac import digest
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import Entropy
from houseway.room.keys import Keys
from houseway.room.people import cards
from houseway.room.people.pins import Pins, PinTerms
from houseway.room.settings import DAY, HOUR, MINUTE, Flat, days, hours, minutes, number
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Change, Person, SealBroken, Session, SessionEnded, Store
from houseway.room.store.stream import Journal, read_in_thread, shielded

STREAM = "people"
STATION_MOST = 40
DEVICES = (roles.DISPLAY, roles.BOT)
"""Roles of devices: their logins end after a fixed time, not when idle."""
ELSEWHERE = "this card was used at another station"
NOT_IN = (
    "card and PIN do not go together, or the card is locked; after three wrong tries in a row the "
    "staff has to unlock it"
)
NO_LOGIN = "this login is over, or there never was one; log in with card and PIN"
Changes: TypeAlias = "Sequence[Change] | Callable[[int], Sequence[Change]]"
"""Changes written with a row, or a function of the time of that row."""
Ended = Callable[[int, str], None]
"""Called with a person and the reason when a login has ended: their sockets are closed."""


class PeopleKeys(msgspec.Struct, frozen=True):
    """The keys for people: ``peppers`` of PINs by id, the oldest first, and one for tokens."""

    peppers: Mapping[str, bytes]
    tokens: bytes

    def __repr__(self) -> str:
        return "<the keys for people>"


def keys_for_people(keys: Keys) -> PeopleKeys:
    """Return the keys for people of a room; another key for seals ends all logins."""
    return PeopleKeys(keys.peppers, keys.derive("seal", "tokens of logins"))


class PeopleTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terms of logins."""

    tries: Annotated[int, number(1, 10)] = 3
    """The number of wrong PINs in a row that locks a card."""
    session_ms: Annotated[int, hours("session_hours", 1, 24)] = 12 * HOUR
    idle_ms: Annotated[int, minutes("idle_minutes", 0, 24 * 60)] = 30 * MINUTE
    """Milliseconds without activity after which a login ends (0: never)."""
    device_ms: Annotated[int, days("device_days", 1, 366)] = 30 * DAY
    pin_to_approve: bool = False
    """True if every approval by a second person takes their PIN."""
    pins: Annotated[PinTerms, Flat()] = PinTerms()


class LoggedIn(msgspec.Struct, frozen=True):
    """Row: a person logged in, at a station; ``ended`` is the station of the login it ended."""

    person: int
    station: str
    ended: str = ""


class LoginRefused(msgspec.Struct, frozen=True):
    """Row: a failed login: the owner of the card (0: unknown, with its last digits), the reason,
    the number of the try."""

    person: int
    card: str
    station: str
    why: str
    wrong: int = 0
    locked: bool = False


class LoggedOut(msgspec.Struct, frozen=True):
    """Row: a login has ended, with the reason."""

    person: int
    why: str


class Login(msgspec.Struct, frozen=True):
    """A login as returned to its station: token, caller, and the last login."""

    token: str
    caller: Caller
    until_ms: int
    previous_ms: int | None
    previous_station: str
    wrong_since: int
    """The number of wrong PINs since the last login."""

    def __repr__(self) -> str:
        return f"<a login of {self.caller.name}>"


class _Live:
    """A login in memory."""

    __slots__ = ("caller", "seen", "session")

    def __init__(self, session: Session, caller: Caller, seen: int) -> None:
        self.session, self.caller, self.seen = session, caller, seen


class Logins:
    """The logins of a room."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        entropy: Entropy,
        keys: PeopleKeys,
        terms: PeopleTerms | None = None,
        on_ended: Ended | None = None,
    ) -> None:
        self.terms = terms or PeopleTerms()
        self.on_ended: Ended = on_ended or (lambda person, why: None)
        self._store, self._clock, self._entropy = store, clock, entropy
        self._journal = Journal(store, writer, clock, STREAM)
        self._pins = Pins(keys.peppers, entropy, self.terms.pins)
        self._token_key = keys.tokens
        self._turns: dict[int, asyncio.Lock] = {}
        self._live: dict[bytes, _Live] = {}
        self._token_of: dict[int, bytes] = {}

    def lead(self) -> None:
        """Claim the log of the people; logins are read from the books when they are next used."""
        self._journal.lead()
        self._live.clear()
        self._token_of.clear()

    @property
    def journal(self) -> Journal:
        """Return the log of the people."""
        return self._journal

    def _turn(self, person: int) -> asyncio.Lock:
        """Return the lock of a person; rows are replaced whole, so one command changes them at a
        time.
        """
        return self._turns.setdefault(person, asyncio.Lock())

    @shielded
    async def login(self, card: str, pin: str, station: str) -> Login:
        """Log in. A try counts even if its caller does not wait for the answer."""
        if not 0 < len(station) <= STATION_MOST:
            raise Denied(f"a station has a name of 1 to {STATION_MOST} characters")
        card = cards.tidied(card)
        found = await read_in_thread(lambda: self._with_card(card))
        if found is None:
            await self._pins.fits(0, None, pin)
            tried = LoginRefused(0, cards.masked(card)[-STATION_MOST:], station, "unknown card")
            await self._journal.write(Caller(0, "", ""), "login_refused", tried)
            raise Denied(NOT_IN)
        async with self._turn(found.id):
            person = await read_in_thread(lambda: self._person(found.id))
            fits = await self._pins.fits(person.id, person.pin, pin)
            if person.locked_ms is not None or not fits:
                await self._count(person, station)
                raise Denied(NOT_IN)
            return await self._let_in(person, pin, station)

    async def _count(self, person: Person, station: str) -> bool:
        """Log a wrong try; return True if the card is locked now. Runs in the person's turn."""
        before = person.locked_ms is not None
        wrong, why = person.wrong + (not before), "the card is locked" if before else "wrong PIN"
        locked = before or wrong >= self.terms.tries

        def changes(at: int) -> tuple[Change, ...]:
            if before:
                return ()
            return (replace(person, wrong=wrong, locked_ms=at if locked else None),)

        row = LoginRefused(person.id, cards.masked(person.card), station, why, wrong, locked)
        await self._journal.write(_as(person, station), "login_refused", row, changes=changes)
        return locked

    async def _let_in(self, person: Person, pin: str, station: str) -> Login:
        """Return a new login, which replaces the one before."""
        token = self._entropy.seed()
        before = await read_in_thread(lambda: self._store.session_of(person.id))
        hashed = self._hash_of(token)
        lasts = self.terms.device_ms if person.role in DEVICES else self.terms.session_ms
        kept = person.pin
        if self._pins.is_dated(kept):
            kept = await self._pins.hashed(person.id, pin)

        def begun(at: int) -> Session:
            return Session(hashed, person.id, station, at + lasts, at)

        def changes(at: int) -> tuple[Change, ...]:
            seen = replace(person, pin=kept, wrong=0, last_login_ms=at, last_station=station)
            return seen, begun(at)

        caller = _as(person, station)
        row = LoggedIn(person.id, station, before.station if before else "")
        try:
            done = await self._journal.write(caller, "logged_in", row, changes=changes)
        except Denied:
            self._forget(person.id)  # the new login may have taken its place in the books
            raise
        session = begun(done.at)
        self._over(person.id, ELSEWHERE)
        self._keep(session, caller)
        return Login(
            base64.urlsafe_b64encode(token).decode().rstrip("="),
            caller,
            session.until_ms,
            person.last_login_ms,
            person.last_station,
            person.wrong,
        )

    @shielded
    async def confirm_pin(self, caller: Caller, card: str, pin: str) -> Caller:
        """Return the owner of a card and PIN at a caller's station; without a card, the caller.

        No login is made or ended. A wrong PIN counts as a try.
        """
        number = cards.tidied(card)
        found = self._store.person_with(number) if card else self._store.person(caller.person)
        if found is None:
            await self._pins.fits(0, None, pin)
            raise Denied(NOT_IN)
        async with self._turn(found.id):
            person = await read_in_thread(lambda: self._person(found.id))
            fits = await self._pins.fits(person.id, person.pin, pin)
            if person.locked_ms is not None or not fits:
                await self._count(person, caller.station)
                raise Denied(NOT_IN)
        return _as(person, caller.station)

    def caller_of(self, token: str) -> Caller:
        """Return the caller of a token; Denied (code ``login``) if there is none or it has
        ended.
        """
        try:
            hashed = self._hash_of(base64.urlsafe_b64decode(token + "="))
        except (binascii.Error, ValueError):
            raise Denied(NO_LOGIN, "login") from None
        live = self._live.get(hashed) or self._known(hashed)
        if live is None or self._why_over(live):
            raise Denied(NO_LOGIN, "login")
        live.seen = self._passed()
        return live.caller

    def _hash_of(self, token: bytes) -> bytes:
        """Return the hash of a token that the books keep; a program without the key makes none."""
        return digest(self._token_key, token, "sha256")

    def _known(self, hashed: bytes) -> _Live | None:
        """Return a login from the books that is not in memory, as after a restart."""
        session = self._store.session(hashed)
        if session is None:
            return None
        person = self._person(session.person)
        return self._keep(session, _as(person, session.station))

    def _keep(self, session: Session, caller: Caller) -> _Live:
        """Keep a login in memory by its token and its person."""
        live = self._live[session.token] = _Live(session, caller, self._passed())
        self._token_of[session.person] = session.token
        return live

    def _passed(self) -> int:
        """Return elapsed milliseconds, whatever the wall clock does."""
        return int(self._clock.monotonic() * 1000)

    def _why_over(self, live: _Live) -> str:
        """Return the reason why a login ends by itself; empty if it does not."""
        if self._clock.now_ms() >= live.session.until_ms:
            return "the time of this login is over"
        idle = self.terms.idle_ms
        if idle and live.caller.role not in DEVICES and self._passed() - live.seen >= idle:
            return "nothing was heard from this station for too long"
        return ""

    @shielded
    async def logout(self, caller: Caller) -> None:
        """Log out; the account is free for another station."""
        roles.check(caller, "logout")
        async with self._turn(caller.person):
            session = self._store.session_of(caller.person)
            if session is not None and session.station == caller.station:
                await self._end(caller, caller.person, "logged out")

    async def sweep(self) -> int:
        """End the logins whose time is over, from a timer; return their number."""
        over = [(live, why) for live in self._live.values() if (why := self._why_over(live))]
        for live, why in over:
            person = live.caller.person
            async with self._turn(person):
                if self._token_of.get(person) == live.session.token:
                    await self._end(live.caller, person, why)
        return len(over)

    async def _end(self, caller: Caller, person: int, why: str) -> None:
        """Log that a login has ended, and report it. Runs in the person's turn."""
        await self._write_and_end(caller, "logged_out", LoggedOut(person, why), person, why)

    async def _write_and_end(
        self,
        caller: Caller,
        kind: str,
        row: msgspec.Struct,
        person: int,
        why: str,
        changes: Changes = (),
        **more: Any,
    ) -> None:
        """Write a row that ends a login too: one row, so that no failure leaves the login.

        If the row's fate is unknown, the next request of the login asks the books.
        """

        def ends(at: int) -> tuple[Change, ...]:
            made = changes(at) if callable(changes) else changes
            return *made, SessionEnded(person)

        try:
            await self._journal.write(caller, kind, row, changes=ends, **more)
        except Denied:
            self._forget(person)
            raise
        self._over(person, why)

    def _forget(self, person: int) -> None:
        """Remove a login from memory; its next request reads it from the books."""
        self._live.pop(self._token_of.pop(person, b""), None)

    def _refresh(self, person: Person) -> None:
        """Update the caller of a login from the books."""
        live = self._live.get(self._token_of.get(person.id, b""))
        if live is not None:
            live.caller = _as(person, live.session.station)

    def _over(self, person: int, why: str) -> None:
        """Remove a login that has ended in the books, and tell its station."""
        token = self._token_of.pop(person, None)
        if token is not None:
            del self._live[token]
            self.on_ended(person, why)

    def _with_card(self, card: str) -> Person | None:
        """Return the person with a card; None if there is none."""
        try:
            return self._store.person_with(card)
        except SealBroken as error:
            raise Denied(f"{error}; see the audit", "fault") from error

    def _person(self, id: int) -> Person:
        """Return the person with this number; Denied if there is none."""
        try:
            found = self._store.person(id)
        except SealBroken as error:
            raise Denied(f"{error}; see the audit", "fault") from error
        if found is None:
            raise Denied(f"there is no person with the number {id}", "unknown")
        return found


def _as(person: Person, station: str) -> Caller:
    """Return a person at a station as a caller."""
    return Caller(person.id, person.role, person.name, station)
