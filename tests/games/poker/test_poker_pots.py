"""Pots, showdown and kill pots."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.pots import divided, equal_shares, side_pots
from houseway.records.cases import event_lines, nets, settlements
from houseway.rulebook import find
from tests.support.poker_table import asked, bounds, hand, offered, pays


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
    assert divided(25_00, 2, 1_00) == [13_00, 12_00]


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


def killed(play: str, **between: Any) -> PokerCarryOver:
    round_ = hand(play, posted=KILL, between=between)
    after: PokerCarryOver = round_.game.carried(round_.carry_over, round_.state)
    return after


def test_two_pots_in_a_row_make_a_kill() -> None:
    flop = "call; call; check; 1 bet 2; 2 fold; 3 fold"
    assert killed(flop).kill_button == "seat 1" and killed(flop).must_kill == ()
    assert killed(flop, kill_button=1).must_kill == ("seat 1",)
    assert killed(flop, kill_button=2).must_kill == ()
    # No flop: the leg stays, but no kill.  Nothing won but blinds: neither.
    before = killed("call; raise 4; fold; fold", kill_button=1)
    assert (before.kill_button, before.must_kill) == ("seat 1", ())
    only_blinds = killed("fold; call; check; 1 bet 2; 2 fold", kill_button=1)
    assert (only_blinds.kill_button, only_blinds.must_kill) == ("seat 1", ())


def test_kill_button_after_a_split() -> None:
    deal = "2c 3c 4c 2d 3d 4d | 9c As Ks Qs | 9d Js | 9h Ts"
    split = "call; call; check" + "; check" * 9

    def after(posted: dict[str, str], **between: Any) -> tuple[Any, tuple[Any, ...]]:
        round_ = hand(split, deal, posted={**KILL, **posted}, between=between)
        carried = round_.game.carried(round_.carry_over, round_.state)
        return carried.kill_button, carried.must_kill

    assert after({}) == (0, ())
    second = "seat 2"
    assert after({}, kill_button=2) == (second, ())
    assert after({"kill_leg_on_split": "must_kill"}, kill_button=2) == (second, (second,))
    assert after({}, kill_button=2, must_kill=[2]) == (second, (second,))


def test_a_kill_is_owed_until_posted() -> None:
    away = hand("fold; fold", posted=KILL, between={"must_kill": [7], "kill_button": 7})
    after = away.game.carried(away.carry_over, away.state)
    assert after.must_kill == (7,) and away.state.kill_button == 0


def test_scooping_kills_from_five_times_the_upper_limit() -> None:
    def must(play: str) -> tuple[Any, ...]:
        posted = {"structure": "limit", "kill": "full"}
        round_ = hand(play, seats=2, game="omaha-8", posted=posted)
        carried = round_.game.carried(round_.carry_over, round_.state)
        return tuple(carried.must_kill)

    assert must("call; check; bet 2; call; bet 4; call; bet 4; fold") == ()
    assert must("call; check; bet 2; raise 4; call; bet 4; call; bet 4; fold") == ("seat 1",)


def test_a_kill_is_for_limit_games() -> None:
    with pytest.raises(Refused, match="CA-KILL-15"):
        find("holdem")({"structure": "no_limit", "kill": "full"})
