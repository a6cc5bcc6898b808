"""The cage: cash in, cash out, adjustments, and second signatures.

A cash row is written first, and takes effect once the books have accepted it. A wallet cannot go
below 0 under any interleaving, because the store refuses the row. Chips at tables are not in the
wallet, so they cannot be paid out; a player leaves the table first (CA-LTN-08). Every command that
moves money has a key of its caller. If it is sent twice, it is executed once and has one receipt.
"""

from __future__ import annotations

import asyncio

import msgspec

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.cage_types import CashAnswer, Line, PendingApproval, Receipt, Statement
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.cage.log import Adjusted, Cash, Requested, Reversed, What, Withdrawn
from houseway.room.cage.receipts import gained, printed, receipt, receipt_body
from houseway.room.cage.shifts import Shifts
from houseway.room.cage.state import MOST, STREAM, CageStream, CageTerms, Pending, checked_amount
from houseway.room.cage.table_money import TableMoney
from houseway.room.clock import Clock
from houseway.room.errors import Denied, checked_reason
from houseway.room.ledger import ADJUSTED, CASH, Posting, wallet
from houseway.room.people import cards
from houseway.room.people.sessions import shielded
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Person, Row, Store
from houseway.room.store.stream import CommandContext

api = Endpoints("cage")
PAID_OUT = ("CA-LTN-08",)
COMMANDS: dict[What, str] = {"payout": "payout", "adjust": "adjust", "reverse": "adjust"}
"""The right required for each command that takes two people."""
WORDS = {"deposit": "cash in", "payout": "cash out", "adjusted": "adjustment",
         "reversed": "reversal"}  # fmt: skip


class CashPayload(msgspec.Struct, frozen=True):
    """The command for its digest under its key."""

    person: int = 0
    cents: int = 0
    reason: str = ""
    row: int = 0


def cash_answer(cage: Cage, found: Receipt | PendingApproval) -> CashAnswer:
    """Return a receipt with its print, or the request that waits."""
    if isinstance(found, PendingApproval):
        return CashAnswer(waiting=found)
    return CashAnswer(found, printed(found, cage.heading))


def copied(cage: Cage, found: Receipt) -> CashAnswer:
    """Return a receipt again: its print says that it is a copy."""
    return CashAnswer(found, printed(found, cage.heading, copy=True))


