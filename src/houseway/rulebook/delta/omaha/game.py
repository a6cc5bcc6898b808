"""Omaha.  Delta Club Casino, "Omaha"."""

from __future__ import annotations

from typing import ClassVar

from houseway.hands.omaha import OmahaBoard
from houseway.posting import fact
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.shapes.poker_room import Hands, PokerState, Street


class Omaha(Holdem):
    """Hold'em in everything (1) but the hole cards, and nobody can play the board (2, 3)."""

    id = "omaha"
    name = "Omaha"
    section = "Delta Club Casino, Omaha"
    sections: ClassVar[tuple[str, ...]] = ("CA-OMA", *Holdem.sections)
    unseen_clauses: ClassVar[tuple[str, ...]] = ("CA-OMA-04",)
    award_clauses: ClassVar[tuple[str, ...]] = ("CA-OMA-02", "CA-OMA-04")
    board_plays = False
    inherits = {"CA-OMA-03": Holdem}

    streets = fact(
        (
            Street("preflop", down=4),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-OMA-01",
        "CA-OMA-03",
    )

    def hands(self, s: PokerState) -> Hands:
        """Exactly two of the four hole cards with three of the board."""
        board = OmahaBoard(s.board)
        return {seat: board.high(s.hole[seat]) for seat in s.live}, {}

    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Nobody can."""
        return False


GAME = Omaha
