"""Exact splits and resplits: what the hands made of a pair are worth together.

The expectation of a sum is the sum of expectations, so each hand is valued by itself, knowing how
many cards of the pair's value are out, and how many second cards are out that did not pair.  A
pair is split again whenever the number of hands allows it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.odds.blackjack.best_play import (
    HIT,
    KINDS,
    LAMMER,
    ROW,
    STAND,
    SURRENDER,
    Settled,
    draw_chance,
    evaluate,
    follow,
)
from houseway.odds.blackjack.dealer import VALUES


def reach(pairs: Any, child: Any, choice: Any, wanted: Any, depth_of: Any) -> None:
    """Mark the hands met when a choice is followed from some two-card hands."""
    for h in pairs:
        wanted[h] = True
    for h in range(child.shape[0]):
        if wanted[h] and choice[h] != STAND and choice[h] != SURRENDER:
            for v in range(VALUES):
                c = child[h, v]
                if c >= 0:
                    if choice[h] == HIT:
                        wanted[c] = True
                    else:
                        depth_of[c] = True


def pair_chance(n: float, of_pair: float, out: int, others: int, barred_left: float,
                barred_is_pair: bool) -> float:  # fmt: skip
    """The chance that the next card pairs, knowing ``out`` pair cards and ``others`` not of it.

    ``n`` and ``of_pair`` count the shoe before any of these are out; the hole card is known not
    to be the barred value (``barred_left`` of it, or -1 when nothing is known).
    """
    p_left, left = of_pair - out, n - out - others
    if p_left <= 0.0:
        return 0.0
    if barred_left < 0.0:
        return p_left / left
    if barred_is_pair:
        return p_left / (left - 1.0)
    apart = n - of_pair
    hole_pairs, hole_other = p_left, apart - barred_left
    for i in range(others):
        hole_pairs *= (apart - i) / (n - out - 1.0 - i)
        hole_other *= (apart - 1.0 - i) / (n - out - 1.0 - i)
    both = hole_pairs * (p_left - 1.0) / (left - 1.0) + hole_other * p_left / (left - 1.0)
    return both / (hole_pairs + hole_other)


def split_tree(
    hands_max: int, made: int, waiting_first: int, waiting: int, others: int, first: int,
    chance: Any, apart: Any, open_end: Any, extra: int,
) -> float:  # fmt: skip
    """The worth of the hands still waiting for their second card.

    ``apart[kind, k, j]`` is a hand whose second card does not pair, ``open_end`` one that takes
    any card, with k pair cards and j others known to be out; ``first`` is the stake kind of the
    first hand, ``extra`` of all the others.
    """
    if waiting_first + waiting == 0:
        return 0.0
    if made >= hands_max:
        return float(
            waiting_first * open_end[first, made, others] + waiting * open_end[extra, made, others]
        )
    kind = first if waiting_first else extra
    p = chance[made, others]
    total = 0.0
    if p > 0.0:
        total += p * split_tree(hands_max, made + 1, waiting_first, waiting + 1, others, first,
                                chance, apart, open_end, extra)  # fmt: skip
    f, w = (0, waiting) if waiting_first else (0, waiting - 1)
    rest = split_tree(hands_max, made, f, w, others + 1, first, chance, apart, open_end, extra)
    return float(total + (1.0 - p) * (apart[kind, made, others] + rest))


def fill_splits(
    base: Any, p: int, most: int, barred: int, child: Any, comp: Any, kinds: Any, pair: Any,
    walk: Any, settled: Settled, takes: float, choices: Any, apart: Any, open_end: Any, chance: Any,
    lammers: bool,
) -> None:  # fmt: skip
    """Hands begun by a split, by stake kind, pair cards out and other cards known to be out."""
    n_hands = comp.shape[0]
    left, of_pair = 0.0, base[p]
    for v in range(VALUES):
        left += base[v]
    barred_left = base[barred] if barred >= 0 else -1.0
    is_pair = barred == p
    wanted = np.zeros(n_hands, dtype=np.bool_)
    shown = np.zeros(n_hands, dtype=np.bool_)
    for kind in range(KINDS):
        if kind != LAMMER or lammers:
            reach(pair[p], child, choices[kind], wanted, shown)
    both = wanted | shown
    rows, chances = np.zeros((n_hands, ROW)), np.zeros((n_hands, VALUES))
    value = np.zeros(n_hands)
    counts = np.empty(VALUES)
    for k in range(2, max(2 * most - 1, 4)):
        if of_pair < k:
            break
        for v in range(VALUES):
            counts[v] = base[v]
        counts[p] -= k - 1
        usable = both.copy()
        evaluate(counts, usable, comp, kinds, walk, barred, settled, rows, chances)
        order = np.nonzero(usable & wanted)[0]
        counts[p] -= 1
        for kind in range(KINDS):
            if kind == LAMMER and not lammers:
                continue
            follow(child, order, rows, chances, choices[kind], kind, takes, value)
            any_card, other, p_chance = 0.0, 0.0, 0.0
            for v in range(VALUES):
                c = draw_chance(counts, left - k, v, barred)
                if c > 0.0:
                    any_card += c * value[pair[p, v]]
                    if v == p:
                        p_chance = c
                    else:
                        other += c * value[pair[p, v]]
            open_end[kind, k, 0] = any_card
            apart[kind, k, 0] = other / (1.0 - p_chance)
    for k in range(2, most + 1):
        for j in range(most + 1):
            chance[k, j] = pair_chance(left, of_pair, k, j, barred_left, is_pair)
    for j in range(most):
        for k in range(2, 2 * most - j):
            q = pair_chance(left, of_pair, k, j + 1, barred_left, is_pair)
            r = pair_chance(left, of_pair, k, j, barred_left, is_pair)
            for kind in range(KINDS):
                apart[kind, k, j + 1] = (apart[kind, k, j] - q * apart[kind, k + 1, j]) / (1 - q)
                open_end[kind, k, j + 1] = (open_end[kind, k, j] - r * open_end[kind, k + 1, j]) / (
                    1 - r
                )
