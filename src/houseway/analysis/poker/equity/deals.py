"""Deals enumerated card by card if they are few, or sampled at random.

This works for every game and any number of hands. Random deals come in blocks from one seed, so the
same question with the same seed has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.poker.equity.disjoint import choices
from houseway.analysis.poker.equity.draw_strategy import redraw
from houseway.analysis.poker.equity.joint import (
    MOST,
    bits,
    explain_conflict,
    together,
    ways_at_most,
)
from houseway.analysis.poker.equity.lookup import Cards
from houseway.analysis.poker.equity.notation import NOTHING, Spot
from houseway.analysis.poker.equity.outcomes import Ways, add, outcomes_of
from houseway.errors import Refused

BLOCK = 1 << 16
"""The number of deals evaluated at once."""
TRIES = 20
"""The number of blocks without a fitting deal after which the ranges are refused."""


@dataclass(frozen=True)
class CardsToCome:
    """The numbers of cards that are still to come: to each hand, and to the board."""

    hands: tuple[int, ...]
    board: int

    @property
    def all(self) -> int:
        """Return the number of cards to come in all."""
        return sum(self.hands) + self.board


def wanted(spot: Spot) -> CardsToCome:
    """Return the numbers of cards that are still to come."""
    form = spot.form
    hands = [
        2 * form.own if hand.draws_as_dealt else max(form.own - hand.known, 0)
        for hand in spot.hands
    ]
    return CardsToCome(tuple(hands), form.board - len(spot.board))


def judge(spot: Spot, known: Sequence[Cards], come: Cards) -> Any:
    """Return the outcome of each deal, from the known cards of each hand and those that come."""
    n = come.shape[1]
    begin = 0
    more = wanted(spot)
    hole = []
    for hand, cards, count in zip(spot.hands, known, more.hands, strict=True):
        mine = np.vstack((cards, come[begin : begin + count]))
        if hand.draws_as_dealt and spot.form.keep:
            mine = redraw(spot.form.keep, mine[: spot.form.own], mine[spot.form.own :])
        hole.append(mine)
        begin += count
    board = np.repeat(np.array(spot.board, np.uint8)[:, None], n, 1)
    board = np.vstack((board, come[begin:]))
    made = [spot.form.judge(cards, board) for cards in hole]
    return outcomes_of(list(zip(*made, strict=True)))


def deals_in_all(spot: Spot) -> int:
    """Return the number of deals; it is too high where more than ``MOST`` ways are possible."""
    more = wanted(spot)
    left = spot.form.deck - len({*spot.gone}) - sum(hand.known for hand in spot.hands)
    ranges = [hand.range for hand in spot.hands]
    n = ways_at_most(ranges)
    n = len(together(ranges)[1]) if 1 < n <= MOST else n
    for count in (*more.hands, more.board):
        n *= comb(left, count) if left >= count else 0
        left -= count
    return n


def count_all(spot: Spot) -> Ways:
    """Count the outcomes of every deal: every way to hold the hands, every split of the rest."""
    places, weights = together([hand.range for hand in spot.hands])
    held = [hand.range.cards[:, at] for hand, at in zip(spot.hands, places, strict=True)]
    gone = np.repeat(np.array(spot.gone, np.uint8)[:, None], len(weights), 1)
    left = _rest(spot.form.deck, np.vstack((gone, *held)))
    more = wanted(spot)
    come = every_split(len(left), (*more.hands, more.board))
    splits = come.shape[1]
    step = max(BLOCK // splits, 1)
    ways: Ways = Ways()
    for first in range(0, len(weights), step):
        part = slice(first, first + step)
        for begin in range(0, splits, BLOCK):
            picks = come[:, begin : begin + BLOCK]
            n = picks.shape[1]
            known = [np.tile(cards[:, part], n) for cards in held]
            dealt = left[:, part][picks].reshape(len(picks), known[0].shape[1])
            add(ways, judge(spot, known, dealt), np.tile(weights[part], n))
    return ways


def every_split(n: int, counts: Sequence[int]) -> NDArray[np.uint8]:
    """Return every way to give ``counts`` of n cards to each in turn, a column each."""
    given = np.zeros((0, 1), np.uint8)
    for count in counts:
        left = n - len(given)
        picks = choices(left, count)
        columns = np.repeat(np.arange(given.shape[1]), picks.shape[1])
        places = np.tile(picks, given.shape[1])
        rest = _rest(n, given)[:, columns]
        given = np.vstack((given[:, columns], np.take_along_axis(rest, places, 0)))
    return given


def _rest(n: int, given: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the cards that are not given yet, lowest first, for each column."""
    free = np.ones((n, given.shape[1]), np.bool_)
    for row in given:
        free[row, np.arange(given.shape[1])] = False
    rows = np.nonzero(free.T)[1].astype(np.uint8)
    return rows.reshape(given.shape[1], n - len(given)).T


