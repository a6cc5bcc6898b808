"""The clause matrix as one self-contained page: texts, code, cases and readings.

Content that several clauses share is written once, at its first use: a case under the first of its
clauses, an excerpt under the first clause that it implements. Later clauses link there. A small
script unfolds the target in place, and filters.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from markupsafe import Markup

from houseway.game.base import Game
from houseway.rulebook import games
from houseway.rulebook.versions import version_of
from houseway.sheets.conformance.clause import (
    CaseShown,
    ClauseSheet,
    CodePlace,
    ReadingShown,
    clause_sheets,
)
from houseway.sheets.conformance.matrix import Counts, counts_of, grand_total
from houseway.sheets.rule_sheet import NOTICE
from houseway.version import __version__

T = TypeVar("T")


class ShownItem(msgspec.Struct, Generic[T], frozen=True):
    """An item under a clause: written out there, or a link to the first occurrence."""

    it: T
    anchor: str
    here: bool


class ClauseShown(msgspec.Struct, frozen=True):
    """A clause on the page. ``see`` is the game on the page that has its code and cases, if it is
    another.
    """

    sheet: ClauseSheet
    anchor: str
    see: str
    code: list[ShownItem[CodePlace]]
    cases: list[ShownItem[CaseShown]]
    readings: list[ShownItem[ReadingShown]]

    @property
    def failing(self) -> int:
        """Return the cases that fail."""
        return sum(not case.it.passes for case in self.cases)


class SectionShown(msgspec.Struct, frozen=True):
    """The clauses of one section of the text."""

    title: str
    source: str
    clauses: list[ClauseShown]


class GameShown(msgspec.Struct, frozen=True):
    """A game on the page; the fingerprint is that of its default table."""

    counts: Counts
    jurisdiction: str
    section: str
    version: str
    fingerprint: str
    parts: list[SectionShown]


def matrix_html(
    game_ids: Sequence[str], date: str, each: Callable[[Sequence[str]], Iterable[str]] = iter
) -> str:
    """Return the page of these games; ``each`` iterates over them and may report progress."""
    once = _Once(frozenset(game_ids))
    shown = [_game(games()[game_id], once) for game_id in each(game_ids)]
    template = _templates().get_template("matrix.html.j2")
    text: str = template.render(
        games=shown,
        total=grand_total(game.counts for game in shown),
        version=__version__,
        fingerprint=_over_all(shown),
        date=date,
        notice=NOTICE,
    )
    return text


def _over_all(shown: Iterable[GameShown]) -> str:
    """Return one digest over the fingerprints of all games, in the format of ``sha256sum``."""
    lines = "".join(f"{game.fingerprint}  {game.counts.game}\n" for game in shown)
    return hashlib.sha256(lines.encode()).hexdigest()


def _game(game: type[Game], once: _Once) -> GameShown:
    """Return a game for the page: counts, version, and clauses by section."""
    parts: dict[str, SectionShown] = {}
    for sheet in clause_sheets(game.id):
        part = parts.setdefault(sheet.source, SectionShown(sheet.title, sheet.source, []))
        part.clauses.append(_clause(sheet, once))
    return GameShown(
        counts=counts_of(game.id),
        jurisdiction=game.jurisdiction,
        section=game.section,
        version=version_of(game.section).words,
        fingerprint=game().fingerprint(),
        parts=list(parts.values()),
    )


def _clause(sheet: ClauseSheet, once: _Once) -> ClauseShown:
    """Return a clause for the page; one shown in full at another game refers to it."""
    anchor = f"{sheet.game}.{sheet.clause}"
    see = f"{sheet.shown_in}.{sheet.clause}"
    if see != anchor and sheet.shown_in in once.games and not sheet.missing:
        sheet = msgspec.structs.replace(sheet, code=(), cases=())
    else:
        see = ""
    return ClauseShown(
        sheet,
        anchor,
        see,
        once.each(sheet.code, "code", lambda place: (place.file, place.first_line)),
        once.each(sheet.cases, "case", lambda case: case.record),
        once.each(sheet.readings, "reading", lambda reading: (sheet.game, reading)),
    )


class _Once:
    """The items already written to the page, by content."""

    def __init__(self, games: frozenset[str]) -> None:
        self.games = games
        self.anchors: dict[object, str] = {}

    def each(
        self, things: Iterable[T], word: str, key: Callable[[T], object]
    ) -> list[ShownItem[T]]:
        """Return items with their anchors, and True for those to be written out here."""
        found = []
        for thing in things:
            known = (word, key(thing))
            here = known not in self.anchors
            anchor = self.anchors.setdefault(known, f"{word}-{len(self.anchors) + 1}")
            found.append(ShownItem(thing, anchor, here))
        return found


@functools.cache
def _templates() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
        autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=StrictUndefined, keep_trailing_newline=True,
    )  # fmt: skip
    found.filters |= {"pre": _pre, "numbered": _numbered, "count": _count}
    return found


def _pre(text: str) -> Markup:
    """Escape text for an element, keeping quotation marks."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(plain)


def _numbered(place: CodePlace) -> Markup:
    """Return an excerpt with line numbers."""
    lines = place.excerpt.splitlines()
    return _pre("\n".join(f"{n:>4}  {text}" for n, text in enumerate(lines, place.first_line)))


def _count(n: int, word: str) -> str:
    """Return a count with its noun: ``1 case``, ``7 cases``."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"
