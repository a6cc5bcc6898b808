"""3 Dice Baccarat: every roll in the plainest way, simulated rounds, meters, bots, odds rows."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.baccarat.dice import DiceBaccaratSimulation, hands, set_dice
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.engine.questions import Ask
from houseway.engine.shoe import Shoe
from houseway.errors import Refused
from houseway.families.baccarat.game import STANDARD
from houseway.families.banked.state import WagersPlaced
from houseway.hands.three_dice import dice_points, is_straight, triple
from houseway.players.bots import Bot, play_round
from houseway.rulebook import find
from houseway.table.table import Table

GAME = "3-dice-baccarat"
Dice = tuple[int, int, int]

ROLLS: list[Dice] = [
    (a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)
]  # fmt: skip


def last(dice: Dice) -> int:
    return int(str(sum(dice))[-1])


def same(dice: Dice) -> str:
    """The text of a triple such as ``333``, or nothing."""
    return "".join(map(str, dice)) if len(set(dice)) == 1 else ""


def on_hand(mine: int, other: int) -> int:
    """Return the net of a wager of 1 on a hand."""
    if mine == other or (mine, other) == (3, 0):
        return 0
    return 1 if mine > other else -1


def straight(dice: Dice) -> bool:
    return "".join(map(str, sorted(dice))) in ("123", "234", "345", "456")


PLAIN: dict[str, Callable[[Dice, Dice], int]] = {
    "player": lambda p, b: on_hand(last(p), last(b)),
    "banker": lambda p, b: on_hand(last(b), last(p)),
    "tie": lambda p, b: 8 if last(p) == last(b) else -1,
    "golden_3": lambda p, b: 35 if {last(p), last(b)} == {3, 0} else -1,
    "golden_3_player": lambda p, b: 70 if (last(p), last(b)) == (3, 0) else -1,
    "golden_3_banker": lambda p, b: 70 if (last(b), last(p)) == (3, 0) else -1,
    "sun_7": lambda p, b: 14 if last(b) == 7 > last(p) else -1,
    "moon_8": lambda p, b: 10 if last(p) == 8 > last(b) else -1,
    "triple_3": lambda p, b: 100 if "333" in (same(p), same(b)) else -1,
    "triple_1_or_6": lambda p, b: 50 if {same(p), same(b)} & {"111", "666"} else -1,
    "any_triple": lambda p, b: 15 if same(p) or same(b) else -1,
    "nine_over_6": lambda p, b: 50 if {last(p), last(b)} == {9, 6} else -1,
    "double_straight": lambda p, b: 70 if straight(p) and straight(b) else -1,
    "tie_0_or_9": lambda p, b: 30 if last(p) == last(b) and last(p) in (0, 9) else -1,
    "tie_5": lambda p, b: 150 if last(p) == 5 == last(b) else -1,
    "one_over_0": lambda p, b: 25 if {last(p), last(b)} == {1, 0} else -1,
}
"""Every wager of one table as the text has it, in other words than the rules'."""

TALONS = {
    "PT-FLT-3DB-GT-01": ({9: 10, 8: 5, 7: 4, 6: 3, 5: 2, 4: 1}, -1),
    "PT-FLT-3DB-GT-02": ({9: 10, 8: 5, 7: 4, 6: 3, 5: 1}, 0),
    "PT-FLT-3DB-GT-03": ({9: 15, 8: 5, 7: 4, 6: 3, 5: 2}, -1),
}
"""Table -> what margins pay, and what a tie nets."""

PROGRESSIVE = {
    "PT-PRG-TRI-01": (1000, 100, 20, 10, 3),
    "PT-PRG-TRI-02": (1000, 100, 20, 6, 4),
    "PT-PRG-TRI-03": (None, 100, 20, 10, 5),
}
"""Table -> 333 over 666 (None: its own meter), two triples, 333, 111 or 222, any."""


def mean(nets: list[int]) -> Fraction:
    return Fraction(sum(nets), len(nets))