def sample(spot: Spot, deals: int, seed: int) -> Ways:
    """Count the outcomes of ``deals`` deals at random."""
    unknown = [replace(hand, range=NOTHING) if hand.is_random else hand for hand in spot.hands]
    spot = replace(spot, hands=tuple(unknown))
    random = np.random.default_rng(seed)
    ways: Ways = Ways()
    for known, come in random_deals(spot, deals, random):
        add(ways, judge(spot, known, come))
    return ways


def random_deals(
    spot: Spot, deals: int, random: np.random.Generator
) -> Iterator[tuple[list[Cards], Cards]]:
    """Yield blocks of deals: the known cards of each hand, and all cards that come."""
    done = tries = 0
    free = np.array(spot.left, np.uint8)
    while done < deals:
        n = min(BLOCK, deals - done) if done or not tries else BLOCK
        known, held = _random_hands(spot, n, random)
        tries += 1
        if not len(held):
            if tries == 1:
                require_no_conflict(spot)
            if tries > TRIES and not done:
                raise Refused("these ranges hardly ever go together; name fewer hands")
            continue
        known, held = [cards[:, : deals - done] for cards in known], held[: deals - done]
        yield known, _random_cards(free, held, wanted(spot).all, random)
        done += len(held)


def require_no_conflict(spot: Spot) -> None:
    """Refuse hands that no deal can give together, where the reason is found at once."""
    if why := explain_conflict([hand.range for hand in spot.hands], spot.left):
        raise Refused(f"these hands cannot be held together: {why}")


def _random_hands(
    spot: Spot, n: int, random: np.random.Generator
) -> tuple[list[Cards], NDArray[np.uint64]]:
    """Draw a hand from each range; deals that need one card twice are left out."""
    held = np.zeros(n, np.uint64)
    fits = np.ones(n, np.bool_)
    chosen: list[Cards] = []
    for hand in spot.hands:
        cards, weights = hand.range.cards, hand.range.weights
        if cards.shape[1] == 1:
            at = np.zeros(n, np.int64)
        else:
            bounds = np.cumsum(weights)
            at = np.searchsorted(bounds, random.integers(0, int(bounds[-1]), n), side="right")
        chosen.append(cards[:, at])
        if cards.shape[1] > 1:  # fixed cards are in no other range, nor among the cards left
            mask = bits(cards)[at]
            fits &= (held & mask) == 0
            held |= mask
    return [cards[:, fits] for cards in chosen], held[fits]


def _random_cards(
    free: NDArray[np.uint8], held: NDArray[np.uint64], count: int, random: np.random.Generator
) -> Cards:
    """Draw ``count`` distinct cards for each deal from the cards left, none of them held."""
    n = len(held)
    deck = np.repeat(free[:, None], n, 1)
    size = np.full(n, len(free))
    each = np.arange(n)
    for card in range(len(free)):  # what is held goes to the end of its deck
        taken = np.flatnonzero(held >> np.uint64(free[card]) & np.uint64(1))
        if len(taken):
            at = (deck[:, taken] == free[card]).argmax(0)
            size[taken] -= 1
            last = deck[size[taken], taken]
            deck[size[taken], taken] = free[card]
            deck[at, taken] = last
    come = np.empty((count, n), np.uint8)
    for row in range(count):
        at = row + (random.random(n) * (size - row)).astype(np.int64)
        come[row] = deck[at, each]
        deck[at, each] = deck[row, each]
    return come
