"""Schedules of fees: read from a file, posted by number or limits, and taken at a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import BadFile, Refused
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.settlement import FeesTaken
from houseway.game.base import Game
from houseway.game.fees import Collection, load_collection
from houseway.game.posting import fact
from houseway.records.files import record_of
from houseway.records.record import open_game
from houseway.rulebook import games
from houseway.table.table import Table

LINES = """
[collection]
clause     = ["X-1", "X-2"]
rates_most = 3
rows = [
  { limits = "2..10",    per_circle = "0.25", player_dealer = "0.50" },
  { limits = "5..50",    per_circle = 1, player_dealer = 2 },
  { limits = "10..100",  per_circle = 2, player_dealer = 3 },
  { limits = "25..100",  per_circle = 2, player_dealer = 3 },
  { limits = "25..1000", per_circle = 3, player_dealer = 4 },
]
"""
NUMBERED = """
[collection]
clause = "X-1"
rows = [
  { number = 1, limits = "5..600", per_spot = 0, player_dealer = [[50, "0.50"], [100, 1], [0, 6]] },
  { number = 2, limits = "5..600", per_spot = 0, player_dealer = [[75, "0.50"], [0, 8]] },
  { number = 3, limits = "25..3000", per_spot = 0, player_dealer = 5 },
]
"""


def collection(tmp_path: Path, text: str) -> Collection:
    path = tmp_path / "pay.toml"
    path.write_text(text, encoding="utf-8")
    return load_collection(path)


def banked(
    found: Collection, taken: FeesTaken = "before the deal", of: str = "blackjack"
) -> type[Game]:
    """A game of the house's put on a player-dealer, with these fees."""
    game = games()[of]
    facts: dict[str, Any] = {
        "zones": game.zones, "cites": {}, "id": game.id, "seats_min": 2,
        "bank": fact(PlayerDealer(rotation=Rotation(positions=8), joint=True, fees_taken=taken)),
    }  # fmt: skip
    made = type("BankedGame", (game,), facts)
    made.folder = classmethod(lambda cls: game.folder())
    made.collection = classmethod(lambda cls: found)
    return made


# posting


def test_a_schedule_is_chosen_by_number_or_by_limits_that_no_other_has(tmp_path: Path) -> None:
    posted = collection(tmp_path, LINES).postings()["schedule"]
    assert posted.default == "2..10"
    assert [posted.read(value) for value in ("3", 3, "10..100")] == ["10..100"] * 3
    for value in ("6", "0", 0, True, "10-100", "", 3.0, None, [3]):
        with pytest.raises(Refused, match=r"it may be 2..10, 5..50, .*\(X-1, X-2\)"):
            posted.read(value)


def test_schedules_that_share_limits_are_chosen_by_number_alone(tmp_path: Path) -> None:
    posted = collection(tmp_path, NUMBERED).postings()["schedule"]
    assert [posted.read(value) for value in ("2", 2, " 2", "25..3000")] == ["2", "2", "2", "3"]
    with pytest.raises(Refused, match=r"1 and 2 are all for limits of 5..600; post schedule by"):
        posted.read("5..600")


def test_a_fourth_rate_is_refused_and_so_is_a_table_outside_the_rates(tmp_path: Path) -> None:
    game = banked(collection(tmp_path, LINES))
    three = game({"schedule": 5, "rates": "1, 2, 25..1000"})
    assert dict(three.sign())["rates"] == "2..10, 5..50, 25..1000"
    game({"schedule": 5, "rates": [5, 5, 4, 3, 3]})
    with pytest.raises(Refused, match=r"at most 3 rates of collection at once, not 4: 2..10, 5"):
        game({"schedule": 5, "rates": "1, 2, 3, 5"})
    with pytest.raises(Refused, match=r"schedule 10..100, which is not among the rates in use: 5"):
        game({"schedule": 3, "rates": "2, 4"})
    for value in ("1, 9", "all", {"1": 1}, 7, [[1]]):
        with pytest.raises(Refused, match=r"rates cannot be .* it may be at most 3 of 2..10, 5"):
            game({"schedule": 1, "rates": value})


def test_a_record_carries_schedule_and_rates(tmp_path: Path, monkeypatch: Any) -> None:
    game = banked(collection(tmp_path, LINES))
    monkeypatch.setattr("houseway.records.record.find", lambda name: game)
    for posting in ({}, {"schedule": 5}, {"schedule": 3, "rates": "2, 3"}):
        table = Table(game(posting), seed=1)
        table.sit(1, "Ann", 1000_00)
        table.sit(2, "Bob", 1000_00)
        again = open_game(record_of(table.start()))
        assert again.posting == table.game.posting


