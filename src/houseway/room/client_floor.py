"""Calls of the client at the floor's desk."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.room.actor import Answer
from houseway.room.client_calls import Calls
from houseway.room.floor_meters import MeterReport
from houseway.room.floor_tables import Refund, TableSeen
from houseway.room.foreseen import Foreseen
from houseway.room.meter_history import MeterChange
from houseway.room.proposals import Proposal
from houseway.room.rulings import RulingKnown
from houseway.room.web import types as t


class FloorCalls(Calls):
    """The floor."""

    async def floor_tables(self) -> list[TableSeen]:
        """All tables."""
        return await self.get("/floor/tables", list[TableSeen])

    async def floor_table(self, table: str) -> TableSeen:
        """One table."""
        return await self.get(f"/floor/tables/{table}", TableSeen)

    async def open_table(
        self,
        table: str,
        game: str = "",
        posting: Mapping[str, str | int | bool] | None = None,
        terms: t.TermsBody | None = None,
        key: str = "",
    ) -> Answer:
        """Open a table."""
        body = t.TableOpening(game, None if posting is None else dict(posting), terms)
        return await self.post(f"/floor/tables/{table}/open", Answer, body, key)

    async def pause_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """Pause a table."""
        return await self.post(f"/floor/tables/{table}/pause", Answer, t.MaybeWhy(reason), key)

    async def resume_table(self, table: str, key: str = "") -> Answer:
        """Resume a table."""
        return await self.post(f"/floor/tables/{table}/resume", Answer, None, key)

    async def close_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """Close a table when its round is over."""
        return await self.post(f"/floor/tables/{table}/close", Answer, t.MaybeWhy(reason), key)

    async def clear_fault(self, table: str, reason: str, key: str = "") -> Answer:
        """Clear a fault."""
        return await self.post(f"/floor/tables/{table}/clear", Answer, t.Why(reason), key)

    async def preview_void(self, table: str) -> Refund:
        """What a void would bring back."""
        return await self.get(f"/floor/tables/{table}/void", Refund)

    async def void_round(self, table: str, reason: str, key: str = "") -> Answer:
        """Void the unfinished round."""
        return await self.post(f"/floor/tables/{table}/void", Answer, t.Why(reason), key)

    async def rulings(self, table: str) -> list[RulingKnown]:
        """Which rulings there are."""
        return await self.get(f"/floor/tables/{table}/rulings", list[RulingKnown])

    async def preview_ruling(self, table: str, ruling: t.RulingBody) -> Foreseen:
        """Where a ruling would move money."""
        return await self.post(f"/floor/tables/{table}/rulings/preview", Foreseen, ruling)

    async def make_ruling(self, table: str, ruling: t.RulingMade, key: str = "") -> Answer:
        """Make a ruling."""
        return await self.post(f"/floor/tables/{table}/rulings", Answer, ruling, key)

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
