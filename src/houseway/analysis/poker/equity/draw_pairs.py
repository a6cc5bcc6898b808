"""Two hands of stud or draw that get cards of their own: every pair of draws counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.poker.equity.deals import wanted
from houseway.analysis.poker.equity.disjoint import Draws, choices, count_pairs
from houseway.analysis.poker.equity.forms import Form
from houseway.analysis.poker.equity.joint import alike, ways_at_most
from houseway.analysis.poker.equity.notation import Spot
from houseway.analysis.poker.equity.outcomes import Ways

DRAWS_MOST = 100_000_000
"""The most work (see ``work``): by default, and on request."""
PATIENTLY = 500_000_000
WAY_TAKES = 5_000
"""The draws that take as long as preparing one way to hold the hands."""


def work(spot: Spot) -> int:
    """Return the draws of two hands, times the sets of cards in each, for all ways to hold them."""
    more = wanted(spot).hands
    left = spot.form.deck - len(spot.gone) - sum(hand.known for hand in spot.hands)
    shared = min(more)
    sets = [sum(comb(n, k) for k in range(shared + 1)) for n in more]
    ways = ways_at_most([hand.range for hand in spot.hands])
    draws = sum(comb(left, n) * each for n, each in zip(more, sets, strict=True))
    return ways * (draws + WAY_TAKES)


def can_count(spot: Spot, patient: bool = False) -> bool:
    """Return True if two hands have few enough draws to count, in seconds unless patient."""
    if len(spot.hands) != 2 or any(hand.draws_as_dealt for hand in spot.hands):
        return False
    return work(spot) <= (PATIENTLY if patient else DRAWS_MOST)


def count(spot: Spot, run: Any = None) -> Ways:
    """Count the outcomes of every way to hold the two hands and every pair of draws."""
    ways: Ways = Ways()
    fixed = [frozenset(spot.gone)]
    for hands, weight in zip(*alike([hand.range for hand in spot.hands], fixed), strict=True):
        gone = {*spot.gone, *hands[0], *hands[1]}
        left = [card for card in range(spot.form.deck) if card not in gone]
        one, other = (draws(spot.form, hand, left) for hand in hands)
        for outcome, n in count_pairs(one, other, len(left), run).items():
            ways[outcome] += weight * n
    return ways


def draws(form: Form, hand: Sequence[int], left: Sequence[int]) -> Draws:
    """Return every draw of a hand from the cards left, with its strength."""
    picks = choices(len(left), form.own - len(hand))
    n = picks.shape[1]
    known = np.repeat(np.array(hand, np.uint8).reshape(-1, 1), n, 1)
    cards = np.vstack((known, np.array(left, np.uint8)[picks]))
    made = form.judge(cards, np.zeros((0, n), np.uint8))
    return Draws(np.ascontiguousarray(picks.T), made, np.ones(n, np.int64))
