"""Lowball hands: ace to five with a joker, deuce to seven."""

from __future__ import annotations

import random

import pytest

from houseway.hands.poker_high import STRAIGHT, STRAIGHT_FLUSH, high5
from houseway.hands.poker_low import describe_low, describe_low27, joker_low5, low5, low27
from houseway.pieces.cards import CARDS, JOKER


def cards(text: str) -> list[int]:
    return [JOKER if name == "Jk" else CARDS.names.index(name) for name in text.split()]


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Jk 2c 3d 4h 5s", "5-4-3-2-A low"),  # the ace is not held
        ("Ac Jk 3d 4h 5s", "5-4-3-2-A low"),
        ("Ac 2c 3d 4h Jk", "5-4-3-2-A low"),
        ("8c 6d 4h Ac Jk", "8-6-4-2-A low"),
        ("Kc Qd Jh Ts Jk", "K-Q-J-T-A low"),
        ("7c 7d 3h 2s Jk", "7-7-3-2-A low"),  # a pair stays a pair
        ("8c 6d 4h 3s Ac", "8-6-4-3-A low"),
    ],
)
def test_the_joker_is_the_lowest_card_not_held(hand: str, words: str) -> None:
    assert describe_low(joker_low5(cards(hand))) == words


def test_no_card_serves_better_than_the_joker() -> None:
    rng = random.Random(1)
    for _ in range(300):
        four = rng.sample(range(52), 4)
        others = [low5([*four, card]) for card in range(52) if card not in four]
        assert joker_low5([*four, JOKER]) == max(others)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c"),
        ("Kc Qd Jh Ts 8c", "Ac 5d 4h 3s 2c"),  # the ace is high
        ("Ac 5d 4h 3s 2c", "Ac 6d 4h 3s 2c"),  # the best of the ace-high hands
        ("Ac 5d 4h 3s 2c", "2c 2d 3h 4s 5c"),  # and lower than any pair
        ("2c 2d 3h 4s 5c", "6c 5d 4h 3s 2c"),  # a straight counts
        ("6c 5d 4h 3s 2c", "7c 5c 4c 3c 2c"),  # so does a flush
        ("Kc Qc Jc Tc 8c", "Ac 5c 4c 3c 2c"),  # A-5 in one suit is an ace-high flush
        ("Ac Kc Qc Jc 9c", "2c 2d 2h 3s 3c"),
    ],
)
def test_deuce_to_seven(better: str, worse: str) -> None:
    assert low27(cards(better)) > low27(cards(worse)) > 0


def test_deuce_to_seven_is_the_high_order_turned_round_but_for_the_wheel() -> None:
    rng = random.Random(2)
    hands = [rng.sample(range(52), 5) for _ in range(2000)]
    wheels = (STRAIGHT << 20 | 3 << 16, STRAIGHT_FLUSH << 20 | 3 << 16)
    plain = [hand for hand in hands if high5(hand) not in wheels]
    assert sorted(plain, key=low27, reverse=True) == sorted(plain, key=high5)


def test_deuce_to_seven_in_words() -> None:
    assert describe_low27(low27(cards("7c 5d 4h 3s 2c"))) == "7-5-4-3-2 low"
    assert describe_low27(low27(cards("Ac 5d 4h 3s 2c"))) == "A-5-4-3-2 low"
    assert describe_low27(low27(cards("6c 5d 4h 3s 2c"))) == "straight, six high"
