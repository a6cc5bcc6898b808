"""Ante Up 21, counted: tree of hands, dealer, best play."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from houseway.analysis.blackjack.solver.hand_tree import hands as hands_by_value
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.blackjack.solver.solve import best_play as blackjack_play
from houseway.analysis.compiler.compile import compiled
from houseway.families.blackjack import rules
from houseway.hands.blackjack import dealer_draws, natural, points, value
from houseway.pieces.cards import ACE
from houseway.rulebook.colorado.ante_up_21.game import FIRST_HAND
from houseway.rulebook.colorado.ante_up_21.rules import (
    LOSE,
    NATURAL_LOSE,
    NATURAL_WIN,
    best_two,
    two_card_poker,
)
from houseway.rulebook.colorado.ante_up_21.state import ANTE, BET

if TYPE_CHECKING:
    from houseway.rulebook.colorado.ante_up_21.game import AnteUp21


# Hands by rank, for a game in which both points and ranks count.
#
# Suits never matter, so a hand is a multiset of thirteen ranks. The player's hands have up to 21
# hard points. Hands over 21 by one more card are included, because they still are poker hands.

Array = npt.NDArray[Any]
RANKS = 13
TOTALS = 6
"""The dealer's final totals without a natural: 17 to 21, and over 21."""
OVER = 5
LONGEST = 16

_VALUES = tuple(value(rank * 4) for rank in range(RANKS))
STRENGTHS = tuple(
    sorted({best_two((a * 4, b * 4)) for a in range(RANKS) for b in range(RANKS)})
)  # fmt: skip
"""Every poker hand of two cards, in ascending order."""
POKERS = len(STRENGTHS)
_PLACE = {strength: i for i, strength in enumerate(STRENGTHS)}

Hand = tuple[int, ...]


@dataclass(frozen=True)
class Tree:
    """The player's hands; a card always adds points, so children come later."""

    cards: tuple[Hand, ...]
    comp: Array
    """[hand, rank]: the number of cards of each rank."""
    total: Array
    size: Array
    natural: Array
    poker: Array
    """The strength of the best two cards."""
    child: Array
    """[hand, rank]: the hand with one more card, or ``-1 - over`` for a hand over 21."""
    pair: Array
    """[rank, rank]: the hand of two cards."""
    over: tuple[Hand, ...]
    over_comp: Array
    over_poker: Array


@functools.cache
def tree() -> Tree:
    """Return all hands; they are built once."""
    found = sorted(_grow(), key=lambda hand: (_hard(hand), len(hand), hand))
    place = {hand: i for i, hand in enumerate(found)}
    over: dict[Hand, int] = {}
    child = np.zeros((len(found), RANKS), np.int64)
    pair = np.zeros((RANKS, RANKS), np.int64)
    for hand, i in place.items():
        if len(hand) == 2:
            pair[hand[0], hand[1]] = pair[hand[1], hand[0]] = i
        for rank in range(RANKS):
            longer = tuple(sorted((*hand, rank)))
            if longer in place:
                child[i, rank] = place[longer]
            else:
                child[i, rank] = -1 - over.setdefault(longer, len(over))
    return Tree(
        tuple(found),
        _counts(found),
        np.array([points(_cards(hand)) for hand in found], np.int64),
        np.array([len(hand) for hand in found], np.int64),
        np.array([natural(_cards(hand)) for hand in found], np.bool_),
        np.array([best_two(_cards(hand)) for hand in found], np.int64),
        child,
        pair,
        tuple(over),
        _counts(over),
        np.array([best_two(_cards(hand)) for hand in over], np.int64),
    )


def _cards(hand: Iterable[int]) -> list[int]:
    """Return one card of each rank; suits do not matter."""
    return [rank * 4 for rank in hand]


def _hard(hand: Hand) -> int:
    """Return the total of a hand with each ace as 1."""
    return sum(_VALUES[rank] for rank in hand)


def _counts(found: Iterable[Hand]) -> Array:
    """Return [hand, rank]: the number of cards of each rank."""
    return np.array([[hand.count(rank) for rank in range(RANKS)] for hand in found], np.int64)


