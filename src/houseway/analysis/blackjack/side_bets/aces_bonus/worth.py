"""The worth of a wager on the opening: beside best play of the main wager, for both, or alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from houseway.analysis.blackjack.best_play import SPLIT, STAND, SURRENDER
from houseway.analysis.blackjack.main_wager import BEST
from houseway.analysis.blackjack.report import OWN_BEST, run_of
from houseway.analysis.blackjack.side_bets.aces_bonus.asked import Asked, ask
from houseway.analysis.blackjack.side_bets.aces_bonus.joint import Joint, Table
from houseway.analysis.blackjack.side_bets.aces_bonus.ways import (
    ACES,
    DRAWS,
    SPLITS_ACES,
    STAYS,
    TENS,
    Decides,
    Weighed,
)
from houseway.analysis.blackjack.solver import BestPlay
from houseway.analysis.facts import bind_posting
from houseway.analysis.row import FOR_BOTH
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
"""A bonus as so much of the main wager."""
TWO_CARDS = "nobody plays the hand for a main wager: it has two cards"


def is_counted(game: Blackjack, wager: Wager) -> bool:
    """Whether the dealer looks before anybody plays, and the wager waits for the end."""
    return game.peek and wager.resolves == AFTER_DEALER and not game.placed_at(wager)


def beside_best_play(game: Blackjack, wager: Wager) -> WagerOdds:
    """The main wager is played for its own best, and the opening is what comes of it."""
    best = run_of(game).best
    weighed = _weighed(game, wager)
    ways = weighed.played(first_decisions(game, best))
    found = by_pay_table(game, wager, _chances(ways), EXACT, (OWN_BEST, BEST))
    return with_details(found, _for_both(game, wager))


def alone(game: Blackjack, wager: Wager) -> WagerOdds:
    """Without a main wager."""
    ways = _weighed(game, wager).alone()
    return by_pay_table(game, wager, _chances(ways), EXACT, (TWO_CARDS,))


def first_decisions(game: Blackjack, best: BestPlay) -> Decides:
    """What the first decision of best play does for the opening."""
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
    """Both wagers played together, under one pay column."""
    table = Table(game.decks, game.surrender, game.third_after_split)
    return Joint(table, run_of(game).best, _asked(game, wager), columns_of(game, wager)[column])


def _for_both(game: Blackjack, wager: Wager) -> Details:
    """Pay column -> the edge on the bonus when hands are played for it too, by its ratio."""
    details: Details = {}
    for column in columns_of(game, wager):
        both = joint(game, wager, column)
        at = {ratio: both.at(float(ratio)) for ratio in RATIOS}
        details[column] = {FOR_BOTH: at}
    return details


def _asked(game: Blackjack, wager: Wager) -> Asked:
    return ask(bind_posting(game, wager).by, game.third_after_split)


def _weighed(game: Blackjack, wager: Wager) -> Weighed:
    return Weighed(_asked(game, wager), game.decks, len(wager.by.outcomes))


def _chances(ways: list[int]) -> list[Any]:
    total = sum(ways)
    return [Fraction(n, total) for n in ways]
