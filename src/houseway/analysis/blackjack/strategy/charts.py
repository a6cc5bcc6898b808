"""Printed strategy charts, strategies made from them, and the departures of best play.

>>> best = best_play(find("blackjack")({"decks": 6}))
>>> played = total_play(best)
>>> for row in chart(played.table): print(row.hand, *row.cells)
>>> simulate(game, 1_000_000, strategy=strategy_of(played.table))
>>> exceptions(best, played)[:5]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import (
    DECISIONS,
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    SPLIT,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.analysis.blackjack.solver.best_play import ORIGINAL
from houseway.analysis.blackjack.solver.dealer import ACE, VALUES
from houseway.analysis.blackjack.solver.solve import Array, BestPlay, best_play, given_up
from houseway.analysis.blackjack.strategy import basic
from houseway.analysis.blackjack.strategy.basic import Strategy, by_totals
from houseway.analysis.blackjack.strategy.chart_by_totals import (
    HARD,
    NOTHING,
    SOFT,
    TotalPlay,
    Totals,
    drawing,
    standing,
    total_play,
)
from houseway.analysis.game_math import SimulationRequest
from houseway.analysis.strategy_sheet import ChartRow
from houseway.errors import Refused
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import TWENTY_ONE, Count
from houseway.hands.blackjack import same_value, value

UPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""Up cards in the order of a chart: two to ten, then the ace."""
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
FIRST_TO_LAST = (
    SURRENDER, SPLIT_FREE, SPLIT, DOUBLE_FREE, DOUBLE, HIT,
)  # fmt: skip
"""Precedence of the decisions in a cell: the first one offered is taken, else STAND."""


@dataclass(frozen=True)
class Decisions:
    """A table as bit sets; the first decision of ``FIRST_TO_LAST`` that is offered is taken."""

    any: Array
    """[soft, total, up]: three cards or more."""
    two: Array
    """[soft, total, up]: two cards that are no pair."""
    pair: Array
    """[pair, up]: two cards of one value."""


def decisions(table: Totals) -> Decisions:
    """Return a table as bit sets."""
    draw, pair_draw = _bits(table.draw), _bits(table.pair_draw)
    two = draw | _bits(table.double)
    two |= np.where(table.surrender, 1 << SURRENDER, 0)
    return Decisions(
        draw, two, pair_draw | _bits(table.pair_double) | _bits(table.pair_first)
    )  # fmt: skip


def _bits(said: Array) -> Array:
    """Decisions as bits; STAND and NOTHING have none."""
    found = np.zeros(said.shape, np.int64)
    for decision in range(HIT, len(DECISIONS)):
        found |= np.where(said == decision, 1 << decision, 0)
    return found


def strategy_of(table: Totals, count: Count = TWENTY_ONE) -> Strategy:
    """Return a table as a strategy for simulations and live play."""
    bits = decisions(table)
    any_cards, two_cards, pairs = bits.any, bits.two, bits.pair
    points, is_soft = count.total, count.soft

    def play(cards: Sequence[int], dealer_up: int, offered: int) -> int:
        up = value(dealer_up) - 1
        total, soft = points(cards), int(is_soft(cards))
        said = any_cards[soft, total, up]
        if len(cards) == 2:
            said = two_cards[soft, total, up]
            if same_value(cards[0], cards[1]):
                said = pairs[value(cards[0]) - 1, up]
        for decision in FIRST_TO_LAST:
            if (said & offered) >> decision & 1:
                return decision
        return STAND if offered >> STAND & 1 else HIT

    return by_totals(play)


def best_chart(game: Blackjack) -> Strategy:
    """Compute the best chart by totals of a posted game."""
    chart = strategy_of(total_play(best_play(game)).table, game.count)
    basic.PLAYED[chart] = "played by the best chart by totals of this posting"
    return chart


def strategy_named(name: str, game: Blackjack) -> Strategy:
    """Return the strategy of this name for a posted game."""
    if name == basic.BEST:
        return best_chart(game)
    if name == basic.basic.__name__:
        return basic.basic
    known = f"{basic.basic.__name__} and {basic.BEST}"
    raise Refused(f"there is no strategy {name!r}; there are {known}")


def requested_strategy(request: SimulationRequest, game: Blackjack) -> Strategy:
    """Return the strategy that a simulation request names or holds."""
    if isinstance(request.strategy, str):
        return strategy_named(request.strategy, game)
    strategy: Strategy = request.strategy
    return strategy


# Charts for people.

