"""Tables at the floor: open, pause, close; clear faults, void unfinished rounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from houseway.errors import short_repr
from houseway.families.poker.state import ANTES
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.room.api import types as t
from houseway.room.api.approval_types import Proposal, VoidMatter
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.api.table_types import Answer, Refund, Status, TableSeen, Terms, VoidAnswer
from houseway.room.approvals.proposals import Proposals
from houseway.room.errors import Denied, checked_reason, optional_reason
from houseway.room.ledger import Posting, at_table
from houseway.room.meters import meters
from houseway.room.tables import commands, deadlines, log, seat_rules
from houseway.room.tables.actor import Actor, Turn
from houseway.room.tables.deadlines import RUNS
from houseway.room.tables.log import PendingRow
from houseway.room.tables.recovery import unfinished
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.state import TableState, TableSummary
from houseway.room.tables.terms import default_terms, least_bet

api = Endpoints("floor")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
LONGEST_MS = 24 * 3_600_000
LARGEST = 10**12
MOST_SILENT = 1_000
MOST_ALONE = 1_000_00
"""Cents that may go back by a void without a second person, if no other amount is posted."""


class FloorTables:
    """Commands of the floor on whole tables."""

    def __init__(
        self, registry: TableRegistry, proposals: Proposals, void_alone: int = MOST_ALONE
    ) -> None:
        self._proposals, self._void_alone = proposals, void_alone
        proposals.executes(VoidMatter, self._void_asked)
        self._registry, self._making, self._store = registry, registry.making, registry.store
        self.table = registry.table

    @api.get("/floor/tables", "event_log", "List tables for the floor", name="floor_tables")
    async def tables(self, caller: Caller) -> list[TableSeen]:
        """Return all tables of the room."""
        return [seen(actor) for _, actor in sorted(self._registry.tables.items())]

    @api.get("/floor/tables/{table}", "event_log", "Get a table for the floor", name="floor_table")
    async def table_now(self, caller: Caller, table: t.TableName) -> TableSeen:
        """Return one table."""
        return seen(self.table(table))

    @api.post(
        "/floor/tables/{table}/open", "open_table", "Open a table", name="open_table",
        body=t.TableOpening,
        example=t.TableOpening("free-bet-blackjack", {"decks": 6, "push_22": "A"}),
    )  # fmt: skip
    async def open(
        self, caller: Caller, table: t.TableName, game: str = "",
        posting: Mapping[str, Any] | None = None, terms: Terms | t.TermsBody | None = None, *,
        key: Key = "",
    ) -> Answer:  # fmt: skip
        """Open a table: a new one with this game, or a closed one as it is posted.

        Changing the posting of a closed table takes two people (``propose_posting``).
        """
        terms = terms_of(terms)
        found = self._registry.tables.get(table)
        if found is None or found.summary.status == "new":
            _check_new(table, game)
            body = self.opening("", game, dict(posting or {}), terms)
        else:
            body = _as_posted(found.summary, game, posting, terms)
        actor = found or self._registry.new_table(table)

        async def work(turn: Turn) -> Answer:
            return await self.opened(turn, body)

        return await actor.command(caller, key, ("open", game, posting, terms), work)

    def opening(
        self, before: str, game: str, posting: dict[str, Any], terms: Terms | None
    ) -> log.TableOpened:
        """Return the row that opens a table, if game, posting and terms go together.

        ``before`` is the fingerprint of its former rules.
        """
        made = self._making.game(game, posting)
        terms = terms or default_terms(made)
        check_terms(made, terms)
        return log.TableOpened(game, posting, terms, made.fingerprint(), before=before)

    async def opened(self, turn: Turn, body: log.TableOpened) -> Answer:
        """Open the table within its turn; its meters go on or get their seeds."""
        live, game = turn.live, self._making.game(body.game, body.posting)
        check_closed(live)
        if live.game is not None:
            meters.check_kept(live, game)
            if live.game.id != game.id:
                self._check_nothing_lies(live)
        return await turn.commit([PendingRow(body), *meters.carried_on(live, game)])

    def _check_nothing_lies(self, live: TableState) -> None:
        """Refuse another game while unwon antes are on the table; they belong to its players."""
        lies = self._store.balance(at_table(live.name, ANTES))
        if lies:
            raise Denied(
                f"{format_dollars(lies)} of antes still lie at {live.name}: open it with "
                f"{live.posted.name} and let them be won before another game is posted"
            )

    @api.post(
        "/floor/tables/{table}/pause", "pause_table", "Pause a table", name="pause_table",
        body=t.OptionalReason,
    )  # fmt: skip
    async def pause(
        self, caller: Caller, table: t.TableName, reason: str = "", *, key: Key = ""
    ) -> Answer:
        """Stop a table until it is resumed; no time runs."""
        body = log.Paused(optional_reason(reason))

        def check(live: TableState) -> None:
            if live.status not in RUNS:
                raise Denied(f"{live.name} is not open: it is {STANDS[live.status]}")

        return await commands.row(self.table(table), caller, key, body, check)

    @api.post("/floor/tables/{table}/resume", "resume_table", "Resume a table", name="resume_table")
    async def resume(self, caller: Caller, table: t.TableName, *, key: Key = "") -> Answer:
        """Resume a paused table; open questions get fresh time. A pending close stays pending."""
        actor = self.table(table)

        async def work(turn: Turn) -> Answer:
            live = turn.live
            if live.status != "paused":
                raise Denied(f"{live.name} is not paused: it is {STANDS[live.status]}")
            due = deadlines.restarted_deadlines(live, turn.at)
            made = [PendingRow(log.Resumed(due))]
            closing = self._store.last_row(actor.stream, "closing")
            if closing is not None and closing.seq > live.opened_at:
                made.append(PendingRow(log.read(closing.body)))
            return await turn.commit(made)

        return await actor.command(caller, key, "resume", work)

    @api.post(
        "/floor/tables/{table}/close", "close_table", "Close a table", name="close_table",
        body=t.OptionalReason,
    )  # fmt: skip
    async def close(
        self, caller: Caller, table: t.TableName, reason: str = "", *, key: Key = ""
    ) -> Answer:
        """Close a table when its round is over, and cash all players out."""

        def check(live: TableState) -> None:
            if live.status == "closing":
                raise Denied(f"{live.name} closes already, when its round is over")
            if live.status == "paused" and live.playing:
                raise Denied(
                    f"{live.name} is paused in the middle of round {live.number}: resume it, or "
                    "void the round, before it is closed"
                )
            if live.status not in ("open", "paused"):
                raise Denied(f"{live.name} is not open: it is {STANDS[live.status]}")

        return await commands.row(
            self.table(table), caller, key, log.Closing(optional_reason(reason)), check
        )

    @api.post("/floor/tables/{table}/clear", "clear_fault", "Clear a fault", body=t.GivenReason)
    async def clear_fault(
        self, caller: Caller, table: t.TableName, reason: str, *, key: Key = ""
    ) -> Answer:
        """Clear an inspected fault; the table is then paused until it is resumed."""
        actor, why = self.table(table), checked_reason(reason)

        async def work(turn: Turn) -> Answer:
            if turn.live.status != "faulted":
                raise Denied(f"{table} has no fault to clear: it is {STANDS[turn.live.status]}")
            if turn.live.game is None:
                turn.actor.rebuild()
            if turn.live.game is None:
                raise Denied(f"{table}: {turn.live.why}; void its round first", "fault")
            return await turn.commit([PendingRow(log.Cleared(why))])

        return await actor.command(caller, key, ("clear", why), work)

    @api.get("/floor/tables/{table}/void", "void", "Preview a void")
    async def preview_void(self, caller: Caller, table: t.TableName) -> Refund:
        """Return the refunds that a void of the unfinished round would make."""
        actor = self.table(table)

        def look(live: TableState) -> Refund:
            found = unfinished(self._store, live.stream)
            if found is None:
                raise Denied(f"no round is being played at {table} that could be voided")
            return _refund_of(actor, found.body.no, found.reversed())

        return await actor.read(look)

    @api.post(
        "/floor/tables/{table}/void", "void", "Void the unfinished round", name="void_round",
        body=t.GivenReason,
    )  # fmt: skip
    async def void(
        self, caller: Caller, table: t.TableName, reason: str, *, key: Key = ""
    ) -> VoidAnswer:
        """Void the unfinished round by reversing all its postings.

        It works at every question of every game, and also if the log cannot be replayed; the table
        is then paused for an inspection. Above the posted amount it waits for a second person.
        """
        actor, why = self.table(table), checked_reason(reason)
        if caller != ROOM:
            found = self._proposals.find(caller, key, VoidMatter, table)
            if found is None and (matter := await self._above_posted(actor)) is not None:
                found = await self._proposals.propose(caller, matter, why, key)
            if found is not None and isinstance(found.matter, VoidMatter):
                return VoidAnswer(0, found.matter.round, waiting=f"floor-{found.number}")
        done = await self._void(actor, caller, key, ("void", why), why)
        return VoidAnswer(*msgspec.structs.astuple(done))

    async def _above_posted(self, actor: Actor) -> VoidMatter | None:
        """Return the void of the unfinished round if more than the posted amount would go back."""

        async def work() -> VoidMatter | None:
            found = unfinished(self._store, actor.stream)
            if found is None:
                return None
            refund = _refund_of(actor, found.body.no, found.reversed())
            cents = sum(moved for moved in refund.seats.values() if moved > 0)
            if cents <= self._void_alone:
                return None
            return VoidMatter(actor.name, refund.round, actor.seq, cents)

        return await actor.turn(work)

    async def _void_asked(self, second: Caller, proposal: Proposal, key: str) -> Answer:
        """Void the round that two people agreed on, if it is still the same."""
        matter = proposal.matter
        assert isinstance(matter, VoidMatter)
        actor = self.table(matter.table)

        def check() -> None:
            found = unfinished(self._store, actor.stream)
            if found is not None and found.body.no != matter.round:
                raise Denied(f"round {matter.round} of {matter.table} is over", "stale")

        why = f"{proposal.why} (asked by {proposal.by})"
        return await self._void(actor, second, key, ("void", proposal.number), why, check)

    async def _void(
        self, actor: Actor, caller: Caller, key: str, asked: object, why: str,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:  # fmt: skip
        """Void the unfinished round in the turn of its table; a stopped table is then paused."""

        async def work(turn: Turn) -> Answer:
            check()
            stopped = turn.live.status == "faulted"
            answer = await turn.actor.void(turn.context, why)
            if stopped and turn.live.status in RUNS:
                paused = log.Paused("its round could not be followed and is void")
                after = turn.context.follow_up(actor.seq)
                await turn.actor.commit(after, [PendingRow(paused)])
            return answer

        return await actor.command(caller, key, asked, work)


def terms_of(terms: Terms | t.TermsBody | None) -> Terms | None:
    """Return terms in the room's form, with limits as pairs; None stays None."""
    if isinstance(terms, t.TermsBody):
        return Terms(**msgspec.structs.asdict(terms))
    return terms


