"""A side bet from outside is settled in every game, after the wagers that the game orders."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.engine.questions import Chance
from houseway.engine.shoe import Shoe
from houseway.families.banked.game import Banked
from houseway.families.banked.settlement import open_at
from houseway.families.banked.state import WagersPlaced
from houseway.game.base import Seat
from houseway.rulebook import games
from houseway.table.round import Round
from tests.laws.test_own_wagers import odd, offered
from tests.support.own_rulebook import changed
from tests.support.random_play import random_act

MOMENTS = [
    (game_id, moment)
    for game_id, kind in games().items()
    if issubclass(kind, Banked)
    for moment in kind.moments
]
ROUNDS = 3
"""Rounds with the side bet that each game plays."""


@pytest.fixture(autouse=True)
def rulebook() -> Iterator[None]:
    with changed():
        yield


def with_odd(game_id: str, moment: str) -> Any:
    """Return a table that offers a losing side bet, decided at this moment."""
    kind: Any = games()[game_id]
    plain = kind()
    fact = next(name for name in kind.facts if moment in open_at(plain, name))
    return offered(game_id, odd(reads=(fact,), resolves=moment, needs=kind.wagers[0].name))


def played(game: Any, chance: random.Random) -> Round:
    """Return a round of random decisions."""
    round_ = Round(game, [Seat(seat, f"seat {seat}", 10_000_00) for seat in (1, 2, 4)])
    shoe = Shoe(game.kind, game.sets(), chance)
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            n = question.n
            round_.deal(shoe.dice(n) if question.kind == "dice" else shoe.draw(n))
        else:
            round_.act(random_act(round_, chance))
    return round_


@pytest.mark.parametrize(("game_id", "moment"), MOMENTS)
def test_a_side_bet_from_outside_is_settled(game_id: str, moment: str) -> None:
    game = with_odd(game_id, moment)
    chance, seen = random.Random(f"{game_id} {moment}"), 0
    for _ in range(400):
        round_ = played(game, chance)
        placed = [
            event.seat
            for event in round_.events
            if isinstance(event, WagersPlaced)
            for put in event.places
            if put.spot == "odd"
        ]
        found = [event.settlement() for event in round_.events]
        settled = [x.seat for x in found if x is not None and x.wager == "odd"]
        assert sorted(placed) == sorted(settled)
        seen += bool(placed)
        if seen == ROUNDS:
            return
    pytest.fail("the side bet was never placed")
