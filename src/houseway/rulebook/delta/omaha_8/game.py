"""Omaha High-Low Split (8 or Better).  Delta Club Casino."""

from __future__ import annotations

from houseway.families.poker import Hands, PokerState, PotPart
from houseway.game.posting import posted
from houseway.hands.omaha import OmahaBoard
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.omaha.game import Omaha
from houseway.rulebook.delta.poker import KILL_POTS, NO_LIMIT, with_shared


class OmahaHighLow(Holdem):
    """Omaha in everything (1), the pot shared by the best high and the best low hand."""

    id = "omaha-8"
    name = "Omaha High-Low Split (8 or Better)"
    section = "Delta Club Casino, Omaha High-Low Split"
    sections = ("CA-OMA8", *Omaha.sections)
    board_plays, hole_plays = Omaha.board_plays, Omaha.hole_plays
    streets, plays_board = Omaha.streets, Omaha.plays_board
    parts = (
        PotPart("high", ("CA-OMA8-01", "CA-OMA8-04")),
        PotPart("low", ("CA-OMA8-01", "CA-OMA8-02", "CA-OMA8-04")),
    )
    inherits = {"CA-OMA8-01": Omaha}
    replaces = {
        "CA-HOLDEM-00": ("CA-OMA-01", "CA-OMA8-01", "CA-OMA8-04"),
        "CA-HOLDEM-21": ("CA-OMA-03", "CA-OMA8-04"),
        "CA-OMA-02": ("CA-OMA8-04",),
        "CA-OMA-04": ("CA-OMA8-01", "CA-OMA8-03"),
    }

    qualifier = posted(
        "eight", "none", cite="CA-OMA8-02", says="what a low hand needs to win its half"
    )

    def hands(self, s: PokerState) -> Hands:
        """Return the high and low hands: each of two hole cards and three board cards."""
        board = OmahaBoard(s.board)
        qualifier = EIGHT_OR_BETTER if self.qualifier == "eight" else NO_QUALIFIER
        return (
            {seat: board.high(s.hole[seat]) for seat in s.live},
            {seat: board.low(s.hole[seat], qualifier) for seat in s.live},
        )

    cites = {**Omaha.cites, **with_shared({
        "odd_chip":          ("CA-OMA8-05",),
        "hands":             ("CA-OMA8-01", "CA-OMA8-02", "CA-OMA8-04"),
        "pots.divided":      ("CA-OMA8-01", "CA-OMA8-03", "CA-OMA8-05"),
        "pots.equal_shares": ("CA-OMA8-05",),
        "pots.award":        ("CA-OMA8-01", "CA-OMA8-03"),
        "pots.equal_share":  ("CA-OMA8-05",),
        "kill.kill_after":   ("CA-KILL-07",),
    }, NO_LIMIT, KILL_POTS)}

    deal_clauses = Omaha.deal_clauses
    unseen_clauses = ("CA-OMA8-01",)
    scoop_clauses = ("CA-OMA8-03",)
    odd_chip_clauses = ("CA-OMA8-05",)
    why_clauses = {**Omaha.why_clauses, "board_alone": ("CA-OMA8-04",)}


GAME = OmahaHighLow
