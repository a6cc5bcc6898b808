"""Seven card stud: any five of seven cards, everybody in to the showdown."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, any_five, poker_simulation
from houseway.rulebook.delta.seven_card_stud.game import SevenCardStud

LAB = Lab(simulation=poker_simulation(Showdown(SevenCardStud.hands, any_five)))
