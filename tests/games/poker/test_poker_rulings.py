"""A supervisor's rulings in a poker hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from houseway.engine.questions import Act, Asking, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.errors import Refused
from houseway.families.poker import EVERY_GAME, FLOP_GAMES, rulings_by
from houseway.families.poker.rulings.registry import RULINGS
from houseway.records.cases import event_lines, nets, sight
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.poker_table import asked, hand, offered, pays


def test_misdeal_gives_everything_back() -> None:
    round_ = hand("floor first_card_exposed", posted={"dead_collection_blind": 1})
    assert round_.closed and round_.state.void and set(nets(round_).values()) == {0}
    assert round_.game.carried(round_.carry_over, round_.state) is round_.carry_over
    with pytest.raises(Refused, match="too late"):
        hand("call; floor first_card_exposed")
    with pytest.raises(Refused, match="can only be declared void"):
        hand("call; call; check; floor misdeal")
    void = hand("raise 10; call; call; bet 20; floor void")
    assert set(nets(void).values()) == {0}


def test_exposed_hole_card_becomes_the_first_burn() -> None:
    deal = "2c 3c 4c 2d Kh 4d | 9s | 5c 6c 7c"
    round_ = hand("floor exposed_card seat=2 pieces=Kh; call; call; check", deal)
    show = round_.game.kind.show
    assert show(round_.state.hole[2]) == "3c 9s"
    assert show(round_.state.burns) == "Kh" and show(round_.state.board) == "5c 6c 7c"
    assert "9s" not in sight(round_, 1) and "Kh" in sight(round_, 1)
    with pytest.raises(Refused, match="does not hold"):
        hand("floor exposed_card seat=2 pieces=Qh", deal)


def test_extra_card_is_the_burn_card() -> None:
    round_ = hand("floor extra_card; call; call; check", "2c 3c 4c 2d 3d 4d | Kh | 5c 6c 7c")
    assert round_.game.kind.show(round_.state.burns) == "Kh"
    assert "Kh" not in sight(round_, 1)
    assert hand("floor extra_cards").state.void


def test_premature_flop_is_shuffled_back_and_no_card_burned() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c 5c 6c 7c | 5c 8c 8d"
    round_ = hand("call; floor premature_flop; call; check", deal.replace("| 5c", "| Qd"))
    show = round_.game.kind.show
    assert show(round_.state.burns) == "9c" and show(round_.state.board) == "Qd 8c 8d"
    again = hand("call; floor premature_flop; call; check", deal)
    assert show(again.state.board) == "5c 8c 8d"  # it may come again


def test_flop_of_four_cards() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c 5c 6c 7c 8c | Qd 8c 8d"
    round_ = hand("call; call; check; @6 floor flop_too_many", deal)
    assert round_.game.kind.show(round_.state.board) == "Qd 8c 8d"
    assert len(round_.state.burns) == 1


def test_premature_turn() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c 5c 6c 7c | 9d Kh | 9h Qh | Kh"
    play = "call; call; check; 1 check; floor premature_turn; 2 check; 3 check; check; check; check"
    round_ = hand(play, deal)
    show = round_.game.kind.show
    assert show(round_.state.board) == "5c 6c 7c Qh Kh"
    assert show(round_.state.burns) == "9c 9d 9h"


def test_premature_river() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c 5c 6c 7c | 9d Qh | 9h Kh | 8h"
    play = "call; call; check; check; check; check; 1 check; floor premature_river; check; check"
    round_ = hand(play, deal)
    show = round_.game.kind.show
    assert show(round_.state.board) == "5c 6c 7c Qh 8h" and show(round_.state.burns) == "9c 9d 9h"
    with pytest.raises(Refused, match="betting on the turn"):
        hand("call; floor premature_river")


def test_dead_hand_and_miscall() -> None:
    round_ = hand("raise 10; floor dead_hand seat=3 reason=two_acted_behind")
    assert asked(round_) == (1,) and round_.state.live == [1, 2]
    alone = hand("raise 10; call; floor miscall seat=1; floor dead_hand seat=3; ")
    assert alone.closed and pays(alone) == {"2.pot": 22}
    assert "warned seat=1" in "\n".join(event_lines(alone))


def test_out_of_turn_is_warned_once() -> None:
    round_ = hand("floor out_of_turn seat=1; floor out_of_turn seat=1; fold; fold")
    after = round_.game.carried(round_.carry_over, round_.state)
    assert after.warned == ("seat 1",) and after.excluded == ("seat 1",)
    excluded = hand("", seats=4, between={"excluded": [1], "button": 4})
    assert 1 not in excluded.state.live and asked(excluded) == (4,)


def test_the_clock() -> None:
    round_ = hand("raise 10; floor clock seat=1")
    assert "60 seconds" in str(round_.question)
    assert hand("raise 10; floor clock seat=1; time_up 1").state.live == [2, 3]
    with pytest.raises(Refused, match="faces no bet"):
        hand("call; call; check; floor clock seat=1")


def test_words_count_more_than_chips() -> None:
    round_ = hand("floor verbal_over_chips seat=3 amount=60")
    assert round_.state.to_call == 60_00 and asked(round_) == (1,)
    with pytest.raises(Refused, match="must be from"):
        hand("floor verbal_over_chips seat=3 amount=3")


def test_surplus_over_the_pot() -> None:
    blinds = {"structure": "pot_limit", "small_blind": 10, "big_blind": 20}
    round_ = hand("floor over_the_pot seat=3 amount=200", posted=blinds)
    assert round_.state.bets[3] == 80_00
    assert "surplus_returned seat=3 cents=120" in event_lines(round_)


def test_short_chips() -> None:
    round_ = hand("raise 10; floor short_chips seat=1 amount=4")
    assert offered(round_, "raise") and round_.state.bets[1] == 1_00
    stay = hand("raise 10; floor short_chips_stay seat=1 amount=4")
    assert offered(stay, "raise") is None and offered(stay, "call").cents == 5_00
    assert "CA-NL-15" in str(stay.game.explain(stay.state, Act(1, "raise")))
    forfeit = hand("raise 10; floor short_chips_stay seat=1 amount=4; fold; fold")
    assert nets(forfeit)["1"] == -5_00


def test_excess_chips_go_back_when_found() -> None:
    stacks = {"1": 1000, "2": 217, "3": 1000}
    flop = "call; call; check; 1 bet 200; 2 raise 215; 3 fold; "
    found = "call; @14 floor excess_chips seat=2 amount=15; show; show"
    late = hand(flop + found, stacks=stacks, posted={"showdown": "declare"})
    assert late.closed and nets(late)["1"] + nets(late)["2"] + nets(late)["3"] == 0
    assert "excess_returned seat=2 cents=15 from_pot=True" in event_lines(late)
    assert min(nets(late)["1"], nets(late)["2"]) == -202_00
    at_once = hand(flop + "floor excess_chips seat=2 amount=15", stacks=stacks)
    assert at_once.state.street == 2 and at_once.state.put[1:3] == [202_00, 202_00]
    assert at_once.state.chips[2] == 15_00


def test_excess_chips_of_a_dead_hand_stay() -> None:
    """Without a live hand no decision favours a player, who does not act again either."""
    stacks = {"1": 100, "2": 100, "3": 100, "4": 3}
    play = "3 call; 4 raise 3; floor dead_hand seat=4; "
    with pytest.raises(Refused, match=r"seat 4 has no live hand.*CA-NL-02, CA-NL-16"):
        hand(play + "floor excess_chips seat=4 amount=1", stacks=stacks)
    rest = hand(play + "1 raise 10; 2 fold; 3 call", stacks=stacks)
    assert asked(rest) == (1,) and rest.state.street == 1 and rest.state.pot == 25_00


EXCESS: dict[str, Any] = {"stacks": {"1": 1000, "2": 217, "3": 1000, "4": 1000, "5": 1000}}
"""On the flop the first bet is seat 1's; seat 2 has 215 left."""

