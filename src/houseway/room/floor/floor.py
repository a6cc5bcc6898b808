"""The floor: tables, rulings, seats, meters, the drop, and what is worth knowing of all of it."""

from __future__ import annotations

from houseway.room.accounting.drop_report import Drop
from houseway.room.api.roles import Caller
from houseway.room.approvals import MeterMatter, PostingMatter, Proposal
from houseway.room.audit.event_log import EventLog
from houseway.room.floor.base import FloorTerms
from houseway.room.floor.posting import Postings
from houseway.room.floor.seats import Seats
from houseway.room.meters.desk import MeterDesk
from houseway.room.tables.actor import Answer
from houseway.room.tables.rulings import Rulings

__all__ = ["Floor", "FloorTerms"]


class Floor(Postings, MeterDesk, Rulings, Seats, Drop, EventLog):
    """Everything that the floor can do.

    Each command takes who asks first, checks the role in one place (``roles.check``) and has a key
    under which it is done once however often it is asked.
    """

    async def do(self, caller: Caller, proposal: Proposal, key: str) -> Answer:
        """What two people have agreed on is done."""
        matter = proposal.matter
        if isinstance(matter, PostingMatter):
            return await self._post(caller, proposal, matter, key)
        if isinstance(matter, MeterMatter):
            return await self._change_meter(caller, proposal, matter, key)
        return await self._transfer(caller, proposal, matter, key)
