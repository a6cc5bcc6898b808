"""Games in which hands are set: wagers on the hand dealt to a seat are counted."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts
from houseway.analysis.set_hands.settings import HOUSE_WAY_PLAYER

MATH = GameMath(
    methods=(by_facts("dealt", find=ExactCount(hand_dealt)),),
    live_player=HOUSE_WAY_PLAYER,
)
