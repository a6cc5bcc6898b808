"""The number of a question: it stands as long as the question does, and comes out of the log."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.engine.questions import Act, Asking, TimeUp
from houseway.game.base import Seat
from houseway.game.face.views import Prompt
from houseway.rulebook import games
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import GAME_IDS, open_table, random_act, random_ruling, table_of

Said = tuple[int, Any]
"""The number of a seat's question, and the question itself."""


def questions(round_: Round) -> dict[int, Said]:
    """Return the present question of each seat."""
    question = round_.question
    if not isinstance(question, Asking):
        return {}
    asked = round_.asked
    assert sorted(asked) == sorted(set(question.seats()))
    words = (question.words, question.default_action, question.seconds)
    return {seat: (asked[seat], (words, question.choices_of(seat))) for seat in asked}


def advance(table: Table, round_: Round, rng: random.Random) -> None:
    """A decision, a time-up or, now and then, a ruling."""
    ruling = random_ruling(round_, rng) if rng.random() < 0.04 else None
    if ruling is not None:
        table.rule(ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount)
    elif rng.random() < 0.1 and isinstance(round_.question, Asking):
        table.time_up(rng.choice(round_.question.seats()))
    else:
        table.enter(random_act(round_, rng))


def check_step(round_: Round, before: dict[int, Said], n: int) -> None:
    """Check what one input may change and must change."""
    now = questions(round_)
    given = round_.inputs[n]
    alone = len(round_.inputs) == n + 1  # no cards came in between
    for seat, (number, question) in now.items():
        assert number <= len(round_.inputs)
        if seat not in before:
            assert number > n
        elif isinstance(given, Act | TimeUp) and given.seat != seat and alone:
            assert (number == before[seat][0]) == (question == before[seat][1])
        else:
            assert number > n, "another question has another number"


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_number_stands_as_long_as_its_question(game_id: str) -> None:
    for seed in range(4):
        table, rng = open_table(game_id, seed)
        for _ in range(2):
            if sum(seat.chips > 0 for seat in table.seats.values()) < table.game.seats_min:
                break
            round_ = table.start()
            looked: dict[int, dict[int, Said]] = {}
            while round_.question is not None:
                n, before = len(round_.inputs), questions(round_)
                looked[n] = before
                advance(table, round_, rng)
                check_step(round_, before, n)
            again(round_, looked, rng)


def again(round_: Round, looked: dict[int, dict[int, Said]], rng: random.Random) -> None:
    """Play the same round again, looked at only now and then: the same numbers."""
    fresh = Round(round_.game, round_.seats, round_.carry_over)
    for n, given in enumerate(round_.inputs):
        if n in looked and rng.random() < 0.2:
            assert questions(fresh) == looked[n]
        fresh.enter(given)
    assert fresh.state == round_.state


def prompts(table: Table) -> dict[int, Prompt | None]:
    return {seat: table.view(seat).prompt for seat in table.seats}


def test_bets_of_others_leave_a_question_alone() -> None:
    table = table_of("free-bet-blackjack", 3)
    table.start()
    first = prompts(table)
    table.bet(2, main=10_00)
    table.time_up(1)
    now = prompts(table)
    assert now[3] is not None and first[3] is not None
    assert now[3].id == first[3].id == 0
    assert now[1] is now[2] is None


def test_a_ruling_asks_anew_and_the_clock_gives_its_seconds() -> None:
    table = table_of("holdem", 3)
    table.post(type(table.game)({"structure": "no_limit"}))
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    seat, stood = round_.question.seat, round_.asked
    assert stood == {seat: len(round_.inputs)}
    before = table.view(seat).prompt
    table.rule("clock", seat=seat)
    prompt = table.view(seat).prompt
    assert before is not None and before.seconds == 0
    assert prompt is not None and prompt.seconds == round_.game.posting["clock"] == 60
    assert round_.asked == {seat: prompt.id} and prompt.id == before.id + 1
    table.act(seat, "fold")
    assert all(now.seconds == 0 for now in prompts(table).values() if now is not None)


def test_a_ruling_between_two_answers_asks_all_anew() -> None:
    table = table_of("3-dice-baccarat", 3)
    shakers = games()["3-dice-baccarat"].declared()["players_shake"].values
    table.post(type(table.game)({"players_shake": shakers[-1]}))
    round_ = table.start()
    table.time_up(1)
    assert round_.asked == {2: 0, 3: 0}
    table.rule("name_shaker", seat=2)
    assert round_.asked == {2: 2, 3: 2}
    table.time_up(2)
    assert round_.asked == {3: 2}


def test_what_one_of_a_firm_does_changes_the_question_of_the_other() -> None:
    """Seats 2 and 3 play for one firm: who bets against the bank bars the other from joining."""
    table = table_of("pai-gow-poker", 1)
    table.leave(1)
    for seat, name, firm in ((1, "Ann", ""), (2, "Bo", "Bay"), (3, "Cy", "Bay"), (4, "Di", "")):
        table.sit(seat, name, 5_000_00, firm=firm)
    round_ = table.start()
    while round_.state.phase != "betting":
        assert isinstance(round_.question, Asking)
        if round_.question.seat == 1:
            table.act(1, "bank", 1_000_00)
        else:
            table.time_up(round_.question.seat)
    before, asked = questions(round_), round_.asked
    table.enter(next(act for act in acts(round_, 2) if act.name == "bet"))
    now = questions(round_)
    assert now[3][1] != before[3][1] and now[3][0] > asked[3]
    assert now[4] == before[4]


def acts(round_: Round, seat: int) -> list[Act]:
    """Some legal decisions of one seat."""
    rng, found = random.Random(1), []
    for _ in range(200):
        act = random_act(round_, rng)
        if act.seat == seat:
            found.append(act)
    return found


def test_seats_are_people() -> None:
    assert Seat(1, "Ann", 100, who="a17").person == "a17" and Seat(1, "Ann", 100).person == "Ann"
