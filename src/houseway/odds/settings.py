"""Setting a hand for the best: what it is worth against the house way, and where they differ.

A game in which hands are set declares with ``@sets_best`` how its best settings are found.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from houseway.errors import Refused
from houseway.game import Game


@dataclass(frozen=True)
class BetterSetting:
    """A hand that the house way does not set for the best."""

    pieces: str
    house: str
    best: str
    gain: Fraction
    """What the better setting gains of a unit, when this hand is held."""
    ways: int
    """How many of all hands are this one."""


@dataclass(frozen=True)
class BestSettings:
    """What the bank keeps of a player who sets the house way, and of one who sets for the best."""

    bank: str
    house_way: Fraction
    best: Fraction
    better: tuple[BetterSetting, ...]
    """By what they gain overall."""
    hands: int
    """How many hands there are, counted like the ways of one."""
    easy: tuple[tuple[str, Fraction], ...] = ()
    """Easy rules in words, with what the bank keeps of a player who goes by them."""
    note: str = ""

    @property
    def differing(self) -> Fraction:
        """How often a hand is one of those set better."""
        return Fraction(sum(line.ways for line in self.better), self.hands)


Finder: TypeAlias = Callable[[Game], BestSettings]
FINDERS: dict[str, Finder] = {}
"""Game id -> how its best settings are found."""

MODULES = {
    "pai-gow-tiles": "houseway.odds.tiles_exact",
    "pai-jack": "houseway.odds.pai_jack_settings",
}
"""Game id -> the module that declares its finder."""


def sets_best(game_id: str) -> Callable[[Finder], Finder]:
    """Declare how the best settings of a game are found."""

    def mark(f: Finder) -> Finder:
        FINDERS[game_id] = f
        return f

    return mark


def best_settings(game: Game) -> BestSettings:
    """The best settings of a posted game against its house way, or Refused where none are known."""
    if game.id not in MODULES:
        raise Refused(f"the best settings of {game.name} are not worked out")
    importlib.import_module(MODULES[game.id])
    return FINDERS[game.id](game)
