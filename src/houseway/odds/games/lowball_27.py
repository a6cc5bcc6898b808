"""Lowball, deuce to seven."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_tables.showdown import LOW_27, Showdown
from houseway.rulebook.delta.lowball_27.game import DeuceToSeven

LAB = Lab(showdown=Showdown(DeuceToSeven.hands, (LOW_27,), DeuceToSeven.returned_bets))
