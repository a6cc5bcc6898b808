"""Tables at the floor's desk: opened, paused, closed; faults cleared, unfinished rounds voided."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.errors import short_repr
from houseway.families.poker.state import ANTES
from houseway.game.base import Game
from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.floor.base import Desk, noted, reasoned
from houseway.room.ledger import at_table
from houseway.room.meters import meters
from houseway.room.tables import commands, log, rounds, seat_rules
from houseway.room.tables.actor import Actor, Answer
from houseway.room.tables.next_round import RUNS
from houseway.room.tables.recovery import unfinished
from houseway.room.tables.rounds import PendingRow
from houseway.room.tables.state import Status, TableState
from houseway.room.tables.terms import Terms, default_terms, least_bet

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
LONGEST_MS = 24 * 3_600_000
LARGEST = 10**12
MOST_SILENT = 1_000


class TableSeen(msgspec.Struct, frozen=True):
    """A table as the floor sees it."""

    table: str
    status: Status
    why: str
    game: str
    name: str
    posting: dict[str, Any]
    terms: Terms
    rules: str
    seq: int
    """The last row of its log: what is done to the table is asked with it."""
    round: int
    playing: bool
    seated: int
    free: int


class Refund(msgspec.Struct, frozen=True):
    """What a void would bring back to somebody, and to every account it touches."""

    round: int
    seq: int
    seats: dict[int, int]
    """Seat -> by how much its chips change."""
    accounts: dict[str, int]
    words: tuple[str, ...]


class Tables(Desk):
    """What the floor does to whole tables."""

    # -- looking ---------------------------------------------------------------------------------

    async def tables(self, caller: Caller) -> list[TableSeen]:
        """All tables of the room."""
        roles.check(caller, "event_log")
        return [seen(actor) for _, actor in sorted(self.room.tables.items())]

    async def table_now(self, caller: Caller, table: str) -> TableSeen:
        """One table."""
        roles.check(caller, "event_log")
        return seen(self.table(table))

    # -- open, pause, close ----------------------------------------------------------------------

    async def open(
        self, caller: Caller, table: str, game: str = "",
        posting: Mapping[str, Any] | None = None, terms: Terms | None = None, *, key: str = "",
    ) -> Answer:  # fmt: skip
        """Open a table: a new one with this game, or one that is closed, as it is posted.

        What is posted at a closed table changes by two people (``propose_posting``).
        """
        roles.check(caller, "open_table")
        found = self.room.tables.get(table)
        if found is None or found.live.status == "new":
            _check_new(table, game)
            body = self.opening("", game, dict(posting or {}), terms)
        else:
            body = _as_posted(found.live, game, posting, terms)
        actor = found or self.room.new_table(table)

        async def work() -> Answer:
            return await self.opened(actor, body)

        return await actor.command(caller, key, ("open", game, posting, terms), work)

    def opening(
        self, before: str, game: str, posting: dict[str, Any], terms: Terms | None
    ) -> log.Opened:
        """The row by which a table is opened, if game, posting and terms go together.

        ``before`` is the fingerprint of the rules that it had.
        """
        made = self.room.making.game(game, posting)
        terms = terms or default_terms(made)
        check_terms(made, terms)
        return log.Opened(game, posting, terms, made.fingerprint(), before=before)

    async def opened(self, actor: Actor, body: log.Opened) -> Answer:
        """Within the table's turn: it is open, and its meters go on or have their seeds."""
        live, game = actor.live, self.room.making.game(body.game, body.posting)
        check_closed(live)
        if live.game is not None:
            meters.check_kept(live, game)
            if live.game.id != game.id:
                self._check_nothing_lies(live)
        return await actor.all_rows([PendingRow(body), *meters.carried_on(live, game)])

    def _check_nothing_lies(self, live: TableState) -> None:
        """Antes that stay until they are won belong to those who play on: not to another game."""
        lies = self.room.store.balance(at_table(live.name, ANTES))
        if lies:
            raise Denied(
                f"{format_dollars(lies)} of antes still lie at {live.name}: open it with "
                f"{live.posted.name} and let them be won before another game is posted"
            )

    async def pause(self, caller: Caller, table: str, why: str = "", *, key: str = "") -> Answer:
        """Nothing goes on at a table, and no time runs, until it is resumed."""
        roles.check(caller, "pause_table")
        body = log.Paused(noted(why))

        def check(live: TableState) -> None:
            if live.status not in RUNS:
                raise Denied(f"{live.name} is not open: it is {STANDS[live.status]}")

        return await commands.row(self.table(table), caller, key, body, check)

    async def resume(self, caller: Caller, table: str, *, key: str = "") -> Answer:
        """A paused table goes on; open questions have fresh time.  One to be closed still is."""
        roles.check(caller, "resume_table")
        actor = self.table(table)

        async def work() -> Answer:
            live = actor.live
            if live.status != "paused":
                raise Denied(f"{live.name} is not paused: it is {STANDS[live.status]}")
            due = rounds.dues_anew(live, actor.now)
            made = [PendingRow(log.GoesOn(due))]
            closing = self.room.store.last_row(actor.stream, "closing")
            if closing is not None and closing.seq > live.opened_at:
                made.append(PendingRow(log.read(closing.body)))
            return await actor.all_rows(made)

        return await actor.command(caller, key, "resume", work)

    async def close(self, caller: Caller, table: str, why: str = "", *, key: str = "") -> Answer:
        """A table is closed when its round is over; everybody is cashed out."""
        roles.check(caller, "close_table")

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

        return await commands.row(self.table(table), caller, key, log.Closing(noted(why)), check)

    # -- faults and voids ------------------------------------------------------------------------

    async def clear_fault(self, caller: Caller, table: str, why: str, *, key: str = "") -> Answer:
        """Somebody has looked at a fault: the table is paused then, and goes on when resumed."""
        roles.check(caller, "clear_fault")
        actor, why = self.table(table), reasoned(why)

        async def work() -> Answer:
            if actor.live.status != "faulted":
                raise Denied(f"{table} has no fault to clear: it is {STANDS[actor.live.status]}")
            if actor.live.game is None:
                actor.rebuild()
            if actor.live.game is None:
                raise Denied(f"{table}: {actor.live.why}; void its round first", "fault")
            return await actor.row(log.Cleared(why))

        return await actor.command(caller, key, ("clear", why), work)

    async def preview_void(self, caller: Caller, table: str) -> Refund:
        """What a void of the unfinished round would bring back."""
        roles.check(caller, "void")
        actor = self.table(table)

        async def work() -> Refund:
            found = unfinished(self.room.store, actor.stream)
            if found is None:
                raise Denied(f"no round is being played at {table} that could be voided")
            moves: Counter[str] = Counter()
            for posting in found.reversed():
                moves[posting.debit] -= posting.cents
                moves[posting.credit] += posting.cents
            return _refund(table, found.body.no, actor.seq, moves)

        return await actor.turn(work)

    async def void(self, caller: Caller, table: str, why: str, *, key: str = "") -> Answer:
        """The unfinished round never was: every posting of it is taken back.

        It works at every question of every game, and where the log cannot be followed: then the
        table is paused, for somebody to look at it.
        """
        roles.check(caller, "void")
        actor, why = self.table(table), reasoned(why)

        async def work() -> Answer:
            stopped = actor.live.status == "faulted"
            answer = await actor.void(why)
            if stopped and actor.live.status in RUNS:
                await actor.row(log.Paused("its round could not be followed and is void"))
            return answer

        return await actor.command(caller, key, ("void", why), work)


