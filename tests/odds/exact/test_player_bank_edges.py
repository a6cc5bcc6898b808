"""Wagers that players bank: both sides after fees, warnings, a whole table with a short bank."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.bank.bank_table import BankPlan, bank_table, passes_of, settle_table
from houseway.analysis.bank.live_table import LiveTable
from houseway.analysis.bank.table_warnings import (
    alarms,
    by_best_settings,
    nearest_posting,
    sign_turns,
    variants,
)
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.player_bank_edges import earned_at, fee_warnings, middle, sides_of
from houseway.analysis.random_streams import stream
from houseway.analysis.report import report, rows
from houseway.analysis.set_hands.table_round import FuntazeeTable, TilesTable
from houseway.cli.main import run
from houseway.errors import Refused
from houseway.families.banked.player_dealer.cover import BankTurn, PlayerBank, cover
from houseway.game.fees import Schedule, Tier
from houseway.rulebook import find
from houseway.sheets.par.player_bank import side_lines
from houseway.sheets.par.sheet import par_html, par_sheet

TIERS = Schedule("2", "X-1", 1_00, 100_00, 50, (Tier(50_00, 1_00), Tier(0, 2_00)))


def test_the_action_that_earns_a_fee() -> None:
    """An edge of 2 %: $1 is earned at $50, the end of its tier; one of 1.9 % needs the next fee."""
    assert earned_at(Fraction(2, 100), TIERS) == 50_00
    assert earned_at(Fraction(19, 1000), TIERS) == -(-200_000 // 19)
    assert earned_at(Fraction(1, 10), TIERS) == 10_00
    assert earned_at(0.1, TIERS) in (10_00, 9_99, 10_01)
    assert earned_at(Fraction(0), TIERS) is None and earned_at(Fraction(-1, 9), TIERS) is None


def test_the_middle_wager() -> None:
    assert middle(10_00, 200_00, 1) == 105_00
    assert middle(10_00, 101_00, 1) == 55_00, "in whole dollars"
    assert middle(10_00, 100_00, 25_00) == 50_00, "in the steps of the wager"
    assert middle(1_00, 1_00, 1) == 1_00


def test_a_side_bet_reaches_as_far_as_its_base() -> None:
    """One that is equal to another has its limits; one within another goes no higher."""
    three: Any = find("three-card-poker")({"schedule": "2..20"})
    (sides,) = sides_of(three, "bonus", Fraction(1, 20))
    assert [at.wager for at in sides.at] == [2_00, 11_00, 20_00]
    game: Any = find("no-bust-blackjack-5")({"schedule": "2..10"})
    (sides,) = sides_of(game, "buster", Fraction(1, 20))
    assert sides.at[-1].wager == 10_00


def test_a_column_has_the_wagers_that_it_pays() -> None:
    """Aces Bonus: the amount of the wager chooses the column, so each has sizes of its own."""
    game: Any = find("blackjack-x")({"schedule": 1})
    for posted, beyond in (("from $5", 4_99), ("above $4", 4_00)):
        table: Any = find("blackjack-x")({"schedule": 1, "aces_bonus": posted})
        (low,) = sides_of(table, "aces_bonus", Fraction(1, 2), "$1-$4")
        (high,) = sides_of(table, "aces_bonus", Fraction(1, 2), "$5-$50")
        assert (low.at[0].wager, low.at[-1].wager) == (1_00, beyond)
        assert (high.at[0].wager, high.at[-1].wager) == (beyond + 1, 50_00)
    (main,) = sides_of(game, "main", Fraction(1, 100), "6 to 5")
    assert (main.at[0].wager, main.at[-1].wager) == (5_00, 600_00), "others have all"


def test_fees_without_a_printed_schedule_are_no_lack_of_fees() -> None:
    """21st Century Baccarat posts its fees; a line of them is named by the limits it is for."""
    game: Any = find("21st-century-baccarat")({"tie": "8 to 1"})
    row = next(row for row in rows("21st-century-baccarat") if row.wager == "main")
    assert [line.schedule for line in side_lines(game, row)] == ["$10 to $200", "", ""]
    free: Any = find("21st-century-baccarat")({"tie": "8 to 1", "player_fee": 0, "bank_fee": 0})
    (none,) = sides_of(free, "main", row.house_edge)
    assert (none.schedule, none.limits) == ("", "")


def test_tiles_from_both_sides() -> None:
    game: Any = find("pai-gow-tiles")()
    (row,) = rows("pai-gow-tiles")
    edge = row.house_edge
    low, high = sides_of(game, "main", edge)
    assert (low.schedule, high.schedule) == ("10..200", "50..300")
    assert [at.wager for at in low.at] == [10_00, 105_00, 200_00]
    assert [at.wager for at in high.at] == [50_00, 175_00, 300_00]
    for side, fee, bank in ((low, 1_00, 2_00), (high, 2_00, 3_00)):
        for at in side.at:
            assert at.player_before == -at.bank_before == -edge
            assert at.player_after == -edge - Fraction(fee, at.wager)
            assert at.bank_after == edge - Fraction(bank, at.wager)
        earns = side.earns_at
        assert earns is not None and edge * earns >= bank > edge * (earns - 1)
    posted: Any = find("pai-gow-tiles")({"schedule": "50..300"})
    assert [side.schedule for side in sides_of(posted, "main", edge)] == ["50..300"]
    assert sides_of(find("pai-jack")(), "main", edge) == (), "the house banks it"
    assert len(row.details["bank_side"]) == 2


def test_a_side_bet_without_a_fee_costs_none() -> None:
    (_, bonus) = rows("funtazee-21", posting={"schedule": 2})
    (side,) = bonus.details["bank_side"]
    assert side["player_fee"] == "0"
    assert [at["wager"] for at in side["sizes"]] == ["5", "152", "300"]
    assert all(at["player_after_fees"] == at["player_before_fees"] for at in side["sizes"])


def test_who_cannot_win_after_fees() -> None:
    game: Any = find("pai-gow-tiles")({"schedule": "10..200"})
    even = {"win": Fraction(1), "lose": Fraction(-1)}

    def warned(edge: Fraction) -> list[str]:
        return list(fee_warnings(sides_of(game, "main", edge), even))

    assert warned(Fraction(1, 100)) == []
    assert warned(Fraction(2_00, 1400_00)) == [], "a full table just earns it"
    (bank,) = warned(Fraction(2_00, 1400_01))
    assert "the player-dealer cannot win after fees" in bank and "$1,400" in bank
    (no_one,) = warned(Fraction(0))
    assert "no edge before them" in no_one
    both = warned(Fraction(-1, 1000))
    assert len(both) == 2 and "the player cannot win after fees" in both[1]
    assert len(warned(Fraction(-6, 1000))) == 1, "at $200 he is ahead of the fee of $1"
    small = {"win": Fraction(1, 10), "lose": Fraction(-1)}
    said = list(fee_warnings(sides_of(game, "main", Fraction(1, 50)), small))
    assert said == ["the least wager of $10 can win $1 at most, and its fee is $1"]


def test_a_warning_of_many_schedules_is_one_sentence() -> None:
    table: Any = find("no-bust-blackjack-5")({})
    even = {"win": Fraction(1), "lose": Fraction(-1)}
    (said,) = fee_warnings(sides_of(table, "main", Fraction(13, 10_000)), even)
    assert said.startswith("at limits of $2 to $10, the player-dealer cannot win after fees: ")
    assert "; likewise at $5 to $50, $10 to $100, " in said


def test_house_ways_that_lose_to_best_play_stand_first() -> None:
    found = report("funtazee-21")
    assert [text.split(":")[0] for text in found.alarms] == [
        "the house way of the player-dealer loses to best play",
        "the house way of players loses to best play",
    ]
    assert "-8.947%" in found.alarms[0] and "9.746%" in found.alarms[1]
    assert not report("pai-gow-tiles").alarms, "there it costs less than one part in a hundred"
    by_letter = report("pai-gow-tiles", posting={"never_split_into_worse": False})
    (text,) = by_letter.alarms
    assert "-0.091%" in text, "by the letter the printed splits lose to best play"
    assert not report("pai-jack").alarms


def test_the_nearest_posting_that_takes_the_edge_away() -> None:
    game: Any = find("pai-gow-tiles")()
    (row,) = rows("pai-gow-tiles")
    tried = tuple(variants(game, ["gee_joon_single", "never_split_into_worse"], ["main"]))
    assert [(v.key, v.value) for v in tried] == [
        ("gee_joon_single", "lowest"), ("never_split_into_worse", False),
    ]  # fmt: skip
    assert "no other posting" in nearest_posting(game, row, ())
    nearest = min(tried, key=lambda v: v.wager_edge("main"))
    assert nearest.words(type(game)) in nearest_posting(game, row, tried)


def test_a_reading_that_turns_the_sign_is_named() -> None:
    game: Any = find("pai-gow-tiles")()
    (row,) = rows("pai-gow-tiles")
    (one,) = variants(game, ["gee_joon_single"], ["main"])
    here = {"main": row.house_edge, **by_best_settings(game)}
    assert list(sign_turns(game, here, (one,))) == []
    turned = type(one)(one.key, one.value, {"main": Fraction(-1, 100)})
    (text,) = sign_turns(game, here, (turned,))
    assert "reading AMB-24 turns the sign" in text and "0.920%" in text and "-1.000%" in text
    (found,) = alarms(game, [row])
    assert "best settings: reading AMB-24d turns the sign" in found and "-0.091%" in found


def test_the_sheet_begins_with_them() -> None:
    sheet = par_sheet("funtazee-21")
    first = [text for anchor, _, text in sheet.warnings if anchor == "summary"]
    assert sheet.warnings[0][0] == "summary" and len(first) == 3
    assert "the player has the edge, 8.947% of the wager" in first[2]
    html = par_html(sheet)
    assert html.index("loses to best play") < html.index("Rules in our words")
    assert "Both sides, before fees and after them" in html
    assert "Both sides" not in par_html(par_sheet("pai-jack"))
    game: Any = find("funtazee-21")()
    assert first == list(alarms(game, report("funtazee-21").rows))


@pytest.mark.parametrize("coverage", ("action", "net"))
def test_a_table_is_settled_as_a_live_bank_settles_it(coverage: Any) -> None:
    """Random claims through the struct of the live round, one by one, and through the loop."""
    chance = random.Random(coverage)
    passes = np.array([[0, -1], [1, 2]], np.int64)
    for _ in range(200):
        owed = np.array(
            [[[chance.randint(-900, 900) for _ in range(3)] for _ in range(4)]], np.int64
        )
        put_up = chance.randint(100, 3_000)
        covered = np.zeros_like(owed)
        compiled(settle_table)(owed, passes, put_up, coverage == "net", covered)
        bank = PlayerBank(BankTurn(), coverage, put_up=put_up, wager=put_up)
        wanted = np.zeros_like(owed)
        for spots in ((0,), (1, 2)):
            for seat in range(4):
                for spot in spots:
                    part = bank.covers(int(owed[0, seat, spot])) or 0
                    bank.takes(part)
                    wanted[0, seat, spot] = part
        assert (covered == wanted).all()
        assert abs(int(covered.sum())) <= put_up and bank.wager == put_up + covered.sum()


def test_a_fault_in_cover_is_seen() -> None:
    """The comparison can fail: a bank that covers a cent too much is found."""
    assert cover(500, 100, 40, 0, False) == 60 and cover(-500, 100, 40, 0, False) == -60
    assert cover(500, 100, 0, 80, True) == 20 and cover(-500, 100, 0, 80, True) == -180


@pytest.mark.parametrize(
    "game_id, made, stakes",
    [
        pytest.param("pai-gow-tiles", TilesTable, {"main": 20_00}, marks=pytest.mark.slow),
        ("funtazee-21", FuntazeeTable, {"main": 20_00, "bonus": 5_00}),
    ],
)
def test_compiled_and_live_tables_agree(game_id: str, made: Any, stakes: dict[str, int]) -> None:
    """The same means for the bank, within five standard errors; claims of every seat alike."""
    game: Any = find(game_id)()
    fast = made(game, 3).owed(60_000, stakes, stream(7, 0)).astype(float)
    live = LiveTable(game, 3).owed(1_500, stakes, stream(7, 0)).astype(float)
    assert live.shape[1:] == fast.shape[1:]
    for k in range(fast.shape[2]):
        seats, few = fast[:, :, k], live[:, :, k]
        error = (seats.var() / few.size) ** 0.5
        assert abs(seats.mean() - few.mean()) < 5 * error
        each = 5 * (seats.var() / len(seats)) ** 0.5
        assert (abs(seats.mean(axis=0) - seats.mean()) < each).all()
    edge = {row.wager: row for row in rows(game_id)}
    exact = edge["main"].details.get("house_way", {}).get("house_edge", edge["main"].house_edge)
    error = (fast[:, :, 0].var() / len(fast)) ** 0.5
    assert abs(fast[:, :, 0].mean() - float(exact) * stakes["main"]) < 5 * error


def test_a_short_bank_covers_the_seats_from_the_button_on() -> None:
    game: Any = find("pai-gow-tiles")()
    plan = BankPlan(5, {"main": 50_00}, 100_00, 1000_00, 50)
    action, net = bank_table(game, plan, 20_000)
    assert (action.coverage, net.coverage) == ("action", "net")
    assert action.by_seat[:2] == (1.0, 1.0), "two wagers are what it has"
    assert list(action.by_seat[1:]) == sorted(action.by_seat[1:], reverse=True)
    assert action.by_seat[4] < net.by_seat[4] < 1
    assert action.short > net.short > 0 and action.lost_whole > 0
    full = bank_table(game, BankPlan(5, {"main": 50_00}, 250_00, 1000_00, 50), 5_000)
    assert all(one.by_seat == (1.0,) * 5 and one.short == 0 for one in full)
    again = bank_table(game, plan, 20_000)
    assert again == (action, net), "the same seed, the same table"
    rich = bank_table(game, BankPlan(5, {"main": 50_00}, 100_00, 100_000_00, 50), 5_000)
    assert all(one.ruined == 0 for one in rich)
    poor = bank_table(game, BankPlan(5, {"main": 50_00}, 100_00, 2_99, 50), 5_000)
    assert all(one.ruined == 1 for one in poor), "a dollar and the fee of two is the least"


def test_the_order_of_settlement_is_that_of_the_game() -> None:
    game: Any = find("funtazee-21")()
    assert passes_of(game, ("main", "bonus")).tolist() == [[0], [1]]
    tiles: Any = find("pai-gow-tiles")()
    assert passes_of(tiles, ("main",)).tolist() == [[0]]


@pytest.mark.parametrize(
    "plan, words",
    [
        (BankPlan(8, {"main": 10_00}, 100_00, 1, 1), "1 to 7 players"),
        (BankPlan(3, {"main": 9_99}, 100_00, 1, 1), "from $10 to $200"),
        (BankPlan(3, {"mine": 10_00}, 100_00, 1, 1), "no wager 'mine'"),
        (BankPlan(3, {"main": 10_00}, 99, 1, 1), "at least $1"),
        (BankPlan(3, {"main": 10_00}, 100_00, 1, 0), "at least one hand"),
    ],
)
def test_a_table_that_cannot_be_is_refused(plan: BankPlan, words: str) -> None:
    with pytest.raises(Refused) as refused:
        bank_table(find("pai-gow-tiles")(), plan, 100)
    assert words in str(refused.value)


def test_the_command_seats_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "")  # or headings break on a terminal with narrow lines
    words = ["simulate", "pai-gow-tiles", "--bank", "100", "--seats", "4", "--rounds", "5000"]
    words += ["--bets", "main=50"]
    assert run(words) == 0
    said = capsys.readouterr().out
    assert "seat from the button" in said and "after the fee of $2" in said
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"] == 4 and found["bank"] == 100 and found["roll"] == 1000
    assert [one["coverage"] for one in found["coverage"]] == ["action", "net"]
    assert run(["simulate", "blackjack", "--bank", "100"]) == 2
    assert "the house banks" in capsys.readouterr().err
    assert run(["simulate", "pai-gow-tiles", "--bank", "ten"]) == 2
    assert "--bank is an amount" in capsys.readouterr().err
    assert run(["simulate", "pai-gow-tiles", "--bank", "9", "--bets", "main"]) == 2
