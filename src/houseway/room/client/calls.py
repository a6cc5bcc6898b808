"""Every call of the API, made from the endpoints by ``make contract``; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Literal

from houseway.game.face.layout import Layout
from houseway.hints.answers import Hint
from houseway.odds_service.controls import PostedControls
from houseway.room.api.approval_types import Approval, Approved, Proposal, Vouch
from houseway.room.api.audit_types import (
    BackupMade,
    Consistency,
    Heads,
    Inclusion,
    Program,
    Report,
    Significant,
    TreeHeadList,
)
from houseway.room.api.cage_types import (
    CashAnswer,
    Collection,
    Count,
    DayReport,
    DropReport,
    OpenShift,
    PendingApproval,
    Shift,
    Statement,
    TrialBalance,
)
from houseway.room.api.history_types import RoundDetail, RoundListed, RoundShown
from houseway.room.api.lab_types import (
    BankrollAnswer,
    ChancesAnswer,
    OddsAnswer,
    PlayAnswer,
    SheetAnswer,
    Simulation,
    SimulationWish,
    TableEdge,
    TablesAnswer,
    TunedAnswer,
)
from houseway.room.api.record_types import PublicRecord
from houseway.room.api.table_types import (
    Answer,
    ChairSeen,
    MeterChange,
    MeterReport,
    Refund,
    RulingKnown,
    RulingPreview,
    TableSeen,
    VoidAnswer,
    Waiter,
    Whereabouts,
)
from houseway.room.api.types import (
    AccountOpened,
    Adjustment,
    Card,
    Cash,
    CountedDrawer,
    DayBody,
    Filled,
    GivenReason,
    GuestCard,
    GuestWish,
    Known,
    LoginAnswer,
    Me,
    MeterProposal,
    MoveTicket,
    NewAccount,
    NewCard,
    NewName,
    NewRole,
    NewStaff,
    OptionalReason,
    PersonChange,
    PinChange,
    PinReset,
    PostingProposal,
    Registration,
    RoomInfo,
    RulingBody,
    RulingMade,
    SeatCommand,
    SeatMove,
    SeatOther,
    Swiped,
    TableDetail,
    TableLine,
    TableOpening,
    TermsBody,
    TransferProposal,
)
from houseway.room.client.requests import WAIT_MS, Calls
from houseway.sheets.conformance.clause import ClauseSheet
from houseway.sheets.rulebook_pages.book import GameBook
from houseway.sheets.rulebook_pages.clause_card import ClauseCard
from houseway.sheets.rulebook_pages.index import BookLine, DealtWith
from houseway.sheets.rulebook_pages.matrix import MatrixBook
from houseway.sheets.search.index import Searched


# fmt: off
class ApiCalls(Calls):
    """The calls of a station, by the names of their endpoints."""

    async def login(self, card: str, pin: str, station: str, key: str = "") -> LoginAnswer:
        """POST /login: Log in with card and PIN."""
        return await self.typed(
            "POST", "/login", LoginAnswer, body=Card(card, pin, station), key=key,
        )

    async def guest_card(self, station: str, name: str = "", key: str = "") -> GuestCard:
        """POST /guest: Take a guest card."""
        return await self.typed("POST", "/guest", GuestCard, body=GuestWish(station, name), key=key)

    async def logout(self, key: str = "") -> None:
        """POST /logout: Log out."""
        await self.reply("POST", "/logout", key=key)

    async def me(self) -> Me:
        """GET /me: Get your own account."""
        return await self.typed("GET", "/me", Me)

    async def open_account(
        self, name: str, pin: str, card: str | None = None, firm: str = "", key: str = "",
    ) -> AccountOpened:
        """POST /people: Open an account."""
        return await self.typed(
            "POST", "/people", AccountOpened, body=NewAccount(name, pin, card, firm), key=key,
        )

    async def hire(
        self,
        role: Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin", "display", "bot"],
        name: str, pin: str, card: str | None = None, key: str = "",
    ) -> AccountOpened:
        """POST /staff: Add a member of the staff."""
        return await self.typed(
            "POST", "/staff", AccountOpened, body=NewStaff(role, name, pin, card), key=key,
        )

    async def everybody(self, like: str = "") -> list[Known]:
        """GET /people: List cardholders."""
        return await self.typed("GET", "/people", list[Known], query={"like": like})

    async def with_card(self, card: str) -> Known:
        """POST /people/find: Find the owner of a card."""
        return await self.typed("POST", "/people/find", Known, body=Swiped(card))

    async def known(self, person: int) -> Known:
        """GET /people/{person}: Get a person."""
        return await self.typed("GET", f"/people/{person}", Known)

    async def change_pin(self, old: str, new: str, key: str = "") -> None:
        """POST /me/pin: Change your PIN."""
        await self.reply("POST", "/me/pin", body=PinChange(old, new), key=key)

    async def reset_pin(self, person: int, new: str, reason: str, key: str = "") -> PersonChange:
        """POST /people/{person}/pin: Reset a PIN."""
        return await self.typed(
            "POST", f"/people/{person}/pin", PersonChange, body=PinReset(new, reason), key=key,
        )

    async def new_card(
        self, person: int, reason: str, card: str | None = None, key: str = "",
    ) -> AccountOpened:
        """POST /people/{person}/card: Replace a card."""
        return await self.typed(
            "POST", f"/people/{person}/card", AccountOpened, body=NewCard(reason, card), key=key,
        )

    async def lock(self, person: int, reason: str, key: str = "") -> None:
        """POST /people/{person}/lock: Lock a card."""
        await self.reply("POST", f"/people/{person}/lock", body=GivenReason(reason), key=key)

    async def unlock(self, person: int, reason: str, key: str = "") -> None:
        """POST /people/{person}/unlock: Unlock a card."""
        await self.reply("POST", f"/people/{person}/unlock", body=GivenReason(reason), key=key)

    async def readmit(self, person: int, reason: str, key: str = "") -> None:
        """POST /people/{person}/readmit: End an exclusion."""
        await self.reply("POST", f"/people/{person}/readmit", body=GivenReason(reason), key=key)

    async def rename(self, person: int, name: str, key: str = "") -> PersonChange:
        """POST /people/{person}/name: Correct a name."""
        return await self.typed(
            "POST", f"/people/{person}/name", PersonChange, body=NewName(name), key=key,
        )

    async def set_role(
        self, person: int,
        role: Literal["dealer", "cashier", "supervisor", "floor", "auditor", "admin"], reason: str,
        key: str = "",
    ) -> PersonChange:
        """POST /people/{person}/role: Change a role."""
        return await self.typed(
            "POST", f"/people/{person}/role", PersonChange, body=NewRole(role, reason), key=key,
        )

    async def exclude(self, person: int, reason: str, key: str = "") -> None:
        """POST /people/{person}/exclude: Exclude a player."""
        await self.reply("POST", f"/people/{person}/exclude", body=GivenReason(reason), key=key)

    async def deposit(self, person: int, cents: int, key: str = "") -> CashAnswer:
        """POST /cage/deposits: Take cash in."""
        return await self.typed(
            "POST", "/cage/deposits", CashAnswer, body=Cash(person, cents), key=key,
        )

    async def payout(self, person: int, cents: int, key: str = "") -> CashAnswer:
        """POST /cage/payouts: Pay cash out."""
        return await self.typed(
            "POST", "/cage/payouts", CashAnswer, body=Cash(person, cents), key=key,
        )

    async def adjust(self, person: int, cents: int, reason: str, key: str = "") -> CashAnswer:
        """POST /cage/adjustments: Adjust an account."""
        return await self.typed(
            "POST", "/cage/adjustments", CashAnswer, body=Adjustment(person, cents, reason),
            key=key,
        )

    async def reverse(self, number: int, reason: str, key: str = "") -> CashAnswer:
        """POST /cage/receipts/{number}/reverse: Reverse a keying error."""
        return await self.typed(
            "POST", f"/cage/receipts/{number}/reverse", CashAnswer, body=GivenReason(reason),
            key=key,
        )

    async def receipt(self, number: int) -> CashAnswer:
        """GET /cage/receipts/{number}: Get a copy of a receipt."""
        return await self.typed("GET", f"/cage/receipts/{number}", CashAnswer)

    async def own_statement(self, most: int = 100) -> Statement:
        """GET /me/statement: Get your own statement."""
        return await self.typed("GET", "/me/statement", Statement, query={"most": most})

    async def statement(self, person: int, most: int = 100) -> Statement:
        """GET /people/{person}/statement: Get a person's statement."""
        return await self.typed(
            "GET", f"/people/{person}/statement", Statement, query={"most": most},
        )

    async def approve(self, number: int, key: str = "") -> CashAnswer:
        """POST /cage/requests/{number}/approve: Approve a request."""
        return await self.typed("POST", f"/cage/requests/{number}/approve", CashAnswer, key=key)

    async def withdraw_request(self, number: int, reason: str, key: str = "") -> None:
        """POST /cage/requests/{number}/withdraw: Withdraw a request."""
        await self.reply(
            "POST", f"/cage/requests/{number}/withdraw", body=GivenReason(reason), key=key,
        )

    async def requests(self) -> list[PendingApproval]:
        """GET /cage/requests: List requests."""
        return await self.typed("GET", "/cage/requests", list[PendingApproval])

    async def open_shift(
        self, cents: int, shift: int = 0, reason: str = "", key: str = "",
    ) -> Shift:
        """POST /cage/shifts: Open a shift."""
        return await self.typed(
            "POST", "/cage/shifts", Shift, body=CountedDrawer(cents, shift, reason), key=key,
        )

    async def count_shift(
        self, cents: int, shift: int = 0, reason: str = "", key: str = "",
    ) -> Count:
        """POST /cage/shifts/count: Count a drawer."""
        return await self.typed(
            "POST", "/cage/shifts/count", Count, body=CountedDrawer(cents, shift, reason), key=key,
        )

    async def close_shift(
        self, cents: int, shift: int = 0, reason: str = "", key: str = "",
    ) -> Count:
        """POST /cage/shifts/close: Close a shift."""
        return await self.typed(
            "POST", "/cage/shifts/close", Count, body=CountedDrawer(cents, shift, reason), key=key,
        )

    async def own_shift(self) -> OpenShift:
        """GET /cage/shifts/mine: Get your own shift."""
        return await self.typed("GET", "/cage/shifts/mine", OpenShift)

    async def shifts(self) -> list[Count]:
        """GET /cage/shifts: List open shifts."""
        return await self.typed("GET", "/cage/shifts", list[Count])

    async def closed_shifts(self, day: str = "") -> list[Count]:
        """GET /reports/shifts: List closed shifts."""
        return await self.typed("GET", "/reports/shifts", list[Count], query={"day": day})

    async def trial_balance(self, day: str = "") -> TrialBalance:
        """GET /reports/trial: Get the trial balance."""
        return await self.typed("GET", "/reports/trial", TrialBalance, query={"day": day})

    async def day_report(self, day: str = "") -> DayReport:
        """GET /reports/day: Get the report of a gaming day."""
        return await self.typed("GET", "/reports/day", DayReport, query={"day": day})

    async def close_day(self, day: str = "", key: str = "") -> TrialBalance:
        """POST /reports/day/close: Close a gaming day."""
        return await self.typed(
            "POST", "/reports/day/close", TrialBalance, body=DayBody(day), key=key,
        )

    async def collect(self, table: str, key: str = "") -> Collection:
        """POST /tables/{table}/drop: Collect the drop."""
        return await self.typed("POST", f"/tables/{table}/drop", Collection, key=key)

    async def fill(self, table: str, cents: int, reason: str = "", key: str = "") -> Collection:
        """POST /tables/{table}/fill: Fill a table."""
        return await self.typed(
            "POST", f"/tables/{table}/fill", Collection, body=Filled(cents, reason), key=key,
        )

    async def credit(self, table: str, cents: int, reason: str = "", key: str = "") -> Collection:
        """POST /tables/{table}/credit: Take a credit from a table."""
        return await self.typed(
            "POST", f"/tables/{table}/credit", Collection, body=Filled(cents, reason), key=key,
        )

    async def room_info(self) -> RoomInfo:
        """GET /room: Get the name and games of the room."""
        return await self.typed("GET", "/room", RoomInfo)

    async def tables(self) -> list[TableLine]:
        """GET /tables: List tables."""
        return await self.typed("GET", "/tables", list[TableLine])

    async def table_seen(self, table: str) -> TableDetail:
        """GET /tables/{table}: Get a table."""
        return await self.typed("GET", f"/tables/{table}", TableDetail)

    async def layout(self, table: str) -> Layout:
        """GET /tables/{table}/layout: Get the layout of a table."""
        return await self.typed("GET", f"/tables/{table}/layout", Layout)

    async def seat(
        self, table: str, do: Literal["sit", "leave", "away", "back", "ready", "top_up"],
        seat: int = 0, cents: int = 0, key: str = "",
    ) -> Answer:
        """POST /tables/{table}/seat: Change your own seat."""
        return await self.typed(
            "POST", f"/tables/{table}/seat", Answer, body=SeatCommand(do, seat, cents), key=key,
        )

    async def register(self, game: str, cents: int, table: str = "", key: str = "") -> Whereabouts:
        """POST /waiting: Register for a game."""
        return await self.typed(
            "POST", "/waiting", Whereabouts, body=Registration(game, cents, table), key=key,
        )

    async def places(self) -> list[Whereabouts]:
        """GET /waiting: List your places on waiting lists."""
        return await self.typed("GET", "/waiting", list[Whereabouts])

    async def withdraw(self, game: str, key: str = "") -> None:
        """DELETE /waiting/{game}: Leave a waiting list."""
        await self.reply("DELETE", f"/waiting/{game}", key=key)

    async def hint(self, table: str) -> Hint:
        """GET /tables/{table}/hint: Get a hint for your own question."""
        return await self.typed("GET", f"/tables/{table}/hint", Hint)

    async def floor_tables(self) -> list[TableSeen]:
        """GET /floor/tables: List tables for the floor."""
        return await self.typed("GET", "/floor/tables", list[TableSeen])

    async def floor_table(self, table: str) -> TableSeen:
        """GET /floor/tables/{table}: Get a table for the floor."""
        return await self.typed("GET", f"/floor/tables/{table}", TableSeen)

    async def open_table(
        self, table: str, game: str = "", posting: dict[str, str | int | bool] | None = None,
        terms: TermsBody | None = None, key: str = "",
    ) -> Answer:
        """POST /floor/tables/{table}/open: Open a table."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/open", Answer, body=TableOpening(game, posting, terms),
            key=key,
        )

    async def pause_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """POST /floor/tables/{table}/pause: Pause a table."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/pause", Answer, body=OptionalReason(reason), key=key,
        )

    async def resume_table(self, table: str, key: str = "") -> Answer:
        """POST /floor/tables/{table}/resume: Resume a table."""
        return await self.typed("POST", f"/floor/tables/{table}/resume", Answer, key=key)

    async def close_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """POST /floor/tables/{table}/close: Close a table."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/close", Answer, body=OptionalReason(reason), key=key,
        )

    async def clear_fault(self, table: str, reason: str, key: str = "") -> Answer:
        """POST /floor/tables/{table}/clear: Clear a fault."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/clear", Answer, body=GivenReason(reason), key=key,
        )

    async def preview_void(self, table: str) -> Refund:
        """GET /floor/tables/{table}/void: Preview a void."""
        return await self.typed("GET", f"/floor/tables/{table}/void", Refund)

    async def void_round(self, table: str, reason: str, key: str = "") -> VoidAnswer:
        """POST /floor/tables/{table}/void: Void the unfinished round."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/void", VoidAnswer, body=GivenReason(reason), key=key,
        )

    async def rulings(self, table: str) -> list[RulingKnown]:
        """GET /floor/tables/{table}/rulings: List rulings."""
        return await self.typed("GET", f"/floor/tables/{table}/rulings", list[RulingKnown])

    async def preview_ruling(
        self, table: str, name: str, seat: int = 0, pieces: str = "", amount: int = 0,
        reason: str = "",
    ) -> RulingPreview:
        """POST /floor/tables/{table}/rulings/preview: Preview a ruling."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/rulings/preview", RulingPreview,
            body=RulingBody(name, seat, pieces, amount, reason),
        )

    async def make_ruling(
        self, table: str, name: str, seq: int, seat: int = 0, pieces: str = "", amount: int = 0,
        reason: str = "", second: str = "", key: str = "",
    ) -> Answer:
        """POST /floor/tables/{table}/rulings: Make a ruling."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/rulings", Answer,
            body=RulingMade(name, seat, pieces, amount, reason, seq=seq, second=second), key=key,
        )

    async def chairs(self, table: str) -> list[ChairSeen]:
        """GET /floor/tables/{table}/chairs: List the seats of a table."""
        return await self.typed("GET", f"/floor/tables/{table}/chairs", list[ChairSeen])

    async def waiting_lists(self, game: str = "") -> list[Waiter]:
        """GET /floor/waiting: List the waiting lists."""
        return await self.typed("GET", "/floor/waiting", list[Waiter], query={"game": game})

    async def take_off(self, game: str, person: int, key: str = "") -> None:
        """DELETE /floor/waiting/{game}/{person}: Remove a person from a list."""
        await self.reply("DELETE", f"/floor/waiting/{game}/{person}", key=key)

    async def call_next(self, key: str = "") -> None:
        """POST /floor/waiting/call: Call the next person."""
        await self.reply("POST", "/floor/waiting/call", key=key)

    async def seat_other(
        self, table: str, person: int, cents: int, seat: int = 0, key: str = "",
    ) -> Answer:
        """POST /floor/tables/{table}/chairs: Seat a person."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/chairs", Answer, body=SeatOther(person, cents, seat),
            key=key,
        )

    async def unseat(self, table: str, person: int, reason: str, key: str = "") -> Answer:
        """POST /floor/tables/{table}/chairs/{person}/end: End a person's seat."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/chairs/{person}/end", Answer, body=GivenReason(reason),
            key=key,
        )

    async def move(
        self, table: str, person: int, to: str, reason: str, seat: int = 0, key: str = "",
    ) -> MoveTicket:
        """POST /floor/tables/{table}/chairs/{person}/move: Move a person."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/chairs/{person}/move", MoveTicket,
            body=SeatMove(to, reason, seat), key=key,
        )

    async def meters(self, table: str = "") -> MeterReport:
        """GET /floor/meters: Reconcile the meters."""
        return await self.typed("GET", "/floor/meters", MeterReport, query={"table": table})

    async def meter_history(
        self, table: str, spot: str, number: int = 0, most: int = 100,
    ) -> list[MeterChange]:
        """GET /floor/tables/{table}/meters/{spot}: Get the history of a meter."""
        return await self.typed(
            "GET", f"/floor/tables/{table}/meters/{spot}", list[MeterChange],
            query={"number": number, "most": most},
        )

    async def propose_meter(
        self, table: str, spot: str, cents: int, reason: str, number: int = 0,
        in_transit: bool = False, key: str = "",
    ) -> Proposal:
        """POST /floor/tables/{table}/meters: Propose to change a meter."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/meters", Proposal,
            body=MeterProposal(spot, cents, reason, number, in_transit), key=key,
        )

    async def propose_transfer(
        self, table: str, spot: str, to: str, reason: str, number: int = 0, key: str = "",
    ) -> Proposal:
        """POST /floor/tables/{table}/meters/transfer: Propose to move a meter."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/meters/transfer", Proposal,
            body=TransferProposal(spot, to, reason, number), key=key,
        )

    async def propose_posting(
        self, table: str, reason: str, game: str = "",
        posting: dict[str, str | int | bool] | None = None, terms: TermsBody | None = None,
        key: str = "",
    ) -> Proposal:
        """POST /floor/tables/{table}/posting: Propose a posting."""
        return await self.typed(
            "POST", f"/floor/tables/{table}/posting", Proposal,
            body=PostingProposal(reason, game, posting, terms), key=key,
        )

    async def proposals(self) -> list[Proposal]:
        """GET /floor/proposals: List proposals."""
        return await self.typed("GET", "/floor/proposals", list[Proposal])

    async def withdraw_proposal(self, number: int, reason: str = "", key: str = "") -> None:
        """POST /floor/proposals/{number}/withdraw: Withdraw a proposal."""
        await self.reply(
            "POST", f"/floor/proposals/{number}/withdraw", body=OptionalReason(reason), key=key,
        )

    async def confirm(self, number: int, key: str = "") -> Answer:
        """POST /floor/proposals/{number}/confirm: Confirm a proposal."""
        return await self.typed("POST", f"/floor/proposals/{number}/confirm", Answer, key=key)

    async def approvals(self) -> list[Approval]:
        """GET /approvals: List what waits for a second person."""
        return await self.typed("GET", "/approvals", list[Approval])

    async def approve_waiting(
        self, id: str, card: str = "", pin: str = "", reason: str = "", key: str = "",
    ) -> Approved:
        """POST /approvals/{id}/approve: Approve as the second person."""
        return await self.typed(
            "POST", f"/approvals/{id}/approve", Approved, body=Vouch(card, pin, reason), key=key,
        )

    async def withdraw_waiting(self, id: str, reason: str = "", key: str = "") -> None:
        """POST /approvals/{id}/withdraw: Withdraw what waits."""
        await self.reply("POST", f"/approvals/{id}/withdraw", body=OptionalReason(reason), key=key)

    async def rounds(
        self, table: str, most: int = 10, before: int = 0, told: bool = False,
    ) -> list[RoundListed]:
        """GET /tables/{table}/rounds: List the last rounds of a table."""
        return await self.typed(
            "GET", f"/tables/{table}/rounds", list[RoundListed],
            query={"most": most, "before": before, "told": told},
        )

    async def round_told(self, table: str, number: int) -> RoundDetail:
        """GET /tables/{table}/rounds/{number}: Get a round step by step."""
        return await self.typed("GET", f"/tables/{table}/rounds/{number}", RoundDetail)

    async def round_shown(self, table: str, number: int) -> RoundShown:
        """GET /tables/{table}/rounds/{number}/steps: Get a round to show again."""
        return await self.typed("GET", f"/tables/{table}/rounds/{number}/steps", RoundShown)

    async def round_record(self, table: str, number: int) -> str:
        """GET /tables/{table}/rounds/{number}/record: Get the record of a round."""
        return await self.text("GET", f"/tables/{table}/rounds/{number}/record")

    async def round_proof(self, table: str, number: int) -> PublicRecord:
        """GET /tables/{table}/rounds/{number}/proof: Get the proof of a round."""
        return await self.typed("GET", f"/tables/{table}/rounds/{number}/proof", PublicRecord)

    async def round_phh(self, table: str, number: int) -> str:
        """GET /tables/{table}/rounds/{number}/phh: Get a poker hand as PHH."""
        return await self.text("GET", f"/tables/{table}/rounds/{number}/phh")

    async def own_rounds(
        self, most: int = 10, before_ms: int = 0, told: bool = False,
    ) -> list[RoundListed]:
        """GET /me/rounds: List your own last rounds."""
        return await self.typed(
            "GET", "/me/rounds", list[RoundListed],
            query={"most": most, "before_ms": before_ms, "told": told},
        )

    async def rounds_of(self, person: int, most: int = 10, before_ms: int = 0) -> list[RoundListed]:
        """GET /people/{person}/rounds: List a person's last rounds."""
        return await self.typed(
            "GET", f"/people/{person}/rounds", list[RoundListed],
            query={"most": most, "before_ms": before_ms},
        )

    async def events(
        self, since: int = 0, until: int = 0, stream: str = "", about: str = "", by: int = 0,
        most: int = 100,
    ) -> list[Significant]:
        """GET /floor/events: List significant events."""
        return await self.typed(
            "GET", "/floor/events", list[Significant],
            query={"since": since, "until": until, "stream": stream, "about": about, "by": by, "most": most},
        )

    async def drop_report(self, day: str = "") -> DropReport:
        """GET /reports/drop: Get the drop report."""
        return await self.typed("GET", "/reports/drop", DropReport, query={"day": day})

    async def audit(self, key: str = "") -> Report:
        """POST /audit: Audit the books."""
        return await self.typed("POST", "/audit", Report, key=key)

    async def signed_heads(self, key: str = "") -> Heads:
        """POST /audit/heads: Export signed heads of the logs."""
        return await self.typed("POST", "/audit/heads", Heads, key=key)

    async def backup(self, key: str = "") -> BackupMade:
        """POST /audit/backup: Back up the books."""
        return await self.typed("POST", "/audit/backup", BackupMade, key=key)

    async def running_program(self) -> Program:
        """GET /audit/program: Identify the running program."""
        return await self.typed("GET", "/audit/program", Program)

    async def export_csv(self, table: str, day: str = "") -> bytes:
        """GET /export/{table}: Export gaming data as CSV."""
        return await self.file("GET", f"/export/{table}", query={"day": day})

    async def export_lines(self, table: str, day: str = "") -> bytes:
        """GET /export/{table}/lines: Export gaming data as JSON lines."""
        return await self.file("GET", f"/export/{table}/lines", query={"day": day})

    async def tree_heads(self, after: int = 0) -> TreeHeadList:
        """GET /tree-heads: List published tree heads."""
        return await self.typed("GET", "/tree-heads", TreeHeadList, query={"after": after})

    async def tree_consistency(self, first: int, second: int) -> Consistency:
        """GET /tree-heads/consistency: Prove that a tree head continues an earlier one."""
        return await self.typed(
            "GET", "/tree-heads/consistency", Consistency, query={"first": first, "second": second},
        )

    async def tree_inclusion(self, stream: str, row: int, hash: str, number: int) -> Inclusion:
        """GET /tree-heads/inclusion: Prove that a row is in a published tree head."""
        return await self.typed(
            "GET", "/tree-heads/inclusion", Inclusion,
            query={"stream": stream, "row": row, "hash": hash, "number": number},
        )

    async def rules_index(self) -> list[BookLine]:
        """GET /rules: List the games of the rulebook."""
        return await self.typed("GET", "/rules", list[BookLine])

    async def rules_of(self, game: str) -> GameBook:
        """GET /rules/{game}: Get the rules of a game."""
        return await self.typed("GET", f"/rules/{game}", GameBook)

    async def rules_at(self, table: str) -> GameBook:
        """GET /tables/{table}/rules: Get the rules of a table."""
        return await self.typed("GET", f"/tables/{table}/rules", GameBook)

    async def rules_matrix(self, game: str) -> MatrixBook:
        """GET /rules/{game}/matrix: Get the clause matrix of a game."""
        return await self.typed("GET", f"/rules/{game}/matrix", MatrixBook)

    async def rules_pieces(self, game: str) -> DealtWith:
        """GET /rules/{game}/pieces: Get the pieces of a game."""
        return await self.typed("GET", f"/rules/{game}/pieces", DealtWith)

    async def rules_clause(self, game: str, clause: str) -> ClauseSheet:
        """GET /rules/{game}/clauses/{clause}: Get a clause with its code and cases."""
        return await self.typed("GET", f"/rules/{game}/clauses/{clause}", ClauseSheet)

    async def rules_sign(self, game: str, only: Literal["", "sign", "card"] = "") -> str:
        """GET /rules/{game}/sign: Get the sign of a game."""
        return await self.text("GET", f"/rules/{game}/sign", query={"only": only})

    async def table_sign(self, table: str, only: Literal["", "sign", "card"] = "") -> str:
        """GET /tables/{table}/sign: Get the sign of a table."""
        return await self.text("GET", f"/tables/{table}/sign", query={"only": only})

    async def one_clause(self, clause: str, game: str = "") -> ClauseCard:
        """GET /clauses/{clause}: Get a clause in words."""
        return await self.typed("GET", f"/clauses/{clause}", ClauseCard, query={"game": game})

    async def search(
        self, q: str, most: int = 20,
        kind: Literal["", "game", "wager", "word", "posting", "clause", "reading"] = "",
    ) -> Searched:
        """GET /search: Search the rulebook."""
        return await self.typed(
            "GET", "/search", Searched, query={"q": q, "most": most, "kind": kind},
        )

    async def lab_posting(self, game: str, posting: str = "") -> PostedControls:
        """GET /lab/games/{game}/posting: Get the posted options of a game."""
        return await self.typed(
            "GET", f"/lab/games/{game}/posting", PostedControls, query={"posting": posting},
        )

    async def lab_odds(self, game: str, posting: str = "", wait: int = WAIT_MS) -> OddsAnswer:
        """GET /lab/games/{game}/odds: Get the odds of each wager."""
        return await self.typed(
            "GET", f"/lab/games/{game}/odds", OddsAnswer, query={"posting": posting, "wait": wait},
        )

    async def lab_csv(self, game: str, posting: str = "", wait: int = WAIT_MS) -> bytes:
        """GET /lab/games/{game}/odds.csv: Get the odds as CSV."""
        return await self.file(
            "GET", f"/lab/games/{game}/odds.csv", query={"posting": posting, "wait": wait},
        )

    async def lab_json(self, game: str, posting: str = "", wait: int = WAIT_MS) -> bytes:
        """GET /lab/games/{game}/odds.json: Get the odds as a file."""
        return await self.file(
            "GET", f"/lab/games/{game}/odds.json", query={"posting": posting, "wait": wait},
        )

    async def lab_tables(
        self, game: str, wager: str, posting: str = "", wait: int = WAIT_MS,
    ) -> TablesAnswer:
        """GET /lab/games/{game}/wagers/{wager}/tables: Get a wager's edge by pay table and decks."""
        return await self.typed(
            "GET", f"/lab/games/{game}/wagers/{wager}/tables", TablesAnswer,
            query={"posting": posting, "wait": wait},
        )

    async def lab_play(self, game: str, posting: str = "", wait: int = WAIT_MS) -> PlayAnswer:
        """GET /lab/games/{game}/play: Get the best play of a game."""
        return await self.typed(
            "GET", f"/lab/games/{game}/play", PlayAnswer, query={"posting": posting, "wait": wait},
        )

    async def lab_bankroll(
        self, game: str, wager: str, posting: str = "", unit: int = 1000, purse: int = 50000,
        rounds: int = 1000, hour: int = 70, wait: int = WAIT_MS,
    ) -> BankrollAnswer:
        """GET /lab/games/{game}/wagers/{wager}/bankroll: Get the effect of a wager on a bankroll."""
        return await self.typed(
            "GET", f"/lab/games/{game}/wagers/{wager}/bankroll", BankrollAnswer,
            query={"posting": posting, "unit": unit, "purse": purse, "rounds": rounds, "hour": hour, "wait": wait},
        )

    async def lab_tune(
        self, game: str, wager: str, edge: str, posting: str = "", within: str = "", keep: str = "",
        wait: int = WAIT_MS,
    ) -> TunedAnswer:
        """GET /lab/games/{game}/wagers/{wager}/tune: Find pays for a target edge."""
        return await self.typed(
            "GET", f"/lab/games/{game}/wagers/{wager}/tune", TunedAnswer,
            query={"edge": edge, "posting": posting, "within": within, "keep": keep, "wait": wait},
        )

    async def lab_equity(
        self, game: str, hands: str, posting: str = "", board: str = "", dead: str = "",
        wait: int = WAIT_MS,
    ) -> ChancesAnswer:
        """GET /lab/games/{game}/equity: Get the equity of poker hands."""
        return await self.typed(
            "GET", f"/lab/games/{game}/equity", ChancesAnswer,
            query={"hands": hands, "posting": posting, "board": board, "dead": dead, "wait": wait},
        )

    async def lab_par(
        self, game: str, posting: str = "", form: Literal["html", "pdf"] = "html",
        paper: Literal["a4", "letter"] = "a4", wait: int = WAIT_MS,
    ) -> SheetAnswer:
        """GET /lab/games/{game}/par: Order a PAR sheet."""
        return await self.typed(
            "GET", f"/lab/games/{game}/par", SheetAnswer,
            query={"posting": posting, "form": form, "paper": paper, "wait": wait},
        )

    async def lab_par_html(
        self, game: str, posting: str = "", paper: Literal["a4", "letter"] = "a4",
    ) -> str:
        """GET /lab/games/{game}/par.html: Get the PAR sheet of a game."""
        return await self.text(
            "GET", f"/lab/games/{game}/par.html", query={"posting": posting, "paper": paper},
        )

    async def lab_par_pdf(
        self, game: str, posting: str = "", paper: Literal["a4", "letter"] = "a4",
    ) -> bytes:
        """GET /lab/games/{game}/par.pdf: Get the PAR sheet as PDF."""
        return await self.file(
            "GET", f"/lab/games/{game}/par.pdf", query={"posting": posting, "paper": paper},
        )

    async def lab_simulate(
        self, game: str, wager: str, posting: str = "", rounds: int = 20000000, seed: int = 1,
        key: str = "",
    ) -> Simulation:
        """POST /lab/simulations: Begin a simulation."""
        return await self.typed(
            "POST", "/lab/simulations", Simulation,
            body=SimulationWish(game, wager, posting, rounds, seed), key=key,
        )

    async def lab_simulation(self, run: str) -> Simulation:
        """GET /lab/simulations/{run}: Get the progress of a simulation."""
        return await self.typed("GET", f"/lab/simulations/{run}", Simulation)

    async def lab_stop(self, run: str, key: str = "") -> Simulation:
        """DELETE /lab/simulations/{run}: Stop a simulation."""
        return await self.typed("DELETE", f"/lab/simulations/{run}", Simulation, key=key)

    async def table_odds(self, table: str, wait: int = WAIT_MS) -> OddsAnswer:
        """GET /tables/{table}/odds: Get the odds of a table."""
        return await self.typed("GET", f"/tables/{table}/odds", OddsAnswer, query={"wait": wait})

    async def lab_edges(self) -> list[TableEdge]:
        """GET /lab/tables: Get the house edge of every table."""
        return await self.typed("GET", "/lab/tables", list[TableEdge])
