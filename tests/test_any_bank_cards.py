"""3 Card Shine and 3 Dice Baccarat against the house and against a player, and bets elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.collection import Schedule, Tier
from houseway.events import Event, line
from houseway.game import Game, Seat
from houseway.pieces.cards import CARDS
from houseway.posting import fact
from houseway.rulebook.colorado.three_card_shine.game import ThreeCardShine
from houseway.rulebook.colorado.three_dice_baccarat.game import ThreeDiceBaccarat
from houseway.script import DEALER, PLAYER, Act, Ask, AskAll, Chance, Put, Ruling
from houseway.shapes.ante_play.state import HandDealt
from houseway.shapes.bank_events import BankReturned
from houseway.shapes.banks import COUNTERCLOCKWISE, PlayerDealer
from houseway.shapes.stakes import SETTLING, Phase, WagerReturned, WagerSettled, WagersPlaced
from houseway.table.round import Round
from houseway.table.shoe import Shoe
from support import random_act, random_ruling

FEES = Schedule("5..500", "CO-ALL-2", 500, 50_000, 100, (Tier(5_000, 200), Tier(0, 300)))
"""Fees made up for these tests."""
RICH = 10**7


class PlayersShine(ThreeCardShine):
    """3 Card Shine banked by a player, who may share the position."""

    bank: PlayerDealer = fact(PlayerDealer(joint=True))

    @classmethod
    def folder(cls) -> Path:
        return ThreeCardShine.folder()


class PlayersDice(ThreeDiceBaccarat):
    """3 Dice Baccarat banked by a player; the position goes the other way, claims clockwise."""

    bank: PlayerDealer = fact(PlayerDealer(direction=COUNTERCLOCKWISE, settles=1, joint=True))

    @classmethod
    def folder(cls) -> Path:
        return ThreeDiceBaccarat.folder()


class FeesShine(PlayersShine):
    """The same with fees for the house."""

    schedule: str = fact(FEES.name)

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {FEES.name: FEES}


class FeesDice(PlayersDice):
    """The same with fees for the house, taken when the hands lie."""

    bank: PlayerDealer = fact(PlayerDealer(joint=True, fees_taken="after the deal"))
    schedule: str = fact(FEES.name)

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {FEES.name: FEES}


HOUSES: tuple[type[Game], ...] = (ThreeCardShine, ThreeDiceBaccarat)
PLAYERS: tuple[type[Game], ...] = (PlayersShine, PlayersDice, FeesShine, FeesDice)
anybody = pytest.mark.parametrize("game", (*HOUSES, *PLAYERS), ids=lambda game: game.__name__)
players = pytest.mark.parametrize("game", PLAYERS, ids=lambda game: game.__name__)
readings = pytest.mark.parametrize("coverage", ("action", "net"))


def posting(game: type[Game], chance: random.Random) -> dict[str, Any]:
    """Some table: one hand or two, either side first, either reading of the cover."""
    found: dict[str, Any] = {"settles_from": chance.choice(("dealer's right", "dealer's left"))}
    if issubclass(game, ThreeCardShine):
        found |= {"hands_each": chance.choice((1, 2)), "super_6_alone": chance.random() < 0.5}
    else:
        found["players_shake"] = chance.choice(("the dealer only", "largest wager"))
    return found


def decided(round_: Round, chance: random.Random) -> Act:
    """Any decision; a bank is often too short for what lies against it."""
    act = random_act(round_, chance)
    if act.name in ("bank", "join_bank"):
        most = min(act.amount, chance.choice((100, 1_500, 20_000, 10**6)))
        return msgspec.structs.replace(act, amount=chance.randint(100, max(most, 100)))
    return act


def played(game: Game, chance: random.Random, rulings: float = 0.0) -> Round:
    """One round of random decisions, cards, dice and rulings; people of all means."""
    seats = sorted(chance.sample(range(1, 8), chance.randint(2, 6)))
    purse = lambda: chance.choice((3_000, 40_000, 10 * RICH))  # noqa: E731
    round_ = Round(game, [Seat(seat, f"seat {seat}", purse()) for seat in seats])
    shoe = Shoe(game.kind, game.sets(), chance)
    while (question := round_.question) is not None:
        ruling = random_ruling(round_, chance) if chance.random() < rulings else None
        if ruling is not None:
            round_.ruling(ruling)
        elif isinstance(question, Chance):
            n = question.n
            round_.deal(shoe.dice(n) if question.kind == "dice" else shoe.draw(n))
        else:
            round_.act(decided(round_, chance))
    return round_


def many(game: type[Game], n: int, rulings: float = 0.0, **posted: Any) -> Iterator[Round]:
    chance = random.Random(f"{game.__name__} {rulings} {posted}")
    for _ in range(n):
        yield played(game({**posting(game, chance), **posted}), chance, rulings)


# --- every round ---


@anybody
def test_every_cent_is_somewhere(game: type[Game]) -> None:
    for round_ in many(game, 80, rulings=0.03):
        state = round_.game.new_state(round_.seats, round_.between)
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
        assert not round_.state.noted


@anybody
def test_the_same_inputs_are_the_same_round(game: type[Game]) -> None:
    for round_ in many(game, 40, rulings=0.05):
        again = Round(round_.game, round_.seats, round_.between)
        for given in round_.inputs:
            again.enter(given)
        assert again.events == round_.events and again.state == round_.state


@pytest.mark.parametrize("game", (FeesShine, FeesDice))
def test_every_round_with_a_hand_costs_its_fees(game: type[Game]) -> None:
    for round_ in many(game, 60):
        base = {wager.name for wager in round_.game.base_wagers}  # type: ignore[attr-defined]
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
        state = round_.game.new_state(round_.seats, round_.between)
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
    """What is settled, or goes back for want of cover, when the dealer comes by."""
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


# --- cover, worked out once more ---


def with_a_rich_bank(round_: Round) -> Round:
    """The same round against a bank that covers everything."""
    seats = [msgspec.structs.replace(seat, chips=10 * RICH) for seat in round_.seats]
    rich = Round(round_.game, seats, round_.between)
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


# --- no hand at all ---


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
            assert round_.game.carried(round_.between, state).position == round_.between.position
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


# --- other people's circles ---


def bet_elsewhere(round_: Round, seat: int, *puts: Put) -> None:
    """Chips that a seat puts down in another circle; no prompt offers that yet."""
    round_.emit(WagersPlaced(seat, puts))


def settled(round_: Round, seat: int, circle: int) -> dict[str, tuple[int, int]]:
    """What a seat has staked and got back on each spot of another's circle."""
    return {
        event.spot + ".tip" * (event.owner == DEALER): (event.stake, event.back)
        for event in round_.events
        if isinstance(event, WagerSettled) and (event.seat, event.circle) == (seat, circle)
    }


