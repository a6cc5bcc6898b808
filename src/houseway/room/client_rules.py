"""Calls of the client to the rulebook."""

from __future__ import annotations

from houseway.room.client_calls import Calls
from houseway.sheets.told_clause import ClauseTold


class RulesCalls(Calls):
    """The rulebook; nobody needs a login to read it."""

    async def one_clause(self, clause: str, game: str = "") -> ClauseTold:
        """One clause in words."""
        return await self.get(f"/clauses/{clause}", ClauseTold, game=game)
