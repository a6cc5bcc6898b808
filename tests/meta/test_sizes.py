"""Ceilings for what a reader has to hold: fields, names, levels of classes, files of a walk.

A ceiling may fall. It rises only with a reason that the pull request gives.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import houseway
from houseway.engine.inputs import Act
from houseway.game.base import Game
from houseway.game.wagers import PARTS, Wager
from houseway.rulebook import games
from houseway.table.table import Table

ROOT = Path(houseway.__file__).parent
FIELDS = 20
"""Most fields of a wager, and of each part of it."""
NAMES, NAMES_OF_GAME = 273, 68
"""Most public names of a posted game, and of ``Game`` itself; these ceilings only fall."""
LEVELS = 2
"""Most classes between a game and ``Game``."""
DEEPER = {
    "fortune-pai-gow-poker",
}  # fmt: skip
"""Games that still have more."""


def test_a_wager_and_its_parts_have_few_fields() -> None:
    for kind in (Wager, *PARTS.values()):
        assert len(kind.__struct_fields__) <= FIELDS, kind


def levels(game: type[Game]) -> list[str]:
    """Return the classes between a game and ``Game``."""
    order = game.__mro__
    return [each.__name__ for each in order[1 : order.index(Game)]]


def test_a_game_has_few_classes_above_it() -> None:
    """``DEEPER`` shrinks: a game that is no longer in need of more must leave it."""
    found = {name for name, game in games().items() if len(levels(game)) > LEVELS}
    assert found == DEEPER


def public_names(thing: object) -> int:
    """Return how many names a reader meets on an object."""
    return sum(not name.startswith("_") for name in dir(thing))


def test_a_game_has_no_more_names_than_before() -> None:
    """Postings are names of a game, so the count of an instance falls slowly; 80 is the aim."""
    most = {name: public_names(game({})) for name, game in games().items()}
    assert max(most.values()) <= NAMES and public_names(Game) <= NAMES_OF_GAME, most


def visited(walk: Callable[[], Any]) -> set[str]:
    """Return the files of the package in which a function is called during a walk."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(ROOT):
            found.add(path.relative_to(ROOT).as_posix())

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        walk()
    finally:
        sys.setprofile(before)
    return found


def play_free_bet(table: Table) -> None:
    """Play one round with a Push 22 wager and stand on every hand."""
    table.start()
    table.bet(1, main=10_00, push_22=5_00)
    while (round_ := table.round) is not None and not round_.closed:
        assert round_.question is not None
        names = [choice.name for choice in round_.question.choices_of(1)]
        table.act(1, next(name for name in ("stand", "no_insurance", *names) if name in names))


def test_a_round_of_free_bet_visits_few_files() -> None:
    table = houseway.open_table("free-bet-blackjack", seed=3)
    table.sit(1, "player", 500_00)
    play_free_bet(table)  # the first round fills caches
    found = visited(lambda: play_free_bet(table))
    assert "rulebook/colorado/free_bet_blackjack/game.py" in found
    assert len(found) <= 20, sorted(found)


def test_a_raise_at_no_limit_visits_seven_files() -> None:
    table = houseway.open_table("holdem", {"structure": "no_limit"}, seed=3)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 200_00)
    table.start()
    assert table.round is not None and table.round.question is not None
    (seat,) = table.round.question.seats()
    found = visited(lambda: table.enter(Act(seat, "raise", 6_00)))
    assert len(found) <= 7, sorted(found)


def test_a_file_more_would_be_noticed() -> None:
    with pytest.raises(houseway.Refused):
        houseway.open_table("no-such-game")
    assert "errors.py" in visited(lambda: houseway.Refused("a-code", "a sentence"))


POSITIONAL = 7
"""Most arguments of a call that are told apart by their position."""
BY_NAME = ("engine", "game", "families", "presentation", "rulebook", "table", "side_bets")


def calls_by_position(text: str) -> list[int]:
    """Return the lines of calls with more arguments by position than a reader can tell apart."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and len(node.args) > POSITIONAL
        and not any(isinstance(each, ast.Starred) for each in node.args)
    ]


def test_arguments_of_long_calls_have_names() -> None:
    files = [path for package in BY_NAME for path in (ROOT / package).rglob("*.py")]
    found = {path.name: lines for path in files if (lines := calls_by_position(path.read_text()))}
    assert len(files) > 100 and not found


def test_a_long_call_by_position_would_be_noticed() -> None:
    assert calls_by_position("f(1, 2, 3, 4, 5, 6, 7, 8)") == [1]
    assert not calls_by_position("f(1, 2, 3, 4, 5, 6, 7, x=8)")
