"""Standard blackjack: the game to which every blackjack section of the Colorado rules refers.

Rule 8 itself is not among the documents, so its contents stand here as documented defaults and
posted options (reading G1).
"""

from __future__ import annotations

from houseway.posting import posted_number
from houseway.shapes.blackjack import Blackjack
from houseway.wager import main_wager


class StandardBlackjack(Blackjack):
    """Blackjack by the house's posted options."""

    id = "blackjack"
    name = "Blackjack"
    jurisdiction = "Colorado"
    section = "Rule 8 (by reference)"
    predominant = "blackjack"
    sections = ("BJ", "CO-2102")
    wagers = (main_wager("blackjack wager", "BJ-14", least=500, most=50_000, element="blackjack",
                         tips=True),)
    tip_clauses = ("BJ-15",)

    decks: int = posted_number(6, 1, 8, cite="BJ-12", says="52-card decks in the shoe")


GAME = StandardBlackjack
