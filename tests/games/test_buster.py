"""Buster Blackjack: the printed frequencies come out, and the longest bust is what is claimed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.blackjack.side_bets.dealer_hand import dealer_hands, rank_hands
from houseway.pieces.cards import CARDS
from houseway.rulebook import games
from houseway.rulebook.delta.no_bust_blackjack_5.counting import NEAREST_22
from houseway.side_bets.buster import BUSTER, EIGHT_OR_MORE, NO_BUST, buster_of

GAME = "no-bust-blackjack-5"
ACE, FIVE = 12, 3
PRINTED = {
    2: ("5.8", "11", "49", "408", "5668", "125846"),
    4: ("5.8", "11", "49", "386", "4886", "92207"),
    6: ("5.8", "11", "49", "379", "4663", "83715"),
    8: ("5.8", "11", "49", "376", "4558", "79863"),
}
"""Decks -> the number of hands for one bust of 3, 4, 5, 6, 7, 8 or more cards."""
ANY_BUST = {2: "28.64", 4: "28.59", 6: "28.58", 8: "28.57"}
"""Percent of hands."""


def chances(decks: int) -> list[Fraction]:
    """Of each outcome, in the order of the pay table."""
    game: Any = games()[GAME]({"decks": decks, "bonus_hands": "off"})
    (wager,) = (wager for wager in game.offered if wager.name == "buster")
    ways = dealer_hands(game, wager)
    return [Fraction(n, sum(ways)) for n in ways]


@pytest.mark.parametrize("decks", PRINTED)
def test_busts_come_as_often_as_is_printed(decks: int) -> None:
    found = chances(decks)
    assert len(found) == len(BUSTER)
    for chance, printed in zip(found, PRINTED[decks], strict=False):
        digits = len(printed.partition(".")[2])
        assert f"{float(1 / chance):.{digits}f}" == printed
    percent = float(100 * (1 - found[NO_BUST]))
    assert abs(percent - float(ANY_BUST[decks])) <= 0.005 + 1e-12


def longest(decks: int, hits_soft_17: bool) -> tuple[int, ...]:
    """The longest bust of the dealer for which the decks have the cards, by rank, as drawn."""
    hands = [hand for hand, _ in rank_hands(NEAREST_22, hits_soft_17) if is_bust(hand)]
    return max((h for h in hands if all(h.count(r) <= 4 * decks for r in h)), key=len)


def is_bust(ranks: tuple[int, ...]) -> bool:
    return sum(1 if r == ACE else min(r + 2, 10) for r in ranks) > 21


def test_a_bust_of_thirteen_cards_needs_three_decks_and_a_soft_17_that_is_hit() -> None:
    assert len(longest(2, True)) == 11
    assert len(longest(3, True)) == len(longest(8, True)) == 13
    assert len(longest(8, False)) < 13
    thirteen = longest(3, True)
    assert thirteen.count(ACE) == 11 and FIVE in thirteen, "eleven aces, a five and one more"


def test_eight_cards_or_more_are_one_row() -> None:
    for cards in ("2c 2d 2h 2s 2c 2d 4c Ts", "Ac Ad Ah As Ac Ad Ah 5c As Ac Ad Ah Ks"):
        assert buster_of(CARDS.parse(cards)) == EIGHT_OR_MORE
    assert buster_of(CARDS.parse("2c 2d 2h 2s 2c 6c Ts")) == EIGHT_OR_MORE - 1
    assert buster_of(CARDS.parse("Ac Ks")) == NO_BUST, "a Natural is no bust, 22 or not"
