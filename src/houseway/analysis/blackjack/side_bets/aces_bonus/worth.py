"""Odds of a wager on the opening: under best play of the main wager, for both wagers, or alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.analysis.blackjack.decisions import SPLIT, STAND, SURRENDER
from houseway.analysis.blackjack.main_wager import BEST
from houseway.analysis.blackjack.report import OWN_BEST, run_of
from houseway.analysis.blackjack.side_bets.aces_bonus.facts import BonusOutcomes, ask
from houseway.analysis.blackjack.side_bets.aces_bonus.joint import FirstDecisionRules, Joint
from houseway.analysis.blackjack.side_bets.aces_bonus.ways import (
    ACES,
    DRAWS,
    SPLITS_ACES,
    STAYS,
    TENS,
    Decides,
    Weighed,
)
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.odds_row import FOR_BOTH
from houseway.analysis.wager_odds import (
    EXACT,
    Details,
    WagerOdds,
    by_pay_table,
    columns_of,
    with_details,
)
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import AFTER_DEALER, Wager

RATIOS = ("0.01", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10")
"""Sizes of the bonus, in main wagers."""
TWO_CARDS = "the hand has no main wager and keeps two cards"


def is_counted(game: Blackjack, wager: Wager) -> bool:
    """Return True if the dealer peeks before play and the wager is settled at the end."""
    return game.peek and wager.resolves == AFTER_DEALER and not game.placed_at(wager)


def odds_under_best_play(game: Blackjack, wager: Wager) -> WagerOdds:
    """Return the odds of the bonus when the main wager is played for its own best."""
    best = run_of(game).best
    weighed = _weighed(game, wager)
    ways = weighed.played(first_decisions(game, best))
    found = by_pay_table(game, wager, _chances(ways), EXACT, (OWN_BEST, BEST))
    return with_details(found, _for_both(game, wager))


def odds_alone(game: Blackjack, wager: Wager) -> WagerOdds:
    """Return the odds of the bonus for a seat without a main wager."""
    ways = _weighed(game, wager).alone()
    return by_pay_table(game, wager, _chances(ways), EXACT, (TWO_CARDS,))


def first_decisions(game: Blackjack, best: BestPlay) -> Decides:
    """The effect of best play's first decision on the opening, as a function of the cards."""
    pair = best.grounds[0].tree["pair"]

    def decides(first: int, second: int, up: int) -> int:
        if {first, second} == {ACES, TENS}:
            return STAYS
        what = best.play.first[up, pair[first, second]]
        if what in (STAND, SURRENDER):
            return STAYS
        if what < SPLIT:
            return DRAWS
        if first == ACES:
            return SPLITS_ACES
        return DRAWS if game.third_after_split else STAYS

    return decides


def joint(game: Blackjack, wager: Wager, column: str) -> Joint:
    """Return both wagers as played together, under one pay column."""
    table = FirstDecisionRules(game.decks, game.surrender, game.third_after_split)
    return Joint(
        table, run_of(game).best, _outcomes_of(game, wager), columns_of(game, wager)[column]
    )


def _for_both(game: Blackjack, wager: Wager) -> Details:
    """Details by pay column: the edge of the bonus when hands are played for both, by its size."""
    details: Details = {}
    for column in columns_of(game, wager):
        both = joint(game, wager, column)
        at = {ratio: both.at(float(ratio)) for ratio in RATIOS}
        details[column] = {FOR_BOTH: at}
    return details


def _outcomes_of(game: Blackjack, wager: Wager) -> BonusOutcomes:
    """Return the outcomes of the wager's rule for every opening."""
    return ask(bind_posting(game, wager).rule, game.third_after_split)


def _weighed(game: Blackjack, wager: Wager) -> Weighed:
    """Return the outcomes of the wager with their ways at this number of decks."""
    return Weighed(_outcomes_of(game, wager), game.decks, len(wager.rule.outcomes))


def _chances(ways: list[int]) -> list[Any]:
    """Return the share of each outcome in the ways."""
    total = sum(ways)
    return [Fraction(n, total) for n in ways]
