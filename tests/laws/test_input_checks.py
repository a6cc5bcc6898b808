"""Inputs are checked by type at the door, and a round that breaks takes no player's money."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.events import Event
from houseway.engine.questions import Act, Asking, Chance, Drawn, Ruling, TimeUp
from houseway.errors import Halted, Refused
from houseway.game.base import Seat
from houseway.records import files
from houseway.rulebook import find
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.table.round import Round
from houseway.table.table import Table


def poker(seats: int = 3) -> Table:
    table = Table("holdem", {"structure": "no_limit"}, seed=4)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 100_00)
    return table


def asked(round_: Round) -> int:
    assert isinstance(round_.question, Asking)
    (seat,) = round_.question.seats()
    return seat


def as_it_was(round_: Round) -> tuple[Any, ...]:
    return (round_.unseen(), len(round_.inputs), len(round_.events), round_.question)


def test_a_seat_that_only_equals_a_whole_number_is_refused() -> None:
    """2 == 2.0, so it passed every check by value and broke the script after it was logged."""
    table = poker()
    round_ = table.start()
    seat, before = asked(round_), as_it_was(round_)
    wrong: tuple[Any, ...] = (float(seat), str(seat), None, [seat])
    for like_a_seat in wrong:
        with pytest.raises(Refused, match="a seat is a whole number"):
            table.act(like_a_seat, "call")
        with pytest.raises(Refused, match="a seat is a whole number"):
            table.time_up(like_a_seat)
        with pytest.raises(Refused, match="a seat is a whole number"):
            table.rule("dead_hand", seat=like_a_seat)
    assert as_it_was(round_) == before
    table.act(seat, "call")


def test_true_is_no_seat_and_no_piece() -> None:
    table = Table("blackjack", {"decks": 1}, seed=1)
    with pytest.raises(Refused, match="has seats 1 to 7, not True"):
        table.sit(True, "Ann", 500_00)
    table.sit(1, "Ann", 500_00)
    round_ = table.start()
    with pytest.raises(Refused, match="a seat is a whole number, not True"):
        table.bet(True, main=10_00)
    with pytest.raises(Refused, match="a seat is a whole number, not True"):
        table.time_up(True)
    assert not round_.inputs


ACTS: list[tuple[Any, str]] = [
    (Act(1, 5), "has a name of at most 80 characters, not 5"),  # type: ignore[arg-type]
    (Act(1, "x" * 5000), "has a name of at most 80 characters, not 'x"),
    (Act(1, "bet", places=(("x" * 5000, 5),)), "places are"),
    (Act(1, "bet", None), "whole cents, not None"),  # type: ignore[arg-type]
    (Act(1, "bet", pieces=[1]), r"pieces are a tuple of whole numbers, not \[1\]"),  # type: ignore[arg-type]
    (Act(1, "bet", pieces=("As",)), "pieces are a tuple of whole numbers"),  # type: ignore[arg-type]
    (Act(1, "bet", pieces=(True,)), "pieces are a tuple of whole numbers"),
    (Act(1, "bet", parts=(("high", 5),)), "parts are names with tuples"),  # type: ignore[arg-type]
    (Act(1, "bet", parts=("high",)), "parts are names with tuples"),  # type: ignore[arg-type]
    (Act(1, "bet", places={"main": 5}), "places are"),  # type: ignore[arg-type]
    (Act(1, "bet", places=(("main", 10.0),)), "main: amounts are whole cents"),  # type: ignore[arg-type]
    (("bet", 5), "a decision is an Act"),
    (None, "a decision is an Act, not None"),
]


@pytest.mark.parametrize(("act", "words"), ACTS)
def test_a_decision_of_another_type_is_refused(act: Any, words: str) -> None:
    round_ = Round(find("blackjack")(), (Seat(1, "Ann", 500_00),))
    with pytest.raises(Refused, match=words):
        round_.act(act)
    assert not round_.inputs


RULINGS: list[tuple[Any, str]] = [
    (Ruling([1]), r"has a name, in words, not \[1\]"),  # type: ignore[arg-type]
    (Ruling("void_round", pieces=5), "pieces are a tuple"),  # type: ignore[arg-type]
    (Ruling("void_round", seat=0.0), "a seat is a whole number, not 0.0"),  # type: ignore[arg-type]
    (Ruling("void_round", amount=False), "whole cents, not False"),
    (Ruling("void_round", reason=" \t "), "a reason must not be blank"),
    (Ruling("void_round", reason="one\ntwo"), "a reason must be one line of plain text"),
    (Ruling("void_round", reason="\ud800"), "a reason must be one line of plain text"),
    (Ruling("void_round", reason="x" * 501), "a reason may have 500 characters"),
    ("void_round", "a ruling is a Ruling"),
]


@pytest.mark.parametrize(("ruling", "words"), RULINGS)
def test_a_ruling_of_another_type_is_refused(ruling: Any, words: str) -> None:
    round_ = Round(find("blackjack")(), (Seat(1, "Ann", 500_00),))
    with pytest.raises(Refused, match=words):
        round_.ruling(ruling)
    assert not round_.inputs


@pytest.mark.parametrize("pieces", [("As",), "As", (5.0,), (True,), [5], None, 5, (5, "As")])
@pytest.mark.parametrize("game_id", ["21-hold-em", "blackjack", "3-dice-baccarat", "pai-gow-tiles"])
def test_pieces_of_another_type_leave_the_deck_alone(game_id: str, pieces: Any) -> None:
    game = find(game_id)()
    seats = tuple(Seat(n, f"player {n}", 500_00) for n in range(1, max(2, game.seats_min) + 1))
    round_ = Round(game, seats)
    while not isinstance(round_.question, Chance):
        assert isinstance(round_.question, Asking)
        choices = {c.name: c for seat in round_.question.seats()
                   for c in round_.question.choices_of(seat)}  # fmt: skip
        name = next(name for name in ("bank", "bet") if name in choices)
        seat, choice = round_.question.seats()[0], choices[name]
        places = tuple((s.name, s.least) for s in getattr(choice, "spots", ())[:1])
        round_.act(Act(seat, name, getattr(choice, "least", 0), places=places))
    before = as_it_was(round_)
    with pytest.raises(Refused, match="pieces are a tuple of whole numbers"):
        round_.deal(pieces)
    assert as_it_was(round_) == before


def test_a_name_can_stand_in_a_record() -> None:
    for name, words in (
        ("Ann\nBob", "one line of plain text"),
        ("Ann\x1b[2J", "one line of plain text"),
        ("\ud800", "one line of plain text"),
        ("Ann\u2028", "one line of plain text"),
        ("x" * 81, "80 characters at the most, not 81"),
        (5, "must be in words, not 5"),
    ):
        table = Table("blackjack")
        with pytest.raises(Refused, match=words):
            table.sit(1, name, 500_00)  # type: ignore[arg-type]
        with pytest.raises(Refused, match=words):
            table.sit(1, "Ann", 500_00, who=name)  # type: ignore[arg-type]
    table.sit(1, "Zoë 李 🂡", 500_00, who="card 17")
    assert table.seats[1].person == "card 17"


def test_no_one_sits_down_with_more_than_a_record_can_hold() -> None:
    table = Table("blackjack")
    with pytest.raises(Refused, match=r"takes at most \$1,000,000,000,000"):
        table.sit(1, "Ann", 10**40)
    table.sit(1, "Ann", 10**14)
    assert files.load(files.save(table.start())).seats["1"].chips == 10**12


def test_a_person_keeps_the_id_from_round_to_round() -> None:
    table = Table("blackjack", seed=3)
    table.sit(1, "Ann", 500_00, who="card 17")
    table.start()
    table.act(1, "sit_out")
    assert table.seats[1] == Seat(1, "Ann", 500_00, "card 17")


class Broken(Event, frozen=True):
    """An event that cannot happen."""

    def do(self, state: Any) -> None:
        raise ZeroDivisionError("a fault for this test")


class Breaks(StandardBlackjack):
    """Blackjack with a fault after the deal: one that raises, or one that ends too early."""

    raises = True

    def play(self, r: Any) -> Any:
        script = super().play(r)
        answer = None
        while True:
            question = script.send(answer)
            if r.state.phase == "playing":
                if self.raises:
                    r.emit(Broken())
                return
            answer = yield question


class Ends(Breaks):
    """The same, but the script simply ends."""

    raises = False


@pytest.mark.parametrize("game", [Breaks, Ends])
def test_an_error_stops_the_table_and_costs_no_one_anything(game: type[Breaks]) -> None:
    table = Table(game({"decks": 1}), seed=3)
    table.sit(1, "Ann", 500_00)
    table.sit(2, "Bob", 300_00)
    round_ = table.start()
    table.bet(1, main=10_00)
    with pytest.raises(Halted, match="has stopped after 3 inputs by an error of the program") as no:
        table.bet(2, main=10_00)
    assert isinstance(no.value.__cause__, ZeroDivisionError) is game.raises
    assert not round_.closed and round_.question is None
    assert not round_.view(1).closed
    for act in (Act(1, "stand"), Act(2, "bet", places=(("main", 10_00),))):
        with pytest.raises(Refused, match="error of the program"):
            table.enter(act)
    for refused in (
        lambda: table.time_up(1),
        lambda: table.rule("void_round"),
        lambda: round_.deal((1, 2)),
        lambda: table.start(),
        lambda: table.leave(1),
        lambda: table.sit(3, "Cy", 100_00),
    ):
        with pytest.raises(Refused, match="error of the program"):
            refused()
    assert [seat.chips for seat in table.seats.values()] == [500_00, 300_00]
    table.void()
    assert table.leave(1) == 500_00 and table.leave(2) == 300_00


def test_a_hand_with_nothing_to_decide_hears_of_the_error_too() -> None:
    """Ann's blackjack is never asked, and a game says so; but that is not why this round rests."""
    words, heard = "seat 1 may not stand: a blackjack takes no more cards", []
    for game in (StandardBlackjack, Breaks):
        round_ = Round(game({"decks": 1}), (Seat(1, "Ann", 500_00), Seat(2, "Bob", 300_00)))
        for seat in (1, 2):
            round_.act(Act(seat, "bet", places=(("main", 10_00),)))
        try:
            round_.deal(tuple(round_.game.kind.parse("Tc Jh 9s Ad Jc 7d")))
        except Halted:
            assert game is Breaks
        refused = round_.refusal(Act(1, "stand"))
        assert refused is not None
        heard.append(str(refused))
    assert words in heard[0]
    assert words not in heard[1] and "error of the program" in heard[1]


def test_only_a_stopped_round_is_given_up() -> None:
    table = Table("blackjack", seed=5)
    table.sit(1, "Ann", 500_00)
    with pytest.raises(Refused, match="no round is open"):
        table.void()
    table.start()
    with pytest.raises(Refused, match="a ruling voids"):
        table.void()


def test_a_stopped_round_can_be_saved_up_to_where_it_stopped() -> None:
    table = Table(Breaks({"decks": 1}), seed=3)
    table.sit(1, "Ann", 500_00)
    round_ = table.start()
    with pytest.raises(Halted):
        table.bet(1, main=10_00)
    record = files.record_of(round_)
    assert record.play == ["1 bet main=10"] and len(record.deal.split()) == 4
    assert record.events[-1] == "phase name=playing"


def test_recorded_inputs_of_no_known_kind_are_refused() -> None:
    round_ = Round(find("blackjack")(), (Seat(1, "Ann", 500_00),))
    with pytest.raises(Refused, match="a ruling is a Ruling"):
        round_.enter("deal")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="a seat is a whole number"):
        round_.enter(TimeUp(1.0))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="nothing is to be dealt now"):
        round_.enter(Drawn("x", (1,)))
