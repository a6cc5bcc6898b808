"""Crazy Pineapple: any five of two hole cards and the board, everybody in to the showdown."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import HIGH
from houseway.rulebook.delta.crazy_pineapple.game import CrazyPineapple

LAB = poker_lab(CrazyPineapple.hands, HIGH)
