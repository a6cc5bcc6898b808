"""Pai Gow Tiles: every deal of a player's four tiles against the player-dealer's four.

There are C(32,4) x C(28,4) = 736,281,000 deals, but only 8,130 different hands, since the two tiles
of a matched pair are the same piece. Each pair of hands is compared once, weighted by its deals.
The player-dealer sets the house way. A player does too, or takes the best of the three settings
against all hands that the player-dealer can then have.

``settle_tiles`` decides who wins. It compares ``hand_rank`` of the high and of the low hands, so
the ranks are computed once for each hand.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.enumeration import multisets
from houseway.analysis.strategy_sheet import BestSettings, BetterSetting
from houseway.engine.questions import Pieces
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.hands.pai_gow_tiles_house_way import house_way, ranks, setting
from houseway.pieces.tiles import TILES

CHOICES = 3
WIN, PUSH, LOSE = range(3)
DEALS = math.comb(32, 4) * math.comb(28, 4)
SETS = "player and player-dealer both set the house way"
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class TileHands:
    """All hands by their tiles: ways to be dealt, ranks of each setting, the house way's
    setting.
    """

    tiles: Array
    ways: Array
    kinds: Array
    """A bit for each kind of tile held; shows at once if two hands share a kind."""
    high: Array
    low: Array
    house: Array


@dataclass(frozen=True)
class Setting:
    """A hand for which the house way is not the best setting."""

    tiles: Pieces
    house: Pieces
    best: Pieces
    gain: Fraction
    """Gain of the better setting per unit, when this hand is held."""
    ways: int
    """Number of the 35,960 hands that are this one."""


@dataclass(frozen=True)
class TilesOdds:
    """The value of each player's hand against a player-dealer who sets the house way."""

    house: tuple[int, int, int]
    """Deals won, pushed and lost by a player who sets the house way; they sum to ``DEALS``."""
    best: tuple[int, int, int]
    """The same for the best setting of each hand."""
    better: tuple[Setting, ...]
    """Hands with a better setting than the house way, by overall gain."""
    by_hand: Array
    """[hand, choice, outcome]: deals of each hand of ``all_hands`` in each of its settings."""
    choice: Array
    """The best setting of each hand; the house way where it is as good."""

    @property
    def expectation(self) -> Fraction:
        """Return the player's expectation per unit, house way against house way, before fees."""
        return Fraction(self.house[WIN] - self.house[LOSE], DEALS)

    @property
    def best_expectation(self) -> Fraction:
        """Return the player's expectation per unit with the best settings, before fees."""
        return Fraction(self.best[WIN] - self.best[LOSE], DEALS)


@functools.lru_cache(maxsize=8)
def all_hands(never_split_into_worse: bool, gee_joon_lowest: bool) -> TileHands:
    """Return every hand with the ranks of each setting."""
    met = list(multisets(TILES.copies, 4))
    tiles = np.array([hand for hand, _ in met], np.int64)
    high, low = np.zeros((2, len(met), CHOICES), np.int64)
    house = np.zeros(len(met), np.int64)
    compiled(_rank_all)(tiles, never_split_into_worse, gee_joon_lowest, high, low, house)
    kinds = np.bitwise_or.reduce(1 << tiles, axis=1)
    return TileHands(tiles, np.array([n for _, n in met], np.int64), kinds, high, low, house)


def _rank_all(
    tiles: Any, never_split_into_worse: bool, gee_joon_lowest: bool, high: Any, low: Any, house: Any
) -> None:
    for i in range(tiles.shape[0]):
        a, b, c, d = tiles[i, 0], tiles[i, 1], tiles[i, 2], tiles[i, 3]
        house[i] = house_way(a, b, c, d, never_split_into_worse, gee_joon_lowest)
        for choice in range(CHOICES):
            high[i, choice], low[i, choice] = ranks(a, b, c, d, choice, gee_joon_lowest)


def count_pairs(
    tiles: Any, ways: Any, kinds: Any, copies: Any, high: Any, low: Any, house: Any, found: Any
) -> None:
    """Fill ``found[hand, choice, outcome]``: deals that a player's hand in each setting wins or
    loses.
    """
    n = tiles.shape[0]
    bank_high, bank_low = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for j in range(n):
        bank_high[j], bank_low[j] = high[j, house[j]], low[j, house[j]]
    left = copies.copy()
    for i in range(n):
        for t in range(4):
            left[tiles[i, t]] -= 1
        for j in range(n):
            dealt = ways[i] * ways[j]
            if kinds[i] & kinds[j]:
                dealt = ways[i] * ways_left(tiles[j], left)
            if dealt == 0:
                continue
            for choice in range(CHOICES):
                won = int(high[i, choice] > bank_high[j]) + int(low[i, choice] > bank_low[j])
                found[i, choice, 2 - won] += dealt
        for t in range(4):
            left[tiles[i, t]] += 1


