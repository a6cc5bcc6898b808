"""Hints at practice tables: for the question that stands to who asks, and to nobody else."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from houseway.hints import Hint, job_of
from houseway.hints.jobs import HintOf, WagersOf
from houseway.jobs import Failed, NotYet
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.room import Room
from houseway.room.tables import commands, rounds
from houseway.room.tables.state import TableState
from houseway.room.tables.views import still_there

log = logging.getLogger(__name__)
SECONDS = 6
"""How long somebody waits for a hint."""
NOT_IN_TIME = "no advice in time; ask again in a moment"
NO_ADVICE = "there is no advice for this question"
Asked = tuple[HintOf | WagersOf, int, int]
"""What is to be worked out, for which round and which question of it."""


async def hint(room: Room, caller: Caller, table: str) -> Hint:
    """What the caller would do best now at a table where hints are given.

    The table waits only while the question is looked at; what follows is worked out elsewhere.
    """
    actor = room.table(table)

    async def look() -> Asked:
        return looked_at(actor.live, caller)

    job, number, ask = await actor.turn(look)
    try:
        found = await room.workers.run(job, SECONDS, caller=f"person {caller.person}")
    except NotYet:
        found = Hint(NOT_IN_TIME, found=False)
    except Failed as error:
        log.error("no hint at %s: %s", table, error)
        found = Hint(NO_ADVICE, found=False)
    return replace(found, round=number, ask=ask)


def looked_at(live: TableState, caller: Caller) -> Asked:
    """The question that stands to the caller, as it is sent to who works it out."""
    if not live.terms.practice:
        raise Denied(f"hints are given at practice tables, and {live.name} is none")
    seat = commands.seat_of(commands.taking(live), caller)
    round_ = rounds.the_round(live)
    if seat not in live.asked() or seat not in still_there(live, round_):
        raise Denied("you are not asked anything now", "stale")
    return job_of(round_, live.posting, seat), commands.round_now(live), round_.asked[seat]
