"""What takes two people: one proposes it, with a reason; another one, who has the right, confirms.

Proposals are rows of the floor's log.  What comes of one is a row of the table it is about, with
both persons in it.  A proposal says how things stood when it was made: if they have changed since,
it is of no use any more and has to be made anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from houseway.game.progressives import Meter
from houseway.money import format_dollars
from houseway.room.api import roles
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.floor.base import STREAM, Desk, FloorTerms, reasoned
from houseway.room.tables.actor import Answer
from houseway.room.tables.terms import Terms

if TYPE_CHECKING:
    from houseway.room.room import Room


class _Matter(msgspec.Struct, frozen=True, tag_field="matter"):
    """What is proposed."""

    table: str


class PostingMatter(_Matter, frozen=True, tag="posting"):
    """Another game, posting or other terms at a closed table: the fingerprints, what differs."""

    opened: int
    """The row by which the table was opened as it is posted now."""
    game: str
    posting: dict[str, Any]
    terms: Terms
    before: str
    after: str
    differs: tuple[str, ...]


class MeterMatter(_Matter, frozen=True, tag="meter"):
    """The house adds so many cents to a meter, or (below 0) takes them out of it."""

    spot: str
    number: int
    cents: int
    stands: Meter
    in_transit: bool = False
    """The money is some that has left another meter and has not come to one since."""


class TransferMatter(_Matter, frozen=True, tag="transfer"):
    """All that a meter holds goes to the meter of the same kind of another table."""

    spot: str
    number: int
    to: str
    stands: Meter


Change: TypeAlias = PostingMatter | MeterMatter | TransferMatter
RIGHTS = {"posting": "post_table", "meter": "adjust_meter", "transfer": "adjust_meter"}
"""What somebody needs the right to do who proposes it."""


class Proposed(msgspec.Struct, frozen=True):
    """Row: somebody proposes something."""

    matter: Change
    why: str


class Settled(msgspec.Struct, frozen=True):
    """Row: what became of a proposal: the answer of the table, or why it was withdrawn."""

    proposal: int
    answer: Answer | None = None
    why: str = ""


class Proposal(msgspec.Struct, frozen=True):
    """A proposal that waits for a second person."""

    number: int
    by: int
    at: int
    matter: Change
    why: str
    says: str


class Proposals(Desk):
    """What waits for a second person, as the floor's log has it."""

    def __init__(self, room: Room, terms: FloorTerms | None = None) -> None:
        super().__init__(room, terms)
        self._open: dict[int, Proposal] = {}
        self._done: dict[int, tuple[int, Answer]] = {}
        for row in room.store.rows(STREAM):
            if row.kind == "proposed":
                made = msgspec.msgpack.decode(row.body, type=Proposed)
                self._keep(row.seq, row.by, row.at, made)
            elif row.kind in ("confirmed", "withdrawn"):
                self._settle(msgspec.msgpack.decode(row.body, type=Settled), row.by)

    def _keep(self, number: int, by: int, at: int, made: Proposed) -> Proposal:
        found = Proposal(number, by, at, made.matter, made.why, says(made.matter))
        self._open[number] = found
        return found

    def _settle(self, settled: Settled, by: int) -> None:
        self._open.pop(settled.proposal, None)
        if settled.answer is not None:
            self._done[settled.proposal] = by, settled.answer

    async def proposals(self, caller: Caller) -> list[Proposal]:
        """Everything that waits for a second person."""
        roles.check(caller, "event_log")
        return list(self._open.values())

    async def _propose(self, caller: Caller, matter: Change, why: str, key: str) -> Proposal:
        """Write down what somebody wants; nothing is changed by it."""
        body = Proposed(matter, reasoned(why))
        at = self.room.clock.now_ms()
        done = await self.journal.write(caller, "proposed", body, key=key)
        if done.again and done.row not in self._open:
            raise Denied(f"proposal {done.row} does not wait any more", "stale")
        return self._open.get(done.row) or self._keep(done.row, caller.person, at, body)

    async def withdraw(self, caller: Caller, number: int, why: str = "") -> None:
        """A proposal is not wanted any more, by who made it or by who might have confirmed it."""
        found = self._waiting(number)
        roles.check(caller, RIGHTS[_tag(found.matter)])
        await self._write_settled(caller, "withdrawn", Settled(number, None, why[:200]))

    async def confirm(self, caller: Caller, number: int, *, key: str = "") -> Answer:
        """The second person agrees, and it is done."""
        if number in self._done and self._done[number][0] == caller.person:
            return self._done[number][1]
        found = self._waiting(number)
        roles.check_second_person(found.by, caller, RIGHTS[_tag(found.matter)])
        answer = await self.do(caller, found, key)
        await self._write_settled(caller, "confirmed", Settled(number, answer))
        return answer

    async def do(self, caller: Caller, proposal: Proposal, key: str) -> Answer:
        """What two people have agreed on is done."""
        raise NotImplementedError

    async def _write_settled(self, caller: Caller, kind: str, settled: Settled) -> None:
        await self.journal.write(caller, kind, settled)
        self._settle(settled, caller.person)

    def _waiting(self, number: int) -> Proposal:
        found = self._open.get(number)
        if found is None:
            raise Denied(f"there is no proposal {number} that waits for somebody", "unknown")
        return found


def _tag(matter: Change) -> str:
    return str(matter.__struct_config__.tag)


def says(matter: Change) -> str:
    """What is proposed, in words."""
    match matter:
        case PostingMatter():
            return f"post at {matter.table}: {'; '.join(matter.differs)}"
        case MeterMatter():
            does = "put into" if matter.cents > 0 else "take out of"
            where = f"the {matter.spot} meter of {matter.table}"
            transit = ", from what is in transit" if matter.in_transit else ""
            return f"{does} {where} {format_dollars(abs(matter.cents))}{transit}"
        case TransferMatter():
            held = format_dollars(matter.stands.held)
            return f"transfer {held} of the {matter.spot} meter of {matter.table} to {matter.to}"
