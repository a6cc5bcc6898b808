"""Rows that carry a warning: a player's edge, and tables that are not for these decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from houseway.analysis.blackjack import report as report_blackjack
from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.odds_book.posted_tables import tables
from houseway.analysis.odds_row import OddsRow, flagged, in_words, player_edge, wrong_decks
from houseway.analysis.report import report, rows
from houseway.cite import rule
from houseway.errors import Refused
from houseway.game.pay_tables import PayTable, pay_table
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, side
from houseway.rulebook import find
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack

FREE_BET = "free-bet-blackjack"
ROUNDS = 2_000


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch, interpreted: None) -> Iterator[None]:
    monkeypatch.setattr(report_blackjack, "SIDE_ROUNDS", ROUNDS)
    report_blackjack._kept.cache_clear()
    yield
    report_blackjack._kept.cache_clear()


@rule(outcomes=("pair", "other"))
def pair_dealt(first_two: Sequence[int]) -> int:
    """The first two cards are of one rank."""
    return 0 if first_two[0] >> 2 == first_two[1] >> 2 else 1


@rule(outcomes=("long", "short"))
def long_hand(player: Sequence[int]) -> int:
    """Four cards or more."""
    return 0 if len(player) >= 4 else 1


BOOK = {
    "clause": "BJ-14",
    "columns": ["mean", "rich", "few"],
    "rows": [["pair", "10 to 1", "20 to 1", "11 to 1"], ["other", "lose", "lose", "lose"]],
    "decks": {"few": [1, 2]},
}
LONG = {
    "clause": "BJ-14", "columns": ["one"], "rows": [["long", "12 to 1"], ["short", "lose"]],
}  # fmt: skip


class MadeUp(StandardBlackjack):
    """A table with a side bet that a house would regret."""

    id = "made-up"
    name = "Made Up"
    wagers: ClassVar[Any] = (
        *StandardBlackjack.wagers,
        side("pairs", "Pairs", rule=pair_dealt, resolves=AFTER_DEAL, needs="main"),
        side("long", "Long hands", rule=long_hand, resolves=AFTER_DEALER, needs="main"),
    )

    @classmethod
    def pay_tables(cls) -> dict[str, PayTable]:  # type: ignore[override]
        return {
            "pairs": pay_table("pairs", BOOK, "test"),
            "long": pay_table("long", LONG, "test"),
        }


def pairs_edge(decks: int, pays: int) -> Fraction:
    p = Fraction(4 * decks - 1, 52 * decks - 1)
    return 1 - p * (pays + 1)


def test_a_players_edge_is_flagged() -> None:
    found = {row.table: row for row in rows(MadeUp, "pairs", {"decks": 1})}
    assert found["mean"].house_edge == pairs_edge(1, 10) and not found["mean"].warnings
    assert found["rich"].house_edge == pairs_edge(1, 20) < 0
    assert found["rich"].warnings == ("the player has the edge, 23.529% of the wager",)
    (row,) = rows(MadeUp, "long", {"decks": 6})
    assert row.method == "simulated" and row.stderr is not None
    assert float(row.house_edge) < -5 * row.stderr and row.warnings


def test_a_table_is_only_for_its_decks() -> None:
    found = rows(MadeUp, "pairs")
    assert {row.decks for row in found if row.table == "few"} == {1, 2}
    assert {row.decks for row in rows(MadeUp, "pairs", {"pairs": "few"})} == {1, 2}
    with pytest.raises(Refused, match="pay table few of Pairs is for 1 or 2 decks only"):
        rows(MadeUp, "pairs", {"pairs": "few", "decks": 6})


def test_with_decks_a_clause_forbids_a_table_is_flagged() -> None:
    found = [row for row in report(MadeUp, "pairs", barred=True).rows if row.table == "few"]
    assert [row.decks for row in found] == list(range(1, 9))
    for row in found:
        assert row.house_edge == pairs_edge(row.decks, 11)
        said = [words for words in row.warnings if "not for" in words]
        assert bool(said) == (row.decks > 2)
    assert "table few is not for 6 decks, only for 1 or 2 decks (BJ-14)" in found[5].warnings
    only = report(MadeUp, "pairs", {"pairs": "few"}, barred=True).rows
    assert [row.decks for row in only] == list(range(1, 9))


def test_the_rulebook_has_a_players_edge_only_where_it_truly_has() -> None:
    for game_id in ("blackjack", FREE_BET):
        for table in tables(find(game_id), {"soft_17": "stand"}):
            edge = best_play(table).house_edge  # type: ignore[arg-type]
            assert (edge < 0) == (game_id == "blackjack" and table.sets() == 1), (game_id, edge)
    warned = rows("blackjack", "main", {"decks": 1, "soft_17": "stand"})
    assert [bool(row.warnings) for row in warned] == [True, False]


def test_warnings_of_simulated_edges_know_their_error() -> None:
    assert player_edge(0.01) == player_edge(Fraction(0)) == player_edge(0.01, 0.002) == ""
    assert player_edge(Fraction(-1, 100)).startswith("the player has the edge, 1.000%")
    assert "may have" in player_edge(0.001, 0.002)
    assert "may have" in player_edge(-0.001, 0.002)
    assert player_edge(-0.01, 0.002).startswith("the player has")
    assert wrong_decks("A", 6, ()) == wrong_decks("A", 6, (6,)) == ""
    assert (in_words((1,)), in_words((5, 6, 8))) == ("1 deck", "5, 6 or 8 decks")


def test_flagging_twice_says_it_once() -> None:
    row = OddsRow("g", "w", "t", 1, -0.1, 0.5, 1.1, 1.0, {}, "exact", {})
    once = flagged(row, (2,))
    assert len(once.warnings) == 2 and flagged(once, (2,)) == once