class Cage:
    """Cash in and out, shifts (``shifts``) and the money of tables (``table_money``)."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Clock,
        terms: CageTerms | None = None,
        heading: str = "",
    ) -> None:
        self.terms, self.heading = terms or CageTerms(), heading
        self.stream = self._desk = CageStream(store, writer, clock, self.terms)
        self.shifts = Shifts(self.stream)
        self.table_money = TableMoney(self.stream)

    @api.post(
        "/cage/deposits", "deposit", "Take cash in",
        body=t.Cash, shown=cash_answer, example=t.Cash(12, 20_000),
    )  # fmt: skip
    @shielded
    async def deposit(self, caller: Caller, person: int, cents: int, *, key: Key) -> Receipt:
        """Take cash in over the counter."""
        desk, asked = self._desk, CashPayload(person, checked_amount(cents))
        async with desk.command(caller, key) as context:
            row = desk.before(context, "deposit", asked)
            if not row:
                desk.player(person)
                body = self._cash(context, "deposit", asked, self._shift(caller))
                postings = [Posting(CASH, wallet(person), cents)]
                row = await desk.write(context, "deposit", body, postings, asked=asked)
            return await self._receipt(row)

    @api.post(
        "/cage/payouts", "payout", "Pay cash out",
        body=t.Cash, shown=cash_answer, example=t.Cash(12, 20_000),
    )  # fmt: skip
    @shielded
    async def payout(
        self, caller: Caller, person: int, cents: int, *, key: Key
    ) -> Receipt | PendingApproval:
        """Pay cash out of the wallet; above the posted amount it waits for a second person."""
        desk, asked = self._desk, CashPayload(person, checked_amount(cents))
        alone = cents <= self.terms.payout or caller == ROOM
        async with desk.command(caller, key) as context:
            row = desk.before(context, "payout" if alone else "requested", asked)
            if not row:
                desk.player(person)
                shift = self._shift(caller)
                self._covered(person, cents)
                if not alone:
                    return await self._request(context, "payout", asked, shift)
                body = self._cash(context, "payout", asked, shift)
                postings = [Posting(wallet(person), CASH, cents)]
                row = await desk.write(context, "payout", body, postings, asked=asked)
            return await self._answer(row)

    def _shift(self, caller: Caller) -> int:
        """Return the shift of the caller's drawer; None for the room itself."""
        if caller == ROOM:
            return 0
        drawer = self._desk.drawers.of(caller.person)
        if drawer is None:
            raise Denied("you have no open shift: count your drawer and open one")
        return drawer.shift

    def _cash(
        self,
        context: CommandContext,
        kind: str,
        asked: CashPayload,
        shift: int,
        of: Pending | None = None,
    ) -> Cash:
        """Return the body of a deposit or payout, with the person's total of the gaming day in
        cents.
        """
        day = self._desk.day(context.at)
        before = self._desk.drawers.today[kind, day, asked.person]
        today = before + asked.cents
        return Cash(
            person=asked.person, cents=asked.cents, shift=shift, day=day, today=today,
            large=before < self.terms.large_cash <= today,
            request=of.row if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip

    def _covered(self, person: int, cents: int) -> None:
        """Refuse early, with the amount, a payout that the books would refuse."""
        there = self._desk.store.balance(wallet(person))
        if there < cents:
            raise Denied(
                f"there is {format_dollars(there)} in the account, not "
                f"{format_dollars(cents)}; what is at a table "
                "is paid when the seat has been left",
                "funds",
                PAID_OUT,
            )

    @api.post(
        "/cage/adjustments", "adjust", "Adjust an account",
        body=t.Adjustment, shown=cash_answer,
    )  # fmt: skip
    @shielded
    async def adjust(
        self, caller: Caller, person: int, cents: int, reason: str, *, key: Key
    ) -> Receipt | PendingApproval:
        """Correct an account, up or down (below 0), for a reason.

        Above the posted amount it waits for a second person.
        """
        if checked_amount(cents, least=-MOST) == 0:
            raise Denied("an adjustment of nothing is none")
        desk, asked = self._desk, CashPayload(person, cents, checked_reason(reason))
        alone = abs(cents) <= self.terms.adjustment or caller == ROOM
        async with desk.command(caller, key) as context:
            row = desk.before(context, "adjusted" if alone else "requested", asked)
            if not row:
                desk.player(person)
                self._covered(person, -cents)
                if not alone:
                    return await self._request(context, "adjust", asked)
                row = await self._adjust(context, asked)
            return await self._answer(row)

    async def _adjust(
        self, context: CommandContext, asked: CashPayload, of: Pending | None = None
    ) -> int:
        """Write an adjustment and return its row; ``of``: the approved request, None if it needs
        none.
        """
        account, cents = wallet(asked.person), asked.cents
        up = cents > 0
        posting = Posting(ADJUSTED, account, cents) if up else Posting(account, ADJUSTED, -cents)
        body = Adjusted(
            person=asked.person, cents=cents, reason=asked.reason, day=self._desk.day(context.at),
            request=of.row if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip
        done = CashPayload(row=of.row) if of else asked
        return await self._desk.write(context, "adjusted", body, [posting], asked=done)

    @api.post(
        "/cage/receipts/{number}/reverse", "adjust", "Reverse a keying error",
        body=t.GivenReason, shown=cash_answer,
    )  # fmt: skip
    @shielded
    async def reverse(
        self, caller: Caller, number: t.Number, reason: str, *, key: Key
    ) -> Receipt | PendingApproval:
        """Reverse cash that was keyed in wrongly, named by its row.

        Only while its shift is open, since the drawer changes with it; later it is an adjustment.
        """
        desk, reason = self._desk, checked_reason(reason)
        async with desk.command(caller, key) as context:
            row, body = self._reversible(number)
            cents = -body.cents if row.kind == "deposit" else body.cents
            asked = CashPayload(body.person, cents, reason, number)
            alone = abs(cents) <= self.terms.adjustment or caller == ROOM
            done = desk.before(context, "reversed" if alone else "requested", asked)
            if not done:
                self._still_reversible(number, body)
                self._covered(body.person, -cents)
                if not alone:
                    return await self._request(context, "reverse", asked, body.shift)
                done = await self._reverse(context, asked)
            return await self._answer(done)

    def _reversible(self, number: int) -> tuple[Row, Cash]:
        """Return the row and body of a cash receipt; Denied if there is none with this number."""
        row = next(self._desk.store.rows(STREAM, number - 1, 1), None) if number > 0 else None
        body = receipt_body(row) if row is not None and row.kind in ("deposit", "payout") else None
        if row is None or not isinstance(body, Cash):
            raise Denied(f"C-{number:06d} is no receipt for cash", "unknown")
        return row, body

    def _still_reversible(self, number: int, body: Cash) -> None:
        """Raise Denied if a receipt was reversed before, or its shift is closed."""
        if number in self._desk.drawers.reversed:
            raise Denied(f"C-{number:06d} has been reversed before")
        if body.shift not in self._desk.drawers.open:
            raise Denied(
                f"C-{number:06d} belongs to a shift that was counted and closed; adjust instead"
            )

    async def _reverse(
        self, context: CommandContext, asked: CashPayload, of: Pending | None = None
    ) -> int:
        """Write the reversal of a deposit or payout, and return its row."""
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
        done = CashPayload(row=of.row) if of else asked
        return await desk.write(context, "reversed", body, back, asked=done)

    async def _request(
        self, context: CommandContext, what: What, asked: CashPayload, shift: int = 0
    ) -> PendingApproval:
        """Write a request for a second person's approval, and return it."""
        desk = self._desk
        body = Requested(
            what=what, person=asked.person, cents=asked.cents, reason=asked.reason, shift=shift,
            row=asked.row, until_ms=context.at + self.terms.pending_ms,
        )  # fmt: skip
        row = await desk.write(context, "requested", body, asked=asked)
        return self._waits(row)

    @api.post(
        "/cage/requests/{number}/approve", "approve_payout", "Approve a request",
        shown=cash_answer,
    )  # fmt: skip
    @shielded
    async def approve(self, caller: Caller, number: t.Number, *, key: Key) -> Receipt:
        """Approve a request as the second person; it is executed now if still possible."""
        desk, asked = self._desk, CashPayload(row=number)
        async with desk.command(caller, key) as context:
            found, kind = self._asked_for(number)
            roles.check_second_person(found.by, caller, COMMANDS[found.asked.what])
            row = desk.before(context, kind, asked)
            if not row:
                row = await self._approved(context, desk.drawers.request(number, context.at))
            return await self._receipt(row)

    async def _approved(self, context: CommandContext, found: Pending) -> int:
        """Carry out an approved request, and return the row that moved the money."""
        wanted = found.asked
        asked = CashPayload(wanted.person, wanted.cents, wanted.reason, wanted.row)
        if wanted.what == "adjust":
            return await self._adjust(context, asked, found)
        if wanted.what == "reverse":
            return await self._reverse(context, asked, found)
        self._covered(wanted.person, wanted.cents)
        body = self._cash(context, "payout", asked, wanted.shift, found)
        postings = [Posting(wallet(wanted.person), CASH, wanted.cents)]
        done = CashPayload(row=found.row)
        return await self._desk.write(context, "payout", body, postings, asked=done)

    def _asked_for(self, request: int) -> tuple[Pending, str]:
        """Return a request, and the kind of row that grants it."""
        row = next(self._desk.store.rows(STREAM, request - 1, 1), None) if request > 0 else None
        if row is None or row.kind != "requested":
            raise Denied(f"nothing was asked for under the number {request}", "unknown")
        asked = msgspec.msgpack.decode(row.body, type=Requested)
        kind = {"payout": "payout", "adjust": "adjusted", "reverse": "reversed"}[asked.what]
        return Pending(row.seq, row.by, row.at, asked), kind

    @api.post(
        "/cage/requests/{number}/withdraw", "see_people", "Withdraw a request",
        name="withdraw_request", body=t.GivenReason,
    )  # fmt: skip
    @shielded
    async def withdraw(
        self, caller: Caller, number: t.Number, reason: str, *, key: Key = ""
    ) -> None:
        """Withdraw a request: by its requester, or by a person who might approve it."""
        desk, body = self._desk, Withdrawn(number, checked_reason(reason))
        async with desk.command(caller, key) as context:
            if desk.done_before(context, "withdrawn", body):
                return
            found = desk.drawers.request(number, context.at)
            if caller.person != found.by:
                right, _ = roles.TWO_PEOPLE[COMMANDS[found.asked.what]]
                roles.check(caller, right)
            await desk.write(context, "withdrawn", body)

    @api.get("/cage/requests", "see_people", "List requests", name="requests")
    async def waiting(self, caller: Caller) -> list[PendingApproval]:
        """Return pending requests: one's own, or all for persons who may approve."""
        desk, sees = self._desk, roles.may(caller.role, "approve_payout") or caller == ROOM
        now = desk.clock.now_ms()
        return [
            self._waits(found.row)
            for found in desk.drawers.waiting.values()
            if now < found.asked.until_ms and (sees or found.by == caller.person)
        ]

    def _waits(self, row: int) -> PendingApproval:
        """Return the open request written by this row."""
        found, _ = self._asked_for(row)
        asked = found.asked
        return PendingApproval(
            request=row, what=asked.what, person=asked.person,
            name=self._desk.person(asked.person).name, cents=asked.cents, reason=asked.reason,
            asked_by=found.by, asked_ms=found.at_ms, until_ms=asked.until_ms,
        )  # fmt: skip

    async def _answer(self, row: int) -> Receipt | PendingApproval:
        """Return the answer to a row, also on repetition."""
        found = next(self._desk.store.rows(STREAM, row - 1, 1))
        return self._waits(row) if found.kind == "requested" else await self._receipt(row)

    async def _receipt(self, row: int) -> Receipt:
        """Return the receipt of a row, read in a thread while the tables go on."""
        return await asyncio.to_thread(receipt, self._desk.store, self.terms.calendar, row)

    @api.get("/cage/receipts/{number}", "own_account", "Get a copy of a receipt", shown=copied)
    async def receipt(self, caller: Caller, number: t.Number) -> Receipt:
        """Return a receipt again; players may get those of their own account."""
        found = await self._receipt(number)
        if found.person != caller.person:
            roles.check(caller, "statement")
        return found

    async def balance(self, caller: Caller, person: int) -> int:
        """Return the balance of a wallet, in cents."""
        roles.check(caller, "own_account" if caller.person == person else "statement")
        self._desk.player(person)
        return self._desk.store.balance(wallet(person))

    @api.get("/me/statement", "own_account", "Get your own statement")
    async def own_statement(self, caller: Caller, most: t.Most = 100) -> Statement:
        """Return one's own account with its latest postings, newest first."""
        return await self.statement(caller, caller.person, most)

    @api.get("/people/{person}/statement", "own_account", "Get a person's statement")
    async def statement(self, caller: Caller, person: t.PersonNo, most: t.Most = 100) -> Statement:
        """Return an account with its latest postings, newest first; of others only for staff."""
        if caller.person != person:
            roles.check(caller, "statement")
        known = self._desk.player(person)
        return await asyncio.to_thread(self._statement, known, most)

    def _statement(self, known: Person, most: int) -> Statement:
        """Return a person's account with its latest postings, newest first."""
        account = wallet(known.id)
        with self._desk.store.snapshot() as books:
            balance = after = books.balance(account)
            lines = []
            for row, posting in books.statement(account, max(1, min(most, 1000))):
                cents = gained(account, posting)
                what = _line(account, row, posting)
                lines.append(Line(row.at, row.stream, row.seq, what, cents, after))
                after -= cents
        return Statement(known.id, known.name, cards.masked(known.card), balance, tuple(lines))


def _line(account: str, row: Row, posting: Posting) -> str:
    """Describe a posting of a wallet in words."""
    if row.kind in WORDS and row.stream == STREAM:
        reason = getattr(receipt_body(row), "reason", "")
        return f"{WORDS[row.kind]}: {reason}" if reason else WORDS[row.kind]
    into = posting.credit == account
    first, _, rest = (posting.debit if into else posting.credit).partition(":")
    where = f"table {rest.partition(':')[0]}" if first == "table" else first
    return f"from {where}" if into else f"to {where}"
