"""A betting turn in numbers says the same as its choices."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from houseway.engine.inputs import validate_act
from houseway.engine.questions import Act, Ask, Button
from houseway.families.poker.betting.question import BettingQuestion
from houseway.table.table import Table
from tests.support.random_play import random_act

TURNS = (
    BettingQuestion(2, 0),
    BettingQuestion(2, 500),
    BettingQuestion(2, 0, "bet", 400, 2000, 100),
    BettingQuestion(2, 500, "raise", 1000, 1250, 100),
    BettingQuestion(2, 500, "complete", 1000, 1000, 500),
)
NAMES = ("fold", "check", "call", "bet", "raise", "complete", "")
AMOUNTS: tuple[Any, ...] = (
    0, 300, 400, 450, 500, 1000, 1050, 1100, 1200, 1250, 1300, 2000, 2100, True, 1000.0,
)  # fmt: skip


@pytest.mark.parametrize("turn", TURNS)
def test_it_takes_what_its_choices_take(turn: BettingQuestion) -> None:
    taken = 0
    for name, amount, seat in product(NAMES, AMOUNTS, (2, 3)):
        act = Act(seat, name, amount)
        taken += turn.takes(act)
        fits = [x for x in turn.choices_of(seat) if x.name == name and x.fault(act) is None]
        plain = fits and not (type(fits[0]) is Button and amount)
        assert turn.takes(act) == bool(plain and validate_act(act) is None), act
    assert taken
    assert not turn.takes(Act(2, "fold", pieces=(1,)))
    assert not turn.takes(Act(2, "fold", parts=(("high", (1,)),)))
    assert not turn.takes(Act(2, "fold", places=(("main", 100),)))


def test_who_is_late_pays_nothing() -> None:
    assert [turn.default_action for turn in TURNS] == ["check", "fold", "check", "fold", "fold"]
    assert TURNS[1].choices_of(2) == TURNS[1].whole().choices and not TURNS[1].choices_of(3)


def test_a_decision_that_only_equals_one_is_looked_at_closely() -> None:
    """A name that was read from a file is another object; it is as good."""
    table = Table("holdem", {"structure": "no_limit"}, seed=3)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 200_00)
    round_ = table.start()
    assert type(round_.question) is BettingQuestion and round_.question.seat == 1
    act = Act(1, "".join(("ca", "ll")))
    assert not round_.question.takes(act) and round_.refusal(act) is None
    table.enter(act)
    assert round_.inputs[-1] == Act(1, "call")


def test_the_clock_and_a_chip_without_a_word_are_asked_in_choices() -> None:
    table = Table("holdem", {"structure": "no_limit", "silent_chip": "on"}, seed=3)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 200_00)
    question = table.start().question
    assert type(question) is Ask and question.choices[-1].name == "chip"


def test_who_looks_late_is_told_what_others_were_told() -> None:
    """A viewer who first looks after the round is told the same as one who always looked."""
    rng = random.Random(5)
    for game_id in ("holdem", "razz", "lowball", "free-bet-blackjack", "pai-gow-poker"):
        looked, unseen = Table(game_id, seed=8), Table(game_id, seed=8)
        for table in (looked, unseen):
            for seat in (1, 2, 3):
                table.sit(seat, f"player {seat}", 500_00)
        looked.start().view(1)
        unseen.start()
        while looked.round is not None and looked.round.question is not None:
            act = random_act(looked.round, rng)
            looked.enter(act)
            looked.view(1)
            assert unseen.round is not None
            unseen.enter(act)
        assert looked.round is not None and unseen.round is not None
        assert looked.round.events_before == unseen.round.events_before
        assert looked.view(1) == unseen.view(1)
