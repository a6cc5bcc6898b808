"""Draw poker: the best five cards with a joker; jacks or better open the pot."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_tables.showdown import JOKER_HIGH, Showdown
from houseway.rulebook.delta.draw_jacks_or_better.game import JacksOrBetter

LAB = Lab(
    showdown=Showdown(JacksOrBetter.hands, (JOKER_HIGH,), has_openers=JacksOrBetter.has_openers)
)
