"""Calls of the client that look back."""

from __future__ import annotations

from houseway.room.accounting.drop_report import DropReport
from houseway.room.audit.event_log import Significant
from houseway.room.client.calls import Calls
from houseway.room.fairness.record import PublicRecord
from houseway.room.history.frames import RoundShown
from houseway.room.history.history import RoundTold
from houseway.room.history.rounds import RoundListed


class RecallCalls(Calls):
    """Rounds and events of the past."""

    async def rounds(
        self, table: str, most: int = 10, before: int = 0, told: bool = False
    ) -> list[RoundListed]:
        """The last rounds of a table; ``told``: each in one sentence, too."""
        path = f"/tables/{table}/rounds"
        return await self.get(path, list[RoundListed], most=most, before=before, told=told)

    async def own_rounds(
        self, most: int = 10, before_ms: int = 0, told: bool = False
    ) -> list[RoundListed]:
        """One's own last rounds."""
        return await self.get(
            "/me/rounds", list[RoundListed], most=most, before_ms=before_ms, told=told
        )

    async def rounds_of(self, person: int, most: int = 10, before_ms: int = 0) -> list[RoundListed]:
        """Somebody's last rounds."""
        path = f"/people/{person}/rounds"
        return await self.get(path, list[RoundListed], most=most, before_ms=before_ms)

    async def round_told(self, table: str, number: int) -> RoundTold:
        """A round step by step."""
        return await self.get(f"/tables/{table}/rounds/{number}", RoundTold)

    async def round_shown(self, table: str, number: int) -> RoundShown:
        """A round to be shown again, step by step as views."""
        return await self.get(f"/tables/{table}/rounds/{number}/steps", RoundShown)

    async def round_record(self, table: str, number: int) -> str:
        """The record of a round, as TOML."""
        return (await self.text(f"/tables/{table}/rounds/{number}/record")).decode()

    async def round_proof(self, table: str, number: int) -> PublicRecord:
        """What proves a round, for ``houseway verify``."""
        return await self.get(f"/tables/{table}/rounds/{number}/proof", PublicRecord)

    async def round_phh(self, table: str, number: int) -> str:
        """A poker hand as PHH."""
        return (await self.text(f"/tables/{table}/rounds/{number}/phh")).decode()

    async def events(
        self,
        *,
        since: int = 0,
        until: int = 0,
        stream: str = "",
        about: str = "",
        by: int = 0,
        most: int = 100,
    ) -> list[Significant]:
        """Significant events, the latest first."""
        return await self.get(
            "/floor/events", list[Significant],
            since=since, until=until, stream=stream, about=about, by=by, most=most,
        )  # fmt: skip

    async def drop_report(self, day: str = "") -> DropReport:
        """Collection and drop of a gaming day."""
        return await self.get("/reports/drop", DropReport, day=day)
