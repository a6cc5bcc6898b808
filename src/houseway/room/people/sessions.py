"""Logging in: a card, a PIN and a station; three wrong tries lock; one station for each account.

A token is 32 random bytes that only the station has: the books keep its hash.  Whether a card is
not known, its PIN is wrong or it is locked, the answer is the same and takes as long, so that
nobody learns which cards there are.  Tries at one card go one after the other, and each is in the
books before it is answered: neither many at once nor a restart give a fourth.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.fairness.entropy import Entropy
from houseway.room.people import cards
from houseway.room.people.pins import Pins, PinTerms
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Change, Person, Session, SessionEnded, Store
from houseway.room.store.stream import Journal

STREAM = "people"
STATION_MOST = 40
DEVICES = (roles.DISPLAY, roles.BOT)
"""They do not go to lunch: their logins end at their time, not when nothing is heard of them."""
ELSEWHERE = "this card was used at another station"
NOT_IN = (
    "card and PIN do not go together, or the card is locked; after three wrong tries in a row the "
    "staff has to unlock it"
)
NO_LOGIN = "this login is over, or there never was one; log in with card and PIN"
Ended = Callable[[int, str], None]
"""Called with a person and the reason when a login is over: their sockets are closed."""


P = ParamSpec("P")
T = TypeVar("T")


def shielded(
    command: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """A command that is done to its end even when the one who gave it goes away meanwhile.

    Otherwise its turn would be over before its row is written, and the next would not see it.
    """

    @wraps(command)
    async def done(*args: P.args, **more: P.kwargs) -> T:
        return await asyncio.shield(command(*args, **more))

    return done


class PeopleTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a room posts about logging in."""

    tries: int = 3
    """So many wrong PINs in a row lock a card."""
    session_ms: int = 12 * 3_600_000
    idle_ms: int = 30 * 60_000
    """A login ends when nothing is heard of it for so long (0: never)."""
    device_ms: int = 30 * 24 * 3_600_000
    pins: PinTerms = PinTerms()


class LoggedIn(msgspec.Struct, frozen=True):
    """Somebody logged in, at which station; ``ended`` is the station of the login it ended."""

    person: int
    station: str
    ended: str = ""


class LoginRefused(msgspec.Struct, frozen=True):
    """A try that failed: whose card (0: nobody's, with its last digits), why, the how manieth."""

    person: int
    card: str
    station: str
    why: str
    wrong: int = 0
    locked: bool = False


class LoggedOut(msgspec.Struct, frozen=True):
    """A login is over, and why."""

    person: int
    why: str


class Login(msgspec.Struct, frozen=True):
    """What a station gets: its token, who that is, and when and where they were last seen."""

    token: str
    caller: Caller
    until_ms: int
    previous_ms: int | None
    previous_station: str
    wrong_since: int
    """Wrong PINs since then."""

    def __repr__(self) -> str:
        return f"<a login of {self.caller.name}>"


class _Live:
    """A login as it is kept at hand."""

    __slots__ = ("caller", "seen", "session")

    def __init__(self, session: Session, caller: Caller, seen: int) -> None:
        self.session, self.caller, self.seen = session, caller, seen


