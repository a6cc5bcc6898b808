"""The history of rounds: a list of them, and each of them step by step.

A player sees a round only from their own seat. The floor sees what the whole table saw; an auditor
sees everything. A round in play cannot be recalled.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeVar

from msgspec import Meta

from houseway.engine.events import line
from houseway.game.face.views import Own, View
from houseway.phh.history import EVERYTHING
from houseway.records.cases import nets
from houseway.records.files import record_of, to_toml
from houseway.records.record import Record
from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.declare import Endpoints
from houseway.room.api.history_types import HistoryStep, RoundDetail, RoundListed, RoundShown
from houseway.room.api.record_types import PublicRecord
from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.record import may_open_seed, public_record
from houseway.room.history.frames import Headlines, replay_frames
from houseway.room.history.rounds import listed, of_person, of_table
from houseway.room.history.text import Teller, hand_for
from houseway.room.store.interface import Books
from houseway.room.tables.log import Divergence
from houseway.room.tables.registry import TableRegistry
from houseway.room.tables.replay import Found, Games, again, find_round, play_again, record_kept
from houseway.room.tables.rounds import receipt_kept
from houseway.room.tables.state import stream_of
from houseway.sheets.settlement.settle import explain
from houseway.table.round import Round

T = TypeVar("T")
api = Endpoints("recall")
RECALL = "recall_own or recall_any"
ROUND = "/tables/{table}/rounds/{number}"
Listed = Annotated[int, Meta(ge=1, le=100, description="How many rounds at most.")]
Before = Annotated[int, Meta(ge=0, le=2**53, description="Rounds before this one; 0: the latest.")]
WithSentences = Annotated[bool, Meta(description="Whether each is told in one sentence, too.")]
LEAST, MOST = 10, 100
"""The number of rounds in a list; further ones are requested with ``before``."""


def as_file(recall: Recall, text: str) -> bytes:
    """Return a text as the bytes of a download."""
    return text.encode()


class Recall:
    """The rounds of a room, for persons who may see them."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry, self._store = registry, registry.store
        self._games = Games()
        self._headlines = Headlines(self._games)
        self._turn = asyncio.Lock()

    async def _aside(self, work: Callable[[], T]) -> T:
        """Run a replay in a thread, one after the other, so that it does not delay the tables."""
        async with self._turn:
            try:
                return await asyncio.to_thread(work)
            except Divergence as error:
                raise Denied(str(error), "fault") from error

    @api.get("/tables/{table}/rounds", RECALL, "List the last rounds of a table")
    async def rounds(
        self, caller: Caller, table: t.TableName, most: Listed = LEAST, before: Before = 0,
        told: WithSentences = False,
    ) -> list[RoundListed]:  # fmt: skip
        """Return the last rounds of a table, newest first; a player gets only their own.

        ``told``: each has its sentence, which takes a replay.
        """
        person = _only(caller)
        stream = self._stream(table)
        books, most = self._store, min(max(1, most), MOST)

        def work() -> list[RoundListed]:
            found = of_table(books, stream, most, before, person)
            return [self._headlines.with_sentence(books, one) for one in found] if told else found

        return await self._aside(work)

    async def of_person(
        self, caller: Caller, person: int, most: int = LEAST, before_ms: int = 0, told: bool = False
    ) -> list[RoundListed]:
        """Return the last rounds of a person at all tables before a time, newest first."""
        only = _only(caller)
        if only not in (0, person):
            roles.check(caller, "recall_any")
        books, most = self._store, min(max(1, most), MOST)

        def work() -> list[RoundListed]:
            found = of_person(books, person, most, before_ms)
            return [self._headlines.with_sentence(books, one) for one in found] if told else found

        return await self._aside(work)

    @api.get(ROUND, RECALL, "Get a round step by step", name="round_told")
    async def round(self, caller: Caller, table: t.TableName, number: t.Number) -> RoundDetail:
        """Return a round step by step, as this caller may see it."""
        found, seat = self._find(caller, table, number)
        everything = _sees_all(caller)
        staff = not seat

        def work() -> RoundDetail:
            return self._detail(self._store, found, seat, everything, staff)

        return await self._aside(work)

    @api.get(ROUND + "/steps", RECALL, "Get a round to show again", name="round_shown")
    async def shown(self, caller: Caller, table: t.TableName, number: t.Number) -> RoundShown:
        """Return a round as views of the table; with hidden pieces of one's own seat only."""
        found, seat = self._find(caller, table, number)
        return await self._aside(lambda: replay_frames(self._store, found, self._games, seat))

    async def record(self, caller: Caller, table: str, no: int) -> Record:
        """Return the whole record of a round, for an auditor or a player who has seen every
        piece.
        """
        found, seat = self._find(caller, table, no)
        if not _sees_all(caller):
            whole = (await self._public(found, seat)).replay
            if whole is None:
                raise Denied(
                    f"round {no} of {table} had cards that were covered for this reader: its "
                    "record is the auditor's; the public record shows what may be known"
                )
            return whole

        def work() -> Record:
            try:
                return record_of(again(self._store, found, self._games))
            except Divergence:
                kept = record_kept(found.kept)
                if kept is None:
                    raise
                return kept

        return await self._aside(work)

    @api.get(
        ROUND + "/record", RECALL, "Get the record of a round", name="round_record",
        media="application/toml", shown=as_file,
    )  # fmt: skip
    async def record_text(self, caller: Caller, table: t.TableName, number: t.Number) -> str:
        """Return the same as TOML, for ``houseway settle`` and ``replay``."""
        return to_toml(await self.record(caller, table, number))

    @api.get(ROUND + "/proof", RECALL, "Get the proof of a round", name="round_proof")
    async def public(self, caller: Caller, table: t.TableName, number: t.Number) -> PublicRecord:
        """Return the public record of a round for this caller, for ``houseway verify``."""
        found, seat = self._find(caller, table, number)
        return await self._public(found, seat)

    @api.get(
        ROUND + "/phh", RECALL, "Get a poker hand as PHH", name="round_phh",
        media="application/toml", shown=as_file,
    )  # fmt: skip
    async def phh(self, caller: Caller, table: t.TableName, number: t.Number) -> str:
        """Return a poker hand in the PHH format; cards that the caller may not know are ``??``."""
        found, seat = self._find(caller, table, number)
        viewer = EVERYTHING if _sees_all(caller) else seat
        return await self._aside(lambda: hand_for(again(self._store, found, self._games), viewer))

    def _stream(self, table: str) -> str:
        """Return the name of a table's log; raise for an unknown table."""
        return stream_of(self._registry.table(table).name)

    def _find(self, caller: Caller, table: str, no: int) -> tuple[Found, int]:
        """Return a finished round, and the seat that the caller had in it (0 for staff)."""
        person = _only(caller)
        kept = self._store.round(self._stream(table), no)
        if kept is None:
            raise Denied(f"there is no round {no} at {table}", "unknown")
        try:
            found = find_round(self._store, kept)
        except Divergence as error:
            raise Denied(str(error), "fault") from error
        seat = found.seat_of(person) if person else 0
        if person and not seat:
            raise Denied(f"{caller.name} did not play in round {no} of {table}", "role")
        if kept.outcome == "open":
            raise Denied(f"round {no} of {table} is still being played", "stale")
        return found, seat

    async def _public(self, found: Found, seat: int) -> PublicRecord:
        """Return the fairness record of a round for a seat; the seed only once the shoe is
        finished.
        """
        store, making = self._store, self._registry.making

        def work() -> PublicRecord:
            round_, place = again(store, found, self._games), found.begun.standing.place
            table = found.kept.stream.removeprefix("table:")
            game, seed = round_.game, making.unseal_seed(table, place.shoe)
            shoe = FairShoe.at(table, game.kind, game.sets(), seed, place)
            kept = store.shoe(found.kept.stream, place.shoe)
            opens = kept is not None and kept.finished and may_open_seed(game)
            seed, receipt = seed if opens else b"", receipt_kept(found.kept)
            return public_record(round_, shoe, found.begun.no, seat, seed, receipt)

        return await self._aside(work)

    def _detail(
        self, books: Books, found: Found, seat: int, everything: bool, staff: bool
    ) -> RoundDetail:
        """Return a round with its steps as one seat may know it, or with ``everything``."""
        head = listed(found)
        try:
            steps, round_, why = _steps(books, found, self._games, seat, everything, staff)
        except Divergence as error:
            return self._recorded(found, head, seat, everything, str(error))
        note = f"this round is void: {why}" if why else ""
        return RoundDetail(
            head, seat, everything, found.begun.rules, found.begun.standing.place.shoe,
            found.begun.root.hex(), steps, {} if why else _results(round_),
            () if why else explain(round_), note,
        )  # fmt: skip

    def _recorded(
        self, found: Found, head: RoundListed, seat: int, everything: bool, why: str
    ) -> RoundDetail:
        """Return the record of a round that cannot be replayed; hidden cards stay hidden."""
        kept = record_kept(found.kept)
        return RoundDetail(
            head, seat, everything, found.begun.rules, found.begun.standing.place.shoe,
            found.begun.root.hex(), [], dict(head.results), (), why,
            kept if everything else None,
        )  # fmt: skip


