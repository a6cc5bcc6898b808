"""Calls of the client for auditors and for who looks after the room."""

from __future__ import annotations

from houseway.room.audit import BackupMade, Heads, Report
from houseway.room.client_calls import Calls
from houseway.room.selfcheck import Program


class AuditCalls(Calls):
    """The audit."""

    async def audit(self) -> Report:
        """Audit the books."""
        return await self.post("/audit", Report)

    async def signed_heads(self) -> Heads:
        """Signed heads of the logs, to be kept elsewhere."""
        return await self.post("/audit/heads", Heads)

    async def backup(self) -> BackupMade:
        """Back up the books."""
        return await self.post("/audit/backup", BackupMade)

    async def running_program(self) -> Program:
        """Which program runs."""
        return await self.get("/audit/program", Program)
