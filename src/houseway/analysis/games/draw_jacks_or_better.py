"""Draw poker: the five cards dealt, with a joker, everybody pat and in to the showdown.

At fast tables jacks or better open the pot.
"""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import JOKER_HIGH
from houseway.rulebook.delta.draw_jacks_or_better.game import JacksOrBetter

LAB = poker_lab(JacksOrBetter.hands, JOKER_HIGH, has_openers=JacksOrBetter.has_openers)
