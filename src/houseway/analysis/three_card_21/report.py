"""The rows of 3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from houseway.analysis.blackjack.main_wager import SEVERAL
from houseway.analysis.exact import exact
from houseway.analysis.three_card_21.compiled_round import RESULTS
from houseway.analysis.three_card_21.exact import best_play
from houseway.analysis.three_card_21.results import results_of
from houseway.analysis.three_card_21.simulation import NETS, RULES
from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.game.wagers import Wager
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone

BEST = (
    "best play card by card, every round from a full shoe; a hand made by a split is played as "
    "the same cards would be alone, and insurance is never taken"
)


def main_worth(game: ThreeCard21NDone, wager: Wager) -> WagerOdds:
    """The Three Card 21 wager, and beside it what it comes to with the bonus."""
    best, results = best_play(game), results_of(game)
    found = {
        name: (float(chance), net)
        for name, chance, net in zip(RESULTS, results.half_units, NETS, strict=True)
        if chance
    }
    bonus = exact(game, "bonus").here
    both = (float(bonus.edge) - best.expectation) / 2
    beside = (
        f"the bonus must lie beside it for the same amount: with table {bonus.name} the house "
        f"keeps {both:.3%} of the two wagers together"
    )
    said = (
        f"in {results.in_three:.2%} of rounds three hands are played: each is exact beside the "
        "dealer's, so the mean is exact, and how two hands go together is taken from two hands "
        "alone; all else is exact"
    )
    return WagerOdds(
        tuple(found), tuple(chance for chance, _ in found.values()),
        {RULES: tuple(net for _, net in found.values())}, "", EXACT, (BEST, beside, said),
        details={RULES: {SEVERAL: results.in_three}},
    )  # fmt: skip
