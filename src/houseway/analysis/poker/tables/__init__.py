"""Fast tables for research: whole poker hands, compiled from the rules of the live table.

One engine plays every game from an array of facts: streets, forced bets, betting structure, parts
of the pot. ``FastTable.play`` plays hands by compiled policies, ``FastTable.side_by_side`` steps
thousands of tables by NumPy arrays, and ``live_hand`` copies a hand to the live table. See
``docs/tables.md``.
"""

from __future__ import annotations

from houseway.analysis.poker.showdown import Showdown
from houseway.analysis.poker.tables.copying import chips_after, copy_hand, live_hand
from houseway.analysis.poker.tables.fast_table import FastTable, SideBySide
from houseway.analysis.poker.tables.policies import at_random, legal, stays

__all__ = [
    "FastTable",
    "Showdown",
    "SideBySide",
    "at_random",
    "chips_after",
    "copy_hand",
    "legal",
    "live_hand",
    "stays",
]
