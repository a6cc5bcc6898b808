"""The clause matrix as one page to look things up in: words, code, cases and readings.

It needs nothing but itself.  What several clauses share is written once, where it is met first: a
case under the first of its clauses, an excerpt of code under the first clause that it carries.  The
others point there; a small script unfolds it in place, and filters.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from markupsafe import Markup

from houseway import __version__
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

T = TypeVar("T")


class Shown(msgspec.Struct, Generic[T], frozen=True):
    """Something under a clause: written out there, or pointing to where it is."""

    it: T
    anchor: str
    here: bool


class ClauseShown(msgspec.Struct, frozen=True):
    """A clause as it stands on the page.

    ``see``: where its code and cases are, if they are those of another game on the page.
    """

    sheet: ClauseSheet
    anchor: str
    see: str
    code: list[Shown[CodePlace]]
    cases: list[Shown[CaseShown]]
    readings: list[Shown[ReadingShown]]

    @property
    def failing(self) -> int:
        """Cases that do not come out as they say."""
        return sum(not case.it.passes for case in self.cases)


class Part(msgspec.Struct, frozen=True):
    """The clauses of one section of the text."""

    title: str
    source: str
    clauses: list[ClauseShown]


class GameShown(msgspec.Struct, frozen=True):
    """A game on the page; the fingerprint is that of its table as it is posted by default."""

    counts: Counts
    jurisdiction: str
    section: str
    version: str
    fingerprint: str
    parts: list[Part]


def matrix_html(
    game_ids: Sequence[str], date: str, each: Callable[[Sequence[str]], Iterable[str]] = iter
) -> str:
    """The page of these games; ``each`` goes through them, and may tell how far it is."""
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
    """One digest over the fingerprints of all games, in the form ``sha256sum`` writes."""
    lines = "".join(f"{game.fingerprint}  {game.counts.game}\n" for game in shown)
    return hashlib.sha256(lines.encode()).hexdigest()


def _game(game: type[Game], once: _Once) -> GameShown:
    parts: dict[str, Part] = {}
    for sheet in clause_sheets(game.id):
        part = parts.setdefault(sheet.source, Part(sheet.title, sheet.source, []))
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
    """What the page has written out so far, by what makes it the same."""

    def __init__(self, games: frozenset[str]) -> None:
        self.games = games
        self.anchors: dict[object, str] = {}

    def each(self, things: Iterable[T], word: str, key: Callable[[T], object]) -> list[Shown[T]]:
        """Each thing with its anchor, and whether it is to be written out here."""
        found = []
        for thing in things:
            known = (word, key(thing))
            here = known not in self.anchors
            anchor = self.anchors.setdefault(known, f"{word}-{len(self.anchors) + 1}")
            found.append(Shown(thing, anchor, here))
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
    """Text between tags, where quotation marks may stay as they are."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return Markup(plain)


def _numbered(place: CodePlace) -> Markup:
    """An excerpt with the numbers of its lines."""
    lines = place.excerpt.splitlines()
    return _pre("\n".join(f"{n:>4}  {text}" for n, text in enumerate(lines, place.first_line)))


def _count(n: int, word: str) -> str:
    """``1 case``, ``7 cases``."""
    return f"{n:,} {word}{'' if n == 1 else 's'}"
