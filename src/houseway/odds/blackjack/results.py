"""How often a round of the main wager ends with each result, when a play is followed.

    >>> best = best_play(game)
    >>> round_results(best.terms, best.grounds, best.play).units

A round without a split is one hand, followed to its ends.  Of two hands made by a split all ways
in which both can end are met with one dealer's hand.  Where one pair becomes three hands or more,
each hand is exact beside the dealer's, and how two of them go together is taken from rounds of
two; ``several`` says how often that is.  Floating point over exact enumeration, from a full shoe.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.odds.blackjack.best_play import (
    ADDED,
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    LAMMER,
    LOSE,
    ROW,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
    TO_22,
    TO_BLACKJACK,
    WIN,
)
from houseway.odds.blackjack.dealer import ACE, TEN, VALUES
from houseway.odds.blackjack.one_seat import MOST
from houseway.odds.blackjack.solve import Array, Ground, Play
from houseway.odds.blackjack.split_results import Split
from houseway.odds.blackjack.terms import Terms
from houseway.odds.compiled import compiled

STAKES = 3
"""A hand that stands or is hit, one doubled with chips, one doubled with a lammer."""


@dataclass(frozen=True)
class RoundResults:
    """The chance of every result of one unit wagered."""

    blackjack: float
    """A blackjack is paid."""
    surrender: float
    units: Array
    """By whole units won or lost: ``MOST`` is in the middle."""
    several: float
    """Rounds in which one pair becomes three hands or more."""


def round_results(terms: Terms, grounds: tuple[Ground, ...], play: Play) -> RoundResults:
    """The results of a posted table when this play is followed."""
    units = np.zeros(2 * MOST + 1)
    blackjack = surrender = several = 0.0
    for g in grounds:
        dealt = g.dealt.copy()
        if terms.peek:
            blackjacks = dealt * g.blackjack
            blackjacks[_natural(g)] = 0.0
            units[MOST - 1] += blackjacks.sum()
            dealt = dealt * (1.0 - g.blackjack)
        paid, pushed = _paid(terms, g)
        blackjack += paid
        units[MOST] += pushed
        dealt[_natural(g)] = 0.0
        first = play.first[g.up]
        surrender += float(dealt[first == SURRENDER].sum())
        dealt[first == SURRENDER] = 0.0
        for p in range(VALUES):
            h = g.tree["pair"][p, p]
            if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
                extra = LAMMER if first[h] == SPLIT_FREE else ADDED
                found, more = Split(terms, g, p, play.after[g.up], extra).results()
                units += g.shown * found
                several += g.shown * more
                dealt[h] = 0.0
        _alone(terms, g, dealt, first, units)
    return RoundResults(blackjack, surrender, units, several)


def _natural(g: Ground) -> int:
    return int(g.tree["pair"][ACE, TEN])


def _paid(terms: Terms, g: Ground) -> tuple[float, float]:
    """How often the player has a blackjack that is paid, and one that pushes."""
    natural = _natural(g)
    dealt = float(g.dealt[natural])
    pushes = float(g.rows[natural, TO_22]) if terms.blackjack_pushes_22 and dealt else 0.0
    alone = 1.0 - float(g.blackjack[natural])
    paid = alone * (1.0 - pushes) if terms.peek else alone - pushes
    return dealt * paid, dealt * (1.0 - paid)


def _alone(terms: Terms, g: Ground, dealt: Array, choice: Array, units: Array) -> None:
    """Rounds of one hand: the dealer's chances stand in the ground."""
    tree = g.tree
    ends, over = np.zeros((STAKES, ROW + 1)), np.zeros(STAKES)
    compiled(follow_ends)(dealt, choice, tree["child"], tree["done"], g.chances, g.rows, ends,
                          over)  # fmt: skip
    for stake, (win, chips) in enumerate(((1, 1), (2, 2), (2, 1))):
        won, lost, taken = ends[stake, WIN], ends[stake, LOSE], ends[stake, TO_BLACKJACK]
        units[MOST + win] += won
        units[MOST - chips] += lost + over[stake]
        units[MOST - (chips if terms.takes else 1)] += taken
        units[MOST] += ends[stake, ROW] - won - lost - taken


def follow_ends(
    met: Any, choice: Any, child: Any, done: Any, chances: Any, rows: Any, ends: Any, over: Any
) -> None:
    """Follow hands to their ends: chances to win, to lose and so on, by stake, and how often each.

    ``over`` counts by stake the hands that are lost.
    """
    for h in range(child.shape[0]):
        if met[h] <= 0.0:
            continue
        what = STAND if done[h] else choice[h]
        stake = 1 if what == DOUBLE else (2 if what == DOUBLE_FREE else 0)
        if what not in (HIT, DOUBLE, DOUBLE_FREE):
            add_end(ends[0], rows[h], met[h])
            continue
        for v in range(VALUES):
            drawn, c = met[h] * chances[h, v], child[h, v]
            if drawn <= 0.0:
                continue
            if c < 0:
                over[stake] += drawn
            elif what == HIT:
                met[c] += drawn
            else:
                add_end(ends[stake], rows[c], drawn)


def add_end(end: Any, row: Any, chance: float) -> None:
    """A hand that stands so often."""
    for i in range(ROW):
        end[i] += chance * row[i]
    end[ROW] += chance
