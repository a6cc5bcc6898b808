"""The odds lab of a room: it asks other processes, and says at once what is known or how far it is.

Nothing is worked out in the server's own process: not a posting is checked here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

import msgspec

from houseway.jobs import Job, NotYet, Pool, TooMany
from houseway.odds_service.answers import Odds, Part, Row
from houseway.odds_service.jobs import MustOf, OddsOf, OwnOf
from houseway.odds_service.query import Asked
from houseway.odds_service.required_bet import together
from houseway.room.clock import Clock, seconds
from houseway.room.errors import Denied
from houseway.room.lab.simulations import Runs
from houseway.room.tables.actor import Actor

T = TypeVar("T")
AT_ONCE_MS = 15_000
"""How long is waited for what takes a moment."""


class Pending(msgspec.Struct, frozen=True):
    """It is being worked out: ask again."""

    words: str
    done: int
    of: int
    ahead: int
    """How many others are worked out before it is begun."""


class Found(msgspec.Struct, Generic[T], frozen=True):
    """What was found, or how far it is; of rows, those that are known already too."""

    found: T | None = None
    pending: Pending | None = None


class TableEdge(msgspec.Struct, frozen=True):
    """What has to be bet at a table, as soon as its edge is known."""

    table: str
    game: str
    wager: str
    """In words."""
    edge: float | None
    exactly: str
    method: str
    stderr: float | None
    wagers: int = 0
    """How many wagers, each of the same amount, have to be made together."""
    by_players: bool = False
    """Whether a player banks: the edge is then the bank's."""
    pending: bool = False
    """Whether it is still worked out."""


class Lab:
    """Who asks and what is answered."""

    def __init__(self, workers: Pool, clock: Clock) -> None:
        self._workers = workers
        self.runs = Runs(workers, clock)

    async def ask(self, job: Job[T], wait_ms: int, who: str) -> Found[T]:
        """What a job gives, or how far it is."""
        try:
            found = await self._run(job, wait_ms, who)
        except NotYet as not_yet:
            return Found(pending=pending(not_yet))
        return Found(found)

    async def at_once(self, job: Job[T], who: str) -> T:
        """What a job gives that takes a moment only."""
        try:
            return await self._run(job, AT_ONCE_MS, who)
        except NotYet:
            raise Denied("the odds lab has much to do just now; ask again", "busy") from None

    async def _run(self, job: Job[T], wait_ms: int, who: str) -> T:
        try:
            return await self._workers.run(job, seconds(wait_ms), caller=who)
        except TooMany as error:
            raise Denied(str(error), "busy") from None

    # -- rows ----------------------------------------------------------------------------------

    async def odds(self, asked: Asked, wait_ms: int, who: str) -> Found[Odds]:
        """Every wager of a table; pays of one's own at once where outcomes are counted already."""
        try:
            printed = await self._run(OddsOf(asked.printed), wait_ms, who)
        except NotYet as not_yet:
            return Found(so_far(not_yet.parts), pending(not_yet))
        if not asked.pay:
            return Found(printed)
        known = {row.wager: row for row in printed.rows if row.at_once}
        if not asked.pay.keys() <= known.keys():
            return await self._played_for(asked, printed, wait_ms, who)
        mine = await self.at_once(OwnOf(asked, tuple(known.values())), who)
        return Found(with_rows(printed, mine))

    async def _played_for(self, asked: Asked, printed: Odds, wait_ms: int, who: str) -> Found[Odds]:
        """Pays that change how hands are played change every row."""
        try:
            found = await self._run(OddsOf(asked), wait_ms, who)
        except NotYet as not_yet:
            return Found(with_rows(printed, so_far(not_yet.parts).rows), pending(not_yet))
        return Found(found)

    async def row(self, asked: Asked, wager: str, wait_ms: int, who: str) -> Found[Row]:
        """One wager of a table."""
        answer = await self.odds(asked, wait_ms, who)
        rows = answer.found.rows if answer.found is not None else ()
        found = next((row for row in rows if row.wager == wager), None)
        if found is None and answer.pending is None:
            raise Denied("there is no such wager at this table, or nothing is known of it")
        return Found(found, None if found is not None else answer.pending)

    # -- tables of the room --------------------------------------------------------------------

    def edges(self, tables: Iterable[Actor]) -> list[TableEdge]:
        """What has to be bet at each table; what is not known is worked out when there is time."""
        return [self._edge(actor) for actor in tables if actor.live.game is not None]

    def _edge(self, actor: Actor) -> TableEdge:
        asked = posted_at(actor)
        job = MustOf(asked)
        must = self._workers.known(job)
        if must is None:
            pending = not self._workers.quietly(job)
            return TableEdge(actor.name, asked.game, "", None, "", "", None, pending=pending)
        return TableEdge(
            actor.name, asked.game, must.words, must.edge, must.exactly, must.method_words,
            must.stderr, len(must.wagers), must.by_players,
        )  # fmt: skip


def posted_at(actor: Actor) -> Asked:
    """A table of the room as the lab is asked about it."""
    live = actor.live
    if live.game is None:
        raise Denied("nothing is dealt at this table", "unknown")
    return Asked(live.game.id, {key: str(value) for key, value in live.posting.items()})


def pending(not_yet: NotYet) -> Pending:
    """How far a job is."""
    told = not_yet.told
    return Pending(told.words, told.done, told.of, not_yet.ahead)


def so_far(parts: Iterable[Part]) -> Odds:
    """The rows that are known while others are worked out."""
    known = tuple(parts)
    rows = tuple(row for part in known for row in part.rows)
    notes = tuple(note for part in known for note in part.notes)
    by_players = any(row.sides is not None for row in rows)
    return Odds(rows, rows[0].wager if rows else "", by_players, notes)


def with_rows(odds: Odds, mine: Iterable[Row]) -> Odds:
    """The same with other rows in the place of some."""
    own = {row.wager: row for row in mine}
    rows = tuple(own.get(row.wager, row) for row in odds.rows)
    must = odds.must and together(odds.must.wagers, rows, odds.by_players)
    return msgspec.structs.replace(odds, rows=rows, must=must)
