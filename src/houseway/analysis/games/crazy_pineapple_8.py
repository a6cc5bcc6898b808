"""Crazy Pineapple high-low: the pot is split where a low qualifies."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import HIGH, LOW_8
from houseway.rulebook.delta.crazy_pineapple_8.game import CrazyPineappleHighLow

LAB = poker_lab(CrazyPineappleHighLow.hands, HIGH, LOW_8)
