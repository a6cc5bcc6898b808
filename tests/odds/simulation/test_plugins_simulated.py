"""A side bet of one's own is counted in the simulation of every game, or it is said that it is not.

Games whose simulation knows its wagers by name left it out without a word.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.run import run
from houseway.analysis.simulation_runs.simulate import simulate, simulation_of
from houseway.cite import rule
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, BEFORE_DEALER
from houseway.rulebook import find
from tests.support.invented_side_bet import game_offering
from tests.support.own_rulebook import changed

LONG = "HOUSEWAY_LONG" in os.environ
ROUNDS = 1_000_000 if LONG else 50_000
OUTCOMES = ("near", "apart", "none")


@pytest.fixture(autouse=True)
def rulebook() -> Iterator[None]:
    """Remove the citations of the odd wagers afterwards."""
    with changed():
        yield


@rule(outcomes=OUTCOMES)
def of_hand(dealt: Sequence[int]) -> int:
    """A difference may be less than nothing, though pieces are bytes in the loops."""
    if dealt[0] < 8 and dealt[1] - dealt[0] < 4:
        return 0
    return 1 if dealt[0] - dealt[1] < -5 else 2


@rule(outcomes=OUTCOMES)
def of_three(first_three: Sequence[int]) -> int:
    if first_three[0] >> 2 == first_three[1] >> 2:
        return 0
    return 1 if first_three[0] - first_three[2] < -40 else 2


@rule(outcomes=OUTCOMES)
def of_two(first_two: Sequence[int], dealer_up: int) -> int:
    if first_two[0] >> 2 == first_two[1] >> 2:
        return 0
    return 1 if dealer_up - first_two[0] < -40 else 2


@rule(outcomes=OUTCOMES)
def of_dealer(dealer: Sequence[int]) -> int:
    return min(len(dealer) - 2, 2)


OFFERED = [
    ("pai-jack", of_hand, AFTER_DEALER),
    ("funtazee-21", of_hand, AFTER_DEALER),
    ("3-card-21-n-done", of_three, AFTER_DEAL),
    ("ante-up-21", of_two, AFTER_DEAL),
    ("pai-gow-tiles", of_hand, AFTER_DEALER),
    ("21-hold-em", of_two, AFTER_DEAL),
    ("pai-gow-poker", of_hand, AFTER_DEALER),
    ("fortune-pai-gow-poker", of_hand, AFTER_DEALER),
]


@pytest.mark.parametrize(("game_id", "by", "resolves"), OFFERED)
def test_it_has_counters(game_id: str, by: Any, resolves: str) -> None:
    simulation = simulation_of(game_offering(game_id, by, resolves))
    found = simulation.estimates(np.ones(simulation.counts, np.int64))
    assert found["odd"].outcomes == OUTCOMES and found["odd"].ways == (1, 1, 1)


@pytest.mark.parametrize(("game_id", "by", "resolves"), OFFERED if LONG else OFFERED[:3])
def test_a_side_bet_of_ones_own_is_counted(game_id: str, by: Any, resolves: str) -> None:
    game = game_offering(game_id, by, resolves)
    decks = {"decks": game.decks} if "decks" in game.posting else {}
    (row,) = rows(type(game), "odd", decks)
    assert row.method == "exact"
    found = simulate(game, ROUNDS, seed=4)
    for name, p in row.outcomes.items():
        q, p = float(found["odd"].probability[name]), float(p)
        assert abs(p - q) < 5 * (p * (1 - p) / ROUNDS) ** 0.5 + 3 / ROUNDS, name
    plain = simulate(find(game_id)(), 5_000, seed=4)
    again = simulate(game, 5_000, seed=4)
    assert {name: plain[name].ways for name in plain} == {
        name: again[name].ways for name in plain
    }, "the same rounds"


def test_what_is_not_counted_is_said() -> None:
    """Ante Up 21 is played without wagers that are placed during the round."""
    game = game_offering("ante-up-21", of_dealer, AFTER_DEALER, placed=BEFORE_DEALER)
    found = run(game, 1000, workers=1)
    assert "odd" not in found.estimates
    assert any("odd wager not counted" in said for said in found.assumptions)
    assert not any("not counted: these" in s for s in run(find("pai-jack")(), 10).assumptions)