def _grow() -> set[Hand]:
    """Return every hand that play can reach, by ranks."""
    found: set[Hand] = set()
    frontier: set[Hand] = {(a, b) for a in range(RANKS) for b in range(a, RANKS)}
    while frontier:
        found |= frontier
        frontier = {
            longer
            for hand in frontier
            for rank in range(RANKS)
            if _hard(longer := tuple(sorted((*hand, rank)))) <= 21
        }
    return found


@functools.cache
def dealer_walk(up: int, hits_soft_17: bool) -> Array:
    """Return the dealer's final hands without a natural, as a depth-first tree of multisets.

    A row is a card drawn. Its columns are the number of cards drawn, the rank, and the earlier
    cards of that rank. Then come an index of total and poker hand if the hand ends here (else -1),
    and the orders that lead to it.
    """
    ways = _endings(up, hits_soft_17)
    rows: list[tuple[int, int, int, int, int]] = []
    met: set[Hand] = set()
    for drawn in sorted(ways):
        for n in range(1, len(drawn) + 1):
            prefix = drawn[:n]
            if prefix in met:
                continue
            met.add(prefix)
            end, orders = -1, ways.get(prefix, 0)
            if orders:
                hand = _cards((up, *prefix))
                end = min(points(hand) - 17, OVER) * POKERS + _PLACE[best_two(hand)]
            rows.append((n, prefix[-1], prefix.count(prefix[-1]) - 1, end, orders))
    return np.array(rows, np.int64)


def _endings(up: int, hits_soft_17: bool) -> dict[Hand, int]:
    """Return every multiset of ranks that ends the dealer's hand, with its number of orders."""
    ways: dict[Hand, int] = {}
    frontier: dict[Hand, int] = {(): 1}
    while frontier:
        following: dict[Hand, int] = {}
        for drawn, orders in frontier.items():
            for rank in range(RANKS):
                longer = tuple(sorted((*drawn, rank)))
                hand = _cards((up, *longer))
                if not natural(hand):
                    target = following if dealer_draws(hand, hits_soft_17) else ways
                    target[longer] = target.get(longer, 0) + orders
        frontier = following
    return ways


def makes_natural(up: int) -> Array:
    """Return a mask of the ranks that make a natural with this up card."""
    return np.array([natural((up * 4, rank * 4)) for rank in range(RANKS)], np.bool_)


# Chances of every hand against one up card, from a full shoe; no decision changes them.
#
# A standing hand has chances to win and lose on points, and chances of each poker outcome. A hand
# over 21 has the latter only. All are conditional on no dealer natural, whose chance and poker
# hands are counted separately.

OUTCOMES = 4
"""Outcomes of two-card poker without a natural: not qualified, win, tie, lose."""
_STRENGTHS: Array = np.array(STRENGTHS, np.int64)


@dataclass(frozen=True)
class UpCardChances:
    """The chances of every hand against one up card."""

    up: int
    possible: Array
    points: Array
    """[hand, (win, lose)]: a hand that stands."""
    poker: Array
    """[hand, outcome]."""
    over_poker: Array
    """[hand over 21, outcome]."""
    draws: Array
    """[hand, rank]: the chance of the next card."""
    dealt: Array
    """The probability of this up card with each two-card hand."""
    natural: Array
    """[two-card hand]: the probability of a dealer natural."""
    natural_poker: Array
    """[two-card hand, (win, tie, lose)]: the poker outcomes under a natural."""


def ground(decks: int, up: int, hits_soft_17: bool) -> UpCardChances:
    """Return the chances of every hand against this up card, for a number of decks."""
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
    return UpCardChances(
        up, possible, points, poker, over_poker, draws, dealt, natural, natural_poker
    )


def _under_natural(mine: int, up: int, barred: Array, left: Array) -> Array:
    """Return the shares of win, tie and lose in poker against an ace with a ten-valued card."""
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
    """Evaluate every hand against the dealer's, from the shoe less the up card and the hand."""
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
    """Write the cards left without a hand; return False if there are too few."""
    enough = True
    for rank in range(RANKS):
        counts[rank] = shoe[rank] - hand[rank]
        enough = enough and counts[rank] >= 0.0
    return enough


