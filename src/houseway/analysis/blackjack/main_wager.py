"""Odds of the main wager of a blackjack table under best play."""

from __future__ import annotations

from hashlib import sha256

from houseway.analysis.blackjack.outcomes import RoundResults, round_results
from houseway.analysis.blackjack.simulation.compiled_round import RESULTS
from houseway.analysis.blackjack.simulation.simulate import blackjack_prices, main_nets
from houseway.analysis.blackjack.solver.rules import TermsKey
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.families.blackjack.game import Blackjack
from houseway.game.pay_tables import parse_payout

BEST = (
    "best play card by card, every round from a full shoe; a split hand is played as the same "
    "cards would be before a split, and insurance is never taken"
)
SEVERAL = "several_hands"
"""Key in the details of a row: the share of rounds whose distribution is only approximate."""

SHOWN = ("doubles", "das", "splits", "surrender", "early")
"""Fields of the rules that affect the result only through the decisions taken."""
_results: dict[tuple[TermsKey, bytes], RoundResults] = {}


def main_wager_odds(game: Blackjack, best: BestPlay) -> WagerOdds:
    """Return the odds of the main wager under every blackjack price that may be posted."""
    results = best_results(best)
    chances = {
        name: chance for name, chance in zip(RESULTS, by_result(results), strict=True) if chance
    }
    columns = {}
    for price in blackjack_prices(game):
        nets = dict(zip(RESULTS, main_nets(game, parse_payout(price)), strict=True))
        columns[price] = tuple(nets[name] for name in chances)
    details = {price: {SEVERAL: results.several} for price in columns if results.several}
    return WagerOdds(
        tuple(chances), tuple(chances.values()), columns, game.natural_price, EXACT,
        (BEST, *near(results.several)), details=details,
    )  # fmt: skip


def near(several: float) -> tuple[str, ...]:
    """The assumption about rounds with three hands or more from one pair, if there are any."""
    if not several:
        return ()
    return (
        f"in {several:.3%} of rounds one pair becomes three hands or more: there how two hands go "
        "together is taken from rounds of two; all else, the mean too, is exact",
    )


def by_result(results: RoundResults) -> tuple[float, ...]:
    """Return the chance of each of ``RESULTS``."""
    found = (results.blackjack, results.surrender, *results.units, *results.halves)
    return tuple(map(float, found))


def best_results(best: BestPlay) -> RoundResults:
    """Return the distribution of results under best play, shared by tables that are played alike.

    The options to double, split or surrender affect the results through the decisions alone.
    """
    terms, play = best.terms, best.play
    settled = tuple((name, said) for name, said in terms.key if name not in SHOWN)
    key = settled, sha256(play.first.tobytes() + play.after.tobytes()).digest()
    if key not in _results:
        _results[key] = round_results(terms, best.grounds, play)
    return _results[key]
