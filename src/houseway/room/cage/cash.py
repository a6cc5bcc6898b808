"""The cage: cash in, cash out, adjustments, and second signatures.

A cash row is written first, and takes effect once the books have accepted it. A wallet cannot go
below 0 under any interleaving, because the store refuses the row. Chips at tables are not in the
wallet, so they cannot be paid out; a player leaves the table first (CA-LTN-08). Every command that
moves money has a key of its caller. If it is sent twice, it is executed once and has one receipt.
"""

from __future__ import annotations

import asyncio

from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import CashMatter
from houseway.room.api.cage_types import CashAnswer, Line, PendingApproval, Receipt, Statement
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.approvals import Approvals
from houseway.room.approvals.waiting import Waiting
from houseway.room.cage.log import Adjusted, Cash, Reversed
from houseway.room.cage.receipts import gained, printed, receipt, receipt_body
from houseway.room.cage.requests import CageRequests, CashPayload
from houseway.room.cage.shifts import Shifts
from houseway.room.cage.state import MOST, STREAM, CageStream, CageTerms, checked_amount
from houseway.room.cage.table_money import TableMoney
from houseway.room.clock import Clock
from houseway.room.errors import Denied, checked_reason
from houseway.room.ledger import ADJUSTED, CASH, Posting, wallet
from houseway.room.people import cards
from houseway.room.store.group_commit import Writer
from houseway.room.store.interface import Person, Row, Store
from houseway.room.store.stream import CommandContext, read_in_thread, shielded

