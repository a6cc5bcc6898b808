"""Hold'em: any five of hand and board, everybody in to the showdown."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import HIGH
from houseway.rulebook.delta.holdem.game import Holdem

LAB = poker_lab(Holdem.hands, HIGH)
