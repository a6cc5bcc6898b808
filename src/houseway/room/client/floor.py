"""Calls of the client at the floor's desk."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.room.api import types as t
from houseway.room.client.calls import Calls
from houseway.room.floor.tables import Refund, TableSeen
from houseway.room.tables.actor import Answer
from houseway.room.tables.ruling_preview import Foreseen
from houseway.room.tables.rulings import RulingKnown


class FloorCalls(Calls):
    """The floor."""

    async def floor_tables(self) -> list[TableSeen]:
        """All tables."""
        return await self.get("/floor/tables", list[TableSeen])

    async def floor_table(self, table: str) -> TableSeen:
        """One table."""
        return await self.get(f"/floor/tables/{table}", TableSeen)

    async def open_table(
        self,
        table: str,
        game: str = "",
        posting: Mapping[str, str | int | bool] | None = None,
        terms: t.TermsBody | None = None,
        key: str = "",
    ) -> Answer:
        """Open a table."""
        body = t.TableOpening(game, None if posting is None else dict(posting), terms)
        return await self.post(f"/floor/tables/{table}/open", Answer, body, key)

    async def pause_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """Pause a table."""
        return await self.post(f"/floor/tables/{table}/pause", Answer, t.MaybeWhy(reason), key)

    async def resume_table(self, table: str, key: str = "") -> Answer:
        """Resume a table."""
        return await self.post(f"/floor/tables/{table}/resume", Answer, None, key)

    async def close_table(self, table: str, reason: str = "", key: str = "") -> Answer:
        """Close a table when its round is over."""
        return await self.post(f"/floor/tables/{table}/close", Answer, t.MaybeWhy(reason), key)

    async def clear_fault(self, table: str, reason: str, key: str = "") -> Answer:
        """Clear a fault."""
        return await self.post(f"/floor/tables/{table}/clear", Answer, t.Why(reason), key)

    async def preview_void(self, table: str) -> Refund:
        """What a void would bring back."""
        return await self.get(f"/floor/tables/{table}/void", Refund)

    async def void_round(self, table: str, reason: str, key: str = "") -> Answer:
        """Void the unfinished round."""
        return await self.post(f"/floor/tables/{table}/void", Answer, t.Why(reason), key)

    async def rulings(self, table: str) -> list[RulingKnown]:
        """Which rulings there are."""
        return await self.get(f"/floor/tables/{table}/rulings", list[RulingKnown])

    async def preview_ruling(self, table: str, ruling: t.RulingBody) -> Foreseen:
        """Where a ruling would move money."""
        return await self.post(f"/floor/tables/{table}/rulings/preview", Foreseen, ruling)

    async def make_ruling(self, table: str, ruling: t.RulingMade, key: str = "") -> Answer:
        """Make a ruling."""
        return await self.post(f"/floor/tables/{table}/rulings", Answer, ruling, key)
