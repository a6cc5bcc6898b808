"""Omaha high-low: the pot is split where a low qualifies."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, high_and_low, poker_simulation
from houseway.rulebook.delta.omaha_8.game import OmahaHighLow

LAB = Lab(simulation=poker_simulation(Showdown(OmahaHighLow.hands, high_and_low)))
