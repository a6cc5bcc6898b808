"""Lowball from hand to hand: seats changed, blinds passed on; and rulings on its cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from houseway.engine.questions import Act, Ask, Asking, Chance, Ruling
from houseway.errors import Refused
from houseway.families.poker import PokerCarryOver
from houseway.game.base import Seat
from houseway.hands.poker_low import LOW_TOP, joker_low5
from houseway.pieces.cards import CARDS_AND_JOKER, JOKER
from houseway.rulebook import find
from houseway.rulebook.delta.lowball.game import Lowball, seven_or_under
from houseway.rulebook.delta.lowball.sevens import seven_or_better
from houseway.table.round import Round
from houseway.table.table import Table
from tests.oracles.card_follower import Follower

STAY = ("check", "fold", "pat", "wait")


def passive(table: Table) -> Round:
    """A hand in which everybody checks or folds, and who owes blinds waits."""
    round_ = table.start()
    while round_.question is not None:
        assert isinstance(round_.question, Asking)
        seat = round_.question.seats()[0]
        names = [choice.name for choice in round_.question.choices_of(seat)]
        table.act(seat, next(name for name in STAY if name in names))
    return round_


def seated(*seats: int, **posting: Any) -> Table:
    table = Table("lowball", posting, seed=3)
    for seat in seats:
        table.sit(seat, f"p{seat}", 100_00)
    return table


def moves(table: Table, old: int, new: int) -> None:
    person = table.seats.pop(old)
    table.sit(new, person.name, person.chips)


def dealt_in(round_: Round) -> tuple[int, ...]:
    found: tuple[int, ...] = round_.state.dealt_in
    return found


def test_who_moves_away_from_the_blind_waits_as_many_hands_as_places() -> None:
    table = seated(1, 2, 3, 4, 5)
    first = passive(table)  # the button is seat 1, the big blind seat 3
    assert first.state.big == 3
    moves(table, 4, 7)  # the next blind was this seat's; seat 5 has it first now
    assert 7 not in dealt_in(passive(table))
    assert table.carry_over.waiting == {"p4": 0}
    assert 7 in dealt_in(passive(table))
    assert table.carry_over.waiting == {}


def test_who_moves_closer_is_dealt_in_as_before() -> None:
    table = seated(1, 2, 3, 5, 7)
    assert passive(table).state.big == 3
    moves(table, 7, 4)  # the blind reaches this seat next, not after seat 5
    round_ = passive(table)
    assert 4 in dealt_in(round_) and not round_.state.moved
    table = seated(1, 2, 3, 5, 7)
    passive(table)
    moves(table, 7, 6)
    round_ = passive(table)
    assert 6 in dealt_in(round_) and round_.state.bets[6] == round_.state.forced[6] == 0


def test_a_newcomer_at_an_old_seat_is_no_mover() -> None:
    table = seated(1, 2, 3, 4, 5)
    passive(table)
    table.seats.pop(5)
    table.sit(5, "new", 100_00)
    round_ = table.start()
    assert isinstance(round_.question, Ask) and round_.question.seats() == (5,)
    assert [choice.name for choice in round_.question.choices_of(5)] == ["post", "wait"]
    assert round_.question.choices_of(5)[0].cents == 2_00


def test_less_than_half_a_blind_is_remembered_until_he_has_chips_again() -> None:
    table = Table("lowball", {}, seed=3)
    for seat, chips in ((1, 100_00), (2, 100_00), (3, 99), (4, 100_00)):
        table.sit(seat, f"p{seat}", chips)
    round_ = passive(table)  # the blind would be seat 3's
    assert round_.state.big == 4 and round_.state.forced[3] == 99
    assert table.carry_over.owes_blind == ("p3",)
    table.seats.pop(3, None)
    table.sit(3, "p3", 50_00)
    again = passive(table)
    assert again.state.big == 3 and again.state.owed_blind == 3
    assert table.carry_over.owes_blind == ()


def test_seven_or_better_is_asked_of_every_kind_of_low() -> None:
    """Four cards from ace to nine with the joker, or with a nine, by counting ranks."""
    ranks = (12, 0, 1, 2, 3, 4, 5, 6, 7)
    for held in combinations([4 * rank + suit for rank in ranks for suit in (0, 1)], 4):
        for fifth in (JOKER, 30, 31):
            if fifth in held:
                continue
            lows = {(card >> 2) + 1 if card >> 2 < 12 else 0 for card in held}
            seven = fifth == JOKER and len(lows) == 4 and max(lows) <= 6
            assert seven_or_better(joker_low5((*held, fifth))) == seven


def test_which_exposed_cards_are_kept() -> None:
    kept = {CARDS_AND_JOKER.names[card] for card in range(53) if seven_or_under(card)}
    assert {name[0] for name in kept - {"Jk"}} == set("A234567") and "Jk" in kept
    other: Any = find("lowball-27")()
    taken = {CARDS_AND_JOKER.names[card][0] for card in range(52) if other.keeps_exposed(card)}
    assert taken == set("75432")


def test_the_worst_low_of_each_rank() -> None:
    game = Lowball()
    for rank, name in enumerate("23456789TJQK"):
        low = game.worst_low(rank)
        assert bool(low) == (name in "56789TJQK")
        if low:
            assert (LOW_TOP - low) >> 16 == rank + 2  # the ace is 1, so the deuce is 2
    assert not game.worst_low(12)


def dealt(round_: Round, *first: str) -> Round:
    """These cards, then any."""
    cards = [CARDS_AND_JOKER.parse(name)[0] for name in first]
    while isinstance(question := round_.question, Chance):
        if question.kind != "pieces":
            round_.deal(())
            continue
        now, cards = cards[: question.n], cards[question.n :]
        others = [x for x in round_.unseen() if x not in now and x not in cards]
        round_.deal((*now, *others[: question.n - len(now)]))
    return round_


def hand(players: int = 3, **posting: Any) -> Round:
    seats = [Seat(i, f"seat {i}", 100_00) for i in range(1, players + 1)]
    return dealt(Round(Lowball(posting), seats, PokerCarryOver(button=players)))


def act(round_: Round, *names: str) -> Round:
    for name in names:
        assert isinstance(round_.question, Asking)
        round_.act(Act(round_.question.seat, name))
        dealt(round_)
    return round_


def test_an_exposed_card_that_is_kept_lies_up_until_it_is_given_up() -> None:
    round_ = hand()
    card = next(x for x in round_.state.hole[1] if seven_or_under(x))
    round_.ruling(Ruling("exposed_before_draw", 1, (card,)))
    name = CARDS_AND_JOKER.names[card]
    piles = {pile.seat: pile.pieces for pile in round_.view(2).piles if pile.zone == "hole"}
    assert piles[1].count("??") == 4 and name in piles[1]
    act(round_, "call", "call", "check")
    round_.act(Act(1, "discard", pieces=(card,)))
    dealt(round_)
    piles = {pile.seat: pile.pieces for pile in round_.view(2).piles if pile.zone == "hole"}
    assert piles[1].count("??") == 5
    act(round_, "pat", "pat", "check", "check", "check")
    assert round_.closed
    Follower(round_)


def test_a_dead_hand_in_the_draw_is_asked_nothing_more() -> None:
    round_ = act(hand(), "call", "call", "check")
    round_.ruling(Ruling("dead_hand", 2))
    round_.ruling(Ruling("dead_hand", 1))
    assert round_.closed  # the last hand takes the pot


def test_rulings_of_another_moment_are_refused_with_their_clause() -> None:
    round_ = hand()
    for name, clause in (
        ("fouled_hand", "CA-LOW-13"),
        ("request_changed", "CA-LOW-14"),
        ("miscall_intact", "CA-LOW-04"),
        ("pair_unannounced", "CA-LOW-05"),
    ):
        with pytest.raises(Refused, match=clause):
            round_.ruling(Ruling(name, 1))
    for name, clause in (("exposed_on_draw", "CA-LOW-10"), ("flashed_on_draw", "CA-LOW-11")):
        with pytest.raises(Refused, match=clause):
            round_.ruling(Ruling(name, 1, round_.state.hole[1][:1]))
    with pytest.raises(Refused, match=r"not a ruling of Lowball.*CA-LOW-23"):
        round_.ruling(Ruling("premature_flop"))
    with pytest.raises(Refused, match=r"not a ruling of Lowball.*CA-LOW-23"):
        round_.ruling(Ruling("rap_unaware", 1))


def test_a_misdeal_gives_everything_back_in_the_draw_too() -> None:
    round_ = act(hand(), "call", "call", "check", "pat")
    round_.ruling(Ruling("void", reason="foul deck"))
    assert round_.closed and round_.state.void and round_.state.chips[1:4] == [100_00] * 3
