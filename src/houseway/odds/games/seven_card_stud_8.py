"""High low stud: the pot is split where a low qualifies."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, any_five_high_low, poker_simulation
from houseway.rulebook.delta.seven_card_stud_8.game import StudHighLow

LAB = Lab(simulation=poker_simulation(Showdown(StudHighLow.hands, any_five_high_low)))
