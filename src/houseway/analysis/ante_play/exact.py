"""Ante and play: every hand of the player against every hand of the dealer, with best decisions.

The player sees one hand, then folds or makes the play wager. Three rules decide a round: the
strength of a hand, the outcome of two strengths, and a bonus for the player's hand alone. Deals are
counted once (``count_deals``). Pay tables and strategies weight the counts (``best_play``,
``value_of``).

    >>> counted = count_deals(Rules(high3, three_card_poker), CARDS.copies)
    >>> best_play(counted, Pays(nets=(1, 2, 0, -2))).edge

For one hand of the player, the distribution of the dealer's strengths comes from the full deck. It
is corrected for dealer hands that share a card with it. Hands that differ only in the names of
suits
are counted once if the rules treat them alike; that is checked hand by hand.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.enumeration import (
    DECK,
    MOST,
    SUITS,
    by_suits,
    first_hand,
    next_hand,
    number_of_hands,
)
from houseway.analysis.facts.binding import bind_rule
from houseway.engine.questions import Pieces
from houseway.errors import Refused
from houseway.game.wagers import outcome_of, reads_of

Array = npt.NDArray[Any]
FOLD = "fold"


@dataclass(frozen=True)
class DuelRules:
    """The rules that decide a round; every field but the sizes is a rule."""

    rank: Any
    """The strength of the player's cards, given one by one or as a sequence; higher is better."""
    decide: Any
    """The outcome of a played hand, from the player's strength and the dealer's, in this order."""
    bonus: Any = None
    """The bonus outcome of the player's cards alone, or None."""
    dealer_rank: Any = None
    """The strength of the dealer's cards; None if it is that of the player's."""
    cards: int = 3
    dealer_cards: int = 0
    """The number of the dealer's cards; 0 if it is that of the player's."""


@dataclass(frozen=True)
class DuelPays:
    """Nets of the outcomes, in antes."""

    nets: Sequence[Fraction | int]
    """The net of ante and play wager together, for each outcome of ``DuelRules.decide``."""
    bonus: Sequence[Fraction | int] = (0,)
    """The additional net of a played hand, for each outcome of ``DuelRules.bonus``."""
    fold: Fraction | int = -1
    play: Fraction | int = 1
    """The size of the play wager."""


@dataclass(frozen=True)
class DealCounts:
    """Every deal, by classes of equivalent player hands, in ascending strength."""

    rules: DuelRules
    hands: Array
    """[class, card]: one hand of each class, its cards in order."""
    ways: Array
    """[class]: the number of ways to deal a hand of the class."""
    strength: Array
    bonus: Array
    """The outcome of the bonus rule."""
    found: Array
    """[class, outcome]: the number of deals with each outcome, if the hand is played."""
    by_suits: bool
    """True if hands that differ only in the names of suits are one class."""

    @property
    def total(self) -> int:
        """The number of deals."""
        return int(self.found.sum())


@dataclass(frozen=True)
class StrategyValue:
    """The value of a strategy, per ante."""

    outcomes: tuple[str, ...]
    """``fold``, and the outcomes of a played hand."""
    ways: tuple[int, ...]
    """The number of deals with each outcome."""
    expectation: Fraction
    variance: Fraction
    wagered: Fraction
    """The mean amount of antes and play wagers."""
    plays: tuple[bool, ...]
    """[class]: True if the hand is played."""
    least: int | None
    """The strength of the lowest hand played; None if that does not describe the strategy."""
    example: Pieces
    """A hand of that strength."""

    @property
    def total(self) -> int:
        """The number of deals."""
        return sum(self.ways)

    @property
    def probability(self) -> dict[str, Fraction]:
        """The probability of each outcome."""
        return {o: Fraction(n, self.total) for o, n in zip(self.outcomes, self.ways, strict=True)}

    @property
    def edge(self) -> Fraction:
        """Return the house's mean gain per unit of ante."""
        return -self.expectation

    @property
    def element_of_risk(self) -> Fraction:
        """Return the house's mean gain per unit of all wagers."""
        return self.edge / self.wagered


