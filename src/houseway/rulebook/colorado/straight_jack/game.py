"""Straight Jack.  Colorado Rule 21, 30-2109."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from houseway.cite import rule
from houseway.families.banked.game import FactReader, PostedFact
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.state import FACTS
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_HAND, main_wager, side
from houseway.rulebook.colorado.common import RULE_21
from houseway.rulebook.colorado.rule_21 import accounts, combination, standard
from houseway.side_bets.straights import straight_length

FIVE_OR_SIX, FOUR, THREE, TWO, NO_STRAIGHT = range(5)
LENGTHS = ("two cards", "three cards")
STRAIGHT_FACTS: dict[str, FactReader] = {"queen_king_ace": PostedFact("queen_king_ace", LENGTHS)}


@rule("CO-2109-6", notes=("CO-2109-6a", "CO-2109-7", "CO-2109-7d", "CO-2109-8"),
      outcomes=("five_or_six", "four", "three", "two", "no_straight"))
def straight_jack(run: Sequence[int], queen_king_ace: int) -> int:
    """The straight that the original hand begins with, as long as it has grown."""
    length = straight_length(run, queen_king_ace)
    if length == 0:
        return NO_STRAIGHT
    return max(TWO - (length - 2), FIVE_OR_SIX)


@rule("CO-2109-6b", "CO-2109-6c")
def no_straight(first_two: Sequence[int]) -> bool:
    """A wager that has lost with the first two cards is picked up at once; a winner stays."""
    return straight_length(first_two, 0) == 0


class StraightJack(Blackjack):
    """Standard blackjack, and a wager on a straight from the first two cards on."""

    id = "straight-jack"
    name = "Straight Jack"
    jurisdiction = "Colorado"
    section = "30-2109"
    owner = "SG Gaming, Inc."
    signs = (accounts,)
    inherits = standard("CO-2109-4")
    cites = {**RULE_21, "state.run": ("CO-2101-b",),
             "settlement.over": ("CO-2109-8b", "CO-2109-9b", "CO-2109-9c"),
             "ruling.void_round": ("CO-2109-5",), "ruling.void_hand": ("CO-2109-5",)}
    sections = ("CO-2109", "CO-ALL", "CO-2101", "CO-2102", "CO-2103", "BJ")
    wagers = (
        main_wager("blackjack wager", "CO-2109-2", "CO-2109-3", least=500, most=50_000, tips=True,
                   element="blackjack"),
        side("straight_jack", "Straight Jack", "CO-2109-1", "CO-2109-2", "CO-2109-3",
             rule=straight_jack, decided_early=no_straight, resolves=AFTER_HAND, needs="main",
             least=500, most=50_000, element="poker"),
    )
    facts: ClassVar[dict[str, FactReader]] = {**FACTS, **STRAIGHT_FACTS}

    predominant = combination()
    decks: int = posted_number(6, 1, 8, cite="BJ-12", says="52-card decks in the shoe")
    queen_king_ace: str = posted(*LENGTHS, cite="CO-2109-7c",
                                 says="what a queen and a king are with an ace drawn")
    settles_from: str = fact("dealer's right", "CO-2109-9a", says="the seat settled first")


GAME = StraightJack
