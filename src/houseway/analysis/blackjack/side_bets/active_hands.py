"""Wagers on the dealer's hand that are placed by who has a certain hand: Bust Bonus of 30-2113.

Whether a hand is still in the round when the wager is placed depends on its cards, and they are
gone from the shoe that the dealer draws from.  So the best played hand is followed to its end, as
in ``over_total.py``, and the dealer's hand is taken from what it leaves.

One thing is not followed: both hands of a split that go over 21.  They are taken to do so
independently of each other; since all hands of a spot are bust after a split in fewer than one
round in a thousand, the edge is right to a few millionths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.blackjack import mid_round_wagers
from houseway.analysis.blackjack.best_play import ORIGINAL, SPLIT, SPLIT_FREE, STAND, SURRENDER
from houseway.analysis.blackjack.dealer import ACE, TEN, VALUES
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
from houseway.analysis.blackjack.solver import Array, BestPlay, UpCardContext
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.wager_odds import EXACT, NEAR, WagerOdds, by_pay_table, with_details
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager

SPLITS = (
    "near: all hands of a split go over 21 as if independently of each other, with which the edge "
    "is right to 0.001 %"
)


def worth_if_active(game: Blackjack, wager: Wager, best: BestPlay) -> WagerOdds:
    """A late wager that reads the dealer's hand only, in the rounds in which it is placed."""
    terms = best.terms
    outcomes = outcomes_by_hand(
        DealerRule(wager.by, (), terms.count), terms.decks, terms.hits_soft_17
    )
    placed = placed_at_peek if mid_round_wagers.at_peek(game, wager) else placed_at_end
    by_up: list[Any] = [np.zeros(len(wager.by.outcomes)) for _ in range(VALUES)]
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
    """The chance of this up card with each ending, and a hand as dealt that may place."""
    found = alone(g)
    if not mid_round_wagers.adds_after(game, mid_round_wagers.BLACKJACK):
        found -= _standing(best, g, _dealt(best, g) * _naturals(g))
    return found, 0.0


def placed_at_end(game: Blackjack, best: BestPlay, g: UpCardContext) -> tuple[Array, float]:
    """The same with a hand, played out, that may place; how often a split is all bust."""
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
    """A split pair of which some hand is not over 21, and how often none is."""
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
    """The chance of this up card with each hand as dealt, no blackjack being hidden by a peek."""
    found: Array = g.dealt * (1.0 - g.blackjack if best.terms.peek else 1.0)
    return found.copy()


def _naturals(g: UpCardContext) -> Array:
    """Which hands as dealt are blackjacks."""
    found = np.zeros(len(g.possible), np.bool_)
    found[g.tree["pair"][ACE, TEN]] = True
    return found


def _standing(best: BestPlay, g: UpCardContext, dealt: Array) -> Array:
    """These hands as they are dealt, with each ending of the dealer's."""
    found = np.zeros(len(g.walk))
    spread_from(g, g.shoe, dealt, np.full(len(dealt), STAND, best.play.first.dtype), found)
    return found
