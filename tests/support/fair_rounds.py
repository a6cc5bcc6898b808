"""Rounds dealt from committed shoes, with random decisions, as a room plays them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from houseway.engine.questions import Act
from houseway.engine.shoe import deal
from houseway.errors import Refused
from houseway.game.base import Game, Seat
from houseway.room.fairness.committed_shoe import FairShoe
from houseway.room.fairness.entropy import RehearsedEntropy
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.random_play import random_act, random_ruling

TABLE = "table 7"


def rounds(
    game_id: str, seed: int, number: int, rulings: float = 0.0, **posted: Any
) -> Iterator[tuple[Round, FairShoe, FairShoe]]:
    """Each round with its shoe as it was before and as it is after."""
    rng, entropy = random.Random(seed), RehearsedEntropy(seed)
    game: Game = find(game_id)(posted)
    seats = min(game.seats_max, max(game.seats_min, 4))
    shoe, shoes, between = shoe_for(game, 1, entropy.seed()), 1, None
    for _ in range(number):
        if shoe.left <= game.reshuffle_at():
            shoes += 1
            shoe = shoe_for(game, shoes, entropy.seed())
        start = shoe.copy()
        people = [Seat(n, f"Guest {n}", 500_00, f"account-{9000 + n}") for n in range(1, seats + 1)]
        round_ = Round(game, people, between)
        play(round_, shoe, rng, rulings)
        between = game.carried(round_.carry_over, round_.state)
        yield round_, start, shoe


def shoe_for(game: Game, number: int, seed: bytes) -> FairShoe:
    return FairShoe(TABLE, number, game.kind, game.sets(), seed)


def play(round_: Round, shoe: FairShoe, rng: random.Random, rulings: float) -> None:
    deal(round_, shoe)
    while round_.question is not None:
        ruling = random_ruling(round_, rng) if rng.random() < rulings else None
        if ruling is not None:
            with suppress(Refused):
                round_.ruling(ruling)
        else:
            round_.act(random_act(round_, rng))
        deal(round_, shoe)


def acted(round_: Round, shoe: FairShoe, *acts: Act) -> Round:
    """A round with these decisions."""
    deal(round_, shoe)
    for act in acts:
        round_.act(act)
        deal(round_, shoe)
    return round_
