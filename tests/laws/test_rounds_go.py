"""A round that is over goes when nobody holds it: a server deals for months, many to a second."""

from __future__ import annotations

import gc

import pytest

from houseway.engine.round import Round
from support import GAME_IDS, open_table, random_act


def rounds_there() -> int:
    """How many rounds are in memory."""
    return sum(type(found) is Round for found in gc.get_objects())


def played(game_id: str) -> None:
    """A round with everything that is looked at in it, to its end."""
    table, rng = open_table(game_id, 7)
    round_ = table.start()
    while round_.question is not None:
        round_.views()
        assert round_.told(0) is not None and round_.asked
        table.enter(random_act(round_, rng))
    round_.views()


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_round_that_is_over_needs_no_collector(game_id: str) -> None:
    played(game_id)  # what is kept for good is made once
    gc.collect()
    gc.disable()
    try:
        before = rounds_there()
        played(game_id)
        assert rounds_there() == before
    finally:
        gc.enable()
