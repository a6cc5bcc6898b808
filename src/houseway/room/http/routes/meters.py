"""Meters, and whatever the floor changes by two people: proposed by one, confirmed by another."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.api.roles import Caller
from houseway.room.api.types import (
    MaybeWhy,
    MeterProposal,
    Most,
    Number,
    PostingProposal,
    TableName,
    TransferProposal,
)
from houseway.room.approvals import Proposal
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Key
from houseway.room.http.routes.floor import terms_of
from houseway.room.meters.desk import MeterReport
from houseway.room.meters.history import MeterChange
from houseway.room.room import Room
from houseway.room.tables.actor import Answer

api = Api("floor")
SpotName = Annotated[str, Meta(min_length=1, max_length=60, description="The wager of a meter.")]
MeterNo = Annotated[int, Meta(ge=0, le=99, description="Which of the wager's meters.")]
MaybeTable = Annotated[str, Meta(max_length=40, description="A table; empty: all.")]


@api.get("/floor/meters", "meters", "The meters, reconciled")
async def meters(room: Room, caller: Caller, table: MaybeTable = "") -> MeterReport:
    """What each display shows, what the books hold, and whether all of it adds up now."""
    return await room.floor.meters(caller, table)


@api.get("/floor/tables/{table}/meters/{spot}", "meters", "How a meter came to stand where it does")
async def meter_history(
    room: Room,
    caller: Caller,
    table: TableName,
    spot: SpotName,
    number: MeterNo = 0,
    most: Most = 100,
) -> list[MeterChange]:
    """Every change of a meter, newest first: contributions, payouts, corrections."""
    return await room.floor.meter_history(caller, table, spot, number, most)


@api.get("/floor/proposals", "event_log", "What waits for a second person")
async def proposals(room: Room, caller: Caller) -> list[Proposal]:
    """Changes of what is posted, of meters, and transfers."""
    return await room.floor.proposals(caller)


@api.post(
    "/floor/tables/{table}/posting", "post_table", "Propose what is to be posted",
    example=PostingProposal("a new schedule", posting={"push_22": "B"}),
)  # fmt: skip
async def propose_posting(
    room: Room, caller: Caller, table: TableName, body: PostingProposal, key: Key = ""
) -> Proposal:
    """Only while the table is closed; a second person confirms it."""
    terms = terms_of(body.terms)
    return await room.floor.propose_posting(
        caller, table, body.reason, body.game, body.posting, terms, key=key
    )


@api.post("/floor/tables/{table}/meters", "adjust_meter", "Propose to change a meter")
async def propose_meter(
    room: Room, caller: Caller, table: TableName, body: MeterProposal, key: Key = ""
) -> Proposal:
    """The house adds to a meter or takes from it, for a reason; a second person confirms it."""
    return await room.floor.propose_meter(
        caller, table, body.spot, body.number, body.cents, body.reason,
        in_transit=body.in_transit, key=key,
    )  # fmt: skip


@api.post("/floor/tables/{table}/meters/transfer", "adjust_meter", "Propose to move a meter")
async def propose_transfer(
    room: Room, caller: Caller, table: TableName, body: TransferProposal, key: Key = ""
) -> Proposal:
    """All that it holds goes to the same meter of another table; a second person confirms it."""
    return await room.floor.propose_transfer(
        caller, table, body.spot, body.number, body.to, body.reason, key=key
    )


@api.post("/floor/proposals/{number}/confirm", "event_log", "Be the second person of the floor")
async def confirm(room: Room, caller: Caller, number: Number, key: Key = "") -> Answer:
    """It is done now, if it still can be."""
    return await room.floor.confirm(caller, number, key=key)


@api.post("/floor/proposals/{number}/withdraw", "event_log", "Call a proposal off")
async def withdraw_proposal(room: Room, caller: Caller, number: Number, body: MaybeWhy) -> None:
    """By who made it, or by who might have confirmed it."""
    await room.floor.withdraw(caller, number, body.reason)