@pytest.mark.parametrize("wager", PLAIN)
def test_every_roll_counted_plainly_gives_the_same_edge(wager: str) -> None:
    nets = [PLAIN[wager](p, b) for p in ROLLS for b in ROLLS]
    (row,) = rows(GAME, wager)
    assert row.house_edge == -mean(nets)
    assert row.variance == mean([net * net for net in nets]) - mean(nets) ** 2
    assert row.hit_frequency == Fraction(sum(net > 0 for net in nets), len(nets))
    assert row.method == "exact" and not row.warnings


@pytest.mark.parametrize("side", ["player", "banker"])
def test_golden_talons_counted_plainly(side: str) -> None:
    found = {row.table: row for row in rows(GAME, f"golden_talons_{side}")}
    assert list(found) == list(TALONS)
    margins = Counter(last(p) - last(b) for p in ROLLS for b in ROLLS)
    for table, (pays, tied) in TALONS.items():
        total = sum(
            n * (tied if margin == 0 else pays.get(margin, -1)) for margin, n in margins.items()
        )
        assert found[table].house_edge == Fraction(-total, 216 * 216)


@pytest.mark.parametrize("table", PROGRESSIVE)
def test_the_progressive_counted_plainly(table: str) -> None:
    over, two, three, low, other = PROGRESSIVE[table]
    seed, seed_2, back = 7000, 500, 0
    for p, b in itertools.product(map(same, ROLLS), repeat=2):
        if p == b == "333":
            back += seed
        elif {p, b} == {"333", "666"}:
            back += over if over is not None else seed_2
        elif p and b:
            back += two
        elif p or b:
            back += {"333": three, "111": low, "222": low}.get(p or b, other)
    posting = {
        "triple_progressive": table,
        "triple_progressive_seed": seed,
        "triple_progressive_seed_2": seed_2,
    }
    (row,) = rows(GAME, "triple_progressive", posting)
    assert row.returned == Fraction(back, 216 * 216)
    even = row.details["meter"]["break_even"]
    assert even == pytest.approx(seed + 216 * 216 - back)  # the top row comes once
    assert bool(row.warnings) == (table == "PT-PRG-TRI-03")


def test_figures_known_beforehand() -> None:
    """Worked out by hand from the 27, 25, 27, ... ways of the ten counts."""
    ways = Counter(map(last, ROLLS))
    assert [ways[n] for n in range(10)] == [27, 27, 25, 22, 18, 16, 16, 18, 22, 25]
    tie = sum(n * n for n in ways.values())
    (row,) = rows(GAME, "tie")
    assert row.house_edge == 1 - Fraction(9 * tie, 46656) == Fraction(29, 432)
    (row,) = rows(GAME, "player")
    assert row.house_edge == Fraction(27 * 22, 46656) == Fraction(11, 864)


def test_a_roll_is_what_it_is_in_any_order() -> None:
    for roll in ROLLS:
        ordered = tuple(sorted(roll))
        assert dice_points(roll) == dice_points(ordered) == last(roll)
        assert triple(roll) == triple(ordered) == int((same(roll) or "0")[0])
        assert is_straight(roll) == is_straight(ordered) == straight(roll)
    assert sum(ways for _, ways in hands()) == 216 and len(hands()) == 56


def test_a_number_is_one_roll() -> None:
    seen = set()
    player, banker = [0] * 3, [0] * 3
    for number in range(6**6):
        set_dice(number, player, banker)
        seen.add((*player, *banker))
    assert len(seen) == 6**6 and {die for roll in seen for die in roll} == set(range(1, 7))


@pytest.mark.statistical
def test_simulated_rounds_are_worth_what_was_counted() -> None:
    game = find(GAME)({"triple_progressive": "PT-PRG-TRI-03"})
    found = simulate(game, 4_000_000, seed=9)
    assert list(found) == [wager.name for wager in game.wagers]
    for name, estimate in found.items():
        for column, worth in exact(game, name).columns.items():
            error = max(estimate.stderr(column), 1e-9)
            assert abs(float(estimate.columns[column].edge - worth.edge)) < 5 * error, name
        assert estimate.rounds == 4_000_000


