"""Clauses cited by events in random rounds of every game: each of that game, and once."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from houseway.engine.events import Event, event_name
from houseway.rulebook.clauses import clauses_of
from tests.support.random_play import GAME_IDS, play_rounds

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "100"))
every_game = pytest.mark.parametrize("game_id", GAME_IDS)


def cited(game_id: str, seed: int) -> Iterator[tuple[Event, tuple[str, ...]]]:
    """Every event that names clauses, with them."""
    for round_ in play_rounds(game_id, ROUNDS, rulings=0.03, seed=seed):
        for event in round_.events:
            if clauses := getattr(event, "clauses", ()):
                yield event, clauses


@every_game
def test_no_event_names_a_clause_twice(game_id: str) -> None:
    twice = {
        (event_name(type(event)), clauses)
        for event, clauses in cited(game_id, 4100)
        if len(set(clauses)) != len(clauses)
    }
    assert not twice


@every_game
def test_what_an_event_names_is_a_clause_that_check_knows_for_the_game(game_id: str) -> None:
    known = {clause.id for clause in clauses_of(game_id)}
    strange = {
        (event_name(type(event)), clause)
        for event, clauses in cited(game_id, 4200)
        for clause in clauses
        if clause not in known
    }
    assert not strange
