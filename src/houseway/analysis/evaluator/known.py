"""The tables of ``batch``, loaded or made once per process; NumPy reads them without a compiler."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.evaluator import tables
from houseway.analysis.evaluator.store import kept
from houseway.hands.poker_low import qualified


@lru_cache
def codes() -> NDArray[np.uint64]:
    """Return the code that each card, and the joker, adds to the key of a hand."""
    return tables.card_codes()[0]


@lru_cache
def high(n: int) -> tables.Arrays:
    """The tables of high hands of five to seven cards: offsets, by ranks, by one suit's ranks."""
    return kept(tables.high_tables, n, what=f"high hands of {n} cards")


@lru_cache
def low(n: int, qualifier: int) -> tables.Arrays:
    """Return the tables of lows of five to seven cards that meet a qualifier: offsets, by ranks."""
    offsets, lows = kept(tables.low_tables, n, what=f"lows of {n} cards")
    return offsets, _qualified(lows, qualifier)


@lru_cache
def low27() -> tables.Arrays:
    """Return the tables of deuce-to-seven heights: offsets, by ranks, by one suit's ranks."""
    return kept(tables.low27_tables, what="deuce-to-seven hands")


@lru_cache
def joker_high() -> tables.Arrays:
    """Return the tables of five cards with or without the joker: offsets, by ranks, by one suit."""
    return kept(tables.joker_high_tables, what="high hands with a joker")


@lru_cache
def joker_low() -> tables.Arrays:
    """Return the tables of lows of five cards with or without the joker: offsets, by ranks."""
    return kept(tables.joker_low_tables, what="lows with a joker")


@lru_cache
def board_high(n: int) -> tables.Arrays:
    """Return the tables of boards of one to four up cards: offsets, by ranks."""
    return kept(tables.board_high_tables, n, what=f"boards of {n} cards")


@lru_cache
def board_low(n: int) -> tables.Arrays:
    """Return the tables of low boards of one to four up cards: offsets, by ranks."""
    return kept(tables.board_low_tables, n, what=f"low boards of {n} cards")


@lru_cache
def omaha_high() -> tables.Arrays:
    """The tables of Omaha high hands (``tables.best_with_board``), and by one suit's ranks."""
    return kept(tables.omaha_high_tables, what="Omaha high hands")


@lru_cache
def omaha_low(qualifier: int) -> tables.Arrays:
    """Return the tables of Omaha lows that meet a qualifier."""
    offsets, rows, best, lows, pairs = kept(tables.omaha_low_tables, what="Omaha lows")
    return offsets, rows, best, _qualified(lows, qualifier), pairs


@lru_cache
def tile_ranks() -> tables.Arrays:
    """Return the ranks of two tiles."""
    return kept(tables.tile_ranks, what="hands of two tiles")


@lru_cache
def settings() -> tables.Arrays:
    """Return the settings of four tiles."""
    return kept(tables.every_setting, what="the setting of four tiles", twin=True)


def _qualified(lows: NDArray[Any], qualifier: int) -> NDArray[np.int32]:
    """Return a table of lows with the qualifier's rule applied to it."""
    different, where = np.unique(lows, return_inverse=True)
    left = np.array([qualified(int(strength), qualifier) for strength in different], np.int32)
    return left[where]
