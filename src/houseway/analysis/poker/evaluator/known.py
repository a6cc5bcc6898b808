"""The tables of ``batch``, from the disk or made, once per process; NumPy alone reads them too."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.evaluator import tables
from houseway.analysis.poker.evaluator.store import kept
from houseway.hands.poker_low import qualified


@lru_cache
def codes() -> NDArray[np.uint64]:
    """What each card, and the joker, adds to the key of a hand."""
    return tables.card_codes()[0]


@lru_cache
def high(n: int) -> tables.Arrays:
    """High hands of five to seven cards: offsets, by ranks, by the ranks of a suit."""
    return kept(tables.high_tables, n, what=f"high hands of {n} cards")


@lru_cache
def low(n: int, qualifier: int) -> tables.Arrays:
    """Lows of five to seven cards that meet a qualifier: offsets, by ranks."""
    offsets, lows = kept(tables.low_tables, n, what=f"lows of {n} cards")
    return offsets, _qualified(lows, qualifier)


@lru_cache
def low27() -> tables.Arrays:
    """Heights of deuce-to-seven hands: offsets, by ranks, by the ranks of a suit."""
    return kept(tables.low27_tables, what="deuce-to-seven hands")


@lru_cache
def joker_high() -> tables.Arrays:
    """High hands of five cards with or without the joker: offsets, by ranks, by those of a suit."""
    return kept(tables.joker_high_tables, what="high hands with a joker")


@lru_cache
def joker_low() -> tables.Arrays:
    """Lows of five cards with or without the joker: offsets, by ranks."""
    return kept(tables.joker_low_tables, what="lows with a joker")


@lru_cache
def board_high(n: int) -> tables.Arrays:
    """Boards of one to four up cards: offsets, by ranks."""
    return kept(tables.board_high_tables, n, what=f"boards of {n} cards")


@lru_cache
def board_low(n: int) -> tables.Arrays:
    """The same, how low they are."""
    return kept(tables.board_low_tables, n, what=f"low boards of {n} cards")


@lru_cache
def omaha_high() -> tables.Arrays:
    """Omaha high hands: see ``tables.best_with_board``; and by the ranks of a suit."""
    return kept(tables.omaha_high_tables, what="Omaha high hands")


@lru_cache
def omaha_low(qualifier: int) -> tables.Arrays:
    """Omaha lows that meet a qualifier."""
    offsets, rows, best, lows, pairs = kept(tables.omaha_low_tables, what="Omaha lows")
    return offsets, rows, best, _qualified(lows, qualifier), pairs


@lru_cache
def tile_ranks() -> tables.Arrays:
    """The ranks of two tiles."""
    return kept(tables.tile_ranks, what="hands of two tiles")


@lru_cache
def settings() -> tables.Arrays:
    """How four tiles are set."""
    return kept(tables.every_setting, what="the setting of four tiles", twin=True)


def _qualified(lows: NDArray[Any], qualifier: int) -> NDArray[np.int32]:
    """A table of lows as the rule of the qualifier leaves them."""
    different, where = np.unique(lows, return_inverse=True)
    left = np.array([qualified(int(strength), qualifier) for strength in different], np.int32)
    return left[where]
