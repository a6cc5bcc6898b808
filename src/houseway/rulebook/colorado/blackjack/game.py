"""Standard blackjack: the game to which every blackjack section of the Colorado rules refers.

Rule 8 itself is not among the documents, so its contents stand here as documented defaults and
posted options (reading G1).
"""

from __future__ import annotations

from houseway.cite import Cites
from houseway.families.blackjack.game import Blackjack
from houseway.game.posting import posted_number
from houseway.game.wagers import main_wager

RULE_8: Cites = {
    "count": ("BJ-1", "BJ-2"),
    "initial_deal": ("BJ-2",),
    "check_hole_card": ("BJ-3",), "peek": ("BJ-3",), "no_peek_takes": ("BJ-3",),
    "double": ("BJ-4",), "double_on": ("BJ-4",), "double_after_split": ("BJ-4",),
    "split": ("BJ-5",), "split_by": ("BJ-5",), "hands_max": ("BJ-5",),
    "draw": ("BJ-5", "BJ-6"), "split_aces_one_card": ("BJ-6",), "resplit_aces": ("BJ-6",),
    "dealer_plays": ("BJ-7",), "soft_17": ("BJ-7",),
    "bust": ("BJ-8",), "hand_steps": ("BJ-8",), "dealer_22_pushes": ("BJ-8",),
    "pay_blackjacks": ("BJ-9",), "blackjack_pays": ("BJ-9",),
    "insurance": ("BJ-10",), "insurance.offer": ("BJ-10",), "settlement.insurance": ("BJ-10",),
    "surrender": ("BJ-11",), "check_posting": ("BJ-11",),
    "cut_card": ("BJ-12",), "reshuffle_at": ("BJ-12",),
    "ruling.void_round": ("BJ-13",), "ruling.void_hand": ("BJ-13",),
    "tip_spot": ("BJ-15",),
}
"""The documented default of standard blackjack behind each step of the family."""


class StandardBlackjack(Blackjack):
    """Blackjack by the house's posted options."""

    id = "blackjack"
    name = "Blackjack"
    jurisdiction = "Colorado"
    section = "Rule 8 (by reference)"
    predominant = "blackjack"
    sections = ("BJ",)
    wagers = (main_wager("blackjack wager", "BJ-14", least=500, most=50_000, element="blackjack",
                         tips=True),)
    cites = RULE_8

    decks: int = posted_number(6, 1, 8, cite="BJ-12", says="52-card decks in the shoe")


GAME = StandardBlackjack
