"""The audit: the books checked, signed heads, a backup, which program runs, all data exported."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from houseway.errors import short_repr
from houseway.room.api.roles import Caller
from houseway.room.audit import audit as auditing
from houseway.room.audit.audit import BackupMade, Heads, Report
from houseway.room.audit.self_check import Program, program
from houseway.room.errors import Denied
from houseway.room.export.export import TABLES, exported
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Download
from houseway.room.room import Room
from houseway.util.english import one_of

api = Api("audit")
ExportTable = Annotated[str, Meta(min_length=1, max_length=40, description="A table of the data.")]
ExportDay = Annotated[str, Meta(max_length=10, description="A gaming day; empty: all of it.")]


@api.post("/audit", "audit", "Audit the books", rate="login")
async def audit(room: Room, caller: Caller) -> Report:
    """Chains, the fourteen invariants, the cage, and every round of every table played again."""
    return await auditing.audited(room, caller)


@api.post("/audit/heads", "heads", "Signed heads of the logs")
async def signed_heads(room: Room, caller: Caller) -> Heads:
    """To be kept elsewhere: they show any cut or forgery since.  That they were given is noted."""
    return await auditing.heads(room, caller)


@api.post("/audit/backup", "backup", "Back up the books", rate="login")
async def backup(room: Room, caller: Caller) -> BackupMade:
    """A copy of one moment, in the folder `backups` beside the books."""
    return await auditing.backup(room, caller)


@api.get("/audit/program", "audit", "Which program this is", rate="login")
async def running_program(room: Room, caller: Caller) -> Program:
    """Its version and the digest of its files, as they lie on the disk now."""
    return await asyncio.to_thread(program)


@api.get("/export/{table}", "export", "Gaming data as CSV", media="text/csv", rate="login")
async def export_csv(
    room: Room, caller: Caller, table: ExportTable, day: ExportDay = ""
) -> Download:
    """One table of all gaming data (docs/audit.md), of a gaming day or all of it."""
    return Download("text/csv", f"{table}.csv", await _lines(room, caller, table, day, "csv"))


@api.get(
    "/export/{table}/lines", "export", "Gaming data as JSON lines", media="application/jsonl",
    rate="login",
)  # fmt: skip
async def export_lines(
    room: Room, caller: Caller, table: ExportTable, day: ExportDay = ""
) -> Download:
    """The same, one JSON object a line."""
    lines = await _lines(room, caller, table, day, "jsonl")
    return Download("application/jsonl", f"{table}.jsonl", lines)


async def _lines(
    room: Room, caller: Caller, table: str, day: str, form: Literal["csv", "jsonl"]
) -> Iterator[bytes]:
    if table not in TABLES:
        raise Denied(f"an export has {one_of(TABLES)}, not {short_repr(table)}", "unknown")
    return await exported(room, caller, table, day, form)
