"""Omaha: two cards of the hand and three of the board."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, poker_simulation, two_and_three
from houseway.rulebook.delta.omaha.game import Omaha

LAB = Lab(simulation=poker_simulation(Showdown(Omaha.hands, two_and_three)))
