"""Blackjack Bonus Hands of 5.0: its chances against combinations counted by hand, and its edges."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from houseway.analysis.games.blackjack import MATH
from houseway.analysis.wager_odds import WagerOdds
from houseway.rulebook import games
from houseway.rulebook.delta.no_bust_blackjack_5.bonuses import HANDS, NOTHING

GAME = "no-bust-blackjack-5"
TABLES = {
    "1": (500, 220, 60, 5, -1, 2, -1),
    "2": (800, 200, 75, 4, -1, 2, -1),
    "3": (1000, 200, 100, 5, -1, 1, -1),
}


def worth(decks: int, **posted: object) -> WagerOdds:
    game = games()[GAME]({"decks": decks, **posted})
    (wager,) = (wager for wager in game.offered if wager.name == "bonus_hands")
    method = MATH.method_of(game, wager)
    assert method is not None, "counted, not simulated"
    return method.find(game, wager)


def edge(found: WagerOdds, column: str) -> Fraction:
    """Return the bank's mean gain from the wager."""
    nets = found.columns[column]
    return -sum((Fraction(p) * net for p, net in zip(found.chances, nets, strict=True)), Fraction())


def by_hand(decks: int) -> list[Fraction]:
    """Count two cards from these decks, with the bank's two, by hand: for two jacks of spades."""
    pairs, d = comb(52 * decks, 2), decks
    spades = comb(d, 2)
    suited_jacks = 3 * comb(d, 2)
    tens_of_a_suit = comb(4 * d, 2)
    suited_20 = 4 * (tens_of_a_suit - comb(d, 2))
    all_tens = comb(16 * d, 2)
    unsuited_20 = all_tens - spades - suited_jacks - suited_20
    small = 8 * comb(4 * d, 2)
    left = 52 * d - 2
    natural = Fraction(4 * d * (16 * d - 2), comb(left, 2))
    known = [
        spades * natural, spades * (1 - natural), Fraction(suited_jacks), Fraction(suited_20),
        Fraction(unsuited_20), Fraction(small),
    ]  # fmt: skip
    return [*(n / pairs for n in known), 1 - sum(known, Fraction()) / pairs]


@pytest.mark.parametrize("decks", [2, 3, 6, 8])
def test_chances_are_those_counted_by_hand(decks: int) -> None:
    found = worth(decks)
    assert len(HANDS) == NOTHING + 1
    assert list(found.chances) == by_hand(decks)


@pytest.mark.parametrize("decks", [2, 6, 8])
@pytest.mark.parametrize("table", TABLES)
def test_edges_are_the_pays_by_their_chances(decks: int, table: str) -> None:
    found = edge(worth(decks, bonus_hands=table), table)
    expected = sum(p * n for p, n in zip(by_hand(decks), TABLES[table], strict=True))
    assert found == -expected


def test_an_unsuited_20_that_pushes_costs_less_by_its_chance() -> None:
    found = worth(6)
    for table in TABLES:
        gained = edge(found, table) - edge(found, f"{table}, 20 pushes")
        assert gained == by_hand(6)[HANDS.index("unsuited_20")]


def test_ace_and_nine_of_a_suit_are_a_suited_20_where_that_is_posted() -> None:
    more = worth(6, ace_nine_is_20=True).chances
    pairs = comb(312, 2)
    assert more[3] - by_hand(6)[3] == Fraction(4 * 6 * 6, pairs)
    assert more[4] - by_hand(6)[4] == Fraction(24 * 24 - 4 * 6 * 6, pairs)
