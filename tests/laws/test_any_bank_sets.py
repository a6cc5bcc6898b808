"""Set hands on any bank: Pai Jack against a player-dealer, Pai Gow Tiles against the house.

Random rounds with banks from a dollar to more than all action, alone and jointly, both readings of
cover, several hands, naturals, fouls and rulings.  What is paid is worked out a second time.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

import pytest

from houseway.engine.questions import Act, Amount, Ask, Ruling
from houseway.engine.refusals import explain_ruling
from houseway.families.banked.player_dealer.bank import COUNTERCLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.settlement import HOUSE_BANK, USED_UP, HouseBank
from houseway.families.banked.state import FeeTaken, WagerReturned, WagerSettled
from houseway.families.set_hands.state import DealerSet, HandSet, PiecesDealt, joined
from houseway.game.base import Game
from houseway.game.fees import Schedule, Tier
from houseway.game.pay_tables import parse_payout
from houseway.game.posting import fact
from houseway.pieces.kind import UNSEEN
from houseway.records.files import rerun
from houseway.rulebook.colorado.pai_jack.game import PaiJack
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles
from houseway.table.round import Round
from houseway.table.table import Table
from tests.oracles.bank_laws import InARow, check_money, check_round
from tests.support.random_play import balances_after_each_event, random_act

FEES = Schedule("any", "CA-PD-02", 5_00, 100_00, 50, (Tier(0, 1_00),))


class PaiJackBanked(PaiJack):
    """Pai Jack with a player-dealer, and fees after the deal."""

    seats_min = 2
    bank: HouseBank = fact(PlayerDealer(joint=True, fees_taken="after the deal"), "CA-PD-07")
    schedule: str = fact("any")

    @classmethod
    def schedules(cls) -> dict[str, Schedule]:
        return {"any": FEES}


class PaiJackCounter(PaiJack):
    """The same the other way round, without fees, settled clockwise, one hand in a row."""

    seats_min = 2
    bank: HouseBank = fact(
        PlayerDealer(
            rotation=Rotation(direction=COUNTERCLOCKWISE, turns_max=1),
            settles=1,
        )
    )


class TilesOfTheHouse(PaiGowTiles):
    """Pai Gow Tiles banked by the house."""

    seats_min = 1
    pucks: ClassVar[Any] = ()
    cites: ClassVar[Any] = {}
    bank: Any = fact(HOUSE_BANK)
    schedule: str = fact("")


POSTINGS: list[dict[str, Any]] = [
    {},
    {"hands_each": 2, "fouls": "loses"},
    {"hands_each": 3, "fouls": "house way", "fouls_found": "at the showdown"},
    {"hands_each": 2, "fouls_found": "at the showdown", "naturals_found": "by the player"},
    {"assistance": "none", "low_ace_fixed_high": True},
]
BANKED: list[type[Game]] = [PaiJackBanked, PaiJackCounter]


def open_table(game: Game, rng: random.Random, seats: int) -> Table:
    table = Table(game, seed=rng.randint(0, 10**9))
    for seat in sorted(rng.sample(range(1, seats + 1), rng.randint(2, seats))):
        table.sit(seat, f"player {seat}", rng.choice((15_000, 50_000, 1_000_000)))
    return table


def some_act(round_: Round, rng: random.Random) -> Act:
    """A legal decision; the position is nearly always taken, mostly with a short wager."""
    question: Any = round_.question
    for choice in question.choices_of(question.seats()[0]):
        if isinstance(choice, Amount) and choice.name == "bank" and rng.random() < 0.9:
            short = rng.choice((choice.least, 700, 2_500, 10_000, choice.most))
            return Act(question.seats()[0], "bank", min(choice.most, short))
    return random_act(round_, rng)


def play(table: Table, rng: random.Random, rulings: float = 0.0) -> Round:
    round_ = table.start()
    while round_.question is not None:
        ruling = some_ruling(round_, rng)
        if rng.random() < rulings and explain_ruling(table.game, round_.state, ruling) is None:
            table.rule(ruling.name, seat=ruling.seat)
        else:
            table.enter(some_act(round_, rng))
    return round_


def some_ruling(round_: Round, rng: random.Random) -> Ruling:
    """One that may fit: a dead hand more often than the end of the round."""
    name = rng.choice(("dead_hand", "card_off_table") * 3 + ("misdeal", "void_round"))
    seat = rng.choice(round_.seats).seat
    return Ruling(name) if name in ("misdeal", "void_round") else Ruling(name, seat)


def check_order(round_: Round) -> None:
    """Claims come circle by circle and hand by hand, whenever known; main before bonus."""
    game: Any = round_.game
    state = round_.state
    settled = [
        e
        for e in round_.events
        if isinstance(e, WagerSettled) or (isinstance(e, WagerReturned) and e.reason == USED_UP)
    ]
    circles = game.in_order(state, {e.circle or e.seat for e in settled})
    back = -1 if state.bank is None else 1
    found = [
        (circles.index(e.circle or e.seat), back * e.hand, e.spot != "main", e.owner == "dealer")
        for e in settled
    ]
    assert found == sorted(found), "paid out of order"


@pytest.mark.parametrize("posting", POSTINGS, ids=str)
@pytest.mark.parametrize("game", BANKED)
@pytest.mark.parametrize("coverage", ["action", "net"])
def test_pai_jack_on_a_players_bank(
    game: type[Game], posting: dict[str, Any], coverage: str
) -> None:
    rng = random.Random(f"{game.__name__} {posting} {coverage}")
    played: Counter[str] = Counter()
    for _ in range(6):
        table, in_a_row = open_table(game({**posting, "coverage": coverage}), rng, 7), InARow()
        for _ in range(8):
            if sum(seat.chips > 0 for seat in table.seats.values()) < 2:
                break
            round_ = play(table, rng)
            played += check_round(round_)
            in_a_row.check(round_)
            if round_.state.dealt:
                check_order(round_)
                played["joint"] += len(round_.state.bank.shares) > 1
                played["naturals"] += any(e == "Pai Jack" for e in shown_words(round_))
            check_secrets(round_)
    assert played["hands"] > 15 and played["in part"] and played["naturals"]
    assert played["joint"] or not game({}).bank.joint


def shown_words(round_: Round) -> list[str]:
    return [getattr(event, "words", "") for event in round_.events]


def check_secrets(round_: Round) -> None:
    """No player is told of another's covered hand, nor of the bank's."""
    for viewer in (0, *(seat.seat for seat in round_.seats)):
        for event in round_.events_for(viewer):
            if isinstance(event, PiecesDealt | HandSet) and event.seat != viewer:
                assert set(event.pieces) == {UNSEEN}


@pytest.mark.parametrize("game", BANKED)
@pytest.mark.parametrize("coverage", ["action", "net"])
def test_rulings_at_any_moment_leave_every_cent(game: type[Game], coverage: str) -> None:
    """Dead hands, cards off the table, misdeals and void rounds, with claims noted and settled."""
    rng = random.Random(f"rulings {game.__name__} {coverage}")
    ruled: Counter[str] = Counter()
    for n in range(150):
        posting = rng.choice(POSTINGS)
        table = open_table(game({**posting, "coverage": coverage}), rng, 7)
        before = {seat.seat: seat.chips for seat in table.seats.values()}
        round_ = play(table, rng, rulings=0.12)
        check_money(round_)
        names = [given.name for given in round_.inputs if isinstance(given, Ruling)]
        ruled.update(names)
        if {"misdeal", "void_round"} & set(names):
            assert round_.state.purses == before, f"round {n}: {names}"
            assert round_.game.carried(round_.carry_over, round_.state).position == (
                round_.carry_over.position
            )
    assert set(ruled) == {"dead_hand", "card_off_table", "misdeal", "void_round"}


def test_a_hand_that_a_players_bank_has_settled_is_not_dead_any_more() -> None:
    """The bank may have paid on with what it collected; only a void round undoes it all."""
    game = PaiJackBanked({"coverage": "net", "fouls_found": "at the showdown"})
    table = Table(game, seed=1)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 200_00)
    round_ = Round(game, list(table.seats.values()))
    round_.act(Act(1, "bank", 10_00))
    for seat in (2, 3):
        round_.act(Act(seat, "bet", places=(("main", 10_00),)))
    round_.deal(PaiJack.kind.parse("2c 3c 4c 5c 6c Ts Jh 9s 8s 2s 3d 7h Kd 6d Kc"))
    high, low = PaiJack.kind.parse("9s 8s 2s"), PaiJack.kind.parse("Ts Jh")
    for act in (Act(2, "house_way"), Act(3, "set", parts=(("high", high), ("low", low)))):
        round_.act(act)
    round_.act(Act(1, "house_way"))
    assert isinstance(round_.question, Ask) and round_.question.seat == 3
    assert explain_ruling(game, round_.state, Ruling("dead_hand", 2)) is not None
    assert explain_ruling(game, round_.state, Ruling("dead_hand", 3)) is None
    round_.ruling(Ruling("void_round"))
    assert round_.closed and set(round_.state.purses.values()) == {200_00}
    check_money(round_)


def test_fees_after_the_deal_come_between_deal_and_setting() -> None:
    table = Table(PaiJackBanked(), seed=4)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 200_00)
    round_ = table.start()
    table.act(1, "bank", 50_00)
    table.bet(2, main=10_00)
    table.bet(3, main=10_00)
    names = [type(event).__name__ for event in round_.events]
    first = names.index("FeeTaken")
    assert names[first - 1] == "PiecesDealt" and names[first + 3] != "FeeTaken"
    fees = {e.seat: e.cents for e in round_.events if isinstance(e, FeeTaken)}
    assert fees == {2: 50, 3: 50, 1: 1_00}
    asked = [event for event in round_.events if isinstance(event, PiecesDealt)]
    assert [event.seat for event in asked] == [2, 3, 1], "from the seat after the bank's, to it"


def test_a_foul_of_the_bank_itself_is_not_taken() -> None:
    """No player loses to a bank's hand that is a foul, however fouls are posted."""
    round_ = Round(PaiJackBanked({"fouls": "loses"}), open_two().seats.values())  # type: ignore[arg-type]
    round_.act(Act(1, "bank", 50_00))
    round_.act(Act(2, "bet", places=(("main", 10_00),)))
    cards = PaiJack.kind.parse("2c 3c 4c 5c 6c Ts Jh 9s 8s 2s")
    round_.deal(cards)
    round_.act(Act(2, "house_way"))
    high, low = PaiJack.kind.parse("9s 8s 2s"), PaiJack.kind.parse("Ts Jh")
    refused = round_.refusal(Act(1, "set", parts=(("high", high), ("low", low))))
    assert refused is not None and "above the high hand" in refused.what
    round_.act(Act(1, "house_way"))
    assert round_.closed


