"""The rows of the odds lab: complete, consistent, and flagged where they must be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.cite import rule
from houseway.errors import Refused
from houseway.game import Game
from houseway.odds import worth
from houseway.odds.blackjack import best_rounds, one_seat
from houseway.odds.blackjack import report as report_blackjack
from houseway.odds.blackjack.best_rounds import play_best
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.blackjack.one_seat import RESULTS
from houseway.odds.blackjack.report import weighted
from houseway.odds.blackjack.sim import main_nets
from houseway.odds.blackjack.solve import best_play
from houseway.odds.blackjack.spot import (
    CHIPS,
    DEALER,
    HANDS,
    IS_SPLIT,
    LAMMERS,
    ROUND,
    SIZE,
    new_spot,
)
from houseway.odds.blackjack.strategy import DECISIONS, SPLIT_FREE
from houseway.odds.exact import exact
from houseway.odds.frame import arrays, columns, outcome_columns
from houseway.odds.report import allowed_decks, nets_of, report, rows, tables
from houseway.odds.risk import Plan, risk_of
from houseway.odds.row import OddsRow
from houseway.odds.warn import flagged, in_words, player_edge, wrong_decks
from houseway.pay import PayTable, pay_table
from houseway.pieces.tiles import TILES
from houseway.rulebook import find, games
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.wager import AFTER_DEAL, AFTER_DEALER, Wager, side

FREE_BET = "free-bet-blackjack"
ROUNDS = 20_000
PLAYED = ("push_22", "pot_of_gold")
"""Side bets that hang on how the hand is played."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(report_blackjack, "MAIN_ROUNDS", ROUNDS)
    monkeypatch.setattr(report_blackjack, "SIDE_ROUNDS", ROUNDS)
    report_blackjack._kept.cache_clear()
    yield
    report_blackjack._kept.cache_clear()


# --- which rows ---


def test_every_wager_table_and_deck_count_has_a_row() -> None:
    found = rows(FREE_BET)
    kind = find(FREE_BET)
    wanted = {
        (wager.name, column, decks)
        for wager in kind.wagers
        for column in (kind.pay_tables()[wager.name].columns if wager.by else ("3 to 2", "6 to 5"))
        for decks in (5, 6, 8)
    }
    assert {(row.wager, row.table, row.decks) for row in found} == wanted
    assert len(found) == len(wanted) == 24
    assert [row.wager for row in found[::6]] == ["main", "push_22", "push_22", "pot_of_gold"]


def test_what_is_posted_is_fixed() -> None:
    found = rows(FREE_BET, posting={"decks": "6", "push_22": "C", "blackjack_pays": "6 to 5"})
    assert [(row.wager, row.table, row.decks) for row in found] == [
        ("main", "6 to 5", 6), ("push_22", "C", 6), ("pot_of_gold", "POG 01", 6),
        ("pot_of_gold", "POG 02", 6), ("kings_bounty", "KB01", 6),
    ]  # fmt: skip
    assert found[1].posting["push_22"] == "C" and found[1].posting["decks"] == "6"
    off = rows(FREE_BET, posting={"decks": 6, **dict.fromkeys(PLAYED, "off")})
    assert [row.wager for row in off] == ["main", "main", "kings_bounty"]
    (bounty,) = rows(FREE_BET, "kings_bounty", {"decks": 8})
    assert bounty.house_edge == exact(find(FREE_BET)({"decks": 8}), "kings_bounty").here.edge


def test_deck_counts_are_those_the_clause_allows() -> None:
    assert allowed_decks(find("blackjack")) == tuple(range(1, 9))
    assert allowed_decks(find(FREE_BET)) == (5, 6, 8)
    assert allowed_decks(find("pai-gow-tiles")) == ()


