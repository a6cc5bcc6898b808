"""Lowball, deuce to seven: the five cards dealt, everybody pat and in to the showdown."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import LOW_27
from houseway.rulebook.delta.lowball_27.game import DeuceToSeven

LAB = poker_lab(DeuceToSeven.hands, LOW_27, returned_bets=DeuceToSeven.returned_bets)
