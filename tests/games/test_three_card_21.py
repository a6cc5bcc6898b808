"""3 Card 21 "N" Done: exact figures against rounds of the same play and against plain counting."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.three_card_21.compiled_round import MOST, RESULTS
from houseway.analysis.three_card_21.exact import KEEP, PAID, best_play, three_ranks
from houseway.analysis.three_card_21.results import results_of
from houseway.analysis.wager_edge import exact
from houseway.errors import Refused
from houseway.rulebook import find
from houseway.rulebook.colorado.three_card_21_n_done.rules import BONUS, three_card_bonus

GAME = "3-card-21-n-done"


def test_the_bonus_is_every_hand_counted_one_by_one() -> None:
    """Two decks are enough to have equal cards, and few enough for plain loops."""
    game: Any = find(GAME)()
    cards = sorted([*range(52), *range(52)])
    counted = Counter(three_card_bonus(three) for three in itertools.combinations(cards, 3))
    from houseway.analysis.enumeration import hand_ways

    ways = hand_ways(three_card_bonus, {"first_three": 3}, [2] * 52)
    assert ways == [counted[i] for i in range(len(BONUS))]
    assert sum(exact(game, "bonus").ways) == 312 * 311 * 310 // 6


@pytest.mark.statistical
@pytest.mark.slow
def test_best_play_is_what_its_rounds_come_to() -> None:
    game: Any = find(GAME)({"cut_card": 10})
    best = best_play(game)
    found = simulate(game, 4_000_000, seed=5)["main"]
    assert abs(float(found.mean()) - best.expectation) < 4 * found.stderr()
    results = results_of(game)
    assert results.half_units.sum() == pytest.approx(1.0, abs=1e-12)
    mean = results.half_units @ np.arange(-MOST, MOST + 1) / 2
    assert mean == pytest.approx(best.expectation, abs=1e-12)
    counted = dict(zip(found.outcomes, found.ways, strict=True))
    for name, chance in zip(RESULTS, results.half_units.tolist(), strict=True):
        deviation = math.sqrt(chance * (1.0 - chance) * found.rounds)
        assert abs(counted.get(name, 0) - chance * found.rounds) <= 5 * deviation + 3, name


def test_the_chances_of_the_first_cards_come_to_one() -> None:
    from houseway.analysis.three_card_21.exact import ThreeCardSolver

    solver = ThreeCardSolver.__new__(ThreeCardSolver)
    solver.game = find(GAME)()  # type: ignore[assignment]
    from houseway.analysis.blackjack.solver.solve import CARDS_OF_VALUE

    solver.shoe = [n * 6 for n in CARDS_OF_VALUE]  # type: ignore[assignment]
    total = sum(solver.chance(ranks, up) for ranks in three_ranks() for up in range(10))
    assert total == pytest.approx(1.0, abs=1e-12)


def test_a_21_is_kept_only_where_a_split_is_worth_more() -> None:
    best = best_play(find(GAME)())  # type: ignore[arg-type]
    decisions = Counter(int(x) for x in best.first.ravel() if x in (PAID, KEEP))
    assert decisions[PAID] > 0
    for ranks in three_ranks():
        for up in range(10):
            if best.first[(*ranks, up)] == KEEP:
                assert best.first_value[(*ranks, up)] > 1.0


def test_both_wagers_have_rows_for_both_deck_counts() -> None:
    found = rows(GAME, "bonus")
    assert {(row.table, row.decks) for row in found} == {
        *((n, 6) for n in "12345"), *((n, 8) for n in "1345"),
    }  # fmt: skip


def test_equal_wagers_need_limits_that_overlap() -> None:
    with pytest.raises(Refused, match=r"is equal to the Three Card 21 wager.*limits of both"):
        find(GAME)({"main_limits": "5..10", "bonus_limits": "20..30"})
