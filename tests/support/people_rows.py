"""Rows of the people log written as they are, without the services that would refuse them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from houseway.room.api.roles import Caller
from houseway.room.people.accounts import PersonChanged
from houseway.room.store.stream import Journal


class ByTwo(PersonChanged, frozen=True):
    """A change of a person with the fields that custody reads."""

    request: int = 0
    asked_by: int = 0
    at_machine: bool = False


def write_rows(journal: Journal, rows: Sequence[tuple[int, str, msgspec.Struct]]) -> None:
    """Append rows: by whom, of which kind, with which body."""

    async def write() -> None:
        for by, kind, body in rows:
            await journal.write(Caller(by, "", ""), kind, body)

    asyncio.run(write())
