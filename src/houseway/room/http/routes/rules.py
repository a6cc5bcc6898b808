"""The rulebook: every game with its clauses, pay tables, readings, matrix and sign, for everybody.

What is told is worked out beside the tables and kept by the sheets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta

from houseway.errors import Refused
from houseway.game.base import Game
from houseway.room.api.types import GameId, TableName
from houseway.room.errors import Denied
from houseway.room.http.api import Api
from houseway.room.http.endpoint import Document
from houseway.room.http.headers import policy_for
from houseway.room.room import Room
from houseway.rulebook import find
from houseway.sheets.conformance.clause import ClauseSheet, find_clause
from houseway.sheets.rulebook_pages.book import GameBook, book, book_of
from houseway.sheets.rulebook_pages.clause_card import ClauseTold, clause_told
from houseway.sheets.rulebook_pages.index import BookLine, DealtWith, book_index, dealt_with
from houseway.sheets.rulebook_pages.matrix import MatrixBook, matrix_book, sheets_kept
from houseway.sheets.search.index import Searched, find_words
from houseway.sheets.sign import sign_html, sign_sheet

api = Api("rulebook")
T = TypeVar("T")
ClauseNo: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=40, description="The number of a clause: CO-2116-7G.")
]
AnyGame: TypeAlias = Annotated[
    str, Meta(max_length=60, description="The game it is told of; empty: its own.")
]
Asked: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=100, description="Words, or the number of a clause.")
]
Results: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="How many at most.")]
FoundKind = Literal["", "game", "wager", "word", "posting", "clause", "reading"]
SignPart = Literal["", "sign", "card"]


async def _aside(work: Callable[[], T]) -> T:
    """Beside the tables; what the rulebook does not have is not there."""
    try:
        return await asyncio.to_thread(work)
    except Refused as error:
        raise Denied(error.what, "unknown", error.clauses) from None


@api.get("/rules", "", "All games of the rulebook")
async def rules_index(room: Room) -> list[BookLine]:
    """Each with its jurisdiction and section, its family, its wagers, and how much there is."""
    return list(await _aside(book_index))


@api.get("/rules/{game}", "", "The rules of a game")
async def rules_of(room: Room, game: GameId) -> GameBook:
    """Clauses in our words, choices, pay tables with every column, readings, rulings, words."""
    return await _aside(lambda: book(find(game).id))


@api.get("/tables/{table}/rules", "", "The rules of a table")
async def rules_at(room: Room, table: TableName) -> GameBook:
    """The rules of its game, with what is posted there."""
    game = room.table(table).live.posted
    return await _aside(lambda: book_of(game))


@api.get("/rules/{game}/matrix", "", "The clause matrix of a game")
async def rules_matrix(room: Room, game: GameId) -> MatrixBook:
    """Which code carries out each clause, which cases prove it, which readings it has."""
    return await _aside(lambda: matrix_book(find(game).id))


@api.get("/rules/{game}/pieces", "", "What a game is dealt with")
async def rules_pieces(room: Room, game: GameId) -> DealtWith:
    """Cards, tiles or dice, and how many sets of them: for who checks the record of a round."""
    return await _aside(lambda: dealt_with(find(game)()))


@api.get("/rules/{game}/clauses/{clause}", "", "A clause with its code and cases")
async def rules_clause(room: Room, game: GameId, clause: ClauseNo) -> ClauseSheet:
    """By its number or the end of it (`7G`): excerpts of the code, and cases as records."""
    return await _aside(lambda: sheets_kept(game)[find_clause(find(game), clause).id])


@api.get("/rules/{game}/sign", "", "The sign of a game", media="text/html")
async def rules_sign(room: Room, game: GameId, only: SignPart = "") -> Document:
    """The table sign and the rule card, as `houseway sign` writes them, to be printed."""
    return await _aside(lambda: _sign(find(game)(), only))


@api.get("/tables/{table}/sign", "", "The sign of a table", media="text/html")
async def table_sign(room: Room, table: TableName, only: SignPart = "") -> Document:
    """The same, with what is posted there."""
    game = room.table(table).live.posted
    return await _aside(lambda: _sign(game, only))


@api.get("/clauses/{clause}", "", "One clause in words")
async def one_clause(room: Room, clause: ClauseNo, game: AnyGame = "") -> ClauseTold:
    """What it says, where it stands, how unclear places of it are read, and in which games."""
    return await _aside(lambda: clause_told(clause, game))


@api.get("/search", "", "Search the rulebook")
async def search(room: Room, q: Asked, most: Results = 20, kind: FoundKind = "") -> Searched:
    """Games, wagers, choices, clauses, readings and words; a misspelt word finds the nearest."""
    return await _aside(lambda: find_words(q, most, kind))


def _sign(game: Game, only: str) -> Document:
    """A sign with the policy that allows the style it brings, and nothing else."""
    html = sign_html(sign_sheet(game), only=only)
    return Document(html, policy_for(html))
