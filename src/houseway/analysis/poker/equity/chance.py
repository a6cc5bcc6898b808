"""A quick estimate of the chance of winning as a player sees it, good to a few per cent.

Bots and hints use it. It deals all unseen cards at random a few hundred times, given the own cards,
the board and the up cards of others. Other players may hold anything. No compiler is needed.

    >>> import numpy as np
    >>> from houseway.analysis.poker.equity.chance import VisibleCards, chance
    >>> from houseway.analysis.poker.equity.forms import form_of
    >>> from houseway.rulebook import find
    >>> aces = VisibleCards(own=(48, 49), others=((),))
    >>> 0.75 < chance(form_of(find("holdem")({})), aces, np.random.default_rng(1)) < 0.95
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from houseway.analysis.poker.equity.draw_strategy import redraw
from houseway.analysis.poker.equity.forms import Form
from houseway.analysis.poker.equity.lookup import Cards, Strengths
from houseway.game.face.views import View
from houseway.pieces.cards import CARDS_AND_JOKER

DEALS = 200
"""The number of random deals; the standard error is then three or four per cent."""

_NUMBER = {name: card for card, name in enumerate(CARDS_AND_JOKER.names)}


@dataclass(frozen=True)
class VisibleCards:
    """The cards that a player of a hand can see."""

    own: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]
    """The up cards of each other player in the hand; empty in most games."""
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    """The player's own discards and other cards seen leaving the game."""
    drawn: bool = False
    """True after the draw of a draw game."""


def seen_by(view: View, dead: Sequence[int] = (), drawn: bool = False) -> VisibleCards:
    """Return the cards that a view shows to its viewer."""
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
    return VisibleCards(own, tuple(others), board, tuple(gone), drawn)


@dataclass(frozen=True)
class Prospect:
    """The mean share of the pot that a hand gets, and True if no deal beat it in any part."""

    share: float
    unbeaten: bool


def chance(
    form: Form, seen: VisibleCards, random: np.random.Generator, deals: int = DEALS
) -> float:
    """Return the mean share of the pot that the own hand gets if all players stay in."""
    return prospect(form, seen, random, deals).share


def prospect(
    form: Form, seen: VisibleCards, random: np.random.Generator, deals: int = DEALS
) -> Prospect:
    """Return the share of the pot that the own hand gets if all players stay in.

    A community card of stud belongs to all players. Before the draw of a draw game, fewer than five
    own cards are the kept ones; from five, and from the hands of others, ``draw_strategy``
    discards. Before the discard of Crazy Pineapple the best two cards count.
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
    """Random cards for many deals at once, each deal from the cards that its player has not
    seen.
    """

    def __init__(
        self, form: Form, seen: VisibleCards, random: np.random.Generator, deals: int
    ) -> None:
        known = {*seen.own, *seen.board, *seen.dead}
        known.update(card for up in seen.others for card in up)
        left = np.array([card for card in range(form.deck) if card not in known], np.uint8)
        self.deals = deals
        self._random = random
        self._deck = np.repeat(left, deals)
        self._each = np.arange(deals)
        self._used = 0

    def take(self, n: int) -> Cards:
        """Return the next n cards of every deal; a deck that runs out starts again with its first
        cards.
        """
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
        """Return the known cards, filled up to n with cards to come."""
        fixed = np.repeat(np.array(known, np.uint8).reshape(-1, 1), self.deals, 1)
        return np.vstack((fixed, self.take(n - len(known)))) if n > len(known) else fixed


def _holes(
    form: Form, cards: _Unseen, hands: Sequence[tuple[Sequence[int], bool]], size: int
) -> Cards:
    """Return the cards of each hand in every deal, hand after hand; hands still to draw have
    drawn.
    """
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
    """Return the strengths of hands; of more cards than play at the end, the best ones count."""
    if len(hole) == form.own:
        return form.judge(hole, board)
    ways = [hole[list(which)] for which in combinations(range(len(hole)), form.own)]
    made = form.judge(np.hstack(ways), np.tile(board, len(ways)))
    return tuple(part.reshape(len(ways), -1).max(0) for part in made)


def _share(parts: Sequence[Strengths]) -> Prospect:
    """Return the prospect of the first hand, from a row of strengths for each hand."""
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
