"""Before the cards: blinds, the button, who comes in and who has missed what."""

from __future__ import annotations

import pytest

from houseway.errors import Refused
from houseway.script import AskAll
from houseway.shapes.poker_room import PokerBetween
from houseway.table.case import event_lines, nets
from houseway.table.table import Table
from poker_table import NO_LIMIT, asked, bounds, fold_around, hand, offered


def test_blinds_with_three_and_heads_up() -> None:
    three = hand("", between={"button": 2})
    assert three.state.bets[1:4] == [2_00, 0, 1_00]
    assert asked(three) == (2,)
    two = hand("", seats=2, between={"button": 2})
    assert two.state.bets[1:3] == [2_00, 1_00]
    assert asked(two) == (2,)
    flop = hand("call; check", seats=2, between={"button": 2})
    assert asked(flop) == (1,)


def test_big_blind_has_the_option() -> None:
    round_ = hand("call; call")
    assert asked(round_) == (2,)
    assert offered(round_, "check") and bounds(round_) == (4, 1000)


def test_cards_go_around_from_the_left_of_the_button() -> None:
    round_ = hand("", "2c 3c 4c 5c 6c 7c")
    show = round_.game.kind.show
    assert [show(round_.state.hole[i]) for i in (1, 2, 3)] == ["2c 5c", "3c 6c", "4c 7c"]


def test_straddle_needs_four_big_blinds_and_acts_last() -> None:
    on = {"straddle": "on"}
    round_ = hand("straddle; call; call; call", seats=4, posted=on)
    assert asked(round_) == (3,) and bounds(round_) == (8, 1000)
    assert asked(hand("pass", seats=4, posted=on)) == (3,)
    stacks = {"1": 100, "2": 100, "3": "7.99", "4": 100}
    assert offered(hand("", stacks=stacks, posted=on), "straddle") is None
    assert offered(hand("", stacks={**stacks, "3": 8}, posted=on), "straddle").cents == 4_00


def test_new_player_posts_or_waits() -> None:
    between = {"button": 1, "active": [1, 2, 3, 4]}
    round_ = hand("", seats=5, between=between)
    assert asked(round_) == (5,) and offered(round_, "post").cents == 3_00
    posted = hand("post", seats=5, between=between)
    assert posted.state.bets[1:6] == [0, 1_00, 2_00, 0, 2_00] and posted.state.dead == 1_00
    assert 5 in posted.state.live
    waits = hand("wait; fold; fold; fold", seats=5, between=between)
    assert waits.closed and nets(waits)["5"] == 0
    late = hand("time_up 5", seats=5, between=between)
    assert late.state.live == [2, 3, 4, 1]


def test_new_player_is_reached_by_the_big_blind() -> None:
    round_ = hand("", seats=5, between={"button": 3, "active": [1, 2, 3, 4]})
    assert (round_.state.small, round_.state.big) == (4, 5)


def test_buying_the_button() -> None:
    between = {"button": 1, "active": [1, 3, 4]}
    round_ = hand("", seats=4, between=between)
    assert asked(round_) == (2,) and offered(round_, "buy_button") and not offered(round_, "post")
    bought = hand("buy_button; fold; fold; fold", seats=4, between=between)
    assert bought.state.forced[1:5] == [0, 2_00, 0, 0]
    after = bought.game.carried(bought.between, bought.state)
    assert after.button == 2 and 2 in after.active
    assert "hand_over button=2" in event_lines(bought)[-2]
    with pytest.raises(Refused, match="CA-HOLDEM-04"):
        hand("post", seats=4, between=between)


def test_button_moves_forward_and_skipped_blinds_are_met() -> None:
    table = Table("holdem", NO_LIMIT, seed=1)
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"p{seat}", 100_00)
    table.between = PokerBetween(button=1)
    fold_around(table)
    assert table.between.button == 2 and table.between.big_blind == 3
    table.leave(3)
    round_ = table.start()
    # Seat 4 has the small blind without having had the big one: he posts both, the small dead.
    assert round_.state.button == 2
    assert (round_.state.bets[4], round_.state.dead, round_.state.bets[1]) == (2_00, 1_00, 2_00)


def test_sitting_out_misses_blinds() -> None:
    table = Table("holdem", NO_LIMIT, seed=1)
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"p{seat}", 100_00)
    fold_around(table)
    away = table.seats.pop(4)
    fold_around(table)
    fold_around(table)
    assert table.between.missed == (4,)
    table.seats[4] = away
    round_ = table.start()
    assert isinstance(round_.question, AskAll) and round_.question.seats() == (4,)


def test_a_new_name_at_a_seat_is_a_new_player() -> None:
    between = {"button": 1, "active": [1, 2, 3, 4, 5], "names": {"5": "somebody else"}}
    assert asked(hand("", seats=5, between=between)) == (5,)


def test_dead_collection_blind_is_no_bet() -> None:
    round_ = hand("fold; fold", posted={"dead_collection_blind": 1})
    assert nets(round_)["3"] == -1_00 and nets(round_)["drop"] == 1_00
