"""Each order of settlement has a worked case in which the bank runs dry between two wagers.

Consider two wagers that follow one another at a circle, or in two passes round the table. The game
has a case in which the first still had action and the second had none, or a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.settlement import USED_UP
from houseway.families.banked.state import WagerReturned, WagerSettled
from houseway.game.base import Game
from houseway.records.cases import Case
from houseway.records.record import Playback
from houseway.rulebook import games
from houseway.sheets.conformance.matrix import cases_of

LATER = {"fortune-pai-gow-poker": ("envy",)}
"""Wagers that are paid after all others."""
BANKED = [
    game_id
    for game_id, game in games().items()
    if isinstance(getattr(game(), "bank", None), PlayerDealer)
]


@cache
def dry_between(game_id: str) -> frozenset[tuple[str, str]]:
    """The wagers between which the bank is used up in some case of a game."""
    cases = [case for case in cases_of(game_id) if case.game == game_id and not case.refused]
    return frozenset(pair for case in cases for pair in ran_dry(case))


def ran_dry(case: Case) -> Iterator[tuple[str, str]]:
    """The last wager of a case with action, and each that had less than all of it after that."""
    last = ""
    for event in Playback(case).run().events:
        if isinstance(event, WagerReturned) and event.reason == USED_UP and last:
            yield last, event.spot
        if isinstance(event, WagerSettled):
            if last and event.note.endswith("covered"):
                yield last, event.spot
            last = event.spot


def in_a_row(game: Game) -> Iterator[tuple[str, str]]:
    """Wagers that follow one another, and the last one of a circle with the first of the next."""
    passes = game.settles
    for spots in passes:
        yield from pairwise(spots)
        yield spots[-1], spots[0]
    for one, other in pairwise(passes):
        yield one[-1], other[0]
    for spot in LATER.get(game.id, ()):
        yield passes[-1][-1], spot


@pytest.mark.parametrize("game_id", BANKED)
def test_the_bank_runs_dry_between_any_two_wagers(game_id: str) -> None:
    found = dry_between(game_id)
    missing = [pair for pair in in_a_row(games()[game_id]()) if pair not in found]
    assert not missing, f"{game_id}: no case in which the bank is used up between {missing}"


def test_all_ten_are_there() -> None:
    assert len(BANKED) == 10
