"""Endpoints of the rulebook: games with clauses, pay tables, readings, matrix and sign, open to
all.

The pages are built in another thread and cached by the sheets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta

from houseway.errors import Refused
from houseway.game.base import Game
from houseway.room.api.declare import Document, Endpoints
from houseway.room.api.types import GameId, TableName
from houseway.room.errors import Denied
from houseway.room.http.headers import policy_for
from houseway.room.room import Room
from houseway.rulebook import find
from houseway.sheets.conformance.clause import ClauseSheet, find_clause
from houseway.sheets.rulebook_pages.book import GameBook, book, book_of
from houseway.sheets.rulebook_pages.clause_card import ClauseCard, clause_card
from houseway.sheets.rulebook_pages.index import BookLine, DealtWith, book_index, dealt_with
from houseway.sheets.rulebook_pages.matrix import MatrixBook, matrix_book, sheets_kept
from houseway.sheets.search.index import Searched, find_words
from houseway.sheets.sign import sign_html, sign_sheet

api = Endpoints("rulebook")
T = TypeVar("T")
ClauseNo: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, description="The number of a clause: CO-2116-7G.")
]
AnyGame: TypeAlias = Annotated[
    str, Meta(max_length=60, description="The game it is told of; empty: its own.")
]
SearchWords: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="Words, or the number of a clause.")
]
Results: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="How many at most.")]
FoundKind = Literal["", "game", "wager", "word", "posting", "clause", "reading"]
SignPart = Literal["", "sign", "card"]


async def _aside(work: Callable[[], T]) -> T:
    """Run work in another thread; a page that the rulebook does not have is not found."""
    try:
        return await asyncio.to_thread(work)
    except Refused as error:
        raise Denied(error.what, "unknown", error.clauses) from None


@api.get("/rules", "", "List the games of the rulebook")
async def rules_index(room: Room) -> list[BookLine]:
    """Return each game with its jurisdiction, section, family, wagers and numbers of clauses."""
    return list(await _aside(book_index))


@api.get("/rules/{game}", "", "Get the rules of a game")
async def rules_of(room: Room, game: GameId) -> GameBook:
    """Return clauses in our words, choices, pay tables with every column, readings, rulings,
    words.
    """
    return await _aside(lambda: book(find(game).id))


@api.get("/tables/{table}/rules", "", "Get the rules of a table")
async def rules_at(room: Room, table: TableName) -> GameBook:
    """Return the rules of a table's game as posted there."""
    game = room.table(table).summary.posted
    return await _aside(lambda: book_of(game))


@api.get("/rules/{game}/matrix", "", "Get the clause matrix of a game")
async def rules_matrix(room: Room, game: GameId) -> MatrixBook:
    """Return the code, the cases and the readings of each clause."""
    return await _aside(lambda: matrix_book(find(game).id))


@api.get("/rules/{game}/pieces", "", "Get the pieces of a game")
async def rules_pieces(room: Room, game: GameId) -> DealtWith:
    """Return the pieces of a game (cards, tiles or dice) and the number of sets, to check a
    record.
    """
    return await _aside(lambda: dealt_with(find(game)()))


@api.get("/rules/{game}/clauses/{clause}", "", "Get a clause with its code and cases")
async def rules_clause(room: Room, game: GameId, clause: ClauseNo) -> ClauseSheet:
    """Return a clause by its number or the end of it (`7G`): excerpts of the code, and cases as
    records.
    """
    return await _aside(lambda: sheets_kept(game)[find_clause(find(game), clause).id])


@api.get("/rules/{game}/sign", "", "Get the sign of a game", media="text/html")
async def rules_sign(room: Room, game: GameId, only: SignPart = "") -> Document:
    """Return the table sign and the rule card, as `houseway sign` writes them, to be printed."""
    return await _aside(lambda: _sign(find(game)(), only))


@api.get("/tables/{table}/sign", "", "Get the sign of a table", media="text/html")
async def table_sign(room: Room, table: TableName, only: SignPart = "") -> Document:
    """Return the sign and the rule card as posted at a table."""
    game = room.table(table).summary.posted
    return await _aside(lambda: _sign(game, only))


@api.get("/clauses/{clause}", "", "Get a clause in words")
async def one_clause(room: Room, clause: ClauseNo, game: AnyGame = "") -> ClauseCard:
    """Return the words of a clause, its place, its readings, and its games."""
    return await _aside(lambda: clause_card(clause, game))


@api.get("/search", "", "Search the rulebook")
async def search(room: Room, q: SearchWords, most: Results = 20, kind: FoundKind = "") -> Searched:
    """Search games, wagers, choices, clauses, readings and words; a misspelt word finds the
    nearest.
    """
    return await _aside(lambda: find_words(q, most, kind))


def _sign(game: Game, only: str) -> Document:
    """Return a sign with the content policy that allows its own style and nothing else."""
    html = sign_html(sign_sheet(game), only=only)
    return Document(html, policy_for(html))