# Counting.


@dataclass(frozen=True)
class _Hands:
    """All hands of one side: sorted cards, ways to be dealt, and the values of the rules."""

    cards: Array
    ways: Array
    answers: Array


def count_deals(rules: DuelRules, copies: Sequence[int]) -> DealCounts:
    """Count every deal of a player's hand and a dealer's from these copies of each piece."""
    left, n = np.array(copies, np.int64), rules.cards
    m = rules.dealer_cards or n
    total = math.comb(sum(copies), n) * math.comb(max(sum(copies) - n, 0), m)
    if not 0 < total <= MOST:
        raise Refused(f"{total:,} deals cannot be counted here")
    if len(copies) > 63:
        raise Refused(f"{len(copies)} kinds of pieces are more than are handled here")
    own = _hands(tuple(r for r in (rules.rank, rules.bonus) if r), n, left)
    ranks = (rules.dealer_rank or rules.rank,)
    same = m == n and ranks[0] is rules.rank and rules.bonus is None
    dealer = own if same else _hands(ranks, m, left)
    first, members, alike = _classes(own, dealer, left)
    weights = np.zeros(len(first), np.int64)
    np.add.at(weights, members, own.ways)
    strengths = own.answers[first, 0]
    order = np.argsort(strengths, kind="stable")
    first, weights, strengths = first[order], weights[order], strengths[order]
    found = np.zeros((len(first), len(rules.decide.outcomes)), np.int64)
    levels, level = np.unique(dealer.answers[:, 0], return_inverse=True)
    starts, holders = _holders(dealer.cards, len(copies))
    counter, met = _counter(rules.decide), np.zeros(2, np.int64)
    if not counter(own.cards[first], strengths, weights, dealer.cards, dealer.ways, level, levels,
                   starts, holders, left, met, found):  # fmt: skip
        outcome_of(rules.decide, met.tolist())
    bonus = own.answers[first, 1] if rules.bonus else np.zeros(len(first), np.int64)
    if rules.bonus:
        _check_bonus(rules.bonus, own.cards[first], bonus)
    return DealCounts(rules, own.cards[first], weights, strengths, bonus, found, alike)


def _check_bonus(by: Any, hands: Array, said: Array) -> None:
    """Raise an error if the bonus rule gives an invalid outcome, with the hand."""
    for i in np.nonzero((said < 0) | (said >= len(by.outcomes)))[0][:1].tolist():
        hand = hands[i].tolist()
        outcome_of(by, [hand] if len(reads_of(by)) == 1 else hand)


def _hands(by: tuple[Any, ...], n: int, left: Array) -> _Hands:
    """Return every hand of n cards with its ways and the answers of one or two rules."""
    size = int(compiled(number_of_hands)(left, n))
    cards, ways = np.zeros((size, n), np.int64), np.zeros(size, np.int64)
    answers = np.zeros((size, len(by)), np.int64)
    for place, one in enumerate(by):
        _lister(one, n)(left, cards, ways, answers[:, place])
    return _Hands(cards, ways, answers)


@functools.cache
def _lister(by: Any, n: int) -> Any:
    """Return the compiled loop of ``list_hands`` for a rule about ``n`` cards."""
    return compiled(list_hands(of_hand(by, n)))


def of_hand(by: Any, n: int) -> Callable[[Any], int]:
    """Return a rule about n cards as a function of the whole hand."""
    parameters = inspect.signature(by).parameters
    if len(parameters) == 1 and "Sequence" in str(next(iter(parameters.values())).annotation):
        judge: Callable[[Any], int] = by
        return judge
    if len(parameters) != n:
        raise Refused(f"{by.__name__} reads {len(parameters)} cards; the hand has {n}")
    return bind_rule(by, tuple(parameters))


