"""Rocket Aces: the count of both hands against counts by hand, meters by table, the warning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.errors import Refused
from houseway.rulebook import find
from houseway.table.table import Table
from tests.support.random_play import LONG


def rocket(**posting: Any) -> Any:
    return find("rocket-aces")(posting)


@pytest.mark.parametrize(("decks", "table"), [(2, "QUICK-SINGLE-ACE-2D"), (6, "LONG-1")])
def test_both_hands_are_counted_as_by_hand(decks: int, table: str) -> None:
    found = exact(rocket(decks=decks, rocket_aces=table), "rocket_aces")
    d, n = decks, 52 * decks
    ways = dict(zip(found.outcomes, found.ways, strict=True))
    assert found.total == n * (n - 1) * (n - 2) * (n - 3)
    one_suit, two_suits = 4 * d * (d - 1), 12 * d * d
    spade_aces = d * (d - 1)
    tens = 16 * d
    assert ways["spade_aces_and_spade_blackjack"] == spade_aces * 2 * (d - 2) * 4 * d
    assert ways["spade_aces_and_suited_blackjack"] == spade_aces * 2 * 3 * d * 4 * d
    left = 2 * (4 * d - 2) * tens
    assert (
        sum(ways[name] for name in found.outcomes if name.endswith("_blackjack") and "aces" in name)
        == (one_suit + two_suits) * left
    )
    assert ways["aces_and_blackjack"] == two_suits * left
    assert ways["suited_aces"] == one_suit * ((n - 2) * (n - 3) - left)
    assert ways["both_blackjack"] == 2 * 4 * d * tens * 2 * (4 * d - 1) * (tens - 1)
    single = 2 * 4 * d * (n - 4 * d)
    parts = ("both_blackjack", "blackjack", "single_ace_and_dealer_blackjack", "single_ace")
    assert sum(ways[name] for name in parts) == single * (n - 2) * (n - 3)


def test_returns_without_the_meter_are_those_the_second_medium_table_is_known_by() -> None:
    """Reading R2 rests on these: 25 for 1 on two decks, 20 for 1 on six and on two."""

    def fixed(decks: int, table: str) -> float:
        game = rocket(decks=decks, rocket_aces=table, tables_on_any_decks=True)
        chances = exact(game, "rocket_aces").probability.values()
        pairs = zip(chances, game.pay["rocket_aces"], strict=True)
        return round(float(sum(p * (1 + payout.net()) for p, payout in pairs)), 3)

    assert fixed(2, "MEDIUM-SINGLE-ACE-2D") == 0.471
    assert fixed(6, "MEDIUM-SINGLE-ACE-6D") == 0.492
    assert fixed(2, "MEDIUM-SINGLE-ACE-6D") == 0.448
    assert fixed(2, "QUICK-SINGLE-ACE-2D") == 0.448
    assert fixed(6, "QUICK-SINGLE-ACE-6D") == 0.457


def test_every_table_has_a_row_on_its_decks_and_none_on_others() -> None:
    tables = {(row.table, row.decks) for row in rows("rocket-aces", "rocket_aces")}
    printed = find("rocket-aces").pay_tables()["rocket_aces"].decks
    assert tables == {(name, decks) for name, (decks,) in printed.items()}
    assert len(tables) == 11


def test_the_table_says_how_many_meters_there_are() -> None:
    for name, (decks,) in find("rocket-aces").pay_tables()["rocket_aces"].decks.items():
        game = rocket(decks=decks, rocket_aces=name)
        assert len(game.opened_meters()["rocket_aces"]) == (3 if name == "LONG-3" else 1)


def test_a_share_of_the_seed_below_the_next_award_is_said_on_the_sign_and_in_the_odds() -> None:
    low = rocket(decks=6, rocket_aces="LONG-1")
    said = dict(low.sign())["rocket_aces warning"]
    assert "and the dealer has blackjack is $40, less than the $100" in said
    (row,) = rows("rocket-aces", "rocket_aces", {"decks": 6, "rocket_aces": "LONG-1"})
    assert said in row.warnings
    assert "rocket_aces warning" not in dict(
        rocket(decks=6, rocket_aces="LONG-1", rocket_aces_seed=5000).sign()
    )


def test_quick_tables_warn_by_the_award_for_suited_aces() -> None:
    """The next award below 100 % is that of suited aces, printed above that of any aces."""
    said = dict(rocket(rocket_aces_seed=99).sign())["rocket_aces warning"]
    assert "less than the $100 of the next fixed award" in said
    assert "rocket_aces warning" not in dict(rocket(rocket_aces_seed=100).sign())


def test_counted_and_simulated_rounds_agree(interpreted: None) -> None:
    game = rocket(decks=6, rocket_aces="LONG-1")
    counted = exact(game, "rocket_aces").probability
    found = simulate(game, 400_000 if LONG else 10_000, wagers=["rocket_aces"])["rocket_aces"]
    for outcome, chance in counted.items():
        p, n = float(chance), found.rounds
        assert abs(float(found.probability[outcome]) - p) < 5 * (p * (1 - p) / n) ** 0.5 + 2 / n


def test_no_table_for_the_decks_is_said() -> None:
    with pytest.raises(Refused, match="no pay table of Rocket Aces is for 4 decks"):
        exact(rocket(decks=4, rocket_aces="off"), "rocket_aces")


def test_a_meter_goes_on_from_round_to_round() -> None:
    table = Table(rocket(), seed=7)
    table.sit(1, "Ann", 1_000_00)
    for number in range(1, 11):
        table.start()
        table.bet(1, main=500, rocket_aces=100)
        while (prompt := table.view(1).prompt) is not None:
            table.act(1, prompt.default_action)
        (meter,) = table.carry_over.meters["rocket_aces"]
        assert Fraction(meter.taken, 10_000) == 10 * number and meter.balance == 0
