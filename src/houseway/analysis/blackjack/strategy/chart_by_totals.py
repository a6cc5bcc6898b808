"""The best strategy by totals, and its cost against best play by composition.

A cell is a total (hard or soft) against an up card. Pairs are cells of their own, and two cards may
besides double or surrender. Each cell takes the decision that is best on average over its hands,
weighted by how often the strategy itself reaches them. Changing a cell changes how often other
cells are reached, so sweeps are repeated until nothing changes; each step raises the expectation.
Split hands follow the same table; they count in the expectation but not in the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import DOUBLE, DOUBLE_FREE, HIT, SPLIT, STAND, SURRENDER
from houseway.analysis.blackjack.solver.best_play import (
    KINDS,
    LAMMER,
    LOSE,
    ORIGINAL,
    TO_BLACKJACK,
    WIN,
)
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.rules import SolverRules
from houseway.analysis.blackjack.solver.solve import (
    Array,
    BestPlay,
    PlayTable,
    UpCardContext,
    given_up,
    split_values,
    worth,
)
from houseway.families.blackjack.rules import MUST_HIT

HARD, SOFT = 0, 1
NOTHING = -1
SWEEPS_MOST = 50
"""An upper bound; a few sweeps suffice, and only a tie in the last digits could cycle."""


@dataclass(frozen=True)
class Totals:
    """A strategy table; a cell is a decision, or NOTHING where the next array decides."""

    draw: Array
    """[soft, total, up]: HIT or STAND, for any hand."""
    double: Array
    """[soft, total, up]: DOUBLE or DOUBLE_FREE for two cards that may; takes precedence over
    ``draw``."""
    surrender: Array
    """[soft, total, up]: True if two cards surrender; takes precedence over both."""
    pair_draw: Array
    """[pair, up]: HIT or STAND, for a pair that cannot be split."""
    pair_double: Array
    """[pair, up]: DOUBLE, DOUBLE_FREE or NOTHING."""
    pair_first: Array
    """[pair, up]: SPLIT, SPLIT_FREE, SURRENDER or NOTHING."""
    opens_21: bool = False
    """True if 21 may take a card."""


@dataclass(frozen=True)
class TotalPlay:
    """The best table by totals of a posting, and its cost."""

    table: Totals
    free: Totals
    """The table of hands whose stake is a lammer alone, which lose nothing."""
    play: PlayTable
    expectation: float
    expectation_one_table: float
    """The expectation if free hands follow the first table as well."""
    cost: float
    """The loss of expectation against best play by composition."""


def total_play(best: BestPlay) -> TotalPlay:
    """Return the best strategy by totals for the posting of this best play."""
    terms, grounds = best.terms, best.grounds
    tables = [_Up(terms, g, ORIGINAL, best.play.first[g.up]) for g in grounds]
    frees = [_Up(terms, g, LAMMER, best.play.first[g.up]) for g in grounds]
    for up, free in zip(tables, frees, strict=True):
        free.settle()
        up.settle()
        while up.split(free):
            up.settle()
    table, free_table = _joined(tables), _joined(frees)
    play = play_of(terms, table, free_table)
    alike = play_of(terms, table, table)
    value = worth(terms, grounds, play)
    return TotalPlay(
        table, free_table, play, value, worth(terms, grounds, alike), best.expectation - value
    )


def play_of(terms: SolverRules, table: Totals, free: Totals) -> PlayTable:
    """Expand tables to a decision for every hand; free hands follow ``free``."""
    n = len(terms.tree["cards"])
    first = np.zeros((VALUES, n), np.int8)
    after = np.zeros((VALUES, KINDS, n), np.int8)
    for up in range(VALUES):
        first[up] = _decided(terms, table, up, True)
        for kind in range(KINDS):
            after[up, kind] = _decided(terms, free if kind == LAMMER else table, up, False)
    return PlayTable(first, after)


def _decided(terms: SolverRules, table: Totals, up: int, first: bool) -> Array:
    """Return the table's decision for every hand, as dealt or after a split."""
    tree = terms.tree
    soft, total, two = tree["soft"].astype(np.int64), tree["total"], tree["size"] == 2
    said = table.draw[soft, total, up].copy()
    if first or terms.das:
        double = table.double[soft, total, up]
        said = np.where(two & (double != NOTHING), double, said)
    if first or terms.split_surrender:
        said = np.where(two & table.surrender[soft, total, up], SURRENDER, said)
    for p in range(VALUES):
        h = tree["pair"][p, p]
        said[h] = table.pair_draw[p, up]
        if (first or terms.das) and table.pair_double[p, up] != NOTHING:
            said[h] = table.pair_double[p, up]
        if first and table.pair_first[p, up] != NOTHING:
            said[h] = table.pair_first[p, up]
    decided: Array = said.astype(np.int8)
    return decided


