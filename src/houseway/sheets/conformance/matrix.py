"""The clause matrix: each clause with the code that implements it and the cases that prove it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from houseway.cite import CITED
from houseway.game.base import Game
from houseway.game.wagers import read_book
from houseway.records.cases import Case, failures, load_cases, read_cases
from houseway.rulebook import cached_until_changed, games
from houseway.rulebook.citations import OTHER_GAME, Citation, citations, code_of, same
from houseway.rulebook.clauses import (
    HERE,
    Clause,
    Reading,
    all_clauses,
    all_readings,
    clauses_of,
    readings_of,
)
from houseway.sheets.rule_sheet import one_line

Result: TypeAlias = tuple[Case, tuple[str, ...]]
"""A case, and its failure; empty if it passes."""


class ClauseRow(msgspec.Struct):
    """One clause of one game and its status.

    ``passing`` counts cases of this game. If ``by`` is set, it also counts cases of another game
    whose rules apply by a clause of this one. ``elsewhere`` counts cases of other games, which
    prove nothing here; they are only counted if there are no others.
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
        """Return what is still missing; empty if the clause is covered."""
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
        """Return the status in one word."""
        if self.missing:
            return "unaccounted"
        if self.replaced:
            return "replaced"
        return "covered" if self.kind == "rule" else self.kind


@cached_until_changed
def cases_of(game_id: str) -> tuple[Case, ...]:
    """Return the worked cases of one game: from its folder, shared folders and side bets' books.

    A file that does not mention the game is not parsed.
    """
    game = games()[game_id]
    names = (f'"{game_id}"', f"'{game_id}'")
    found: list[Case] = []
    for path in sorted(HERE.rglob("cases.toml")):
        if path.parent == game.folder() or _says(path, names):
            found += [case for case in _cases_in(path) if case.game == game_id]
    for wager in game.wagers:
        if wager.pay.book:
            book = read_book(wager.pay.book, wager.name)
            ours = [case for case in book.case if case.get("game", game_id) == game_id]
            found += read_cases({"case": ours}, game_id, wager.name)
    return tuple(found)


def _says(path: Path, words: Iterable[str]) -> bool:
    """Return True if a file contains one of these words."""
    text = path.read_text(encoding="utf-8")
    return any(word in text for word in words)


@cached_until_changed
def _cases_in(path: Path) -> tuple[Case, ...]:
    """Return the worked cases of a file."""
    ids = games().folders()
    return tuple(load_cases(path, ids.get(path.parent, "")))


def all_cases() -> tuple[Case, ...]:
    """Return every worked case of the rulebook."""
    return tuple(case for game_id in games() for case in cases_of(game_id))


@cached_until_changed
def results_of(game_id: str) -> tuple[Result, ...]:
    """Return every case of one game with its failure."""
    return tuple((case, tuple(failures(case))) for case in cases_of(game_id))


def results() -> tuple[Result, ...]:
    """Return every case of the rulebook with its failure."""
    return tuple(result for game_id in games() for result in results_of(game_id))


@cached_until_changed
def matrix(game_id: str) -> list[ClauseRow]:
    """Return the clause matrix of one game."""
    readings = readings_of(game_id)
    return [_row(game_id, clause, readings) for clause in clauses_of(game_id)]


def note_citations() -> None:
    """Make a game read its wagers, pay tables and rulings, which records the clauses they cite."""
    for game in games().values():
        game.declared()


def strays(game_ids: Iterable[str] | None = None) -> list[str]:
    """Return clauses that are cited by a case, a reading or code but are in no clause file.

    ``game_ids`` limits the cases to these games.
    """
    note_citations()
    known = all_clauses()
    found = []
    for case in (case for game_id in game_ids or games() for case in cases_of(game_id)):
        where = f"case {case.title!r} of {case.game}"
        found += [f"{where} cites {c}" for c in case.clauses if c not in known]
    for reading in all_readings():
        found += [f"reading {reading.id} cites {c}" for c in reading.clauses if c not in known]
    for clause, places in CITED.items():
        ours = [place for place in places if place.startswith("houseway.")]
        if ours and clause not in known:
            found.append(f"{ours[0]} cites {clause}")
    return [f"{text}, which stands in no clauses.toml" for text in found]


