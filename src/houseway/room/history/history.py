"""Looking back at rounds: which were played, and each of them step by step.

Who played in a round sees it again with their own eyes and no others; the floor sees what everybody
at the table saw; an auditor sees everything.  A round that is still played is nobody's to recall.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec

from houseway.engine.events import line
from houseway.engine.round import Round
from houseway.phh.history import EVERYTHING
from houseway.presentation.views import Own, View
from houseway.records.cases import nets
from houseway.records.files import record_of, to_toml
from houseway.records.record import Record
from houseway.room.api import roles
from houseway.room.api.roles import ROOM, Caller
from houseway.room.errors import Denied
from houseway.room.fairness.record import PublicRecord, may_open_seed, public_record
from houseway.room.fairness.shoe import FairShoe
from houseway.room.history.frames import Headlines, RoundShown, shown_again
from houseway.room.history.phh import hand_for
from houseway.room.history.rounds import RoundListed, listed, of_person, of_table
from houseway.room.history.text import Teller
from houseway.room.store.interface import Books
from houseway.room.tables.replay import Found, Games, again, find_round, play_again, record_kept
from houseway.room.tables.state import Divergence, stream_of
from houseway.sheets.settlement.settle import Explained, explain

if TYPE_CHECKING:
    from houseway.room.room import Room

T = TypeVar("T")
LEAST, MOST = 10, 100
"""Rounds that are listed at once; further ones are asked for with ``before``."""


class StepTold(msgspec.Struct, frozen=True):
    """One row of a round: what happened, in words and as lines, and what was seen then.

    ``own`` is what each seat saw of its own, for auditors.  ``by`` and ``second`` are the people
    who gave a command or made a ruling, for staff (0: the room itself).
    """

    row: int
    at_ms: int
    words: list[str]
    lines: list[str]
    view: View
    own: dict[int, Own] = {}
    by: int = 0
    second: int = 0


class RoundTold(msgspec.Struct, frozen=True):
    """A round as its viewer (a seat, or 0 for who only looked on) may know it.

    ``results`` is what each seat, the house and others won or lost, ``wagers`` each settlement
    with its clauses.  Where this program cannot play the round again, ``steps`` is empty and
    ``note`` says so; results are then those of the record that was made when the round ended.
    """

    listed: RoundListed
    viewer: int
    everything: bool
    rules: str
    shoe: int
    root: str
    steps: list[StepTold]
    results: dict[str, int]
    wagers: tuple[Explained, ...]
    note: str = ""
    record: Record | None = None


class Recall:
    """The rounds of a room, for those who may see them."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._games = Games()
        self._headlines = Headlines(self._games)
        self._turn = asyncio.Lock()

    async def _aside(self, work: Callable[[], T]) -> T:
        """One after the other, beside the tables: playing again must not hold anybody up."""
        async with self._turn:
            try:
                return await asyncio.to_thread(work)
            except Divergence as error:
                raise Denied(str(error), "fault") from error

    # -- lists -----------------------------------------------------------------------------------

    async def rounds(
        self, caller: Caller, table: str, most: int = LEAST, before: int = 0, told: bool = False
    ) -> list[RoundListed]:
        """The last rounds of a table, newest first; a player's own, where it is a player.

        ``told``: each in one sentence, for which it is played again.
        """
        person = _only(caller)
        stream = self._stream(table)
        books, most = self._room.store, min(max(1, most), MOST)

        def work() -> list[RoundListed]:
            found = of_table(books, stream, most, before, person)
            return [self._headlines.told(books, one) for one in found] if told else found

        return await self._aside(work)

    async def of_person(
        self, caller: Caller, person: int, most: int = LEAST, before_ms: int = 0, told: bool = False
    ) -> list[RoundListed]:
        """The last rounds of a person at all tables, newest first: those begun before a time."""
        only = _only(caller)
        if only not in (0, person):
            roles.check(caller, "recall_any")
        books, most = self._room.store, min(max(1, most), MOST)

        def work() -> list[RoundListed]:
            found = of_person(books, person, most, before_ms)
            return [self._headlines.told(books, one) for one in found] if told else found

        return await self._aside(work)

    # -- one round -------------------------------------------------------------------------------

    async def round(self, caller: Caller, table: str, no: int) -> RoundTold:
        """A round step by step, as this caller may see it."""
        found, seat = self._find(caller, table, no)
        everything = _sees_all(caller)
        staff = not seat

        def work() -> RoundTold:
            return self._told(self._room.store, found, seat, everything, staff)

        return await self._aside(work)

    async def shown(self, caller: Caller, table: str, no: int) -> RoundShown:
        """A round to be shown again with the table itself; pieces of one's own seat only."""
        found, seat = self._find(caller, table, no)
        return await self._aside(lambda: shown_again(self._room.store, found, self._games, seat))

    async def record(self, caller: Caller, table: str, no: int) -> Record:
        """The whole record of a round, for an auditor, or for who has seen every piece of it."""
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
                return record_of(again(self._room.store, found, self._games))
            except Divergence:
                kept = record_kept(found.kept)
                if kept is None:
                    raise
                return kept

        return await self._aside(work)

    async def record_text(self, caller: Caller, table: str, no: int) -> str:
        """The same as the TOML text of a record, for ``houseway settle`` and ``replay``."""
        return to_toml(await self.record(caller, table, no))

    async def public(self, caller: Caller, table: str, no: int) -> PublicRecord:
        """What proves the round to this caller, for ``houseway verify``."""
        found, seat = self._find(caller, table, no)
        return await self._public(found, seat)

    async def phh(self, caller: Caller, table: str, no: int) -> str:
        """A poker hand in the PHH format; cards that the caller may not know are ``??``."""
        found, seat = self._find(caller, table, no)
        viewer = EVERYTHING if _sees_all(caller) else seat
        return await self._aside(
            lambda: hand_for(again(self._room.store, found, self._games), viewer)
        )

    # -- within ----------------------------------------------------------------------------------

    def _stream(self, table: str) -> str:
        return stream_of(self._room.table(table).name)

    def _find(self, caller: Caller, table: str, no: int) -> tuple[Found, int]:
        """A round that is over, and the seat that the caller had in it (0 for staff)."""
        person = _only(caller)
        kept = self._room.store.round(self._stream(table), no)
        if kept is None:
            raise Denied(f"there is no round {no} at {table}", "unknown")
        try:
            found = find_round(self._room.store, kept)
        except Divergence as error:
            raise Denied(str(error), "fault") from error
        seat = found.seat_of(person) if person else 0
        if person and not seat:
            raise Denied(f"{caller.name} did not play in round {no} of {table}", "role")
        if kept.outcome == "open":
            raise Denied(f"round {no} of {table} is still being played", "stale")
        return found, seat

    async def _public(self, found: Found, seat: int) -> PublicRecord:
        room = self._room

        def work() -> PublicRecord:
            round_, place = again(room.store, found, self._games), found.begun.standing.place
            table = found.kept.stream.removeprefix("table:")
            game, seed = round_.game, room.making.seed(table, place.shoe)
            shoe = FairShoe.at(table, game.kind, game.sets(), seed, place)
            kept = room.store.shoe(found.kept.stream, place.shoe)
            opens = kept is not None and kept.finished and may_open_seed(game)
            return public_record(round_, shoe, found.begun.no, seat, seed if opens else b"")

        return await self._aside(work)

    def _told(
        self, books: Books, found: Found, seat: int, everything: bool, staff: bool
    ) -> RoundTold:
        head = listed(found)
        try:
            steps, round_, why = _steps(books, found, self._games, seat, everything, staff)
        except Divergence as error:
            return self._recorded(found, head, seat, everything, str(error))
        note = f"this round is void: {why}" if why else ""
        return RoundTold(
            head, seat, everything, found.begun.rules, found.begun.standing.place.shoe,
            found.begun.root.hex(), steps, {} if why else _results(round_),
            () if why else explain(round_), note,
        )  # fmt: skip

    def _recorded(
        self, found: Found, head: RoundListed, seat: int, everything: bool, why: str
    ) -> RoundTold:
        """What was recorded of a round that cannot be played again; covered cards stay covered."""
        kept = record_kept(found.kept)
        return RoundTold(
            head, seat, everything, found.begun.rules, found.begun.standing.place.shoe,
            found.begun.root.hex(), [], dict(head.results), (), why,
            kept if everything else None,
        )  # fmt: skip


