"""Endpoints of the history: rounds step by step, their records and proofs, significant events."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from houseway.room.api.audit_types import EventFilter, Significant
from houseway.room.api.cage_types import DropReport
from houseway.room.api.declare import Endpoints
from houseway.room.api.history_types import RoundListed
from houseway.room.api.roles import Caller
from houseway.room.api.types import PersonNo
from houseway.room.room import Room

api = Endpoints("recall")
RECALL = "recall_own or recall_any"
Listed = Annotated[int, Meta(ge=1, le=100, description="How many rounds at most.")]
Before = Annotated[int, Meta(ge=0, le=2**53, description="Rounds before this one; 0: the latest.")]
Time = Annotated[int, Meta(ge=0, le=2**53, description="Milliseconds; 0: no bound.")]
WithSentences = Annotated[bool, Meta(description="Whether each is told in one sentence, too.")]
Word = Annotated[str, Meta(max_length=60)]
Day = Annotated[str, Meta(max_length=10, description="A gaming day, as 2026-11-16.")]


@api.get("/me/rounds", "recall_own", "List your own last rounds")
async def own_rounds(
    room: Room, caller: Caller, most: Listed = 10, before_ms: Time = 0, told: WithSentences = False
) -> list[RoundListed]:
    """Return the caller's last rounds at all tables, newest first."""
    return await room.recall.of_person(caller, caller.person, most, before_ms, told)


@api.get("/people/{person}/rounds", RECALL, "List a person's last rounds")
async def rounds_of(
    room: Room, caller: Caller, person: PersonNo, most: Listed = 10, before_ms: Time = 0
) -> list[RoundListed]:
    """Return a person's last rounds at all tables, newest first."""
    return await room.recall.of_person(caller, person, most, before_ms)


@api.get("/floor/events", "event_log", "List significant events")
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
    """Return events in words, the latest first: of a time, a log (`table:T1`), a subject, a
    person."""
    return await room.events.events(caller, EventFilter(since, until, stream, about, by, most))


@api.get("/reports/drop", "drop_report", "Get the drop report")
async def drop_report(room: Room, caller: Caller, day: Day = "") -> DropReport:
    """Return the takings of every table in a gaming day, and what waits to be collected."""
    return await room.drop_reports.drop_report(caller, day)
