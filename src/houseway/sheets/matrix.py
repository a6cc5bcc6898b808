"""The clause matrix: what the text asks, which code carries it out, which cases prove it."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.cite import CITED
from houseway.rulebook import games, kept
from houseway.rulebook.citations import Citation, citations, code_of, same
from houseway.rulebook.clauses import HERE, Clause, all_clauses, all_readings, clauses_of
from houseway.table.case import Case, failures, load_cases, read_cases
from houseway.wager import read_book


class Row(msgspec.Struct):
    """One clause of one game and how it is accounted for.

    ``passing`` counts cases of this game, and where ``by`` says so those of a game whose rules
    apply by a clause of this one; ``elsewhere`` those of other games, which show nothing here.
    """

    clause: str
    says: str
    kind: str
    cited_by: list[str]
    passing: int
    failing: list[str]
    readings: list[str]
    why: str = ""
    by: str = ""
    elsewhere: int = 0
    replaced: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """What is still owed: nothing when the clause is accounted for."""
        if self.kind != "rule" or self.replaced:
            return []
        owed = [f"a case fails: {text}" for text in self.failing]
        if not self.cited_by:
            owed.append("no code of this game cites it")
        if not self.passing:
            owed.append("no case of this game stands on it")
        return owed

    @property
    def status(self) -> str:
        """One word for the table."""
        if self.missing:
            return "unaccounted"
        if self.replaced:
            return "replaced"
        return "covered" if self.kind == "rule" else self.kind


@kept
def all_cases() -> tuple[Case, ...]:
    """Every worked case of the rulebook."""
    ids = {game.folder(): game.id for game in games().values()}
    cases = []
    for path in sorted(HERE.rglob("cases.toml")):
        cases += load_cases(path, ids.get(path.parent, ""))
    books = [(w, g.id) for g in games().values() for w in g.wagers if w.book]
    for wager, game_id in books:  # a case that names no game is one of each that offers it
        found = read_book(wager.book, wager.name).case
        ours = [case for case in found if case.get("game", game_id) == game_id]
        cases += read_cases({"case": ours}, game_id, wager.name)
    return tuple(cases)


@kept
def results() -> tuple[tuple[Case, tuple[str, ...]], ...]:
    """Every case with what is wrong with it."""
    return tuple((case, tuple(failures(case))) for case in all_cases())


@kept
def matrix(game_id: str) -> list[Row]:
    """The clause matrix of one game."""
    return [_row(game_id, clause) for clause in clauses_of(game_id)]


def note_citations() -> None:
    """Wagers, pay tables and rulings cite their clauses when a game first reads them."""
    for game in games().values():
        game.declared()


def strays() -> list[str]:
    """Clauses that are cited by a case, a reading or code and stand in no clause file."""
    note_citations()
    known = all_clauses()
    found = []
    for case in all_cases():
        where = f"case {case.says!r} of {case.game}"
        found += [f"{where} cites {c}" for c in case.clauses if c not in known]
    for reading in all_readings():
        found += [f"reading {reading.id} cites {c}" for c in reading.clauses if c not in known]
    for clause, places in CITED.items():
        ours = [place for place in places if place.startswith("houseway.")]
        if ours and clause not in known:
            found.append(f"{ours[0]} cites {clause}")
    return [f"{text}, which stands in no clauses.toml" for text in found]


def _row(game_id: str, clause: Clause) -> Row:
    game = games()[game_id]
    concerned = [(c, wrong) for c, wrong in results() if clause.id in c.clauses]
    ours = [(c, wrong) for c, wrong in concerned if c.game == game_id]
    cited = [c for c in _citations(game_id).get(clause.id, ()) if not c.shown]
    by, passing = "", sum(not wrong for _, wrong in ours)
    if not passing and (inherited := _inherited(game_id, clause.id)):
        by, row = inherited
        passing, cited_by = row.passing, row.cited_by
    else:
        cited_by = [f"{c.name} ({c.where})" for c in cited]
    return Row(
        clause=clause.id,
        says=" ".join(clause.says.split()),
        kind=clause.kind,
        cited_by=cited_by,
        passing=passing,
        failing=[f"{c.says}: {wrong[0]}" for c, wrong in ours if wrong],
        readings=[r.id for r in all_readings() if clause.id in r.clauses],
        why=" ".join(clause.why.split()),
        by=by,
        elsewhere=sum(not wrong for _, wrong in concerned) - passing,
        replaced=game.replaces.get(clause.id, ()),
    )


def _inherited(game_id: str, clause: str) -> tuple[str, Row] | None:
    """The row of a game whose rules apply here, if this one changes nothing the clause is about.

    The sentence that makes them apply, and all of a game of another shape, need cases of their own.
    """
    game = games()[game_id]
    for by, other in game.inherits.items():
        rows = {row.clause: row for row in matrix(other.id)}
        if clause not in rows or clause in game.inherits or game.shape != other.shape:
            continue
        cited = _citations(other.id).get(clause, ())
        if all(same(_code(game_id).get(c.name), c, clause) for c in cited):
            return f"{other.id}, by {by}", rows[clause]
    return None


@kept
def _citations(game_id: str) -> dict[str, tuple[Citation, ...]]:
    return citations(games()[game_id])


@kept
def _code(game_id: str) -> dict[str, Any]:
    return code_of(games()[game_id])


def summary(rows: list[Row]) -> dict[str, Any]:
    """Counts by status."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.status] = counts.get(row.status, 0) + 1
    return counts
