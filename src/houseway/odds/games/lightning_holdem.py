"""Lightning Poker Texas Hold'em: any five of hand and board, everybody in to the showdown."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_sim import Showdown, any_five, poker_simulation
from houseway.rulebook.delta.lightning_holdem.game import LightningHoldem

LAB = Lab(simulation=poker_simulation(Showdown(LightningHoldem.hands, any_five)))