def list_hands(judge: Any) -> Any:
    """Return a loop over all hands of one side.

    It writes the cards of each hand, the number of its deals and the answer of ``judge``.
    """

    def listed(left: Any, cards: Any, ways: Any, answers: Any) -> None:
        n = cards.shape[1]
        hand, runs, dealt = np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)
        more = first_hand(left, hand, runs, dealt)
        i = 0
        while more:
            cards[i] = hand
            ways[i], answers[i] = dealt[n], judge(hand)
            i += 1
            more = next_hand(left, hand, runs, dealt)

    return listed


def _classes(own: _Hands, dealer: _Hands, left: Array) -> tuple[Array, Array, bool]:
    """Return one hand of each class, the class of each hand, and True if suits are alike.

    Hands of a class differ in the names of suits only; if suits differ, each hand is a class.
    """
    alone = np.arange(len(own.cards))
    if len(left) < DECK or max(own.cards.shape[1], dealer.cards.shape[1]) > 7:
        return alone, alone, False
    deck = left[:DECK].reshape(-1, SUITS)
    if (deck != deck[:, :1]).any():
        return alone, alone, False
    for side in (own,) if dealer is own else (dealer, own):
        first, members = by_suits(side.cards)
        if (side.answers != side.answers[first][members]).any():
            return alone, alone, False
    return first, members, True


def _holders(cards: Array, kinds: int) -> tuple[Array, Array]:
    """Return the hands that hold each card: for c they are ``holders[starts[c]:starts[c + 1]]``."""
    flat = cards.ravel()
    order = np.argsort(flat, kind="stable")
    card, hand = flat[order], order // cards.shape[1]
    once = np.ones(len(flat), np.bool_)
    once[1:] = (card[1:] != card[:-1]) | (hand[1:] != hand[:-1])
    return np.searchsorted(card[once], np.arange(kinds + 1)), hand[once]


@functools.cache
def _counter(decide: Any) -> Any:
    """Return the compiled count of deals by the outcome that ``decide`` gives."""
    return compiled(count_pairs(bind_rule(decide, tuple(inspect.signature(decide).parameters))))


def count_pairs(judge: Any) -> Any:
    """Return the loop over the player's hands, each against the dealer's strengths."""

    def count(
        hands: Any, strengths: Any, weights: Any, others: Any, ways: Any, level: Any, levels: Any,
        starts: Any, holders: Any, left: Any, met_at: Any, found: Any,
    ) -> bool:  # fmt: skip
        full = np.zeros(len(levels), np.int64)
        masks = np.zeros(len(ways), np.int64)
        for j in range(len(ways)):
            full[level[j]] += ways[j]
            for t in range(others.shape[1]):
                masks[j] |= 1 << others[j, t]
        for i in range(len(hands)):
            at = full.copy()
            for card in hands[i]:
                left[card] -= 1
            met = 0
            for card in hands[i]:
                if met >> card & 1:
                    continue
                for k in range(starts[card], starts[card + 1]):
                    j = holders[k]
                    if masks[j] & met == 0:
                        at[level[j]] += ways_left(others, j, left) - ways[j]
                met |= 1 << card
            for card in hands[i]:
                left[card] += 1
            for s in range(len(levels)):
                if at[s]:
                    outcome = judge((strengths[i], levels[s]))
                    if outcome < 0 or outcome >= found.shape[1]:
                        met_at[0], met_at[1] = strengths[i], levels[s]
                        return False
                    found[i, outcome] += at[s] * weights[i]
        return True

    return count


def ways_left(hands: Any, j: int, left: Any) -> int:
    """Return the ways to deal hand j, its cards in order, from the cards left."""
    ways, run = 1, 1
    for t in range(hands.shape[1]):
        card = hands[j, t]
        if t > 0 and hands[j, t - 1] == card:
            run += 1
            ways = ways * (left[card] - run + 1) // run
        else:
            run = 1
            ways *= left[card]
    return ways


# Strategies as weightings of the counts.


def best_play(counted: DealCounts, pays: DuelPays) -> StrategyValue:
    """Return the value of the best decision for each hand; indifferent hands fold."""
    return _value(counted, pays, (whole_gains(counted, pays)[0] > 0).tolist())


