"""3 Card Shine and 3 Dice Baccarat against the house and against a player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from houseway.engine.events import Event, line
from houseway.engine.questions import DEALER, PLAYER, Act, Ruling
from houseway.families.banked.player_dealer.events import BankReturned
from houseway.families.banked.state import (
    SETTLING,
    Phase,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
)
from houseway.game.base import Game, Seat
from houseway.pieces.cards import CARDS
from houseway.rulebook.colorado.three_card_shine.game import ThreeCardShine
from houseway.table.round import Round
from tests.support.players_tables import (
    RICH,
    FeesDice,
    FeesShine,
    PlayersDice,
    anybody,
    many,
    players,
    readings,
)


@anybody
def test_every_cent_is_somewhere(game: type[Game]) -> None:
    for round_ in many(game, 80, rulings=0.03):
        state = round_.game.new_state(round_.seats, round_.carry_over)
        ledger = Counter(state.balances())
        total = sum(ledger.values())
        for event in round_.events:
            event.do(state)
            for source, target, cents in event.transfers():
                assert cents >= 0, line(event, round_.game.kind)
                ledger[source] -= cents
                ledger[target] += cents
            balances = state.balances()
            for account in {*balances, *ledger}:
                assert balances.get(account, 0) == ledger[account], line(event, round_.game.kind)
            assert sum(balances.values()) == total
        for (name, seat), cents in state.balances().items():
            if name in ("stake", "bank"):
                assert cents == 0, f"{name} {seat} is not empty"
            assert cents >= 0 or name == "house"
        assert not round_.state.deferred


@anybody
def test_the_same_inputs_are_the_same_round(game: type[Game]) -> None:
    for round_ in many(game, 40, rulings=0.05):
        again = Round(round_.game, round_.seats, round_.carry_over)
        for given in round_.inputs:
            again.enter(given)
        assert again.events == round_.events and again.state == round_.state


@pytest.mark.parametrize("game", (FeesShine, FeesDice))
def test_every_round_with_a_hand_costs_its_fees(game: type[Game]) -> None:
    for round_ in many(game, 60):
        base = {wager.name for wager in round_.game.base_wagers}
        wagers = Counter(
            event.seat
            for event in round_.events
            if isinstance(event, WagersPlaced)
            for put in event.places
            if put.spot in base and put.whom == PLAYER
        )
        fees = dict(round_.state.fees)
        hand = any(isinstance(event, WagersPlaced) for event in round_.events)
        assert (fees.pop(round_.state.bank.seat, 0) in (200, 300)) is hand
        assert fees == {seat: 100 * n for seat, n in wagers.items()}


@players
@readings
def test_a_bank_never_wins_or_loses_more_than_its_wager(game: type[Game], coverage: str) -> None:
    short = joint = 0
    for round_ in many(game, 80, coverage=coverage):
        state = round_.game.new_state(round_.seats, round_.carry_over)
        for event in round_.events:
            event.do(state)
            bank = state.bank
            if not isinstance(event, BankReturned) and not state.closed:
                assert 0 <= bank.wager <= 2 * bank.put_up or not bank.seat
                assert coverage == "net" or bank.used <= bank.put_up
            short += isinstance(event, WagerReturned) or "covered" in getattr(event, "note", "")
        backs = [event for event in round_.events if isinstance(event, BankReturned)]
        joint += len(backs) > 1
        assert sum(event.cents for event in backs) <= 2 * sum(event.put_up for event in backs)
        assert round_.state.house == 0 or "triple_progressive" in round_.state.meters
    assert short > 20 and joint > 20, "banks that are too short, and joint ones, are tried"


def claims(round_: Round) -> list[WagerSettled | WagerReturned]:
    """Return the wagers that are settled, or returned without cover, when the dealer comes by."""
    events = round_.events
    start = next((i for i, event in enumerate(events) if is_phase(event, SETTLING)), len(events))
    return [e for e in events[start:] if isinstance(e, WagerSettled | WagerReturned)]


def is_phase(event: Event, name: str) -> bool:
    return isinstance(event, Phase) and event.name == name


def place_of(event: WagerSettled | WagerReturned) -> tuple[int, int, str]:
    return event.circle or event.seat, event.hand, event.spot


@anybody
def test_claims_come_in_the_order_of_settlement(game: type[Game]) -> None:
    most = 0
    for round_ in many(game, 80):
        here: Any = round_.game
        (spots,) = here.settles
        if here.settles_from == "dealer's left":
            circles = list(range(1, 8))
        else:
            circles = list(range(7, 0, -1))
        if (bank := round_.state.bank) is not None:
            circles = [(bank.seat + i) % 7 + 1 for i in range(7)]
        order = [
            (circles.index(circle), hand, spots.index(spot), event.owner == DEALER)
            for event in claims(round_)
            for circle, hand, spot in (place_of(event),)
        ]
        assert order == sorted(order) and len(order) == len(set(order))
        most = max(most, len(order))
        if bank is not None:
            assert len(claims(round_)) == sum(
                isinstance(event, WagerSettled | WagerReturned) for event in round_.events
            ), "a player's bank pays in this order and at no other time"
    assert most > 10


def with_a_rich_bank(round_: Round) -> Round:
    """The same round against a bank that covers everything."""
    seats = [msgspec.structs.replace(seat, chips=10 * RICH) for seat in round_.seats]
    rich = Round(round_.game, seats, round_.carry_over)
    for given in round_.inputs:
        if isinstance(given, Act) and given.name in ("bank", "join_bank"):
            given = msgspec.structs.replace(given, amount=RICH)
        rich.enter(given)
    return rich


@players
@readings
def test_what_is_covered_is_worked_out_claim_by_claim(game: type[Game], coverage: str) -> None:
    cut = 0
    for round_ in many(game, 100, coverage=coverage):
        bank = round_.state.bank
        left, result = bank.put_up, 0
        rich, found = claims(with_a_rich_bank(round_)), claims(round_)
        assert [place_of(event) for event in rich] == [place_of(event) for event in found]
        for whole, event in zip(rich, found, strict=True):
            assert isinstance(whole, WagerSettled)
            due = whole.stake - whole.back + whole.from_meter
            if coverage == "action":
                paid = max(-left, min(left, due))
                left -= abs(paid)
            else:
                paid = max(-bank.put_up - result, min(bank.put_up - result, due))
                result += paid
            if isinstance(event, WagerReturned):
                assert paid == 0 and event.cents == whole.stake
            else:
                assert event.stake - event.back + event.from_meter == paid
                assert event.outcome == whole.outcome
            cut += paid != due
    assert cut > 50


def test_a_meter_pays_its_own_share() -> None:
    """The bank has nothing to do with it: it collects the wager, and the meter pays the award."""
    game = PlayersDice({"triple_progressive_seed": 5_000, "triple_progressive_rate": 1_000})
    round_ = Round(game, [Seat(i, f"seat {i}", 100_000) for i in (1, 2)])
    round_.act(Act(1, "bank", 100))
    round_.act(Act(2, "bet", places=(("triple_progressive", 100),)))
    round_.deal((3, 3, 3))
    round_.deal((3, 3, 3))
    assert round_.closed and round_.state.purses == {1: 100_100, 2: 100_000 - 100 + 500_010}
    assert round_.state.meters["triple_progressive"][0].cents == 500_000


@anybody
def test_after_a_misdeal_of_all_or_a_void_round_everybody_has_what_he_had(
    game: type[Game],
) -> None:
    names = {rule.name for rule in game.rulings} & {"misdeal_dealer", "void_round"}
    assert names
    undone = 0
    for round_ in many(game, 150, rulings=0.15):
        given = round_.inputs[-1]
        if isinstance(given, Ruling) and given.name in names:
            state = round_.state
            assert state.purses == {seat.seat: seat.chips for seat in round_.seats}
            assert state.drop == state.tokes == state.house == 0 and not state.fees
            assert (
                round_.game.carried(round_.carry_over, state).position == round_.carry_over.position
            )
            undone += bool(state.people and round_.drawn)
    assert undone > 3 or not issubclass(game, ThreeCardShine)


def test_fees_are_taken_and_come_back() -> None:
    round_ = Round(FeesShine(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    round_.act(Act(1, "bank", 4_000))
    round_.act(Act(2, "bet", places=(("ante", 1_000), ("tip_ante", 100))))
    round_.act(Act(3, "bet", places=(("ante", 1_000), ("super_6", 100))))
    fees = dict(round_.state.fees)
    assert fees[1] == 200 and fees[3] == 100 and round_.state.drop == sum(fees.values())
    round_.deal(CARDS.parse("2s As Qc 4d 8c 7d 7c 3d 2h"))
    round_.act(Act(3, "fold"))
    round_.ruling(Ruling("misdeal_dealer"))
    assert round_.closed and set(round_.state.purses.values()) == {100_000}
