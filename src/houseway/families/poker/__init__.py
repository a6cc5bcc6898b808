"""Poker as a room deals it: blinds, streets, betting rounds, side pots, rulings."""

from __future__ import annotations

from houseway.families.poker.game import Poker
from houseway.families.poker.pots import Hands, PotPart
from houseway.families.poker.rulings.draw import DRAW_GAMES
from houseway.families.poker.rulings.registry import (
    EVERY_GAME,
    FLOP_GAMES,
    OPENED_BY_A_HAND,
    rulings_by,
)
from houseway.families.poker.rulings.stud import STUD_GAMES
from houseway.families.poker.state import PokerCarryOver, PokerState
from houseway.families.poker.streets import Cards, Street

__all__ = [
    "DRAW_GAMES",
    "EVERY_GAME",
    "FLOP_GAMES",
    "OPENED_BY_A_HAND",
    "STUD_GAMES",
    "Cards",
    "Hands",
    "Poker",
    "PokerCarryOver",
    "PokerState",
    "PotPart",
    "Street",
    "rulings_by",
]