STANDS: dict[Status, str] = {
    "new": "not open yet", "open": "open", "closing": "about to close", "paused": "paused",
    "shut": "closed", "faulted": "stopped by a fault",
}  # fmt: skip


def seen(actor: Actor) -> TableSeen:
    """Return a table as the floor sees it."""
    now = actor.summary
    return TableSeen(
        now.name, now.status, now.why, now.game.id if now.game else "",
        now.game.name if now.game else "", now.posting, now.terms, now.rules, now.seq,
        now.round, now.playing, len(now.seating.seats),
        len(seat_rules.free_seats(now.seating, now.terms)),
    )  # fmt: skip


def check_closed(live: TableState | TableSummary) -> None:
    """Raise Denied unless the table is empty: only then may it be opened or posted again."""
    if live.status not in ("new", "shut"):
        raise Denied(f"{live.name} is {STANDS[live.status]}; it has to be closed for that")


def _check_new(table: str, game: str) -> None:
    """Raise Denied for a new table without a valid name, or without a game."""
    if not NAME.fullmatch(table):
        raise Denied(
            f"the name of a table is 1 to 24 letters, digits and hyphens, not {short_repr(table)}"
        )
    if not game:
        raise Denied(f"{table} is a new table: say which game it is opened with")


def check_terms(game: Game, terms: Terms) -> None:
    """Raise Denied for terms that a table of this game cannot have."""
    least = least_bet(game)
    if not 0 < terms.buy_in_least <= terms.buy_in_most:
        raise Denied("the least buy-in is more than nothing, and not above the largest")
    if terms.buy_in_most < least:
        raise Denied(
            f"a buy-in of {format_dollars(terms.buy_in_most)} is not enough for one bet "
            f"of {format_dollars(least)}"
        )
    if not game.seats_min <= terms.seats <= game.seats_max:
        raise Denied(
            f"{game.name} has {game.seats_min} to {game.seats_max} seats, not {terms.seats}"
        )
    if not 1 <= terms.start_with <= terms.seats:
        raise Denied(f"a round cannot wait for {terms.start_with} of {terms.seats} players")
    if terms.buy_in_most > LARGEST:
        raise Denied(
            f"a buy-in is {format_dollars(LARGEST)} at most, not "
            f"{format_dollars(terms.buy_in_most)}"
        )
    if not 0 <= terms.people_least <= terms.seats:
        raise Denied(f"a round cannot wait for {terms.people_least} people of {terms.seats}")
    if not 0 <= terms.away_after <= MOST_SILENT:
        raise Denied(
            f"a seat is away after 0 (never) to {MOST_SILENT} silent rounds, not {terms.away_after}"
        )
    for name in terms.__struct_fields__:
        if name.endswith("_ms") and not 0 <= getattr(terms, name) <= LONGEST_MS:
            raise Denied(f"{name}: a time is 0 to {LONGEST_MS} milliseconds, a day")


