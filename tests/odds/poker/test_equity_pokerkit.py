"""Showdowns of equity compared with PokerKit's: the same hand wins the same part, deal by deal."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)

from houseway.analysis.poker.equity.forms import form_of
from houseway.analysis.poker.equity.outcomes import outcomes_of
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from tests.support.random_play import LONG

DEALS = 1000 if LONG else 40
THEIRS: dict[str, tuple[Any, ...]] = {
    "holdem": (StandardHighHand,),
    "omaha": (OmahaHoldemHand,),
    "omaha-8": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "seven-card-stud": (StandardHighHand,),
    "seven-card-stud-8": (StandardHighHand, EightOrBetterLowHand),
    "razz": (RegularLowHand,),
    "lowball": (RegularLowHand,),
    "lowball-27": (StandardLowHand,),
    "draw-jacks-or-better": (StandardHighHand,),
}
"""Without the joker, whom PokerKit does not know."""


def their_winners(judge: Any, hole: list[list[int]], board: list[int]) -> int:
    """A bit for each hand that is best, 0 if none qualifies."""
    names = ["".join(CARDS.names[card] for card in cards) for cards in (*hole, board)]
    made = [judge.from_game_or_none(name, names[-1]) for name in names[:-1]]
    there = [hand for hand in made if hand is not None]
    if not there:
        return 0
    best = max(there)
    return sum(1 << at for at, hand in enumerate(made) if hand is not None and hand == best)


@pytest.mark.parametrize("name", THEIRS)
def test_the_same_hands_win(name: str) -> None:
    form, rng = form_of(find(name)({})), random.Random(17)  # type: ignore[arg-type]
    for deal in range(DEALS):
        deck = [card for card in range(52) if deal % 2 or card % 4 < 2]
        cards = rng.sample(deck, 2 * form.own + form.board)
        hole = [cards[: form.own], cards[form.own : 2 * form.own]]
        board = cards[2 * form.own :]
        columns = np.array([board, board], np.uint8).T
        made = form.judge(np.array(hole, np.uint8).T.copy(), columns.copy())
        ours = int(outcomes_of([[part[:1], part[1:]] for part in made])[0])
        theirs = 0
        for number, judge in enumerate(THEIRS[name]):
            theirs |= their_winners(judge, hole, board) << 2 * number
        assert ours == theirs, f"{CARDS.show(cards)}: {ours:b} and {theirs:b}"
