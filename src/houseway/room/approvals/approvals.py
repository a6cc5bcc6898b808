"""The one way in which a second person agrees: to cash, proposals, voids, changes of the staff.

A service asks for something in a stream of its own (a ``Desk``: the cage, the floor, the people).
Here a second person approves it, or it is withdrawn. They approve at a station of their own, or
with card and PIN at the station of the first person. The desk carries it out once, under the key of
the second person.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta

from houseway.room.api import roles
from houseway.room.api import types as t
from houseway.room.api.approval_types import Approval, Approved, Vouch
from houseway.room.api.declare import Endpoints, Key
from houseway.room.api.roles import ROOM, Caller
from houseway.room.approvals.custody import MACHINE, Custody
from houseway.room.approvals.waiting import (
    Queue,
    Waiting,
    command_of,
    has_lapsed,
    name_of,
    summarise,
)
from houseway.room.clock import Clock
from houseway.room.errors import Denied
from houseway.room.store.interface import Books, Row
from houseway.util.english import all_of

api = Endpoints("approvals")
ApprovalId: TypeAlias = Annotated[
    str, Meta(pattern="^[a-z]{1,12}-[0-9]{1,15}$", description="What waits, as ``cage-17``.")
]
Confirm: TypeAlias = Callable[[Caller, str, str], Awaitable[Caller]]
"""Returns the owner of a card and PIN at the station of a caller; without a card, the caller."""


class Desk(Protocol):
    """A stream in which something waits for a second person."""

    @property
    def stream(self) -> str:
        """Return the name of the stream."""
        ...

    @property
    def queue(self) -> Queue:
        """Return what waits in it, with all rows applied."""
        ...

    def waiting_of(self, row: Row) -> Waiting | None:
        """Return what a row asks for, settled or not; None for another row."""
        ...

    async def carry_out(
        self, second: Caller, waiting: Waiting, key: str, reason: str = ""
    ) -> Approved:
        """Execute what waits, for its second person; under a used key, return its result."""
        ...

    async def take_back(self, caller: Caller, waiting: Waiting, reason: str, key: str) -> None:
        """Write that it is withdrawn."""
        ...


class Approvals:
    """Everything that waits for a second person, over all desks."""

    def __init__(self, books: Books, clock: Clock, *, takes_pin: bool = False) -> None:
        self._books, self._clock = books, clock
        self.takes_pin = takes_pin
        """True if every approval takes the PIN of the person who approves."""
        self.custody = Custody(books)
        self.confirm_pin: Confirm | None = None
        self._desks: dict[str, Desk] = {}

    def serve(self, desk: Desk) -> None:
        """Take in what waits at a desk."""
        self._desks[desk.stream] = desk

    def check_pair(self, first: int, second: Caller, command: str) -> None:
        """Raise Denied if this caller may not be the second person for a person's command."""
        if why := self._why_not(first, second, command):
            raise Denied(why, code="role")

    def _why_not(self, first: int, second: Caller, command: str) -> str:
        """Return why a caller is no second person for a command; empty if they are one."""
        right, what = roles.TWO_PEOPLE[command]
        try:
            roles.check(second, right)
        except Denied as denied:
            return denied.what
        if first == second.person:
            return f"{what} takes two people: another one has to approve it"
        behind = self.custody.shared(first, second.person)
        if not behind:
            return ""
        names = all_of(self._called(person) for person in sorted(behind))
        return (
            f"{what} takes two people: {names} alone set the card, PIN or duty of "
            f"{self._called(first)} or {self._called(second.person)}, or of one who did"
        )

    def _called(self, person: int) -> str:
        """Return the name of a person for a sentence."""
        if person == MACHINE:
            return "the machine of the server"
        found = self._books.person(person)
        return found.name if found else f"person {person}"

    @api.get("/approvals", "approvals", "List what waits for a second person")
    async def approvals(self, caller: Caller) -> list[Approval]:
        """Return what the caller asked for or may approve by their role; an auditor sees all."""
        now = self._clock.now_ms()
        found = [
            each
            for desk in self._desks.values()
            for each in desk.queue
            if not has_lapsed(each, now)
        ]
        return [self.shown(each, caller) for each in found if self._sees(caller, each)]

    def _sees(self, caller: Caller, waiting: Waiting) -> bool:
        """Return True if a caller sees that something waits."""
        right, _ = roles.TWO_PEOPLE[command_of(waiting.matter)]
        reads = caller == ROOM or caller.role == roles.AUDITOR
        return reads or caller.person == waiting.by or roles.may(caller.role, right)

    def shown(self, waiting: Waiting, caller: Caller) -> Approval:
        """Return something that waits as a caller sees it."""
        matter = waiting.matter
        why_not = self._why_not(waiting.by, caller, command_of(matter))
        return Approval(
            id=waiting.id, what=name_of(matter), says=summarise(matter), why=waiting.why,
            by=waiting.by, by_name=self._called(waiting.by), at_ms=waiting.at,
            until_ms=waiting.until, person=getattr(matter, "person", 0),
            table=getattr(matter, "table", ""), cents=getattr(matter, "cents", 0),
            may=not why_not, why_not=why_not,
        )  # fmt: skip

    @api.post(
        "/approvals/{id}/approve", "approvals", "Approve as the second person",
        name="approve_waiting", body=Vouch,
    )  # fmt: skip
    async def approve(
        self, caller: Caller, id: ApprovalId, card: str = "", pin: str = "", reason: str = "", *,
        key: Key,
    ) -> Approved:  # fmt: skip
        """Approve what waits, and have it carried out.

        With a card its owner approves at the caller's station; their login elsewhere stays.
        """
        stream, _, number = id.rpartition("-")
        second = caller
        if card or pin or self.takes_pin:
            if self.confirm_pin is None or not pin:
                raise Denied("an approval takes the PIN of the person who approves")
            second = await self.confirm_pin(caller, card, pin)
        return await self._carried_out(second, stream, int(number), key, reason)

    async def settle(self, second: Caller, stream: str, number: int, key: str) -> Approved:
        """Approve what waits at a desk, without a PIN; Denied if the room demands one."""
        if self.takes_pin and second != ROOM:
            raise Denied(
                "an approval takes the PIN of the person who approves: POST "
                f"/api/approvals/{stream}-{number}/approve has a place for it"
            )
        return await self._carried_out(second, stream, number, key)

    async def _carried_out(
        self, second: Caller, stream: str, number: int, key: str, reason: str = ""
    ) -> Approved:
        """Carry out what was asked for under a number, if this is a second person."""
        desk, found = self._found(stream, number)
        self.check_pair(found.by, second, command_of(found.matter))
        return await desk.carry_out(second, found, key, reason)

    @api.post(
        "/approvals/{id}/withdraw", "approvals", "Withdraw what waits", name="withdraw_waiting",
        body=t.OptionalReason,
    )  # fmt: skip
    async def withdraw(
        self, caller: Caller, id: ApprovalId, reason: str = "", *, key: Key = ""
    ) -> None:
        """Withdraw what waits: by the person who asked, or by one whose role may approve it."""
        stream, _, number = id.rpartition("-")
        await self.take_back(caller, stream, int(number), reason, key)

    async def take_back(
        self, caller: Caller, stream: str, number: int, reason: str, key: str
    ) -> None:
        """Withdraw what waits at a desk under a number."""
        desk, found = self._found(stream, number)
        if caller.person != found.by:
            roles.check(caller, roles.TWO_PEOPLE[command_of(found.matter)][0])
        await desk.take_back(caller, found, reason, key)

    def _found(self, stream: str, number: int) -> tuple[Desk, Waiting]:
        """Return a desk and what was asked for there under a number, settled or not."""
        desk = self._desks.get(stream)
        row = next(self._books.rows(stream, number - 1, 1), None) if desk and number > 0 else None
        found = desk.waiting_of(row) if desk and row else None
        if desk is None or found is None:
            raise Denied(f"nothing was asked for under the number {number}", "unknown")
        return desk, found
