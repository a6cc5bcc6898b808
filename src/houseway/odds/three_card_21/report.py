"""The rows of 3 Card 21 "N" Done: the bonus counted, the main wager by exact best play."""

from __future__ import annotations

from fractions import Fraction

from houseway.odds.blackjack.report import weighted
from houseway.odds.exact import exact
from houseway.odds.shuffle import stream
from houseway.odds.three_card_21.best import best_play
from houseway.odds.three_card_21.sim import RULES, ThreeCardSimulation
from houseway.odds.worth import EXACT, Worth
from houseway.rulebook.colorado.three_card_21_n_done.game import ThreeCard21NDone
from houseway.wager import Wager

ROUNDS, SEED = 3_000_000, 1
BEST = (
    "best play card by card, every round from a full shoe; a hand made by a split is played as "
    "the same cards would be alone, and insurance is never taken"
)


def main_worth(game: ThreeCard21NDone, wager: Wager) -> Worth:
    """The main wager; its outcomes come from rounds of that play, weighted to the exact mean."""
    expectation = best_play(game).expectation
    sim = ThreeCardSimulation(game)
    main = sim.estimates(sim.play(ROUNDS, stream(SEED, 0)))["main"]
    nets = {name: Fraction(name) for name in main.outcomes}
    counts = dict(zip(main.outcomes, main.ways, strict=True))
    chances = weighted(counts, nets, expectation, {})
    bonus = exact(game, "bonus").here
    both = (float(bonus.edge) - expectation) / 2
    beside = (
        f"the bonus must lie beside it for the same amount: with table {bonus.name} the house "
        f"keeps {both:.3%} of the two wagers together"
    )
    said = (
        f"outcomes, hit frequency and variance from {ROUNDS:,} simulated rounds of that play, "
        "weighted to the exact mean"
    )
    return Worth(
        main.outcomes, tuple(chances[name] for name in main.outcomes),
        {RULES: tuple(nets.values())}, "", EXACT, (BEST, beside, said), ROUNDS,
    )  # fmt: skip
