"""Every hand or deal with its weight, up to the symmetry of suits."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_rule
from houseway.analysis.facts.distribution import FactDistribution, ways_of
from houseway.analysis.facts.rule_errors import raising
from houseway.errors import BadRule, Refused
from houseway.game.wagers import outcome_of

if TYPE_CHECKING:
    from houseway.analysis.facts.distribution import Values
    from houseway.game.wagers import Show, Wager


# Equivalence of hands under renaming of suits.

Array = npt.NDArray[Any]
SUITS, DECK = 4, 52


def by_suits(cards: Array) -> tuple[Array, Array]:
    """Return one hand of each class, and the class of each hand.

    Hands of a class differ in the names of suits only.
    """
    keys = np.zeros((len(cards), SUITS + 1), np.int64)
    compiled(suit_keys)(cards, keys)
    order = np.lexsort(keys.T)
    new = np.ones(len(cards), np.bool_)
    new[1:] = (keys[order][1:] != keys[order][:-1]).any(axis=1)
    members = np.zeros(len(cards), np.int64)
    members[order] = np.cumsum(new) - 1
    return order[new], members


def suit_keys(cards: Any, keys: Any) -> None:
    """Write each hand's ranks by suit, three bits per rank, with the four suits sorted.

    The last column holds pieces without a suit.
    """
    for i in range(cards.shape[0]):
        for t in range(cards.shape[1]):
            card = cards[i, t]
            if card < DECK:
                keys[i, card & 3] += 1 << 3 * (card >> 2)
            else:
                keys[i, SUITS] += 1 << 3 * (card - DECK)
        keys[i, :SUITS].sort()


# Wagers on the pieces dealt to one hand, where all hands have the same size.


def hand_dealt(game: Any, wager: Wager) -> Sequence[int]:
    """Return the number of hands of one seat that give each outcome of the wager's rule."""
    return of_hand(game, wager, "dealt", game.hand_size)


def of_hand(game: Any, wager: Wager, fact: str, pieces: int) -> Sequence[int]:
    """Return the number of hands of ``pieces`` pieces that give each outcome of the wager's rule.

    The rule reads a hand as ``fact``.
    """
    copies = [n * game.sets() for n in game.kind.copies]
    return wager_ways(wager, {fact: pieces}, copies, game.kind.show)


# Every hand of a given size, counted with the rule that judges it: cards, jokers, tiles, dice.
#
# Pieces of one kind are interchangeable, so a hand is a multiset. Its weight is the number of ways
# to deal it: for each piece, a binomial coefficient of its copies. Any number of decks, a joker or
# doubled tiles differ only in the numbers of copies.
#
#     >>> from houseway.analysis.enumeration import hand_ways
#     >>> hand_ways(flushes, {"hand": 3}, CARDS.copies)            # 3 cards of a deck
#     >>> hand_ways(beats, {"player": 3, "dealer": 3}, CARDS.copies)
#     >>> roll_ways(triples, "dice", 3)
#
# No symmetry between suits is assumed, since a rule may distinguish them.

MOST = 2**63 - 1
PLAIN = 400_000
"""The number of hands up to which a rule is evaluated in Python, beyond it compiled."""


