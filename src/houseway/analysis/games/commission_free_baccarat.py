"""Commission-Free Baccarat: every deal counted, and wagers that are made together."""

from __future__ import annotations

from houseway.analysis.baccarat.cards import (
    FACTS,
    CardsBaccaratSimulation,
    combined_bets_sheet,
    two_hands,
)
from houseway.analysis.game_math import GameMath, by_facts, counted

MATH = GameMath(
    methods=(
        by_facts(
            *FACTS, find=counted(two_hands, ("every round from a full shoe, without decisions",))
        ),
    ),
    simulation=lambda game, job: CardsBaccaratSimulation(game),
    strategy_sheet=combined_bets_sheet,
)