def ways_left(hand: Any, left: Any) -> int:
    """Return the number of ways to deal a hand from the tiles left, at most two of a kind."""
    ways = 1
    for t in range(4):
        if t < 3 and hand[t] == hand[t + 1]:
            ways *= left[hand[t]] // 2
        elif t == 0 or hand[t] != hand[t - 1]:
            ways *= left[hand[t]]
    return ways


@functools.lru_cache(maxsize=8)
def tiles_odds(never_split_into_worse: bool = True, gee_joon_lowest: bool = False) -> TilesOdds:
    """Count every deal of a player's hand against the player-dealer's, for one reading of the
    rules.
    """
    h = all_hands(never_split_into_worse, gee_joon_lowest)
    found = np.zeros((len(h.tiles), CHOICES, 3), np.int64)
    copies = np.array(TILES.copies, np.int64)
    compiled(count_pairs)(h.tiles, h.ways, h.kinds, copies, h.high, h.low, h.house, found)
    best, better = set_otherwise(h, found[:, :, WIN] - found[:, :, LOSE], gee_joon_lowest)
    rows = np.arange(len(best))
    return TilesOdds(_sums(found[rows, h.house]), _sums(found[rows, best]), better, found, best)


def set_otherwise(
    h: TileHands, net: Array, gee_joon_lowest: bool
) -> tuple[Array, tuple[Setting, ...]]:
    """Return the best of ``net[hand, choice]``, and the hands for which the house way is not
    best.
    """
    rows = np.arange(len(net))
    best = net.argmax(axis=1)
    best = np.where(net[rows, h.house] == net[rows, best], h.house, best)
    gains = net[rows, best] - net[rows, h.house]
    better = [
        _setting(h, int(i), int(best[i]), int(gains[i]), gee_joon_lowest)
        for i in np.argsort(-gains, kind="stable")[: int((gains > 0).sum())]
    ]
    return best, tuple(better)


def _sums(found: Array) -> tuple[int, int, int]:
    """Return the numbers of wins, pushes and losses."""
    win, push, lose = (int(n) for n in found.sum(axis=0))
    return win, push, lose


def _setting(h: TileHands, i: int, best: int, gain: int, gee_joon_lowest: bool) -> Setting:
    """Return the house way and the best setting of a hand, with the gain per hand held."""
    tiles = tuple(int(t) for t in h.tiles[i])
    a, b, c, d = tiles
    ways = int(h.ways[i])
    return Setting(
        tiles,
        setting(a, b, c, d, int(h.house[i]), gee_joon_lowest),
        setting(a, b, c, d, best, gee_joon_lowest),
        Fraction(gain, ways * math.comb(28, 4)),
        ways,
    )


def tiles_main(game: Game, wager: Wager) -> Sequence[int]:
    """Return the deals by outcome of a player who sets the house way."""
    if game.kind is not TILES:
        raise Refused(f"only set-hands games of tiles are counted yet, not {game.name}")
    return _odds_of(game).house


def _odds_of(game: Game) -> TilesOdds:
    """Return the counts for the options that a table posts."""
    posted: Any = game
    return tiles_odds(posted.never_split_into_worse, posted.gee_joon_lowest)


def better_setting(s: Setting) -> BetterSetting:
    """Describe a better setting in words."""
    return BetterSetting(TILES.show(s.tiles), _parts(s.house), _parts(s.best), s.gain, s.ways)


def best_settings(game: Game) -> BestSettings:
    """Return the hands for which the house way is not the best setting, by overall gain."""
    odds = _odds_of(game)
    return BestSettings(
        "the player-dealer",
        -odds.expectation,
        -odds.best_expectation,
        tuple(map(better_setting, odds.better)),
        math.comb(32, 4),
        note="before fees",
    )


def _parts(tiles: Pieces) -> str:
    """Return four tiles as text, the two parts divided by a slash."""
    return f"{TILES.show(tiles[:2])} / {TILES.show(tiles[2:])}"
