"""Insurance: a wager on the dealer's blackjack under an ace, counted over all deals.

Figures are per unit of insurance, in the rounds in which the dealer shows an ace. The player's own
cards change the odds a little (``by_tens_in_hand``); even without a ten in sight the player has no
advantage.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.settlement import INSURANCE
from houseway.game.pay_tables import LOSE
from houseway.hands.blackjack import value

NAME = "insurance"
OUTCOMES = ("dealer_blackjack", "lose")
NETS = (INSURANCE.net(), LOSE.net())
OFFERED = "of the rounds in which the dealer shows an ace, taken with every hand"
NOT_NATURALS = "of the rounds in which the dealer shows an ace, taken with every hand but a natural"


def insurance(game: Blackjack) -> Mapping[str, WagerOdds]:
    """Return the row of insurance; empty if the table does not offer it."""
    if not game.insurance:
        return {}
    chance = ace_and_ten(game) if game.insures_naturals else without_naturals(game)
    said = OFFERED if game.insures_naturals else NOT_NATURALS
    details: dict[str, Any] = {
        "by_tens_in_hand": {
            str(tens): {"house_edge": float(edge), "fraction": str(edge)}
            for tens, edge in enumerate(edge_at(ace_and_ten(game, n)) for n in range(3))
        }
    }
    worth = WagerOdds(
        OUTCOMES, (chance, 1 - chance), {INSURANCE.text: NETS}, "", EXACT, (said,),
        clause=game.declared()[NAME].clauses[0], details={INSURANCE.text: details},
    )  # fmt: skip
    return {NAME: worth}


def ace_and_ten(game: Blackjack, tens: int | None = None) -> Fraction:
    """The chance of a blackjack under an ace, given the tens in a seen hand of two if stated."""
    copies = [n * game.sets() for n in game.kind.copies]
    ace = next(card for card in range(len(copies)) if value(card) == 1)
    copies[ace] -= 1
    makes = sum(n for card, n in enumerate(copies) if game.count.natural((ace, card)))
    if tens is None:
        return Fraction(makes, sum(copies))
    return Fraction(makes - tens, sum(copies) - 2)


def without_naturals(game: Blackjack) -> Fraction:
    """Return the chance of a blackjack under an ace, given that the player has no natural."""
    copies = [n * game.sets() for n in game.kind.copies]
    ace = next(card for card in range(len(copies)) if value(card) == 1)
    copies[ace] -= 1
    cards, makes = range(len(copies)), [game.count.natural((ace, c)) for c in range(len(copies))]
    tens, left = sum(n for n, is_ten in zip(copies, makes, strict=True) if is_ten), sum(copies)
    pairs, holes = left * (left - 1), tens * (left - 1) * (left - 2)
    for a in cards:
        for b in cards:
            if game.count.natural((a, b)):
                ways = copies[a] * copies[b]
                pairs -= ways
                holes -= ways * (tens - makes[a] - makes[b])
    return Fraction(holes, pairs * (left - 2))


def edge_at(chance: Fraction) -> Fraction:
    """Return the house edge of insurance when a blackjack has this chance."""
    return -(chance * NETS[0] + (1 - chance) * NETS[1])