@pytest.mark.parametrize("game", (ThreeCardShine, PlayersShine))
def test_a_backline_bettor_goes_along_with_the_hand(game: type[ThreeCardShine]) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersShine:
        for seat in (1, 2):
            round_.act(Act(seat, "refuse"))
        round_.act(Act(3, "bank", 50_000))
    else:
        round_.act(Act(3, "sit_out"))
    behind = (Put("ante", 700, 0, PLAYER, 1), Put("ante", 200, 0, DEALER, 1))
    bet_elsewhere(round_, 2, *behind, Put("super_6", 300, 0, PLAYER, 1))
    round_.act(Act(1, "bet", places=(("ante", 1_000),)))
    round_.deal(CARDS.parse("4s Qh 5d 7d 6c 8h"))
    assert isinstance(round_.question, AskAll) and round_.question.seats() == (1,)
    assert [(c.seat, c.spot, c.circle) for c in round_.view(2).chips if c.seat == 2][:1] == [
        (2, "ante", 1)
    ]
    assert "4s" not in str(round_.view(2).piles), "the cards are the player's"
    round_.act(Act(1, "play"))
    assert round_.closed
    assert settled(round_, 2, 1) == {
        "play": (700, 1_400), "ante_bonus": (0, 700), "ante": (700, 1_400),
        "ante_bonus.tip": (0, 200), "ante.tip": (200, 400), "super_6": (300, 300 + 3_000),
    }  # fmt: skip
    assert round_.state.purses[1] == 100_000 + 3_000
    assert round_.state.purses[2] == 100_000 - 200 + 3 * 700 + 3_000


