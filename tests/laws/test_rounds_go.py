"""A finished round is freed when no reference is left: a server deals for months, many a second."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from houseway.table.round import Round
from tests.support.random_play import GAME_IDS, open_table, random_act


def young_rounds() -> int:
    """Count the rounds in the youngest generation, where all are made while collecting is off."""
    return sum(type(found) is Round for found in gc.get_objects(generation=0))


def played(game_id: str) -> None:
    """A round with everything that is looked at in it, to its end."""
    table, rng = open_table(game_id, 7)
    round_ = table.start()
    while round_.question is not None:
        round_.views()
        assert round_.events_for(0) is not None and round_.asked
        table.enter(random_act(round_, rng))
    round_.views()


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Leave garbage where it is; collecting everything costs two seconds in a large process."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_round_that_is_over_needs_no_collector(game_id: str, uncollected: None) -> None:
    played(game_id)  # what is kept for good is made once
    before = young_rounds()
    played(game_id)
    assert young_rounds() == before


def test_a_round_in_a_cycle_is_noticed(uncollected: None) -> None:
    before = young_rounds()
    cycle: list[object] = [open_table("blackjack", 7)[0].start()]
    cycle.append(cycle)
    del cycle
    assert young_rounds() == before + 1
