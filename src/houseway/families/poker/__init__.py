"""Poker as a room deals it: blinds, streets, betting rounds, side pots, rulings."""

from __future__ import annotations

from houseway.families.poker.game import Poker
from houseway.families.poker.pots import Hands, Part
from houseway.families.poker.rulings.common import (
    EVERY_GAME,
    FLOP_GAMES,
    OPENED_BY_A_HAND,
    rulings_by,
)
from houseway.families.poker.rulings.draw import DRAW_GAMES
from houseway.families.poker.rulings.stud import STUD_GAMES
from houseway.families.poker.state import PokerBetween, PokerState
from houseway.families.poker.streets import Cards, Street

__all__ = [
    "DRAW_GAMES",
    "EVERY_GAME",
    "FLOP_GAMES",
    "OPENED_BY_A_HAND",
    "STUD_GAMES",
    "Cards",
    "Hands",
    "Part",
    "Poker",
    "PokerBetween",
    "PokerState",
    "Street",
    "rulings_by",
]
