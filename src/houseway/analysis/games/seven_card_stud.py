"""Seven card stud: any five of seven cards, everybody in to the showdown."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import HIGH
from houseway.rulebook.delta.seven_card_stud.game import SevenCardStud

LAB = poker_lab(SevenCardStud.hands, HIGH)
