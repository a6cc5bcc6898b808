"""Baccarat with dice: every roll counted."""

from __future__ import annotations

from houseway.analysis.baccarat.dice import FACTS, DiceBaccaratSimulation, two_hands
from houseway.analysis.game_math import GameMath, by_facts, counted

MATH = GameMath(
    methods=(by_facts(*FACTS, find=counted(two_hands)),),
    simulation=lambda game, job: DiceBaccaratSimulation(game),
)