class Logins:
    """Who is logged in, where."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        entropy: Entropy,
        pepper: bytes,
        terms: PeopleTerms | None = None,
        on_ended: Ended | None = None,
    ) -> None:
        self.terms = terms or PeopleTerms()
        self.on_ended: Ended = on_ended or (lambda person, why: None)
        self._store, self._clock, self._entropy = store, clock, entropy
        self._journal = Journal(store, writer, clock, STREAM)
        self._pins = Pins(pepper, entropy, self.terms.pins)
        self._turns: dict[int, asyncio.Lock] = {}
        self._live: dict[bytes, _Live] = {}
        self._token_of: dict[int, bytes] = {}

    def _turn(self, person: int) -> asyncio.Lock:
        """What belongs to one person is changed by one at a time: rows are replaced whole."""
        return self._turns.setdefault(person, asyncio.Lock())

    # -- in ----------------------------------------------------------------------------------

    @shielded
    async def login(self, card: str, pin: str, station: str) -> Login:
        """Log in.  A try counts even if the one who made it does not wait for the answer."""
        if not 0 < len(station) <= STATION_MOST:
            raise Denied(f"a station has a name of 1 to {STATION_MOST} characters")
        card = cards.tidied(card)
        found = self._store.person_with(card)
        if found is None:
            await self._pins.fits(None, pin)
            tried = LoginRefused(0, cards.masked(card)[-STATION_MOST:], station, "unknown card")
            await self._journal.write(Caller(0, "", ""), "login_refused", tried)
            raise Denied(NOT_IN)
        async with self._turn(found.id):
            person = self._person(found.id)
            fits = await self._pins.fits(person.pin, pin)
            if person.locked_ms is not None or not fits:
                await self._count(person, station)
                raise Denied(NOT_IN)
            return await self._let_in(person, pin, station)

    async def _count(self, person: Person, station: str) -> bool:
        """Write a wrong try down; whether the card is locked now.  Called in the person's turn."""
        now, wrong, why = self._clock.now_ms(), person.wrong, "the card is locked"
        changes: tuple[Change, ...] = ()
        if person.locked_ms is None:
            wrong, why = wrong + 1, "wrong PIN"
            locked_ms = now if wrong >= self.terms.tries else None
            person = replace(person, wrong=wrong, locked_ms=locked_ms)
            changes = (person,)
        locked = person.locked_ms is not None
        row = LoginRefused(person.id, cards.masked(person.card), station, why, wrong, locked)
        await self._journal.write(_as(person, station), "login_refused", row, changes=changes)
        return locked

    async def _let_in(self, person: Person, pin: str, station: str) -> Login:
        """A new login, which takes the place of the one before."""
        now = self._clock.now_ms()
        token = self._entropy.seed()
        lasts = self.terms.device_ms if person.role in DEVICES else self.terms.session_ms
        session = Session(hashlib.sha256(token).digest(), person.id, station, now + lasts, now)
        before = self._store.session_of(person.id)
        kept = person.pin
        if self._pins.is_dated(kept):
            kept = await self._pins.hashed(pin)
        seen = replace(person, pin=kept, wrong=0, last_login_ms=now, last_station=station)
        caller = _as(person, station)
        row = LoggedIn(person.id, station, before.station if before else "")
        await self._journal.write(caller, "logged_in", row, changes=(seen, session))
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

    # -- while it lasts ----------------------------------------------------------------------

    def caller_of(self, token: str) -> Caller:
        """Whose token this is; Denied (code ``login``) if nobody's, or not any more."""
        try:
            hashed = hashlib.sha256(base64.urlsafe_b64decode(token + "=")).digest()
        except (binascii.Error, ValueError):
            raise Denied(NO_LOGIN, "login") from None
        live = self._live.get(hashed) or self._known(hashed)
        if live is None or self._why_over(live):
            raise Denied(NO_LOGIN, "login")
        live.seen = self._passed()
        return live.caller

    def _known(self, hashed: bytes) -> _Live | None:
        """A login that the books have and that is not at hand: after a restart."""
        session = self._store.session(hashed)
        if session is None:
            return None
        person = self._person(session.person)
        return self._keep(session, _as(person, session.station))

    def _keep(self, session: Session, caller: Caller) -> _Live:
        live = self._live[session.token] = _Live(session, caller, self._passed())
        self._token_of[session.person] = session.token
        return live

    def _passed(self) -> int:
        """Milliseconds that have passed, whatever becomes of the wall clock."""
        return int(self._clock.monotonic() * 1000)

    def _why_over(self, live: _Live) -> str:
        """Why a login is over by itself; empty while it is not."""
        if self._clock.now_ms() >= live.session.until_ms:
            return "the time of this login is over"
        idle = self.terms.idle_ms
        if idle and live.caller.role not in DEVICES and self._passed() - live.seen >= idle:
            return "nothing was heard from this station for too long"
        return ""

    # -- out ---------------------------------------------------------------------------------

    @shielded
    async def logout(self, caller: Caller) -> None:
        """Log out; the account is free for another station."""
        roles.check(caller, "logout")
        async with self._turn(caller.person):
            session = self._store.session_of(caller.person)
            if session is not None and session.station == caller.station:
                await self._end(caller, caller.person, "logged out")

    async def sweep(self) -> int:
        """End the logins whose time is over, as the room does now and then; how many there were."""
        over = [(live, why) for live in self._live.values() if (why := self._why_over(live))]
        for live, why in over:
            person = live.caller.person
            async with self._turn(person):
                if self._token_of.get(person) == live.session.token:
                    await self._end(live.caller, person, why)
        return len(over)

    async def _end(self, caller: Caller, person: int, why: str) -> None:
        """Write that a login is over, and tell.  Called in the person's turn."""
        row = LoggedOut(person, why)
        await self._journal.write(caller, "logged_out", row, changes=(SessionEnded(person),))
        self._over(person, why)

    def _refresh(self, person: Person) -> None:
        """What is at hand about somebody who is logged in follows the books."""
        live = self._live.get(self._token_of.get(person.id, b""))
        if live is not None:
            live.caller = _as(person, live.session.station)

    def _over(self, person: int, why: str) -> None:
        """The login of somebody is over in the books: forget it, and tell."""
        token = self._token_of.pop(person, None)
        if token is not None:
            del self._live[token]
            self.on_ended(person, why)

    def _person(self, id: int) -> Person:
        found = self._store.person(id)
        if found is None:
            raise Denied(f"there is nobody with the number {id}", "unknown")
        return found


def _as(person: Person, station: str) -> Caller:
    return Caller(person.id, person.role, person.name, station)
