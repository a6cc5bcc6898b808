"""The draw as a street: games that no section prints, declared in a few lines here."""

from __future__ import annotations

from typing import ClassVar

import pytest

from houseway.engine.events import line
from houseway.engine.questions import Act, Asking, Chance
from houseway.errors import Refused
from houseway.families.poker import Cards, Hands, PokerCarryOver, PokerState, PotPart, Street
from houseway.families.poker.streets import BLINDS, OPENER, UPPER
from houseway.game.base import Seat
from houseway.game.posting import fact
from houseway.hands.poker_low import low27
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.holdem.game import Holdem
from houseway.table.round import Round
from tests.oracles.card_follower import Follower


class SingleDraw(Holdem):
    """Five cards, one draw of at most five, the fifth after all others."""

    id = "single-draw"
    board_plays = False
    parts = (PotPart("low", ranking="deuce to seven"),)
    why_clauses: ClassVar[dict[str, tuple[str, ...]]] = {**Holdem.why_clauses, "discard": ()}
    streets = fact(
        (
            Street("deal", (Cards(2), Cards(3)), opens=BLINDS),
            Street("draw", draw=5, at_once=4, burn=True, tier=UPPER),
        )
    )

    def hands(self, s: PokerState) -> Hands:
        return ({seat: low27(s.hole[seat]) for seat in s.live},)


class TripleDraw(SingleDraw):
    """Three draws; who opened the betting before opens it again."""

    id = "triple-draw"
    streets = fact(
        (
            Street("deal", (Cards(5),), opens=BLINDS),
            *[Street(f"draw {i}", draw=5, burn=True, opens=OPENER) for i in (1, 2, 3)],
        )
    )


def table(game: Holdem, players: int, acts: str = "") -> Round:
    """Everybody has 100; the cards come in order, deuces first."""
    seats = [Seat(i, f"seat {i}", 100_00) for i in range(1, players + 1)]
    round_ = Round(game, seats, PokerCarryOver(button=players))
    return act(round_, acts)


def dealt(round_: Round) -> Round:
    while isinstance(question := round_.question, Chance):
        pieces = question.kind == "pieces"
        round_.deal(tuple(round_.unseen()[: question.n]) if pieces else ())
    return round_


def act(round_: Round, words: str) -> Round:
    """Decide for the seats in turn; ``draw 3`` discards the last three cards."""
    for word in filter(None, words.split("; ")):
        question = dealt(round_).question
        assert isinstance(question, Asking)
        name, *n = word.split()
        seat = question.seat
        if name == "draw":
            held = round_.state.hole[seat]
            round_.act(Act(seat, "discard", pieces=held[len(held) - int(n[0]) :]))
        else:
            round_.act(Act(seat, name, 100 * int(n[0]) if n else 0))
    return dealt(round_)


def lines(round_: Round, *names: str) -> list[str]:
    found = [line(event, CARDS).split() for event in round_.events]
    return [" ".join(w for w in words if "pieces" not in w) for words in found if words[0] in names]


SINGLE = SingleDraw({"structure": "no_limit"})
TRIPLE = TripleDraw({"structure": "no_limit"})


def test_in_turn_from_the_left_of_the_button_after_a_burn() -> None:
    round_ = table(SINGLE, 3, "call; call; check")
    s = round_.state
    assert s.drawing == (1, 2, 3) and len(s.burns) == 1
    held = s.hole[1]
    act(round_, "draw 2")
    assert s.hole[1][:3] == held[:3] and len(s.hole[1]) == 5 and tuple(s.muck) == held[3:]
    act(round_, "pat; draw 1")
    assert not s.drawing and s.betting and s.queue == [1, 2, 3]
    assert lines(round_, "draw_asked") == [
        "draw_asked seat=1 now=2", "draw_asked seat=2 now=0", "draw_asked seat=3 now=1"
    ]  # fmt: skip
    act(round_, "check; check; check")
    assert round_.closed
    Follower(round_)


def test_the_deal_stops_after_two_cards() -> None:
    round_ = Round(SINGLE, [Seat(i, str(i), 100_00) for i in (1, 2)], PokerCarryOver(button=2))
    assert isinstance(round_.question, Chance) and round_.question.n == 4
    round_.deal((0, 1, 2, 3))
    assert round_.state.rounds == 1 and [len(x) for x in round_.state.hole[1:3]] == [2, 2]


def test_a_fifth_card_comes_after_all_others_have_drawn_in_turn() -> None:
    round_ = table(SINGLE, 3, "call; call; check; draw 5; draw 4; draw 5")
    assert lines(round_, "draw_asked", "cards_drawn") == [
        "draw_asked seat=1 now=4 later=1", "cards_drawn seat=1",
        "draw_asked seat=2 now=4", "cards_drawn seat=2",
        "draw_asked seat=3 now=4 later=1", "cards_drawn seat=3",
        "cards_drawn seat=1", "cards_drawn seat=3",
    ]  # fmt: skip
    assert [len(x) for x in round_.state.hole[1:4]] == [5, 5, 5]
    at_once = table(TRIPLE, 3, "call; call; check; draw 5")
    assert lines(at_once, "draw_asked") == ["draw_asked seat=1 now=5"]


