"""Crazy Pineapple: any five of two hole cards and the board, everybody in to the showdown."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, any_five, poker_simulation
from houseway.rulebook.delta.crazy_pineapple.game import CrazyPineapple

LAB = Lab(simulation=poker_simulation(Showdown(CrazyPineapple.hands, any_five)))
