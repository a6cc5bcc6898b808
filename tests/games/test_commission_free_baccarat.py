"""Commission-Free Baccarat: every deal counted again in other words, and the published figures."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest

from houseway.analysis.baccarat.cards import every_end, figures, together
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.errors import Refused
from houseway.rulebook.delta.commission_free_baccarat.chart import (
    BANKER_HITS,
    banker_draws,
    player_draws,
)
from houseway.rulebook.delta.commission_free_baccarat.game import CommissionFreeBaccarat


def in_words(banker: int, third: int) -> bool:
    """The printed sentences on the Banker hand after the Player drew, not the chart."""
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return third not in (0, 1, 8, 9)
    if banker == 5:
        return third in (4, 5, 6, 7)
    return banker == 6 and third in (6, 7)


def test_the_chart_says_what_the_sentences_say() -> None:
    for banker in range(8):
        assert [in_words(banker, third) for third in range(10)] == list(
            map(bool, BANKER_HITS[banker])
        )


def test_naturals_stop_both() -> None:
    for low in range(10):
        for natural in (8, 9):
            assert not player_draws(low, natural) and not banker_draws(natural, low, -1)
            assert not banker_draws(low, natural, -1)


def plain_count() -> Counter[tuple[int, int]]:
    """Both counts of every deal, by hands as sums of two values, in plain loops."""
    have = [128] + [32] * 9
    found: Counter[tuple[int, int]] = Counter()

    def deal(values: tuple[int, ...], ways: int, rest: list[int]) -> None:
        player, banker = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
        drawn = values[4:]
        if max(player, banker) < 8 and player <= 5 and not drawn:
            return more(values, ways, rest)
        took = player <= 5 and max(player, banker) < 8
        if took:
            hits, left = in_words(banker, drawn[0]), len(drawn) - 1
        else:
            hits, left = max(player, banker) < 8 and banker <= 5, len(drawn)
        if hits and not left:
            return more(values, ways, rest)
        ends = (player + (drawn[0] if took else 0)) % 10, (banker + (drawn[-1] if hits else 0)) % 10
        found[ends] += ways * math.perm(416 - len(values), 6 - len(values))
        return None

    def more(values: tuple[int, ...], ways: int, rest: list[int]) -> None:
        for value in range(10):
            if rest[value]:
                rest[value] -= 1
                step = deal if len(values) >= 3 else more
                step((*values, value), ways * (rest[value] + 1), rest)
                rest[value] += 1

    more((), 1, have)
    return found


def test_every_deal_counted_in_other_words() -> None:
    counted: Counter[tuple[int, int]] = Counter()
    for (player, banker, _, _), ways in every_end(CommissionFreeBaccarat()).items():
        counted[player, banker] += ways
    assert counted == plain_count()
    assert sum(counted.values()) == math.perm(416, 6)


@pytest.mark.parametrize(
    ("wager", "edge"),
    [("player", 0.012351), ("banker", 0.014581), ("tie", 0.048440), ("player_dragon", 0.026517),
     ("banker_dragon", 0.093731)],
)  # fmt: skip
def test_the_published_figures(wager: str, edge: float) -> None:
    (row,) = rows("commission-free-baccarat", wager)
    assert row.method == "exact" and isinstance(row.house_edge, Fraction)
    assert round(float(row.house_edge), 6) == edge


def test_naturals_and_margins() -> None:
    (row,) = rows("commission-free-baccarat", "player_dragon")
    (other,) = rows("commission-free-baccarat", "banker_dragon")
    assert row.outcomes["natural"] == other.outcomes["natural"], "before anybody draws all is alike"
    assert row.outcomes["natural_tie"] == other.outcomes["natural_tie"]
    assert sum(row.outcomes.values()) == 1


def test_wagers_together() -> None:
    """Means add; what swings against one another does not."""
    game = CommissionFreeBaccarat()
    player, banker = figures(together(game, ("player",))), figures(together(game, ("banker",)))
    both = figures(together(game, ("player", "banker")))
    assert both[0] == player[0] + banker[0]
    assert both[1] < 0.2 < player[1], "one line takes what the other wins, but for half of a 6"


@pytest.mark.statistical
def test_simulated_rounds_agree() -> None:
    found = simulate(CommissionFreeBaccarat(), 1_000_000, seed=1813)
    for row in rows("commission-free-baccarat"):
        estimate = found[row.wager]
        assert abs(float(estimate.here.edge - row.house_edge)) < 5 * estimate.stderr(), row.wager


def test_the_seats_of_a_table_are_posted() -> None:
    standard, batwing = CommissionFreeBaccarat(), CommissionFreeBaccarat({"table": "batwing"})
    assert (standard.layout().seats, batwing.layout().seats) == (8, 14)
    assert (standard.bank.rotation.positions, batwing.bank.rotation.positions) == (8, 14)
    with pytest.raises(Refused, match="standard or batwing"):
        CommissionFreeBaccarat({"table": "round"})
