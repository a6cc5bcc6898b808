"""Omaha: two cards of the hand and three of the board."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import TWO_AND_THREE
from houseway.rulebook.delta.omaha.game import Omaha

LAB = poker_lab(Omaha.hands, TWO_AND_THREE)
