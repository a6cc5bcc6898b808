"""Ante Up 21: best play for two hands at once, by two methods."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.ante_up_21 import charts, compiled_round, exact, report
from houseway.analysis.ante_up_21.charts import charts_of
from houseway.analysis.ante_up_21.exact import (
    OVER,
    POKERS,
    RANKS,
    STRENGTHS,
    TOTALS,
    VALUE,
    AnteUpSolver,
    best_play,
    dealer_walk,
    makes_natural,
    tree,
)
from houseway.analysis.blackjack.decisions import HIT
from houseway.analysis.blackjack.side_bets.dealer_hand import dealer_hands
from houseway.analysis.blackjack.solver.dealer import TEN
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.random_streams import stream
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulation_of
from houseway.cite import rule
from houseway.game.wagers import AFTER_DEALER, side
from houseway.hands.blackjack import dealer_draws, natural, points
from houseway.pieces.cards import ACE, KING, SIX
from houseway.rulebook import find
from houseway.rulebook.colorado.ante_up_21.game import AnteUp21
from houseway.rulebook.colorado.ante_up_21.rules import QUEEN_HIGH, best_two

GAME = "ante-up-21"


def dealt_out(up: int, left: list[int]) -> dict[tuple[int, int], Fraction]:
    """The dealer's ends from a small shoe, card by card, without a natural."""
    found: dict[tuple[int, int], Fraction] = {}

    def go(hand: list[int], left: list[int], chance: Fraction) -> None:
        cards = [rank * 4 for rank in hand]
        if len(hand) > 1 and not dealer_draws(cards, True):
            key = min(points(cards) - 17, OVER), best_two(cards)
            found[key] = found.get(key, Fraction(0)) + chance
            return
        choices: Sequence[int] = range(len(left))
        if len(hand) == 1:
            choices = [i for i in choices if not natural((up * 4, left[i] * 4))]
        for i in choices:
            rest = left[:i] + left[i + 1 :]
            go([*hand, left[i]], rest, chance / len(choices))

    go([up], left, Fraction(1))
    return found


@pytest.mark.parametrize(
    ("up", "left"),
    [(SIX, [0, 3, 5, 8, 9, 10, 12, 2]), (ACE, [8, 9, 4, 4, 11, 3, 6]), (KING, [12, 2, 2, 5, 9, 7])],
)
def test_the_dealer_ends_as_when_dealt_out(up: int, left: list[int]) -> None:
    counts = np.array([float(left.count(rank)) for rank in range(RANKS)])
    totals, pokers = np.zeros(TOTALS), np.zeros(POKERS)
    walk = dealer_walk(up, True)
    exact.dealer_chances(counts, makes_natural(up), walk, np.zeros(16), totals, pokers)
    slow = dealt_out(up, left)
    for total in range(TOTALS):
        wanted = sum((p for (t, _), p in slow.items() if t == total), Fraction(0))
        assert totals[total] == pytest.approx(float(wanted), abs=1e-12)
    for i, strength in enumerate(STRENGTHS):
        wanted = sum((p for (_, s), p in slow.items() if s == strength), Fraction(0))
        assert pokers[i] == pytest.approx(float(wanted), abs=1e-12)


@rule(outcomes=("qualifies", "not"))
def qualifies(dealer: Any) -> int:
    """Queen high or better."""
    return 0 if best_two(dealer) >= QUEEN_HIGH else 1


@pytest.mark.parametrize("decks", [pytest.param(2, marks=pytest.mark.slow), 6])
def test_the_dealer_qualifies_as_often_as_counted_elsewhere(decks: int) -> None:
    """The player's known cards average out: the enumerator of dealer's hands agrees."""
    bonus = {"poker_bonus": "off"} if decks == 2 else {}
    game: Any = find(GAME)({"decks": decks, **bonus})
    found = best_play(game)
    missed = sum(
        float((g.dealt * (1.0 - g.natural)) @ g.poker[:, 0]) for g in found.grounds
    )  # fmt: skip
    wager = side("x", "x", "BJ-1", rule=qualifies, resolves=AFTER_DEALER)
    ways = [int(n) for n in dealer_hands(game, wager)]
    assert missed == pytest.approx(ways[1] / sum(ways), abs=1e-12)
    assert sum(g.dealt.sum() for g in found.grounds) == pytest.approx(1.0, abs=1e-12)


def test_hands_by_rank_fare_on_points_as_hands_by_value() -> None:
    """Without the poker wagers this is the blackjack that is solved elsewhere by value."""
    found, t = best_play(AnteUp21()), tree()
    by_value = hands()["pair"]
    for g in found.grounds:
        known = found.blackjack.grounds[VALUE[g.up]]
        for h in np.nonzero(g.dealt > 0.0)[0]:
            a, b = t.cards[h]
            v = by_value[VALUE[a], VALUE[b]]
            assert g.points[h] == pytest.approx(known.rows[v, :2], abs=1e-12)
            assert g.natural[h] == pytest.approx(known.blackjack[v], abs=1e-12)
            tens = g.draws[h][8:12].sum()
            assert tens == pytest.approx(known.chances[v, TEN], abs=1e-12)


def test_the_rows_say_what_both_together_keep() -> None:
    (row,) = rows(GAME, "ante", {"decks": 6})
    assert row.method == "exact"
    assert row.house_edge == pytest.approx(0.347906640, abs=1e-8)
    assert row.details["with_21"]["edge"] == pytest.approx(0.071772759, abs=1e-8)
    assert any("7.1773%" in text for text in row.assumptions)
    assert -best_play(AnteUp21()).ante_alone.expectation == pytest.approx(
        float(row.house_edge), abs=1e-12
    )