@dataclass(frozen=True)
class HandSpace:
    """All multisets of ``pieces`` pieces, with at most ``copies[i]`` of piece i."""

    fact: str
    pieces: int
    copies: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The one fact, as a tuple."""
        return (self.fact,)

    def __iter__(self) -> Iterator[Values]:
        hands, _ = all_hands(self.copies, self.pieces)
        return ((tuple(hand),) for hand in hands.tolist())


def wager_ways(
    wager: Wager, parts: Mapping[str, int], copies: Sequence[int], show: Show | None = None
) -> list[int]:
    """Return the ways of each outcome of a wager whose rule reads one or two hands.

    ``parts`` maps each fact to its hand size. The rule gets the pieces in ascending order, as at
    the table.
    """
    ((fact, n), *others) = parts.items()
    hands = 0 if others else int(compiled(number_of_hands)(np.array(copies, np.int64), n))
    if others or hands > PLAIN:
        try:
            return hand_ways(wager.rule, parts, copies, show)
        except BadRule as fault:
            raise BadRule(wager.name, *fault.args[1:]) from None
    return ways_of(hands_joint(fact, n, tuple(copies)), wager, show)


def hands_joint(fact: str, n: int, copies: tuple[int, ...]) -> FactDistribution:
    """Return the distribution of a hand of n pieces."""
    if math.comb(sum(copies), n) > MOST:
        raise Refused(f"{math.comb(sum(copies), n):,} deals are more than can be counted here")
    return FactDistribution(
        HandSpace(fact, n, tuple(min(c, n) for c in copies)), all_hands(copies, n)[1]
    )


@functools.lru_cache(maxsize=8)
def all_hands(copies: tuple[int, ...], n: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return every hand of n pieces, one per row, and the number of ways to deal it."""
    left = np.array(copies, np.int64)
    size = int(compiled(number_of_hands)(left, n))
    hands, ways = np.zeros((size, n), np.uint8), np.zeros(size, np.int64)
    compiled(list_all)(left, hands, ways)
    return hands, ways


def hand_ways(
    by: Any, parts: Mapping[str, int], copies: Sequence[int], show: Show | None = None
) -> list[int]:
    """Return the ways of each outcome of a rule that reads one or two hands, compiled.

    Hands are dealt one after the other from the same pieces, and given to the rule in ascending
    order of pieces.
    """
    left, total = sum(copies), 1
    for n in parts.values():
        total *= math.comb(left, n)
        left -= n
    if total > MOST:
        raise Refused(f"{total:,} deals are more than can be counted here")
    if not 1 <= len(parts) <= 2:
        raise Refused(f"deals of one or two hands are counted, not of {len(parts)}")
    ways = np.zeros(len(by.outcomes), np.int64)
    driver = _driver(by, tuple(parts), count_one if len(parts) == 1 else count_two)
    hands = [np.zeros(n, np.int64) for n in parts.values()]

    def refuse() -> None:
        outcome_of(by, [hand.tolist() for hand in hands], "", show)

    with raising(by, refuse):
        if not driver(np.array(copies, np.int64), *hands, ways):
            refuse()
    counted: list[int] = ways.tolist()
    return counted


def roll_ways(by: Any, fact: str, dice: int, sides: int = 6) -> list[int]:
    """Return the ways of each outcome of a rule that reads the dice of one roll."""
    if sides**dice > MOST:
        raise Refused(f"{sides}^{dice} rolls are more than can be counted here")
    ways, rolled = np.zeros(len(by.outcomes), np.int64), np.ones(dice, np.int64)

    def refuse() -> None:
        outcome_of(by, [rolled.tolist()])

    with raising(by, refuse):
        if not _driver(by, (fact,), count_rolls)(rolled, sides, ways):
            refuse()
    counted: list[int] = ways.tolist()
    return counted


