"""Clauses and readings: what the text asks, in our words, and how we read unclear places."""

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
"""``cardroom``: a business between tables, with accounts and cash, not of one table."""


class Clause(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One requirement.  Every kind but ``rule`` says why no case can stand on it."""

    id: str
    says: str
    kind: ClauseKind
    ref: str = ""
    why: str = ""
    games: tuple[str, ...] = ()

    def concerns(self, game_id: str, sections: tuple[str, ...]) -> bool:
        """Whether it belongs to this game: its section is listed and it is not for others only."""
        if self.games and game_id not in self.games:
            return False
        return any(self.id == s or self.id.startswith(s + "-") for s in sections)


class Reading(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An unclear place: the question, the reading taken, the others, and what hangs on it."""

    id: str
    clauses: tuple[str, ...]
    question: str
    reading: str
    effect: str
    alternatives: tuple[str, ...] = ()
    posted: str = ""
    games: tuple[str, ...] = ()
    """The games it is about, where it stands with clauses that others share."""


class ClauseFile(msgspec.Struct, forbid_unknown_fields=True):
    """One ``clauses.toml``."""

    title: str
    source: str
    clause: list[Clause]
    reading: list[Reading] = []


def read_clauses(data: dict[str, Any], file: str) -> ClauseFile:
    """The clauses of one file, whitespace made plain, reasons demanded."""
    found = decode_as(data, ClauseFile, file)
    for clause in found.clause:
        if clause.kind != "rule" and not clause.why:
            raise BadFile(file, clause.id, f"is {clause.kind} and must say why")
    return found


@cached_until_changed
def filed() -> tuple[tuple[str, ClauseFile], ...]:
    """Every clause file with the game in whose folder it stands, "" for one that several share.

    Side bets that bring their own clauses are such files too.
    """
    ids = {game.folder(): game.id for game in games().values()}
    files = [
        (ids.get(p.parent, ""), read_clauses(read_file(p), str(p)))
        for p in sorted(HERE.rglob("clauses.toml"))
    ]
    books = {w.book: w.name for game in games().values() for w in game.wagers if w.book}
    for text, name in books.items():
        book = read_book(text, name)
        part = {key: getattr(book, key) for key in ("title", "source", "clause", "reading")}
        files.append(("", read_clauses(part, name)))
    return tuple(files)


def clause_files() -> tuple[ClauseFile, ...]:
    """Every clause file of the rulebook, and of the side bets that bring their own."""
    return tuple(file for _, file in filed())


@cached_until_changed
def all_clauses() -> dict[str, Clause]:
    """Every clause by id; the same id twice is refused."""
    found: dict[str, Clause] = {}
    for file in clause_files():
        for clause in file.clause:
            if clause.id in found:
                raise BadFile("clauses", clause.id, "stands twice")
            found[clause.id] = clause
    return found


@cached_until_changed
def all_readings() -> tuple[Reading, ...]:
    """Every reading of the rulebook."""
    return tuple(reading for file in clause_files() for reading in file.reading)


@cached_until_changed
def clauses_of(game_id: str) -> tuple[Clause, ...]:
    """The clauses that concern one game, in the order of its sections."""
    game = games()[game_id]
    books = (s for w in game.wagers if w.book for s in _book_sections(w))
    sections = (*game.sections, *books, *game.borrowed)
    clauses = all_clauses().values()
    return tuple(c for s in sections for c in clauses if c.concerns(game_id, (s,)))


def _book_sections(wager: Wager) -> tuple[str, ...]:
    clauses = read_book(wager.book, wager.name).clause
    return tuple({str(c["id"]).rpartition("-")[0]: 1 for c in clauses})


@cached_until_changed
def readings_of(game_id: str) -> tuple[Reading, ...]:
    """The readings that concern one game.

    What is read in the text of one game about a clause that several share is no reading of the
    others: it concerns them only if it names a clause that stands in a game's own text too.  A
    reading of shared text may name its games, and one of a choice concerns who has the choice,
    wherever it stands.
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
    """Whether a reading of text that is shared, or another game's, is about this one."""
    if reading.games:
        return game_id in reading.games
    return not reading.posted or reading.posted in games()[game_id].declared()
