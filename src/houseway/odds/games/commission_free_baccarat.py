"""Commission-Free Baccarat: every deal counted, and wagers that are made together."""

from __future__ import annotations

from houseway.odds.cards_baccarat import FACTS, CardsBaccaratSimulation, two_hands
from houseway.odds.cards_baccarat_paper import together_paper
from houseway.odds.lab import Lab, by_facts, counted

LAB = Lab(
    methods=(
        by_facts(
            *FACTS, find=counted(two_hands, ("every round from a full shoe; nobody decides",))
        ),
    ),
    simulation=lambda game, asked: CardsBaccaratSimulation(game),
    paper=together_paper,
)
