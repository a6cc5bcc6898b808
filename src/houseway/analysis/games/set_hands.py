"""Games in which hands are set: what is dealt to a seat is counted."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import ExactCount, GameMath, by_facts

LAB = GameMath(methods=(by_facts("dealt", find=ExactCount(hand_dealt)),))
