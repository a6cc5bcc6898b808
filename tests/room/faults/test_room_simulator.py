"""Evenings of the simulator: all invariants after every step, through kills, faults, forgery."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.random_play import GAME_IDS, LONG
from tests.support.room_simulator import Failure, evening

SEEDS = 400 if LONG else 8
STEPS = 500 if LONG else 250
TABLES = 4


def games(seed: int) -> tuple[str, ...]:
    """Some games in turn, so that all have theirs."""
    first = seed * TABLES
    return tuple(GAME_IDS[(first + i) % len(GAME_IDS)] for i in range(TABLES))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_an_evening_leaves_the_books_right(seed: int, tmp_path: Path) -> None:
    found = asyncio.run(evening(seed, STEPS, tmp_path, games(seed)))
    assert sum(actor.live.number for actor in found.room.tables.values()) > 0


def test_money_that_is_lost_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: a table that forgets a cent is found at the next step."""
    from houseway.room.tables import rounds

    honest = rounds.of_events
    monkeypatch.setattr(rounds, "of_events", lambda table, events: honest(table, events)[1:])
    with pytest.raises(Failure):
        asyncio.run(evening(1, STEPS, tmp_path, ("holdem",)))


def test_a_command_that_is_done_twice_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from houseway.room.tables.actor import Actor

    honest = Actor._request
    monkeypatch.setattr(
        Actor, "_request", lambda self, caller, key, asked: honest(self, caller, "", asked)
    )
    with pytest.raises(Failure, match="again"):
        asyncio.run(evening(3, STEPS, tmp_path, ("holdem",)))
