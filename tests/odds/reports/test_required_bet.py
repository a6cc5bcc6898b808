"""The required bet has one edge: of several wagers of one amount, their mean."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import Mock

import pytest

from houseway.analysis.odds_row import OddsRow
from houseway.odds_service.answers import WagerRow
from houseway.odds_service.query import TableQuery
from houseway.odds_service.questions.odds import must_bet
from houseway.odds_service.questions.odds import odds as odds_of
from houseway.odds_service.questions.posted import posted
from houseway.odds_service.required_bet import bet_together, main_wager, together
from houseway.rulebook import find, games
from houseway.sheets.par.figures import as_printed

DICE = "3-dice-baccarat"
BOTH = "3-card-21-n-done"


@pytest.fixture(scope="module")
def rows() -> dict[str, WagerRow]:
    """Rows that take a moment, to be taken for others."""
    return {row.wager: row for row in odds_of(TableQuery(DICE), Mock()).rows}


def test_every_required_wager_counts_and_only_those_of_the_same_amount() -> None:
    several = {}
    for kind in games().values():
        game = kind()
        if not game.wagers:
            continue
        needed = [w.name for w in game.offered if game.requires(w)]
        assert set(needed) <= set(bet_together(game)) or len(needed) == 1, kind.id
        assert bet_together(game)[0] == main_wager(game), kind.id
        if len(bet_together(game)) > 1:
            several[kind.id] = bet_together(game)
    assert several == {BOTH: ("main", "bonus")}


def test_the_edge_is_the_mean_exactly_and_by_its_weakest_part(rows: dict[str, WagerRow]) -> None:
    player, tie = rows["player"], rows["tie"]
    found = together(("player", "tie"), rows.values(), False)
    assert found is not None and found.words == "Player and Tie"
    assert Fraction(found.exactly) == (Fraction(player.exactly) + Fraction(tie.exactly)) / 2
    assert found.edge == pytest.approx(float(Fraction(found.exactly)))
    assert together(("player", "nothing"), rows.values(), False) is None
    one = must_bet(TableQuery(DICE))
    assert one is not None and (one.words, one.exactly) == ("Player", player.exactly)
    assert must_bet(TableQuery("holdem")) is None


def test_what_is_offered_is_known_before_anything_is_worked_out(rows: dict[str, WagerRow]) -> None:
    told = posted(TableQuery(DICE)).wagers
    assert [one.wager for one in told] == list(rows)
    assert [(one.words, one.says, one.rank) for one in told] == [
        (row.words, row.says, row.rank) for row in rows.values()
    ]
    assert posted(TableQuery("holdem")).wagers == ()
    circle = posted(TableQuery("blackjack-x")).wagers[0]
    assert circle.rank == "chief", "no one must bet there, and it is no side wager"


def test_results_in_units_stand_by_their_amount() -> None:
    game = find("blackjack")()
    named: dict[str, Fraction | float] = {"+1": 0.25, "blackjack": 0.5, "-0.5": 0.125, "-2": 0.125}
    row = OddsRow("blackjack", "main", "", 6, 0.0, 0.0, 0.0, 1.0, named, "exact", {})
    assert list(as_printed(game, row)) == ["blackjack", "-2", "-0.5", "+1"]
