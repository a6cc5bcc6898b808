"""Exact best play of any blackjack posting, by composition.

Every decision depends on the exact cards of the hand and the dealer's up card. A split hand is
played as the same cards would be without a split. Splits and resplits are exact: expectations add
up, and other hands of the spot matter only through the number of second cards that paired.

A hand's stake is of one of three kinds: the original chips, chips added by a split, or a lammer. A
lammer wins like chips and loses nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, DOUBLE_FREE, HIT, STAND, SURRENDER
from houseway.analysis.blackjack.solver.dealer import LANES, VALUES, dealer_scratch, dealer_states
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND

ORIGINAL, ADDED, LAMMER = range(3)
KINDS = 3
NEVER = -9.0
WIN, LOSE, TO_BLACKJACK, TO_22 = range(4)
ROW = 4
"""Columns of a standing hand's chances: units won, loss (except to a blackjack), the dealer's
blackjack, and the dealer's 22."""


class SettlementTable(NamedTuple):
    """Nets of each class of hands against each final state of the dealer."""

    wins: Any
    """[class, state]: units won."""
    loses: Any
    """[class, state]: True if the hand loses; against a natural only where that takes raises
    too."""
    in_turn: Any
    """The states except a natural, in the order of summation."""
    natural: int
    of_22: int
    """The state of 22, or -1."""


def showdown(kind: int, states: Any, lane: int, settled: SettlementTable, row: Any) -> None:
    """Write the chances of a standing hand against the dealer's final states into ``row``."""
    win, lose = 0.0, 0.0
    for s in settled.in_turn:
        if settled.loses[kind, s]:
            lose += states[s, lane]
        else:
            win += settled.wins[kind, s] * states[s, lane]
    meets = states[settled.natural, lane]
    if settled.loses[kind, settled.natural]:
        lose, meets = lose + meets, 0.0
    row[WIN], row[LOSE], row[TO_BLACKJACK] = win, lose, meets
    row[TO_22] = states[settled.of_22, lane] if settled.of_22 >= 0 else 0.0


def stake_value(row: Any, kind: int, more_chips: float, more_lammers: float, takes: float) -> float:
    """Return the value of a standing hand with its stake, doubled with chips or lammers."""
    chips = 0.0 if kind == LAMMER else 1.0
    at_blackjack = 1.0 if kind == ORIGINAL else (takes if kind == ADDED else 0.0)
    won = row[WIN] * (1.0 + more_chips + more_lammers)
    lost = row[LOSE] * (chips + more_chips)
    lost += row[TO_BLACKJACK] * (at_blackjack + more_chips * takes)
    return float(won - lost)


def bust_value(kind: int, more_chips: float) -> float:
    """Return the value of a busted hand: minus its chips."""
    return -((0.0 if kind == LAMMER else 1.0) + more_chips)


def draw_chance(counts: Any, left: float, value: int, barred: int) -> float:
    """Return the chance that the next card has a value, the hole card not being ``barred``."""
    if counts[value] <= 0.0:
        return 0.0
    if barred < 0:
        return float(counts[value] / left)
    open_hole = left - 1.0 - counts[barred] + (1.0 if value == barred else 0.0)
    return float(counts[value] * open_hole / ((left - 1.0) * (left - counts[barred])))


def evaluate(
    base: Any, wanted: Any, comp: Any, kind: Any, walk: Any, barred: int, settled: SettlementTable,
    rows: Any, chances: Any,
) -> None:  # fmt: skip
    """Write the standing and drawing chances of the wanted hands, from the shoe less each hand.

    Hands that the shoe cannot give are unmarked in ``wanted``.
    """
    number = settled.wins.shape[1]
    scratch = dealer_scratch(number)
    counts, states = np.ones((VALUES, LANES)), np.zeros((number, LANES))
    held = np.zeros(LANES, np.int64)
    lane = 0
    for h in range(comp.shape[0]):
        if wanted[h]:
            wanted[h] = shoe_less(base, comp[h], counts, lane)
        if wanted[h]:
            left = counts[:, lane].sum()
            for v in range(VALUES):
                chances[h, v] = draw_chance(counts[:, lane], left, v, barred)
            held[lane] = h
            lane += 1
        if lane == LANES or (h == comp.shape[0] - 1 and lane > 0):
            dealer_states(counts, walk, scratch, states, barred)
            for b in range(lane):
                showdown(kind[held[b]], states, b, settled, rows[held[b]])
            lane = 0


def shoe_less(base: Any, hand: Any, counts: Any, lane: int) -> bool:
    """Write the shoe less a hand into a lane; return False if it has too few cards."""
    for v in range(VALUES):
        if base[v] < hand[v]:
            return False
    for v in range(VALUES):
        counts[v, lane] = base[v] - hand[v]
    return True


def choose(
    child: Any, chart: Any, wanted: Any, rows: Any, chances: Any, doubles: Any, kind: int,
    takes: float, may_double: bool, value: Any, choice: Any,
) -> None:  # fmt: skip
    """Choose the best of standing, hitting and doubling for every hand, from the fullest down.

    ``doubles`` is a bit set: 1 if the hand may double, 2 if it may double free. ``chart`` says what
    a hand must or may do.
    """
    for h in range(child.shape[0] - 1, -1, -1):
        if not wanted[h]:
            continue
        best, what = stake_value(rows[h], kind, 0.0, 0.0, takes), STAND
        value[h], choice[h] = best, what
        if chart[h] == MUST_STAND:
            continue
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
        if hit > best or chart[h] == MUST_HIT:
            best, what = hit, HIT
        if may_double:
            if doubles[h] & 1 and paid > best:
                best, what = paid, DOUBLE
            if doubles[h] & 2 and free > best:
                best, what = free, DOUBLE_FREE
        value[h], choice[h] = best, what


def follow(
    child: Any, order: Any, rows: Any, chances: Any, choice: Any, kind: int, takes: float,
    value: Any,
) -> None:  # fmt: skip
    """Write the value of hands under given decisions, from the fullest hand down."""
    for i in range(order.shape[0] - 1, -1, -1):
        h = order[i]
        what = choice[h]
        if what == STAND:
            value[h] = stake_value(rows[h], kind, 0.0, 0.0, takes)
            continue
        if what == SURRENDER:
            value[h] = 0.5 * bust_value(kind, 0.0)
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
