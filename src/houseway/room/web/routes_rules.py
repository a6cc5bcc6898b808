"""The rulebook: every game with its clauses, in our words, for everybody.

What is told is worked out beside the tables, one request after the other, and kept by the sheets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta

from houseway.errors import Refused
from houseway.room.refusals import Denied
from houseway.room.room import Room
from houseway.room.web.api import Api
from houseway.sheets.told_clause import ClauseTold, clause_told

api = Api("rulebook")
T = TypeVar("T")
ClauseNo: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, description="The number of a clause: CO-2116-7G.")
]
AnyGame: TypeAlias = Annotated[
    str, Meta(max_length=60, description="The game it is told of; empty: its own.")
]


async def _aside(work: Callable[[], T]) -> T:
    """Beside the tables; what the rulebook does not have is not there."""
    try:
        return await asyncio.to_thread(work)
    except Refused as error:
        raise Denied(error.what, "unknown", error.clauses) from None


@api.get("/clauses/{clause}", "", "One clause in words")
async def one_clause(room: Room, clause: ClauseNo, game: AnyGame = "") -> ClauseTold:
    """What it says, where it stands, how unclear places of it are read, and in which games."""
    return await _aside(lambda: clause_told(clause, game))