def test_drawing_without_a_21_wager_would_give_the_player_the_edge() -> None:
    """Reading A4: why such a hand stands on its two cards."""
    game: Any = find(GAME)({"draws_without_21": True})
    found = best_play(game)
    nets = [float(net) for net in compiled_round.ante_nets(game)]
    by_outcome = sum(p * net for p, net in zip(report.ante_chances(found), nets, strict=True))
    assert by_outcome == pytest.approx(found.ante_alone.expectation, abs=1e-12)
    assert by_outcome == pytest.approx(0.17095, abs=1e-4)


@pytest.mark.statistical
@pytest.mark.parametrize(
    "posting", [pytest.param({}, marks=pytest.mark.slow), {"decks": 2, "poker_bonus": "off"}]
)
def test_rounds_of_best_play_are_worth_what_was_solved(posting: dict[str, Any]) -> None:
    """Each round from a full shoe, for which play is solved; splits are valued approximately."""
    game: Any = find(GAME)(posting)
    table: Any = simulation_of(game)
    table.__dict__["way"] = table.way._replace(reshuffle_at=10**6)
    rounds = 2_000_000
    found = table.estimates(table.play(rounds, stream(5, 0)))
    both = float(found["main"].here.edge + found["ante"].here.edge)
    error = 2.1 / rounds**0.5  # the results of both wagers together swing by 2.05 units
    assert abs(both + best_play(game).together.expectation) < 4 * error
    if "poker_bonus" in found:
        (row,) = rows(GAME, "poker_bonus", {"decks": 6, "poker_bonus": "A"})
        assert row.house_edge == Fraction(11348, 125333)
        bonus = found["poker_bonus"]
        assert abs(float(bonus.here.edge - row.house_edge)) < 5 * bonus.stderr()


def test_a_pair_is_kept_for_poker_and_tens_are_split_for_it() -> None:
    """The difference from blackjack alone is as the page states it."""
    found, t = best_play(AnteUp21()), tree()
    split = {
        (g.up, tuple(t.cards[h]))
        for g in found.grounds
        for h in np.nonzero(found.together.first[g.up] == 4)[0]
        if t.size[h] == 2 and found.together.bets[g.up, h]
    }
    assert split and all(a != b and a >= 8 and b < 12 for _, (a, b) in split)
    assert all(found.together.bets[g.up, t.pair[r, r]] for g in found.grounds for r in range(RANKS))


def test_the_chart_of_two_cards_is_best_play() -> None:
    found, t = best_play(AnteUp21()), tree()
    both, _, alone = charts_of(AnteUp21())
    cells = {row.hand: "".join(row.cells) for row in both.rows}
    assert cells["8-8 to 7-7"] == "SSSSSHHHHHHHH" and cells["5-5"] == "DDDDDDDDHHHHH"
    assert cells["J-T"] == "PPPPPPPPSSPFF" and cells["Q-8"] == "SSSSSSSHSSHFF"
    assert cells["A-8"] == "DDDDDSSHSSSSH" and cells["K-7"] == "HSSSSSHHHHHHF"
    folded = int((~found.together.bets[:, t.size == 2]).sum())
    assert folded == sum(row.cells.count("F") * hands_named(row.hand) for row in both.rows)
    assert {row.hand: "".join(row.cells) for row in alone.rows}["A-7 to A-2"] == "S" * 12 + "F"


def hands_named(row: str) -> int:
    """Return the number of hands that a row of the chart stands for."""
    ranks = "23456789TJQKA"
    if " to " not in row:
        return 1
    (a, b), (c, d) = (hand.split("-") for hand in row.split(" to "))
    if a == b:
        return ranks.index(a) - ranks.index(c) + 1
    order = [(x, y) for x in range(12, -1, -1) for y in range(x - 1, -1, -1)]
    at = [order.index((ranks.index(x), ranks.index(y))) for x, y in ((a, b), (c, d))]
    return at[1] - at[0] + 1


def test_what_the_chart_after_a_hit_costs() -> None:
    """Held against a sum over single decisions: 0.0506 % if the play after each were the best."""
    game: Any = find(GAME)({})
    found = best_play(game)
    more = charts.after_hit(game, found)
    assert more.cost == pytest.approx(0.000503, abs=2e-6)
    cells = {(row.part, row.hand): "".join(row.cells) for row in more.rows}
    assert cells["pair", "hard 13 to 16"] == "SSSSSHHHHHHHH"
    assert cells["J high or lower", "hard 9 to 17"] == "H" * 13
    assert cells["A high", "hard 17"] == "SSSSSSHHSSSSH"


def test_following_best_play_through_loses_nothing() -> None:
    """The two ways to a hand's worth: the best of each step back, and the play followed."""
    game: Any = find(GAME)({})
    found = best_play(game)
    solver = AnteUpSolver(game, found.grounds, found.blackjack, 1.0)
    none = np.zeros(len(tree().cards), np.bool_)
    for g in (found.grounds[4], found.grounds[12]):
        stand, over = solver.standing(g)
        best, choice = solver.best(g, stand, over, none)
        worth = (stand[0] + stand[1]).reshape(-1, 1)
        lost = over - 1.0
        report.follow(tree().child, g.possible, lost.reshape(-1, 1), g.draws, choice, worth)
        assert worth[g.possible, 0] == pytest.approx(best[g.possible], abs=1e-12)
        hit = charts.if_hit(g, best, lost)
        drawn = g.possible & (choice == HIT)
        assert hit[drawn] == pytest.approx(best[drawn], abs=1e-12)
