"""Lowball: the lowest five cards with a joker; a checked seven wins no bets."""

from __future__ import annotations

from houseway.odds.lab import Lab
from houseway.odds.poker_tables.showdown import JOKER_LOW, Showdown
from houseway.rulebook.delta.lowball.game import Lowball

LAB = Lab(showdown=Showdown(Lowball.hands, (JOKER_LOW,), Lowball.returned_bets, sevens=True))
