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
    halves: Array
    """The same half a unit above: from half a unit more than ``-MOST``."""


def round_results(terms: Terms, grounds: tuple[Ground, ...], play: Play) -> RoundResults:
    """The results of a posted table when this play is followed."""
    units, halves = np.zeros(2 * MOST + 1), np.zeros(2 * MOST)
    blackjack = surrender = several = 0.0
    for g in grounds:
        first, dealt = play.first[g.up], g.dealt.copy()
        gives_up = first == SURRENDER
        dealt[natural_hand(g)] = 0.0
        if terms.early:
            surrender += float(dealt[gives_up].sum())
            dealt[gives_up] = 0.0
        if terms.peek:
            units[MOST - 1] += (dealt * g.blackjack).sum()
            dealt = dealt * (1.0 - g.blackjack)
        blackjack += _naturals(terms, g, units)
        surrender += float(dealt[gives_up].sum())
        dealt[gives_up] = 0.0
        for p in range(VALUES):
            h = g.tree["pair"][p, p]
            if first[h] in (SPLIT, SPLIT_FREE) and dealt[h] > 0.0:
                extra = LAMMER if first[h] == SPLIT_FREE else ADDED
                found, more = Split(terms, g, p, play.after[g.up], extra).results()
                units += g.shown * found[:: terms.parts]
                if terms.parts > 1:
                    halves += g.shown * found[1 :: terms.parts]
                several += g.shown * more
                dealt[h] = 0.0
        _alone(terms, g, dealt, first, units)
    return RoundResults(blackjack, surrender, units, several, halves)


def natural_hand(g: Ground) -> int:
    """The hand of an ace and a ten."""
    return int(g.tree["pair"][ACE, TEN])


def _naturals(terms: Terms, g: Ground, units: Array) -> float:
    """What becomes of naturals, into units; how often one is paid as a blackjack."""
    natural = natural_hand(g)
    dealt = float(g.dealt[natural])
    pushes = float(g.rows[natural, TO_22]) if terms.blackjack_pushes_22 and dealt else 0.0
    lone = 1.0 - float(g.blackjack[natural])
    paid = lone * (1.0 - pushes) if terms.peek else lone - pushes
    nets = (None, 1.0, 0.0, -1.0, *terms.pays)
    blackjack = 0.0
    for share, outcomes in zip((paid, 1.0 - lone), terms.naturals, strict=True):
        for chance, net in zip(outcomes, nets, strict=False):
            if net is None:
                blackjack += dealt * share * chance
            elif chance:
                units[MOST + int(net)] += dealt * share * chance
    units[MOST] += dealt * (lone - paid)
    return blackjack


def _alone(terms: Terms, g: Ground, dealt: Array, choice: Array, units: Array) -> None:
    """Rounds of one hand: the dealer's chances stand in the ground."""
    tree, best = g.tree, terms.settled.wins.max(axis=1)
    wins = np.unique(np.maximum(best, 1.0))
    tier = np.searchsorted(wins, np.maximum(best, 1.0))[tree["kind"]]
    ends, over = np.zeros((len(wins), STAKES, ROW + 1)), np.zeros(STAKES)
    compiled(follow_ends)(dealt, choice, tree["child"], tree["done"], g.chances, g.rows, tier,
                          ends, over)  # fmt: skip
    for stake, (win, chips) in enumerate(((1, 1), (2, 2), (2, 1))):
        units[MOST - chips] += over[stake]
        for pays, end in zip(wins, ends[:, stake], strict=True):
            won, lost, taken = end[WIN] / pays, end[LOSE], end[TO_BLACKJACK]
            units[MOST + win * int(pays)] += won
            units[MOST - chips] += lost
            units[MOST - (chips if terms.takes else 1)] += taken
            units[MOST] += end[ROW] - won - lost - taken


def follow_ends(
    met: Any, choice: Any, child: Any, done: Any, chances: Any, rows: Any, tier: Any, ends: Any,
    over: Any,
) -> None:  # fmt: skip
    """Follow hands to their ends: chances to win, to lose and so on, and how often each; by tier,
    which is what a hand wins, and by stake.

    ``over`` counts by stake the hands that are lost.
    """
    for h in range(child.shape[0]):
        if met[h] <= 0.0:
            continue
        what = STAND if done[h] else choice[h]
        stake = 1 if what == DOUBLE else (2 if what == DOUBLE_FREE else 0)
        if what not in (HIT, DOUBLE, DOUBLE_FREE):
            add_end(ends[tier[h], 0], rows[h], met[h])
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
                add_end(ends[tier[c], stake], rows[c], drawn)


def add_end(end: Any, row: Any, chance: float) -> None:
    """A hand that stands so often."""
    for i in range(ROW):
        end[i] += chance * row[i]
    end[ROW] += chance
