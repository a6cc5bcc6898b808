"""Poker hands: blinds, betting, pots, kill, rulings, and what holds for every hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.cite import CITED
from houseway.errors import Refused
from houseway.events import DROP
from houseway.game import Game, Seat
from houseway.rulebook import find
from houseway.script import Act, Amount, Ask, AskAll, Button, Chance, Question, Ruling
from houseway.shapes.poker_room import PokerBetween, PokerState
from houseway.shapes.poker_room.betting import limit_raise_is_full
from houseway.shapes.poker_room.pots import equal_shares, halves, side_pots
from houseway.table.case import event_lines, nets, settlements, sight
from houseway.table.record import Playback, Record
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.tomlfile import read_file

NO_LIMIT = {"structure": "no_limit"}
GAMES = ("holdem", "omaha", "omaha-8")


def hand(
    play: str, deal: str = "", seats: int = 3, chips: int = 1000, game: str = "holdem", **more: Any
) -> Round:
    """A hand from its decisions, as far as they go; cards that are not named are any."""
    stacks = more.pop("stacks", None) or {str(i): chips for i in range(1, seats + 1)}
    between = {"button": max(map(int, stacks)), **more.pop("between", {})}
    posted = {**NO_LIMIT, **more.pop("posted", {})}
    record = Record(
        game=game, posted=posted, seats=stacks, between=between, play=play,
        deal=deal + " xx" * (52 - len(deal.replace("|", " ").split())), **more,
    )  # fmt: skip
    return Playback(record).run()


def offered(round_: Round, name: str) -> Any:
    question = round_.question
    assert isinstance(question, Ask | AskAll), round_.standing()
    for seat in question.seats():
        for choice in question.choices_of(seat):
            if choice.name == name:
                return choice
    return None


def asked(round_: Round) -> tuple[int, ...]:
    assert isinstance(round_.question, Ask | AskAll), round_.standing()
    return round_.question.seats()


def bounds(round_: Round, name: str = "raise") -> tuple[int, int]:
    choice = offered(round_, name)
    return choice.least // 100, choice.most // 100


def pays(round_: Round) -> dict[str, int]:
    return {f"{s.seat}.{s.label}": s.net // 100 for s in settlements(round_)}


# -- blinds --------------------------------------------------------------------------------------


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


def fold_around(table: Table) -> Round:
    def fold(question: Question, state: Any) -> Act:
        assert isinstance(question, Ask | AskAll)
        seat = question.seats()[0]
        return Act(seat, question.choices_of(seat)[0].name)

    return table.play(fold)


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


# -- betting -------------------------------------------------------------------------------------

NL_09: dict[str, Any] = {"stacks": {"1": 1000, "2": 1000, "3": 1000, "4": 252}}
"""The blinds are seats 1 and 2; on the flop A = 2, B = 3, C = 4, who has 250 left."""


def flop_of_nl_09(play: str) -> Round:
    return hand("call; call; call; check; 1 check; 2 bet 100; 3 raise 200; " + play, **NL_09)


def test_short_all_in_example_of_no_limit() -> None:
    a = flop_of_nl_09("4 raise 250; 1 fold")
    assert asked(a) == (2,) and bounds(a) == (350, 998) and offered(a, "call").cents == 150_00
    b = flop_of_nl_09("4 raise 250; 1 fold; 2 call")
    assert asked(b) == (3,) and offered(b, "raise") is None
    prompt = b.view(3).prompt
    assert prompt is not None
    assert [f.clauses for f in prompt.forbidden if f.name == "raise"] == [("CA-NL-09",)]
    reason = b.game.why_not(b.state, 3, "raise")
    assert reason is not None and reason.clauses == ("CA-NL-09",)
    d = flop_of_nl_09("4 raise 250; 1 fold; 2 raise 400")
    assert asked(d) == (3,) and bounds(d) == (550, 998)


def test_all_in_of_exactly_a_raise_reopens() -> None:
    full = {"1": 1000, "2": 1000, "3": 1000, "4": 302}
    play = "call; call; call; check; 1 check; 2 bet 100; 3 raise 200; 4 raise 300; 1 fold; 2 call"
    assert offered(hand(play, stacks=full), "raise") is not None
    assert offered(hand(play.replace("300", "299"), stacks={**full, "4": 301}), "raise") is None


def test_checker_may_not_raise_a_bet_below_the_least() -> None:
    stacks = {"1": 1000, "2": 1000, "3": 3}
    round_ = hand("call; call; check; 1 check; 2 check; 3 bet 1", stacks=stacks)
    assert asked(round_) == (1,) and offered(round_, "raise") is None
    open_ = hand("call; call; check; 1 check; 2 bet 2; 3 call", stacks={**stacks, "3": 4})
    assert asked(open_) == (1,) and offered(open_, "raise") is not None


def test_raise_is_at_least_the_last_raise() -> None:
    assert bounds(hand("raise 10")) == (18, 1000)
    with pytest.raises(Refused, match="must be from"):
        hand("raise 10; raise 17")


def test_pot_limit_examples() -> None:
    blinds = {"structure": "pot_limit", "small_blind": 10, "big_blind": 20, "smallest_chip": 5}
    opening = hand("", posted=blinds)
    assert bounds(opening) == (40, 80) and offered(opening, "call").cents == 20_00
    assert bounds(hand("", posted={**blinds, "pot_limit_opening": "pot"})) == (40, 70)
    # $100 in the pot and a bet of $50: call 50 and raise 200, 250 in all.
    pot_100 = hand("call; call; call; call; check; bet 50", seats=5, posted=blinds)
    assert bounds(pot_100) == (100, 250)


def test_pot_is_rounded_up_for_the_limit_only() -> None:
    pot_limit = {"structure": "pot_limit"}
    flop = hand("call; call; check", posted=pot_limit)
    assert bounds(flop, "bet") == (2, 10)  # six dollars, rounded up to the next five
    in_fives = {**pot_limit, "small_blind": 5, "big_blind": 5}
    assert bounds(hand("call; check; check", posted=in_fives), "bet") == (5, 15)


def test_limit_has_a_bet_and_three_raises() -> None:
    limit = {"structure": "limit"}
    assert bounds(hand("", posted=limit)) == (4, 4)
    capped = hand("raise 4; raise 6; raise 8", posted=limit)
    assert offered(capped, "raise") is None
    assert "capped" in str(capped.game.why_not(capped.state, 3, "raise"))
    heads_up = hand("raise 4; raise 6; fold; raise 8; raise 10", posted=limit)
    assert bounds(heads_up) == (12, 12)
    turn = hand("call; call; check; check; check; check", posted=limit)
    assert bounds(turn, "bet") == (4, 4)


def test_half_a_bet_counts_as_a_full_one() -> None:
    assert [limit_raise_is_full(x, 200, "half_bet") for x in (99, 100)] == [False, True]
    assert [limit_raise_is_full(x, 200, "full_bet") for x in (199, 200)] == [False, True]
    limit = {"structure": "limit"}
    play = "call; call; check; 1 bet 2; 2 call; 3 raise"
    under = hand(f"{play} 2.99", stacks={"1": 99, "2": 99, "3": "4.99"}, posted=limit)
    assert asked(under) == (1,) and offered(under, "raise") is None
    half = hand(f"{play} 3", stacks={"1": 99, "2": 99, "3": 5}, posted=limit)
    assert bounds(half) == (5, 5)


def test_a_silent_chip() -> None:
    on = {"silent_chip": "on"}
    call = hand("chip 100", posted=on)
    assert call.state.bets[3] == 2_00
    flop = hand("call; call; check; chip 100", posted=on)
    assert flop.state.bets[1] == 100_00
    pot = hand("call; call; check; chip 100", posted={**on, "structure": "pot_limit"})
    assert pot.state.bets[1] == 10_00


def test_decisions_are_refused_with_reasons() -> None:
    with pytest.raises(Refused, match=r"\$2 to call \(CA-HOLDEM-05\)"):
        hand("check")
    with pytest.raises(Refused, match=r"not seat 1's turn.*CA-NL-04"):
        hand("1 fold")


def forbidden(round_: Round) -> dict[str, str]:
    """What the seat whose turn it is may not do, and why."""
    prompt = round_.view(asked(round_)[0]).prompt
    assert prompt is not None
    every = {choice.name for choice in prompt.actions} | {no.name for no in prompt.forbidden}
    assert every == set(round_.game.actions())
    assert all(no.clauses and set(no.clauses) <= set(CITED) for no in prompt.forbidden)
    return {no.name: no.why for no in prompt.forbidden}


def test_everything_that_may_not_be_done_has_a_reason() -> None:
    facing = forbidden(hand(""))
    assert facing["check"] == "there are $2 to call"
    assert facing["bet"] == "the big blind is the opening bet: he may only raise it"
    assert facing["muck"] == "cards speak here: the dealer turns them up"
    assert facing["straddle"] == "no straddle is posted at this table"
    assert facing["chip"] == "here a decision is said, not made by a chip"
    assert facing["post"] == facing["wait"] == "he owes no blinds"
    flop = forbidden(hand("call; call; check"))
    assert flop["call"] == "there is nothing to call: he may check"
    assert flop["raise"] == "there is no bet to raise: he may bet"
    assert (
        forbidden(hand("call; call; check; bet 5"))["bet"] == "there is a bet: he may only raise it"
    )
    posted = {"straddle": "on", "showdown": "declare", "silent_chip": "on"}
    offer = forbidden(hand("", seats=4, posted=posted))
    assert offer["fold"] == "the betting begins when the cards are dealt"
    dealt = forbidden(hand("pass", seats=4, posted=posted))
    assert dealt["pass"] == "a straddle is put in before the first card"
    assert dealt["show"] == "hands are shown when all betting is over"
    shown = hand("call; check" + "; check" * 6, seats=2, posted=posted)
    assert forbidden(shown)["check"] == "the betting is over"
    owing = {"button": 1, "active": (1, 2, 3)}
    assert (
        "the blinds come first"
        in forbidden(hand("", seats=4, posted=posted, between=owing)).values()
    )
    omaha = forbidden(hand("", game="omaha"))
    assert omaha["play_board"] == "a hand is two hole cards and three of the board"


# -- pots ----------------------------------------------------------------------------------------


def test_side_pots() -> None:
    put = [0, 100, 300, 300, 50]
    assert side_pots(put, [1, 2, 3], 0) == [(350, [1, 2, 3]), (400, [2, 3])]
    assert side_pots(put, [1, 2, 3], 10)[0] == (360, [1, 2, 3])
    assert side_pots([0, 100, 100, 300], [1, 2], 0) == [(500, [1, 2])]
    assert sum(cents for cents, _ in side_pots([0, 7, 20, 13, 9], [1, 3], 5)) == 54


def test_odd_chips() -> None:
    assert equal_shares(25_00, 2, 1_00) == [13_00, 12_00]
    assert equal_shares(11_00, 3, 1_00) == [4_00, 4_00, 3_00]
    assert equal_shares(10_50, 2, 1_00) == [5_50, 5_00]
    assert halves(25_00, 1_00) == (13_00, 12_00)


BOARD = "As Ks Qs Js Ts"
"""A royal flush on the board: everybody ties."""


def test_odd_chip_goes_left_of_the_button() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c As Ks Qs | 9d Js | 9h Ts"
    play = "call; fold; check" + "; check" * 6
    round_ = hand(play, deal, posted={"small_blind": 1, "big_blind": 2}, between={"button": 3})
    assert pays(round_) == {"2.pot": 3, "3.pot": 2}
    high_card = hand(play, deal, posted={"odd_chip": "highest_card"})
    assert pays(high_card) == {"3.pot": 3, "2.pot": 2}


def test_high_low_pots() -> None:
    low = "Ah 9c 2h 9d Kc Td 3s Jd | xx 4c 5c Ks | xx Kd | xx 7s"
    round_ = hand("call; check" + "; check" * 6, low, seats=2, game="omaha-8")
    lines = {s.label: s for s in settlements(round_)}
    assert {"pot_high", "pot_low"} <= set(lines) and "low" in lines["pot_low"].outcome
    none = "Ah 9c 2h 9d Kc Td 3s Jd | xx Qc Qs Ks | xx Kd | xx 7s"
    scooped = hand("call; check" + "; check" * 6, none, seats=2, game="omaha-8")
    assert {s.label for s in settlements(scooped)} == {"pot"}
    assert "CA-OMA8-03" in settlements(scooped)[0].clauses
    assert lines["pot_high"].clauses == ("CA-OMA8-01", "CA-OMA8-04")
    assert "CA-OMA8-05" not in settlements(scooped)[0].clauses


def test_uncalled_bet_goes_back() -> None:
    round_ = hand("raise 50; fold; fold")
    assert pays(round_) == {"3.pot": 5} and nets(round_) == {
        "1": -1_00, "2": -2_00, "3": 3_00, "pot": 0, "drop": 0, "stake": 0,
    }  # fmt: skip
    assert settlements(round_)[0].outcome == "uncontested"


def test_declared_showdown() -> None:
    declare = {"showdown": "declare"}
    deal = "2c 3c 4c 2d 3d 4d | 9c As Ks Qs | 9d Js | 9h Ts"
    play = "call; call; check" + "; check" * 9
    round_ = hand(play, deal, posted=declare)
    assert asked(round_) == (1,)
    said = hand(play + "; play_board; play_board; show", deal, posted=declare)
    assert pays(said) == {"1.pot": 3, "2.pot": 3}
    assert "claim_lost seat=3" in "\n".join(event_lines(said))
    mucked = hand(play + "; muck; muck", deal, posted=declare)
    assert pays(mucked) == {"3.pot": 6}
    omaha = hand(play, game="omaha", posted=declare)
    assert offered(omaha, "play_board") is None


# -- kill ----------------------------------------------------------------------------------------

KILL = {"structure": "limit", "kill": "full"}


def test_a_kill_pot() -> None:
    round_ = hand("", seats=5, posted=KILL, between={"must_kill": [4], "kill_button": 4})
    assert round_.state.bets[4] == 4_00 and bounds(round_) == (8, 8)
    assert round_.state.queue == [3, 5, 1, 2, 4]
    half = hand("", seats=5, posted={**KILL, "kill": "half"}, between={"must_kill": [4]})
    assert half.state.bets[4] == 3_00 and bounds(half) == (6, 6)
    flop = "; ".join(["3 call", "5 call", "1 call", "2 call", "4 check", "1 bet 4"])
    later = hand(flop, seats=5, posted=KILL, between={"must_kill": [4]})
    assert later.state.queue == [2, 3, 4, 5]
    raised = hand("3 raise 8; 5 call; 1 raise 12", seats=5, posted=KILL, between={"must_kill": [4]})
    assert raised.state.queue == [2, 5, 4, 3]


def killed(play: str, **between: Any) -> PokerBetween:
    round_ = hand(play, posted=KILL, between=between)
    after: PokerBetween = round_.game.carried(round_.between, round_.state)
    return after


def test_two_pots_in_a_row_make_a_kill() -> None:
    flop = "call; call; check; 1 bet 2; 2 fold; 3 fold"
    assert killed(flop).kill_button == 1 and killed(flop).must_kill == ()
    assert killed(flop, kill_button=1).must_kill == (1,)
    assert killed(flop, kill_button=2).must_kill == ()
    # No flop: the leg stays, but no kill.  Nothing won but blinds: neither.
    before = killed("call; raise 4; fold; fold", kill_button=1)
    assert (before.kill_button, before.must_kill) == (1, ())
    only_blinds = killed("fold; call; check; 1 bet 2; 2 fold", kill_button=1)
    assert (only_blinds.kill_button, only_blinds.must_kill) == (1, ())


def test_kill_button_after_a_split() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c As Ks Qs | 9d Js | 9h Ts"
    split = "call; call; check" + "; check" * 9

    def after(posted: dict[str, str], **between: Any) -> tuple[int, tuple[int, ...]]:
        round_ = hand(split, deal, posted={**KILL, **posted}, between=between)
        carried = round_.game.carried(round_.between, round_.state)
        return carried.kill_button, carried.must_kill

    assert after({}) == (0, ())
    assert after({}, kill_button=2) == (2, ())
    assert after({"kill_leg_on_split": "must_kill"}, kill_button=2) == (2, (2,))
    assert after({}, kill_button=2, must_kill=[2]) == (2, (2,))


def test_a_kill_is_owed_until_posted() -> None:
    away = hand("fold; fold", posted=KILL, between={"must_kill": [7], "kill_button": 7})
    after = away.game.carried(away.between, away.state)
    assert after.must_kill == (7,) and away.state.kill_button == 0


def test_scooping_kills_from_five_times_the_upper_limit() -> None:
    def must(play: str) -> tuple[int, ...]:
        posted = {"structure": "limit", "kill": "full"}
        round_ = hand(play, seats=2, game="omaha-8", posted=posted)
        carried = round_.game.carried(round_.between, round_.state)
        return tuple(carried.must_kill)

    assert must("call; check; bet 2; call; bet 4; call; bet 4; fold") == ()
    assert must("call; check; bet 2; raise 4; call; bet 4; call; bet 4; fold") == (1,)


def test_a_kill_is_for_limit_games() -> None:
    with pytest.raises(Refused, match="CA-KILL-15"):
        find("holdem")({"structure": "no_limit", "kill": "full"})


# -- rulings -------------------------------------------------------------------------------------


def test_misdeal_gives_everything_back() -> None:
    round_ = hand("floor first_card_exposed", posted={"dead_collection_blind": 1})
    assert round_.closed and round_.state.void and set(nets(round_).values()) == {0}
    assert round_.game.carried(round_.between, round_.state) is round_.between
    with pytest.raises(Refused, match="too late"):
        hand("call; floor first_card_exposed")
    with pytest.raises(Refused, match="can only be void"):
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
    after = round_.game.carried(round_.between, round_.state)
    assert after.warned == (1,) and after.excluded == (1,)
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
    assert "CA-NL-15" in str(stay.game.why_not(stay.state, 1, "raise"))
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


# -- every hand ----------------------------------------------------------------------------------

POSTINGS: tuple[dict[str, Any], ...] = (
    {"structure": "no_limit", "straddle": "on", "silent_chip": "on"},
    {"structure": "pot_limit", "straddle": "on", "dead_collection_blind": 1},
    {"structure": "limit", "kill": "full", "showdown": "declare"},
    {"structure": "limit", "kill": "half", "odd_chip": "highest_card", "raises_max": 4},
)


def random_ruling(round_: Round, rng: random.Random) -> None:
    """A ruling if it fits the moment."""
    name = rng.choice([name for name in round_.game.ruling_rules if name != "void"])
    s: PokerState = round_.state
    seat = rng.choice(s.players).seat
    pieces = (rng.choice(s.hole[seat]),) if s.hole[seat] else ()
    amount = rng.choice((s.over[seat], rng.randint(1, 50_00), s.to_call - 1, s.chips[seat]))
    takes = round_.game.ruling_rules[name].takes
    ruling = Ruling(
        name,
        seat=seat if "seat" in takes else 0,
        pieces=pieces if "pieces" in takes else (),
        amount=max(amount, 0) if "amount" in takes else 0,
    )
    if round_.game.ruling_refused(s, ruling) is None:
        round_.ruling(ruling)


def random_act(question: Ask | AskAll, rng: random.Random) -> Act:
    seat = rng.choice(question.seats())
    choices = question.choices_of(seat)
    choice = rng.choice(choices[1:] if choices[0].name == "fold" else choices)
    if isinstance(choice, Amount):
        most = choice.least + rng.randint(0, (choice.most - choice.least) // choice.step)
        return Act(
            seat, choice.name, rng.choice((choice.least, choice.most, min(most, choice.most)))
        )
    return Act(seat, choice.name)


def random_hand(game: Game, rng: random.Random, between: Any, seats: tuple[Seat, ...]) -> Round:
    round_ = Round(game, seats, between)
    for _ in range(2000):
        question = round_.question
        if question is None:
            return round_
        if rng.random() < 0.06:
            random_ruling(round_, rng)
        elif isinstance(question, Chance):
            deck = round_.unseen()
            n = 0 if question.kind == "shuffle" else question.n
            round_.deal(tuple(rng.sample(deck, n)))
        else:
            act = random_act(question, rng)
            if round_.refusal(act) is None:
                round_.act(act)
    raise AssertionError("the hand does not end")


@pytest.mark.parametrize("posting", POSTINGS, ids=lambda p: "-".join(map(str, p.values())))
@pytest.mark.parametrize("game_id", GAMES)
def test_what_holds_for_every_hand(game_id: str, posting: dict[str, Any]) -> None:
    game = find(game_id)(posting)
    rng = random.Random(f"{game_id} {posting}")
    between: Any = None
    for _ in range(150):
        n = rng.randint(2, 9)
        places = sorted(rng.sample(range(1, 11), n))
        seats = tuple(Seat(i, f"p{i}", rng.choice((1, 3, 20, 200)) * 100 + 57) for i in places)
        round_ = random_hand(game, rng, between, seats)
        folded(round_)
        no_leak(round_)
        replayed = Round(game, seats, round_.between)
        for given in round_.inputs:
            replayed.enter(given)
        assert replayed.state == round_.state and replayed.events == round_.events
        between = game.carried(round_.between, round_.state)


def folded(round_: Round) -> None:
    """The state folds from the events, and the money from their transfers."""
    state = round_.game.new_state(round_.seats, round_.between)
    books = state.balances()
    total = sum(books.values())
    for event in round_.events:
        for source, target, cents in event.transfers():
            assert cents > 0
            books[source] -= cents
            books[target] += cents
        event.do(state)
        assert books == state.balances()
        assert sum(books.values()) == total and min(books.values()) >= 0
    assert state == round_.state
    left = {name: cents for (name, _), cents in books.items() if name not in ("purse", DROP[0])}
    assert not any(left.values())


def no_leak(round_: Round) -> None:
    """Nobody sees another's hole cards unless they were shown or exposed, nor a burn card."""
    s: PokerState = round_.state
    known = set(s.board) | {c for seat in s.shown for c in s.hole[seat]}
    for event in round_.events:
        if event.hidden() is event:
            known |= set(getattr(event, "pieces", ())) | set(getattr(event, "piece", ()))
    names = round_.game.kind.names
    text = sight(round_, 0)
    for seat in s.live:
        for card in s.hole[seat]:
            assert card in known or f'"{names[card]}"' not in text
    for card in s.burns:
        assert card in known or f"piece={names[card]}" not in text


def test_every_clause_is_cited() -> None:
    folder = find("holdem").folder().parent
    for game_id in GAMES:
        find(game_id)()
    missing = [
        clause["id"]
        for name in ("holdem", "omaha", "omaha_8", "no_limit", "pot_limit", "kill_pots")
        for clause in read_file(folder / name / "clauses.toml")["clause"]
        if clause["kind"] == "rule" and "games" not in clause and clause["id"] not in CITED
    ]
    assert missing == []


def test_view_of_a_hand() -> None:
    round_ = hand("raise 10; call; call", "2c 3c 4c 2d 3d 4d")
    view = round_.view(1)
    piles = {(pile.zone, pile.seat): pile.pieces for pile in view.piles}
    assert piles["hole", 1] == ["2c", "2d"] and piles["hole", 2] == ["??", "??"]
    assert [pot.cents for pot in view.pots] == [30_00]
    assert view.prompt is not None and isinstance(view.prompt.actions[0], Button)
    assert "call" in {no.name for no in view.prompt.forbidden}
    assert view.pucks[0].seat == 3 and view.phase == "flop"
