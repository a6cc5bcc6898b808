"""Fast tables for research: whole poker hands, compiled from the rules of the live table.

One engine plays every game from an array of its facts: streets, forced bets, structure, parts of
the pot.  ``FastTable.play`` plays hands by compiled policies, ``FastTable.side_by_side`` steps
thousands of tables by NumPy arrays, and ``live_hand`` copies a hand to the live table.  See
``docs/tables.md``.
"""

from __future__ import annotations

from houseway.analysis.poker.tables.copying import chips_after, copy_hand, live_hand
from houseway.analysis.poker.tables.fast_table import FastTable
from houseway.analysis.poker.tables.policies import at_random, legal, stays
from houseway.analysis.poker.tables.showdown import Showdown
from houseway.analysis.poker.tables.side_by_side import SideBySide

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