def _steps(
    books: Books, found: Found, games: Games, seat: int, everything: bool, staff: bool
) -> tuple[list[StepTold], Round, str]:
    """Every row of a round with what was seen after it, the round, and why it is void if it is."""
    seen: list[tuple[View, dict[int, Own]]] = []
    steps, why = [], ""
    for round_, step, void in play_again(books, found, games):
        why = void
        steps.append(step)
        seen.append((round_.view(seat), round_.views()[1] if everything else {}))
    told = round_.events if everything else round_.told(seat)
    teller = Teller(round_, EVERYTHING if everything else seat)
    words = [teller.words(event) for event in told]
    lines = [line(event, round_.game.kind) for event in told]
    result, at = [], 0
    for step, (view, own) in zip(steps, seen, strict=True):
        result.append(
            StepTold(
                step.row.seq, step.row.at, [w for w in words[at : step.events] if w],
                lines[at : step.events], view, own, step.row.by if staff else 0,
                step.second if staff else 0,
            )
        )  # fmt: skip
        at = step.events
    return result, round_, why


def _results(round_: Round) -> dict[str, int]:
    """Won or lost by every seat, and by the house, the dealers and the drop where they did."""
    kept = ("house", "tokes", "drop")
    return {
        key: cents
        for key, cents in nets(round_).items()
        if key.isdigit() or (cents and key in kept)
    }


def _only(caller: Caller) -> int:
    """Whose rounds this caller may recall: their own, or (0) everybody's."""
    if caller == ROOM or roles.may(caller.role, "recall_any"):
        return 0
    roles.check(caller, "recall_own")
    return caller.person


def _sees_all(caller: Caller) -> bool:
    """Whether nothing of a round that is over is hidden from this caller."""
    return caller == ROOM or caller.role == roles.AUDITOR
