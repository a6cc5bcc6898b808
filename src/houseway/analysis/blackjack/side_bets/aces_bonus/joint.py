"""A wager on the opening and the main wager, played for the best sum of both.

The bonus depends on the first decision only. First two cards and up card are enumerated with suits.
A decision is worth its value to the main wager plus the expected bonus of the cards it draws; the
best is taken. Floating point over exact enumeration, from a full shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.analysis.blackjack.side_bets.aces_bonus.facts import (
    DECK,
    SUITS,
    VALUE_OF,
    BonusOutcomes,
)
from houseway.analysis.blackjack.side_bets.aces_bonus.ways import ACES, TENS, VALUES
from houseway.analysis.blackjack.solver.best_play import NEVER as NO_SPLIT
from houseway.analysis.blackjack.solver.best_play import ORIGINAL, bust_value, stake_value
from houseway.analysis.blackjack.solver.solve import BestPlay, UpCardContext
from houseway.pieces.cards import ACE

Array = npt.NDArray[np.float64]
COMPARED = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
"""First decisions, in the order of the rows that hold their values; of equal ones the first."""
HALF = -0.5
NEVER = -np.inf
"""The value of a decision that is not allowed: below any that a bonus could outweigh."""
BLACKJACK = {ACES: TENS, TENS: ACES}


@dataclass(frozen=True)
class FirstDecisionRules:
    """Posted options that govern first decisions."""

    decks: int
    surrender: str
    third_after_split: bool


def main_values(best: BestPlay) -> Array:
    """[decision, up, first, second]: values of first decisions once no blackjack is found."""
    found = np.full((len(COMPARED) - 1, VALUES, VALUES, VALUES), NEVER)
    stand, hit, double, split = range(len(found))
    for g in best.grounds:
        pair = g.tree["pair"]
        for a, b in np.ndindex(VALUES, VALUES):
            h = pair[a, b]
            if not g.possible[h]:
                continue
            found[stand, g.up, a, b] = stake_value(g.rows[h], ORIGINAL, 0.0, 0.0, best.terms.takes)
            found[hit : double + 1, g.up, a, b] = _drawn(best, g, h)
            if a == b and best.split_value[g.up, a, 0] > NO_SPLIT:
                found[split, g.up, a, b] = best.split_value[g.up, a, 0]
    return found


def _drawn(best: BestPlay, g: UpCardContext, h: int) -> tuple[float, float]:
    """The values of hitting (then best play) and of doubling; NEVER if doubling is barred."""
    hit, doubled, takes = 0.0, 0.0, best.terms.takes
    for value in range(VALUES):
        chance = g.chances[h, value]
        if chance <= 0.0:
            continue
        c = g.tree["child"][h, value]
        hit += chance * (bust_value(ORIGINAL, 0.0) if c < 0 else best.no_split[g.up, c])
        doubled += chance * (
            bust_value(ORIGINAL, 1.0)
            if c < 0
            else stake_value(g.rows[c], ORIGINAL, 1.0, 0.0, takes)
        )
    return hit, doubled if best.terms.doubles[h] & 1 else NEVER


def _cards_of(value: int) -> npt.NDArray[np.bool_]:
    """Return a mask of the 52 cards with this value; all False for a value that no card has."""
    found: npt.NDArray[np.bool_] = np.equal(VALUE_OF, value)
    return found


class Joint:
    """Both wagers at one table, under one pay column of the bonus."""

    def __init__(
        self,
        table: FirstDecisionRules,
        best: BestPlay,
        outcomes: BonusOutcomes,
        nets: Sequence[Fraction],
    ) -> None:
        self.table = table
        net = np.array([float(n) for n in nets])
        cards = DECK * table.decks
        first = np.arange(DECK)
        same = np.equal.outer(first, first).astype(np.float64)
        pair = table.decks * (table.decks - same)
        dealt = pair[:, :, None] * (table.decks - same[:, None, :] - same[None, :, :])
        self.chance = np.maximum(dealt, 0.0) / (cards * (cards - 1) * (cards - 2))
        two = net[outcomes.two]
        self.two = np.broadcast_to(two[:, :, None], dealt.shape)
        self.natural, drawn = self._drawn(net[outcomes.three])
        split = drawn.copy() if table.third_after_split else self.two.copy()
        self._split_aces(split, net[outcomes.aces])
        self.bonus = np.stack([self.two, drawn, drawn, split])
        a, b, up = np.ix_(VALUE_OF, VALUE_OF, VALUE_OF)
        self.main = main_values(best)[:, up, a, b]
        self.dealt_natural = ((a == ACES) & (b == TENS)) | ((a == TENS) & (b == ACES))
        self.looks = np.broadcast_to((up == ACES) | (up == TENS), dealt.shape)

    def _drawn(self, three: Array) -> tuple[Array, Array]:
        """The chance of a dealer natural, and the expected bonus of a third card without one."""
        decks, cards = self.table.decks, DECK * self.table.decks
        left = float(cards - 3)
        natural = np.zeros((DECK, DECK, DECK))
        drawn = np.zeros((DECK, DECK, DECK))
        for up in range(DECK):
            barred = BLACKJACK.get(int(VALUE_OF[up]), -1)
            makes = np.zeros((DECK, DECK))
            of_value = _cards_of(barred)
            if barred >= 0:
                mine = of_value.astype(np.float64)
                makes = decks * mine.sum() - mine[:, None] - mine[None, :]
            for inside in (True, False):
                which = of_value if inside else ~of_value
                ways = decks * three[:, :, which].sum(2)
                for a in range(DECK):
                    if which[a]:
                        ways[a, :] -= three[a, :, a]
                        ways[:, a] -= three[:, a, a]
                if which[up]:
                    ways -= three[:, :, up]
                open_hole = left - makes if inside else left - 1.0 - makes
                drawn[:, :, up] += ways * open_hole / ((left - 1.0) * (left - makes))
            natural[:, :, up] = makes / left
        return natural, drawn

    def _split_aces(self, split: Array, aces: Array) -> None:
        """Fill in the expected bonus of the cards to split aces, by pair of aces and up card."""
        decks, left = self.table.decks, float(DECK * self.table.decks - 3)
        for i, j, up in np.ndindex(SUITS, SUITS, DECK):
            counts = np.full(DECK, float(decks))
            a, b = ACE * SUITS + i, ACE * SUITS + j
            for card in (a, b, up):
                counts[card] -= 1.0
            if counts.min() < 0.0:
                continue
            ways = np.outer(counts, counts) - np.diag(counts)
            barred = BLACKJACK.get(int(VALUE_OF[up]), -1)
            of_value = _cards_of(barred).astype(np.float64)
            makes = float(counts @ of_value)
            holes = left - 2.0 - makes + of_value[:, None] + of_value[None, :]
            total = (left - makes) * (left - 1.0) * (left - 2.0)
            split[a, b, up] = float((ways * holes * aces[i, j]).sum()) / total

    def decided(self, ratio: float) -> tuple[Array, npt.NDArray[np.int64]]:
        """The value of every deal and its best decision, for a bonus of ``ratio`` main wagers."""
        each = self.main + ratio * self.bonus
        given_up = HALF + ratio * self.two
        late = {"none": False, "late": True}.get(self.table.surrender, ~self.looks)
        each = np.concatenate([each, np.where(late, given_up, NEVER)[None]])
        best = each.argmax(0)
        value = np.take_along_axis(each, best[None], 0)[0]
        what = np.array(COMPARED)[best]
        value = self.natural * (ratio * self.two - 1.0) + (1.0 - self.natural) * value
        if self.table.surrender == "early":
            early = self.looks & (given_up > value)
            value, what = np.where(early, given_up, value), np.where(early, SURRENDER, what)
        natural = np.broadcast_to(self.dealt_natural, value.shape)
        return np.where(natural, ratio * self.two, value), np.where(natural, STAND, what)

    def worth(self, ratio: float) -> float:
        """Return the value of both wagers per unit of the main one, without a natural's own win."""
        return float((self.chance * self.decided(ratio)[0]).sum())

    @cached_property
    def without(self) -> tuple[float, npt.NDArray[np.int64]]:
        """The value of the main wager played alone, and its decisions."""
        value, what = self.decided(0.0)
        return float((self.chance * value).sum()), what

    def at(self, ratio: float) -> dict[str, float]:
        """Return the house edge of the bonus, including the cost to the main wager.

        ``decisions_changed`` is the share of hands whose first decision differs from play without
        the bonus.
        """
        value, what = self.decided(ratio)
        alone, usual = self.without
        gained = float((self.chance * value).sum()) - alone
        changed = float(self.chance[what != usual].sum())
        return {"house_edge": -gained / ratio, "decisions_changed": changed}
