"""The main wager of a blackjack table in rows: its best play, and how often each result comes."""

from __future__ import annotations

from hashlib import sha256

from houseway.analysis.blackjack.compiled_round import RESULTS
from houseway.analysis.blackjack.outcomes import RoundResults, round_results
from houseway.analysis.blackjack.simulation import blackjack_prices, main_nets
from houseway.analysis.blackjack.solver import BestPlay
from houseway.analysis.blackjack.solver_rules import TermsKey
from houseway.analysis.wager_odds import EXACT, WagerOdds
from houseway.families.blackjack.game import Blackjack
from houseway.game.pay_tables import parse_payout

BEST = (
    "best play card by card, every round from a full shoe; a split hand is played as the same "
    "cards would be before a split, and insurance is never taken"
)
SEVERAL = "several_hands"
"""In the details of a row: the share of rounds of which not all is exact."""

SHOWN = ("doubles", "das", "splits", "surrender", "early")
"""Terms that show in the play."""
_results: dict[tuple[TermsKey, bytes], RoundResults] = {}


def main_worth(game: Blackjack, best: BestPlay) -> WagerOdds:
    """The main wager under every price of a blackjack that may be posted."""
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
    """What is to be said of rounds in which one pair becomes three hands or more."""
    if not several:
        return ()
    return (
        f"in {several:.3%} of rounds one pair becomes three hands or more: there how two hands go "
        "together is taken from rounds of two; all else, the mean too, is exact",
    )


def by_result(results: RoundResults) -> tuple[float, ...]:
    """The chance of each of ``RESULTS``."""
    found = (results.blackjack, results.surrender, *results.units, *results.halves)
    return tuple(map(float, found))


def best_results(best: BestPlay) -> RoundResults:
    """The results of best play, worked out once for all tables that are played alike.

    What may be doubled, split or given up shows in the play alone.
    """
    terms, play = best.terms, best.play
    settled = tuple((name, said) for name, said in terms.key if name not in SHOWN)
    key = settled, sha256(play.first.tobytes() + play.after.tobytes()).digest()
    if key not in _results:
        _results[key] = round_results(terms, best.grounds, play)
    return _results[key]