def dealer_chances(
    counts: Any, barred: Any, walk: Any, path: Any, totals: Any, pokers: Any
) -> None:  # fmt: skip
    """Write the distribution of the dealer's total and poker hand, given no natural."""
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
    """Write the chance of each rank for the next card, given no dealer natural."""
    left, out = counts.sum(), 0.0
    for rank in range(RANKS):
        if barred[rank]:
            out += counts[rank]
    for rank in range(RANKS):
        draws[rank] = 0.0
        if counts[rank] > 0.0:
            holes = left - 1.0 - out + (1.0 if barred[rank] else 0.0)
            draws[rank] = counts[rank] * holes / ((left - 1.0) * (left - out))


# Best play of Ante Up 21: fold or bet, then hit, stand, double or split for both wagers.
#
#     >>> found = best_play(find("ante-up-21")({"decks": 6}))
#     >>> found.together.expectation, found.ante_alone.expectation
#
# For a finished hand the 21 wager depends on the dealer's total, and the poker wagers on the
# dealer's poker hand. Expectations add up, so each hand by rank has one value, and decisions are
# found by backward induction from the fullest hand. All chances are from a full shoe less the cards
# seen.
#
# The value of a split is its value in blackjack alone plus a gain. The first hand, which is the
# poker hand, gains from being played for both wagers. Split hands are valued as if the other cards
# of the pair were still in the shoe. Where all cards of the spot are the poker hand, the pair
# itself counts, and no later card that would improve it.

VALUE = tuple(value(rank * 4) - 1 for rank in range(RANKS))
"""Rank -> index of its value among ace, two, ... and ten."""
NEVER = -9.0
PLAYED, AS_DEALT = slice(0, LOSE + 1), slice(NATURAL_WIN, NATURAL_LOSE + 1)
"""Outcomes of two-card poker without a dealer natural, and with one."""


@dataclass(frozen=True)
class AnteUpStrategy:
    """Decisions for both wagers, or for the ANTE alone, with their expectation."""

    bets: Array
    """[up, two-card hand]: True if the poker hand is bet."""
    first: Array
    """[up, hand]: the decision of a hand that is bet, before a split."""
    after: Array
    """[up, hand]: the decision of the first hand after a split."""
    expectation: float
    """The expectation of all wagers together, with one unit on each."""


@dataclass(frozen=True)
class AnteUpPlay:
    """Best play of a posted table."""

    blackjack: BestPlay
    """Play of 21 alone, which every hand with a folded ANTE follows."""
    grounds: tuple[UpCardChances, ...]
    together: AnteUpStrategy
    """One unit on 21 and one on ANTE."""
    ante_alone: AnteUpStrategy


def best_play(game: AnteUp21) -> AnteUpPlay:
    """Return best play of a posted table, cached by posting."""
    declared = game.declared()
    posting = {key: declared[key].show(value) for key, value in game.posting.items()}
    kind: Any = type(game)
    return _best_play(kind, tuple(posting.items()))


@lru_cache(maxsize=8)
def _best_play(kind: Any, posting: tuple[tuple[str, str], ...]) -> AnteUpPlay:
    """Return best play of a posted table; cached by class and posting."""
    game = kind(dict(posting))
    grounds = tuple(_ground(game.decks, up, game.hits_soft_17) for up in range(RANKS))
    alone = blackjack_play(game)
    together = AnteUpSolver(game, grounds, alone, 1.0).way()
    return AnteUpPlay(alone, grounds, together, AnteUpSolver(game, grounds, alone, 0.0).way())


@lru_cache(maxsize=32)
def _ground(decks: int, up: int, hits_soft_17: bool) -> UpCardChances:
    """Return the chances against one up card; cached, since other options do not change them."""
    return ground(decks, up, hits_soft_17)


