"""Charts of best play of Ante Up 21: exact for two cards, by total and best two cards after a hit.

The chart of two cards is best play itself. After a hit, a cell combines hands of one total,
softness and poker hand, and hits if these hands together gain by it. The cost against best play is
computed by following the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from houseway.analysis.ante_up_21.exact import (
    RANKS,
    AnteUpPlay,
    AnteUpSolver,
    AnteUpStrategy,
    Array,
    UpCardChances,
    best_play,
    tree,
)
from houseway.analysis.ante_up_21.report import DRAWN, follow
from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.strategy_sheet import Chart, ChartRow, together, used
from houseway.hands.blackjack import is_soft
from houseway.pieces.cards import JACK, NINE
from houseway.pieces.cards import RANKS as NAMES
from houseway.rulebook.colorado.ante_up_21.game import AnteUp21
from houseway.rulebook.colorado.ante_up_21.rules import PAIRED

LETTER = {STAND: "S", HIT: "H", DOUBLE: "D", SPLIT: "P"}
FOLD, NEVER_MET = "F", "-"
LEGEND = {
    "S": "bet; stand", "H": "bet; hit", "D": "bet; double", "P": "bet; split",
    FOLD: "fold the ANTE; 21 by its own chart", NEVER_MET: "never comes",
}  # fmt: skip
UPS = tuple(NAMES)
Kind: TypeAlias = tuple[str, bool, int]
"""(best two cards, softness, total)"""


@dataclass(frozen=True)
class AfterHit:
    """Decisions on three cards and more, by total and poker hand."""

    rows: tuple[ChartRow, ...]
    cost: float
    """The loss against best play, as a share of the ANTE."""


def charts_of(game: AnteUp21) -> tuple[Chart, ...]:
    """Return the charts for both wagers, first and later decisions, and for the ANTE alone."""
    play = best_play(game)
    more = after_hit(game, play)
    both, alone = two_cards(play.together), two_cards(play.ante_alone)
    keeps = f"the house keeps {-play.together.expectation:.4%} of the ANTE by best play"
    drawing = {key: LEGEND[key].removeprefix("bet; ") for key in ("H", "S", NEVER_MET)}
    drawn = (DRAWN,) if game.draws_without_21 else ()
    return (
        Chart(
            "Equal wagers on 21 and ANTE, the first two cards",
            (f"{keeps}, both wagers together, and {more.cost:.4%} more by these charts",),
            UPS, both, used(LEGEND, both),
        ),
        Chart(
            "The same, after a hit: by the best two cards and the total",
            ("hands made by a split, but the first, are played by the chart of 21 alone",),
            UPS, more.rows, used(drawing, more.rows),
        ),
        Chart(
            "ANTE alone, the first two cards",
            (f"the house keeps {-play.ante_alone.expectation:.4%} of the ANTE", *drawn),
            UPS, alone, used({**LEGEND, FOLD: "fold"}, alone),
        ),
    )  # fmt: skip


# Two cards.


def part_of(strength: int, lowest: int) -> str:
    """Return the part of a chart: ``pair`` or ``K high``; all below a rank are one part."""
    if strength & PAIRED:
        return "pair"
    high = strength >> 4
    return f"{NAMES[high]} high" if high > lowest else f"{NAMES[lowest]} high or lower"


def two_cards(way: AnteUpStrategy) -> tuple[ChartRow, ...]:
    """Return the rows of two-card hands: a fold, or a bet and the first decision.

    The best poker hands come first.
    """
    t = tree()
    dealt = sorted(np.nonzero(t.size == 2)[0].tolist(), key=lambda h: -int(t.poker[h]))
    rows = []
    for h in dealt:
        first = [LETTER[STAND] if t.natural[h] else LETTER[int(a)] for a in way.first[:, h]]
        cells = tuple(a if way.bets[up, h] else FOLD for up, a in enumerate(first))
        low, high = t.cards[h]
        rows.append(ChartRow(part_of(int(t.poker[h]), NINE), f"{NAMES[high]}-{NAMES[low]}", cells))
    return together(rows)


# After a hit.


def after_hit(game: AnteUp21, play: AnteUpPlay) -> AfterHit:
    """Return one decision for all hands with equal best two cards, softness and total."""
    solver = AnteUpSolver(game, play.grounds, play.blackjack, 1.0)
    kinds, kind_of = kinds_of_hands()
    hits = np.zeros((RANKS, len(kinds)), np.bool_)
    met = np.zeros_like(hits)
    cost = 0.0
    for g in play.grounds:
        stand, over = solver.standing(g)
        best, choice = solver.best(g, stand, over, solver.doubles)
        stands, lost = stand[0] + stand[1], over - 1.0
        first = np.where(tree().size == 2, play.together.first[g.up], choice)
        begun = np.where(play.together.bets[g.up], g.dealt * (1.0 - g.natural), 0.0)
        came = begun.copy()
        compiled(reach)(tree().child, g.draws, first, came)
        gain = came * (if_hit(g, best, lost) - stands)
        hits[g.up], met[g.up] = _sums(gain, kind_of, kinds) > 0.0, _sums(came, kind_of, kinds) > 0.0
        by_chart = np.where(
            kind_of < len(kinds), np.append(hits[g.up], False)[kind_of], first == HIT
        )
        worth = stands.reshape(-1, 1).copy()
        compiled(follow)(tree().child, g.possible, lost.reshape(-1, 1), g.draws,
                         np.where(by_chart, HIT, STAND), worth)  # fmt: skip
        cost += float(np.where(first == HIT, begun, 0.0) @ (best - worth[:, 0]))
    return AfterHit(together(_rows(kinds, hits, met)), cost)


def kinds_of_hands() -> tuple[list[Kind], Array]:
    """Return the kinds of hands of three cards or more, and the kind of each hand.

    Hands without a decision have the number after the last kind.
    """
    t = tree()
    decides = (t.size > 2) & (t.total < 21)
    of_hand: list[Kind] = [
        (part_of(int(t.poker[h]), JACK), is_soft([rank * 4 for rank in hand]), int(t.total[h]))
        for h, hand in enumerate(t.cards)
    ]
    kinds = sorted({kind for kind, here in zip(of_hand, decides, strict=True) if here})
    parts = list(dict.fromkeys(part_of(s, JACK) for s in sorted(set(t.poker.tolist()))[::-1]))
    kinds.sort(key=lambda kind: parts.index(kind[0]))
    number = {kind: i for i, kind in enumerate(kinds)}
    found = [
        number[kind] if here else len(kinds) for kind, here in zip(of_hand, decides, strict=True)
    ]
    return kinds, np.array(found)


def _sums(of_hands: Array, kind_of: Array, kinds: list[Kind]) -> Array:
    """Return the sum of the hands' values for each kind of hand."""
    found: Array = np.bincount(kind_of, of_hands, len(kinds) + 1)[:-1]
    return found


def if_hit(g: UpCardChances, worth: Array, lost: Array) -> Array:
    """Return the value of each hand if it is hit."""
    child = tree().child
    after = np.where(child >= 0, worth[np.maximum(child, 0)], lost[np.maximum(-1 - child, 0)])
    found: Array = (g.draws * after).sum(axis=1)
    return found


def reach(child: Any, draws: Any, choice: Any, came: Any) -> None:
    """Propagate the chance to reach each hand from those of two cards."""
    for h in range(child.shape[0]):
        if came[h] > 0.0 and choice[h] == HIT:
            for rank in range(RANKS):
                if child[h, rank] >= 0:
                    came[child[h, rank]] += came[h] * draws[h, rank]


def _rows(kinds: list[Kind], hits: Array, met: Array) -> Iterator[ChartRow]:
    """Yield a chart row for each kind of hand that can be met; a cell is hit, stand or not met."""
    for i, (part, soft, total) in enumerate(kinds):
        cells = np.where(met[:, i], np.where(hits[:, i], LETTER[HIT], LETTER[STAND]), NEVER_MET)
        if met[:, i].any():
            yield ChartRow(part, f"{'soft' if soft else 'hard'} {total}", tuple(cells.tolist()))
