"""Refusals: a sentence, with the clause where there is one, and never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.cite import CITED
from houseway.engine.events import line
from houseway.engine.questions import (
    Act,
    Amount,
    Arrange,
    Asking,
    Button,
    Pick,
    Place,
    Ruling,
    Spot,
)
from houseway.errors import Refused
from houseway.families.poker.events.ending import HandVoided
from houseway.game.base import Seat
from houseway.records.record import Playback, Record
from houseway.rulebook import find, games
from houseway.sheets.settlement.settle import settle
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.random_play import blackjack_record, table_of


@pytest.mark.parametrize("cents", [1000.0, True, "1000", None, 1000.5])
def test_only_whole_cents_are_wagered(cents: Any) -> None:
    table = table_of("blackjack", 1)
    table.start()
    with pytest.raises(Refused, match="whole cents"):
        table.bet(1, main=cents)
    table.bet(1, main=1000)


@pytest.mark.parametrize("cents", [10_000.5, 10_000.0, True, "100"])
def test_only_whole_cents_are_sat_down_with(cents: Any) -> None:
    with pytest.raises(Refused, match="whole cents"):
        Table("blackjack").sit(1, "Ann", cents)


def test_only_whole_cents_are_bet_or_ruled() -> None:
    table = table_of("holdem", 3, structure="no_limit")
    round_ = table.start()
    assert isinstance(round_.question, Asking)
    seat = round_.question.seat
    wrong: tuple[Any, ...] = (600.0, True, "600")
    for cents in wrong:
        with pytest.raises(Refused, match="whole cents"):
            table.act(seat, "raise", cents)
        with pytest.raises(Refused, match="whole cents"):
            table.rule("verbal_over_chips", seat=seat, amount=cents)
    table.act(seat, "raise", 600)


def test_whoever_sits_down_has_a_name() -> None:
    for name in ("", "  "):
        with pytest.raises(Refused, match="seat 1: a name must not be blank"):
            Table("holdem").sit(1, name, 500_00)


CHOICES: list[tuple[Any, dict[str, Any]]] = [
    (Button("x"), {}),
    (Button("x", "", 500), {"amount": 500}),
    (Amount("x", 100, 900), {"amount": 500}),
    (Pick("x", (1, 2), 1, 1), {"pieces": (1,)}),
    (Arrange("x", (1, 2), (("high", 1), ("low", 1))), {"parts": (("high", (1,)), ("low", (2,)))}),
    (Place("x", (Spot("main", 100, 900),)), {"places": (("main", 500),)}),
]
FIELDS: dict[str, Any] = {
    "amount": 777, "pieces": (3,), "parts": (("high", (1,)),), "places": (("main", 1),),
}  # fmt: skip


@pytest.mark.parametrize(("choice", "fits"), CHOICES)
def test_a_field_the_choice_does_not_take_is_refused(choice: Any, fits: dict[str, Any]) -> None:
    assert choice.fault(Act(1, "x", **fits)) is None
    for field, value in FIELDS.items():
        if field not in fits:
            reason = choice.fault(Act(1, "x", **fits, **{field: value}))
            assert reason.code == "decision-takes-none" and "x takes no " in reason.what


def test_a_plain_decision_takes_nothing_more() -> None:
    for line_, words in (
        ("hit 5", "hit takes no amount"),
        ("stand up", "stand takes nothing more: write 'stand'"),
        ("stand up now", "stand takes nothing more: write 'stand'"),
        ("double 7", "double takes no other amount than \\$10"),
    ):
        with pytest.raises(Refused, match=words):
            Playback(blackjack_record(play=line_, deal="5s 6h 6d 8s")).run()


def test_the_tile_that_is_not_held_is_named() -> None:
    record = Record(
        game="pai-gow-tiles", seats={"1": 500, "2": 500}, dice="1 1 1", deal="xx " * 8,
        play=["1 bank 200", "2 bet main=10"],
    )  # fmt: skip
    round_ = Playback(record).run()
    held = list(round_.state.dealt[2, 0])
    kind = round_.game.kind
    other = next(p for p, n in enumerate(kind.copies) if n and p not in held)
    parts = (("high", (other, held[1])), ("low", tuple(held[2:])))
    with pytest.raises(Refused, match=rf"{kind.names[other]} is not among .*\(CA-TILE-06\)"):
        round_.act(Act(2, "set", parts=parts))
    with pytest.raises(Refused, match="number 99 is not among"):
        round_.act(Act(2, "set", parts=(("high", (99, held[1])), ("low", tuple(held[2:])))))


RULINGS: list[tuple[str, dict[str, Any], str]] = [
    ("void_hand", {}, "say which seat, like seat=1"),
    ("void_hand", {"seat": 9}, "no player sits at seat 9"),
    ("void_hand", {"seat": "1"}, "a seat is a whole number, not '1'"),
    ("void_hand", {"seat": 1, "amount": 5}, "takes no amount"),
    ("void_hand", {"seat": 1, "pieces": (5,)}, "takes no pieces"),
    ("void_round", {"seat": 1}, "takes no seat"),
    ("void_round", {"moon": 1}, "not 'moon'"),
    ("void_round", {"reason": 5}, "in words"),
]


@pytest.mark.parametrize(("name", "details", "words"), RULINGS)
def test_a_ruling_needs_its_particulars(name: str, details: dict[str, Any], words: str) -> None:
    table = table_of("blackjack", 1)
    table.start()
    table.bet(1, main=1000)
    with pytest.raises(Refused, match=words):
        table.rule(name, **details)


def test_a_poker_ruling_needs_its_particulars() -> None:
    table = table_of("holdem", 3)
    round_ = table.start()
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("exposed_card", {"seat": 1}, "say which card"),
        ("exposed_card", {"seat": 1, "pieces": (99,)}, "card number 99 does not exist"),
        ("exposed_card", {"seat": 1, "pieces": (-1,)}, "card number -1 does not exist"),
        ("short_chips", {"seat": 1}, "say which amount"),
        ("short_chips", {"seat": 1, "amount": -5}, "say which amount"),
        ("dead_hand", {"seat": -1}, "no player sits at seat -1"),
        ("misdeal", {"amount": 5}, "takes no amount"),
    )
    for name, details, words in wrong:
        with pytest.raises(Refused, match=rf"{words}.*\(CA-"):
            table.rule(name, **details)
    assert not any(isinstance(given, Ruling) for given in round_.inputs)


def test_every_ruling_takes_a_reason_and_says_what_it_needs() -> None:
    for game in games().values():
        for known in game.rulings:
            assert set(known.takes) <= {"seat", "pieces", "amount", "reason"}, known.name


def start(game_id: str, n: int, **posting: Any) -> Round:
    seats = tuple(Seat(seat, f"player {seat}", 500_00) for seat in range(1, n + 1))
    return Round(find(game_id)(posting), seats)


def twice(round_: Round) -> Callable[[], None]:
    return lambda: round_.deal((0,) * round_.question.n)


def test_what_is_dealt_twice_is_refused_by_clause() -> None:
    round_ = start("blackjack", 1, decks=1)
    round_.act(Act(1, "bet", places=(("main", 1000),)))
    with pytest.raises(Refused, match=r"cannot come again.*\(BJ-2, BJ-12\)"):
        twice(round_)()
    with pytest.raises(Refused, match=r"takes 4 cards, not 1 \(BJ-2, BJ-12\)"):
        round_.deal((0,))
    round_ = start("holdem", 2)
    with pytest.raises(Refused, match=r"\(CA-HOLDEM-00\)"):
        twice(round_)()
    round_ = start("pai-gow-tiles", 2)
    round_.act(Act(1, "bank", 100_00))
    round_.act(Act(2, "bet", places=(("main", 10_00),)))
    with pytest.raises(Refused, match=r"a die shows 1 to 6, not 7 \(CA-TILE-01"):
        round_.deal((1, 2, 7))
    round_.deal((1, 2, 3))
    with pytest.raises(Refused, match=r"\(CA-TILE-01, CA-TILE-05\)"):
        twice(round_)()


def test_a_wrong_amount_is_refused_by_clause() -> None:
    for structure, clause in (
        ("limit", "CA-HOLDEM-00"), ("no_limit", "CA-NL-08"), ("pot_limit", "CA-PL-01"),
    ):  # fmt: skip
        table = table_of("holdem", 3, structure=structure)
        round_ = table.start()
        assert isinstance(round_.question, Asking)
        seat = round_.question.seat
        with pytest.raises(Refused, match=clause):
            table.act(seat, "raise", 3_01)
        with pytest.raises(Refused, match="CA-NL-04"):
            table.act(seat % 3 + 1, "fold")
    round_ = start("pai-gow-tiles", 2)
    with pytest.raises(Refused, match="CA-PD-03"):
        round_.act(Act(1, "bank", 1))


def test_the_clauses_of_refusals_exist() -> None:
    for game in games().values():
        table = game()
        named = {*table.deal_clauses, *table.turn_clauses}
        named |= {c for clauses in table.choice_clauses.values() for c in clauses}
        assert named and named <= set(CITED)


def test_the_element_is_no_part_of_the_outcome() -> None:
    record = Record(
        game="free-bet-blackjack", bets={"main": 10, "push_22": 5}, deal="Ts 6h 9d 6s | Tc",
        play="stand",
    )  # fmt: skip
    found = {wager.wager: wager for wager in settle(record).wagers}
    assert found["push_22"].note == "" and found["push_22"].element == "blackjack"
    spots = {spot.name: spot.element for spot in games()["free-bet-blackjack"]().layout().spots}
    assert spots["kings_bounty"] == "poker" and spots["main"] == "blackjack"


@pytest.mark.parametrize("game_id", list(games()))
def test_no_fact_or_posting_is_shown_as_python_writes_it(game_id: str) -> None:
    game = games()[game_id]
    for key, choice in game.declared().items():
        text = choice.show(choice.default)
        assert not any(sign in text for sign in "{}[]()="), f"{key}: {text}"


def test_events_write_dollars() -> None:
    table = table_of("holdem", 2)
    round_ = table.start()
    while isinstance(question := round_.question, Asking):
        names = [choice.name for choice in question.choices]
        table.act(question.seat, "call" if "call" in names else "check")
    lines = [line(event, round_.game.kind) for event in round_.events]
    assert "bets_gathered bets=1:2,2:2" in lines
    void = HandVoided((("stake", 2, 1_50), ("pot", 1, 2_00)), "spilled")
    assert line(void, round_.game.kind) == "hand_voided back=stake:2:1.50,pot:1:2 why=spilled"