def best_threshold(counted: DealCounts, pays: DuelPays) -> StrategyValue:
    """Return the best strategy that plays every hand from some strength on and folds the rest."""
    best, least, so_far = Fraction(0), int(counted.strength[-1]) + 1, Fraction(0)
    rows = list(zip(counted.strength.tolist(), gains(counted, pays), strict=True))
    for place in range(len(rows) - 1, -1, -1):
        strength, gain = rows[place]
        so_far += gain
        if so_far > best and (place == 0 or rows[place - 1][0] != strength):
            best, least = so_far, strength
    return value_of(counted, pays, least)


def value_of(counted: DealCounts, pays: DuelPays, least: int) -> StrategyValue:
    """Return the value of playing every hand of this strength or more and folding all others."""
    return _value(counted, pays, [s >= least for s in counted.strength.tolist()])


def gains(counted: DealCounts, pays: DuelPays) -> list[Fraction]:
    """Return, for each class, the gain of playing over folding, in antes times deals."""
    whole, unit = whole_gains(counted, pays)
    return [Fraction(int(gain), unit) for gain in whole.tolist()]


def whole_gains(counted: DealCounts, pays: DuelPays) -> tuple[Array, int]:
    """Return the gain of playing each hand over folding it, as integers, and their unit.

    The unit is the number of them in an ante; a gain is summed over the deals of the hand.
    """
    _check(counted, pays)
    nets, extra = [Fraction(x) for x in pays.nets], [Fraction(x) for x in pays.bonus]
    unit = math.lcm(*(x.denominator for x in (*nets, *extra, Fraction(pays.fold))))
    over = [[int((net + more - pays.fold) * unit) for net in nets] for more in extra]
    most = max(abs(x) for row in over for x in row)
    kind = np.int64 if counted.total * most <= MOST else object  # exact either way
    found = counted.found.astype(kind, copy=False)
    return (found * np.array(over, kind)[counted.bonus]).sum(axis=1), unit


def _value(counted: DealCounts, pays: DuelPays, plays: Sequence[bool]) -> StrategyValue:
    """Return the value of a policy; ``plays`` says for each hand class whether it is played."""
    _check(counted, pays)
    played = np.array(plays, np.bool_)
    folded = int(counted.found[~played].sum())
    cells = [(Fraction(pays.fold), folded)]
    for kind, more in enumerate(pays.bonus):
        ways = counted.found[played & (counted.bonus == kind)].sum(axis=0).tolist()
        cells += [(Fraction(net) + more, n) for net, n in zip(pays.nets, ways, strict=True)]
    total = counted.total
    mean = sum((n * net for net, n in cells), Fraction(0)) / total
    square = sum((n * net * net for net, n in cells), Fraction(0)) / total
    outcomes = (FOLD, *counted.rules.decide.outcomes)
    by_outcome = (folded, *counted.found[played].sum(axis=0).tolist())
    place = int(played.argmax())
    least = int(counted.strength[place]) if played.any() else None
    if least is not None and (played != (counted.strength >= least)).any():
        least = None
    example = tuple(counted.hands[place].tolist()) if least is not None else ()
    wagered = 1 + Fraction(pays.play) * Fraction(total - folded, total)
    swing = square - mean * mean
    return StrategyValue(outcomes, by_outcome, mean, swing, wagered, tuple(plays), least, example)


def _check(counted: DealCounts, pays: DuelPays) -> None:
    """Refuse pays that do not fit the outcomes of the showdown or of the bonus."""
    rules = counted.rules
    wanted = len(rules.decide.outcomes), len(rules.bonus.outcomes) if rules.bonus else 1
    if (len(pays.nets), len(pays.bonus)) != wanted:
        raise Refused(
            f"there are {wanted[0]} outcomes and {wanted[1]} of the bonus, but "
            f"{len(pays.nets)} and {len(pays.bonus)} pays"
        )