def _as_posted(
    live: TableSummary, game: str, posting: Mapping[str, Any] | None, terms: Terms | None
) -> log.TableOpened:
    """Return the row that opens a table as posted; Denied if a closed one would change."""
    if live.game is None:
        check_closed(live)
    other = [
        what
        for what, given, kept in (
            ("game", game or live.posted.id, live.posted.id),
            ("posting", live.posting if posting is None else dict(posting), live.posting),
            ("terms", terms or live.terms, live.terms),
        )
        if given != kept
    ]
    if other and live.status == "shut":
        raise Denied(
            f"{live.name} was closed with another {' and another '.join(other)}: two people change "
            "what is posted; propose it, and have another person confirm it"
        )
    rules = live.posted.fingerprint()
    return log.TableOpened(
        live.posted.id, live.posting, live.terms, rules, before=live.rules, meters=live.meters
    )


def _refund_of(actor: Actor, number: int, postings: Iterable[Posting]) -> Refund:
    """Return the refund by the postings that take a round back."""
    moves: Counter[str] = Counter()
    for posting in postings:
        moves[posting.debit] -= posting.cents
        moves[posting.credit] += posting.cents
    return _refund(actor.name, number, actor.seq, moves)


def _refund(table: str, number: int, seq: int, moves: Mapping[str, int]) -> Refund:
    """Return a refund in words, and its cents."""
    purse = f"table:{table}:purse:"
    moved = {account: cents for account, cents in sorted(moves.items()) if cents}
    seats = {int(a.removeprefix(purse)): c for a, c in moved.items() if a.startswith(purse)}
    words = tuple(
        f"seat {seat} gets {format_dollars(cents)} back"
        if cents > 0
        else f"seat {seat} gives {format_dollars(-cents)} back"
        for seat, cents in sorted(seats.items())
    )
    return Refund(number, seq, seats, moved, words)
