"""Before the cards: blinds, the button, who comes in and who has missed what."""

from __future__ import annotations

import pytest

from houseway.engine.questions import Ask
from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.events.betting import DeadPosted
from houseway.records.cases import event_lines, nets
from houseway.table.table import Table
from tests.support.poker_table import NO_LIMIT, asked, bounds, fold_around, hand, offered


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
    after = bought.game.carried(bought.carry_over, bought.state)
    assert after.button == 2 and 2 in after.active
    assert "hand_over button=2" in event_lines(bought)[-2]
    with pytest.raises(Refused, match="CA-HOLDEM-04"):
        hand("post", seats=4, between=between)


def test_button_moves_forward_and_skipped_blinds_are_met() -> None:
    table = Table("holdem", NO_LIMIT, seed=1)
    for seat in (1, 2, 3, 4):
        table.sit(seat, f"p{seat}", 100_00)
    table.carry_over = PokerCarryOver(button=1)
    fold_around(table)
    assert table.carry_over.button == 2 and table.carry_over.big_blind == 3
    table.leave(3)
    round_ = table.start()
    # Seat 4 has the small blind without having had the big one, and posts both, the small one dead.
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
    assert table.carry_over.missed == (4,)
    table.seats[4] = away
    round_ = table.start()
    assert isinstance(round_.question, Ask) and round_.question.seats() == (4,)


def test_a_new_name_at_a_seat_is_a_new_player() -> None:
    between = {"button": 1, "active": [1, 2, 3, 4, 5], "names": {"5": "someone else"}}
    assert asked(hand("", seats=5, between=between)) == (5,)


def test_dead_collection_blind_is_no_bet() -> None:
    round_ = hand("fold; fold", posted={"dead_collection_blind": 1})
    assert nets(round_)["3"] == -1_00 and nets(round_)["drop"] == 1_00


THREE = {"blinds_left": 3, "small_blind": 1, "second_blind": 2, "big_blind": 4}


def test_three_blinds_by_place() -> None:
    round_ = hand("", seats=5, posted=THREE, between={"button": 1})
    assert round_.state.bets[1:6] == [0, 1_00, 2_00, 4_00, 0] and asked(round_) == (5,)
    alike = hand("", seats=5, posted={**THREE, "second_blind": 0}, between={"button": 1})
    assert alike.state.bets[1:6] == [0, 1_00, 1_00, 4_00, 0]
    on_the_button = hand("", seats=3, posted=THREE, between={"button": 1})
    assert on_the_button.state.bets[1:4] == [4_00, 1_00, 2_00] and asked(on_the_button) == (2,)
    heads_up = hand("", seats=2, posted=THREE, between={"button": 1})
    assert heads_up.state.bets[1:3] == [1_00, 4_00] and heads_up.state.second == 0


def test_no_blind_is_above_the_big_one() -> None:
    for wrong in ("small_blind", "second_blind"):
        match = rf"the {wrong[:-6]} blind of \$5 is above the big blind of \$4.*CA-HOLDEM-02"
        with pytest.raises(Refused, match=match):
            hand("", posted={**THREE, wrong: 5})


def test_all_three_blinds_are_posted_to_come_in() -> None:
    between = {"button": 1, "active": [1, 2, 3, 4, 5]}
    round_ = hand("", seats=6, posted=THREE, between=between)
    assert asked(round_) == (6,) and offered(round_, "post").cents == 7_00
    posted = hand("post", seats=6, posted=THREE, between=between)
    assert posted.state.bets[6] == 4_00 and posted.state.dead == 3_00


def three_blinds(left: int) -> tuple[list[int], int, dict[int, int]]:
    """The second hand of six, after seats 2, 3 and 4 had the blinds and one of them has left."""
    table = Table("holdem", {**NO_LIMIT, **THREE}, seed=1)
    for seat in range(1, 7):
        table.sit(seat, f"p{seat}", 100_00)
    fold_around(table)
    assert (table.carry_over.button, table.carry_over.second_blind, table.carry_over.big_blind) == (
        2,
        3,
        4,
    )
    table.leave(left)
    round_ = table.start()
    dead = {event.seat: event.cents for event in round_.events if isinstance(event, DeadPosted)}
    return round_.state.bets[1:7], round_.state.button, dead


def test_what_is_skipped_of_three_blinds_is_met() -> None:
    assert three_blinds(1) == ([0, 0, 1_00, 2_00, 4_00, 0], 2, {})
    # Seat 5 is due for the second blind without the big one, and meets all of them.
    assert three_blinds(4) == ([0, 0, 1_00, 0, 4_00, 4_00], 2, {5: 3_00})
    # Seat 4, who had the big blind, has the small one without the second.
    assert three_blinds(3) == ([0, 0, 0, 1_00, 4_00, 4_00], 2, {5: 3_00, 4: 2_00})
    # And seat 3, who had the second, has the button without the small one.
    assert three_blinds(2) == ([0, 0, 0, 1_00, 4_00, 4_00], 3, {5: 3_00, 4: 2_00, 3: 1_00})


def test_a_misdeal_gives_every_collection_back() -> None:
    for fee in ("dead_collection_blind", "seat_collection"):
        round_ = hand("floor misdeal", posted={fee: 1})
        assert set(nets(round_).values()) == {0}
