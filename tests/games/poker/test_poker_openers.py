"""Openers, and a pot that stays: what a table does from hand to hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from houseway.analysis.evaluator import batch
from houseway.engine.events import event_name
from houseway.engine.questions import Asking
from houseway.errors import Refused
from houseway.families.poker.events.ending import PotStays
from houseway.hands.poker_high import PAIR
from houseway.hands.poker_joker import held_joker_high, joker_high5
from houseway.pieces.cards import CARDS_AND_JOKER, JACK, JOKER
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table

JACKS = find("draw-jacks-or-better")
read = CARDS_AND_JOKER.parse


def table(*chips: int) -> Table:
    found = Table(JACKS(), seed=1)
    for seat, dollars in enumerate(chips, 1):
        found.sit(seat, f"p{seat}", 100 * dollars)
    return found


def play(at: Table, words: str) -> Round:
    """Decide for the seats in turn; the rest of the hand is passed or folded."""
    round_ = at.start()
    for word in filter(None, words.split("; ")):
        name, *amount = word.split()
        if name == "floor":
            at.rule(amount[0], seat=int(amount[1]))
            continue
        assert isinstance(round_.question, Asking)
        at.act(round_.question.seat, name, 100 * int(amount[0]) if amount else 0)
    return round_


def names(round_: Round) -> list[str]:
    return [event_name(type(event)) for event in round_.events]


def all_pass(at: Table, players: int) -> Round:
    return play(at, "; ".join(["check"] * players))


def test_antes_stay_and_are_paid_again_up_to_the_limit() -> None:
    at = table(100, 100, 100)
    for hand, lie in enumerate((3, 6, 9, 9, 9), 1):
        all_pass(at, 3)
        assert sum(pot.cents for pot in at.carry_over.antes) == lie * 100
        assert sum(seat.chips for seat in at.seats.values()) == (300 - lie) * 100
        assert at.carry_over.button == hand % 3 + 1
    assert len(at.carry_over.antes) == 3


def test_without_chips_a_player_is_dealt_in_for_his_antes() -> None:
    at = table(1, 100, 100)
    all_pass(at, 3)
    assert at.seats[1].chips == 0
    round_ = all_pass(at, 3)
    assert 1 in round_.state.dealt_in and at.carry_over.antes[0].cents == 300
    assert at.carry_over.antes[1].cents == 200 and "p1" not in at.carry_over.antes[1].of
    at.leave(1)
    at.sit(1, "stranger", 100)
    assert "stranger" not in at.carry_over.antes[0].of


def test_without_chips_and_without_antes_he_is_not() -> None:
    at = table(100, 100, 100)
    all_pass(at, 3)
    at.carry_over = at.game.first(tuple(at.seats.values()))
    at.leave(1)
    at.sit(1, "p1", 0)
    assert 1 not in all_pass(at, 2).state.dealt_in
    with pytest.raises(Refused, match="a seat needs at least"):
        Table("holdem").sit(1, "Ann", 0)


def test_a_false_opener_without_chips_waits_until_the_pot_is_won() -> None:
    at = table(100, 100, 1)
    at.carry_over = at.game.first(tuple(at.seats.values()))
    at.carry_over.button = 2
    round_ = at.start()
    assert round_.question is not None and round_.question.seats() == (3,)
    assert not at.game.has_openers(round_.state.hole[3])
    at.act(3, "open")
    at.rule("false_openers", seat=3)
    at.act(1, "check")
    at.act(2, "check")
    assert at.carry_over.barred == ("p3",) and "p3" not in at.carry_over.antes[0].of
    at.leave(3)
    at.sit(3, "p3", 100_00)  # buying in again does not help
    for _ in range(3):
        round_ = all_pass(at, 2)
        assert round_.state.dealt_in in ((1, 2), (2, 1)) and at.carry_over.barred == ("p3",)
    while at.carry_over.barred:  # until another player wins it with openers
        round_ = at.start()
        while isinstance(question := round_.question, Asking):
            has = at.game.has_openers(round_.state.hole[question.seat])
            bets = "bet" in [x.name for x in question.choices] and round_.state.unopened
            if bets and has:
                at.act(question.seat, "bet", 2_00)
            else:
                at.act(question.seat, "check" if round_.state.unopened else "fold")
    assert "pot_awarded" in names(round_) and at.carry_over.antes == ()
    assert 3 in all_pass(at, 3).state.dealt_in


def test_a_move_is_noted_also_of_who_was_away() -> None:
    at = table(100, 100, 100, 100)
    all_pass(at, 4)
    away = at.seats.pop(4)
    all_pass(at, 3)
    at.sit(7, away.name, away.chips)
    round_ = all_pass(at, 4)
    assert "p4" not in at.carry_over.antes[0].of and "p4" in at.carry_over.antes[2].of
    assert round_.state.ante_pots[0].seats == (2, 3, 1)


def test_how_many_cards_were_drawn_is_told_until_the_first_action() -> None:
    at = table(100, 100)
    round_ = play(at, "bet 2; call; pat; pat")
    marks = [pile.marks for pile in round_.view(0).piles if pile.zone == "hole"]
    assert marks == [["pat"], ["pat"]]
    at.act(2, "check")
    assert not any(pile.marks for pile in round_.view(0).piles if pile.zone == "hole")


def test_money_that_would_get_lost_between_two_hands_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PotStays, "transfers", lambda self: ())
    round_ = all_pass(table(100, 100), 2)
    books = round_.game.new_state(round_.seats, round_.carry_over).balances()
    for event in round_.events:
        for source, target, cents in event.transfers():
            books[source] -= cents
            books[target] += cents
    assert books != round_.state.balances()


@pytest.mark.parametrize(
    ("cards", "opens"),
    [
        ("Js Jd", True), ("Ts Td", False), ("Jk As", True), ("Jk Ks", False), ("Jk", False),
        ("3s 3d 2c 2h", True), ("3s 3d 3c", True), ("Ks Qs Js Ts", False), ("", False),
        ("Ks Qs Js Ts 9d", True), ("Ks Qs Js Ts 2s", True), ("Ks Qs Js Td 2s", False),
    ],
)  # fmt: skip
def test_what_opens_a_pot(cards: str, opens: bool) -> None:
    assert JACKS().has_openers(read(cards)) is opens


def test_five_cards_held_are_a_hand() -> None:
    for hand in ("Jk As Ks Qs Tc", "Js Jd 9c 5h 2s", "Jk 2s 3d 4c 5h"):
        assert held_joker_high(read(hand)) == joker_high5(read(hand))


@pytest.mark.slow
def test_how_many_hands_open() -> None:
    """As the page of the game says; without the joker it is a sum of known counts."""
    least = PAIR << 20 | JACK << 16
    plain = 4 * 84_480 + 123_552 + 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40
    every = itertools.combinations(range(JOKER + 1), 5)
    opening = with_joker = 0
    while block := list(itertools.islice(every, 1 << 18)):
        hands = np.array(block, np.uint8)
        good = batch.joker_high(hands, trusted=True) >= least
        opening += int(good.sum())
        with_joker += int((good & (hands[:, 4] == JOKER)).sum())
    assert opening == 642_881 and opening - with_joker == plain
