"""Basic strategy by totals: the well-known chart, its price, and how it plays."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.analysis.blackjack.decisions import DECISIONS, HIT, STAND
from houseway.analysis.blackjack.side_bets.over_total import played_odds
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import best_play, solve, worth
from houseway.analysis.blackjack.strategy.chart_by_totals import play_of, total_play
from houseway.analysis.blackjack.strategy.charts import chart, exceptions, strategy_of
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.errors import Refused
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from tests.support.random_play import LONG

FREE_BET = "free-bet-blackjack"


def posted(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


CHART = """
hard  8  H  H  H  H  H  H  H  H  H  H
hard  9  H  Dh Dh Dh Dh H  H  H  H  H
hard 10  Dh Dh Dh Dh Dh Dh Dh Dh H  H
hard 11  Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
hard 12  H  H  S  S  S  H  H  H  H  H
hard 13  S  S  S  S  S  H  H  H  H  H
hard 16  S  S  S  S  S  H  H  H  H  H
hard 17  S  S  S  S  S  S  S  S  S  S
soft A2  H  H  H  Dh Dh H  H  H  H  H
soft A5  H  H  Dh Dh Dh H  H  H  H  H
soft A6  H  Dh Dh Dh Dh H  H  H  H  H
soft A7  Ds Ds Ds Ds Ds S  S  H  H  H
soft A8  S  S  S  S  Ds S  S  S  S  S
soft A9  S  S  S  S  S  S  S  S  S  S
pair 22  P  P  P  P  P  P  H  H  H  H
pair 44  H  H  H  P  P  H  H  H  H  H
pair 55  Dh Dh Dh Dh Dh Dh Dh Dh H  H
pair 66  P  P  P  P  P  H  H  H  H  H
pair 77  P  P  P  P  P  P  H  H  H  H
pair 88  P  P  P  P  P  P  P  P  P  P
pair 99  P  P  P  P  P  S  P  P  S  S
pair TT  S  S  S  S  S  S  S  S  S  S
pair AA  P  P  P  P  P  P  P  P  P  P
"""


def test_six_decks_have_the_well_known_chart() -> None:
    best = best_play(posted("blackjack"))
    played = total_play(best)
    rows = {(row.part, row.hand): row.cells for row in chart(played.table)}
    for line in CHART.strip().splitlines():
        part, hand, *cells = line.split()
        assert rows[part, hand] == tuple(cells), (part, hand)
    assert 0 < played.cost < 0.00005
    assert played.expectation == pytest.approx(-0.006181488084, abs=1e-12)
    departures = exceptions(best, played)
    assert departures[0].up == "T" and departures[0].best == "stand"
    assert sum(d.gain for d in departures) == pytest.approx(played.cost, rel=0.05)


@pytest.mark.parametrize(
    ("game_id", "posting"),
    [("blackjack", {"decks": 1, "soft_17": "stand"}), ("blackjack", {"surrender": "late"}),
     (FREE_BET, {"peek": False})],
    ids=str,
)  # fmt: skip
def test_no_cell_of_the_table_can_be_bettered(game_id: str, posting: dict[str, Any]) -> None:
    """Change a hit to a stand or back: the expectation falls (but for hands after a split)."""
    best = best_play(posted(game_id, **posting))
    played = total_play(best)
    assert 0 <= played.cost < 0.0005
    assert played.expectation_one_table <= played.expectation + 1e-12
    table = played.table
    for up in (5, 9):
        for soft, total in ((0, 11), (0, 12), (0, 16), (1, 18)):
            kept = table.draw[soft, total, up]
            table.draw[soft, total, up] = HIT if kept == STAND else STAND
            changed = worth(best.terms, best.grounds, play_of(best.terms, table, played.free))
            table.draw[soft, total, up] = kept
            assert changed < played.expectation + 2e-6, (up, soft, total)


def test_the_table_is_a_strategy_to_play_by() -> None:
    played = total_play(best_play(posted("blackjack", surrender="late")))
    play, every = strategy_of(played.table), (1 << len(DECISIONS)) - 1
    paid = every & ~(1 << DECISIONS.index("double_free") | 1 << DECISIONS.index("split_free"))
    for text, up, offered, said in [
        ("8c 8d", "6h", paid, "split"), ("8c 8d", "Ah", paid, "surrender"),
        ("Tc 6d", "Th", paid, "surrender"), ("Tc 5d", "Th", 0b11, "hit"),
        ("Ac 7d", "2h", paid, "double"), ("Ac 7d", "2h", 0b11, "stand"),
        ("Ac 3d 4h", "2h", 0b11, "stand"), ("Tc Kd", "6h", paid, "stand"),
    ]:  # fmt: skip
        (dealer_up,) = CARDS.parse(up)
        assert DECISIONS[play(CARDS.parse(text), dealer_up, offered)] == said, (text, up)


@pytest.mark.statistical
def test_simulation_agrees_with_the_table(interpreted: None) -> None:
    """Main wager and Push 22 within five standard errors; a shallow cut keeps the shoe full."""
    best = best_play(posted(FREE_BET))
    played = total_play(best)
    game = posted(FREE_BET, cut_card=10)
    found = simulate(
        game,
        2_000_000 if LONG else 10_000,
        seed=11,
        strategy=strategy_of(played.table),
        wagers=["push_22"],
    )
    error = float(found["main"].mean()) - played.expectation_one_table
    assert abs(error) < 5 * found["main"].stderr()

    alike = play_of(best.terms, played.table, played.table)
    exactly = played_odds(game, "push_22", best.terms, best.grounds, alike)
    assert sum(exactly.probability.values()) == pytest.approx(1, abs=1e-12)
    for name, p in exactly.probability.items():
        deviation = (p * (1 - p) / found["push_22"].total) ** 0.5
        assert abs(float(found["push_22"].probability[name]) - p) < 5 * deviation, name
    for column, edge in exactly.edges.items():
        seen = found["push_22"]
        assert abs(edge + float(seen.mean(column))) < 5 * seen.stderr(column)


def test_push_22_is_lost_with_the_hand_only() -> None:
    """With a play that never draws no hand busts, and only the dealer's 22 remains."""
    game = posted(FREE_BET)
    best = solve(terms_of(game))
    best.play.first[:] = STAND
    found = played_odds(game, "push_22", best.terms, best.grounds, best.play).probability
    assert 1 - found["not_22"] == pytest.approx(0.07353622836042673, abs=1e-12)
    with pytest.raises(Refused, match="judged in a way"):
        any_hand = posted(FREE_BET, side_bets_judge="any_hand")
        played_odds(any_hand, "push_22", best.terms, best.grounds, best.play)
    with pytest.raises(Refused, match="reads more than"):
        played_odds(game, "pot_of_gold", best.terms, best.grounds, best.play)
