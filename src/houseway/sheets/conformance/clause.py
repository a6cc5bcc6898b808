"""One clause of one game, with its text, the code that implements it and the cases that prove
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.records.cases import Case
from houseway.records.files import to_toml
from houseway.rulebook import find, games
from houseway.rulebook.citations import Citation
from houseway.rulebook.clauses import Clause, Reading, clause_files, clauses_of, readings_of
from houseway.sheets.conformance.excerpt import excerpt, readers
from houseway.sheets.conformance.matrix import (
    ClauseRow,
    Result,
    carriers,
    matrix,
    proved_in,
    results_on,
    words_of,
)
from houseway.sheets.rule_sheet import one_line
from houseway.util.english import close_matches

KINDS = {
    "rule": "a rule, carried out by code and proved by cases",
    "display": "shown to people at the table; nothing is decided by it",
    "premises": "about the premises and what lies on the table, which no program can see",
    "cardroom": "a business of the card room, with accounts and cash, not of one table",
    "not-executable": "nothing that a program could carry out",
}
"""Words for each kind of clause."""
NEAREST = 4


class CodePlace(msgspec.Struct, frozen=True):
    """Code that implements a clause: its kind, its place, and the place that cites the clause.

    ``file`` is relative to the package. A step of a family is code of several games; ``said_in`` is
    then the place where this game assigns the clause to the step. ``read_in``: the places where
    rules of the game read a fact or a posting.
    """

    what: str
    name: str
    words: str
    about: str
    file: str
    line: int
    said_in: str = ""
    read_in: tuple[str, ...] = ()
    first_line: int = 0
    excerpt: str = ""


class CaseShown(msgspec.Struct, frozen=True):
    """A worked case with its record in the form that ``houseway settle`` reads."""

    says: str
    game: str
    clauses: tuple[str, ...]
    record: str
    passes: bool
    wrong: tuple[str, ...] = ()


class ReadingShown(msgspec.Struct, frozen=True):
    """A reading of an unclear place in the text."""

    id: str
    clauses: tuple[str, ...]
    question: str
    reading: str
    alternatives: tuple[str, ...]
    effect: str
    posted: str = ""
    posted_words: str = ""


class ClauseSheet(msgspec.Struct, frozen=True):
    """Everything about one clause of one game.

    ``shown_in`` is the game with the code and cases: this one, or one whose rules apply.
    """

    game: str
    name: str
    clause: str
    title: str
    source: str
    ref: str
    says: str
    kind: str
    kind_words: str
    why: str
    status: str
    missing: tuple[str, ...]
    by: str
    shown_in: str
    replaced: tuple[str, ...]
    code: tuple[CodePlace, ...]
    cases: tuple[CaseShown, ...]
    readings: tuple[ReadingShown, ...]


def clause_sheet(game_id: str, text: str) -> ClauseSheet:
    """Return a clause of a game by a full or short number: ``CO-2116-7G``, ``7G`` or ``(7)(G)``."""
    game = find(game_id)
    return sheet_of(game, find_clause(game, text))


def clause_sheets(game_id: str) -> list[ClauseSheet]:
    """Return all clauses of a game, in order."""
    game = find(game_id)
    return [sheet_of(game, clause) for clause in clauses_of(game_id)]


def sheet_of(game: type[Game], clause: Clause) -> ClauseSheet:
    """Return the sheet of one clause."""
    row = next(row for row in matrix(game.id) if row.clause == clause.id)
    file = next(file for file in clause_files() if clause in file.clause)
    shown_in = proved_in(game.id, clause.id)[1]
    readings = [r for r in readings_of(game.id) if clause.id in r.clauses]
    return ClauseSheet(
        game=game.id,
        name=game.name,
        clause=clause.id,
        title=file.title,
        source=one_line(file.source),
        ref=one_line(clause.ref),
        says=row.says,
        kind=row.kind,
        kind_words=KINDS[row.kind],
        why=row.why,
        status=row.status,
        missing=tuple(row.missing),
        by=_by_words(row),
        shown_in=shown_in,
        replaced=row.replaced,
        code=tuple(_place(games()[shown_in], c) for c in carriers(shown_in, clause.id)),
        cases=tuple(map(_case, _cases(game.id, shown_in, clause.id))),
        readings=tuple(reading_shown(game, reading) for reading in readings),
    )


def _by_words(row: ClauseRow) -> str:
    """Return a text such as ``the code and the cases of Blackjack, whose rules apply by CO-2102``,
    or "".
    """
    other, _, by = row.by.partition(", by ")
    return f"{games()[other].name}, whose rules apply here by {by}" if row.by else ""


def _cases(game_id: str, shown_in: str, clause: str) -> list[Result]:
    """Return the cases of this game, and of the game whose cases count here."""
    inherited = results_on(shown_in, clause) if shown_in != game_id else []
    return [*results_on(game_id, clause), *inherited]


def _case(result: Result) -> CaseShown:
    """Return a worked case with its text and whether it passes."""
    case, wrong = result
    return CaseShown(
        one_line(case.title), case.game, case.clauses, case_text(case), not wrong, wrong
    )


def case_text(case: Case) -> str:
    """Return a case as TOML that can be stored in a file and settled."""
    first = ("game", "clause", "title")
    rest = (key for key in case.__struct_fields__ if key not in (*first, "format"))
    return "[[case]]\n" + to_toml(case, (*first, *rest))


def reading_shown(game: type[Game], reading: Reading) -> ReadingShown:
    """A reading as a game shows it."""
    return ReadingShown(
        reading.id,
        reading.clauses,
        one_line(reading.question),
        one_line(reading.reading),
        tuple(map(one_line, reading.alternatives)),
        one_line(reading.effect),
        reading.posted,
        game.words().posting(reading.posted) if reading.posted else "",
    )


def _place(game: type[Game], citation: Citation) -> CodePlace:
    """Return the place in the code that cites a clause, with its lines."""
    code, *said_in = (line() for line in citation.stands)
    file, _, line = code.partition(":")
    first, text = excerpt(file, int(line or 1))
    return CodePlace(
        what=citation.what,
        name=citation.of,
        words=words_of(game, citation),
        about=citation.about.rstrip("."),
        file=file,
        line=int(line or 1),
        said_in=", ".join(said_in),
        read_in=readers(game, citation.of) if citation.what in ("fact", "posting") else (),
        first_line=first,
        excerpt=text,
    )


def find_clause(game: type[Game], text: str) -> Clause:
    """Return a clause of a game by its number or the end of it; Refused with the nearest ones."""
    clauses = clauses_of(game.id)
    wanted = _marks(text)
    if not wanted:
        raise Refused(f"{short_repr(text)} names no clause; write one like {clauses[0].id}")
    names = [{c.id: [c.id] for c in clauses}, {c.id: _ends(c.id) for c in clauses},
             {c.id: [c.ref] for c in clauses}]  # fmt: skip
    for named in names:
        ids = [c for c, ways in named.items() if any(_marks(way) == wanted for way in ways)]
        cased = [c for c in ids if any(_letters(way) == _letters(text) for way in named[c])]
        meant = cased if len(cased) == 1 else ids
        if len(meant) == 1:
            return next(c for c in clauses if c.id == meant[0])
        if meant:
            raise Refused(
                f"{short_repr(text)} may be {' or '.join(meant)} in {game.name}; say which"
            )
    raise Refused(f"{game.name} has no clause {short_repr(text)}; {_hint(game, clauses, text)}")


def _marks(text: str) -> list[str]:
    """Return the letters and digits of a clause number, which identify it in any notation."""
    return [mark.lstrip("0") or "0" for mark in re.findall("[0-9]+|[a-z]+", text.lower())]


def _letters(text: str) -> list[str]:
    """Return its letters, upper and lower case: CO-2116-8a and CO-2116-8A are two clauses."""
    return re.findall("[A-Za-z]+", text)


def _ends(clause: str) -> list[str]:
    """Return the short forms of a number: ``2116-7G`` and ``7G`` for ``CO-2116-7G``."""
    parts = clause.split("-")
    return ["-".join(parts[n:]) for n in range(1, len(parts))]


def _hint(game: type[Game], clauses: Iterable[Clause], text: str) -> str:
    """Return the nearest clauses of this game, and another game that has the clause."""
    ids = [c.id for c in clauses]
    whole = {end: clause for clause in ids for end in (clause, *_ends(clause))}
    ends = close_matches(text.strip(), whole, 2 * NEAREST, likeness=0.5)
    close = list(dict.fromkeys(whole[end] for end in ends))[:NEAREST]
    marks = _marks(text)
    others = [g for g in games().values() if any(_marks(c.id) == marks for c in clauses_of(g.id))]
    if others:
        names = ", ".join(f"{other.name} ({other.id})" for other in others[:NEAREST])
        return f"it is one of {names}"
    if close:
        return f"the nearest are {', '.join(close)}"
    return f"`houseway check {game.id}` shows its {len(ids)} clauses, {ids[0]} to {ids[-1]}"
