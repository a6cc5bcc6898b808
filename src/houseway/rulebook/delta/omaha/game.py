"""Omaha.  Delta Club Casino, "Omaha"."""

from __future__ import annotations

from typing import ClassVar

from houseway.families.poker import Cards, Hands, PokerState, PotPart, Street
from houseway.game.posting import fact
from houseway.hands.omaha import OmahaBoard
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.poker import NO_LIMIT, with_shared


class Omaha(Holdem):
    """Hold'em in everything (1) but the hole cards; no player can play the board (2, 3)."""

    id = "omaha"
    name = "Omaha"
    section = "Delta Club Casino, Omaha"
    sections: ClassVar[tuple[str, ...]] = ("CA-OMA", *Holdem.sections)
    board_plays = False
    hole_plays = 2
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("high", ("CA-OMA-02", "CA-OMA-04")),)
    inherits = {"CA-OMA-03": Holdem}
    replaces = {
        "CA-HOLDEM-00": ("CA-OMA-01", "CA-OMA-02", "CA-OMA-04"),
        "CA-HOLDEM-21": ("CA-OMA-02", "CA-OMA-03"),
    }

    streets = fact(
        (
            Street("preflop", (Cards(4),), opens="blinds"),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-OMA-01",
        "CA-OMA-03",
    )

    def hands(self, s: PokerState) -> Hands:
        """Return the hand of exactly two of the four hole cards with three of the board."""
        board = OmahaBoard(s.board)
        return ({seat: board.high(s.hole[seat]) for seat in s.live},)

    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Return False: two hole cards always play."""
        return False

    cites = with_shared({
        "odd_chip":              ("CA-OMA-04",),
        "raises_max":            ("CA-OMA-01",),
        "short_all_in":          ("CA-OMA-01",),
        "positions.post_blinds": ("CA-OMA-01", "CA-HOLDEM-01", "CA-HOLDEM-05",
                                        "CA-HOLDEM-06"),
        "dealing.deal_hole":  ("CA-OMA-01",),
        "dealing.deal_board": ("CA-OMA-01", "CA-HOLDEM-16", "CA-HOLDEM-17",
                                        "CA-HOLDEM-18"),
        "betting.betting_round":      ("CA-OMA-01",),
        "limits.limit_raise_is_full": ("CA-OMA-01",),
        "limits.is_capped":           ("CA-OMA-01",),
        "hands":                      ("CA-OMA-02", "CA-OMA-04"),
        "plays_board":                ("CA-OMA-02", "CA-OMA-03"),
        "pots.side_pots":             ("CA-OMA-04",),
        "pots.equal_shares":          ("CA-OMA-04",),
        "pots.side_pot":              ("CA-OMA-04",),
        "pots.equal_share":           ("CA-OMA-04",),
        "pots.award":                 ("CA-OMA-04",),
    }, NO_LIMIT)

    deal_clauses = ("CA-OMA-01",)
    unseen_clauses = ("CA-OMA-04",)
    why_clauses = {
        **Holdem.why_clauses,
        "betting":     ("CA-OMA-01",),
        "limit":       ("CA-OMA-01",),
        "board_alone": ("CA-OMA-02",),
    }


GAME = Omaha