TO_THE_FLOP = "3 call; 4 call; 5 call; 1 call; 2 check; 1 bet 200; 2 raise 215; "


def test_no_one_calls_an_excess_that_no_one_raised() -> None:
    """A caller gets the excess back too, and the others call the bet that was made."""
    found = hand(TO_THE_FLOP + "3 call; floor excess_chips seat=2 amount=15", **EXCESS)
    assert asked(found) == (4,) and offered(found, "call").cents == 200_00
    assert found.state.bets[1:4] == [200_00] * 3 and found.state.chips[2] == 15_00
    assert "overcall_returned seat=3 cents=15" in event_lines(found)
    over = hand(
        TO_THE_FLOP + "3 call; floor excess_chips seat=2 amount=15; 4 call; 5 fold", **EXCESS
    )
    assert over.state.street == 2 and over.state.put[1:5] == [202_00] * 4
    assert asked(over) == (1,) and over.state.queue == [1, 2, 3, 4]


def test_who_gets_an_excess_back_has_his_turn_again() -> None:
    play = TO_THE_FLOP + "3 call; floor excess_chips seat=2 amount=15; 4 raise 600"
    raised = hand(play, **EXCESS)
    assert raised.state.queue == [5, 1, 2, 3]
    his = hand(play + "; 5 fold; 1 fold", **EXCESS)
    assert asked(his) == (2,) and offered(his, "call").cents == 15_00
    before = hand(TO_THE_FLOP + "3 raise 600; floor excess_chips seat=2 amount=15", **EXCESS)
    assert before.state.queue == [4, 5, 1, 2] and before.state.to_call == 600_00
    turn = TO_THE_FLOP + "3 call; 4 fold; 5 fold; 1 call; floor excess_chips seat=2 amount=15"
    assert hand(turn, **EXCESS).state.queue == [1, 2, 3]
    assert hand(turn.replace("; floor", "; 1 check; floor"), **EXCESS).state.queue == [3, 2]


