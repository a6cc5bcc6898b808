"""Ante Up 21: best play for two hands at once, by two methods."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.cite import rule
from houseway.hands.points21 import dealer_draws, natural, points
from houseway.odds.ante_up import chances, report, sim
from houseway.odds.ante_up.solve import VALUE, best_play
from houseway.odds.ante_up.tree import (
    OVER,
    POKERS,
    RANKS,
    STRENGTHS,
    TOTALS,
    dealer_walk,
    makes_natural,
    tree,
)
from houseway.odds.blackjack.dealer import TEN
from houseway.odds.blackjack.dealer_cards import dealer_hands
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.report import rows
from houseway.odds.shuffle import stream
from houseway.odds.simulate import simulation_of
from houseway.pieces.cards import ACE, KING, SIX
from houseway.rulebook import find
from houseway.rulebook.colorado.ante_up_21.rules import QUEEN_HIGH, best_two
from houseway.wager import AFTER_DEALER, side

GAME = "ante-up-21"


# --- the dealer's two hands ---


def dealt_out(up: int, left: list[int]) -> dict[tuple[int, int], Fraction]:
    """The dealer's ends from a small shoe, card by card, without a natural."""
    found: dict[tuple[int, int], Fraction] = {}

    def go(hand: list[int], left: list[int], chance: Fraction) -> None:
        cards = [rank * 4 for rank in hand]
        if len(hand) > 1 and not dealer_draws(cards, True):
            key = min(points(cards) - 17, OVER), best_two(cards)
            found[key] = found.get(key, Fraction(0)) + chance
            return
        choices = range(len(left))
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
    chances.dealer_chances(counts, makes_natural(up), walk, np.zeros(16), totals, pokers)
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


@pytest.mark.parametrize("decks", [2, 6])
def test_the_dealer_qualifies_as_often_as_counted_elsewhere(decks: int) -> None:
    """What is known of a player's cards averages out: the enumerator of dealer's hands agrees."""
    bonus = {"poker_bonus": "off"} if decks == 2 else {}
    game: Any = find(GAME)({"decks": decks, **bonus})
    found = best_play(game)
    missed = sum(
        float((g.dealt * (1.0 - g.natural)) @ g.poker[:, 0]) for g in found.grounds
    )  # fmt: skip
    wager = side("x", "x", "BJ-1", by=qualifies, resolves=AFTER_DEALER)
    ways = [int(n) for n in dealer_hands(game, wager)]
    assert missed == pytest.approx(ways[1] / sum(ways), abs=1e-12)
    assert sum(g.dealt.sum() for g in found.grounds) == pytest.approx(1.0, abs=1e-12)


# --- best play ---


def test_hands_by_rank_fare_on_points_as_hands_by_value() -> None:
    """Without the poker wagers this is the blackjack that is solved elsewhere by value."""
    found, t = best_play(find(GAME)({})), tree()
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
    assert -best_play(find(GAME)({})).ante_alone.expectation == pytest.approx(
        float(row.house_edge), abs=1e-12
    )


def test_drawing_without_a_21_wager_would_give_the_player_the_edge() -> None:
    """Reading A4: why such a hand stands on its two cards."""
    game: Any = find(GAME)({"draws_without_21": True})
    found = best_play(game)
    nets = [float(net) for net in sim.ante_nets(game)]
    by_outcome = sum(p * net for p, net in zip(report.ante_chances(found), nets, strict=True))
    assert by_outcome == pytest.approx(found.ante_alone.expectation, abs=1e-12)
    assert by_outcome == pytest.approx(0.17095, abs=1e-4)


@pytest.mark.parametrize("posting", [{}, {"decks": 2, "poker_bonus": "off"}])
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
    """What the page says of the difference from blackjack alone."""
    found, t = best_play(find(GAME)({})), tree()
    split = {
        (g.up, tuple(t.cards[h]))
        for g in found.grounds
        for h in np.nonzero(found.together.first[g.up] == 4)[0]
        if t.size[h] == 2 and found.together.bets[g.up, h]
    }
    assert split and all(a != b and a >= 8 and b < 12 for _, (a, b) in split)
    assert all(found.together.bets[g.up, t.pair[r, r]] for g in found.grounds for r in range(RANKS))
