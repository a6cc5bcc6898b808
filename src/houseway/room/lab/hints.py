"""Hints at practice tables, for the player of the open question alone."""

from __future__ import annotations

import logging

from msgspec.structs import replace

from houseway.hints import Hint, job_of
from houseway.hints.jobs import HintOf, WagersOf
from houseway.jobs import Failed, NotYet, Pool
from houseway.room.api.roles import Caller
from houseway.room.errors import Denied
from houseway.room.tables import commands
from houseway.room.tables.actor import Actor
from houseway.room.tables.state import TableState, the_round
from houseway.room.tables.views import still_there

log = logging.getLogger(__name__)
SECONDS = 6
"""The time limit of a hint in seconds."""
NOT_IN_TIME = "no advice in time; ask again in a moment"
NO_ADVICE = "there is no advice for this question"
HintRequest = tuple[HintOf | WagersOf, int, int]
"""A job with its round and the number of the question."""


async def hint(actor: Actor, workers: Pool, caller: Caller) -> Hint:
    """Return the caller's best decision at a table where hints are given.

    The table waits only while the question is read; the computation runs elsewhere.
    """
    job, number, ask = await actor.read(lambda live: looked_at(live, caller))
    try:
        found = await workers.run(job, SECONDS, caller=f"person {caller.person}")
    except NotYet:
        found = Hint(NOT_IN_TIME, found=False)
    except Failed as error:
        log.error("no hint at %s: %s", actor.name, error)
        found = Hint(NO_ADVICE, found=False)
    return replace(found, round=number, ask=ask)


def looked_at(live: TableState, caller: Caller) -> HintRequest:
    """Return the job for the open question to the caller."""
    if not live.terms.practice:
        raise Denied(f"hints are given at practice tables, and {live.name} is none")
    seat = commands.seat_of(commands.taking(live), caller)
    round_ = the_round(live)
    if seat not in live.asked() or seat not in still_there(live, round_):
        raise Denied("you are not asked anything now", "stale")
    return job_of(round_, live.posting, seat), commands.round_now(live), round_.asked[seat]
