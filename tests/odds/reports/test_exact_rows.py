"""Every game has one lab; rounds played say the same as its exact rows, which say what they are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from houseway.analysis.blackjack.report import run_of
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.games import math_of
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.cite import rule
from houseway.errors import Refused
from houseway.families.blackjack.rules import TWENTY_ONE, Count
from houseway.game.posting import fact
from houseway.hands.blackjack import points
from houseway.rulebook import find

LONG = "HOUSEWAY_LONG" in os.environ


def test_every_game_has_a_lab_and_every_wager_a_way() -> None:
    from houseway.rulebook import games

    for kind in games().values():
        lab = math_of(kind)
        assert lab.simulation is not None, kind.id
        game: Any = kind()
        for wager in kind.wagers:
            assert lab.method_of(game, wager) is not None, (kind.id, wager.name)


def test_a_game_has_the_lab_of_what_it_inherits_from() -> None:
    standard: Any = find("blackjack")

    class Odd(standard):  # type: ignore[misc]
        id = "odd-blackjack"

    assert math_of(Odd()) is math_of(find("blackjack")) is math_of(find("ride-free"))
    assert math_of(find("pai-jack")) is not math_of(find("pai-gow-tiles"))
    own = math_of(find("ante-up-21")).strategy_sheet
    assert own is not None and own is not math_of(find("blackjack")).strategy_sheet


def test_a_poker_game_that_makes_its_hands_otherwise_is_not_simulated_as_its_parent() -> None:
    holdem: Any = find("holdem")

    class Pineapple(holdem):  # type: ignore[misc]
        id = "pineapple"

        def hands(self, s: Any) -> Any:
            return super().hands(s)

    with pytest.raises(Refused, match="makes its hands in a way that is not simulated"):
        simulate(Pineapple(), 10)


def other_count(game_id: str) -> Any:
    """A game of 21 that has been changed to count up to 22."""
    kind: Any = find(game_id)

    class UpTo22(kind):  # type: ignore[misc]
        id = "up-to-22"
        count: Count = fact(structs.replace(TWENTY_ONE, name="up to 22", over=over_22))

    return UpTo22


@rule()
def over_22(cards: Sequence[int]) -> bool:
    return points(cards) > 22


@pytest.mark.parametrize(
    "game_id", ["ante-up-21", "21-hold-em", "blackjack-switch", "3-card-21-n-done"]
)
def test_a_count_that_the_lab_is_not_written_for_is_refused(game_id: str) -> None:
    """Rules of their own, written for 21, would print figures of another game."""
    kind = other_count(game_id)
    says = "its hands count up to 22; its own rules, .* hands that count as near to 21 as possible"
    with pytest.raises(Refused, match=says):
        rows(kind)
    with pytest.raises(Refused, match=says):
        simulate(kind(), 10)
    with pytest.raises(Refused, match=says):
        math_of(kind())
    assert math_of(find(game_id)()) is math_of(kind)


ROUNDS = 3_000_000 if LONG else 150_000
OF_BLACKJACK = ROUNDS if LONG else 10_000
EXACT_TABLES = ["free-bet-blackjack"]
if LONG:
    EXACT_TABLES += [
        "ride-free", "buffalo-blackjack-2", "buffalo-blackjack-3", "straight-jack",
        "straight-jack-progressive", "rocket-aces", "golden-21-poker", "21-plus-3",
    ]  # fmt: skip


@pytest.mark.statistical
@pytest.mark.parametrize("game_id", EXACT_TABLES)
def test_exact_side_bets_are_those_of_rounds_of_the_same_play(
    game_id: str, interpreted: None
) -> None:
    """Every outcome of every side bet, in rounds from full shoes played for the main wager."""
    game: Any = find(game_id)()
    sides = tuple(w for w in game.offered if w.rule is not None)
    counted = play_best(game, run_of(game).best, OF_BLACKJACK, 5, sides)
    lab = math_of(game)
    for wager in sides:
        method = lab.method_of(game, wager)
        assert method is not None
        worth, ways = method.find(game, wager), counted.sides[wager.name]
        for name, p, n in zip(worth.outcomes, worth.chances, ways, strict=True):
            p, placed = float(p), sum(ways)
            room = 5 * (p * (1 - p) * placed) ** 0.5 + 3
            assert abs(n - p * placed) < room, (wager.name, name, p, n / placed)
        assert bind_posting(game, wager).reads


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("game_id", "wagers"),
    [
        ("3-card-shine", ("ante", "pair_xxx", "super_6")),
        ("3-dice-baccarat", None),
        ("pai-jack", ("main", "bonus")),
        ("pai-gow-tiles", ("main",)),
        pytest.param("blackjack-switch", ("super_match", "buster"), marks=pytest.mark.slow),
        ("3-card-21-n-done", ("bonus",)),
        pytest.param("ante-up-21", ("poker_bonus",), marks=pytest.mark.slow),
        pytest.param("21-hold-em", ("pk",), marks=pytest.mark.slow),
    ],
)
def test_exact_rows_are_those_of_the_simulation(
    game_id: str, wagers: tuple[str, ...] | None
) -> None:
    """The slow ones are compared in the tests of their games."""
    game: Any = find(game_id)()
    seen = simulate(game, ROUNDS, seed=9)
    for name in wagers or tuple(seen):
        wager = next(w for w in game.wagers if w.name == name)
        method = math_of(game).method_of(game, wager)
        assert method is not None
        worth = method.find(game, wager)
        assert worth.method == "exact"
        rounds = seen[name].total
        for outcome, p in zip(worth.outcomes, worth.chances, strict=True):
            q = float(seen[name].probability[outcome])
            room = 5 * (float(p) * (1 - float(p)) / rounds) ** 0.5 + 3 / rounds
            assert abs(float(p) - q) < room, (name, outcome)


def test_ways_are_those_of_the_method() -> None:
    game = find("free-bet-blackjack")({"decks": 6})
    odds = exact(game, "kings_bounty")
    assert sum(odds.ways) == 312 * 311 * 310 * 309


def test_insurance_has_a_row() -> None:
    (row,) = rows("blackjack", "insurance", {"decks": 6})
    assert row.method == "exact" and row.house_edge == Fraction(23, 311)
    by_hand = row.details["by_tens_in_hand"]
    assert Fraction(by_hand["0"]["fraction"]) == 1 - 3 * Fraction(96, 309) > 0
    assert Fraction(by_hand["2"]["fraction"]) == 1 - 3 * Fraction(94, 309)
    assert rows("blackjack", None, {"decks": 6, "insurance": "no"})[-1].wager == "main"


def test_what_is_near_says_so_and_how_near() -> None:
    """Bust Bonus of 30-2113: all hands of a split going bust is not followed exactly."""
    for row in rows("buffalo-blackjack-2", "bust_bonus"):
        assert row.method == "near" and row.stderr is None
        (said,) = [words for words in row.assumptions if words.startswith("near: ")]
        assert "right to 0.001 %" in said and "% of rounds" in said


def test_the_dealers_envy_is_named_with_its_figure() -> None:
    found = {row.table: row for row in rows("ride-free", "classic_21_3", {"decks": 6})}
    envied = [row for table, row in found.items() if table.startswith("PT-FLT-213-E")]
    assert len(envied) == 4
    for row in envied:
        assert sum("dealer's envy" in words for words in row.assumptions) == 1
    assert any("$0.097 a hand" in words for row in envied for words in row.assumptions)
    assert not any("envy" in words for words in found["PT-FLT-213-03"].assumptions)


def test_a_table_that_is_posted_on_other_decks_has_its_row() -> None:
    posting = {"tables_on_any_decks": "yes", "decks": 3, "classic_21_3": "PT-FLT-213-01"}
    (row,) = rows("ride-free", "classic_21_3", posting)
    assert row.table == "PT-FLT-213-01" and row.decks == 3 and row.method == "exact"
    assert any("not for 3 decks" in words for words in row.warnings)
