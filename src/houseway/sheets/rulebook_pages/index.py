"""The index of the rulebook: all games."""

from __future__ import annotations

import msgspec

from houseway.game.base import Game
from houseway.game.face.felt import look_of
from houseway.rulebook import cached_until_changed, games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.rulebook.versions import version_of
from houseway.sheets.posted_table import capital
from houseway.util.english import n


class BookLine(msgspec.Struct, frozen=True):
    """A game in the index: the source of its rules, its features, and its size."""

    id: str
    name: str
    jurisdiction: str
    section: str
    version: str
    family: str
    family_words: str
    about: str
    cloth: str
    wagers: tuple[str, ...]
    clauses: int
    readings: int
    pieces: str


class DealtWith(msgspec.Struct, frozen=True):
    """The pieces of a game: kind, and default number of sets (``decks`` posts others).

    ``kind`` is ``cards``, ``cards and joker``, ``tiles`` or ``dice``; docs/fairness.md has their
    notation and numbers.
    """

    game: str
    kind: str
    sets: int


def dealt_with(game: Game) -> DealtWith:
    """Return the pieces of a posted game."""
    joker = " and joker" if "Jk" in game.kind.names else ""
    return DealtWith(game.name, game.kind.name + joker, game.sets())


@cached_until_changed
def book_index() -> tuple[BookLine, ...]:
    """Return every game, in the order of the rulebook."""
    return tuple(_line(game()) for game in games().values())


def _line(game: Game) -> BookLine:
    """Return the line of a game in the index of the rulebook."""
    look, words = look_of(game, ""), game.words()
    return BookLine(
        id=game.id,
        name=game.name,
        jurisdiction=game.jurisdiction,
        section=game.section,
        version=version_of(game.section).words,
        family=look.family,
        family_words=look.family_words,
        about=look.about,
        cloth=look.cloth,
        wagers=tuple(capital(words.wager(wager.name)) for wager in game.wagers),
        clauses=len(clauses_of(game.id)),
        readings=len(readings_of(game.id)),
        pieces=_pieces(game),
    )


def _pieces(game: Game) -> str:
    """Return the pieces in words: ``312 cards``, ``32 tiles``, ``dice``."""
    whole = len(game.kind.one_set(game.sets()))
    return n(whole, game.kind.noun) if whole else game.kind.name