api = Endpoints("cage")
PAID_OUT = ("CA-LTN-08",)
WORDS = {"deposit": "cash in", "payout": "cash out", "adjusted": "adjustment",
         "reversed": "reversal"}  # fmt: skip


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
        *,
        approvals: Approvals | None = None,
    ) -> None:
        self.terms, self.heading = terms or CageTerms(), heading
        self.stream = self._desk = CageStream(store, writer, clock, self.terms)
        approvals = approvals or Approvals(store, clock)
        self.requests = CageRequests(self.stream, approvals, heading)
        self.shifts = Shifts(self.stream, self.requests)
        self.table_money = TableMoney(self.stream, self.requests)
        self.requests.executes("payout", self._pay_asked)
        self.requests.executes("adjust", self._adjust_asked)
        self.requests.executes("reverse", self._reverse_asked)

    @api.post(
        "/cage/deposits", "deposit", "Take cash in",
        body=t.Cash, shown=cash_answer, example=t.Cash(12, 20_000),
    )  # fmt: skip
    @shielded
    async def deposit(self, caller: Caller, person: int, cents: int, *, key: Key) -> Receipt:
        """Take cash in over the counter."""
        desk, asked = self._desk, CashPayload(person, checked_amount(cents))
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "deposit")
            if not row:
                await read_in_thread(lambda: desk.player(person))
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
        """Pay cash out of the wallet.

        It waits for a second person above the posted amount of the gaming day. Payouts to this
        person count, and all payouts by this cashier.
        """
        desk, asked = self._desk, CashPayload(person, checked_amount(cents))
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "payout", "requested")
            if not row:
                await read_in_thread(lambda: desk.player(person))
                shift = self._shift(caller)
                await self._covered(person, cents)
                if not self._pays_alone(context, asked):
                    row = await self.requests.ask(
                        context, "payout", asked, person=person, cents=cents, shift=shift
                    )
                else:
                    body = self._cash(context, "payout", asked, shift)
                    postings = [Posting(wallet(person), CASH, cents)]
                    row = await desk.write(context, "payout", body, postings, asked=asked)
            return await self._answer(row)

    def _pays_alone(self, context: CommandContext, asked: CashPayload) -> bool:
        """Return True if a payout needs no second person, by the sums of the gaming day."""
        alone, day = self._desk.drawers.alone, self._desk.day(context.at)
        return context.caller == ROOM or (
            alone["payout", day, asked.person] + asked.cents <= self.terms.payout
            and alone["cashier", day, context.caller.person] + asked.cents
            <= self.terms.cashier_payouts
        )

    def _adjusts_alone(self, context: CommandContext, asked: CashPayload) -> bool:
        """Return True if a correction needs no second person, by the sums of the gaming day."""
        alone, day = self._desk.drawers.alone, self._desk.day(context.at)
        most = self.terms.adjustment - abs(asked.cents)
        return context.caller == ROOM or (
            alone["adjusted", day, asked.person] <= most
            and alone["adjusts", day, context.caller.person] <= most
        )

    def _shift(self, caller: Caller) -> int:
        """Return the shift of the caller's drawer; 0 for the room itself."""
        if caller == ROOM:
            return 0
        drawer = self._desk.drawers.of(caller.person)
        if drawer is None:
            raise Denied("you have no open shift: count your drawer and open one")
        self._require_unlocked(drawer.shift)
        return drawer.shift

    def _require_unlocked(self, shift: int) -> None:
        """Raise Denied if a drawer was counted and waits for a supervisor."""
        if shift in self._desk.drawers.sealed:
            raise Denied(
                f"the drawer of shift {shift} was counted and waits for a supervisor; "
                "nothing goes in or out"
            )

    def _cash(
        self,
        context: CommandContext,
        kind: str,
        asked: CashPayload,
        shift: int,
        of: Waiting | None = None,
    ) -> Cash:
        """Return the body of a deposit or payout, with the person's total of the gaming day in
        cents.
        """
        day = self._desk.day(context.at)
        before = self._desk.drawers.today[kind, day, asked.person]
        today = before + asked.cents
        return Cash(
            person=asked.person, cents=asked.cents, shift=shift, day=day, today=today,
            large=before <= self.terms.large_cash < today,
            request=of.number if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip

    async def _covered(self, person: int, cents: int) -> None:
        """Refuse early, with the amount, a payout that the books would refuse."""
        store = self._desk.store
        there = await read_in_thread(lambda: store.balance(wallet(person)))
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

        It waits for a second person if the corrections of this account, or by this supervisor, are
        above the posted amount in the gaming day.
        """
        if checked_amount(cents, least=-MOST) == 0:
            raise Denied("an adjustment of nothing is none")
        desk, asked = self._desk, CashPayload(person, cents, checked_reason(reason))
        async with desk.command(caller, key) as context:
            row = await desk.before(context, asked, "adjusted", "requested")
            if not row:
                await read_in_thread(lambda: desk.player(person))
                await self._covered(person, -cents)
                if self._adjusts_alone(context, asked):
                    row = await self._adjust(context, asked)
                else:
                    row = await self.requests.ask(
                        context, "adjust", asked, person=person, cents=cents, reason=asked.reason
                    )
            return await self._answer(row)

    async def _adjust(
        self, context: CommandContext, asked: CashPayload, of: Waiting | None = None
    ) -> int:
        """Write an adjustment and return its row; ``of``: the approved request, None if it needs
        none.
        """
        account, cents = wallet(asked.person), asked.cents
        up = cents > 0
        posting = Posting(ADJUSTED, account, cents) if up else Posting(account, ADJUSTED, -cents)
        body = Adjusted(
            person=asked.person, cents=cents, reason=asked.reason, day=self._desk.day(context.at),
            request=of.number if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip
        done = CashPayload(row=of.number) if of else asked
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
            done = await desk.before(context, asked, "reversed", "requested")
            if not done:
                self._still_reversible(number, body)
                await self._covered(body.person, -cents)
                if self._adjusts_alone(context, asked):
                    done = await self._reverse(context, asked)
                else:
                    done = await self.requests.ask(
                        context, "reverse", asked, person=body.person, cents=cents, reason=reason,
                        shift=body.shift, row=number,
                    )  # fmt: skip
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
        self._require_unlocked(body.shift)

    async def _reverse(
        self, context: CommandContext, asked: CashPayload, of: Waiting | None = None
    ) -> int:
        """Write the reversal of a deposit or payout, and return its row."""
        desk = self._desk
        row, original = self._reversible(asked.row)
        self._still_reversible(asked.row, original)
        body = Reversed(
            row=row.seq, person=asked.person, cents=asked.cents, reason=asked.reason,
            shift=original.shift, day=original.day,
            request=of.number if of else 0, asked_by=of.by if of else 0,
        )  # fmt: skip
        moved = desk.store.postings(STREAM, row.seq - 1, row.seq)
        back = [written.posting.reversed() for written in moved]
        done = CashPayload(row=of.number) if of else asked
        return await desk.write(context, "reversed", body, back, asked=done)

    async def _pay_asked(self, context: CommandContext, found: Waiting, reason: str) -> int:
        """Carry out a payout that was asked for, and return its row."""
        asked, matter = _asked(found)
        await self._covered(asked.person, asked.cents)
        if matter.shift:
            self._require_unlocked(matter.shift)
        body = self._cash(context, "payout", asked, matter.shift, found)
        postings = [Posting(wallet(asked.person), CASH, asked.cents)]
        done = CashPayload(row=found.number)
        return await self._desk.write(context, "payout", body, postings, asked=done)

    async def _adjust_asked(self, context: CommandContext, found: Waiting, reason: str) -> int:
        """Carry out an adjustment that was asked for, and return its row."""
        return await self._adjust(context, _asked(found)[0], found)

    async def _reverse_asked(self, context: CommandContext, found: Waiting, reason: str) -> int:
        """Carry out a reversal that was asked for, and return its row."""
        return await self._reverse(context, _asked(found)[0], found)

    async def _answer(self, row: int) -> Receipt | PendingApproval:
        """Return the answer to a row, also on repetition."""
        store = self._desk.store
        found = await read_in_thread(lambda: next(store.rows(STREAM, row - 1, 1)))
        if found.kind == "requested":
            return self.requests.pending(row)
        return await self._receipt(row)

    async def _receipt(self, row: int) -> Receipt:
        """Return the receipt of a row, read in a thread while the tables go on."""
        desk = self._desk
        return await read_in_thread(lambda: receipt(desk.store, self.terms.calendar, row))

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


def _asked(found: Waiting) -> tuple[CashPayload, CashMatter]:
    """Return the command that a request asks for, and its matter."""
    matter = found.matter
    assert isinstance(matter, CashMatter)
    return CashPayload(matter.person, matter.cents, found.why, matter.row), matter


def _line(account: str, row: Row, posting: Posting) -> str:
    """Describe a posting of a wallet in words."""
    if row.kind in WORDS and row.stream == STREAM:
        reason = getattr(receipt_body(row), "reason", "")
        return f"{WORDS[row.kind]}: {reason}" if reason else WORDS[row.kind]
    into = posting.credit == account
    first, _, rest = (posting.debit if into else posting.credit).partition(":")
    where = f"table {rest.partition(':')[0]}" if first == "table" else first
    return f"from {where}" if into else f"to {where}"
