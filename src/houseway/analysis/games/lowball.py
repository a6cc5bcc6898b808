"""Lowball, ace to five: the five cards dealt, everybody pat and in to the showdown.

At fast tables a checked seven wins no bets.
"""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import JOKER_LOW
from houseway.rulebook.delta.lowball.game import Lowball

LAB = poker_lab(Lowball.hands, JOKER_LOW, returned_bets=Lowball.returned_bets, sevens=True)
