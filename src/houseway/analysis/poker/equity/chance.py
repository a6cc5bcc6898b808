"""The chance of winning as a player sees it: quick, and good to a few per cent.

For bots and hints: own cards, the board, what lies up in front of others.  A few hundred deals at
random of everything unseen; the other players hold anything.  No compiler is needed.

    >>> import numpy as np
    >>> from houseway.analysis.poker.equity.chance import Seen, chance
    >>> from houseway.analysis.poker.equity.forms import form_of
    >>> from houseway.rulebook import find
    >>> aces = Seen(own=(48, 49), others=((),))
    >>> 0.75 < chance(form_of(find("holdem")({})), aces, np.random.default_rng(1)) < 0.95
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from houseway.analysis.poker.equity.drawing import redraw
from houseway.analysis.poker.equity.forms import Form
from houseway.analysis.poker.equity.lookup import Cards, Strengths
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.presentation.views import View

DEALS = 200
"""A standard error of three or four per cent."""

_NUMBER = {name: card for card, name in enumerate(CARDS_AND_JOKER.names)}


@dataclass(frozen=True)
class Seen:
    """What a player sees of a hand that he is in."""

    own: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    """What lies up in front of each other player who is in; nothing in most games."""
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    """What he has thrown away himself, or seen go."""
    drawn: bool = False
    """In a draw game, whether the draw is over."""


def seen_by(view: View, dead: Sequence[int] = (), drawn: bool = False) -> Seen:
    """What a view shows to its viewer; cards that are covered stay so."""
    own: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    others = []
    gone = list(dead)
    for pile in view.piles:
        cards = tuple([_NUMBER[name] for name in pile.pieces if name != "??"])
        if pile.zone == "hole":
            if pile.seat == view.viewer:
                own = cards
            elif pile.pieces:
                others.append(cards)
        elif pile.zone == "board":
            board = cards
        else:
            gone += cards
    return Seen(own, tuple(others), board, tuple(gone), drawn)


@dataclass(frozen=True)
class Prospect:
    """What a hand may expect: its mean part of the pot, and whether no deal beat it anywhere."""

    share: float
    unbeaten: bool


def chance(form: Form, seen: Seen, random: np.random.Generator, deals: int = DEALS) -> float:
    """The mean part of the pot that the own hand gets if everybody stays in."""
    return prospect(form, seen, random, deals).share


def prospect(form: Form, seen: Seen, random: np.random.Generator, deals: int = DEALS) -> Prospect:
    """The part of the pot that the own hand gets if everybody stays in.

    A card in the middle of stud is everybody's.  In a draw game whose draw is to come, own cards
    fewer than five are what is kept; of five, and of the hands of others, a plain player keeps what
    ``drawing`` says.  Before the discard of Crazy Pineapple everybody's best two count.
    """
    if not seen.others:
        return Prospect(1.0, True)
    cards = _Unseen(form, seen, random, deals)
    board = cards.beside(seen.board if form.board else (), form.board)
    common = () if form.board else seen.board
    size = max(form.own, len(seen.own))
    hands = [((*seen.own, *common), seen.drawn), *[((*up, *common), False) for up in seen.others]]
    if form.keep and size > form.own:  # a card too many, which the others have not
        parts = [cards.beside(seen.own, size), _holes(form, cards, hands[1:], form.own)]
    else:
        parts = [_holes(form, cards, hands, size)]
    judged = [_strengths(form, x, np.tile(board, x.shape[1] // deals)) for x in parts]
    made = [np.concatenate(part) for part in zip(*judged, strict=True)]
    return _share([part.reshape(len(hands), deals) for part in made])


class _Unseen:
    """Random cards for many deals at once, each deal from what its player has not seen."""

    def __init__(self, form: Form, seen: Seen, random: np.random.Generator, deals: int) -> None:
        known = {*seen.own, *seen.board, *seen.dead}
        known.update(card for up in seen.others for card in up)
        left = np.array([card for card in range(form.deck) if card not in known], np.uint8)
        self.deals = deals
        self._random = random
        self._deck = np.repeat(left, deals)
        self._each = np.arange(deals)
        self._used = 0

    def take(self, n: int) -> Cards:
        """The next n cards of every deal; when a deck runs out its first cards come again."""
        deals, deck, each = self.deals, self._deck, self._each
        size = len(deck) // deals
        found = np.empty((n, deals), np.uint8)
        chance = self._random.random((n, deals))
        for row in range(n):
            if self._used == size:
                self._used = 0
            first = self._used * deals
            at = (chance[row] * (size - self._used)).astype(np.intp)
            at *= deals
            at += each
            at += first
            found[row] = drawn = deck[at]
            top = deck[first : first + deals]
            deck[at] = top
            top[:] = drawn
            self._used += 1
        return found

    def beside(self, known: Sequence[int], n: int) -> Cards:
        """Known cards and, up to n, others that come."""
        fixed = np.repeat(np.array(known, np.uint8).reshape(-1, 1), self.deals, 1)
        return np.vstack((fixed, self.take(n - len(known)))) if n > len(known) else fixed


def _holes(
    form: Form, cards: _Unseen, hands: Sequence[tuple[Sequence[int], bool]], size: int
) -> Cards:
    """The cards of each hand in every deal, hand after hand; who has not drawn does so."""
    dealt, come, draws = [], [], []
    for known, drawn in hands:
        dealt.append(cards.beside(known, size))
        draws.append(form.keep is not None and not drawn and len(known) in (0, form.own))
        come.append(cards.take(size) if draws[-1] else dealt[-1])
    hole = np.hstack(dealt)
    if form.keep is None or not any(draws):
        return hole
    those = np.repeat(draws, cards.deals)
    hole[:, those] = redraw(form.keep, hole[:, those], np.hstack(come)[:, those])
    return hole


def _strengths(form: Form, hole: Cards, board: Cards) -> tuple[Strengths, ...]:
    """What the hands make; of more cards than play at the end, the best of them."""
    if len(hole) == form.own:
        return form.judge(hole, board)
    ways = [hole[list(which)] for which in combinations(range(len(hole)), form.own)]
    made = form.judge(np.hstack(ways), np.tile(board, len(ways)))
    return tuple(part.reshape(len(ways), -1).max(0) for part in made)


def _share(parts: Sequence[Strengths]) -> Prospect:
    """What the first hand gets; a row of strengths for each hand."""
    total = np.zeros(parts[0].shape[1])
    there = np.zeros(parts[0].shape[1])
    beaten = np.bool_(False)
    for part in parts:
        best = part.max(0)
        qualifies = best > 0
        beaten |= (qualifies & (part[0] < best)).any()
        total += qualifies * (part[0] == best) / (part == best).sum(0)
        there += qualifies
    return Prospect(float((total / there).mean()), not beaten)
