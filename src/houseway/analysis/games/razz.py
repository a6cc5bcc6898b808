"""Razz: the lowest five of seven cards, everybody in to the showdown."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import LOW
from houseway.rulebook.delta.razz.game import Razz

LAB = poker_lab(Razz.hands, LOW)
