"""Blackjack Burnout.  Colorado Rule 8, 30-899.25.

Of the section only paragraph (1), layout and decks, is in the documents; what gives the game its
name is not, and is not invented here (reading B1).
"""

from __future__ import annotations

from houseway.families.blackjack.game import Blackjack
from houseway.game.posting import posted
from houseway.game.wagers import main_wager
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.colorado.common import ODDS


class BlackjackBurnout(Blackjack):
    """Standard blackjack on its own layout, from two decks or six."""

    id = "blackjack-burnout"
    name = "Blackjack Burnout"
    jurisdiction = "Colorado"
    section = "30-899.25"
    owner = "Angel Espino"
    predominant = "blackjack"
    sections = ("CO-899.25", "CO-ALL", "BJ")
    wagers = (main_wager("blackjack wager", "BJ-14", "CO-899.25-0", least=500, most=50_000,
                         element="blackjack", tips=True),)
    inherits = {"CO-899.25-0": StandardBlackjack}
    cites = ODDS

    felt: str = posted("blackjack-burnout", cite=("CO-899.25-1a", "CO-ALL-2"), says="table layout")
    decks: int = posted(2, 6, cite="CO-899.25-1b", default=6, says="52-card decks")
    delivery: str = posted("shoe", "hand dealt", "auto shuffler", cite="CO-899.25-1c",
                           says="how the cards are delivered")


GAME = BlackjackBurnout
