"""Fortune Pai Gow Poker: the main wager as in Pai Gow Poker, and what seven cards make."""

from __future__ import annotations

from houseway.analysis.game_math import ExactCount, GameMath, by_name
from houseway.analysis.games import pai_gow_poker
from houseway.analysis.set_hands.pai_gow_poker.envy import about_envy
from houseway.analysis.set_hands.pai_gow_poker.seven import seven_ways

LAB = GameMath(
    methods=(
        by_name("fortune", find=ExactCount(seven_ways, (), about_envy)),
        *pai_gow_poker.LAB.methods,
    ),
    simulation=pai_gow_poker.LAB.simulation,
    paper=pai_gow_poker.LAB.paper,
)