def poker_nets(game: AnteUp21) -> Array:
    """Return the net of ANTE and BET together for each outcome of two-card poker."""
    return np.array([
        float(game.pay[ANTE][i].net() + game.pay[BET][i].net())
        for i in range(len(two_card_poker.outcomes))
    ])  # fmt: skip


class AnteUpSolver:
    """Finds decisions for one unit on ANTE and ``on_21`` units (0 or 1) on 21."""

    def __init__(
        self, game: AnteUp21, grounds: tuple[UpCardChances, ...], alone: BestPlay, on_21: float
    ) -> None:
        self.game, self.grounds, self.alone, self.on_21 = game, grounds, alone, on_21
        self.nets = poker_nets(game)
        self.draws = bool(on_21) or game.draws_without_21
        self.paid = float(game.main_pays[0].net())
        double_on = game.offers.double_on
        self.doubles = np.array([
            bool(on_21) and len(hand) == 2
            and rules.may_double([rank * 4 for rank in hand], double_on)
            for hand in tree().cards
        ])  # fmt: skip

    def way(self) -> AnteUpStrategy:
        """Return the strategy against every up card."""
        parts = [self.against(g) for g in self.grounds]
        bets, first, after, worth = zip(*parts, strict=True)
        return AnteUpStrategy(np.array(bets), np.array(first), np.array(after), float(sum(worth)))

    def against(self, g: UpCardChances) -> tuple[Array, Array, Array, float]:
        """Return the decisions against one up card, and its share of the expectation."""
        stand, over = self.standing(g)
        worth, choice = self.best(g, stand, over, self.doubles)
        may = self.doubles if self.game.double_after_split else np.zeros_like(self.doubles)
        both, after = self.best(g, stand, over, may)
        if self.on_21:
            nothing = stand[0], np.zeros_like(stand[1])
            only_21, _ = self.best(g, nothing, np.zeros_like(over), may)
            self.add_splits(g, worth, choice, both, only_21, stand[1])
        bets = np.zeros(len(worth), np.bool_)
        total = 0.0
        for h in np.nonzero(g.dealt > 0.0)[0].tolist():
            bet, fold = self.if_bet(g, h, float(worth[h]), stand[1]), self.if_folded(g, h)
            bets[h] = bet > fold
            total += g.dealt[h] * max(bet, fold)
        return bets, choice, after, total

    def standing(self, g: UpCardChances) -> tuple[tuple[Array, Array], Array]:
        """Return the values of standing hands on 21 and in poker, and of hands over 21 in poker."""
        on_points = self.on_21 * (g.points[:, 0] - g.points[:, 1])
        return (on_points, g.poker @ self.nets[PLAYED]), g.over_poker @ self.nets[PLAYED]

    def best(
        self, g: UpCardChances, stand: tuple[Array, Array], over: Array, doubles: Array
    ) -> tuple[Array, Array]:  # fmt: skip
        """Return the best of standing, hitting and doubling for every hand, with its value."""
        t = tree()
        worth, choice = np.full(len(t.cards), NEVER), np.full(len(t.cards), STAND, np.int8)
        compiled(choose)(t.child, t.total, g.possible, *stand, over, g.draws, doubles, self.on_21,
                         self.draws, worth, choice)  # fmt: skip
        return worth, choice

    def if_folded(self, g: UpCardChances, h: int) -> float:
        """Return the value of a lost ANTE with blackjack played for itself."""
        if not self.on_21:
            return -1.0
        natural = float(g.natural[h])
        if tree().natural[h]:
            return self.paid * (1.0 - natural) - 1.0
        cards = tree().cards[h]
        v = hands_by_value()["pair"][VALUE[cards[0]], VALUE[cards[1]]]
        return (1.0 - natural) * float(self.alone.value[VALUE[g.up], v]) - natural - 1.0

    def if_bet(self, g: UpCardChances, h: int, worth: float, poker: Array) -> float:
        """Return the value of a bet hand, in antes; a dealer natural settles it as dealt."""
        natural = float(g.natural[h])
        under = float(g.natural_poker[h] @ self.nets[AS_DEALT])
        if tree().natural[h]:
            worth = self.on_21 * self.paid + float(poker[h])
        else:
            under -= self.on_21
        return natural * under + (1.0 - natural) * worth

    def add_splits(
        self,
        g: UpCardChances,
        worth: Array,
        choice: Array,
        first: Array,
        other: Array,
        poker: Array,
    ) -> None:
        """Choose a split for pairs where it is the best decision.

        ``first`` and ``other`` are the values of split hands: the first one, played for both
        wagers, and any other, played for 21.
        """
        for a in range(RANKS):
            for b in range(a, RANKS if self.game.hands_max > 1 else 0):
                h = tree().pair[a, b]
                if g.possible[h] and rules.may_split((a * 4, b * 4), self.game.offers.by_rank):
                    split = self.if_split(g, a, b, first, other, poker)
                    split += self.if_split(g, b, a, first, other, poker)
                    if split / 2.0 > worth[h]:
                        worth[h], choice[h] = split / 2.0, SPLIT

    def if_split(
        self, g: UpCardChances, kept: int, away: int, first: Array, other: Array, poker: Array
    ) -> float:
        """Return the value of a split that leaves one card in the first hand and takes one away."""
        v = hands_by_value()["pair"][VALUE[kept], VALUE[away]]
        if self.alone.play.first[VALUE[g.up], v] == SPLIT:
            return self.split_as_alone(g, kept, away, first - other, poker)
        pair, h = tree().pair, tree().pair[kept, away]
        hand = [float(g.draws[h] @ other[pair[card]]) for card in range(RANKS)]
        made = first[pair[kept]]
        if self.game.poker_hand_of_split != FIRST_HAND:
            made = other[pair[kept]] + poker[h]
        worth = float(g.draws[h] @ made)
        for _ in range(self.game.hands_max - 2):  # the first hand may be split again
            split_again = [
                worth + hand[x] if VALUE[x] == VALUE[kept] else NEVER for x in range(RANKS)
            ]
            worth = float(g.draws[h] @ np.maximum(made, split_again))
        return worth + hand[away]

    def split_as_alone(
        self, g: UpCardChances, kept: int, away: int, gains: Array, poker: Array
    ) -> float:
        """The value of a pair that blackjack alone splits, plus the gain of the first hand."""
        pair, game = tree().pair, self.game
        h = pair[kept, away]
        again = game.hands_max > 2 and (kept != ACE or game.resplit_aces)
        stuck = kept == ACE and game.split_aces_one_card
        gain = chance = 0.0
        for rank in range(RANKS):
            p = float(g.draws[h, rank])
            if p > 0.0 and not (again and VALUE[rank] == VALUE[kept]):
                mine = pair[kept, rank]
                gain += p * float(poker[mine] if stuck else gains[mine])
                chance += p
        gain = gain / chance if game.poker_hand_of_split == FIRST_HAND else float(poker[h])
        return float(self.alone.split_value[VALUE[g.up], VALUE[kept], 0]) + gain


def choose(
    child: Any, total: Any, possible: Any, points: Any, poker: Any, over: Any, draws: Any,
    doubles: Any, on_21: float, may_draw: bool, worth: Any, choice: Any,
) -> None:  # fmt: skip
    """Choose decisions by backward induction; at 21 there is none."""
    for h in range(child.shape[0] - 1, -1, -1):
        if not possible[h]:
            continue
        worth[h], choice[h] = points[h] + poker[h], STAND
        if total[h] == 21 or not may_draw:
            continue
        hit = double = 0.0
        for rank in range(RANKS):
            chance = draws[h, rank]
            if chance <= 0.0:
                continue
            c = child[h, rank]
            if c < 0:
                hit += chance * (over[-1 - c] - on_21)
                double += chance * (over[-1 - c] - 2.0 * on_21)
            else:
                hit += chance * worth[c]
                double += chance * (2.0 * points[c] + poker[c])
        if hit > worth[h]:
            worth[h], choice[h] = hit, HIT
        if doubles[h] and double > worth[h]:
            worth[h], choice[h] = double, DOUBLE
