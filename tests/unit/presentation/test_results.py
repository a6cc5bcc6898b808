"""Frequencies of each result of a main wager: dealt in full, and compared with the solver.

Where a pair becomes two hands at most, everything is exact. With more, the mean and every single
hand are, and the neglected part is measured.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.main_wager import best_results, by_result
from houseway.analysis.blackjack.outcomes import (
    OVER,
    RoundResults,
    Split,
    beside,
    cases,
    round_results,
)
from houseway.analysis.blackjack.simulation.compiled_round import MOST, RESULTS
from houseway.analysis.blackjack.simulation.simulate import main_nets
from houseway.analysis.blackjack.solver.best_play import ORIGINAL
from houseway.analysis.blackjack.solver.dealer import dealer_walk, endings, short_walk, states_of
from houseway.analysis.blackjack.solver.hands import RANK, SUITED
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import BestPlay, best_play, solve
from houseway.analysis.compiler.compile import compiled
from houseway.families.blackjack.rules import TWENTY_ONE
from houseway.rulebook import find
from tests.oracles.brute_force_blackjack import EIGHTS, FREE_BET, NINES, POSTINGS, Brute, Shoe


def results_of(best: BestPlay) -> RoundResults:
    return round_results(best.terms, best.grounds, best.play)


def by_net(found: RoundResults, pays: float) -> dict[Fraction, float]:
    nets = {Fraction(pays).limit_denominator(10): found.blackjack, Fraction(-1, 2): found.surrender}
    for units in range(-MOST, MOST + 1):
        if chance := float(found.units[MOST + units]):
            nets[Fraction(units)] = nets.get(Fraction(units), 0.0) + chance
    return {net: chance for net, chance in nets.items() if chance}


@pytest.mark.parametrize(
    ("game_id", "posting"),
    [
        ("blackjack", {"decks": 6}),
        ("blackjack", {"decks": 1, "soft_17": "stand", "surrender": "late"}),
        ("blackjack", {"decks": 2, "peek": False, "no_peek_takes": "original", "hands_max": 3}),
        ("blackjack", {"decks": 2, "peek": False, "resplit_aces": True, "hands_max": 6}),
        (FREE_BET, {"decks": 8, "blackjack_against_22": "pushed"}),
        ("ride-free", {"decks": 6}),
        ("21-hold-em", {}),
        ("ante-up-21", {}),
    ],
    ids=str,
)
def test_the_mean_of_the_results_is_the_edge_of_best_play(
    game_id: str, posting: dict[str, Any]
) -> None:
    game: Any = find(game_id)(posting)
    best = best_play(game)
    chances = by_result(best_results(best))
    assert sum(chances) == pytest.approx(1.0, abs=1e-12) and min(chances) >= 0.0
    nets = main_nets(game, game.main_pays[0])
    mean = sum(p * float(net) for p, net in zip(chances, nets, strict=True))
    assert mean == pytest.approx(best.expectation, abs=1e-12)
    assert dict(zip(RESULTS, chances, strict=True))["surrender"] == 0.0 or "surrender" in posting


@pytest.mark.parametrize(
    ("game_id", "posting", "shoe"),
    [
        *(("blackjack", {**posting, "hands_max": 2}, shoe)
          for game_id, posting, shoes in POSTINGS if game_id == "blackjack" for shoe in shoes[:1]),
        (FREE_BET, {}, EIGHTS), (FREE_BET, {"peek": False}, NINES),
    ],
    ids=str,
)  # fmt: skip
def test_results_of_one_and_two_hands_are_those_of_dealing_them_out(
    game_id: str, posting: dict[str, Any], shoe: Shoe
) -> None:
    all_hands = terms_of(find(game_id)(posting))  # type: ignore[arg-type]
    terms = replace(all_hands, hands_max=2, most=np.minimum(all_hands.most, 2))
    best = solve(terms, np.array(shoe, np.float64))
    found = results_of(best)
    assert found.several == 0.0
    dealt = {net: float(p) for net, p in Brute(terms, best.play, shoe).results().items() if p}
    assert by_net(found, terms.blackjack_pays) == pytest.approx(dealt, abs=1e-12)


@pytest.mark.parametrize("shoe", [EIGHTS, NINES])
def test_three_hands_differ_from_dealing_them_out_by_little_even_in_a_tiny_shoe(
    shoe: Shoe,
) -> None:
    terms = terms_of(find("blackjack")({"hands_max": 3}))  # type: ignore[arg-type]
    best = solve(terms, np.array(shoe, np.float64))
    found = results_of(best)
    dealt = {net: float(p) for net, p in Brute(terms, best.play, shoe).results().items() if p}
    mine = by_net(found, terms.blackjack_pays)
    assert 0.0 < found.several < 0.05
    apart = sum(abs(mine.get(net, 0.0) - p) for net, p in dealt.items())
    assert 0.0 < apart < 0.05 * found.several


def test_what_three_hands_have_in_common_beyond_two_is_less_than_a_thousandth() -> None:
    """Nines against a six, which are never hit: all ends of three hands, met with one dealer's."""
    best = best_play(find("blackjack")({"decks": 2}))  # type: ignore[arg-type]
    nine, g = 8, best.grounds[5]
    split = Split(best.terms, g, nine, best.play.after[g.up])
    assert np.abs(split.closed(ORIGINAL, 2)[OVER]).max() < 1e-15
    case = next(case for case in split.cases() if case.hands == 3)
    near = case.dealer @ split.sums(case)
    ends, nets = split.ends(ORIGINAL, False), split.nets[ORIGINAL]
    threes = np.array(list(product(range(len(ends.cards)), repeat=3)))
    sets = ends.cards[threes].sum(axis=1) + split.out(3)
    states = np.zeros((len(sets), states_of(TWENTY_ONE)))
    compiled(beside)(g.shoe, g.short, g.barred, sets, states)
    weight = ends.orders[threes, 0].prod(axis=1)[:, None] * states
    exactly = np.zeros(len(near))
    np.add.at(exactly, nets[ends.kind[threes]].sum(axis=1) + len(near) // 2, weight)
    exactly *= next(ways for n, closed, ways in cases(split.most) if (n, closed) == (3, 3))
    assert exactly.sum() == pytest.approx(near.sum(), rel=1e-12)
    units = np.arange(len(near))
    assert exactly @ units == pytest.approx(near @ units, rel=1e-12)
    assert 0.0 < np.abs(exactly - near).sum() / near.sum() < 1e-3


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("up", [0, 1, 5, 9])
def test_the_short_walk_leaves_out_hands_over_22_only(up: int, peek: bool) -> None:
    def ends(walk: Any) -> dict[tuple[int, ...], int]:
        drawn: list[int] = []
        found = {}
        for depth, card, end, orders in walk.tolist():
            drawn[depth - 1 :] = [card // 16]
            if end >= 0:
                found[tuple(drawn)] = orders
        return found

    asked = TWENTY_ONE, up, True, peek
    whole, short = ends(dealer_walk(*asked)), ends(short_walk(*asked))
    assert whole == endings(*asked) and len(short_walk(*asked)) < 0.7 * len(dealer_walk(*asked))
    within = {
        drawn: SUITED * orders
        for drawn, orders in whole.items()
        if TWENTY_ONE.total([RANK[value] << 2 for value in (up, *drawn)]) <= 22
    }
    assert within == short
