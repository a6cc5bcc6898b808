"""The floor: tables, rulings, seats, meters, the drop, and what is worth knowing of all of it."""

from __future__ import annotations

from houseway.room.actor import Answer
from houseway.room.caller import Caller
from houseway.room.drop import Drop
from houseway.room.floor_base import FloorTerms
from houseway.room.floor_meters import MeterDesk
from houseway.room.floor_posting import Postings
from houseway.room.floor_seats import Seats
from houseway.room.proposals import MeterMatter, PostingMatter, Proposal
from houseway.room.rulings import Rulings
from houseway.room.significant import EventLog

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
