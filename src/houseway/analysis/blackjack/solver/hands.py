"""Equivalence classes of finished hands, found by calling the rules of counting."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from houseway.errors import Refused
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import MUST_STAND, TWENTY_ONE, Count
from houseway.hands.blackjack import value

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


# Tables that are not supported.


def explain_unsupported_splits(game: Blackjack) -> str:
    """Return why the solver cannot treat a table: a split can make a natural. Empty if it can."""
    if not game.natural_after_split:
        return ""
    return (
        "an ace and a ten after a split are posted as a natural; what several hands of a round are "
        "paid in parts of a unit is not followed"
    )


def explain_unsupported(game: Blackjack) -> str:
    """Return why the solver cannot treat a table whose hands do not count 21; empty if it can.

    Those are tables with two hands, three cards, or poker besides.
    """
    if game.count == TWENTY_ONE:
        return ""
    return (
        f"its hands count {game.count}; its own rules, which settle them, are "
        f"written for hands that count {TWENTY_ONE}"
    )


# Dependence on suits.

FEW = 3
"""Up to this size of a hand, the ranks of ten-valued cards are tried; no count looks at more."""


@functools.cache
def looks_at_suits(count: Count) -> bool:
    """Return True if any hands settle by suits, or by ranks of one value."""
    mine, theirs = keys_met(count)
    return any(
        suits_decide(count, _cards(hand), _cards(dealer), pushes)
        for hand in mine.values()
        for dealer in theirs.values()
        for pushes in range(3)
    )


def _cards(hand: Hand) -> list[int]:
    """Return one card for each value of a hand; suits do not matter."""
    return [RANK[v] << 2 for v in hand]


def suits_decide(count: Count, hand: Sequence[int], dealer: Sequence[int], dealer_22: int) -> bool:
    """Return True if the outcome of two hands depends on suits, or on the ranks of tens."""
    try:
        said = {
            int(count.outcome(mine, theirs, False, dealer_22))
            for mine, theirs in product(_blind(hand), _blind(dealer))
        }
    except SuitAsked:
        return True
    return len(said) > 1


def _blind(cards: Sequence[int]) -> Iterator[list[RankOnly]]:
    """Yield the cards without their suits, with every rank of ten-valued cards."""
    ranks = [RANKS_OF_VALUE[value(card) - 1] for card in cards]
    for i in range(max(map(len, ranks)) if len(cards) <= FEW else 1):
        yield [RankOnly(each[i % len(each)]) for each in ranks]


class SuitAsked(BaseException):
    """Raised by a card whose suit is read; it is a signal, not an error of the rule."""


class RankOnly:
    """A card that reveals its rank (``card >> 2``) and raises SuitAsked for anything else."""

    __slots__ = ("rank",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __rshift__(self, bits: int) -> int:
        if bits < 2:
            raise SuitAsked
        return self.rank >> (bits - 2)

    def _refuse(self, *_: Any) -> Any:
        """Report that a rule reads a suit, which this card does not have."""
        raise SuitAsked

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __mod__ = __rmod__ = __floordiv__ = __divmod__ = __truediv__ = __lshift__ = _refuse
    __index__ = __int__ = __float__ = __bool__ = __neg__ = __invert__ = __abs__ = _refuse
    __str__ = __repr__ = __format__ = _refuse


# Equivalence classes of finished hands.
#
# No number is written here. Hands with one *key* (total, natural, over, mark) settle alike. A
# player's keys that settle alike against every dealer key are one class; a dealer's keys that do so
# are one state. The count's own ``outcome`` is called with a hand of each.
#
# A rule that reads suits (a dealer's 7-8-9 of one suit) is called with all of them. Play ignores
# suits, and suits of different ranks are independent of each other and of all values. The exact
# probability is therefore the share of suits that make the difference.

ACE, TEN = 0, 9
VALUES = 10
"""Card values: 0 for an ace, 1 to 8 for two to nine, 9 for a ten-valued card."""
RANKS_OF_VALUE = ((12,), *((rank,) for rank in range(8)), (8, 9, 10, 11))
RANK = tuple(ranks[0] for ranks in RANKS_OF_VALUE)
"""One rank of each value, for calls of the rules."""
SUITS = 4
SUITED = SUITS**3
"""The factor on orders of a dealer's hands, which allows for the suits of three cards."""
SHORT = 4
"""Hands with at least this number of cards are distinguished by total, softness and mark alone."""
DEALERS_22 = (rules.BEATS_NOBODY, rules.PUSHES_HANDS)

