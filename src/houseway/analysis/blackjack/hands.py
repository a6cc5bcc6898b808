"""Equivalence classes of finished hands, and what they depend on."""

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
from houseway.families.blackjack.counting import MUST_STAND, TWENTY_ONE, Count
from houseway.hands.blackjack import value

if TYPE_CHECKING:
    from houseway.families.blackjack.game import Blackjack


# -- counts -----------------------------------------------------------------------------------
# Which tables the lab does not treat, and why.


def treats_splits(game: Blackjack) -> str:
    """Why a table of blackjack cannot be treated: a split can make a natural there."""
    if not game.natural_after_split:
        return ""
    return (
        "an ace and a ten after a split are posted as a natural; what several hands of a round are "
        "paid in parts of a unit is not followed"
    )


def treats(game: Blackjack) -> str:
    """Why a table of two hands, of three cards or with poker besides cannot be treated.

    Its hands count otherwise; nothing for 21.
    """
    if game.count == TWENTY_ONE:
        return ""
    return (
        f"its hands count {game.count}; its own rules, by which the lab settles them too, are "
        f"written for hands that count {TWENTY_ONE}"
    )


# -- suits asked ------------------------------------------------------------------------------
# Whether a count looks at more of two hands than the values of their cards.

FEW = 3
"""Of so many cards at most the ranks of ten-valued ones are tried; no count looks at more."""


@functools.cache
def looks_at_suits(count: Count) -> bool:
    """Whether there are any hands that settle by suits, or by ranks of one value."""
    mine, theirs = keys_met(count)
    return any(
        suits_decide(count, _cards(hand), _cards(dealer), pushes)
        for hand in mine.values()
        for dealer in theirs.values()
        for pushes in range(3)
    )


def _cards(hand: Hand) -> list[int]:
    return [RANK[v] << 2 for v in hand]


def suits_decide(count: Count, hand: Sequence[int], dealer: Sequence[int], dealer_22: int) -> bool:
    """Whether what comes of two hands hangs on their suits, or on which ten is which."""
    try:
        said = {
            int(count.outcome(mine, theirs, False, dealer_22))
            for mine, theirs in product(_blind(hand), _blind(dealer))
        }
    except SuitAsked:
        return True
    return len(said) > 1


def _blind(cards: Sequence[int]) -> Iterator[list[RankOnly]]:
    """The cards without their suits, ten-valued ones of every rank."""
    ranks = [RANKS_OF_VALUE[value(card) - 1] for card in cards]
    for i in range(max(map(len, ranks)) if len(cards) <= FEW else 1):
        yield [RankOnly(each[i % len(each)]) for each in ranks]


# -- blind ------------------------------------------------------------------------------------
# Cards that do not tell their suit: what a rule says of them holds for all suits.


class SuitAsked(BaseException):
    """A rule looked at more of a card than its rank: a question, and no error of the rule."""


