"""Pieces that can still come in a round: the quick way for decks without copies equals the
other."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.engine.shoe import OneOfEach, PiecesLeft, Several, pieces_of
from houseway.rulebook import find

DECK = range(52)


def both() -> tuple[OneOfEach, Several]:
    """A deck of cards kept in both ways."""
    return OneOfEach(frozenset(DECK)), Several([1] * 52)


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_let_the_same_pieces_come(seed: int) -> None:
    draw, (one, several), out = random.Random(seed), both(), set[int]()
    for _ in range(60):
        pieces = tuple(draw.randrange(-1, 53) for _ in range(draw.choice((1, 1, 2, 3))))
        back = tuple(draw.sample(sorted(out), min(len(out), draw.choice((0, 0, 2)))))
        there = (set(DECK) - out) | set(back)
        fits = len(set(pieces)) == len(pieces) and set(pieces) <= there
        assert one.take(pieces, back) is several.take(pieces, back) is fits
        if fits:
            out = (out - set(back)) | set(pieces)
        assert one.unseen() == several.unseen() == sorted(set(DECK) - out)
        assert len(one) == len(several) == 52 - len(out)
    one.put_back(tuple(out))
    several.put_back(tuple(out))
    assert one.unseen() == several.unseen() == list(DECK)


@pytest.mark.parametrize("piece", [True, 2.0, "2", None, (2,), [2]])
@pytest.mark.parametrize("left", both(), ids=lambda left: type(left).__name__)
def test_what_is_no_piece_cannot_come(left: PiecesLeft, piece: Any) -> None:
    assert not left.take((3, piece))
    assert len(left) == 52


def test_copies_come_as_often_as_there_are() -> None:
    assert type(pieces_of(find("holdem")())) is OneOfEach
    shoe = pieces_of(find("blackjack")({"decks": 2}))
    assert len(shoe) == 104
    assert shoe.take((7, 7))
    assert not shoe.take((7,))
    assert shoe.take((7,), back=(7,))