def test_the_simulation_is_for_dice_cups() -> None:
    with pytest.raises(Refused, match="not played with dice cups"):
        DiceBaccaratSimulation(find("blackjack")({}))


def roll(monkeypatch: pytest.MonkeyPatch, *cup: int) -> None:
    """Every cup holds these dice, whatever chance would have brought."""
    monkeypatch.setattr(Shoe, "dice", lambda self, n: cup)


def seat_all(posting: dict[str, Any], seats: int) -> Table:
    table = Table(GAME, posting, seed=5)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 1000_00)
    return table


@pytest.mark.parametrize("winners", range(1, 8))
def test_any_number_of_winners_share_a_meter(winners: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seat_all({"triple_progressive_seed": 1000, "triple_progressive_rate": 0}, 7)
    roll(monkeypatch, 3, 3, 3)
    round_ = table.start()
    for seat in range(1, 8):
        if seat <= winners:
            table.bet(seat, triple_progressive=100)
        else:
            table.bet(seat, player=500)
    each = 1000_00 // winners
    assert round_.closed
    for seat in range(1, winners + 1):
        assert table.seats[seat].chips == 1000_00 - 100 + each
    (meter,) = table.carry_over.meters["triple_progressive"]
    assert meter.cents == 1000_00 + 1000_00 - each * winners and not meter.balance


def test_a_meter_goes_on_from_round_to_round(monkeypatch: pytest.MonkeyPatch) -> None:
    roll(monkeypatch, 1, 2, 4)
    table = seat_all({"triple_progressive_seed": 1000, "triple_progressive_rate": 1234}, 2)
    for n in range(1, 4):
        table.start()
        for seat in (1, 2):
            table.bet(seat, triple_progressive=100)
        (meter,) = table.carry_over.meters["triple_progressive"]
        assert meter.value == 1000_00 * 10_000 + n * 2 * 100 * 1234
        (seen,) = table.view().meters
        assert (seen.words, seen.cents) == ("Triple Progressive meter", meter.cents)


@pytest.mark.parametrize("table", PROGRESSIVE)
def test_there_are_as_many_meters_as_rows_of_all(table: str) -> None:
    here = seat_all({"triple_progressive": table}, 1)
    here.start()
    assert len(here.view().meters) == (2 if table == "PT-PRG-TRI-03" else 1)
    one = seat_all({"triple_progressive": table, "triple_progressive_meters": "one"}, 1)
    one.start()
    assert len(one.view().meters) == 1


def test_bots_find_wagers_to_make() -> None:
    """They know nothing of the game but its prompts."""
    for wild in (False, True):
        table, bot = seat_all({"bonus_needs_standard": True}, 4), Bot(3, wild)
        made = 0
        for _ in range(20):
            made += sum(
                len(event.places) for event in play_round(table, bot).events
                if isinstance(event, WagersPlaced)
            )  # fmt: skip
        assert made > 60


def test_whoever_holds_a_cup_is_asked_and_no_one_else() -> None:
    for way in ("largest wager", "largest wager on each hand"):
        table, rng = seat_all({"players_shake": way}, 5), random.Random(way)
        for _ in range(60):
            round_ = table.start()
            stakes: dict[int, dict[str, int]] = {}
            for seat in range(1, 6):
                stakes[seat] = {s: rng.randint(5, 9) * 100 for s in STANDARD if rng.random() < 0.4}
                stakes[seat] |= {"golden_3": 100}
                table.bet(seat, **stakes[seat])
            for hand in ("player", "banker"):
                spots = STANDARD if way == "largest wager" else (hand,)
                wagered = {k: sum(v.get(s, 0) for s in spots) for k, v in stakes.items()}
                most = max(wagered.values())
                wanted = next(k for k in wagered if wagered[k] == most) if most else None
                assert round_.state.handed.get(hand) == wanted
            while isinstance(round_.question, Ask):
                table.act(round_.question.seats()[0], rng.choice(("shake", "leave")))
            assert set(round_.state.shaken) == {"player", "banker"}