Array = npt.NDArray[Any]
Hand: TypeAlias = tuple[int, ...]
"""Values of cards, sorted."""
Key: TypeAlias = tuple[int, bool, bool, int]
Sort: TypeAlias = tuple[int, bool, Hand]
Share: TypeAlias = tuple[int, tuple[int, ...]]
"""A number of the ``SUITED`` suits, and a hand of cards."""
Column: TypeAlias = tuple[tuple[int, ...], ...]
"""The outcome of a dealer's hand against every key of the player's, for each of ``DEALERS_22``."""


def cards_of(hand: Iterable[int]) -> list[int]:
    """Return a card of each value; the suit is arbitrary."""
    return [RANK[value] << 2 for value in hand]


@dataclass(frozen=True)
class Facts:
    """Properties of a hand by itself, under one count."""

    key: Key
    """The key that decides how it settles."""
    soft: bool
    chart: int
    """MUST_HIT, MAY_DRAW or MUST_STAND, for a hand that is not a dealt natural."""
    draws: tuple[bool, bool]
    """True if the dealer draws to it: where soft 17 stands, and where it hits."""


Asking: TypeAlias = Callable[[Hand], Facts]


def sort_of(hand: Sequence[int]) -> Sort:
    """Return the features by which a count may distinguish hands.

    These are the values of a few cards; for more cards only their sum, and whether an ace is among
    them.
    """
    return sum(hand) + len(hand), ACE in hand, tuple(hand) if len(hand) < SHORT else ()


def asking(count: Count) -> Asking:
    """Return a function from a hand to its properties, cached by ``sort_of``."""
    known = _known(count)

    def ask(hand: Hand) -> Facts:
        sort = sort_of(hand)
        if sort not in known:
            known[sort] = _facts(count, cards_of(hand))
        return known[sort]

    return ask


@functools.cache
def _known(count: Count) -> dict[Sort, Facts]:
    """Return the cache of facts by sort of hand, one for each way of counting."""
    return {}


def _facts(count: Count, cards: list[int]) -> Facts:
    """Return what the rules say about a hand: totals, chart row and the dealer's draws."""
    mark = 0 if count.mark is None else int(count.mark(cards))
    key = int(count.total(cards)), bool(count.natural(cards)), bool(count.over(cards)), mark
    draws = bool(count.dealer_draws(cards, False)), bool(count.dealer_draws(cards, True))
    return Facts(key, bool(count.soft(cards)), int(count.chart(cards)), draws)


@dataclass(frozen=True)
class Settling:
    """Classes of a player's hands, states of a dealer's, and the outcome of each pair."""

    count: Count
    classes: dict[Key, int]
    """Key of a hand -> its class; the last class loses whatever the dealer has."""
    totals: tuple[int, ...]
    """The total of each class; 0 for the last."""
    states: dict[Key, tuple[int, int]]
    """Key of a dealer's hand -> its state, and the number of ``SUITED`` suits for that state.

    With other suits the hand is in the last state, the remainder.
    """
    natural: int
    """The state of a natural."""
    of_22: int
    """The state of a total of 22, or -1."""
    in_turn: tuple[int, ...]
    """The states except a natural, in the order in which their chances are summed."""
    dealers: tuple[tuple[int, ...], ...]
    """A hand of each state, as cards."""
    outcomes: Array
    """[one of ``DEALERS_22``, class, state]: the outcome of a hand that is no natural."""

    @property
    def lost(self) -> int:
        """The class of hands that lose whatever the dealer has."""
        return len(self.totals) - 1


@functools.cache
def settling(count: Count) -> Settling:
    """Return the classes and states of a count."""
    mine, theirs = keys_met(count)
    keys = sorted(mine, key=lambda key: (key[1], key))
    players = [mine[key] for key in keys]
    columns = {key: _columns(count, hand, players) for key, hand in theirs.items()}
    states, kept, dealers = _states(columns)
    table = np.array(kept, np.int8).transpose(1, 2, 0)
    classes, totals, outcomes = _classes(keys, table)
    overs = sorted({state for key, (state, _) in states.items() if key[2]}, reverse=True)
    unders = sorted({state for key, (state, _) in states.items() if not key[1] and not key[2]})
    natural = next(state for key, (state, _) in states.items() if key[1])
    return Settling(
        count, classes, totals, states, natural, states.get((22, False, True, 0), (-1, 0))[0],
        (*overs, *unders), dealers, outcomes,
    )  # fmt: skip


@functools.cache
def keys_met(count: Count) -> tuple[dict[Key, Hand], dict[Key, Hand]]:
    """Return every key of a player's hand and of a dealer's final hand, each with an example."""
    mine, theirs = dict[Key, Hand](), dict[Key, Hand]()
    for hand, facts in _met(count, lambda facts: facts.chart != MUST_STAND):
        mine.setdefault(facts.key, hand)
    for hand, facts in _met(count, lambda facts: any(facts.draws)):
        if not all(facts.draws):
            theirs[facts.key] = hand  # the longest, of which rules for a few cards ask least
    return mine, theirs