@pytest.mark.parametrize("decision", ("play", "fold"))
@pytest.mark.parametrize("game", (ThreeCardShine, PlayersShine))
def test_a_bet_on_an_empty_circle_is_a_hand_of_its_own(
    game: type[ThreeCardShine], decision: str
) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersShine:
        round_.act(Act(1, "bank", 50_000))
    else:
        round_.act(Act(1, "sit_out"))
    bet_elsewhere(round_, 2, Put("ante", 1_000, 0, PLAYER, 5), Put("pair_xxx", 500, 0, PLAYER, 5))
    round_.act(Act(3, "bet", places=(("ante", 2_000),)))
    round_.deal(CARDS.parse("Ts As Qc 9d Ad 7d 8c 5d 2h"))  # circles 3 and 5, then the dealer
    (hand,) = [pile for pile in round_.view(2).piles if (pile.zone, pile.seat) == ("hand", 5)]
    assert hand.pieces == ["As", "Ad", "5d"] and hand.turn and hand.up == [False] * 3
    assert "As" not in str(round_.view(3)) and "As" not in str(round_.view(1))
    dealt = [event for event in round_.events if isinstance(event, HandDealt)]
    assert [event.seen_by(2) for event in dealt] == [False, True]
    assert round_.question is not None and round_.question.seats() == (3, 2)  # type: ignore[union-attr]
    round_.act(Act(2, decision))
    round_.act(Act(3, "fold"))
    if decision == "play":
        wanted = {"play": (1_000, 2_000), "ante": (1_000, 2_000), "pair_xxx": (500, 1_000)}
        assert settled(round_, 2, 5) == wanted
    else:
        assert settled(round_, 2, 5) == {"ante": (1_000, 0), "pair_xxx": (500, 0)}
    assert round_.state.purses[3] == 98_000
    assert round_.state.purses[2] == 100_000 + (2_500 if decision == "play" else -1_500)


@pytest.mark.parametrize("game", (ThreeDiceBaccarat, PlayersDice))
def test_dice_pay_whoever_has_chips_in_a_circle(game: type[ThreeDiceBaccarat]) -> None:
    round_ = Round(game(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    if game is PlayersDice:
        round_.act(Act(1, "refuse"))
        round_.act(Act(3, "bank", 50_000))
    else:
        round_.act(Act(3, "sit_out"))
    behind = (Put("player", 600, 0, PLAYER, 1), Put("player", 100, 0, DEALER, 1))
    bet_elsewhere(round_, 2, *behind, Put("triple_progressive", 100, 0, PLAYER, 5),
                  Put("banker", 500, 0, PLAYER, 5))  # fmt: skip
    assert isinstance(round_.question, Ask | AskAll)
    round_.act(Act(1, "bet", places=(("player", 1_000),)))
    assert round_.state.meters["triple_progressive"][0].taken, "it feeds the meter"
    round_.deal((4, 4, 4))
    round_.deal((3, 4, 4))
    assert round_.closed
    assert settled(round_, 2, 1) == {"player": (600, 1_200), "player.tip": (100, 200)}
    assert settled(round_, 2, 5) == {"triple_progressive": (100, 300), "banker": (500, 0)}
    assert round_.state.purses[1] == 101_000 and round_.state.tokes == 200
    assert round_.state.purses[2] == 100_000 + 600 - 100 + 200 - 500
