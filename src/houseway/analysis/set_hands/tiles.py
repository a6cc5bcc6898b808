"""Pai Gow Tiles, every deal of a player's four tiles against the player-dealer's four.

There are C(32,4) x C(28,4) = 736,281,000 deals, but only 8,130 different hands, since the two tiles
of a matched pair are the same piece; each pair of hands is met once and weighed with its ways.
The player-dealer sets the house way.  A player does too, or takes of the three settings the one
that does best against all hands the player-dealer can then have.

Who wins is ``settle_tiles``: it compares ``hand_rank`` of the high and of the low hands, so the
ranks are taken once for each hand.
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
from houseway.analysis.set_hands.settings import BestSettings, BetterSetting
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
class Hands:
    """All hands by their tiles: ways to be dealt, ranks of each setting, the house way's choice."""

    tiles: Array
    ways: Array
    kinds: Array
    """A bit for each kind of tile held, to see at once whether two hands share one."""
    high: Array
    low: Array
    house: Array


@dataclass(frozen=True)
class Setting:
    """A hand that the house way does not set for the best."""

    tiles: Pieces
    house: Pieces
    best: Pieces
    gain: Fraction
    """What the better setting gains of a unit, when this hand is held."""
    ways: int
    """How many of the 35,960 hands are this one."""


@dataclass(frozen=True)
class TilesOdds:
    """What a player's hand is worth against a player-dealer who sets the house way."""

    house: tuple[int, int, int]
    """Deals won, pushed and lost by a player who sets the house way, of ``DEALS``."""
    best: tuple[int, int, int]
    """The same for the best setting of each hand."""
    better: tuple[Setting, ...]
    """Hands set better than the house way, by what they gain overall."""
    by_hand: Array
    """[hand, choice, outcome]: deals of each hand of ``all_hands`` in each of its settings."""
    choice: Array
    """The best setting of each hand; that of the house where it is as good."""

    @property
    def expectation(self) -> Fraction:
        """The player's expectation of a unit, house way against house way, before fees."""
        return Fraction(self.house[WIN] - self.house[LOSE], DEALS)

    @property
    def best_expectation(self) -> Fraction:
        """The player's expectation of a unit with the best settings, before fees."""
        return Fraction(self.best[WIN] - self.best[LOSE], DEALS)


@functools.lru_cache(maxsize=8)
def all_hands(never_split_into_worse: bool, gee_joon_lowest: bool) -> Hands:
    """Every hand, as the rules of setting and ranking see it."""
    met = list(multisets(TILES.copies, 4))
    tiles = np.array([hand for hand, _ in met], np.int64)
    high, low = np.zeros((2, len(met), CHOICES), np.int64)
    house = np.zeros(len(met), np.int64)
    compiled(_rank_all)(tiles, never_split_into_worse, gee_joon_lowest, high, low, house)
    kinds = np.bitwise_or.reduce(1 << tiles, axis=1)
    return Hands(tiles, np.array([n for _, n in met], np.int64), kinds, high, low, house)


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
    """``found[hand, choice, outcome]``: deals in which a player's hand so set wins or loses."""
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
    """The ways to deal a hand, its tiles in order, from the tiles left (two of a kind at most)."""
    ways = 1
    for t in range(4):
        if t < 3 and hand[t] == hand[t + 1]:
            ways *= left[hand[t]] // 2
        elif t == 0 or hand[t] != hand[t - 1]:
            ways *= left[hand[t]]
    return ways


@functools.lru_cache(maxsize=8)
def tiles_odds(never_split_into_worse: bool = True, gee_joon_lowest: bool = False) -> TilesOdds:
    """Every deal of one player's hand against the player-dealer's, for one reading of the rules."""
    h = all_hands(never_split_into_worse, gee_joon_lowest)
    found = np.zeros((len(h.tiles), CHOICES, 3), np.int64)
    copies = np.array(TILES.copies, np.int64)
    compiled(count_pairs)(h.tiles, h.ways, h.kinds, copies, h.high, h.low, h.house, found)
    best, better = set_otherwise(h, found[:, :, WIN] - found[:, :, LOSE], gee_joon_lowest)
    rows = np.arange(len(best))
    return TilesOdds(_sums(found[rows, h.house]), _sums(found[rows, best]), better, found, best)


def set_otherwise(h: Hands, net: Array, gee_joon_lowest: bool) -> tuple[Array, tuple[Setting, ...]]:
    """The best of ``net[hand, choice]``, and the hands in which the house way is not it."""
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
    win, push, lose = (int(n) for n in found.sum(axis=0))
    return win, push, lose


def _setting(h: Hands, i: int, best: int, gain: int, gee_joon_lowest: bool) -> Setting:
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
    """The main wager of a player who sets the house way."""
    if game.kind is not TILES:
        raise Refused(f"only set-hands games of tiles are counted yet, not {game.name}")
    return _odds_of(game).house


def _odds_of(game: Game) -> TilesOdds:
    posted: Any = game
    return tiles_odds(posted.never_split_into_worse, posted.gee_joon_lowest)


def better_setting(s: Setting) -> BetterSetting:
    """A hand set better, in words."""
    return BetterSetting(TILES.show(s.tiles), _parts(s.house), _parts(s.best), s.gain, s.ways)


def best_settings(game: Game) -> BestSettings:
    """The hands that the house way does not set for the best, by what they gain overall."""
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
    return f"{TILES.show(tiles[:2])} / {TILES.show(tiles[2:])}"
