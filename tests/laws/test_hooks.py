"""A family has no method that does nothing until one game alone fills it in.

What a text replaces is a step with a body; what one game alone has lies in its folder, as a part it
has or as a class between the family and the game.  The few steps that one game alone replaces are
listed here with the reason.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from types import FunctionType, ModuleType

from houseway import families, rulebook
from houseway.cite import step
from houseway.game.base import Game


def classes_of(package: ModuleType) -> set[type]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    modules = [importlib.import_module(each.name) for each in found]
    return {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__
    }


def does_nothing(method: object) -> bool:
    """Return whether a method returns a constant, nothing, or its argument."""
    if not isinstance(method, FunctionType):
        return False
    [function] = ast.parse(textwrap.dedent(inspect.getsource(method))).body
    assert isinstance(function, ast.FunctionDef)
    body = [
        each
        for each in function.body
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]
    if not body:
        return True
    given = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else body
    empty = isinstance(given, ast.Tuple) and not given.elts
    return given is None or empty or isinstance(given, ast.Constant | ast.Name)


def filled_in(bases: set[type], others: set[type]) -> dict[str, set[str]]:
    """The idle methods of these classes -> the folders of those that have another."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in bases | others:
        for name in vars(each):
            for base in each.__mro__[1:]:
                if base in bases and does_nothing(vars(base).get(name)):
                    folder = ".".join(each.__module__.split(".")[:4])
                    found[f"{base.__name__}.{name}"].add(folder)
    return found


def test_no_idle_method_of_a_family_is_for_one_game_alone() -> None:
    found = filled_in(classes_of(families) | {Game}, classes_of(rulebook))
    alone = {
        name: folders
        for name, folders in found.items()
        if len(folders) == 1 and next(iter(folders)).startswith(rulebook.__name__)
    }
    assert found and not alone, alone


def test_such_a_method_would_be_noticed() -> None:
    class Shape:
        def counted(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
            """As they are."""
            return pieces

        @step
        def settled(self) -> int:
            return len(self.counted(()))

    class OneGame(Shape):
        def counted(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
            return pieces[::-1]

        def settled(self) -> int:
            return 1

    assert list(filled_in({Shape}, {OneGame})) == ["Shape.counted"]


REPLACED = {
    "check_carry_over": "a jackpot that is not won goes on: 30-2110 alone says what may change",
    "decide": "cards that lie face down in 30-2107 turn up with a decision but a hit or a stand",
    "players_play": "30-2111 splits a 21 that was kept before anybody plays",
    "sets": "the dice of 30-2899.09 come from no deck",
    "side_steps": "30-2110 has a key pushed before an award of the meter is paid",
    "steps_at": "ANTE and BET of 30-2106 are settled by the poker hands of both",
    "total_words": "three cards over 21 are not lost in 30-2111, and are not called so",
}
"""Steps of the families that one game of the rulebook alone replaces."""


def replaced_by(games: Iterable[type], ours: str) -> dict[str, set[str]]:
    """Methods that games have in place of a family's -> the games; ``ours`` is where games lie."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for game in games:
        own = [each for each in game.__mro__ if each.__module__.startswith(ours)]
        others = [each for each in game.__mro__ if each not in own and each is not object]
        for name in {
            name for each in own for name, value in vars(each).items() if is_method(value)
        }:
            if not name.startswith("__") and any(is_method(vars(o).get(name)) for o in others):
                found[name].add(game.__name__)
    return found


def is_method(value: object) -> bool:
    return isinstance(getattr(value, "__func__", value), FunctionType | property | cached_property)


def test_few_steps_are_replaced_by_one_game_alone() -> None:
    found = replaced_by(rulebook.games().values(), rulebook.__name__)
    assert {name for name, games in found.items() if len(games) == 1} == set(REPLACED)
    assert len(found) > len(REPLACED), "steps that several games replace are what families are for"


def test_a_step_replaced_by_one_game_would_be_noticed() -> None:
    class Alone(rulebook.find("free-bet-blackjack")):  # type: ignore[misc]
        def settling(self, s: object) -> list[int]:
            return []

    Alone.__module__ = f"{rulebook.__name__}.alone"
    found = replaced_by([*rulebook.games().values(), Alone], rulebook.__name__)
    assert found["settling"] == {"Alone"}
