"""Odds of 3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from houseway.analysis.blackjack.main_wager import SEVERAL
from houseway.analysis.enumeration import of_hand
from houseway.analysis.game_math import ExactCount, exact_odds
from houseway.analysis.three_card_21.compiled_round import RESULTS
from houseway.analysis.three_card_21.exact import best_play
from houseway.analysis.three_card_21.results import results_of
from houseway.analysis.three_card_21.simulation import NETS, RULES
from houseway.analysis.wager_odds import EXACT, WagerOdds, find_wager
from houseway.game.wagers import Wager
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone

BEST = (
    "best play card by card, every round from a full shoe; a hand made by a split is played as "
    "the same cards would be alone, and insurance is never taken"
)
ON_FIRST_THREE = ExactCount(lambda game, wager: of_hand(game, wager, "first_three", 3))
"""The method for wagers on the first three cards, such as the bonus."""


def main_odds(game: ThreeCard21NDone, wager: Wager) -> WagerOdds:
    """Return odds of the Three Card 21 wager, with a note on its edge together with the bonus."""
    best, results = best_play(game), results_of(game)
    found = {
        name: (float(chance), net)
        for name, chance, net in zip(RESULTS, results.half_units, NETS, strict=True)
        if chance
    }
    bonus = exact_odds(game, find_wager(game, "bonus"), ON_FIRST_THREE).here
    both = (float(bonus.edge) - best.expectation) / 2
    beside = (
        f"the bonus must be placed with it for the same amount: with table {bonus.name} the house "
        f"keeps {both:.3%} of the two wagers together"
    )
    said = (
        f"in {results.in_three:.2%} of rounds three hands are played: each is exact against the "
        "dealer's, so the mean is exact, and the dependence of two hands is taken from two hands "
        "alone; all else is exact"
    )
    return WagerOdds(
        tuple(found), tuple(chance for chance, _ in found.values()),
        {RULES: tuple(net for _, net in found.values())}, "", EXACT, (BEST, beside, said),
        details={RULES: {SEVERAL: results.in_three}},
    )  # fmt: skip