LEGEND = {
    "H": "hit", "S": "stand", "Dh": "double, or hit", "Ds": "double, or stand",
    "Fh": "double free, or hit", "Fs": "double free, or stand", "P": "split",
    "Pf": "split free", "Rh": "surrender, or hit", "Rs": "surrender, or stand",
}  # fmt: skip


def chart(table: Totals) -> list[ChartRow]:
    """Return the rows of a printed chart: hard totals, soft totals, pairs; 21 if it may draw."""
    rows = []
    hard, soft_ones = range(5, 21 + table.opens_21), range(13, 21 + table.opens_21)
    for part, soft, totals in (("hard", HARD, hard), ("soft", SOFT, soft_ones)):
        for total in totals:
            cells = tuple(_cell(table, soft, total, up) for up in UPS)
            rows.append(ChartRow(part, str(total) if part == "hard" else f"A{total - 11}", cells))
    for p in (*range(1, VALUES), ACE):
        rows.append(ChartRow("pair", NAMES[p] * 2, tuple(_pair(table, p, up) for up in UPS)))
    return rows


def _cell(table: Totals, soft: int, total: int, up: int) -> str:
    """Return the letters of a total's decision; the later one follows as a small letter."""
    draw = "h" if table.draw[soft, total, up] == HIT else "s"
    if table.surrender[soft, total, up]:
        return "R" + draw
    double = table.double[soft, total, up]
    return draw.upper() if double == NOTHING else _DOUBLES[int(double)] + draw


_DOUBLES = {DOUBLE: "D", DOUBLE_FREE: "F"}


def _pair(table: Totals, p: int, up: int) -> str:
    """Return the letters of a pair's decision; ``P`` splits, ``Pf`` if the split is free."""
    first, double = table.pair_first[p, up], table.pair_double[p, up]
    draw = "h" if table.pair_draw[p, up] == HIT else "s"
    if first == SURRENDER:
        return "R" + draw
    if first != NOTHING:
        return "P" if first == SPLIT else "Pf"
    return draw.upper() if double == NOTHING else _DOUBLES[int(double)] + draw


@dataclass(frozen=True)
class Departure:
    """A hand that best play plays differently from the table."""

    cards: str
    up: str
    table: str
    best: str
    chance: float
    """The probability per round of reaching this decision."""
    gain: float
    """The gain of the better decision in the expectation of a round."""


def exceptions(best: BestPlay, played: TotalPlay, least: float = 0.0) -> list[Departure]:
    """Return the departures of best play from the table before a split, by gain."""
    tree = best.terms.tree
    found = []
    for g in best.grounds:
        said, right = played.play.first[g.up], best.play.first[g.up]
        worth = _worth_of(best, g.up, said)
        met = _met(best, g.up)
        for h in np.nonzero((said != right) & (met > 0.0))[0]:
            gain = float(met[h] * (best.value[g.up, h] - worth[h]))
            if gain > least:
                cards = "".join(NAMES[v] for v in tree["cards"][h])
                found.append(
                    Departure(cards, NAMES[g.up], DECISIONS[said[h]], DECISIONS[right[h]],
                              float(met[h]), gain)
                )  # fmt: skip
    return sorted(found, key=lambda departure: -departure.gain)


def _worth_of(best: BestPlay, up: int, said: Array) -> Array:
    """Return the value of these decisions, followed by best play."""
    g, takes = best.grounds[up], best.terms.takes
    worth = standing(g.rows, ORIGINAL, 0.0, 0.0, takes)
    options: dict[int, Any] = {
        HIT: drawing(g, best.value[up], -1.0),
        DOUBLE: drawing(g, standing(g.rows, ORIGINAL, 1.0, 0.0, takes), -2.0),
        DOUBLE_FREE: drawing(g, standing(g.rows, ORIGINAL, 0.0, 1.0, takes), -1.0),
        SURRENDER: given_up(best.terms, g),
    }
    for action, value_ in options.items():
        worth = np.where(said == action, value_, worth)
    for p in range(VALUES):
        h = g.tree["pair"][p, p]
        if said[h] in (SPLIT, SPLIT_FREE):
            worth[h] = best.split_value[up, p, said[h] - SPLIT]
    return worth


def _met(best: BestPlay, up: int) -> Array:
    """The chance to reach each hand under best play, before a split and without a blackjack."""
    g, tree = best.grounds[up], best.terms.tree
    met = g.dealt * (1.0 - g.blackjack if best.terms.peek else 1.0)
    for h in np.nonzero(best.play.first[up] == HIT)[0]:
        if met[h] > 0.0:
            after = tree["child"][h]
            kept = after >= 0
            met[after[kept]] += met[h] * g.chances[h, kept]
    found: Array = met
    return found
