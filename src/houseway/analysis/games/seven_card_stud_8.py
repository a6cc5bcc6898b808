"""High low stud: the pot is split where a low qualifies."""

from __future__ import annotations

from houseway.analysis.poker.showdown_simulation import poker_lab
from houseway.analysis.poker.tables.showdown import HIGH, LOW_8
from houseway.rulebook.delta.seven_card_stud_8.game import StudHighLow

LAB = poker_lab(StudHighLow.hands, HIGH, LOW_8)
