"""Ranges of hands: ``QQ+``, ``A5s-A2s``, ``KTo+``, ``15%``, ``AKs:0.5``, ``AAxx``.

A range is a comma-separated list of items. Each may have a weight after a colon; the default is 1.
A hand that several items name counts once, with the weight of the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity.disjoint import choices
from houseway.errors import Refused, short_repr
from houseway.pieces.cards import RANKS, read_card

_BEST_FIRST = """
AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s
K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o
J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o
98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o
94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s
63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""
BEST_FIRST = tuple(_BEST_FIRST.split())
"""Hands of two cards, ordered by their share against a random hand; `make long` recounts some."""

ITEM = re.compile(r"(jk|(?:10|[2-9tjqka])[cdhs])|(10|[2-9tjqka])|(x)", re.I)
_RANK_X = re.compile(r"(10|[2-9tjqka])x", re.I)
_TWO = re.compile(r"([2-9TJQKAX])([2-9TJQKA])([SO])?", re.I)
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,6})?)%")
_WEIGHT = re.compile(r"\d{1,3}(?:\.\d{1,3})?")
ANYTHING = ("random", "*")
MOST_ITEMS = 400


@dataclass(frozen=True)
class Pattern:
    """A pattern of cards: named cards, ranks of any suit, and a number of arbitrary cards."""

    cards: tuple[int, ...]
    ranks: tuple[int, ...]
    more: int

    @property
    def size(self) -> int:
        """Return the number of cards."""
        return len(self.cards) + len(self.ranks) + self.more


def read_pattern(text: str) -> Pattern | None:
    """Read cards without separators or with blanks (``AhKd``, ``AAxx``, ``As Ks x x``); None if it
    fails.
    """
    cards, ranks, more, end = [], [], 0, 0
    squeezed = re.sub(r"[\s|]", "", text)
    for found in ITEM.finditer(squeezed):
        if found.start() != end:
            return None
        end = found.end()
        card, rank, _ = found.groups()
        if card:
            cards.append(read_card(card))
        elif rank:
            ranks.append(RANKS.index(rank.replace("10", "T").upper()))
        else:
            more += 1
    return Pattern(tuple(cards), tuple(ranks), more) if end == len(squeezed) and end else None


@lru_cache(maxsize=8)
def every_hand(n: int, deck: int) -> NDArray[np.uint8]:
    """Return every hand of n cards, one hand a column."""
    return choices(deck, n)


def matching(pattern: Pattern, deck: int) -> NDArray[np.int64]:
    """Return the indices in ``every_hand`` of the hands that match a pattern."""
    hands = every_hand(pattern.size, deck)
    fits = np.ones(hands.shape[1], np.bool_)
    for card in pattern.cards:
        fits &= (hands == card).any(0)
    for rank in set(pattern.ranks):
        named = sum(card >> 2 == rank for card in pattern.cards)
        wanted = named + pattern.ranks.count(rank)
        fits &= (hands >> 2 == rank).sum(0) >= wanted
    return np.flatnonzero(fits)


def _split(name: str) -> tuple[int, int, str] | None:
    """Split a name such as ``KTo`` into two ranks, the higher first, and ``s``, ``o`` or
    nothing.
    """
    found = _TWO.fullmatch(name)
    if found is None:
        return None
    if found[1].upper() == "X":
        return None
    one, other = (RANKS.index(rank.upper()) for rank in found.groups()[:2])
    return max(one, other), min(one, other), (found[3] or "").lower()


def _named(high: int, low: int, how: str) -> str:
    """Return the name of a class of two-card hands, such as ``AKs``; pairs have no suffix."""
    return RANKS[high] + RANKS[low] + ("" if high == low else how)


def _up_from(name: str) -> Iterator[str]:
    """Yield the classes of ``QQ+``, that pair and all above, or of ``KTo+``, a ten or better."""
    parsed = _split(name)
    if parsed is None:
        raise Refused(f"{name}+ is not a range of hands; write QQ+ or KTo+")
    high, low, how = parsed
    if high == low:
        yield from (_named(rank, rank, "") for rank in range(low, 13))
    else:
        yield from (_named(high, other, how) for other in range(low, high))


def _between(first: str, last: str) -> Iterator[str]:
    """Yield the classes of ``A5s-A2s``, ``22-77``, or ``JTs-76s``, where both cards go down."""
    one, other = _split(first), _split(last)
    fits = one is not None and other is not None and one[2] == other[2]
    if not fits or one is None or other is None:
        raise Refused(f"{first}-{last} is not a range of hands; write A5s-A2s, 22-77 or JTs-76s")
    (high, low, how), (high2, low2, _) = one, other
    if (high == low) != (high2 == low2) or (high != high2 and high - low != high2 - low2):
        raise Refused(
            f"{first}-{last}: the two ends must share their higher card, be pairs, or be as far "
            f"apart as each other, like A5s-A2s, 22-77 or JTs-76s"
        )
    step = -1 if (high2, low2) < (high, low) else 1
    for at in range(abs(low2 - low) + 1):
        yield _named(high if high == high2 else high + step * at, low + step * at, how)


