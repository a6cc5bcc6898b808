"""Progressive meters at live tables, worked by hand: shares, resets, what is given back."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.questions import Act, Ruling
from houseway.families.banked.state import WagerSettled
from houseway.game.base import Seat
from houseway.game.progressives import PARTS, Meter, opened
from houseway.rulebook import find
from houseway.table.round import Round
from tests.support.random_play import even


def rocket(bets: str, deal: str, **posted: Any) -> Round:
    """A round of Rocket Aces, seats 1 to n with $1 on it, a meter of $1,000 and what they add."""
    game = find("rocket-aces")({"decks": 6, "rocket_aces_seed": 1000, **posted})
    round_ = Round(game, [Seat(seat, f"player {seat}", 10_000) for seat in map(int, bets)])
    for seat in map(int, bets):
        round_.act(Act(seat, "bet", places=(("main", 500), ("rocket_aces", 100))))
    round_.deal(game.kind.parse(deal))
    while round_.question is not None:
        round_.time_up(round_.question.seats()[0])
    return round_


def awards(round_: Round, spot: str = "rocket_aces") -> list[tuple[int, int, int]]:
    """Seat, what it got, and what of it a meter paid, in the order of settlement."""
    return [
        (event.seat, event.back, event.from_meter)
        for event in round_.events
        if isinstance(event, WagerSettled) and event.spot == spot
    ]


SPADES_AND_HEARTS = "As Ah Ah As As Ah Ah Ks"
"""Three seats with aces of spades, hearts and hearts; the dealer a blackjack of spades."""


def test_split_part_shares_are_of_the_meter_as_it_stood_and_the_rest_is_all() -> None:
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-1")
    # $1,000.30: a quarter each to hearts, 250.07 and half a cent that stays; spades have the rest
    assert awards(round_) == [(3, 250_07, 250_07), (2, 250_07, 250_07), (1, 500_16, 500_16)]
    assert round_.state.meters["rocket_aces"][0].value == 1000_00 * PARTS


def test_in_turn_each_has_what_the_one_before_has_left() -> None:
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-1", rocket_aces_awards="in turn")
    # a quarter of 1,000.30 and half a cent left over; a quarter of 750.23; then all of the rest
    assert awards(round_) == [(3, 250_07, 250_07), (2, 187_55, 187_55), (1, 562_68, 562_68)]
    assert round_.state.meters["rocket_aces"][0].value == 1000_00 * PARTS


def test_two_winners_of_all_halve_it_and_the_odd_cent_stays() -> None:
    posted = {"rocket_aces": "QUICK-SINGLE-ACE-6D", "rocket_aces_rate": 1_050}
    round_ = rocket("12", "Ah Ad As Ah Ad Ks", **posted)
    assert awards(round_) == [(2, 500_10, 500_10), (1, 500_10, 500_10)]
    assert round_.state.meters["rocket_aces"][0].value == (1000_00 + 1) * PARTS
    round_ = rocket("12", "Ah Ad As Ah Ad Ks", rocket_aces_awards="in turn", **posted)
    assert awards(round_) == [(2, 1000_21, 1000_21), (1, 1000_00, 1000_00)]


@pytest.mark.parametrize(
    ("reserve", "begins", "from_house"),
    [("adds to seed", 1000_10, 1000_00), ("pays for seed", 1000_00, 999_90)],
)
def test_a_meter_that_was_won_begins_with_seed_and_reserve(
    reserve: str, begins: int, from_house: int
) -> None:
    posted = {"rocket_aces_reserve_rate": 1_000, "rocket_aces_reserve": reserve}
    round_ = rocket("1", "Ah As Ah Kd", rocket_aces="QUICK-SINGLE-ACE-6D", **posted)
    assert awards(round_) == [(1, 1000_10, 1000_10)]
    meter = round_.state.meters["rocket_aces"][0]
    assert (meter.value, meter.reserve, meter.won) == (begins * PARTS, 0, 1)
    assert meter.seeded == (1000_00 + from_house) * PARTS


def test_a_share_is_no_less_than_the_next_fixed_award_where_that_is_posted() -> None:
    # 2 % of $1,000.10 are $20 (and a fifth of a cent); two aces and a blackjack are paid 100 for 1
    assert awards(rocket("1", "Ah As Ah Kd", rocket_aces="LONG-1")) == [(1, 20_00, 20_00)]
    topped = rocket("1", "Ah As Ah Kd", rocket_aces="LONG-1", rocket_aces_at_least_fixed=True)
    assert awards(topped) == [(1, 100_00, 20_00)], "the house adds what the meter does not pay"
    assert topped.state.meters["rocket_aces"][0].paid == 20_00 * PARTS


def test_the_three_meters_of_long_3_know_nothing_of_each_other() -> None:
    posted = {"rocket_aces_seed_2": 500, "rocket_aces_seed_3": 100, "rocket_aces_rate_2": 2_000,
              "rocket_aces_rate_3": 0}  # fmt: skip
    round_ = rocket("123", SPADES_AND_HEARTS, rocket_aces="LONG-3", **posted)
    # spades win the first meter, both hands of hearts share the second, the third stays as it is
    assert awards(round_) == [(3, 250_30, 250_30), (2, 250_30, 250_30), (1, 1000_30, 1000_30)]
    assert [meter.value for meter in round_.state.meters["rocket_aces"]] == [
        1000_00 * PARTS, 500_00 * PARTS, 100_00 * PARTS
    ]  # fmt: skip
    assert [meter.won for meter in round_.state.meters["rocket_aces"]] == [1, 1, 0]


def progressive(deal: str, *calls: Any, **posted: Any) -> Round:
    """Two seats at Straight Jack Progressive with $1 each; then decisions, rulings and cards."""
    game = find("straight-jack-progressive")({f"straight_jack_{k}": v for k, v in posted.items()})
    round_ = Round(game, [Seat(seat, f"player {seat}", 10_000) for seat in (1, 2)])
    for seat in (1, 2):
        places = (("main", 500), ("straight_jack_progressive", 100))
        round_.act(Act(seat, "bet", places=places))
    for call in (deal, *calls):
        if isinstance(call, str):
            round_.deal(game.kind.parse(call))
        else:
            round_.enter(call)
    return round_


def test_what_was_won_with_the_meter_does_not_go_out_again() -> None:
    """Seat 1 busts with five cards and is paid at once, seat 2's contribution with it."""
    hit = Act(1, "hit")
    round_ = progressive("As 9h 7h 2d 9d Tc", hit, "3d", hit, "4h", hit, "5c", hit, "Kd",
                         Ruling("void_hand", seat=2),
                         progressive="SJP4", progressive_seed=0)  # fmt: skip
    spot = "straight_jack_progressive"
    # 9-9 lost with the first two cards: its five cents stay in the meter in any case
    assert awards(round_, spot) == [(2, 0, 0), (1, 201_10, 10)]
    assert round_.state.meters[spot] == [Meter(0, 0, 0, 10 * PARTS, 10 * PARTS, won=1)]
    round_ = progressive("As 8h 7h 2d 9d Tc", hit, "3d", hit, "4h", hit, "5c", hit, "Kd",
                         Ruling("void_hand", seat=2),
                         progressive="SJP4", progressive_seed=100)  # fmt: skip
    # 8-9 was still on the table and goes back, but its five cents were won by seat 1
    assert awards(round_, spot) == [(1, 201_00 + 100_10, 100_10)]
    assert round_.state.purses[2] == 10_000
    meter = Meter(100_00 * PARTS, 0, 200_00 * PARTS, 10 * PARTS, 100_10 * PARTS, won=1)
    assert round_.state.meters[spot] == [meter]
    round_.game.check_carry_over(round_.game.carried(round_.carry_over, round_.state))


def test_a_returned_wager_takes_out_no_more_than_there_is() -> None:
    """Seat 1 busts with five cards and is paid a part of the meter before seat 2 is void."""
    game: Any = find("straight-jack-progressive")()
    round_ = progressive("As 8h 7h 2d 9d Tc")
    state, spot = round_.state, "straight_jack_progressive"
    state.meters[spot] = [Meter(2 * PARTS, 0, 0, 10 * PARTS, 8 * PARTS, since=10 * PARTS)]
    round_.ruling(Ruling("void_hand", seat=2))
    even(state)
    assert state.meters[spot] == [Meter(0, 0, 0, 8 * PARTS, 8 * PARTS, since=8 * PARTS)]
    game.check_carry_over(game.carried(round_.carry_over, state))


def test_opened_meters_are_the_seeds() -> None:
    game: Any = find("rocket-aces")({"decks": 6, "rocket_aces": "LONG-3"})
    assert game.opened_meters() == {
        "rocket_aces": [opened(t) for t in game.meter_terms["rocket_aces"]]
    }
    assert len(game.opened_meters()["rocket_aces"]) == 3
