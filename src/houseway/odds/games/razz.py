"""Razz: the lowest five of seven cards, everybody in to the showdown."""

from __future__ import annotations

from houseway.odds.poker_sim import poker_lab
from houseway.odds.poker_tables.showdown import LOW
from houseway.rulebook.delta.razz.game import Razz

LAB = poker_lab(Razz.hands, LOW)