def _best(text: str) -> Iterator[str]:
    """Yield the best hands for ``15%``: as many whole hands as fit, at least one."""
    part = Fraction(text[:-1])
    if not 0 < part <= 100:
        raise Refused(f"{text} is not a share of all hands; write more than 0% and up to 100%")
    left = part * 1326 / 100
    for at, name in enumerate(BEST_FIRST):
        left -= 6 if name[0] == name[1] else 4 if name[2] == "s" else 12
        if left < 0 and at:
            return
        yield name


@lru_cache(maxsize=512)
def of_name(name: str) -> NDArray[np.int64]:
    """Return the indices in ``every_hand(2, 52)`` of the hands with a name such as ``KTo``."""
    parsed = _split(name)
    assert parsed is not None
    high, low, how = parsed
    hands = every_hand(2, 52)
    fits = (hands[0] >> 2 == low) & (hands[1] >> 2 == high)
    if how:
        fits &= ((hands[0] ^ hands[1]) & 3 == 0) == (how == "s")
    return np.flatnonzero(fits)


@dataclass(frozen=True)
class Range:
    """Hands of equal size, one a column, with integer weights."""

    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]


def read_range(text: str, n: int, deck: int, game: str) -> Range:
    """Read a range of hands of n cards."""
    only = read_pattern(text)
    if only and len({*only.cards}) == n == only.size:
        return Range(np.sort(np.array(only.cards, np.uint8))[:, None], np.ones(1, np.int64))
    items = [item.strip() for item in text.split(",") if item.strip()]
    if not items:
        raise Refused("a hand is missing: nothing stands there")
    if len(items) > MOST_ITEMS:
        raise Refused(f"a range has {MOST_ITEMS} items at the most, not {len(items)}")
    of_item = np.full(every_hand(n, deck).shape[1], -1, np.int16)
    heavy = []
    for number, item in enumerate(items):
        name, colon, weight = item.partition(":")
        heavy.append(_read_weight(item, weight) if colon else Fraction(1))
        of_item[_places(name.strip(), n, deck, game)] = number
    whole = lcm(*(weight.denominator for weight in heavy))
    weights = np.array([*(int(weight * whole) for weight in heavy), 0], np.int64)[of_item]
    places = np.flatnonzero(weights)
    if not len(places):
        raise Refused(f"{short_repr(text)}: every hand of this range has the weight 0")
    found = weights[places]
    return Range(every_hand(n, deck)[:, places], found // np.gcd.reduce(found))


def _read_weight(item: str, text: str) -> Fraction:
    """Read the weight of a hand in a range, such as ``0.5``."""
    if not _WEIGHT.fullmatch(text.strip()):
        raise Refused(
            f"{short_repr(item)}: a weight is a number such as 0.5, of three digits at "
            "the most before "
            f"and behind the point, not {short_repr(text)}"
        )
    return Fraction(text.strip())


def _places(name: str, n: int, deck: int, game: str) -> NDArray[np.int64]:
    """Return the places of the hands of one item."""
    if name.lower() in ANYTHING:
        return np.arange(every_hand(n, deck).shape[1])
    if n == 2 and deck == 52:
        names: Any = None
        if _SHARE.fullmatch(name):
            names = _best(name)
        elif name.endswith("+"):
            names = _up_from(name[:-1])
        elif "-" in name:
            names = _between(*name.split("-", 1))
        elif _split(name):
            names = (name,)
        if names is not None:
            return np.unique(np.concatenate([of_name(each) for each in names]))
    elif _SHARE.fullmatch(name):
        raise Refused(f"{name}: the best hands are known in order for hold'em only")
    pattern = read_pattern(name)
    if pattern is None:
        raise Refused(f"{short_repr(name)} is not a hand of {game}; {_how_to_write(n)}")
    if pattern.size != n:
        if meant := _without_suit_x(name, n):
            raise Refused(
                f"{short_repr(name)}: x is a whole card, not a suit; a rank alone has any suit, "
                f"so write {meant}"
            )
        raise Refused(
            f"{short_repr(name)} has {pattern.size} card{'s' * (pattern.size != 1)}; a "
            f"hand of {game} "
            f"has {n}"
        )
    if len({*pattern.cards}) < len(pattern.cards):
        raise Refused(f"{short_repr(name)} holds a card twice")
    return matching(pattern, deck)


def _without_suit_x(name: str, n: int) -> str:
    """Return the hand without x behind ranks, if it then has n cards; else ""."""
    meant = _RANK_X.sub(r"\1", name)
    pattern = read_pattern(meant)
    return meant if pattern is not None and pattern.size == n else ""


def _how_to_write(n: int) -> str:
    """Return examples of the notation of hands with ``n`` cards."""
    if n == 2:
        return "write AhKd, QQ+, A5s-A2s, KTo+, 22-77, 15%, AKs:0.5 or random"
    named = {3: "AhKdQc or AAx", 4: "AhAsKdQd or AAxx"}.get(n, "cards such as AhKd")
    return f"write {named}, x for any card, or random"
