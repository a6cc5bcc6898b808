"""Poker as a room deals it: blinds, streets, betting rounds, side pots, rulings."""

from __future__ import annotations

from houseway.shapes.poker_room.draw_rulings import DRAW_GAMES
from houseway.shapes.poker_room.parts import Part
from houseway.shapes.poker_room.pots import Hands
from houseway.shapes.poker_room.room import PokerRoom
from houseway.shapes.poker_room.rulings import (
    EVERY_GAME,
    FLOP_GAMES,
    OPENED_BY_A_HAND,
    rulings_by,
)
from houseway.shapes.poker_room.state import PokerBetween, PokerState
from houseway.shapes.poker_room.streets import Cards, Street
from houseway.shapes.poker_room.stud_rulings import STUD_GAMES

__all__ = [
    "DRAW_GAMES",
    "EVERY_GAME",
    "FLOP_GAMES",
    "OPENED_BY_A_HAND",
    "STUD_GAMES",
    "Cards",
    "Hands",
    "Part",
    "PokerBetween",
    "PokerRoom",
    "PokerState",
    "Street",
    "rulings_by",
]
