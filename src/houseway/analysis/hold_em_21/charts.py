"""Charts of the two poker decisions of 21-Hold 'em: the second wager, and the third.

A decision depends on the cards seen together with the two community cards, in any order. Every
three and every four cards are therefore looked up in the solved play, and counted by kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from houseway.analysis.hold_em_21.exact import DECK, Array, PokerPlay, poker_odds, poker_play
from houseway.analysis.strategy_sheet import Chart, ChartRow
from houseway.analysis.wager_odds import net_of
from houseway.pieces.cards import ACE, RANKS, SEVEN
from houseway.rulebook.colorado.twenty_one_hold_em.game import TwentyOneHoldEm
from houseway.rulebook.colorado.twenty_one_hold_em.state import PK

STRAIGHT = 5
"""The number of consecutive ranks in a straight."""


def charts_of(game: TwentyOneHoldEm) -> tuple[Chart, ...]:
    """The charts of both decisions; three cards are seen at the first, four at the second."""
    play = poker_play(tuple(net_of(payout, PK) for payout in game.pay[PK]))
    worth = poker_odds(game)
    (of_pk,) = worth.details.values()
    (nets,) = worth.columns.values()
    edge = -sum(p * net for p, net in zip(play.chances, nets, strict=True))
    return (
        Chart(
            'The wager on "2": one card and the two community cards',
            (
                f"the house keeps {float(edge):.4%} of the PK wager by this play",
                f"the wager is made with {of_pk['second_wager']:.1%} of hands",
            ),
            ("comes", "best"), tuple(rows(play, 3)), {},
        ),
        Chart(
            'The wager on "3": two cards and the two community cards',
            (f"the wager is made with {of_pk['third_wager']:.1%} of hands",),
            ("comes", "best"), tuple(rows(play, 4)), {},
        ),
    )  # fmt: skip


def rows(play: PokerPlay, n: int) -> Iterator[ChartRow]:
    """Yield the kinds of hands of ``n`` cards, with the share of each and its decision."""
    cards = np.array(tuple(combinations(range(DECK), n)))
    bets, ways = decisions(play, cards)
    kinds = kinds_of(cards)
    rest = ~np.logical_or.reduce([mask for _, mask in kinds])
    names, which = np.unique(cards[rest] >> 2, axis=0, return_inverse=True)
    played = np.bincount(which, bets[rest] * ways[rest]) > 0
    some = rest.copy()
    some[rest] = played[which]
    listed = ", ".join("-".join(RANKS[rank] for rank in hand[::-1]) for hand in names[played])
    met = np.zeros(len(cards), np.bool_)
    for words, mask in (*kinds, (listed, some), ("all others", rest)):
        here = mask & ~met & (ways > 0)
        met |= mask
        if here.any():
            share = f"{ways[here].sum() / ways.sum():.1%}"
            yield ChartRow("cards seen", words, (share, _said(bets[here])))


def decisions(play: PokerPlay, cards: Array) -> tuple[Array, Array]:
    """Return the decision for each row of cards, and the number of orders that lead to it."""
    places = range(cards.shape[1])
    if len(places) == 3:
        return play.second[tuple(cards.T)], np.ones(len(cards), np.int64)
    before = [play.second[tuple(np.delete(cards, last, axis=1).T)] for last in places]
    return play.third[tuple(cards.T)], np.sum(before, axis=0)


def kinds_of(cards: Array) -> list[tuple[str, Array]]:
    """Return the named kinds of hands with their masks; a hand counts for the first that fits."""
    ranks, suits, n = cards >> 2, cards & 3, cards.shape[1]
    number = {3: "three", 4: "four"}[n]
    found = [
        ("a pair, or better", (np.diff(ranks, axis=1) == 0).any(axis=1)),
        (f"{number} cards of one suit", (suits == suits[:, :1]).all(axis=1)),
        ("three cards of seven or higher", (ranks >= SEVEN).sum(axis=1) >= 3),
    ]
    if n == 4:
        found.append(("four cards of a straight, also with a gap", to_a_straight(ranks)))
    return found


def to_a_straight(ranks: Array) -> Array:
    """Return a mask of four ranks out of five consecutive ones; an ace counts at both ends."""
    ends = np.where(ranks == ACE, 1, 0).any(axis=1)
    held = np.bitwise_or.reduce(1 << (ranks + 1), axis=1) | ends
    window = np.array([bin(i).count("1") for i in range(1 << STRAIGHT)])
    found: Array = np.zeros(len(ranks), np.bool_)
    for low in range(ACE - STRAIGHT + 3):
        found |= window[held >> low & (1 << STRAIGHT) - 1] == STRAIGHT - 1
    return found


def _said(bets: Array) -> str:
    """Return a word for the decision, or the share of bets if hands differ."""
    if bets.all():
        return "bet"
    return f"bet {bets.sum():,} of {len(bets):,}" if bets.any() else "fold"