def test_what_may_be_given_up() -> None:
    round_ = table(SINGLE, 2, "call; check")
    s = round_.state
    for seat, pieces, words in (
        (1, s.hole[2][:1], "does not hold"),
        (1, (), "1 to 5"),
        (2, s.hole[2][:1], "not seat 2's turn"),
    ):
        with pytest.raises(Refused, match=words):
            round_.act(Act(seat, "discard", pieces=pieces))
    with pytest.raises(Refused, match="begins when the cards are dealt"):
        round_.act(Act(1, "check"))
    round_.time_up(1)
    assert s.drew == {1: 0} and s.drawing == (2,)
    act(round_, "pat")
    with pytest.raises(Refused, match="when the betting before is over"):
        round_.act(Act(1, "pat"))


def notes(round_: Round, viewer: int = 0) -> list[str]:
    holes = [pile for pile in round_.view(viewer).piles if pile.zone == "hole" and not pile.lost]
    return [", ".join(pile.marks) for pile in holes]


@pytest.mark.parametrize("first", ["check", "bet 5", "fold"])
def test_the_number_drawn_is_shown_until_the_first_action(first: str) -> None:
    round_ = table(SINGLE, 3, "call; call; check; draw 2; draw 5")
    assert notes(round_) == notes(round_, 3) == ["drew 2", "drew 5", ""]
    act(round_, "pat")
    assert notes(round_) == ["drew 2", "drew 5", "pat"]
    act(round_, first)
    assert set(notes(round_)) == {""}
    act(round_, "fold" if first == "bet 5" else "check")
    assert set(notes(round_)) == {""}


def test_numbers_of_a_draw_before_are_gone_and_the_next_are_shown() -> None:
    round_ = table(TRIPLE, 2, "call; check; draw 1; draw 2; check; check")
    assert notes(round_) == ["", ""] and round_.state.street == 2
    act(round_, "draw 3")
    assert notes(round_) == ["drew 3", ""]


def test_draws_repeat_and_the_opener_opens_again() -> None:
    round_ = table(TRIPLE, 3, "call; call; check; pat; pat; pat")
    assert round_.state.queue == [3, 1, 2]  # this seat called first
    act(round_, "check; bet 5; call; call; pat; pat; pat")
    assert round_.state.queue == [1, 2, 3]
    act(round_, "bet 5; call; fold; draw 1; draw 1; check; check")
    assert round_.closed and len(round_.state.gathered) == 4
    Follower(round_)


def test_who_opened_and_folded_leaves_the_opening_to_his_left() -> None:
    round_ = table(TRIPLE, 3, "raise 4; raise 10; call; fold; pat; pat")
    assert round_.state.queue == [1, 2]


def test_a_used_up_stub_is_refilled_without_the_players_own_discards() -> None:
    round_ = table(SINGLE, 9, "; ".join(["call"] * 8 + ["check", "draw 4"]))
    s = round_.state
    first = s.gave[1]
    second = s.hole[2][1:]
    round_.act(Act(2, "discard", pieces=second))  # two cards are left
    assert isinstance(round_.question, Chance) and round_.question.n == 2
    burned = list(s.burns)
    round_.deal(tuple(round_.unseen()[:2]))
    question = round_.question
    assert isinstance(question, Chance) and question.what == "refill"
    assert set(question.back) == {*burned, *first} and not set(question.back) & set(second)
    act(round_, "; ".join(["draw 5"] * 7))
    assert all(len(hole) == 5 for hole in s.hole[1:10]) and s.betting
    act(round_, "; ".join(["check"] * 9))
    assert round_.closed and sum(s.chips) == 900_00
    Follower(round_)


def test_a_stub_that_is_used_up_when_a_card_should_burn_is_refilled_first() -> None:
    """Three draws of four players: 20 cards dealt, 30 drawn and two burned are the whole deck."""
    round_ = table(TRIPLE, 4, "; ".join(["call"] * 3 + ["check"] + ["draw 5"] * 4))
    act(round_, "; ".join(["check"] * 4 + ["draw 5", "draw 5", "pat", "pat"]))
    s = round_.state
    assert not round_.unseen() and len(s.burns) == 2
    muck, burned = set(s.muck), set(s.burns)
    for seat in (1, 2, 3, 4):
        round_.act(Act(seat, "check"))
    question = round_.question
    assert isinstance(question, Chance) and question.what == "refill"
    assert set(question.back) == muck | burned
    act(round_, "; ".join(["draw 5"] * 4 + ["check"] * 4))
    assert round_.closed and sum(s.chips) == 400_00
    Follower(round_)


def test_a_mucked_hand_goes_into_the_new_stub_too() -> None:
    round_ = table(SINGLE, 9, "; ".join(["fold"] * 3 + ["call"] * 5 + ["check"]))
    act(round_, "; ".join(["draw 5"] * 6))
    refilled = [event for event in round_.events if type(event).__name__ == "StubRefilled"]
    folded = {card for seat in (3, 4, 5) for card in round_.state.hole[seat]}
    assert folded < set(refilled[0].pieces)
    Follower(round_)
