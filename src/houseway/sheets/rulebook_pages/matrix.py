"""The clause matrix of a game in lines, with the names of code, cases and readings of each clause.

Excerpts of code and records of cases are on the sheet of each clause
(``sheets/conformance/clause.py``), which is requested separately.
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
"""Words for the state of a clause."""


class CodeLine(msgspec.Struct, frozen=True):
    """Code that implements a clause: kind, name, file and line."""

    what: str
    words: str
    file: str
    line: int


class CaseLine(msgspec.Struct, frozen=True):
    """A worked case: its title, its game, and True if it passes."""

    says: str
    game: str
    passes: bool


class MatrixLine(msgspec.Struct, frozen=True):
    """A clause and its status; ``by`` names the clause by which the rules of another game apply."""

    clause: str
    status: str
    status_words: str
    by: str
    code: tuple[CodeLine, ...]
    cases: tuple[CaseLine, ...]
    readings: tuple[str, ...]


class MatrixBook(msgspec.Struct, frozen=True):
    """The matrix of a game, in the order of its clauses, with totals."""

    game: str
    counts: Counts
    lines: tuple[MatrixLine, ...]


@cached_until_changed
def matrix_book(game_id: str) -> MatrixBook:
    """Return the matrix of a game; its cases run once."""
    return MatrixBook(game_id, counts_of(game_id), tuple(map(_line, sheets_kept(game_id).values())))


@cached_until_changed
def sheets_kept(game_id: str) -> dict[str, ClauseSheet]:
    """Return the sheet of every clause of a game; cached."""
    return {sheet.clause: sheet for sheet in clause_sheets(game_id)}


def _line(sheet: ClauseSheet) -> MatrixLine:
    """Return the line of a clause in the matrix: status, code, cases and readings."""
    return MatrixLine(
        sheet.clause,
        sheet.status,
        STATUS[sheet.status],
        sheet.by,
        tuple(CodeLine(x.what, x.words, x.file, x.line) for x in sheet.code),
        tuple(CaseLine(x.says, games()[x.game].name, x.passes) for x in sheet.cases),
        tuple(reading.id for reading in sheet.readings),
    )
