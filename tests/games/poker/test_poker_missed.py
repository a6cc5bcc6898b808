"""Blinds of a game in which less than half of one is passed on, and a missed one makes a kill."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.questions import Act, Ask, Asking
from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.families.poker.forced_bets.positions import BIG_BLIND, KILL
from houseway.game.base import Seat
from houseway.game.posting import fact, posted
from houseway.records.cases import event_lines
from houseway.table.round import Round
from houseway.table.table import Table
from tests.games.poker.test_poker_kill import Killed, act, dealt


class OneBlind(Killed):
    """One blind; who misses it may kill the pot."""

    id = "one-blind"
    why_clauses = {**Killed.why_clauses, "missed_blind": ("CA-KILL-08",)}
    blinds_left = posted(1, 2)
    kill_needs = fact(0)
    missed_by = fact(KILL)
    half_blind = fact(True)


class TwoBlinds(OneBlind):
    """Two blinds; who misses them posts the big one."""

    id = "two-blinds"
    blinds_left = posted(2)
    missed_by = fact(BIG_BLIND)


def table(game: Killed, *chips: int, **between: Any) -> Round:
    """The button is the last seat; the big blind is $2."""
    seats = [Seat(i, f"seat {i}", x) for i, x in enumerate(chips, 1)]
    return Round(game, seats, PokerCarryOver(**{"button": len(chips), **between}))


MISSED: dict[str, Any] = {"active": (1, 2, 3, 4), "missed": (3,)}


def test_a_missed_blind_is_made_up_by_a_kill_no_one_objects_to() -> None:
    round_ = table(OneBlind(), 100_00, 100_00, 100_00, 100_00, **MISSED)
    assert isinstance(round_.question, Ask)
    assert [x.name for x in round_.question.choices_of(3)] == ["kill", "wait"]
    round_.act(Act(3, "kill"))
    assert round_.question.seats() == (1, 2, 4)
    for seat in (1, 4):
        round_.act(Act(seat, "agree"))
    round_.time_up(2)
    s = dealt(round_).state
    assert s.killer == 3 and s.bets[1:5] == [2_00, 0, 4_00, 0] and s.dead == 0
    assert 3 in s.live and s.queue == [2, 4, 1, 3]


def test_one_objection_is_enough_and_he_waits() -> None:
    round_ = table(OneBlind(), 100_00, 100_00, 100_00, 100_00, **MISSED)
    round_.act(Act(3, "kill"))
    round_.act(Act(1, "agree"))
    round_.act(Act(2, "object"))
    s = dealt(round_).state
    assert not s.killer and 3 not in s.live and s.chips[3] == 100_00
    with pytest.raises(Refused, match=r"no one asks to kill.*CA-KILL-08"):
        act(round_, 2, "object")


def test_a_pot_that_is_killed_cannot_be_killed_for_a_missed_blind() -> None:
    killed = {**MISSED, "kill_button": 2, "must_kill": (2,)}
    round_ = table(OneBlind(), 100_00, 100_00, 100_00, 100_00, **killed)
    assert [x.name for x in round_.question.choices_of(3)] == ["wait"]
    off = table(OneBlind({"kill": "off"}), 100_00, 100_00, 100_00, 100_00, **MISSED)
    assert [x.name for x in off.question.choices_of(3)] == ["wait"]


def test_only_one_kills_for_a_missed_blind() -> None:
    both = {"active": (1, 2, 3, 4), "missed": (2, 3)}
    round_ = table(OneBlind(), 100_00, 100_00, 100_00, 100_00, **both)
    assert round_.question.seats() == (2, 3)
    round_.act(Act(3, "kill"))
    for seat in (1, 4):
        round_.act(Act(seat, "agree"))
    assert round_.question.seats() == (2,)
    assert [x.name for x in round_.question.choices_of(2)] == ["wait"]


def test_of_two_blinds_the_big_one_is_posted() -> None:
    round_ = table(TwoBlinds(), 100_00, 100_00, 100_00, 100_00, **MISSED)
    assert [x.name for x in round_.question.choices_of(3)] == ["post", "wait"]
    assert round_.question.choices_of(3)[0].cents == 2_00
    round_.act(Act(3, "post"))
    s = dealt(round_).state
    assert s.bets[1:5] == [1_00, 2_00, 2_00, 0] and s.dead == 0


def test_half_a_blind_is_enough_and_a_cent_less_passes_it_on() -> None:
    half = dealt(table(OneBlind(), 1_00, 100_00, 100_00))
    assert half.state.bets[1:4] == [1_00, 0, 0] and half.state.big == 1
    less = dealt(table(OneBlind(), 99, 100_00, 100_00))
    assert less.state.bets[1:4] == [99, 2_00, 0] and less.state.big == 2
    assert less.state.queue == [3, 2] and 1 in less.state.live
    two = dealt(table(TwoBlinds(), 100_00, 99, 100_00))
    assert two.state.bets[1:4] == [1_00, 99, 2_00] and two.state.small == 1
    heads_up = dealt(table(TwoBlinds(), 99, 100_00))
    assert heads_up.state.forced[1:3] == [99, 2_00]


def test_if_no_one_has_half_the_blind_stays() -> None:
    assert dealt(table(OneBlind(), 50, 50, 50)).state.bets[1:4] == [50, 0, 0]


def test_who_passed_the_blind_on_takes_the_next_if_he_wins_or_buys_in() -> None:
    table_ = Table(OneBlind(), seed=5)
    for seat, chips in ((1, 99), (2, 100_00), (3, 100_00), (4, 100_00)):
        table_.sit(seat, f"p{seat}", chips)
    table_.carry_over = PokerCarryOver(button=4)
    round_ = table_.start()
    while not round_.closed:
        assert isinstance(round_.question, Asking)
        seat = round_.question.seats()[0]
        names = [choice.name for choice in round_.question.choices_of(seat)]
        table_.act(seat, next(x for x in ("check", "pat", "call", "fold") if x in names))
    assert table_.carry_over.owes_blind == ("p1",) and table_.carry_over.button == 1
    # The seat has lost or won; with chips left it has the next blind, on the button.
    table_.seats.pop(1, None)
    table_.sit(1, "p1", 50_00)
    again = table_.start()
    assert again.state.button == 1 and again.state.bets[1:5] == [2_00, 0, 0, 0]
    assert again.state.owed_blind == 1
    while not again.closed:
        assert isinstance(again.question, Asking)
        table_.act(again.question.seats()[0], "fold" if again.state.betting else "pass")
    assert "owes_blind" not in event_lines(again)[-2] and table_.carry_over.owes_blind == ()
    third = table_.start()
    assert third.state.button == 2 and third.state.big == 3