class RankOnly:
    """A card that tells its rank (``card >> 2``) and nothing else."""

    __slots__ = ("rank",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __rshift__(self, bits: int) -> int:
        if bits < 2:
            raise SuitAsked
        return self.rank >> (bits - 2)

    def _asked(self, *_: Any) -> Any:
        raise SuitAsked

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _asked
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _asked
    __mod__ = __rmod__ = __floordiv__ = __divmod__ = __truediv__ = __lshift__ = _asked
    __index__ = __int__ = __float__ = __bool__ = __neg__ = __invert__ = __abs__ = _asked
    __str__ = __repr__ = __format__ = _asked


# -- settling ---------------------------------------------------------------------------------
# What a count makes of finished hands: which of them settle alike, and how.
#
# The lab knows no number either. Hands of one *key* (total, natural, over, mark) settle alike; a
# player's keys that do so against every dealer's are one class, a dealer's one state. The count's
# own ``outcome`` is asked about a hand of each.
#
# A rule that looks at suits (a dealer's 7-8-9 of one suit) is asked about all of them. Nobody
# plays by suits here, and suits of different ranks are independent of each other and of all
# values; so the share of the suits that make the difference is the chance that they are there,
# exactly.

ACE, TEN = 0, 9
VALUES = 10
"""Card values: 0 for an ace, 1 to 8 for two to nine, 9 for a ten-valued card."""
RANKS_OF_VALUE = ((12,), *((rank,) for rank in range(8)), (8, 9, 10, 11))
RANK = tuple(ranks[0] for ranks in RANKS_OF_VALUE)
"""A rank of each value, to put the question to the rules."""
SUITS = 4
SUITED = SUITS**3
"""Orders of a dealer's hands are counted so many times, for the suits of three cards."""
SHORT = 4
"""Hands of so many cards or more are told apart by total, softness and mark alone."""
DEALERS_22 = (rules.BEATS_NOBODY, rules.PUSHES_HANDS)

Array = npt.NDArray[Any]
Hand: TypeAlias = tuple[int, ...]
"""Values of cards, sorted."""
Key: TypeAlias = tuple[int, bool, bool, int]
Sort: TypeAlias = tuple[int, bool, Hand]
Share: TypeAlias = tuple[int, tuple[int, ...]]
"""How many of ``SUITED`` suits, and a hand of cards."""
Column: TypeAlias = tuple[tuple[int, ...], ...]
"""What a dealer's hand does to every key of the player's: under each of ``DEALERS_22``."""


def cards_of(hand: Iterable[int]) -> list[int]:
    """A card for each value; of which suit, nobody may ask."""
    return [RANK[value] << 2 for value in hand]


@dataclass(frozen=True)
class Facts:
    """What a count says of a hand by itself."""

    key: Key
    """What decides how it settles."""
    soft: bool
    chart: int
    """Of a player who was not dealt it as a natural."""
    draws: tuple[bool, bool]
    """Whether a dealer draws to it who stands on soft 17, and one who hits it."""


Asking: TypeAlias = Callable[[Hand], Facts]


def sort_of(hand: Sequence[int]) -> Sort:
    """What a count may tell hands apart by: the values of a few cards, of more only their sum."""
    return sum(hand) + len(hand), ACE in hand, tuple(hand) if len(hand) < SHORT else ()


def asking(count: Count) -> Asking:
    """What a count says of hands, each sort of them asked about once."""
    known = _known(count)

    def ask(hand: Hand) -> Facts:
        sort = sort_of(hand)
        if sort not in known:
            known[sort] = _facts(count, cards_of(hand))
        return known[sort]

    return ask


@functools.cache
def _known(count: Count) -> dict[Sort, Facts]:
    return {}


def _facts(count: Count, cards: list[int]) -> Facts:
    mark = 0 if count.mark is None else int(count.mark(cards))
    key = int(count.total(cards)), bool(count.natural(cards)), bool(count.over(cards)), mark
    draws = bool(count.dealer_draws(cards, False)), bool(count.dealer_draws(cards, True))
    return Facts(key, bool(count.soft(cards)), int(count.chart(cards)), draws)


@dataclass(frozen=True)
class Settling:
    """Classes of a player's hands, states of a dealer's, and what comes of each two."""

    count: Count
    classes: dict[Key, int]
    """Key of a hand -> its class; the last one loses whatever the dealer has."""
    totals: tuple[int, ...]
    """The total of each class; that of the last is none."""
    states: dict[Key, tuple[int, int]]
    """Key of a dealer's hand -> its state, and with how many of ``SUITED`` suits it is that.

    With others it is in the last state, which is whatever is in no other.
    """
    natural: int
    """The state of a natural."""
    of_22: int
    """The state of a total of 22, or -1."""
    in_turn: tuple[int, ...]
    """The states but a natural's, in the order in which their chances are added up."""
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
    """The classes and states of a count."""
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
    """Every key of a player's hand and of a dealer's finished one, with a hand of it."""
    mine, theirs = dict[Key, Hand](), dict[Key, Hand]()
    for hand, facts in _met(count, lambda facts: facts.chart != MUST_STAND):
        mine.setdefault(facts.key, hand)
    for hand, facts in _met(count, lambda facts: any(facts.draws)):
        if not all(facts.draws):
            theirs[facts.key] = hand  # the longest, of which rules for a few cards ask least
    return mine, theirs


def _met(count: Count, draws: Callable[[Facts], bool]) -> Iterator[tuple[Hand, Facts]]:
    """Hands of every key that is met by drawing so."""
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


# -- what a dealer's hand does ---------------------------------------------------------------------


def _columns(count: Count, hand: Hand, players: Sequence[Hand]) -> dict[Column, Share]:
    """What a dealer's hand does to every player's, and with how many of ``SUITED`` suits."""
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
    """The ranks of values, every ten-valued card of one rank and then of another."""
    for i in range(max(map(len, ranks))):
        yield tuple(each[i % len(each)] for each in ranks)


def _by_suits(
    count: Count, ranks: Sequence[tuple[int, ...]], players: Sequence[Hand]
) -> dict[Column, Share]:
    """The same of a hand whose suits are asked for."""
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
        f"hands that count {count}: suits decide about more of the dealer's cards than the lab "
        "weighs, which is three of different values"
    )


def _column(count: Count, dealer: Sequence[Any], players: Sequence[Hand]) -> Column:
    blind = [[RankOnly(RANK[value]) for value in hand] for hand in players]
    return tuple(
        tuple(int(count.outcome(hand, dealer, True, pushes)) for hand in blind)
        for pushes in DEALERS_22
    )


def _states(
    columns: dict[Key, dict[Column, Share]],
) -> tuple[dict[Key, tuple[int, int]], list[Column], tuple[tuple[int, ...], ...]]:
    """The state of each key, what each state does, and a hand of it; the highest is in the last."""
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
    """The class of each key, the total of each class, and what each comes to by state."""
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
