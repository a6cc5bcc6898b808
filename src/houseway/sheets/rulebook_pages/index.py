"""All games of the rulebook, as its first page lists them."""

from __future__ import annotations

import msgspec

from houseway.game.base import Game
from houseway.presentation.felt import look_of
from houseway.rulebook import cached_until_changed, games
from houseway.rulebook.clauses import clauses_of, readings_of
from houseway.rulebook.versions import version_of
from houseway.sheets.posted_table import capital
from houseway.util.english import n


class BookLine(msgspec.Struct, frozen=True):
    """A game in the list: where its rules come from, what it is like, how much there is of it."""

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
    """What a game is dealt with: so many sets of a kind, by default (``decks`` posts others).

    ``kind`` is ``cards``, ``cards and joker``, ``tiles`` or ``dice``; how the pieces of each are
    written and numbered stands in docs/fairness.md.
    """

    game: str
    kind: str
    sets: int


def dealt_with(game: Game) -> DealtWith:
    """What a game is dealt with as it is posted."""
    joker = " and joker" if "Jk" in game.kind.names else ""
    return DealtWith(game.name, game.kind.name + joker, game.sets())


@cached_until_changed
def book_index() -> tuple[BookLine, ...]:
    """Every game, in the order of the rulebook."""
    return tuple(_line(game()) for game in games().values())


def _line(game: Game) -> BookLine:
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
    """What is played with: ``312 cards``, ``32 tiles``, ``dice``."""
    whole = len(game.kind.one_set(game.sets()))
    return n(whole, game.kind.noun) if whole else game.kind.name
