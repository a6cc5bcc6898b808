"""Looking back: rounds step by step, their records and proofs, and what is worth knowing."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.accounting.drop_report import DropReport
from houseway.room.api.roles import Caller
from houseway.room.api.types import Number, PersonNo, TableName
from houseway.room.audit.event_log import Significant, Wanted
from houseway.room.fairness.record import PublicRecord
from houseway.room.history.frames import RoundShown
from houseway.room.history.history import RoundTold
from houseway.room.history.rounds import RoundListed
from houseway.room.http.api import Api
from houseway.room.room import Room

api = Api("recall")
RECALL = "recall_own or recall_any"
Listed = Annotated[int, Meta(ge=1, le=100, description="How many rounds at most.")]
Before = Annotated[int, Meta(ge=0, le=2**53, description="Rounds before this one; 0: the latest.")]
Time = Annotated[int, Meta(ge=0, le=2**53, description="Milliseconds; 0: no bound.")]
Told = Annotated[bool, Meta(description="Whether each is told in one sentence, too.")]
Word = Annotated[str, Meta(max_length=60)]
Day = Annotated[str, Meta(max_length=10, description="A gaming day, as 2026-11-16.")]


@api.get("/tables/{table}/rounds", RECALL, "The last rounds of a table")
async def rounds(
    room: Room,
    caller: Caller,
    table: TableName,
    most: Listed = 10,
    before: Before = 0,
    told: Told = False,
) -> list[RoundListed]:
    """Newest first: for staff all of them, for a player those of their own."""
    return await room.recall.rounds(caller, table, most, before, told)


@api.get("/me/rounds", "recall_own", "One's own last rounds")
async def own_rounds(
    room: Room, caller: Caller, most: Listed = 10, before_ms: Time = 0, told: Told = False
) -> list[RoundListed]:
    """At all tables, newest first."""
    return await room.recall.of_person(caller, caller.person, most, before_ms, told)


@api.get("/people/{person}/rounds", RECALL, "Somebody's last rounds")
async def rounds_of(
    room: Room, caller: Caller, person: PersonNo, most: Listed = 10, before_ms: Time = 0
) -> list[RoundListed]:
    """At all tables, newest first."""
    return await room.recall.of_person(caller, person, most, before_ms)


@api.get("/tables/{table}/rounds/{number}", RECALL, "A round step by step")
async def round_told(room: Room, caller: Caller, table: TableName, number: Number) -> RoundTold:
    """Who played sees it with their own eyes, the floor as everybody did, an auditor all of it."""
    return await room.recall.round(caller, table, number)


@api.get("/tables/{table}/rounds/{number}/steps", RECALL, "A round to be shown again")
async def round_shown(room: Room, caller: Caller, table: TableName, number: Number) -> RoundShown:
    """How the table looked after every event: the public part, and the caller's own pieces."""
    return await room.recall.shown(caller, table, number)


@api.get(
    "/tables/{table}/rounds/{number}/record", RECALL, "The record of a round",
    media="application/toml",
)  # fmt: skip
async def round_record(room: Room, caller: Caller, table: TableName, number: Number) -> bytes:
    """As TOML, for `houseway settle` and `houseway replay`."""
    return (await room.recall.record_text(caller, table, number)).encode()


@api.get("/tables/{table}/rounds/{number}/proof", RECALL, "What proves a round")
async def round_proof(room: Room, caller: Caller, table: TableName, number: Number) -> PublicRecord:
    """Commitments and the openings that this caller may have, for `houseway verify`."""
    return await room.recall.public(caller, table, number)


@api.get(
    "/tables/{table}/rounds/{number}/phh", RECALL, "A poker hand as PHH", media="application/toml"
)
async def round_phh(room: Room, caller: Caller, table: TableName, number: Number) -> bytes:
    """Cards that the caller may not know are `??`."""
    return (await room.recall.phh(caller, table, number)).encode()


@api.get("/floor/events", "event_log", "Significant events")
async def events(
    room: Room,
    caller: Caller,
    since: Time = 0,
    until: Time = 0,
    stream: Word = "",
    about: Word = "",
    by: Annotated[int, Meta(ge=0, le=2**53)] = 0,
    most: Annotated[int, Meta(ge=1, le=1000)] = 100,
) -> list[Significant]:
    """The latest first, in words: of a time, a log (`table:T1`), about something, by somebody."""
    return await room.floor.events(caller, Wanted(since, until, stream, about, by, most))


@api.get("/reports/drop", "drop_report", "Collection and drop")
async def drop_report(room: Room, caller: Caller, day: Day = "") -> DropReport:
    """What every table took in a gaming day, and what waits to be collected."""
    return await room.floor.drop_report(caller, day)
