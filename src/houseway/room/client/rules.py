"""Calls of the client to the rulebook."""

from __future__ import annotations

from houseway.room.client.calls import Calls
from houseway.sheets.conformance.clause import ClauseSheet
from houseway.sheets.rulebook_pages.book import GameBook
from houseway.sheets.rulebook_pages.clause_card import ClauseTold
from houseway.sheets.rulebook_pages.index import BookLine, DealtWith
from houseway.sheets.rulebook_pages.matrix import MatrixBook
from houseway.sheets.search.index import Searched


class RulesCalls(Calls):
    """The rulebook; nobody needs a login to read it."""

    async def rules_index(self) -> list[BookLine]:
        """All games of the rulebook."""
        return await self.get("/rules", list[BookLine])

    async def rules_of(self, game: str) -> GameBook:
        """The rules of a game."""
        return await self.get(f"/rules/{game}", GameBook)

    async def rules_at(self, table: str) -> GameBook:
        """The rules of a table, as posted there."""
        return await self.get(f"/tables/{table}/rules", GameBook)

    async def rules_matrix(self, game: str) -> MatrixBook:
        """The clause matrix of a game."""
        return await self.get(f"/rules/{game}/matrix", MatrixBook)

    async def rules_pieces(self, game: str) -> DealtWith:
        """What a game is dealt with."""
        return await self.get(f"/rules/{game}/pieces", DealtWith)

    async def rules_clause(self, game: str, clause: str) -> ClauseSheet:
        """A clause with its code and cases."""
        return await self.get(f"/rules/{game}/clauses/{clause}", ClauseSheet)

    async def rules_sign(self, game: str, only: str = "") -> str:
        """The sign of a game, as a page."""
        return (await self.text(f"/rules/{game}/sign", only=only)).decode()

    async def table_sign(self, table: str, only: str = "") -> str:
        """The sign of a table, as a page."""
        return (await self.text(f"/tables/{table}/sign", only=only)).decode()

    async def one_clause(self, clause: str, game: str = "") -> ClauseTold:
        """One clause in words."""
        return await self.get(f"/clauses/{clause}", ClauseTold, game=game)

    async def search(self, q: str, most: int = 20, kind: str = "") -> Searched:
        """Search the rulebook."""
        return await self.get("/search", Searched, q=q, most=most, kind=kind)