def _row(game_id: str, clause: Clause, readings: Iterable[Reading]) -> ClauseRow:
    """Return the row of a clause: code that cites it, cases by result, and readings."""
    by, shown_in = proved_in(game_id, clause.id)
    row = ClauseRow(
        clause=clause.id,
        says=one_line(clause.says),
        kind=clause.kind,
        cited_by=[_citation_words(games()[shown_in], c) for c in carriers(shown_in, clause.id)],
        passing=sum(not wrong for _, wrong in results_on(shown_in, clause.id)),
        failing=[f"{c.title}: {wrong[0]}" for c, wrong in results_on(game_id, clause.id) if wrong],
        readings=[r.id for r in readings if clause.id in r.clauses],
        why=one_line(clause.why),
        by=by,
        replaced=games()[game_id].replaces.get(clause.id, ()),
    )
    if row.missing and not row.passing:
        row.elsewhere = sum(clause.id in c.clauses and c.game != game_id for c in all_cases())
    return row


def results_on(game_id: str, clause: str) -> list[Result]:
    """Return the cases of one game on a clause, with their failures."""
    return [(case, wrong) for case, wrong in results_of(game_id) if clause in case.clauses]


def carriers(game_id: str, clause: str) -> list[Citation]:
    """Return the code of a game that implements a clause, without presentation."""
    return [c for c in _citations(game_id).get(clause, ()) if not c.shown]


def _citation_words(game: type[Game], citation: Citation) -> str:
    """Return a citation such as ``posting Soft 17 (families/blackjack/game.py:48)``."""
    return f"{citation.what} {words_of(game, citation)} ({citation.where})"


def words_of(game: type[Game], citation: Citation) -> str:
    """Return the words for what implements the clause; code keeps its name."""
    words, name = game.words(), citation.of
    if citation.what in ("wager", "pay table"):
        return words.wager(name)
    if citation.what in ("posting", "fact", "fees"):
        return words.posting(name)
    if citation.what == "ruling":
        return words.ruling(name)
    return games()[name].name if citation.what == OTHER_GAME else name


def proved_in(game_id: str, clause: str) -> tuple[str, str]:
    """Return the game whose code and cases count for a clause here, and the clause that applies it.

    This is the game itself, or another game whose rules apply. The other game's cases count if this
    game changes nothing that the clause is about. The clause that makes the rules apply needs cases
    of its own, and so does every clause if the other game is of another family.
    """
    game = games()[game_id]
    if any(not wrong for _, wrong in results_on(game_id, clause)):
        return "", game_id
    for by, other in game.inherits.items():
        if clause in game.inherits or game.family != other.family:
            continue
        if all(c.id != clause for c in clauses_of(other.id)):
            continue
        cited = _citations(other.id).get(clause, ())
        if all(same(_code(game_id).get(c.name), c, clause) for c in cited):
            return f"{other.id}, by {by}", proved_in(other.id, clause)[1]
    return "", game_id


@cached_until_changed
def _citations(game_id: str) -> dict[str, tuple[Citation, ...]]:
    """Return the citations of a game by clause; cached."""
    return citations(games()[game_id])


@cached_until_changed
def _code(game_id: str) -> dict[str, Any]:
    """Return the code of a game by name; cached."""
    return code_of(games()[game_id])


def summary(rows: Iterable[ClauseRow]) -> dict[str, int]:
    """Counts by status."""
    return dict(Counter(row.status for row in rows))


class Counts(msgspec.Struct, frozen=True):
    """The totals of a game's matrix. ``no_rule`` counts clauses with a reason why no case is
    possible.
    """

    game: str
    name: str
    clauses: int
    covered: int
    replaced: int
    no_rule: int
    owed: int
    cases: int
    failing: int


def counts_of(game_id: str) -> Counts:
    """Return the totals of one game."""
    found = summary(matrix(game_id))
    total, wrong = sum(found.values()), [bool(why) for _, why in results_of(game_id)]
    covered, replaced = found.get("covered", 0), found.get("replaced", 0)
    owed = found.get("unaccounted", 0)
    return Counts(
        game_id, games()[game_id].name, total, covered, replaced,
        total - covered - replaced - owed, owed, len(wrong), sum(wrong),
    )  # fmt: skip


def grand_total(found: Iterable[Counts]) -> Counts:
    """Return the totals of several games together."""
    listed = list(found)
    sums = {
        key: sum(getattr(counts, key) for counts in listed)
        for key in Counts.__struct_fields__
        if key not in ("game", "name")
    }
    return Counts(game="", name=f"{len(listed)} games", **sums)
