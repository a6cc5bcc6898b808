"""The open cards of a hand: high and low boards of one to five cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from houseway.hands.poker_high import best_high, high5
from houseway.hands.poker_low import low5
from houseway.hands.up_cards import board_high, board_low, lowest_board
from houseway.pieces.cards import CARDS


def cards(text: str) -> list[int]:
    return [CARDS.names.index(name) for name in text.split()]


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac", "Ks"),
        ("2c 2d", "As Kd"),
        ("3c 3d 2h", "2c 2d Ah"),
        ("Kc Qd 9h", "Kd Qh 8c"),
        ("2c 2d 2h", "As Ad Kc"),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),
        ("2c 2d 2h 2s", "Ac Ad Ah Ks"),
        ("Kc Qc 9c 8c", "Jd Th 9s 8d"),  # four cards are neither a straight nor a flush
        ("2c 3c 4c 5c 7c", "Jd Th 9s 8d 7h"),  # with one in the middle they may be
    ],
)
def test_high_boards(higher: str, lower: str) -> None:
    assert board_high(cards(higher)) > board_high(cards(lower))


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ac", "2c"),  # the ace is low
        ("Ac Kd", "Ah As"),
        ("7c 2d", "7h 3s"),
        ("8c 2d Ah", "8d 3c 2s"),
        ("Kc Qd Jh", "Ac Ad 2h"),
        ("Ac Ad Kh", "2c 2d Ah"),
        ("Kc Kd Qh Js", "Ac Ad 2h 2s"),
        ("Kc Kd Qh Qs", "Ac Ad Ah 2s"),
        ("Kc Kd Kh Qs", "Ac Ad Ah As"),
    ],
)
def test_low_boards(lower: str, higher: str) -> None:
    assert board_low(cards(lower)) > board_low(cards(higher))


def test_suits_never_break_a_tie() -> None:
    assert board_high(cards("Ac 9d")) == board_high(cards("9s Ah"))
    assert board_low(cards("Ac 9d")) == board_low(cards("9s Ah"))


def test_five_cards_stand_in_the_order_of_whole_hands() -> None:
    """Every seventh of the boards of four ranks in four suits, against the kernels of hands."""
    some = list(combinations([4 * rank + suit for rank in (0, 3, 11, 12) for suit in range(4)], 5))
    for judge, whole in ((board_high, high5), (board_low, low5)):
        order = sorted(some[::7], key=judge)
        assert [whole(five) for five in order] == sorted(whole(five) for five in order)
        ties = Counter(judge(five) for five in some[::7])
        assert sorted(ties.values()) == sorted(Counter(map(whole, some[::7])).values())


def test_boards_for_play_are_those_of_the_rules() -> None:
    rng = random.Random(7)
    for _ in range(2000):
        board = rng.sample(range(52), rng.randint(1, 5))
        assert best_high(board) == board_high(board) and lowest_board(board) == board_low(board)
