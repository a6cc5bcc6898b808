"""The cage: cash in, cash out, adjustments, and what takes two people.

Cash is written first and given when the books have taken it: a wallet cannot go below 0 under any
interleaving, because the store refuses the row.  What lies at tables is not in the wallet, so it
cannot be paid; a player leaves the table first (CA-LTN-08).  Everything that moves money has a key
of its caller's: sent twice, it is done once and has one receipt.
"""

from __future__ import annotations

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.cage.days import GamingDays
from houseway.room.cage.desk import MOST, CageTerms, Desk, amount, reasoned
from houseway.room.cage.log import Adjusted, Cash, Requested, Reversed, What, Withdrawn
from houseway.room.cage.receipts import Receipt, gained, receipt, said
from houseway.room.cage.shifts import Shifts
from houseway.room.cage.state import STREAM, Pending
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.ledger import ADJUSTED, CASH, Posting, wallet
from houseway.room.people import cards
from houseway.room.people.sessions import shielded
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Row, Store

PAID_OUT = ("CA-LTN-08",)
COMMANDS: dict[What, str] = {"payout": "payout", "adjust": "adjust", "reverse": "adjust"}
"""The right that each of what takes two people stands under."""
WORDS = {"deposit": "cash in", "payout": "cash out", "adjusted": "adjustment",
         "reversed": "reversal"}  # fmt: skip


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a second person."""

    request: int
    what: str
    person: int
    name: str
    cents: int
    reason: str
    asked_by: int
    asked_ms: int
    until_ms: int


class Line(msgspec.Struct, frozen=True):
    """A line of a statement: when, what, the cents it brought or took, and the balance after it."""

    at_ms: int
    stream: str
    row: int
    what: str
    cents: int
    balance: int


class Statement(msgspec.Struct, frozen=True):
    """An account with its latest postings, newest first."""

    person: int
    name: str
    card: str
    balance: int
    lines: tuple[Line, ...]


class Asked(msgspec.Struct, frozen=True):
    """What was asked for, under a key."""

    person: int = 0
    cents: int = 0
    reason: str = ""
    row: int = 0


class Cage:
    """The cash station, its shifts (``shifts``) and the gaming day (``days``)."""

    def __init__(
        self, store: Store, writer: Writer, clock: Clock, terms: CageTerms | None = None
    ) -> None:
        self.terms = terms or CageTerms()
        self._desk = Desk(store, writer, clock, self.terms)
        self.shifts = Shifts(self._desk)
        self.days = GamingDays(self._desk)

    # -- cash --------------------------------------------------------------------------------

    @shielded
    async def deposit(self, caller: Caller, person: int, cents: int, *, key: str) -> Receipt:
        """Cash in, over the counter."""
        roles.check(caller, "deposit")
        desk, asked = self._desk, Asked(person, amount(cents))
        async with desk.turn:
            row = desk.before(caller, "deposit", asked, key)
            if not row:
                desk.player(person)
                body = self._cash("deposit", asked, self._shift(caller))
                postings = [Posting(CASH, wallet(person), cents)]
                row = await desk.write(caller, "deposit", body, postings, key=key, asked=asked)
            return self._receipt(row)

    @shielded
    async def payout(
        self, caller: Caller, person: int, cents: int, *, key: str
    ) -> Receipt | Waiting:
        """Cash out of the wallet; above the posted amount it waits for a second person."""
        roles.check(caller, "payout")
        desk, asked = self._desk, Asked(person, amount(cents))
        alone = cents <= self.terms.payout or caller == ROOM
        async with desk.turn:
            row = desk.before(caller, "payout" if alone else "requested", asked, key)
            if not row:
                desk.player(person)
                shift = self._shift(caller)
                self._covered(person, cents)
                if not alone:
                    return await self._request(caller, "payout", asked, key, shift)
                body = self._cash("payout", asked, shift)
                postings = [Posting(wallet(person), CASH, cents)]
                row = await desk.write(caller, "payout", body, postings, key=key, asked=asked)
            return self._answer(row)

    def _shift(self, caller: Caller) -> int:
        """The shift whose drawer it is; the room itself has none."""
        if caller == ROOM:
            return 0
        drawer = self._desk.drawers.of(caller.person)
        if drawer is None:
            raise Denied("you have no open shift: count your drawer and open one")
        return drawer.shift

    def _cash(self, kind: str, asked: Asked, shift: int, of: Pending | None = None) -> Cash:
        desk = self._desk
        before = desk.drawers.today[kind, desk.day, asked.person]
        today = before + asked.cents
        return Cash(
            person=asked.person, cents=asked.cents, shift=shift, day=desk.day, today=today,
            large=before < self.terms.large_cash <= today,
            request=of.row if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip

    def _covered(self, person: int, cents: int) -> None:
        """Say early, and with the amount, what the books would refuse anyway."""
        there = self._desk.store.balance(wallet(person))
        if there < cents:
            raise Denied(
                f"there is {format_dollars(there)} in the account, not {format_dollars(cents)}; what is at a table "
                "is paid when the seat has been left",
                "funds",
                PAID_OUT,
            )

    # -- putting right -----------------------------------------------------------------------

    @shielded
    async def adjust(
        self, caller: Caller, person: int, cents: int, reason: str, *, key: str
    ) -> Receipt | Waiting:
        """An account is put right, up or down (below 0), for a reason."""
        roles.check(caller, "adjust")
        if amount(cents, least=-MOST) == 0:
            raise Denied("an adjustment of nothing is none")
        desk, asked = self._desk, Asked(person, cents, reasoned(reason))
        alone = abs(cents) <= self.terms.adjustment or caller == ROOM
        async with desk.turn:
            row = desk.before(caller, "adjusted" if alone else "requested", asked, key)
            if not row:
                desk.player(person)
                self._covered(person, -cents)
                if not alone:
                    return await self._request(caller, "adjust", asked, key)
                row = await self._adjust(caller, asked, key)
            return self._answer(row)

    async def _adjust(
        self, caller: Caller, asked: Asked, key: str, of: Pending | None = None
    ) -> int:
        account, cents = wallet(asked.person), asked.cents
        up = cents > 0
        posting = Posting(ADJUSTED, account, cents) if up else Posting(account, ADJUSTED, -cents)
        body = Adjusted(
            person=asked.person, cents=cents, reason=asked.reason, day=self._desk.day,
            request=of.row if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip
        done = Asked(row=of.row) if of else asked
        return await self._desk.write(caller, "adjusted", body, [posting], key=key, asked=done)

    @shielded
    async def reverse(
        self, caller: Caller, number: int, reason: str, *, key: str
    ) -> Receipt | Waiting:
        """Cash that was keyed in wrongly: its row is named and its postings go back.

        Only while its shift is open, since the drawer changes with it; later it is an adjustment.
        """
        roles.check(caller, "adjust")
        desk, reason = self._desk, reasoned(reason)
        async with desk.turn:
            row, body = self._reversible(number)
            cents = -body.cents if row.kind == "deposit" else body.cents
            asked = Asked(body.person, cents, reason, number)
            alone = abs(cents) <= self.terms.adjustment or caller == ROOM
            done = desk.before(caller, "reversed" if alone else "requested", asked, key)
            if not done:
                self._still_reversible(number, body)
                self._covered(body.person, -cents)
                if not alone:
                    return await self._request(caller, "reverse", asked, key, body.shift)
                done = await self._reverse(caller, asked, key)
            return self._answer(done)

    def _reversible(self, number: int) -> tuple[Row, Cash]:
        row = next(self._desk.store.rows(STREAM, number - 1, 1), None) if number > 0 else None
        body = said(row) if row is not None and row.kind in ("deposit", "payout") else None
        if row is None or not isinstance(body, Cash):
            raise Denied(f"C-{number:06d} is no receipt for cash", "unknown")
        return row, body

    def _still_reversible(self, number: int, body: Cash) -> None:
        if number in self._desk.drawers.reversed:
            raise Denied(f"C-{number:06d} has been reversed before")
        if body.shift not in self._desk.drawers.open:
            raise Denied(
                f"C-{number:06d} belongs to a shift that was counted and closed; adjust instead"
            )

    async def _reverse(
        self, caller: Caller, asked: Asked, key: str, of: Pending | None = None
    ) -> int:
        desk = self._desk
        row, original = self._reversible(asked.row)
        self._still_reversible(asked.row, original)
        body = Reversed(
            row=row.seq, person=asked.person, cents=asked.cents, reason=asked.reason,
            shift=original.shift, day=original.day,
            request=of.row if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip
        moved = desk.store.postings(STREAM, row.seq - 1, row.seq)
        back = [written.posting.reversed() for written in moved]
        done = Asked(row=of.row) if of else asked
        return await desk.write(caller, "reversed", body, back, key=key, asked=done)

    # -- two people --------------------------------------------------------------------------

    async def _request(
        self, caller: Caller, what: What, asked: Asked, key: str, shift: int = 0
    ) -> Waiting:
        desk = self._desk
        body = Requested(
            what=what, person=asked.person, cents=asked.cents, reason=asked.reason, shift=shift,
            row=asked.row, until_ms=desk.now + self.terms.pending_ms,
        )  # fmt: skip
        row = await desk.write(caller, "requested", body, key=key, asked=asked)
        return self._waits(row)

    @shielded
    async def approve(self, caller: Caller, request: int, *, key: str) -> Receipt:
        """The second person says yes: it is done now, if it still can be."""
        desk, asked = self._desk, Asked(row=request)
        async with desk.turn:
            found, kind = self._asked_for(request)
            roles.check_second_person(found.by, caller, COMMANDS[found.asked.what])
            row = desk.before(caller, kind, asked, key)
            if not row:
                row = await self._approved(caller, desk.drawers.request(request, desk.now), key)
            return self._receipt(row)

    async def _approved(self, caller: Caller, found: Pending, key: str) -> int:
        wanted = found.asked
        asked = Asked(wanted.person, wanted.cents, wanted.reason, wanted.row)
        if wanted.what == "adjust":
            return await self._adjust(caller, asked, key, found)
        if wanted.what == "reverse":
            return await self._reverse(caller, asked, key, found)
        self._covered(wanted.person, wanted.cents)
        body = self._cash("payout", asked, wanted.shift, found)
        postings = [Posting(wallet(wanted.person), CASH, wanted.cents)]
        done = Asked(row=found.row)
        return await self._desk.write(caller, "payout", body, postings, key=key, asked=done)

    def _asked_for(self, request: int) -> tuple[Pending, str]:
        """A request as it was made, and the kind of row that grants it."""
        row = next(self._desk.store.rows(STREAM, request - 1, 1), None) if request > 0 else None
        if row is None or row.kind != "requested":
            raise Denied(f"nothing was asked for under the number {request}", "unknown")
        asked = msgspec.msgpack.decode(row.body, type=Requested)
        kind = {"payout": "payout", "adjust": "adjusted", "reverse": "reversed"}[asked.what]
        return Pending(row.seq, row.by, row.at, asked), kind

    @shielded
    async def withdraw(self, caller: Caller, request: int, reason: str) -> None:
        """It is off: by who asked for it, or by who was asked to approve it."""
        desk, reason = self._desk, reasoned(reason)
        async with desk.turn:
            desk.catch_up()
            found = desk.drawers.request(request, desk.now)
            if caller.person != found.by:
                right, _ = roles.TWO_PEOPLE[COMMANDS[found.asked.what]]
                roles.check(caller, right)
            await desk.write(caller, "withdrawn", Withdrawn(request, reason))

    async def waiting(self, caller: Caller) -> list[Waiting]:
        """What waits for a second person: one's own, and all for those who may approve."""
        roles.check(caller, "see_people")
        desk, sees = self._desk, roles.may(caller.role, "approve_payout") or caller == ROOM
        return [
            self._waits(found.row)
            for found in desk.drawers.waiting.values()
            if desk.now < found.asked.until_ms and (sees or found.by == caller.person)
        ]

    def _waits(self, row: int) -> Waiting:
        found, _ = self._asked_for(row)
        asked = found.asked
        return Waiting(
            request=row, what=asked.what, person=asked.person,
            name=self._desk.person(asked.person).name, cents=asked.cents, reason=asked.reason,
            asked_by=found.by, asked_ms=found.at_ms, until_ms=asked.until_ms,
        )  # fmt: skip

    # -- looking -----------------------------------------------------------------------------

    def _answer(self, row: int) -> Receipt | Waiting:
        """What a row is answered with, the first time and again."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        return self._waits(row) if found.kind == "requested" else self._receipt(row)

    def _receipt(self, row: int) -> Receipt:
        return receipt(self._desk.store, self.terms.calendar, row)

    async def receipt(self, caller: Caller, number: int) -> Receipt:
        """A receipt again; a player may have those of their own account."""
        if not roles.may(caller.role, "statement"):
            roles.check(caller, "own_account")
        found = self._receipt(number)
        if found.person != caller.person:
            roles.check(caller, "statement")
        return found

    async def balance(self, caller: Caller, person: int) -> int:
        """What is in the wallet of somebody."""
        roles.check(caller, "own_account" if caller.person == person else "statement")
        self._desk.player(person)
        return self._desk.store.balance(wallet(person))

    async def statement(self, caller: Caller, person: int, most: int = 100) -> Statement:
        """An account with its latest postings."""
        roles.check(caller, "own_account" if caller.person == person else "statement")
        known, account = self._desk.player(person), wallet(person)
        with self._desk.store.snapshot() as books:
            balance = after = books.balance(account)
            lines = []
            for row, posting in books.statement(account, max(1, min(most, 1000))):
                cents = gained(account, posting)
                what = _line(account, row, posting)
                lines.append(Line(row.at, row.stream, row.seq, what, cents, after))
                after -= cents
        return Statement(person, known.name, cards.masked(known.card), balance, tuple(lines))


def _line(account: str, row: Row, posting: Posting) -> str:
    """What a posting of a wallet is, in words."""
    if row.kind in WORDS and row.stream == STREAM:
        reason = getattr(said(row), "reason", "")
        return f"{WORDS[row.kind]}: {reason}" if reason else WORDS[row.kind]
    into = posting.credit == account
    first, _, rest = (posting.debit if into else posting.credit).partition(":")
    where = f"table {rest.partition(':')[0]}" if first == "table" else first
    return f"from {where}" if into else f"to {where}"
