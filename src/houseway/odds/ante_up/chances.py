"""What cannot be decided: the chances of every hand against an up card, from a full shoe.

For a standing hand the chances to win and to lose on points, and those of each outcome of the
poker hands; for a hand over 21 the latter alone.  All on condition that the dealer has no natural,
whose chance and poker hands are counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.odds.ante_up.tree import (
    LONGEST,
    OVER,
    POKERS,
    RANKS,
    STRENGTHS,
    TOTALS,
    Array,
    dealer_walk,
    makes_natural,
    tree,
)
from houseway.odds.compiled import compiled
from houseway.pieces.cards import ACE
from houseway.rulebook.colorado.ante_up_21.rules import two_card_poker

OUTCOMES = 4
"""Of two-card poker without a natural: the dealer does not qualify, win, tie, lose."""
_STRENGTHS: Array = np.array(STRENGTHS, np.int64)


@dataclass(frozen=True)
class Ground:
    """Everything about one up card."""

    up: int
    possible: Array
    points: Array
    """[hand, (win, lose)]: a hand that stands."""
    poker: Array
    """[hand, outcome]."""
    over_poker: Array
    """[hand over 21, outcome]."""
    draws: Array
    """[hand, rank]: the next card."""
    dealt: Array
    """The chance of this up card with each hand of two."""
    natural: Array
    """For each hand of two, the chance that the dealer has a natural."""
    natural_poker: Array
    """[hand of two, (win, tie, lose)]: the poker hands then."""


def ground(decks: int, up: int, hits_soft_17: bool) -> Ground:
    """The chances of every hand against this up card, from so many decks."""
    t = tree()
    shoe: Array = np.full(RANKS, 4.0 * decks)
    shoe[up] -= 1
    barred, walk = makes_natural(up), dealer_walk(up, hits_soft_17)
    n, m = len(t.cards), len(t.over)
    points, poker, draws = np.zeros((n, 2)), np.zeros((n, OUTCOMES)), np.zeros((n, RANKS))
    possible, over_poker = np.zeros(n, np.bool_), np.zeros((m, OUTCOMES))
    compiled(evaluate)(shoe, barred, walk, t.comp, t.total, t.poker, possible, points, poker, draws)
    met, lost, drawn = np.zeros(m, np.bool_), np.zeros((m, 2)), np.zeros((m, RANKS))
    compiled(evaluate)(shoe, barred, walk, t.over_comp, np.full(m, 22), t.over_poker, met, lost,
                       over_poker, drawn)  # fmt: skip
    dealt, natural, natural_poker = np.zeros(n), np.zeros(n), np.zeros((n, 3))
    for a in range(RANKS):
        for b in range(a, RANKS):
            h = t.pair[a, b]
            left = shoe.copy()
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            cards = 52.0 * decks
            dealt[h] = 4.0 * decks * ways / (cards * (cards - 1) * (cards - 2))
            left[a] -= 1
            left[b] -= 1
            natural[h] = left[barred].sum() / (cards - 3)
            if barred.any():
                natural_poker[h] = _under_natural(int(t.poker[h]), up, barred, left)
    return Ground(up, possible, points, poker, over_poker, draws, dealt, natural, natural_poker)


def _under_natural(mine: int, up: int, barred: Array, left: Array) -> Array:
    """Win, tie and lose in poker against an ace with each ten-valued card there may be."""
    found = np.zeros(3)
    for rank in np.nonzero(barred)[0].tolist():
        theirs = ACE << 4 | min(up, rank)
        found[two_card_poker(mine, theirs, True) - OUTCOMES] += left[rank]
    shared: Array = found / max(found.sum(), 1.0)
    return shared


def evaluate(
    shoe: Any, barred: Any, walk: Any, comp: Any, total: Any, poker: Any, possible: Any,
    points_row: Any, poker_row: Any, draws: Any,
) -> None:  # fmt: skip
    """Every hand against the dealer's, from the shoe less the up card and the hand."""
    counts, path = np.zeros(RANKS), np.zeros(LONGEST)
    totals, pokers = np.zeros(TOTALS), np.zeros(POKERS)
    for h in range(comp.shape[0]):
        possible[h] = shoe_less(shoe, comp[h], counts)
        if not possible[h]:
            continue
        dealer_chances(counts, barred, walk, path, totals, pokers)
        points_row[h, 0] = points_row[h, 1] = 0.0
        if total[h] <= 21:
            for i in range(TOTALS):
                if i == OVER or 17 + i < total[h]:
                    points_row[h, 0] += totals[i]
                elif 17 + i > total[h]:
                    points_row[h, 1] += totals[i]
        for i in range(POKERS):
            if pokers[i] > 0.0:
                poker_row[h, two_card_poker(poker[h], _STRENGTHS[i], False)] += pokers[i]
        next_card(counts, barred, draws[h])


def shoe_less(shoe: Any, hand: Any, counts: Any) -> bool:
    """The cards left without a hand; False if there are not enough of them."""
    enough = True
    for rank in range(RANKS):
        counts[rank] = shoe[rank] - hand[rank]
        enough = enough and counts[rank] >= 0.0
    return enough


def dealer_chances(
    counts: Any, barred: Any, walk: Any, path: Any, totals: Any, pokers: Any
) -> None:  # fmt: skip
    """How the dealer ends, on points and in poker, if the hole card makes no natural."""
    left = counts.sum()
    first = left
    for rank in range(RANKS):
        if barred[rank]:
            first -= counts[rank]
    totals[:] = 0.0
    pokers[:] = 0.0
    path[0] = 1.0
    for i in range(walk.shape[0]):
        depth, rank, end = walk[i, 0], walk[i, 1], walk[i, 3]
        among = max(first if depth == 1 else left - depth + 1.0, 1.0)
        cards = max(counts[rank] - walk[i, 2], 0.0)
        path[depth] = path[depth - 1] * cards / among
        if end >= 0:
            chance = path[depth] * walk[i, 4]
            totals[end // POKERS] += chance
            pokers[end % POKERS] += chance


def next_card(counts: Any, barred: Any, draws: Any) -> None:
    """The chance of each rank to come next, the hole card being known to make no natural."""
    left, out = counts.sum(), 0.0
    for rank in range(RANKS):
        if barred[rank]:
            out += counts[rank]
    for rank in range(RANKS):
        draws[rank] = 0.0
        if counts[rank] > 0.0:
            holes = left - 1.0 - out + (1.0 if barred[rank] else 0.0)
            draws[rank] = counts[rank] * holes / ((left - 1.0) * (left - out))
