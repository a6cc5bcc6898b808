"""The tables of ``batch`` that the judges look up; empty where a game needs none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.odds.batch import tables
from houseway.odds.batch.store import kept
from houseway.odds.poker_tables import judges

TYPES = (
    np.uint64,
    *(np.uint32, np.int32),
    *(np.uint32, np.uint16, np.uint16, np.int32, np.uint8, np.int32),
    *(np.uint32, np.uint16, np.uint16, np.int32),
)
"""Codes of cards; seven cards; Omaha high, with pairs and suits; Omaha low."""


def none() -> tuple[Any, ...]:
    """No tables: the rules are asked."""
    return tuple(np.zeros(0, kind) for kind in TYPES)


def for_kernels(kernels: Iterable[int]) -> tuple[Any, ...]:
    """The tables that these kernels look up, filled by the rules or read from the disk."""
    found = list(none())
    found[0] = tables.card_codes()[0]
    for kernel in kernels:
        if kernel == judges.HIGH:
            found[1], found[2], found[8] = _high()
        elif kernel == judges.OMAHA_HIGH:
            found[3], found[4], found[5], found[6], found[7], found[8] = _omaha_high()
        elif kernel == judges.OMAHA_LOW:
            found[9], found[10], found[11], found[12], found[7] = _omaha_low()
    return tuple(found)


@lru_cache
def _high() -> tables.Arrays:
    return kept(tables.high_tables, 7, what="high hands of 7 cards")


@lru_cache
def _omaha_high() -> tables.Arrays:
    return kept(tables.omaha_high_tables, what="Omaha high hands")


@lru_cache
def _omaha_low() -> tables.Arrays:
    return kept(tables.omaha_low_tables, what="Omaha lows")
