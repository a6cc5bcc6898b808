"""A play-through of every game as text.  After an intended change: HOUSEWAY_GOLDEN=1 make test."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from houseway.engine.events import line
from houseway.engine.questions import Act, Drawn, Input, Ruling
from houseway.money import format_amount
from houseway.rulebook import games
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, play_randomly

GOLDEN = Path(__file__).parent.parent / "golden"


def written(given: Input) -> str:
    if isinstance(given, Drawn):
        return f"< {given.what}"
    if isinstance(given, Act):
        places = " ".join(f"{spot}={format_amount(cents)}" for spot, cents in given.places)
        amount = format_amount(given.amount) if given.amount else ""
        return " ".join(filter(None, (f"< seat {given.seat}", given.name, amount, places)))
    return f"< floor {given.name}" if isinstance(given, Ruling) else f"< time up {given.seat}"


def play_through(game_id: str) -> str:
    """Three rounds with the game's default posting, as the log of inputs and events."""
    game = games()[game_id]()
    table = Table(game, seed=2116)
    rng = random.Random(2116)
    for seat in range(1, max(game.seats_min, 3) + 1):
        table.sit(seat, f"player {seat}", 50_000)
    lines = [f"{game.name}, {game.section}", ""]
    for number in range(1, 4):
        round_ = play_randomly(table, rng)
        lines.append(f"round {number}")
        lines += [written(given) for given in round_.inputs]
        lines += [f"  {line(event, game.kind)}" for event in round_.events]
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_play_through_is_as_it_was(game_id: str) -> None:
    path = GOLDEN / f"{game_id}.txt"
    text = play_through(game_id)
    if os.environ.get("HOUSEWAY_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert path.exists(), f"no play-through of {game_id} yet: HOUSEWAY_GOLDEN=1 make test writes it"
    assert text == path.read_text(), f"the play-through of {game_id} has changed"