class _Up:
    """The table against one up card while it is optimised."""

    def __init__(self, terms: SolverRules, g: UpCardContext, kind: int, first: Array) -> None:
        tree = self.tree = g.tree
        self.terms, self.g, self.kind = terms, g, kind
        self.totals = int(tree["total"].max()) + 1
        self.pairs = tree["pair"].diagonal()
        self.paired = np.zeros(len(g.possible), np.bool_)
        self.paired[self.pairs] = True
        self.two = (tree["size"] == 2) & ~self.paired
        chips = 0.0 if kind == LAMMER else 1.0
        self.stand = standing(g.rows, kind, 0.0, 0.0, terms.takes)
        self.busts = -chips
        self.paid = drawing(g, standing(g.rows, kind, 1.0, 0.0, terms.takes), -chips - 1.0)
        self.free = drawing(g, standing(g.rows, kind, 0.0, 1.0, terms.takes), -chips)
        self.dealt = g.dealt * (1.0 - g.blackjack if terms.peek else 1.0)
        self.dealt[tree["pair"][ACE, TEN]] = 0.0
        self.back = given_up(terms, g)
        self.draw = np.full((2, self.totals), STAND, np.int8)
        self.draw[HARD, :17] = self.draw[SOFT, :18] = HIT
        self.double = np.full((2, self.totals), NOTHING, np.int8)
        self.surrender = np.zeros((2, self.totals), np.bool_)
        self.pair_draw = np.full(VALUES, HIT, np.int8)
        self.pair_double = np.full(VALUES, NOTHING, np.int8)
        said = first[self.pairs]
        self.pair_first = np.where(said >= SPLIT, said, NOTHING).astype(np.int8)
        self.value = np.zeros(len(g.possible))

    def settle(self) -> None:
        """Sweep over the cells until no decision changes."""
        for _ in range(SWEEPS_MOST):
            before, reach = self._state(), self.reach()
            for hard in range(self.totals - 1, 1, -1):
                for soft in (HARD, SOFT):
                    self._cell(soft, hard + 10 * soft, reach)
            if before == self._state():
                return

    def _state(self) -> tuple[bytes, ...]:
        """Return the decisions as bytes, to see if an improvement changes any."""
        arrays = (self.draw, self.double, self.surrender, self.pair_draw, self.pair_double)
        return tuple(a.tobytes() for a in arrays)

    def _said(self) -> Array:
        """Return for each hand the decision that the chart leaves after two cards: hit or stand."""
        tree = self.tree
        soft, total = tree["soft"].astype(np.int64), tree["total"]
        said = self.draw[soft, total].copy()
        other = (self.double[soft, total] != NOTHING) | self.surrender[soft, total]
        said[self.two & other] = STAND
        drawn = (self.pair_first == NOTHING) & (self.pair_double == NOTHING)
        said[self.pairs] = np.where(drawn, self.pair_draw, STAND)
        found: Array = said
        return found

    def reach(self) -> Array:
        """Return the chance to reach each hand when the current table is followed."""
        tree = self.tree
        met, hits = self.dealt.copy(), self._said() == HIT
        for h in np.nonzero(hits)[0]:
            if met[h] > 0.0:
                after = tree["child"][h]
                kept = after >= 0
                met[after[kept]] += met[h] * self.g.chances[h, kept]
        return met

    def _cell(self, soft: int, total: int, reach: Array) -> None:
        """Set the best decisions of one cell; cells of higher totals are known."""
        tree = self.tree
        if total >= self.totals:
            return
        here = np.nonzero((tree["soft"] == bool(soft)) & (tree["total"] == total))[0]
        here = here[self.g.possible[here]]
        hit = drawing(self.g, self.value, self.busts, here)
        stand, two = self.stand[here], self.two[here]
        many = ~two & ~self.paired[here]
        dealt = np.where(two, self.dealt[here], 0.0)
        follows = self.double[soft, total] == NOTHING and not self.surrender[soft, total]
        weight = np.where(many | (two & follows), reach[here], 0.0)
        if weight.sum() == 0.0:
            weight = dealt if dealt.sum() > 0.0 else np.ones(len(here))
        draws = ~tree["done"][here]
        forced = (tree["chart"][here] == MUST_HIT).any()
        hits = draws.any() and (forced or float((weight * (hit - stand)).sum()) > 0.0)
        self.draw[soft, total] = HIT if hits else STAND
        value = np.where(draws, hit, stand) if hits else stand
        value = self._two(soft, total, here, value, dealt)
        for p in range(VALUES):
            for i in np.nonzero(here == self.pairs[p])[0]:
                value[i] = self._pair(p, int(here[i]), float(hit[i]))
        self.value[here] = value

    def _two(self, soft: int, total: int, here: Array, value: Array, dealt: Array) -> Array:
        """Choose whether two cards double or surrender instead; return the values."""
        self.double[soft, total], self.surrender[soft, total] = NOTHING, False
        allowed = int(self.terms.doubles[here[self.two[here]]].max(initial=0))
        worth, two, total_dealt = value.copy(), self.two[here], dealt.sum()
        if total_dealt == 0.0 or self.tree["done"][here[two]].all():
            return worth
        for bit, what, doubled in ((1, DOUBLE, self.paid), (2, DOUBLE_FREE, self.free)):
            if allowed & bit and float((dealt * (doubled[here] - worth)).sum()) > 0.0:
                self.double[soft, total] = what
                worth = np.where(two, doubled[here], worth)
        back = self.back[here]
        if self.terms.surrender and float((dealt * (worth - back)).sum()) < 0.0:
            self.surrender[soft, total] = True
            worth = np.where(two, back, worth)
        return worth

    def _pair(self, p: int, h: int, hit: float) -> float:
        """Choose the play of a pair without a split; return its value."""
        stand = float(self.stand[h])
        forced = self.tree["chart"][h] == MUST_HIT
        self.pair_draw[p], best = (HIT, hit) if hit > stand or forced else (STAND, stand)
        self.pair_double[p] = NOTHING
        allowed = self.terms.doubles[h]
        for bit, what, doubled in ((1, DOUBLE, self.paid), (2, DOUBLE_FREE, self.free)):
            if allowed & bit and doubled[h] > best:
                self.pair_double[p], best = what, float(doubled[h])
        return best

    def split(self, free: _Up) -> bool:
        """Decide again which pairs are split or surrendered; return True if anything changed."""
        table, free_table = _joined([self]), _joined([free])
        after = np.zeros((KINDS, len(self.value)), np.int8)
        for kind in range(KINDS):
            used = free_table if kind == LAMMER else table
            after[kind] = _decided(self.terms, used, 0, False)
        before = self.pair_first.copy()
        for p in range(VALUES):
            h = self.pairs[p]
            self.pair_first[p] = NOTHING
            if not self.g.possible[h]:
                continue
            best = self.value[h]
            if self.terms.splits[p] and self.terms.most[p] > 1 and self._alike(p):
                for i, found in enumerate(split_values(self.terms, self.g, p, after)):
                    if found > best:
                        self.pair_first[p], best = SPLIT + i, found
            if self.terms.surrender and best < self.back[h]:
                self.pair_first[p] = SURRENDER
        return bool((before != self.pair_first).any())

    def _alike(self, p: int) -> bool:
        """Return True if every two cards of this value are a pair."""
        return p != TEN or self.terms.tens_alike


