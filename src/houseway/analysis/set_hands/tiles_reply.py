"""Pai Gow Tiles from the player-dealer's side: the best settings, given how players set.

The player-dealer sets last but sees no other tiles. Each of its hands is compared with all hands
that a player can then have, set the house way or best against it. The number of players does not
matter.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.set_hands.tiles import (
    CHOICES,
    DEALS,
    LOSE,
    WIN,
    Array,
    Setting,
    all_hands,
    better_setting,
    set_otherwise,
    tiles_odds,
    ways_left,
)
from houseway.analysis.set_hands.tiles import best_settings as settings_without_reply
from houseway.analysis.strategy_sheet import BankReply, BestSettings
from houseway.pieces.tiles import TILES


@dataclass(frozen=True)
class TilesReply:
    """The player-dealer's gain from players of one way, with the best setting of each hand."""

    edge: Fraction
    by_hand: Array
    """[hand, choice, outcome]: deals of each player-dealer's hand in each setting, by the player's
    outcome.
    """
    better: tuple[Setting, ...]


def count_replies(
    tiles: Any, ways: Any, kinds: Any, copies: Any, high: Any, low: Any, players: Any, found: Any
) -> None:
    """Fill ``found[hand, choice, outcome]``: deals that players with fixed settings win or lose."""
    n = tiles.shape[0]
    left = copies.copy()
    for j in range(n):
        for t in range(4):
            left[tiles[j, t]] -= 1
        for i in range(n):
            dealt = ways[j] * ways[i]
            if kinds[i] & kinds[j]:
                dealt = ways[j] * ways_left(tiles[i], left)
            if dealt == 0:
                continue
            mine_high, mine_low = high[i, players[i]], low[i, players[i]]
            for choice in range(CHOICES):
                won = int(mine_high > high[j, choice]) + int(mine_low > low[j, choice])
                found[j, choice, 2 - won] += dealt
        for t in range(4):
            left[tiles[j, t]] += 1


@functools.lru_cache(maxsize=8)
def tiles_reply(
    never_split_into_worse: bool, gee_joon_lowest: bool, players_set_best: bool
) -> TilesReply:
    """Return the best reply to players who set the house way, or best against a bank that does."""
    h = all_hands(never_split_into_worse, gee_joon_lowest)
    players = h.house
    if players_set_best:
        players = tiles_odds(never_split_into_worse, gee_joon_lowest).choice
    found = np.zeros((len(h.tiles), CHOICES, 3), np.int64)
    copies = np.array(TILES.copies, np.int64)
    compiled(count_replies)(h.tiles, h.ways, h.kinds, copies, h.high, h.low, players, found)
    net = found[:, :, LOSE] - found[:, :, WIN]
    best, better = set_otherwise(h, net, gee_joon_lowest)
    kept = int(net[np.arange(len(net)), best].sum())
    return TilesReply(Fraction(kept, DEALS), found, better)


def best_settings(game: Any) -> BestSettings:
    """Return the best settings of both sides at a posted table."""
    return replace(settings_without_reply(game), reply=reply_of(game))


def reply_of(game: Any) -> BankReply:
    """Return the gain of a player-dealer who takes the best settings, in words and figures."""
    posted = game.never_split_into_worse, game.gee_joon_lowest
    to_house_way = tiles_reply(*posted, False)
    return BankReply(
        to_house_way.edge,
        tiles_reply(*posted, True).edge,
        tuple(map(better_setting, to_house_way.better)),
        math.comb(32, 4),
    )
