"""Razz: the lowest five of seven cards, everybody in to the showdown."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, any_five_low, poker_simulation
from houseway.rulebook.delta.razz.game import Razz

LAB = Lab(simulation=poker_simulation(Showdown(Razz.hands, any_five_low)))
