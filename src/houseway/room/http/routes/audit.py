"""Endpoints of the audit: checks of the books, signed heads, a backup, the running program,
exports.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from houseway.errors import short_repr
from houseway.room.api.audit_types import BackupMade, Heads, Program, Report
from houseway.room.api.declare import Download, Endpoints
from houseway.room.api.roles import Caller
from houseway.room.audit.self_check import program
from houseway.room.errors import Denied
from houseway.room.export.tables import TABLES
from houseway.room.room import Room
from houseway.util.english import one_of

api = Endpoints("audit")
ExportTable = Annotated[str, Meta(min_length=1, max_length=40, description="A table of the data.")]
ExportDay = Annotated[str, Meta(max_length=10, description="A gaming day; empty: all of it.")]


@api.post("/audit", "audit", "Audit the books", rate="login", remembers=True)
async def audit(room: Room, caller: Caller) -> Report:
    """Check the chains, the fourteen invariants and the cage, and replay every round of every
    table.
    """
    return await room.audit.audit(caller)


@api.post("/audit/heads", "heads", "Export signed heads of the logs", remembers=True)
async def signed_heads(room: Room, caller: Caller) -> Heads:
    """Return signed heads to keep elsewhere: they reveal rows cut off or forged later. The call is
    logged.
    """
    return await room.audit.heads(caller)


@api.post("/audit/backup", "backup", "Back up the books", rate="login", remembers=True)
async def backup(room: Room, caller: Caller) -> BackupMade:
    """Copy the books of one moment to the folder `backups` in the folder of the books."""
    return await room.audit.backup(caller)


@api.get("/audit/program", "audit", "Identify the running program", rate="login")
async def running_program(room: Room, caller: Caller) -> Program:
    """Return the version of the program and the present digest of its files."""
    return await asyncio.to_thread(program)


@api.get("/export/{table}", "export", "Export gaming data as CSV", media="text/csv", rate="login")
async def export_csv(
    room: Room, caller: Caller, table: ExportTable, day: ExportDay = ""
) -> Download:
    """Return one table of all gaming data (docs/audit.md), of a gaming day or of all days."""
    return Download("text/csv", f"{table}.csv", await _lines(room, caller, table, day, "csv"))


@api.get(
    "/export/{table}/lines", "export", "Export gaming data as JSON lines",
    media="application/jsonl", rate="login",
)  # fmt: skip
async def export_lines(
    room: Room, caller: Caller, table: ExportTable, day: ExportDay = ""
) -> Download:
    """Return the same table with one JSON object a line."""
    lines = await _lines(room, caller, table, day, "jsonl")
    return Download("application/jsonl", f"{table}.jsonl", lines)


async def _lines(
    room: Room, caller: Caller, table: str, day: str, form: Literal["csv", "jsonl"]
) -> Iterator[bytes]:
    """Return the lines of an export of one table, for all days if ``day`` is empty."""
    if table not in TABLES:
        raise Denied(f"an export has {one_of(TABLES)}, not {short_repr(table)}", "unknown")
    return await room.exports.lines(caller, table, day, form)
