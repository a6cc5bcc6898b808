"""Fortune Pai Gow Poker: the main wager as in Pai Gow Poker, and what seven cards make."""

from __future__ import annotations

from houseway.analysis.game_math import ExactCount, GameMath, by_name
from houseway.analysis.games import pai_gow_poker
from houseway.analysis.set_hands.pai_gow_poker.envy import about_envy
from houseway.analysis.set_hands.pai_gow_poker.seven import seven_ways
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER

MATH = GameMath(
    live_player=HOUSE_WAY_PLAYER,
    methods=(
        by_name("fortune", find=ExactCount(seven_ways, (), about_envy)),
        *pai_gow_poker.MATH.methods,
    ),
    simulation=pai_gow_poker.MATH.simulation,
    strategy_sheet=pai_gow_poker.MATH.strategy_sheet,
)
