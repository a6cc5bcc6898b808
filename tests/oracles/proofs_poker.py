"""Differential proofs of poker: showdowns of the simulation, and whole hands of fast tables."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np

from houseway.analysis.poker.showdown_simulation import play_live, share_of
from houseway.analysis.poker.tables import FastTable, at_random
from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.records.cases import settlements
from tests.support.fast_tables import same_as_live


def prove_poker(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Prove each seat's share of the pot; the only decision is to stay."""
    most = min(10, game.seats_max)
    each = sum(x.n for street in game.streets for x in street.cards)
    if most * each + sum(street.burn for street in game.streets) > 52:
        most = 6  # of seven who stay at stud not all get their cards from the deck
    seats = chance.randint(2, most)
    sim: Any = simulation_of(game, seats=seats)
    hole_at, board_at = sim.places
    n = len(game.kind.copies)
    decks: Any = np.array([chance.sample(range(n), n) for _ in range(rounds)], np.uint8)
    board = np.repeat(decks[:, None, board_at], seats, axis=1)
    codes = sim.shares(np.ascontiguousarray(decks[:, hole_at]), np.ascontiguousarray(board))
    for deck, found in zip(decks.tolist(), codes.tolist(), strict=True):
        awarded = dict.fromkeys(range(1, seats + 1), 0)
        for share in settlements(play_live(game, seats, tuple(deck))):
            awarded[share.seat] += share.back
        parts = [share_of(code) for code in found]
        pot = sum(awarded.values())
        assert sum(parts) == 1
        assert [part * pot for part in parts] == [Fraction(x) for x in awarded.values()], deck
    return rounds * seats


EVEN_ANTES: dict[str, object] = {
    "ante": "50.40", "bring_in": "50.40", "small_bet": "100.80", "big_bet": "201.60",
    "smallest_chip": "0.01", "pot_collection": 0,
}  # fmt: skip
"""The same for games without blinds."""


def prove_fast_table(game: Any, rounds: int, chance: random.Random, wild: bool) -> int:
    """Compare whole interpreted hands with live ones, in games whose showdown is not for all
    who stay."""
    seats = chance.randint(2, game.seats_max)
    table = FastTable(game, seats, 100 * game.ante, chance.randrange(2**40), interpreted=True)
    same_as_live(table, rounds, at_random)
    return rounds * seats
