"""The rule card of a game: how it is played, told to who sits down, as it is posted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.game.base import Game
from houseway.presentation.card_text import Line, as_shared, card_file, said


@dataclass(frozen=True)
class Card:
    """What a sign says in large letters, and how the game is played."""

    headlines: tuple[str, ...]
    steps: tuple[str, ...]


def card_of(game: Game) -> Card:
    """The card of a game as it is posted."""
    file = card_file(type(game))
    return Card(tuple(said(game, file.headline)), tuple(said(game, file.step)))


def lines_of(kind: type[Game]) -> Iterator[Line]:
    """Every line of a game's card, shared ones as they stand."""
    file = card_file(kind)
    for line in (*file.headline, *file.step):
        yield as_shared(kind, line)
