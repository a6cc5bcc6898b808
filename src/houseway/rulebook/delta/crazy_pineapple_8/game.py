"""Crazy Pineapple High-Low (8 or Better).  Delta Club Casino."""

from __future__ import annotations

from houseway.families.poker import Hands, PokerState, PotPart
from houseway.game.posting import posted
from houseway.hands.poker_high import best_high
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER, best_low
from houseway.rulebook.delta.crazy_pineapple.game import CrazyPineapple
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.rulebook.delta.poker import KILL_POTS, NO_LIMIT, with_shared


class CrazyPineappleHighLow(Holdem):
    """Crazy Pineapple with the pot shared by the best high and the best low hand."""

    id = "crazy-pineapple-8"
    name = "Crazy Pineapple High-Low (8 or Better)"
    section = "Delta Club Casino, Crazy Pineapple Hi-Lo"
    sections = CrazyPineapple.sections
    streets = CrazyPineapple.streets
    rulings = CrazyPineapple.rulings
    parts = (
        PotPart("high", ("CA-PINE-03", "CA-PINE-04")),
        PotPart("low", ("CA-PINE-03", "CA-PINE-04")),
    )
    inherits = {"CA-PINE-04b": CrazyPineapple}
    replaces = {
        "CA-HOLDEM-00": ("CA-PINE-01", "CA-PINE-03", "CA-PINE-04", "CA-PINE-06"),
        "CA-HOLDEM-20": ("CA-PINE-03",),
    }

    qualifier = posted(
        "eight",
        "none",
        cite=("CA-PINE-04", "CA-OMA8-02"),  # rule 2 of Omaha high-low is on every high-low game
        says="what a low hand needs to win its half",
    )

    def hands(self, s: PokerState) -> Hands:
        """Return the high and low hands: each any five of two hole cards and the board."""
        qualifier = EIGHT_OR_BETTER if self.qualifier == "eight" else NO_QUALIFIER
        return (
            {seat: best_high(s.hole[seat] + s.board) for seat in s.live},
            {seat: best_low(s.hole[seat] + s.board, qualifier) for seat in s.live},
        )

    cites = {**CrazyPineapple.cites, **with_shared({
        "odd_chip":          ("CA-PINE-08",),
        "hands":             ("CA-PINE-03", "CA-PINE-04", "CA-PINE-04b"),
        "pots.divided":      ("CA-PINE-04", "CA-PINE-08"),
        "pots.equal_shares": ("CA-PINE-06", "CA-PINE-08"),
        "pots.award":        ("CA-PINE-04", "CA-PINE-06"),
        "pots.equal_share":  ("CA-PINE-06", "CA-PINE-08"),
        "kill.kill_after":   ("CA-KILL-07",),
    }, NO_LIMIT, KILL_POTS)}

    deal_clauses, why_clauses = CrazyPineapple.deal_clauses, CrazyPineapple.why_clauses
    unseen_clauses = ("CA-PINE-06",)
    scoop_clauses = ("CA-PINE-04",)
    odd_chip_clauses = ("CA-PINE-08",)


GAME = CrazyPineappleHighLow