def test_two_all_ins_above_one_bet() -> None:
    stacks = {**EXCESS["stacks"], "3": 232}
    play = TO_THE_FLOP + "3 raise 230; floor excess_chips seat=2 amount=15"
    first = hand(play, stacks=stacks)
    assert first.state.to_call == 230_00 and first.state.queue == [4, 5, 1, 2]
    both = hand(play + "; floor excess_chips seat=3 amount=15", stacks=stacks)
    assert both.state.to_call == 200_00 and both.state.chips[3] == 30_00
    assert both.state.queue == [4, 5]


def test_an_excess_goes_back_once() -> None:
    """Heads-up against an all-in the uncalled chips have gone back already."""
    stacks = {"1": 202, "2": 217, "3": 1000}
    play = "call; call; check; 1 bet 200; 2 raise 215; 3 fold; "
    with pytest.raises(Refused, match=r"put in nothing beyond"):
        hand(play + "@9 floor excess_chips seat=2 amount=15", stacks=stacks)


def test_a_game_names_the_clauses_of_each_ruling_of_its_families() -> None:
    every = dict.fromkeys(EVERY_GAME, ("CA-NL-01",))
    assert {rule.name for rule in rulings_by(every, EVERY_GAME)} == set(EVERY_GAME)
    with pytest.raises(ValueError, match="premature_flop"):
        rulings_by(every, EVERY_GAME, FLOP_GAMES)
    with pytest.raises(ValueError, match="clock"):
        rulings_by({name: () for name in EVERY_GAME if name != "clock"}, EVERY_GAME)
    assert {rule.name for rule in RULINGS} > {*EVERY_GAME, *FLOP_GAMES}


ROOM = [id for id, game in games().items() if game.family == "poker"]
BY_HAND = [id for id in ROOM if id != "lightning-holdem"]
"""Games in which people deal and bet: none of this can happen at the electronic table."""


def first_question(game_id: str) -> Round:
    table = Table(game_id, seed=3)
    for seat in (1, 2, 3):
        table.sit(seat, f"p{seat}", 100_00)
    return table.start()


@pytest.mark.parametrize("game_id", BY_HAND)
def test_rulings_on_players_and_chips_exist_and_are_refused_with_their_clause(game_id: str) -> None:
    """Each is tried on a seat that it cannot be about."""
    round_ = first_question(game_id)
    game, now = round_.game, round_.question
    assert isinstance(now, Asking)
    assert set(EVERY_GAME) <= set(game.ruling_rules)
    other = next(seat for seat in (1, 2, 3) if seat not in now.seats())
    wrong = {
        "dead_hand": Ruling("dead_hand", seat=7),
        "miscall": Ruling("miscall", seat=7),
        "out_of_turn": Ruling("out_of_turn", seat=7),
        "clock": Ruling("clock", seat=other),
        "verbal_over_chips": Ruling("verbal_over_chips", seat=other, amount=4_00),
        "over_the_pot": Ruling("over_the_pot", seat=other, amount=90_00),
        "short_chips": Ruling("short_chips", seat=other, amount=1_00),
        "short_chips_stay": Ruling("short_chips_stay", seat=other, amount=1_00),
        "excess_chips": Ruling("excess_chips", seat=other, amount=1_00),
    }
    before = round_.state.balances()
    for name, ruling in wrong.items():
        clauses = game.ruling_rules[name].clauses
        assert clauses and all(clause in all_clauses() for clause in clauses), name
        refused = explain_ruling(game, round_.state, ruling)
        assert refused is not None, f"{name} was taken"
        assert refused.clauses == clauses, (name, str(refused))
        with pytest.raises(Refused):
            round_.ruling(ruling)
    assert round_.state.balances() == before and round_.question is now
    assert game.ruling_rules["misdeal"].clauses and game.ruling_rules["void"].clauses
    assert game.why_clauses["silent_chip"]


@pytest.mark.parametrize("game_id", ROOM)
def test_a_ruling_of_another_game_is_refused_by_what_is_dealt_here(game_id: str) -> None:
    round_ = first_question(game_id)
    others = [rule.name for rule in RULINGS if rule.name not in round_.game.ruling_rules]
    assert others
    for name in others:
        with pytest.raises(Refused, match=f"not a ruling of {re.escape(round_.game.name)}.*CA-"):
            round_.ruling(Ruling(name, seat=1))
