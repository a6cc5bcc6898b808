"""Lowball, deuce to seven.  Delta Club Casino, the four items after "Lowball"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from houseway.cite import rule
from houseway.families.poker import Hands, PokerState, PotPart
from houseway.game.base import RoundContext
from houseway.hands.poker_low import low27
from houseway.pieces.cards import ACE, CARDS, SEVEN, SIX
from houseway.rulebook.delta.lowball.game import Lowball


@rule("CA-27-03")
def seven_but_not_six(card: int) -> bool:
    """Return True if an exposed card is taken: 7, 5, 4, 3 or 2; neither a 6 nor an ace."""
    rank = card >> 2
    return rank <= SEVEN and rank != SIX


class DeuceToSeven(Lowball):
    """Lowball in everything else: straights and flushes count, the ace is high, no joker."""

    id = "lowball-27"
    name = "Lowball (Deuce to Seven)"
    section = "Delta Club Casino, Lowball, the items after 33"
    sections: ClassVar[tuple[str, ...]] = ("CA-27", *Lowball.sections)
    kind = CARDS
    parts: ClassVar[tuple[PotPart, ...]] = (
        PotPart("low", ("CA-27-01", "CA-27-02"), ranking="deuce to seven"),
    )
    inherits = {"CA-27-05": Lowball}
    replaces = {
        "CA-LOW-01": ("CA-27-01", "CA-27-02", "CA-27-05"),
        "CA-LOW-09": ("CA-27-03",),
        "CA-LOW-17": ("CA-27-04", "CA-27-05"),
        "CA-LOW-18": ("CA-27-04", "CA-27-05"),
        "CA-LOW-19": ("CA-27-04", "CA-27-05"),
    }

    def low_of(self, cards: Sequence[int]) -> int:
        """Return the strength of five cards as a low, deuce to seven."""
        return low27(cards)

    def hands(self, s: PokerState) -> Hands:
        """The lowest five cards; straights and flushes count against a hand."""
        return ({seat: low27(s.hole[seat]) for seat in s.live},)

    def keeps_exposed(self, card: int) -> bool:
        """A seven, and what is below a six."""
        return seven_but_not_six(card)

    def worst_of(self, rank: int) -> int:
        """Return the worst hand with this card: it, the three below and the fifth; no straight."""
        if not SEVEN <= rank <= ACE:
            return 0
        return low27([4 * (rank - i) + i % 2 for i in (0, 1, 2, 3, 5)])

    def returned_bets(self, r: RoundContext[PokerState]) -> None:
        """A seven need not bet, and no bets go back."""

    cites = {
        "keeps_exposed": ("CA-27-03",),
        "hands":         ("CA-27-01", "CA-27-02"),
        "returned_bets": ("CA-27-04", "CA-27-05"),
    }


GAME = DeuceToSeven
