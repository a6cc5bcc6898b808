"""Calls of the client for auditors and for who looks after the room."""

from __future__ import annotations

from houseway.room.audit.audit import BackupMade, Heads, Report
from houseway.room.audit.self_check import Program
from houseway.room.client.calls import Calls


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

    async def export_csv(self, table: str, day: str = "") -> bytes:
        """A table of all gaming data as CSV."""
        return await self.text(f"/export/{table}", day=day)

    async def export_lines(self, table: str, day: str = "") -> bytes:
        """The same as JSON lines."""
        return await self.text(f"/export/{table}/lines", day=day)
