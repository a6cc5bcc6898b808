"""The odds lab of a room: sends jobs to other processes, and answers at once with results or
progress.

Nothing is computed in the server's own process, not even a check of a posting. The edges of the
room's tables are read from the book of odds, which takes no mathematics.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from houseway.game.base import Game
from houseway.jobs import Job, NotYet, Pool, TooMany
from houseway.odds_service.answers import Odds, PartialRows, RequiredBet, WagerRow
from houseway.odds_service.jobs import MustOf, OddsOf, OwnOf
from houseway.odds_service.query import TableQuery
from houseway.odds_service.required_bet import required_bet_in_book, together
from houseway.room.api.lab_types import Pending, TableEdge
from houseway.room.clock import Clock, seconds
from houseway.room.errors import Denied
from houseway.room.lab.simulations import SimulationRuns
from houseway.room.tables.actor import Actor

T = TypeVar("T")
AT_ONCE_MS = 15_000
"""The longest wait for a short computation, in milliseconds."""


class Found(msgspec.Struct, Generic[T], frozen=True):
    """A result, or its progress; of rows, also those that are known so far."""

    found: T | None = None
    pending: Pending | None = None


class OddsLab:
    """The odds lab of a room: questions and answers."""

    def __init__(self, workers: Pool, clock: Clock) -> None:
        self._workers = workers
        self.runs = SimulationRuns(workers, clock)

    async def ask(self, job: Job[T], wait_ms: int, who: str) -> Found[T]:
        """Return the result of a job, or its progress."""
        try:
            found = await self._run(job, wait_ms, who)
        except NotYet as not_yet:
            return Found(pending=pending(not_yet))
        return Found(found)

    async def at_once(self, job: Job[T], who: str) -> T:
        """Return the result of a short job."""
        try:
            return await self._run(job, AT_ONCE_MS, who)
        except NotYet:
            raise Denied("the odds lab has much to do just now; ask again", "busy") from None

    async def _run(self, job: Job[T], wait_ms: int, who: str) -> T:
        """Run a job and wait for its answer; Denied if too many jobs wait."""
        try:
            return await self._workers.run(job, seconds(wait_ms), caller=who)
        except TooMany as error:
            raise Denied(str(error), "busy") from None

    async def odds(self, query: TableQuery, wait_ms: int, who: str) -> Found[Odds]:
        """Return every wager of a table; custom pays at once if their outcomes are counted
        already.
        """
        try:
            printed = await self._run(OddsOf(query.printed), wait_ms, who)
        except NotYet as not_yet:
            return Found(so_far(not_yet.parts), pending(not_yet))
        if not query.pay:
            return Found(printed)
        known = {row.wager: row for row in printed.rows if row.at_once}
        if not query.pay.keys() <= known.keys():
            return await self._played_for(query, printed, wait_ms, who)
        mine = await self.at_once(OwnOf(query, tuple(known.values())), who)
        return Found(with_rows(printed, mine))

    async def _played_for(
        self, query: TableQuery, printed: Odds, wait_ms: int, who: str
    ) -> Found[Odds]:
        """Return odds for custom pays that change how hands are played, and so every row."""
        try:
            found = await self._run(OddsOf(query), wait_ms, who)
        except NotYet as not_yet:
            return Found(with_rows(printed, so_far(not_yet.parts).rows), pending(not_yet))
        return Found(found)

    async def row(self, query: TableQuery, wager: str, wait_ms: int, who: str) -> Found[WagerRow]:
        """Return one wager of a table."""
        answer = await self.odds(query, wait_ms, who)
        rows = answer.found.rows if answer.found is not None else ()
        found = next((row for row in rows if row.wager == wager), None)
        if found is None and answer.pending is None:
            raise Denied("there is no such wager at this table, or nothing is known of it")
        return Found(found, None if found is not None else answer.pending)

    async def edges(self, tables: Iterable[Actor]) -> list[TableEdge]:
        """Return the required bet of each table, at once if the book of odds has it.

        Others are computed when there is time.
        """
        dealt = {actor: game for actor in tables if (game := actor.summary.game) is not None}
        in_book = await asyncio.to_thread(_required_bets, tuple(dealt.values()))
        return [self._edge(actor, must) for actor, must in zip(dealt, in_book, strict=True)]

    def _edge(self, actor: Actor, in_book: RequiredBet | None) -> TableEdge:
        """Return the edge of a table's required bet; pending while it is computed."""
        query = posted_at(actor)
        job = MustOf(query)
        must = in_book or self._workers.known(job)
        if must is None:
            pending = not self._workers.quietly(job)
            return TableEdge(actor.name, query.game, "", None, "", "", None, pending=pending)
        return TableEdge(
            actor.name, query.game, must.words, must.edge, must.exactly, must.method_words,
            must.stderr, len(must.wagers), must.by_players, source=must.source,
        )  # fmt: skip


def _required_bets(games: Sequence[Game]) -> list[RequiredBet | None]:
    """Return the required bets of these tables from the book of odds; its files are read once."""
    return [required_bet_in_book(game) for game in games]


def posted_at(actor: Actor) -> TableQuery:
    """Return the query for a table of the room."""
    live = actor.summary
    if live.game is None:
        raise Denied("nothing is dealt at this table", "unknown")
    return TableQuery(live.game.id, {key: str(value) for key, value in live.posting.items()})


def pending(not_yet: NotYet) -> Pending:
    """Return the progress of a job."""
    status = not_yet.status
    return Pending(status.words, status.done, status.of, not_yet.ahead, math.ceil(status.left))


def so_far(parts: Iterable[PartialRows]) -> Odds:
    """Return the known rows while others are being computed."""
    known = tuple(parts)
    rows = tuple(row for part in known for row in part.rows)
    notes = tuple(note for part in known for note in part.notes)
    by_players = any(row.sides is not None for row in rows)
    return Odds(rows, rows[0].wager if rows else "", by_players, notes)


def with_rows(odds: Odds, mine: Iterable[WagerRow]) -> Odds:
    """Return the same odds with some rows replaced."""
    own = {row.wager: row for row in mine}
    rows = tuple(own.get(row.wager, row) for row in odds.rows)
    must = odds.must and together(odds.must.wagers, rows, odds.by_players)
    return msgspec.structs.replace(odds, rows=rows, must=must)
