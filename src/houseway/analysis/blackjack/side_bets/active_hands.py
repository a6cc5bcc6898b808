"""Wagers on the dealer's hand that only seats with a live hand may place: Bust Bonus of 30-2113.

A hand's chance to be live when the wager is placed depends on its cards, which are then missing
from the dealer's shoe. Each hand is followed under best play to its end, as in ``over_total.py``,
and the dealer draws from the remaining cards.

One dependence is neglected: the hands of a split are taken to bust independently of each other. All
hands of a split bust in fewer than one round in a thousand, so the edge is right to a few
millionths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import SPLIT, SPLIT_FREE, STAND, SURRENDER
from houseway.analysis.blackjack.side_bets.dealer_hand import PLAYED_OUT, DealerRule
from houseway.analysis.blackjack.side_bets.over_total import (
    add_endings,
    alone,
    endings_of,
    follow_split,
    outcomes_by_hand,
    spread_from,
)
from houseway.analysis.blackjack.side_bets.up_cards import by_up_card
from houseway.analysis.blackjack.simulation import mid_round_wagers
from houseway.analysis.blackjack.solver.best_play import ORIGINAL
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.solve import Array, BestPlay, UpCardContext
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.wager_odds import EXACT, NEAR, WagerOdds, by_pay_table, with_details
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager

SPLITS = (
    "near: all hands of a split go over 21 as if independently of each other, with which the edge "
    "is right to 0.001 %"
)


def odds_if_active(game: Blackjack, wager: Wager, best: BestPlay) -> WagerOdds:
    """Odds of a late wager that reads only the dealer's hand, per round in which it is placed."""
    terms = best.terms
    outcomes = outcomes_by_hand(
        DealerRule(wager.rule, (), terms.count), terms.decks, terms.hits_soft_17
    )
    placed = placed_at_peek if mid_round_wagers.at_peek(game, wager) else placed_at_end
    by_up: list[Any] = [np.zeros(len(wager.rule.outcomes)) for _ in range(VALUES)]
    near = 0.0
    for g in best.grounds:
        joint, taken = placed(game, best, g)
        near += taken
        for row, drawn in endings_of(g).items():
            by_up[g.up] += joint[row] * outcomes[g.up, drawn]
    total = sum(by_up)
    chances = tuple(float(p) for p in total / total.sum())
    said: tuple[str, ...] = (
        f"of the rounds in which it is placed, {game.placed_at(wager)}, with a hand that may",
        "the main wager is played for its own best", PLAYED_OUT,
    )  # fmt: skip
    if near:
        said = (*said, f"{SPLITS}; those are {near:.3%} of rounds")
    found = by_pay_table(game, wager, chances, NEAR if near else EXACT, said)
    return with_details(found, by_up_card(game, wager, by_up))


def placed_at_peek(game: Blackjack, best: BestPlay, g: UpCardContext) -> tuple[Array, float]:
    """Return the chance of this up card with each dealer ending and a dealt hand that may place.

    The second value, the neglected share, is 0.
    """
    found = alone(g)
    if not mid_round_wagers.adds_after(game, mid_round_wagers.BLACKJACK):
        found -= _standing(best, g, _dealt(best, g) * _naturals(g))
    return found, 0.0


def placed_at_end(game: Blackjack, best: BestPlay, g: UpCardContext) -> tuple[Array, float]:
    """Return the same for a hand that may place after it is played.

    The second value is the chance of splits whose hands all bust, which is approximate.
    """
    tree = g.tree
    first, dealt = best.play.first[g.up].copy(), _dealt(best, g)
    if not mid_round_wagers.adds_after(game, mid_round_wagers.BLACKJACK):
        dealt = dealt * ~_naturals(g)
    if not mid_round_wagers.adds_after(game, mid_round_wagers.GIVEN_UP):
        dealt = dealt * (first != SURRENDER)
    found, near = np.zeros(len(g.walk)), 0.0
    for p in range(VALUES):
        h = tree["pair"][p, p]
        if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
            split, bust = _split(best, g, p, dealt[h])
            found, near, dealt[h] = found + split, near + bust, 0.0
    first[tree["done"]] = STAND
    first[first >= SPLIT] = STAND
    spread_from(g, g.shoe, dealt, first, found)
    return found, near


def _split(best: BestPlay, g: UpCardContext, p: int, chance: float) -> tuple[Array, float]:
    """Return a split pair with at least one live hand by dealer ending, and the chance of none."""
    one_in = np.zeros(len(g.walk))
    follow_split(best.terms, g, p, chance, best.play.after[g.up, ORIGINAL], one_in)
    all_ = np.zeros(len(g.walk))
    left = g.shoe.copy()
    left[p] -= 2
    compiled(add_endings)(left, g.walk, g.barred, chance, all_)
    over = np.maximum(all_ - one_in, 0.0)
    bust = over * over / np.maximum(all_, 1e-300)
    return all_ - bust, float(bust.sum())


def _dealt(best: BestPlay, g: UpCardContext) -> Array:
    """The chance of this up card with each dealt hand, without dealer blackjacks under a peek."""
    found: Array = g.dealt * (1.0 - g.blackjack if best.terms.peek else 1.0)
    return found.copy()


def _naturals(g: UpCardContext) -> Array:
    """Return a mask of the dealt hands that are blackjacks."""
    found = np.zeros(len(g.possible), np.bool_)
    found[g.tree["pair"][ACE, TEN]] = True
    return found


def _standing(best: BestPlay, g: UpCardContext, dealt: Array) -> Array:
    """Return these hands, as dealt, with each dealer ending."""
    found = np.zeros(len(g.walk))
    spread_from(g, g.shoe, dealt, np.full(len(dealt), STAND, best.play.first.dtype), found)
    return found
