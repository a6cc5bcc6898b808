"""Games and their mathematics: only ``games`` knows families, and names a module for each game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from houseway.analysis.games import FAMILY_MATH, MATH_OF, module_of
from houseway.analysis.poker.showdown import SHOWDOWN_OF
from houseway.rulebook import games

ANALYSIS = Path(__file__).parents[2] / "src" / "houseway" / "analysis"
NAME = "houseway.analysis"

FAMILIES = (
    "ante_play",
    "ante_up_21",
    "baccarat",
    "blackjack",
    "blackjack_switch",
    "hold_em_21",
    "poker",
    "set_hands",
    "three_card_21",
)


def imported(text: str) -> Iterator[str]:
    """The parts of ``analysis`` that a module imports: anywhere in it, for types too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == NAME:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(NAME + "."):
            yield str(node.module).split(".")[2]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[2] for a in node.names if a.name.startswith(NAME + "."))


def test_only_games_imports_families_and_a_family_no_other_but_blackjack() -> None:
    for path in sorted(ANALYSIS.rglob("*.py")):
        part = path.relative_to(ANALYSIS).with_suffix("").parts[0]
        if part != "games":
            allowed = {part, "blackjack"} if part in FAMILIES else set()
            assert not set(imported(path.read_text())) & set(FAMILIES) - allowed, path.name


def test_every_module_of_games_is_named_once_in_the_table() -> None:
    here = {path.stem for path in (ANALYSIS / "games").glob("*.py")} - {"__init__"}
    assert here == {*MATH_OF.values(), *FAMILY_MATH.values()}
    assert set(MATH_OF) <= set(games())
    assert set(SHOWDOWN_OF) <= set(games())


def test_a_game_has_the_mathematics_of_its_id_of_an_ancestor_or_of_its_family() -> None:
    rulebook = games()
    assert module_of(rulebook["blackjack-x"]) == "blackjack_x"
    assert module_of(rulebook["free-bet-blackjack"]) == "blackjack"
    assert module_of(rulebook["omaha"]) == "poker"
    heir = type("Heir", (rulebook["blackjack-x"],), {"id": "heir-of-x"})
    assert module_of(heir) == "blackjack_x"
    stranger = type("Stranger", (rulebook["blackjack-x"],), {"id": "stranger", "family": "other"})
    assert module_of(stranger) is None