def multisets(copies: Sequence[int], n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand of n pieces with the number of ways to deal it."""
    left = np.array(copies, np.int64)
    hand, runs, ways = scratch_for(n)
    more = first_hand(left, hand, runs, ways)
    while more:
        yield tuple(hand.tolist()), int(ways[n])
        more = next_hand(left, hand, runs, ways)


_drivers: dict[Any, Any] = {}


def _driver(by: Any, names: tuple[str, ...], made: Any) -> Any:
    """Return the compiled loop that ``made`` builds for a rule; compiled once per process."""
    if (by, names) not in _drivers:
        _drivers[by, names] = compiled(made(bind_rule(by, names)))
    return _drivers[by, names]


# Iteration over hands.


def scratch_for(n: int) -> tuple[Any, Any, Any]:
    """Allocate a hand, the run length at each place, and the ways of each prefix."""
    return np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)


def first_hand(left: Any, hand: Any, runs: Any, ways: Any) -> bool:
    """Set the lowest hand; return False if there are not enough pieces."""
    return fill_from(left, hand, runs, ways, 0, 0)


def next_hand(left: Any, hand: Any, runs: Any, ways: Any) -> bool:
    """Advance to the next hand in order; return False after the last one."""
    for place in range(len(hand) - 1, -1, -1):
        if fill_from(left, hand, runs, ways, place, hand[place] + 1):
            return True
    return False


def fill_from(left: Any, hand: Any, runs: Any, ways: Any, place: int, piece: int) -> bool:
    """Set the lowest hand with the same prefix and this piece or a higher one at ``place``.

    Returns False if there is none.
    """
    for i in range(place, len(hand)):
        run = 1
        if i > 0 and hand[i - 1] == piece:
            run = runs[i - 1] + 1
        while piece < len(left) and left[piece] < run:
            piece, run = piece + 1, 1
        if piece >= len(left):
            return False
        hand[i], runs[i] = piece, run
        ways[i + 1] = ways[i] * (left[piece] - run + 1) // run
    return True


def number_of_hands(left: Any, n: int) -> int:
    """Return the number of different hands of n pieces."""
    ways = np.ones(n + 1, np.int64)  # by number of pieces, of the kinds visited so far
    ways[1:] = 0
    for piece in range(len(left)):
        for size in range(n, 0, -1):
            for taken in range(1, min(size, left[piece]) + 1):
                ways[size] += ways[size - taken]
    return int(ways[n])


def list_all(left: Any, hands: Any, ways: Any) -> None:
    """Write every hand and its ways into rows, in order."""
    n = hands.shape[1]
    hand, runs, dealt = np.zeros(n, np.int64), np.zeros(n, np.int64), np.ones(n + 1, np.int64)
    more, i = first_hand(left, hand, runs, dealt), 0
    while more:
        hands[i], ways[i] = hand, dealt[n]
        i += 1
        more = next_hand(left, hand, runs, dealt)


# Each loop returns False at an invalid outcome, and leaves the hands as they were then.


def count_one(judge: Any) -> Any:
    """Return the loop over one hand; the last piece runs in an inner loop."""

    def count(left: Any, hand: Any, found: Any) -> bool:
        n = len(hand)
        runs, ways = np.zeros(n, np.int64), np.ones(n + 1, np.int64)
        most = n - 1
        more = first_hand(left, hand[:most], runs[:most], ways[:n])
        while more:
            last, met = (hand[most - 1], runs[most - 1]) if most else (0, 0)
            for piece in range(last, len(left)):
                run = met + 1 if piece == last else 1
                if left[piece] >= run:
                    hand[most] = piece
                    outcome = judge((hand,))
                    if outcome < 0 or outcome >= len(found):
                        return False
                    found[outcome] += ways[most] * (left[piece] - run + 1) // run
            more = most > 0 and next_hand(left, hand[:most], runs[:most], ways[:n])
        return True

    return count


def count_two(judge: Any) -> Any:
    """Return the loop over two hands, the second dealt from the rest."""

    def count(left: Any, hand: Any, other: Any, found: Any) -> bool:
        n, m = len(hand), len(other)
        runs, ways = np.zeros(n, np.int64), np.ones(n + 1, np.int64)
        others, rest = np.zeros(m, np.int64), np.ones(m + 1, np.int64)
        more = first_hand(left, hand, runs, ways)
        while more:
            for i in range(n):
                left[hand[i]] -= 1
            again = first_hand(left, other, others, rest)
            while again:
                outcome = judge((hand, other))
                if outcome < 0 or outcome >= len(found):
                    return False
                found[outcome] += ways[n] * rest[m]
                again = next_hand(left, other, others, rest)
            for i in range(n):
                left[hand[i]] += 1
            more = next_hand(left, hand, runs, ways)
        return True

    return count


def count_rolls(judge: Any) -> Any:
    """Return the loop over every ordered roll of some dice."""

    def count(dice: Any, sides: int, found: Any) -> bool:
        n = len(dice)
        for _ in range(sides**n):
            outcome = judge((dice,))
            if outcome < 0 or outcome >= len(found):
                return False
            found[outcome] += 1
            place = n - 1
            while place >= 0 and dice[place] == sides:
                dice[place] = 1
                place -= 1
            if place >= 0:
                dice[place] += 1
        return True

    return count
