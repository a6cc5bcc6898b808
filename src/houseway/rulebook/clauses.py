"""Clauses and readings: the requirements of the text in our words, and unclear places."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from houseway.errors import BadFile
from houseway.game.wagers import Wager, read_book
from houseway.rulebook import cached_until_changed, games
from houseway.util.toml import decode_as, read_file

HERE = Path(__file__).parent
ClauseKind = Literal["rule", "display", "premises", "cardroom", "not-executable"]
"""Kinds of clauses. ``cardroom`` is about accounts and cash between tables, not one table."""


class Clause(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One requirement. Every kind but ``rule`` states why no case can test it."""

    id: str
    """The id of the clause: section and number, such as CO-2116-7G."""
    says: str
    """The requirement in our words."""
    kind: ClauseKind
    """``rule`` if code and a case must prove it; otherwise why they cannot."""
    ref: str = ""
    """The place in the source text."""
    why: str = ""
    """The reason why no case can stand on it; required unless ``kind`` is ``rule``."""
    games: tuple[str, ...] = ()
    """The games it is for; empty: every game of its section."""

    def concerns(self, game_id: str, sections: tuple[str, ...]) -> bool:
        """Return True if it belongs to this game: by its section, and not for other games only."""
        if self.games and game_id not in self.games:
            return False
        return any(self.id == s or self.id.startswith(s + "-") for s in sections)


class Reading(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An unclear place: the question, the reading taken, the alternatives, and the effect."""

    id: str
    """The id of the reading, such as F5."""
    clauses: tuple[str, ...]
    """The clauses it is about."""
    question: str
    """The question that the text leaves open."""
    reading: str
    """The answer that is taken."""
    effect: str
    """The wagers that the alternatives pay otherwise, if any."""
    alternatives: tuple[str, ...] = ()
    """Other answers that the text allows."""
    posted: str = ""
    """The posted option that selects the alternative; empty: it is fixed."""
    games: tuple[str, ...] = ()
    """The games it is about, if its clause is shared by others."""


class ClauseFile(msgspec.Struct, forbid_unknown_fields=True):
    """One ``clauses.toml``."""

    title: str
    """The name of the section."""
    source: str
    """The document and section that it restates."""
    clause: list[Clause]
    """The requirements in the order of the text."""
    reading: list[Reading] = []
    """Unclear places, and how they are read."""


def read_clauses(data: dict[str, Any], file: str) -> ClauseFile:
    """Return the clauses of one file with plain whitespace; refuse missing reasons."""
    found = decode_as(data, ClauseFile, file)
    for clause in found.clause:
        if clause.kind != "rule" and not clause.why:
            raise BadFile(file, clause.id, f"is {clause.kind} and must say why")
    return found


@cached_until_changed
def filed() -> tuple[tuple[str, ClauseFile], ...]:
    """Return every clause file with the id of its game, "" for one that several share.

    Side bets that bring their own clauses count as such files.
    """
    ids = games().folders()
    files = [
        (ids.get(p.parent, ""), read_clauses(read_file(p), str(p)))
        for p in sorted(HERE.rglob("clauses.toml"))
    ]
    books = {w.pay.book: w.name for game in games().loaded() for w in game.wagers if w.pay.book}
    for text, name in books.items():
        book = read_book(text, name)
        part = {key: getattr(book, key) for key in ("title", "source", "clause", "reading")}
        files.append(("", read_clauses(part, name)))
    return tuple(files)


def clause_files() -> tuple[ClauseFile, ...]:
    """Return every clause file of the rulebook, and of side bets that bring their own."""
    return tuple(file for _, file in filed())


@cached_until_changed
def all_clauses() -> dict[str, Clause]:
    """Return every clause by id; refuse a repeated id."""
    found: dict[str, Clause] = {}
    for file in clause_files():
        for clause in file.clause:
            if clause.id in found:
                raise BadFile("clauses", clause.id, "stands twice")
            found[clause.id] = clause
    return found


@cached_until_changed
def all_readings() -> tuple[Reading, ...]:
    """Return every reading of the rulebook."""
    return tuple(reading for file in clause_files() for reading in file.reading)


@cached_until_changed
def clauses_of(game_id: str) -> tuple[Clause, ...]:
    """Return the clauses that concern one game, in the order of its sections."""
    game = games()[game_id]
    books = (s for w in game.wagers if w.pay.book for s in _book_sections(w))
    sections = (*game.sections, *books, *game.borrowed)
    clauses = all_clauses().values()
    return tuple(c for s in sections for c in clauses if c.concerns(game_id, (s,)))


def _book_sections(wager: Wager) -> tuple[str, ...]:
    """Return the sections of the clauses that a wager's own file brings along."""
    clauses = read_book(wager.pay.book, wager.name).clause
    return tuple({str(c["id"]).rpartition("-")[0]: 1 for c in clauses})


@cached_until_changed
def readings_of(game_id: str) -> tuple[Reading, ...]:
    """Return the readings that concern one game.

    A reading in one game's text about a shared clause concerns that game alone. It concerns other
    games too if it also names a clause in a game's own text. A reading of shared text may name its
    games. A reading about a posting concerns every game with that posting.
    """
    ids = {clause.id for clause in clauses_of(game_id)}
    own = ids & {c.id for home, file in filed() if home for c in file.clause}
    return tuple(
        reading
        for home, file in filed()
        for reading in file.reading
        if (ids if home in ("", game_id) else own).intersection(reading.clauses)
        if home == game_id or _is_about(reading, game_id)
    )


def _is_about(reading: Reading, game_id: str) -> bool:
    """Return True if a reading of shared text, or of another game's, is about this game."""
    if reading.games:
        return game_id in reading.games
    return not reading.posted or reading.posted in games()[game_id].declared()
