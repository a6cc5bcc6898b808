"""Batches of hands of one to five cards: the joker, deuce to seven, what lies up of a stud hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from houseway.analysis.evaluator import batch, known, tables
from houseway.analysis.poker.equity import lookup
from houseway.analysis.poker.equity.disjoint import choices
from houseway.hands.poker_joker import joker_high5
from houseway.hands.poker_low import joker_low5, low27
from houseway.hands.up_cards import board_high, board_low
from houseway.pieces.cards import JOKER

HANDS = 1000
JOKER_HANDS = (
    *(1_418_964, 1_215_024, 138_600, 63_360, 20_532),
    *(7_804, 4_368, 828, 204, 1),
)
"""Of all 2,869,685 hands of five from 53 cards, as textbooks have them: no pair to five aces."""


def deal(pieces: list[int], n: int, hands: int, seed: int) -> Any:
    chance = np.random.default_rng(seed)
    order = np.argsort(chance.random((hands, len(pieces)), np.float32), axis=1)[:, :n]
    return np.array(pieces, np.uint8)[order]


def hands_of(n: int, joker: bool) -> Any:
    """From the whole deck, from one suit (the first and another), and from few ranks."""
    last = [JOKER] if joker else []
    decks = (
        [*range(52), *last],
        [*range(0, 52, 4), *last],
        [*range(2, 52, 4), *last],
        [*range(32, 52), *last],
    )
    return np.vstack([deal(deck, n, HANDS, seed) for seed, deck in enumerate(decks)])


@pytest.mark.parametrize("trusted", [False, True])
def test_hands_of_five_are_the_rules(trusted: bool) -> None:
    plain, joker = hands_of(5, False), hands_of(5, True)
    assert batch.low27(plain, trusted).tolist() == [low27(hand) for hand in plain.tolist()]
    assert batch.joker_low(joker, trusted).tolist() == [joker_low5(hand) for hand in joker.tolist()]
    assert batch.joker_high(joker, trusted).tolist() == [
        joker_high5(hand) for hand in joker.tolist()
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_boards_are_the_rules(n: int) -> None:
    boards = hands_of(n, False)
    assert batch.board_high(boards).tolist() == [board_high(board) for board in boards.tolist()]
    assert batch.board_low(boards).tolist() == [board_low(board) for board in boards.tolist()]


def test_all_hands_with_a_joker() -> None:
    every = np.ascontiguousarray(choices(53, 5).T)
    found = batch.joker_high(every, trusted=True)
    assert tuple(np.bincount(found >> 20).tolist()) == JOKER_HANDS
    assert every[found.argmax()].tolist() == [48, 49, 50, 51, JOKER]


def test_numpy_alone_says_the_same() -> None:
    plain, joker = hands_of(5, False), hands_of(5, True)
    columns, with_joker = np.ascontiguousarray(plain.T), np.ascontiguousarray(joker.T)
    assert (lookup.low27(columns) == batch.low27(plain)).all()
    assert (lookup.joker_low(with_joker) == batch.joker_low(joker)).all()
    assert (lookup.joker_high(with_joker) == batch.joker_high(joker)).all()
    nine = deal([card for card in range(52) if card & 3 < 2], 9, HANDS, 7)
    for n in (5, 6, 7):
        hands = np.ascontiguousarray(nine[:, :n])
        assert (lookup.high(hands.T.copy()) == batch.high(hands)).all()
        assert (lookup.low(hands.T.copy(), 8) == batch.low(hands, 8)).all()
    hole, board = np.ascontiguousarray(nine[:, :4]), np.ascontiguousarray(nine[:, 4:])
    assert (lookup.omaha_high(hole.T.copy(), board.T.copy()) == batch.omaha_high(hole, board)).all()
    lows = lookup.omaha_both(hole.T.copy(), board.T.copy(), 8)[1]
    assert (lows == batch.omaha_low(hole, board, 8)).all()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda five: batch.low27(five), "a card is a number from 0 to 51"),
        (lambda five: batch.joker_high(five + np.uint8(1)), "a card is a number from 0 to 52"),
        (lambda five: batch.joker_low(five[:, :4].copy()), "5 columns"),
        (lambda five: batch.joker_high(five[:, [0, 0, 1, 2, 3]]), "holds a card twice"),
        (lambda five: batch.joker_low(five[:, [4, 4, 1, 2, 3]]), "holds a card twice"),
        (lambda five: batch.low27(five[:, [0, 0, 1, 2, 3]]), "holds a card twice"),
        (lambda five: batch.board_high(five), "1 to 4 columns"),
        (lambda five: batch.board_low(five[:, [0, 0]]), "holds a card twice"),
    ],
)
def test_refusals_are_sentences(call: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call(np.array([[0, 5, 10, 15, JOKER]], np.uint8))


def test_a_wrong_hand_that_is_trusted_stays_inside_the_tables() -> None:
    for joker, made in ((True, known.joker_high()), (True, known.joker_low()),
                        (False, known.low27())):  # fmt: skip
        heaviest = tables.JOKER_WEIGHT if joker else tables.WEIGHTS[-1]
        assert 5 * heaviest >> tables.SHIFT < len(made[0])
        assert int(made[0].max()) + (1 << tables.SHIFT) <= len(made[1])
    assert len(batch.joker_high(np.full((9, 5), JOKER, np.uint8), trusted=True)) == 9