STANDS: dict[Status, str] = {
    "new": "not open yet", "open": "open", "closing": "about to close", "paused": "paused",
    "shut": "closed", "faulted": "stopped by a fault",
}  # fmt: skip


def seen(actor: Actor) -> TableSeen:
    """A table as the floor sees it."""
    live = actor.live
    return TableSeen(
        actor.name, live.status, live.why, live.game.id if live.game else "",
        live.game.name if live.game else "", live.posting, live.terms, live.rules, actor.seq,
        commands.round_now(live), live.playing, len(live.seating.seats),
        len(seat_rules.free_seats(live.seating, live.terms)),
    )  # fmt: skip


def check_closed(live: TableState) -> None:
    """Only a table at which nobody sits is opened, or posted anew."""
    if live.status not in ("new", "shut"):
        raise Denied(f"{live.name} is {STANDS[live.status]}; it has to be closed for that")


def _check_new(table: str, game: str) -> None:
    """Denied for a new table that has no proper name, or no game."""
    if not NAME.fullmatch(table):
        raise Denied(
            f"the name of a table is 1 to 24 letters, digits and hyphens, not {short_repr(table)}"
        )
    if not game:
        raise Denied(f"{table} is a new table: say which game it is opened with")


def check_terms(game: Game, terms: Terms) -> None:
    """Denied for terms that a table of this game cannot have."""
    least = least_bet(game)
    if not 0 < terms.buy_in_least <= terms.buy_in_most:
        raise Denied("the least buy-in is more than nothing, and not above the largest")
    if terms.buy_in_most < least:
        raise Denied(
            f"a buy-in of {format_dollars(terms.buy_in_most)} is not enough for one bet of {format_dollars(least)}"
        )
    if not game.seats_min <= terms.seats <= game.seats_max:
        raise Denied(
            f"{game.name} has {game.seats_min} to {game.seats_max} seats, not {terms.seats}"
        )
    if not 1 <= terms.start_with <= terms.seats:
        raise Denied(f"a round cannot wait for {terms.start_with} of {terms.seats} players")
    if terms.buy_in_most > LARGEST:
        raise Denied(
            f"a buy-in is {format_dollars(LARGEST)} at most, not {format_dollars(terms.buy_in_most)}"
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
    live: TableState, game: str, posting: Mapping[str, Any] | None, terms: Terms | None
) -> log.Opened:
    """A closed table as it is posted; anything else takes two people."""
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
            "what is posted; propose it, and let somebody else confirm it"
        )
    rules = live.posted.fingerprint()
    return log.Opened(
        live.posted.id, live.posting, live.terms, rules, before=live.rules, meters=live.meters
    )


def _refund(table: str, number: int, seq: int, moves: Mapping[str, int]) -> Refund:
    """What comes back, in words and cents."""
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
