"""High hands with a joker: an ace, or what fills a straight or a flush."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.hands.pai_gow_poker import five_strength
from houseway.hands.poker_high import FLUSH, STRAIGHT, STRAIGHT_FLUSH, high5
from houseway.hands.poker_joker import FIVE_ACES, best_joker_high, describe_joker_high, joker_high5
from houseway.pieces.cards import ACE, CARDS_AND_JOKER, JOKER

read = CARDS_AND_JOKER.parse


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Jk As Ac Ah Ad", "five aces"),
        ("Jk As Ks Qs Ts", "royal flush"),
        ("Jk As Ks Qs Tc", "straight, ace high"),
        ("Jk 9s 8s 7s 6s", "straight flush, ten high"),
        ("Jk 2s 3d 4c 5h", "straight, six high"),
        ("Jk Ks 9s 4s 2s", "flush, ace high"),
        ("Jk Ks Kd Kc Kh", "four of a kind, kings"),
        ("Jk Ks Kd 4c 4h", "two pair, kings and fours"),
        ("Jk As 9d 4c 4h", "two pair, aces and fours"),
        ("Jk As Qd 9c 4h", "pair of aces"),
        ("Jk Js Jd 9c 4h", "pair of jacks"),
        ("Jk Ks Jd 9c 4h", "ace high"),
        ("Js Jd Jc 9c 4h", "three of a kind, jacks"),
    ],
)
def test_a_joker_is_an_ace_or_fills_a_straight_or_a_flush(hand: str, words: str) -> None:
    cards = read(hand)
    assert describe_joker_high(joker_high5(cards)) == words
    assert best_joker_high(cards) == joker_high5(cards)


def test_no_card_that_it_may_be_serves_better() -> None:
    chance = random.Random(9)
    for _ in range(400):
        four = chance.sample(range(52), 4)
        found = [(high5([*four, card]), card >> 2) for card in set(range(52)) - set(four)]
        may = [
            x for x, rank in found if rank == ACE or x >> 20 in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
        ]
        best = max(may, default=FIVE_ACES << 20 | ACE << 16)
        cards: Any = [*four, JOKER]
        assert joker_high5(cards) == best_joker_high(cards) == best, CARDS_AND_JOKER.show(cards)
        assert five_strength(*cards, 0) == best  # Pai Gow Poker's joker, as it is printed


def test_without_a_joker_it_is_a_hand_like_any_other() -> None:
    chance = random.Random(10)
    for _ in range(200):
        cards = chance.sample(range(52), 5)
        assert joker_high5(cards) == best_joker_high(cards) == high5(cards)
