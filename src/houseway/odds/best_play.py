"""Exact best play of any blackjack posting, composition by composition.

Every decision looks at the exact cards of the hand and the dealer's up card; a hand made by a
split is played as the same cards would be played before one.  Splits and resplits are exact: the
expectation of a sum is the sum of expectations, and what the other hands of the spot have drawn
matters only through how many of their second cards made another pair.

A hand's stake has one of three kinds: the original chips, chips added by a split, or a lammer,
which wins like chips and loses nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.odds.dealer import BLACKJACK, BUST, TOTALS, VALUES, dealer_states

STAND, HIT, DOUBLE, DOUBLE_FREE, SPLIT, SPLIT_FREE, SURRENDER = range(7)
ACTIONS = ("stand", "hit", "double", "double_free", "split", "split_free", "surrender")
ORIGINAL, ADDED, LAMMER = range(3)
KINDS = 3
NEVER = -9.0
DEEPEST = 9


def showdown(total: int, states: Any, push_22: bool, row: Any) -> None:
    """Win, lose and dealer-blackjack probabilities of a standing total."""
    win, lose = states[BUST], 0.0
    if not push_22:
        win += states[6]
    for i in range(5):
        if 17 + i < total:
            win += states[i]
        elif 17 + i > total:
            lose += states[i]
    row[0], row[1], row[2] = win, lose, states[BLACKJACK]


def stake_value(row: Any, kind: int, more_chips: float, more_lammers: float, takes: float) -> float:
    """What a standing hand is worth: its stake, doubled with chips or lammers."""
    chips = 0.0 if kind == LAMMER else 1.0
    at_blackjack = 1.0 if kind == ORIGINAL else (takes if kind == ADDED else 0.0)
    won = row[0] * (1.0 + more_chips + more_lammers)
    lost = row[1] * (chips + more_chips) + row[2] * (at_blackjack + more_chips * takes)
    return float(won - lost)


def bust_value(kind: int, more_chips: float) -> float:
    """A busted hand loses its chips."""
    return -((0.0 if kind == LAMMER else 1.0) + more_chips)


def draw_chance(counts: Any, left: float, value: int, barred: int) -> float:
    """The chance that the next card is of a value, the hole card being known not to be barred."""
    if counts[value] <= 0.0:
        return 0.0
    if barred < 0:
        return float(counts[value] / left)
    open_hole = left - 1.0 - counts[barred] + (1.0 if value == barred else 0.0)
    return float(counts[value] * open_hole / ((left - 1.0) * (left - counts[barred])))


def evaluate(
    base: Any, wanted: Any, comp: Any, total: Any, nodes: Any, ends: Any, barred: int,
    push_22: bool, rows: Any, chances: Any,
) -> None:  # fmt: skip
    """For the wanted hands: showdown rows and drawing chances, from a shoe less each hand."""
    counts = np.empty(VALUES)
    product = np.empty(nodes.shape[0])
    states = np.empty(TOTALS)
    for h in range(comp.shape[0]):
        if not wanted[h]:
            continue
        left = 0.0
        possible = True
        for v in range(VALUES):
            counts[v] = base[v] - comp[h, v]
            possible = possible and counts[v] >= 0.0
            left += counts[v]
        if not possible:
            wanted[h] = False
            continue
        for v in range(VALUES):
            chances[h, v] = draw_chance(counts, left, v, barred)
        dealer_states(counts, nodes, ends, product, states, barred)
        showdown(total[h], states, push_22, rows[h])


def choose(
    child: Any, size: Any, wanted: Any, rows: Any, chances: Any, doubles: Any, kind: int,
    takes: float, split_hand: bool, das: bool, value: Any, choice: Any,
) -> None:  # fmt: skip
    """The best of standing, hitting and doubling for every hand, from the fullest hand down."""
    for h in range(child.shape[0] - 1, -1, -1):
        if not wanted[h]:
            continue
        best, what = stake_value(rows[h], kind, 0.0, 0.0, takes), STAND
        hit = 0.0
        paid, free = 0.0, 0.0
        for v in range(VALUES):
            chance = chances[h, v]
            if chance <= 0.0:
                continue
            c = child[h, v]
            if c < 0:
                hit += chance * bust_value(kind, 0.0)
                paid += chance * bust_value(kind, 1.0)
                free += chance * bust_value(kind, 0.0)
            else:
                hit += chance * value[c]
                paid += chance * stake_value(rows[c], kind, 1.0, 0.0, takes)
                free += chance * stake_value(rows[c], kind, 0.0, 1.0, takes)
        if hit > best:
            best, what = hit, HIT
        if size[h] == 2 and (das or not split_hand):
            if doubles[h] & 1 and paid > best:
                best, what = paid, DOUBLE
            if doubles[h] & 2 and free > best:
                best, what = free, DOUBLE_FREE
        value[h], choice[h] = best, what


def follow(
    child: Any, order: Any, rows: Any, chances: Any, choice: Any, kind: int, takes: float,
    value: Any,
) -> None:  # fmt: skip
    """The value of hands when a given choice is followed, from the fullest hand down."""
    for i in range(order.shape[0] - 1, -1, -1):
        h = order[i]
        what = choice[h]
        if what == STAND:
            value[h] = stake_value(rows[h], kind, 0.0, 0.0, takes)
            continue
        chips = 1.0 if what == DOUBLE else 0.0
        lammers = 1.0 if what == DOUBLE_FREE else 0.0
        worth = 0.0
        for v in range(VALUES):
            chance = chances[h, v]
            if chance > 0.0:
                c = child[h, v]
                if c < 0:
                    worth += chance * bust_value(kind, chips)
                elif what == HIT:
                    worth += chance * value[c]
                else:
                    worth += chance * stake_value(rows[c], kind, chips, lammers, takes)
        value[h] = worth


def reach(pairs: Any, child: Any, choice: Any, wanted: Any, depth_of: Any) -> None:
    """Mark the hands met when a choice is followed from some two-card hands."""
    for h in pairs:
        wanted[h] = True
    for h in range(child.shape[0]):
        if wanted[h] and choice[h] != STAND:
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
