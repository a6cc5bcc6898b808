"""The dealer's drill: its answers agree with the money of every round, in every game."""

from __future__ import annotations

from itertools import islice

import msgspec
import pytest

from houseway.drill import DrillPosition, Question, judge, positions, questions_of, summary
from houseway.drill.answers import Answer
from houseway.drill.questions import BANK, FEE, POT, WAGER
from houseway.engine.questions import DEALER
from houseway.errors import Refused
from houseway.records.cases import nets, settlements
from houseway.rulebook import find, games
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]


def results(position: DrillPosition) -> dict[int, int]:
    """Return the net of each seat, added up from the right answers alone."""
    found: dict[int, int] = {}
    for question in position.questions:
        for seat, cents in question.right.items():
            if question.kind == FEE:
                cents = -cents
            elif question.kind == BANK:
                cents -= question.stake
            found[seat] = found.get(seat, 0) + cents
    return found


def put_into_pots(position: DrillPosition) -> dict[int, int]:
    """Of a poker hand: what everybody paid in, by the chips before and after."""
    won = results(position)
    return {
        int(seat): net - won.get(int(seat), 0)
        for seat, net in nets(position.round).items()
        if seat.isdigit()
    }


@pytest.mark.parametrize("game_id", list(games()))
def test_the_answers_add_up_to_the_money_of_the_round(game_id: str) -> None:
    for position in islice(positions(find(game_id)({}), seed=11), 3):
        assert position.questions
        for question in position.questions:
            assert judge(question, question.answer), question
            assert question.asks and question.explained.startswith(question.answer)
            assert not judge(question, "7=0.03" if question.kind == POT else "12345.67")
        tips = [s for s in settlements(position.round) if s.owner == DEALER]
        if any(question.kind == POT for question in position.questions):
            paid = put_into_pots(position)
            assert all(cents <= 0 for cents in paid.values())
            assert -sum(paid.values()) == sum(
                sum(question.right.values()) for question in position.questions
            )
        elif not tips:
            expected = {int(k): v for k, v in nets(position.round).items() if k.isdigit() and v}
            found = {seat: cents for seat, cents in results(position).items() if cents}
            assert found == expected


def test_a_wrong_answer_of_a_cent_would_be_seen() -> None:
    """The test above is tried with the fault it guards against."""
    (position,) = islice(positions(find("free-bet-blackjack")({}), seed=11), 1)
    first = position.questions[0]
    wrong = msgspec.structs.replace(first, right={first.seat: first.right[first.seat] + 1})
    off = msgspec.structs.replace(position, questions=(wrong, *position.questions[1:]))
    money = {int(k): v for k, v in nets(position.round).items() if k.isdigit()}
    assert results(position).get(first.seat) == money[first.seat]
    assert results(off).get(first.seat) != money[first.seat]


def test_the_order_is_the_order_of_settlement() -> None:
    (position,) = islice(positions(find("pai-gow-poker")({}), seed=3), 1)
    kinds = [question.kind for question in position.questions]
    assert kinds == sorted(kinds, key=[FEE, WAGER, BANK].index)
    settled = [s.seat for s in settlements(position.round) if s.odds != "player-dealer"]
    assert [q.seat for q in position.questions if q.kind == WAGER] == settled


def test_the_same_seed_gives_the_same_positions() -> None:
    def drawn(seed: int) -> list[str]:
        found = islice(positions(find("ride-free")({}), seed), 2)
        return [question.explained for position in found for question in position.questions]

    assert drawn(1) == drawn(1) != drawn(2)


def test_no_total_is_told_before_the_answer() -> None:
    (bare,) = islice(positions(find("blackjack")({}), seed=5), 1)
    (told,) = islice(positions(find("blackjack")({}), seed=5, totals=True), 1)
    assert not any(pile.total or "bust" in pile.marks for pile in bare.view.piles)
    assert all(pile.total for pile in told.view.piles)
    assert [p.pieces for p in bare.view.piles] == [p.pieces for p in told.view.piles]