def open_two() -> Table:
    table = Table(PaiJackBanked(), seed=1)
    table.sit(1, "Ann", 200_00)
    table.sit(2, "Bob", 200_00)
    return table


def test_a_bank_against_pai_jacks_alone_sets_nothing_and_has_had_its_turn() -> None:
    """They are paid when settling begins, as far as the wager goes."""
    table = open_two()
    round_ = Round(table.game, list(table.seats.values()))
    round_.act(Act(1, "bank", 10_00))
    round_.act(Act(2, "bet", places=(("main", 20_00), ("bonus", 5_00))))
    round_.deal(PaiJack.kind.parse("As Ks Qs 2s 3s Ts Jh 9s 8s 2c"))
    assert round_.closed and round_.state.sets == {}
    settled = [e for e in round_.events if isinstance(e, WagerSettled)]
    assert [(e.spot, e.outcome, e.back - e.stake) for e in settled] == [("main", "pai_jack", 10_00)]
    check_round(round_)
    after = round_.game.carried(round_.carry_over, round_.state).position
    assert (after.bank, after.turn, list(after.held.values())) == (1, 2, [1])


def test_tiles_of_the_house() -> None:
    """No dice and no buttons: the dealer sets the house way, and the house pays whatever comes."""
    rng = random.Random("tiles of the house")
    hands = 0
    for _ in range(10):
        table = open_table(TilesOfTheHouse(), rng, 7)
        for _ in range(6):
            round_ = play(table, rng, rulings=0.02)
            for found in balances_after_each_event(round_):
                assert all(cents >= 0 for (name, _), cents in found.items() if name != "house")
            assert rerun(round_).events == round_.events
            check_secrets(round_)
            state = round_.state
            settled = [e for e in round_.events if isinstance(e, WagerSettled)]
            assert state.bank is None and not state.dice and not state.drop
            assert state.house == sum(e.stake - e.back for e in settled)
            for event in settled:
                assert event.back == parse_payout(event.odds).back(event.stake) and not event.bank
            check_order(round_)
            for dealer in [e for e in round_.events if isinstance(e, DealerSet)][-1:]:
                hands += 1
                game: Any = table.game
                assert dealer.pieces == joined(game.house_way(state.dealt[state.banks]))
            zones = {zone.name for zone in table.game.layout().zones}
            assert {pile.zone for pile in round_.view(0).piles} <= zones
    assert hands > 30
