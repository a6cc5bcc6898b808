"""Games in which hands are set: what is dealt to a seat is counted."""

from __future__ import annotations

from houseway.analysis.enumeration import hand_dealt
from houseway.analysis.game_math import Counted, Lab, by_facts

LAB = Lab(methods=(by_facts("dealt", find=Counted(hand_dealt)),))