WON = Question(WAGER, 1, "Push 22", 5_00, {1: 40_00})
LOST = Question(WAGER, 1, "main wager", 10_00, {1: -10_00})
HALF = Question(WAGER, 1, "main wager", 10_00, {1: -5_00})
BACK = Question(WAGER, 1, "main wager", 10_00, {1: 0})
FOR = Question(WAGER, 1, "21+3 Progressive", 1_00, {1: 2_00}, also=3_00)
SPLIT = Question(POT, 2, "pot", 0, {2: 15_50, 4: 15_00})


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        (WON, ["40", "$40", "paid 40", "40.00"], ["45", "lose", "push", "-40"]),
        (LOST, ["lose", "take", "-10", "lose 10", "LOSE"], ["push", "10", "lose 5"]),
        (HALF, ["half", "lose 5", "-5"], ["lose", "push"]),
        (BACK, ["push", "0", "tie", "returned"], ["lose", "10"]),
        (FOR, ["2", "3"], ["1", "lose"]),
        (SPLIT, ["2=15.50 4=15", "4=15 and 2=15.50", "seat 2 gets 15.50, seat 4 gets 15"], ["2"]),
    ],
)
def test_answers_as_people_write_them(
    question: Question, right: list[str], wrong: list[str]
) -> None:
    assert all(judge(question, text) for text in right)
    assert not any(judge(question, text) for text in wrong)
    for nonsense in ("", "much", "2 to 1", "="):
        with pytest.raises(Refused, match="say "):
            judge(question, nonsense)


def test_a_bank_that_does_not_cover_everything_is_asked_about() -> None:
    for position in islice(positions(find("commission-free-baccarat")({}), seed=7), 15):
        covered = [question for question in position.questions if "covered" in question.note]
        if covered:
            assert "covered" in covered[0].explained
            return
    raise AssertionError("a bank was always large enough")


def test_who_says_nothing_is_told_so_and_seats_have_limits() -> None:
    assert summary([]) == ["no question was answered"]
    said = summary([Answer(WON, True, 2.0), Answer(LOST, False, 4.0), Answer(LOST, True, 3.0)])
    assert said == [
        "2 of 3 right, 3.0 seconds a question; the slowest was main wager with 4.0",
        "missed: main wager, 1 of 2",
    ]
    with pytest.raises(Refused, match="1 to 7 players, not 9"):
        next(positions(find("blackjack")({}), 1, 9))


def test_a_lesson_at_the_keyboard(typing: Typing) -> None:
    (position,) = islice(positions(find("blackjack")({}), seed=5), 1)
    first, *others = position.questions
    lines = ["help", "pays", "table", "what", "12345", *(question.answer for question in others)]
    words = ("drill", "blackjack", "--seed", "5", "--rounds", "1")
    ran = typing(*words, lines="\n".join(lines) + "\n")
    assert ran.code == 0
    for part in (
        "a dealer's drill", "position 1 of 1", f"1 of {len(others) + 1}: {first.asks}",
        "it goes back, neither paid nor taken", "say an amount without the stake",
        first.clauses[0].says[:30], "  right", "How it went",
        f"{len(others)} of {len(others) + 1} right", f"missed: {first.what}",
    ):  # fmt: skip
        assert part in ran.out, part
    assert questions_of(position.round) == position.questions


def test_a_drill_that_cannot_be_had_is_refused(typing: Typing) -> None:
    for words, part in (
        (("drill", "blackjack", "--rounds", "0"), "--rounds is from 1 to 1,000"),
        (("drill", "blackjac"), "did you mean blackjack?"),
        (("drill", "blackjack", "--seats", "12"), "1 to 7 players"),
        (("drill", "blackjack", "-p", "decks=99"), "decks"),
    ):
        ran = typing(*words)
        assert ran.code == 2 and part in ran.err, ran
