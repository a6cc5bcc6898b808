"""Poker: every player stays to the showdown; ``poker/showdown.py`` lists how hands are made."""

from __future__ import annotations

from houseway.analysis.game_math import GameMath
from houseway.analysis.poker.advice import poker_advice
from houseway.analysis.poker.showdown_simulation import poker_simulation

MATH = GameMath(simulation=poker_simulation, advice=poker_advice)