@pytest.mark.parametrize("game_id", list(games()))
def test_every_game_has_rows_or_says_why_not(game_id: str) -> None:
    posting = {"decks": 6} if 6 in allowed_decks(find(game_id)) else {}
    found = report(game_id, posting=posting)
    named = {row.wager for row in found.rows}
    for wager in find(game_id).wagers:
        assert wager.name in named or any(wager.name in note for note in found.notes)
    assert found.rows or found.notes
    for row in found.rows:
        assert math.isclose(float(sum(row.outcomes.values())), 1.0, abs_tol=1e-12)


def test_poker_has_no_wager_against_a_bank() -> None:
    found = report("holdem")
    assert found.rows == () and "no wager is made against a bank" in found.notes[0]
    with pytest.raises(Refused, match="no wager 'main'"):
        report("holdem", "main")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("blakjack",), "did you mean blackjack"),
        (("blackjack", "side"), "has no wager 'side'; there is main"),
        (("blackjack", None, {"decks": 9}), "it may be 1 to 8"),
        (("blackjack", None, {"deks": 6}), "nothing called 'deks'"),
        ((FREE_BET, "push_22", {"push_22": "off"}), "push_22 is not offered"),
        ((FREE_BET, None, {"push_22": "D"}), "A or B or C or off"),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(words: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        rows(*words)


# --- figures ---


@pytest.mark.parametrize(
    ("posting", "edge"),
    [({"decks": 6}, 0.00615389), ({"decks": 1, "soft_17": "stand"}, -0.00181934)],
)
def test_best_play_has_the_published_edge(posting: dict[str, Any], edge: float) -> None:
    row = rows("blackjack", "main", {**posting, "blackjack_pays": "3 to 2"})[0]
    assert row.method == "exact" and row.stderr is None
    assert float(row.house_edge) == pytest.approx(edge, abs=1e-8)
    assert bool(row.warnings) == (edge < 0)


def test_a_row_agrees_with_itself() -> None:
    for row in (*rows(FREE_BET, posting={"decks": 6}), *rows("pai-gow-tiles")):
        nets, chances = nets_of(row)
        mean = sum(p * net for p, net in zip(chances, nets, strict=True))
        square = sum(p * net * net for p, net in zip(chances, nets, strict=True))
        assert float(row.house_edge) == pytest.approx(float(-mean), abs=1e-12)
        assert float(row.returned) == pytest.approx(1 - float(row.house_edge))
        assert float(row.variance) == pytest.approx(float(square - mean * mean))
        wins = sum(p for p, net in zip(chances, nets, strict=True) if net > 0)
        assert float(row.hit_frequency) == pytest.approx(float(wins))
        assert (row.stderr is None) == (row.method == "exact")
        assert set(row.plain()) >= {
            "game", "wager", "table", "decks", "house_edge", "hit_frequency", "return", "variance",
            "outcomes", "method", "stderr", "posting", "assumptions", "warnings",
        }  # fmt: skip


def test_a_blackjacks_price_moves_the_edge_by_how_often_it_is_paid() -> None:
    dear, cheap = rows("blackjack", "main", {"decks": 6})
    paid = 2 * Fraction(24 * 96, 312 * 311) * (1 - 2 * Fraction(23 * 95, 310 * 309))
    assert dear.outcomes["blackjack"] == pytest.approx(float(paid), abs=1e-12)
    assert float(cheap.house_edge - dear.house_edge) == pytest.approx(float(paid) * 0.3)
    one = best_play(find("blackjack")({"decks": 6, "blackjack_pays": "6 to 5"}))
    assert float(cheap.house_edge) == pytest.approx(one.house_edge, abs=1e-12)


def test_weighting_keeps_what_is_known() -> None:
    counts = {"blackjack": 5, "-1": 50, "+0": 5, "+1": 40}
    nets = {"blackjack": Fraction(3, 2), "-1": Fraction(-1), "+0": Fraction(), "+1": Fraction(1)}
    found = weighted(counts, nets, -0.01, {"blackjack": 0.048})
    assert sum(found.values()) == pytest.approx(1.0)
    assert found["blackjack"] == 0.048
    assert sum(found[name] * float(nets[name]) for name in found) == pytest.approx(-0.01)
    assert all(abs(found[name] - n / 100) < 0.05 for name, n in counts.items())


@pytest.mark.parametrize(
    ("game_id", "posting"),
    [
        ("blackjack", {}),
        ("blackjack", {"decks": 1, "soft_17": "stand", "double_after_split": False}),
        ("blackjack", {"decks": 2, "surrender": "late", "resplit_aces": True}),
        ("blackjack", {"peek": False, "no_peek_takes": "original", "double_on": "10 or 11"}),
        ("blackjack", {"split_aces_one_card": False, "hands_max": 2}),
        (FREE_BET, {"decks": 5, "blackjack_against_22": "pushed"}),
        (FREE_BET, {"peek": False}),
    ],
    ids=str,
)
def test_rounds_of_the_best_play_are_worth_what_was_solved(
    game_id: str, posting: dict[str, Any]
) -> None:
    game: Any = find(game_id)(posting)
    best = best_play(game)
    counted = play_best(game, best, 1_000_000, seed=5)
    nets = dict(zip(RESULTS, map(float, main_nets(game, game.main_pays[0])), strict=True))
    mean = sum(n * nets[name] for name, n in counted.main.items()) / counted.rounds
    square = sum(n * nets[name] ** 2 for name, n in counted.main.items()) / counted.rounds
    assert abs(mean - best.expectation) < 5 * math.sqrt((square - mean**2) / counted.rounds)
    assert sum(counted.main.values()) == counted.rounds


def test_rounds_of_the_best_play_deal_the_cards_fairly() -> None:
    """A blackjack is paid as often as the cards say, and a seed gives the same rounds again."""
    game: Any = find(FREE_BET)({})
    best, sides = best_play(game), tuple(w for w in game.offered if w.name in PLAYED)
    counted = play_best(game, best, 500_000, 3, sides)
    for wager in sides:
        assert sum(counted.sides[wager.name]) == counted.rounds
    paid = 2 * (24 * 96) / (312 * 311) * (1 - 2 * (23 * 95) / (310 * 309)) * counted.rounds
    assert abs(counted.main["blackjack"] - paid) < 5 * math.sqrt(paid)
    (push,) = rows(FREE_BET, "push_22", {"decks": 6, "push_22": "A"})
    assert push.method == "exact"
    for n, p in zip(counted.sides["push_22"], push.outcomes.values(), strict=True):
        expected = float(p) * counted.rounds
        assert abs(n - expected) < 5 * math.sqrt(expected)
    again = play_best(game, best, ROUNDS, 3, sides)
    assert again == play_best(game, best, ROUNDS, 3, sides)
    assert again != play_best(game, best, ROUNDS, 4, sides)


@pytest.mark.parametrize("up", [1, 5, 9, 12])
def test_a_round_does_what_was_solved_hand_by_hand(up: int) -> None:
    """As dealt, after a split, on chips and on a lammer; a pair is split until four hands."""
    game: Any = find(FREE_BET)({})
    best, tree, at = best_play(game), hands(), (0 if up == 12 else min(up + 1, 9))
    offered = one_seat.offers_by(game.free_double, game.free_split)
    posted: Any = best_rounds._played(game, best, ())
    decide, spot = best_rounds.decide_by(offered), new_spot()
    spot[DEALER, 0], spot[DEALER, SIZE] = 4 * up, 1
    seen = set()
    for h, hand in enumerate(tree["cards"]):
        if len(hand) > 4 or tree["total"][h] >= 21 or not best.grounds[at].possible[h]:
            continue
        for i, split, chips, kind in ((0, 0, 1, -1), (0, 1, 1, 0), (1, 1, 1, 1), (1, 1, 0, 2)):
            for spot[ROUND, HANDS] in (2, 4):
                if split and hand[0] == 0:
                    continue  # an ace that was split gets one card
                spot[i, :4] = [4 * (12 if v == 0 else v - 1) for v in hand] + [0] * (4 - len(hand))
                spot[i, SIZE], spot[i, IS_SPLIT] = len(hand), split
                spot[i, CHIPS], spot[i, LAMMERS] = chips, 1 - chips
                first = best_rounds.DECISION[best.play.first[at, h]]
                again = first == SPLIT_FREE and spot[ROUND, HANDS] < 4
                wanted = first if again or not split else None
                if wanted is None or (first == SPLIT_FREE and not again):
                    wanted = best_rounds.DECISION[best.play.after[at, max(kind, 0), h]]
                chosen = decide(spot, i, posted)
                assert chosen == wanted, (hand, i, split, chips)
                assert offered(spot, i, posted) >> chosen & 1
                seen.add((DECISIONS[chosen], kind))
    assert {("split_free", 2), ("double_free", 2), ("hit", 2), ("stand", 0)} <= seen


# --- warnings ---


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
    wagers: tuple[Wager, ...] = (
        *StandardBlackjack.wagers,
        side("pairs", "Pairs", by=pair_dealt, resolves=AFTER_DEAL, needs="main"),
        side("long", "Long hands", by=long_hand, resolves=AFTER_DEALER, needs="main"),
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
    with pytest.raises(Refused, match="pay table few of pairs is for 1 or 2 decks only"):
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


# --- shapes without a reporter ---


def test_a_shape_nobody_reports_on_is_named_in_a_sentence() -> None:
    class Odd(Game):
        id = "odd"
        name = "Odd"
        shape = "odd_shape"
        kind = TILES
        wagers = (Wager("main", "circle", required=True),)

    found = report(Odd)
    assert found.rows == () and found.notes[0].startswith("Odd: main is decided by the play")
    assert "odd_shape" not in worth.REPORTERS


# --- columns for data frames, and risk ---


def test_columns_and_arrays() -> None:
    found = rows(FREE_BET, posting={"decks": 6})
    table = columns(found)
    assert {len(values) for values in table.values()} == {len(found)}
    as_arrays = arrays(table)
    assert as_arrays["house_edge"].dtype == np.float64 and as_arrays["decks"].dtype == np.int64
    assert np.isnan(as_arrays["stderr"][0]) and as_arrays["wager"][0] == "main"
    line = outcome_columns(found)
    bounty = [i for i, name in enumerate(line["wager"]) if name == "kings_bounty"]
    assert sum(line["probability"][i] for i in bounty) == pytest.approx(1.0)
    assert [line["net"][i] for i in bounty] == [1000, 100, 30, 20, 9, 6, 4, -1]
    assert arrays(line)["net"].dtype == np.float64


def test_risk_of_a_row() -> None:
    (row,) = rows("pai-gow-tiles")
    found = risk_of(row, Plan(unit=Fraction(10), bankroll=Fraction(200), rounds=500))
    assert found.measures.mean == pytest.approx(-float(row.house_edge))
    assert found.results.mean == pytest.approx(500 * found.measures.mean)
    assert found.ruin is not None and 0 < found.ruin.chance < 1
    assert found.ruin_ever is not None and found.ruin_ever.chance == 1.0
    plain = found.plain()
    assert plain["sd_per_round"] == pytest.approx(10 * math.sqrt(float(row.variance)))
    assert list(plain["after"]["quantiles"].values()) == sorted(
        plain["after"]["quantiles"].values()
    )


def test_a_row_says_which_of_its_figures_are_simulated() -> None:
    (main,) = rows("blackjack", "main", {"decks": 6, "blackjack_pays": "3 to 2"})
    plain = main.plain()
    assert plain["method"] == "exact" and plain["stderr"] is None
    assert plain["simulated_figures"] == ["outcomes", "hit_frequency", "variance"]
    assert 0 < plain["hit_frequency_stderr"] < 0.01
    (bounty,) = rows("free-bet-blackjack", "kings_bounty", {"decks": 6})
    assert "simulated_figures" not in bounty.plain()
