"""The clause matrix of a game in lines: code, cases and readings of each clause by their names.

The words of the code and the records of the cases are on the sheet of each clause
(``sheets/conformance/clause.py``), which is asked for one at a time.
"""

from __future__ import annotations

import msgspec

from houseway.rulebook import cached_until_changed, games
from houseway.sheets.conformance.clause import ClauseSheet, clause_sheets
from houseway.sheets.conformance.matrix import Counts, counts_of

STATUS = {
    "covered": "carried out and proved",
    "replaced": "another clause applies",
    "unaccounted": "not accounted for",
    "display": "shown to people",
    "premises": "of the premises",
    "cardroom": "of the card room",
    "not-executable": "nothing to carry out",
}
"""What has become of a clause, in words."""


class CodeLine(msgspec.Struct, frozen=True):
    """Code that carries a clause out: what it is, what it is called, file and line."""

    what: str
    words: str
    file: str
    line: int


class CaseLine(msgspec.Struct, frozen=True):
    """A worked case: what it shows, of which game it is, and whether it comes out so."""

    says: str
    game: str
    passes: bool


class MatrixLine(msgspec.Struct, frozen=True):
    """A clause and how it is accounted for; ``by`` where the rules of another game apply."""

    clause: str
    status: str
    status_words: str
    by: str
    code: tuple[CodeLine, ...]
    cases: tuple[CaseLine, ...]
    readings: tuple[str, ...]


class MatrixBook(msgspec.Struct, frozen=True):
    """The matrix of a game, in the order of its clauses, with what it comes to."""

    game: str
    counts: Counts
    lines: tuple[MatrixLine, ...]


@cached_until_changed
def matrix_book(game_id: str) -> MatrixBook:
    """The matrix of a game; its cases are run once."""
    return MatrixBook(game_id, counts_of(game_id), tuple(map(_line, sheets_kept(game_id).values())))


@cached_until_changed
def sheets_kept(game_id: str) -> dict[str, ClauseSheet]:
    """The sheet of every clause of a game, made once."""
    return {sheet.clause: sheet for sheet in clause_sheets(game_id)}


def _line(sheet: ClauseSheet) -> MatrixLine:
    return MatrixLine(
        sheet.clause,
        sheet.status,
        STATUS[sheet.status],
        sheet.by,
        tuple(CodeLine(x.what, x.words, x.file, x.line) for x in sheet.code),
        tuple(CaseLine(x.says, games()[x.game].name, x.passes) for x in sheet.cases),
        tuple(reading.id for reading in sheet.readings),
    )
