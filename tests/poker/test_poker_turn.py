"""A betting turn in numbers says the same as its choices."""

from __future__ import annotations

import random
from itertools import product

import pytest

from houseway.engine.questions import Act, Ask
from houseway.engine.table import Table
from houseway.families.poker.betting_question import BettingQuestion
from support import random_act

TURNS = (
    BettingQuestion(2, 0),
    BettingQuestion(2, 500),
    BettingQuestion(2, 0, "bet", 400, 2000, 100),
    BettingQuestion(2, 500, "raise", 1000, 1250, 100),
    BettingQuestion(2, 500, "complete", 1000, 1000, 500),
)
NAMES = ("fold", "check", "call", "bet", "raise", "complete", "")
AMOUNTS = (0, 300, 400, 450, 500, 1000, 1050, 1100, 1200, 1250, 1300, 2000, 2100, True, 1000.0)


@pytest.mark.parametrize("turn", TURNS)
def test_it_takes_what_its_choices_take(turn: BettingQuestion) -> None:
    taken = 0
    for name, amount, seat in product(NAMES, AMOUNTS, (2, 3)):
        act = Act(seat, name, amount)
        taken += turn.takes(act)
        assert turn.takes(act) == turn.whole().takes(act), act
    assert taken
    assert not turn.takes(Act(2, "fold", pieces=(1,)))
    assert not turn.takes(Act(2, "fold", parts=(("high", (1,)),)))
    assert not turn.takes(Act(2, "fold", places=(("main", 100),)))


def test_who_is_late_pays_nothing() -> None:
    assert [turn.late for turn in TURNS] == ["check", "fold", "check", "fold", "fold"]
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
    """Who looks at a round when it is over is told the same as who always looked."""
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
        assert looked.round.before == unseen.round.before
        assert looked.view(1) == unseen.view(1)
