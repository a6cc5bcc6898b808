"""Every row called exact is that of rounds of the same posting, whatever the house has posted.

The short form takes a few games and postings whose loops other tests compile too, at length all.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from houseway.analysis.blackjack.report import run_of
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.blackjack.simulation.simulate import BlackjackSimulation, main_nets
from houseway.analysis.games import math_of
from houseway.analysis.simulation_runs.simulate import simulate, simulation_of
from houseway.rulebook import games
from tests.support.random_play import random_posting

LONG = "HOUSEWAY_LONG" in os.environ
ROUNDS = 1_000_000 if LONG else 100_000
OF_BLACKJACK = 1_000_000 if LONG else 10_000
POSTINGS = 3 if LONG else 1
SHORT = ("3-dice-baccarat", "pai-jack", "commission-free-baccarat")
SLOW = ("pai-gow-poker", "fortune-pai-gow-poker")
"""Every hand against every hand takes minutes."""
FROM_A_SHOE = ("main", "ante", "pk")
"""Wagers that are played: the cut card of a shoe, and the hands played for others, move them."""


def wagered() -> list[str]:
    """The games with wagers, which poker has not."""
    return [name for name, kind in sorted(games().items()) if kind.wagers]


def of_blackjack(game: Any) -> bool:
    return type(simulation_of(game)) is BlackjackSimulation


DEALT = [name for name in wagered() if not of_blackjack(games()[name]())]
PLAYED = [name for name in wagered() if name not in DEALT]


def some_postings(game_id: str) -> list[Any]:
    """The game as it is posted at first, at length, and as others may post it."""
    chance, kind = random.Random(f"rows of {game_id}"), games()[game_id]
    found = [kind(without_rates(random_posting(kind, chance))) for _ in range(POSTINGS)]
    if game_id in SLOW:
        return [kind()]
    return [kind(), *found] if LONG else found


def without_rates(posting: dict[str, object]) -> dict[str, object]:
    """Return the posting without meter rates: they go with one pay table, and rows are those
    of all."""
    return {key: value for key, value in posting.items() if "_rate" not in key}


def agrees(game: Any, wager: str, worth: Any, ways: dict[str, int]) -> None:
    """Every outcome within five standard errors."""
    total = sum(ways.values())
    for name, p in zip(worth.outcomes, map(float, worth.chances), strict=True):
        room = 5 * (p * (1 - p) * total) ** 0.5 + 3
        said = game.id, game.stated, wager, name, p, ways.get(name, 0) / total
        assert abs(ways.get(name, 0) - p * total) < room, said


@pytest.mark.statistical
@pytest.mark.parametrize("game_id", DEALT if LONG else SHORT)
def test_exact_rows_of_any_posting(game_id: str) -> None:
    compared = 0
    for game in some_postings(game_id):
        seen, lab = simulate(game, ROUNDS, seed=3), math_of(game)
        shoe = "21" in game_id or "blackjack" in game_id
        for wager in game.offered:
            method = lab.method_of(game, wager)
            if method is None or wager.name not in seen or (shoe and wager.name in FROM_A_SHOE):
                continue
            worth, found = method.find(game, wager), seen[wager.name]
            if worth.method == "exact" and set(worth.outcomes) == set(found.outcomes):
                ways = dict(zip(found.outcomes, found.ways, strict=True))
                agrees(game, wager.name, worth, ways)
                compared += 1
    assert compared or "21-hold" in game_id


@pytest.mark.statistical
@pytest.mark.parametrize("game_id", PLAYED if LONG else ["rocket-aces"])
def test_exact_rows_of_best_play(game_id: str, interpreted: None) -> None:
    """Side bets by outcome, the main wager by its edge: which hands of a split win is near."""
    for game in some_postings(game_id):
        sides = tuple(w for w in game.offered if w.rule is not None)
        lab, run = math_of(game), run_of(game)
        counted = play_best(game, run.best, OF_BLACKJACK, 8, sides)
        for wager in sides:
            method = lab.method_of(game, wager)
            worth = method.find(game, wager) if method is not None else None
            if worth is not None and worth.method == "exact":
                ways = dict(zip(wager.rule.outcomes, counted.sides[wager.name], strict=True))
                agrees(game, wager.name, worth, ways)
        edge_agrees(game, run.main, counted.main)


def edge_agrees(game: Any, worth: Any, seen: dict[str, int]) -> None:
    """The mean of the main wager as it is posted, within five standard errors."""
    from houseway.analysis.blackjack.simulation.compiled_round import RESULTS

    nets = dict(zip(RESULTS, map(float, main_nets(game, game.main_pays[0])), strict=True))
    total = sum(seen.values())
    mean = sum(nets[name] * n for name, n in seen.items()) / total
    variance = sum(nets[name] ** 2 * n for name, n in seen.items()) / total - mean**2
    column = worth.columns[game.blackjack_pays]
    exact = sum(float(p) * float(net) for p, net in zip(worth.chances, column, strict=True))
    said = game.id, game.stated, mean, exact
    assert abs(mean - exact) < 5 * (variance / total) ** 0.5, said
