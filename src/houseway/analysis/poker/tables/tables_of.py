"""The tables of ``batch`` that the judges look up; empty where a game needs none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from houseway.analysis.poker.evaluator import known
from houseway.analysis.poker.tables import judges
from houseway.hands.poker_low import NO_QUALIFIER

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
    found[0] = known.codes()
    for kernel in kernels:
        if kernel == judges.HIGH:
            found[1], found[2], found[8] = known.high(7)
        elif kernel == judges.OMAHA_HIGH:
            found[3], found[4], found[5], found[6], found[7], found[8] = known.omaha_high()
        elif kernel == judges.OMAHA_LOW:
            found[9], found[10], found[11], found[12], found[7] = known.omaha_low(NO_QUALIFIER)
    return tuple(found)
