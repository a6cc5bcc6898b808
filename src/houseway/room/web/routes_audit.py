"""The audit: the books checked, signed heads of the logs, a backup, which program runs."""

from __future__ import annotations

import asyncio

from houseway.room import audit as auditing
from houseway.room.audit import BackupMade, Heads, Report
from houseway.room.caller import Caller
from houseway.room.room import Room
from houseway.room.selfcheck import Program, program
from houseway.room.web.api import Api

api = Api("audit")


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