def _met(count: Count, draws: Callable[[Facts], bool]) -> Iterator[tuple[Hand, Facts]]:
    """Yield hands of every key that is reached by drawing as ``draws`` allows."""
    ask, met = asking(count), set[Sort]()
    frontier: list[Hand] = [(a, b) for a in range(VALUES) for b in range(a, VALUES)]
    while frontier:
        longer: list[Hand] = []
        for hand in frontier:
            facts, sort = ask(hand), sort_of(hand)
            yield hand, facts
            if sort not in met and draws(facts):
                met.add(sort)
                longer += [tuple(sorted((*hand, value))) for value in range(VALUES)]
        frontier = list(dict.fromkeys(longer))


def _columns(count: Count, hand: Hand, players: Sequence[Hand]) -> dict[Column, Share]:
    """Return a dealer hand's outcomes against all players, with the number of suits for each."""
    ranks = [RANKS_OF_VALUE[value] for value in hand]
    try:
        found = {
            _column(count, [RankOnly(rank) for rank in each], players): (
                SUITED,
                tuple(rank << 2 for rank in each),
            )
            for each in _mixed(ranks)
        }
        if len(found) == 1:
            return found
    except SuitAsked:
        pass
    return _by_suits(count, ranks, players)


def _mixed(ranks: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of these values, with tens, jacks, queens and kings in turn."""
    for i in range(max(map(len, ranks))):
        yield tuple(each[i % len(each)] for each in ranks)


def _by_suits(
    count: Count, ranks: Sequence[tuple[int, ...]], players: Sequence[Hand]
) -> dict[Column, Share]:
    """Return the same for a hand whose suits are read; Refused for more than three cards."""
    cards = [[rank << 2 | suit for rank in each for suit in range(SUITS)] for each in ranks]
    ways = math.prod(map(len, cards))
    found: dict[Column, Share] = {}
    if len(set(ranks)) == len(ranks) and ways <= SUITED:
        for dealer in product(*cards):
            column = _column(count, dealer, players)
            known = found.get(column, (0, dealer))
            found[column] = known[0] + SUITED // ways, known[1]
        return found
    raise Refused(
        f"hands that count {count}: suits decide about more of the dealer's cards than are "
        "counted here, which is three of different values"
    )


def _column(count: Count, dealer: Sequence[Any], players: Sequence[Hand]) -> Column:
    """Return the outcome of each player's hand against one dealer's, for each rule on 22."""
    blind = [[RankOnly(RANK[value]) for value in hand] for hand in players]
    return tuple(
        tuple(int(count.outcome(hand, dealer, True, pushes)) for hand in blind)
        for pushes in DEALERS_22
    )


def _states(
    columns: dict[Key, dict[Column, Share]],
) -> tuple[dict[Key, tuple[int, int]], list[Column], tuple[tuple[int, ...], ...]]:
    """Return the state of each key, and the outcomes and an example of each state.

    The highest key is in the last state.
    """
    order = sorted(columns, key=lambda key: (key[2], key[1], key))
    (rest, (_, highest)), *_ = columns[order[-1]].items()
    found: dict[Key, tuple[int, int]] = {}
    kept: dict[tuple[bool, Column], tuple[int, ...]] = {}
    last: list[Key] = []
    for key in order:
        special = [each for each in columns[key].items() if each[0] != rest]
        if not special and not key[1]:
            last.append(key)
            continue
        (column, (n, dealer)), *others = special or list(columns[key].items())
        if others:
            raise Refused("suits of a dealer's hand decide in more than two ways")
        kept.setdefault((key[1], column), dealer)
        found[key] = list(kept).index((key[1], column)), n
    found |= {key: (len(kept), SUITED) for key in last}
    does = [*(column for _, column in kept), rest]
    return found, does, (*kept.values(), highest)


def _classes(keys: Sequence[Key], table: Array) -> tuple[dict[Key, int], tuple[int, ...], Array]:
    """Return the class of each key, the total of each class, and its outcomes by state."""
    rows: dict[tuple[bytes, bool], int] = {}
    found: dict[Key, int] = {}
    kept, totals = [], []
    for i, key in enumerate(keys):
        row = table[:, i]
        if (row == rules.LOSE).all():
            continue
        alike = row.tobytes(), key[2]
        if alike not in rows:
            rows[alike] = len(rows)
            kept.append(row)
            totals.append(key[0])
        found[key] = rows[alike]
    lost = np.full_like(table[:, 0], rules.LOSE)
    found |= {key: len(kept) for key in keys if key not in found}
    return found, (*totals, 0), np.stack([*kept, lost], axis=1)