def _steps(
    books: Books, found: Found, games: Games, seat: int, everything: bool, staff: bool
) -> tuple[list[HistoryStep], Round, str]:
    """Return the steps of a round, the round after them, and why it is void ("" if it is not)."""
    seen: list[tuple[View, dict[int, Own]]] = []
    steps, why = [], ""
    for round_, step, void in play_again(books, found, games):
        why = void
        steps.append(step)
        seen.append((round_.view(seat), round_.views()[1] if everything else {}))
    events = round_.events if everything else round_.events_for(seat)
    teller = Teller(round_, EVERYTHING if everything else seat)
    words = [teller.words(event) for event in events]
    lines = [line(event, round_.game.kind) for event in events]
    result, at = [], 0
    for step, (view, own) in zip(steps, seen, strict=True):
        result.append(
            HistoryStep(
                step.row.seq, step.row.at, [w for w in words[at : step.events] if w],
                lines[at : step.events], view, own, step.row.by if staff else 0,
                step.second if staff else 0,
            )
        )  # fmt: skip
        at = step.events
    return result, round_, why


def _results(round_: Round) -> dict[str, int]:
    """Return the results of every seat; also of the house, the dealers and the drop if not 0."""
    kept = ("house", "tokes", "drop")
    return {
        key: cents
        for key, cents in nets(round_).items()
        if key.isdigit() or (cents and key in kept)
    }


def _only(caller: Caller) -> int:
    """Return the person whose rounds this caller may recall; 0: all people."""
    if caller == ROOM or roles.may(caller.role, "recall_any"):
        return 0
    roles.check(caller, "recall_own")
    return caller.person


def _sees_all(caller: Caller) -> bool:
    """Return True if a finished round hides nothing from this caller."""
    return caller == ROOM or caller.role == roles.AUDITOR