def _joined(ups: list[_Up]) -> Totals:
    """Combine the tables of all up cards."""
    names = ("draw", "double", "surrender", "pair_draw", "pair_double", "pair_first")
    tree = ups[0].tree
    opens_21 = not bool(tree["done"][tree["total"] == 21].all())
    arrays = {name: np.stack([getattr(up, name) for up in ups], axis=-1) for name in names}
    return Totals(**arrays, opens_21=opens_21)


def standing(rows: Array, kind: int, chips: float, lammers: float, takes: float) -> Array:
    """Return ``stake_value`` of every hand at once."""
    own = 0.0 if kind == LAMMER else 1.0
    at_blackjack = own if kind == ORIGINAL else (0.0 if kind == LAMMER else takes)
    won = rows[:, WIN] * (1.0 + chips + lammers)
    lost = rows[:, LOSE] * (own + chips) + rows[:, TO_BLACKJACK] * (at_blackjack + chips * takes)
    found: Array = won - lost
    return found


def drawing(g: UpCardContext, value: Array, busts: float, here: Any = slice(None)) -> Array:
    """The value of one more card for these hands, given the values of the resulting hands."""
    child = g.tree["child"][here]
    worth = np.where(child >= 0, value[child], busts)
    found: Array = (g.chances[here] * worth).sum(axis=1)
    return found


__all__ = ["NOTHING", "TotalPlay", "Totals", "play_of", "total_play"]
