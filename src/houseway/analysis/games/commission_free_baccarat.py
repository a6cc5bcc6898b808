"""Commission-Free Baccarat: every deal counted, and wagers that are made together."""

from __future__ import annotations

from houseway.analysis.baccarat.cards import (
    FACTS,
    CardsBaccaratSimulation,
    together_paper,
    two_hands,
)
from houseway.analysis.game_math import GameMath, by_facts, counted

LAB = GameMath(
    methods=(
        by_facts(
            *FACTS, find=counted(two_hands, ("every round from a full shoe; nobody decides",))
        ),
    ),
    simulation=lambda game, asked: CardsBaccaratSimulation(game),
    paper=together_paper,
)