def test_the_sign_has_the_name_limits_and_fees(tmp_path: Path) -> None:
    sign = dict(banked(collection(tmp_path, LINES))({"schedule": 2}).sign())
    assert sign["game"] == "Blackjack"
    assert sign["table limits"] == "$5 to $50"
    assert sign["player fee"] == "$1 per circle"
    assert sign["player-dealer fee"] == "$2 per hand"
    sign = dict(banked(collection(tmp_path, NUMBERED))().sign())
    assert sign["player fee"] == "none"
    assert sign["player-dealer fee"] == (
        "per hand, by the action on the table: $0.50 up to $50, $1 up to $100, $6 above"
    )


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('{ limits = "5..50", player_dealer = 2 }', "say one fee of the player's"),
        ('{ limits = "5..50", per_spot = 1, per_line = 1, player_dealer = 2 }', "say one fee"),
        ('{ limits = "5..50", per_spot = -1, player_dealer = 2 }', "below nothing"),
        ('{ limits = "50..5", per_spot = 1, player_dealer = 2 }', "no limits"),
        ('{ limits = "5..50", per_spot = 1, player_dealer = [[50, 1]] }', "the last one ends at 0"),
        ('{ limits = "5..50", per_spot = 1, player_dealer = [[50, 1], [40, 2], [0, 3]] }', "go up"),
        ('{ limits = "5..50", per_spot = 1, player_dealer = [[50, 1, 2]] }', "a tier is"),
        ('{ limits = "5..50", per_spot = "2%", player_dealer = 2 }', "is not money"),
        ('{ limits = "5", per_spot = 1, player_dealer = 2 }', "not enough values"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, row: str, why: str
) -> None:
    with pytest.raises(BadFile, match=f"(?s)collection.*5.*{why}"):
        collection(tmp_path, f'[collection]\nclause = "X-1"\nrows = [\n {row},\n]')


def test_limits_that_come_twice_need_numbers(tmp_path: Path) -> None:
    row = '{ limits = "5..50", per_spot = 1, player_dealer = 2 }'
    with pytest.raises(BadFile, match="twice"):
        collection(tmp_path, f'[collection]\nclause = "X-1"\nrows = [{row}, {row}]')
    with pytest.raises(BadFile, match="no rows"):
        collection(tmp_path, '[collection]\nclause = "X-1"\nrows = []')


# at a table


def fees_of(table: Table, bank: int, **bets: dict[str, int]) -> dict[int, int]:
    """Return the fee of each player after all have wagered; the first seat banks."""
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 10_000_00)
    table.start()
    table.act(1, "bank", bank)
    for name, spots in bets.items():
        table.bet(int(name[-1]), **spots)
    assert table.round is not None
    found: dict[int, int] = table.round.state.fees
    return found


@pytest.mark.parametrize(
    ("action", "fee"),
    [(10_00, 50), (50_00, 50), (50_01, 1_00), (51_00, 1_00), (100_00, 1_00), (100_01, 6_00)],
)
def test_tiers_end_with_the_printed_dollar(tmp_path: Path, action: int, fee: int) -> None:
    table = Table(banked(collection(tmp_path, NUMBERED))({"schedule": 1}), seed=2)
    assert fees_of(table, 500_00, seat2={"main": 5_00}, seat3={"main": action - 5_00}) == {1: fee}


@pytest.mark.parametrize(("counts", "fee"), [(False, 50), (True, 1_00)])
def test_side_bets_count_for_a_tier_where_that_is_posted(
    tmp_path: Path, counts: bool, fee: int
) -> None:
    game = banked(collection(tmp_path, NUMBERED), of="free-bet-blackjack")
    table = Table(game({"schedule": 1, "tier_counts_side_bets": counts}), seed=2)
    bets = {"main": 25_00, "push_22": 5_00}
    assert fees_of(table, 500_00, seat2=bets, seat3={"main": 25_00}) == {1: fee}


@pytest.mark.parametrize("taken", ["before the deal", "after the deal"])
def test_money_for_the_fee_cannot_be_wagered(tmp_path: Path, taken: FeesTaken) -> None:
    table = Table(banked(collection(tmp_path, LINES), taken)({"schedule": 2}), seed=2)
    for seat, chips in ((1, 502_00), (2, 20_00), (3, 5_00), (4, 6_00)):
        table.sit(seat, f"player {seat}", chips)
    table.start()
    with pytest.raises(Refused, match=r"from \$1 to \$500, not \$500.01"):
        table.act(1, "bank", 500_01)
    table.act(1, "bank", 500_00)
    with pytest.raises(
        Refused, match=r"has \$20 in front, which is not enough for \$19.01 and the fee of \$1"
    ):
        table.bet(2, main=19_01)
    table.bet(2, main=19_00)
    with pytest.raises(
        Refused, match=r"the \$5 in front is not enough for a wager of \$5 and the fee of \$1"
    ):
        table.bet(3, main=5_00)
    table.act(3, "sit_out")
    table.bet(4, main=5_00)
    assert table.round is not None
    assert table.round.state.fees == {2: 1_00, 4: 1_00, 1: 2_00}
    assert table.round.state.purses == {1: 0, 2: 0, 3: 5_00, 4: 0}


def test_lines_pay_for_each_wager_and_a_circle_once(tmp_path: Path) -> None:
    """Player, Banker and Tie: a fee for each line, or one for the circle they lie in."""
    for per, paid in (("per_line", 3_00), ("per_circle", 1_00)):
        text = f"""
            [collection]
            clause = "X-1"
            wagers = ["player", "banker", "tie"]
            rows = [{{ limits = "5..100", {per} = 1, player_dealer = [[20, 1], [0, 3]] }}]
        """
        game = banked(collection(tmp_path, text), of="3-dice-baccarat")
        table = Table(game(), seed=2)
        assert game().limits(game().wager_named["tie"]) == (5_00, 100_00)
        bets = {"player": 5_00, "banker": 5_00, "tie": 10_00}
        found = fees_of(table, 500_00, seat2=bets, seat3={"banker": 5_00})
        assert found == {2: paid, 3: 1_00, 1: 3_00}
