"""Calls of the client at the floor's desk: seats, waiting lists, meters, what takes two people."""

from __future__ import annotations

from houseway.room.api import types as t
from houseway.room.approvals import Proposal
from houseway.room.client.calls import Calls
from houseway.room.floor.seats import ChairSeen, Waiter
from houseway.room.meters.desk import MeterReport
from houseway.room.meters.history import MeterChange
from houseway.room.tables.actor import Answer


class DeskCalls(Calls):
    """The floor's desk."""

    async def chairs(self, table: str) -> list[ChairSeen]:
        """The chairs of a table."""
        return await self.get(f"/floor/tables/{table}/chairs", list[ChairSeen])

    async def seat_other(
        self, table: str, person: int, cents: int, seat: int = 0, key: str = ""
    ) -> Answer:
        """Seat somebody."""
        body = t.SeatOther(person, cents, seat)
        return await self.post(f"/floor/tables/{table}/chairs", Answer, body, key)

    async def unseat(self, table: str, person: int, reason: str, key: str = "") -> Answer:
        """End somebody's seat."""
        path = f"/floor/tables/{table}/chairs/{person}/end"
        return await self.post(path, Answer, t.Why(reason), key)

    async def move(
        self, table: str, person: int, to: str, reason: str, seat: int = 0, key: str = ""
    ) -> int:
        """Move somebody to another table; the number of the move."""
        path = f"/floor/tables/{table}/chairs/{person}/move"
        return (await self.post(path, t.Moving, t.SeatMove(to, reason, seat), key)).move

    async def waiting_lists(self, game: str = "") -> list[Waiter]:
        """Everybody who waits."""
        return await self.get("/floor/waiting", list[Waiter], game=game)

    async def call_next(self) -> None:
        """Call the next."""
        await self.done("/floor/waiting/call")

    async def take_off(self, game: str, person: int) -> None:
        """Take somebody off a list."""
        await self.delete(f"/floor/waiting/{game}/{person}")

    async def meters(self, table: str = "") -> MeterReport:
        """The meters, reconciled."""
        return await self.get("/floor/meters", MeterReport, table=table)

    async def meter_history(
        self, table: str, spot: str, number: int = 0, most: int = 100
    ) -> list[MeterChange]:
        """Every change of a meter, newest first."""
        path = f"/floor/tables/{table}/meters/{spot}"
        return await self.get(path, list[MeterChange], number=number, most=most)

    async def proposals(self) -> list[Proposal]:
        """What waits for a second person."""
        return await self.get("/floor/proposals", list[Proposal])

    async def propose_posting(self, table: str, body: t.PostingProposal, key: str = "") -> Proposal:
        """Propose what is to be posted at a closed table."""
        return await self.post(f"/floor/tables/{table}/posting", Proposal, body, key)

    async def propose_meter(self, table: str, body: t.MeterProposal, key: str = "") -> Proposal:
        """Propose to change a meter."""
        return await self.post(f"/floor/tables/{table}/meters", Proposal, body, key)

    async def propose_transfer(
        self, table: str, body: t.TransferProposal, key: str = ""
    ) -> Proposal:
        """Propose to move a meter to another table."""
        return await self.post(f"/floor/tables/{table}/meters/transfer", Proposal, body, key)

    async def confirm(self, number: int, key: str = "") -> Answer:
        """Be the second person of a proposal."""
        return await self.post(f"/floor/proposals/{number}/confirm", Answer, None, key)

    async def withdraw_proposal(self, number: int, reason: str = "") -> None:
        """Call a proposal off."""
        await self.done(f"/floor/proposals/{number}/withdraw", t.MaybeWhy(reason))
