"""Amounts as poker players say them, at a table of no-limit, pot-limit and limit hold'em."""

from __future__ import annotations

import pytest

from houseway.cli.play.poker_amounts import read_amount
from houseway.engine.questions import Act, Asking
from houseway.errors import Refused
from houseway.rulebook import find
from houseway.table.table import Table
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]
BLINDS = {"small_blind": 1, "big_blind": 2}


def hand(structure: str = "no_limit", second: int = 500_00) -> Table:
    """Three players before the flop: seat 1 acts, with blinds of $1 and $2 behind."""
    table = Table(find("holdem")({"structure": structure, **BLINDS}), seed=4)
    for seat, chips in ((1, 500_00), (2, second), (3, 500_00)):
        table.sit(seat, f"player {seat}", chips)
    table.start()
    return table


def read(table: Table, line: str) -> str:
    round_ = table.round
    assert round_ is not None
    question = round_.question
    assert isinstance(question, Asking)
    (seat,) = question.seats()
    choices = question.choices_of(seat)
    return " ".join(read_amount(line.split(), choices, round_.view(seat), round_.game))


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("all in", "raise 500"),
        ("allin", "raise 500"),
        ("all-in", "raise 500"),
        ("ALL IN", "raise 500"),
        ("raise all in", "raise 500"),
        ("pot", "raise 7"),  # a call of 2 makes a pot of 5
        ("raise pot", "raise 7"),
        ("half pot", "raise 4"),  # 2 and half of 5, in whole dollars
        ("3bb", "raise 6"),
        ("raise to 3bb", "raise 6"),
        ("r 2.5bb", "raise 5"),
        ("raise 20", "raise 20"),
        ("call", "call"),
        ("fold", "fold"),
    ],
)
def test_amounts_before_the_flop(line: str, means: str) -> None:
    assert read(hand(), line) == means


def test_the_pot_after_a_raise_and_on_the_flop() -> None:
    table = hand()
    table.enter(Act(1, "raise", 30_00))
    assert read(table, "pot") == "raise 92"  # 30, and the 33 with a call of 29
    for seat in (2, 3):
        table.enter(Act(seat, "call"))
    assert read(table, "pot") == "bet 90"
    assert read(table, "half pot") == "bet 45"
    assert read(table, "all in") == "bet 470"


def test_the_pot_is_the_most_of_pot_limit() -> None:
    table = hand("pot_limit")
    table.enter(Act(1, "call"))
    assert table.round is not None and isinstance(table.round.question, Asking)
    most = {
        choice.name: getattr(choice, "most", 0) for choice in table.round.question.choices_of(2)
    }
    assert read(table, "pot") == f"raise {most['raise'] // 100}"


def test_all_in_is_a_call_where_the_stack_is_short() -> None:
    table = hand(second=20_00)
    table.enter(Act(1, "raise", 100_00))
    assert read(table, "all in") == "call"


@pytest.mark.parametrize(
    ("structure", "line", "why"),
    [
        ("limit", "all in", r"all in is \$500; raise is \$4 to \$4"),
        ("no_limit", "300bb", r"300bb is \$600; raise is \$4 to \$500"),
        ("no_limit", "1bb", r"1bb is \$2; raise is \$4 to \$500"),
        ("no_limit", "call pot", "pot is for a bet or a raise"),
    ],
)
def test_an_amount_that_does_not_fit_is_refused(structure: str, line: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read(hand(structure), line)


def test_a_game_without_blinds_has_no_big_blinds() -> None:
    table = Table(find("seven-card-stud")({}), seed=4)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 500_00)
    round_ = table.start()
    question = round_.question
    assert isinstance(question, Asking)
    seat = question.seats()[0]
    with pytest.raises(Refused, match=r"no big blind|for a bet or a raise"):
        read_amount(["3bb"], question.choices_of(seat), round_.view(seat), round_.game)


def test_at_the_table(typing: Typing) -> None:
    words = ("play", "holdem", "-p", "structure=no_limit", "--seed", "4", "--rounds", "1")
    ran = typing(*words, "--bots", "2", lines="all in\n")
    assert "not understood" not in ran.out and "$500" in ran.out.partition("all in")[2]
    assert "You leave the table with $503." in ran.out
