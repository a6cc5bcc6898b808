"""Omaha high-low: the pot is split where a low qualifies."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import TWO_AND_THREE, TWO_AND_THREE_LOW
from houseway.rulebook.delta.omaha_8.game import OmahaHighLow

LAB = poker_lab(OmahaHighLow.hands, TWO_AND_THREE, TWO_AND_THREE_LOW)
