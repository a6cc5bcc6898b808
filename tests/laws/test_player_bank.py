"""A player's bank: what it covers of claims, and how the position goes from person to person."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.engine.events import Event
from houseway.engine.questions import PLAYER, Act, Ask, Put
from houseway.families.banked.player_dealer.bank import next_turn, shared_out
from houseway.families.banked.player_dealer.cover import BankTurn, Coverage, PlayerBank
from houseway.families.banked.player_dealer.events import BankTaken
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import SETTLING, Phase, WagerSettled, WagersPlaced
from houseway.game.base import Seat
from houseway.game.pay_tables import LOSE, PUSH, parse_payout
from houseway.rulebook.delta.pai_gow_tiles.game import PaiGowTiles
from houseway.table.round import Round

COVERAGES: tuple[Coverage, ...] = ("action", "net")

# cover


class Dry:
    """A round without a script: only events."""

    def __init__(self, game: PaiGowTiles, seats: int) -> None:
        people = [Seat(n, f"player {n}", 1_000_000) for n in range(1, seats + 2)]
        self.state = game.new_state(people, game.first(people))
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        event.do(self.state)
        self.events.append(event)

    def emit_all(self, events: list[Event]) -> None:
        for event in events:
            self.emit(event)


def cover(claims: list[int], put_up: int, coverage: Coverage) -> list[int]:
    """Return the cover of a bank for claims in their order, implemented a second time."""
    found, used, result = [], 0, 0
    for claim in claims:
        if coverage == "action":
            covered = max(-(put_up - used), min(put_up - used, claim))
        else:
            covered = max(-put_up - result, min(put_up - result, claim))
        used, result = used + abs(covered), result + covered
        found.append(covered)
    return found


PAYOUTS = ("1 to 1", "3 to 2", "30 to 1", "push", "lose")
WAGERS = st.lists(st.tuples(st.integers(1, 500), st.sampled_from(PAYOUTS)), min_size=1, max_size=7)


@given(WAGERS, st.integers(1, 2000), st.sampled_from(COVERAGES))
def test_the_player_dealer_never_wins_or_loses_more_than_his_wager(
    wagers: list[tuple[int, str]], put_up: int, coverage: Coverage
) -> None:
    game = PaiGowTiles({"coverage": coverage})
    dry: Any = Dry(game, len(wagers))
    s = dry.state
    whole = sum(s.balances().values())
    dry.emit(BankTaken(1, put_up, 1))
    bank = s.bank
    assert bank is not None
    claims = []
    for seat, (cents, _) in enumerate(wagers, 2):
        s.waiting = [seat]
        dry.emit(WagersPlaced(seat, (Put("main", cents),)))
    dry.emit(Phase(SETTLING))
    for seat, (cents, text) in enumerate(wagers, 2):
        payout = parse_payout(text)
        claims.append(cents - payout.back(cents))
        game.settle(dry, [Claim((seat, "main", 0), text, payout, ())])
        assert abs(bank.wager - put_up) <= put_up
        assert bank.wager >= 0
        back = s.purses[seat] - 1_000_000
        assert back >= 0 or text == "lose"
    covered = cover(claims, put_up, coverage)
    assert [1_000_000 - s.purses[seat] for seat in range(2, len(wagers) + 2)] == covered
    if coverage == "action":
        assert bank.used == sum(map(abs, covered)) <= put_up
    game.bank.close(game, dry)
    assert bank.wager == 0 and not s.stakes
    assert sum(s.balances().values()) == whole
    assert abs(s.purses[1] - 1_000_000) <= put_up


@given(WAGERS, st.sampled_from(COVERAGES))
def test_enough_cover_settles_everything_in_full(
    wagers: list[tuple[int, str]], coverage: Coverage
) -> None:
    claims = [cents - parse_payout(text).back(cents) for cents, text in wagers]
    whole = sum(map(abs, claims))
    bank = PlayerBank(BankTurn(), coverage, put_up=whole, wager=whole)
    for claim in claims:
        covered = bank.covers(claim)
        assert covered == claim or (covered is None and bank.used == whole and not claim)
        bank.takes(covered or 0)


def test_a_short_payment_at_odds_leaves_the_stake() -> None:
    """AMB-01b: paid what is left, and the stake is returned."""
    game = PaiGowTiles()
    game.pay["main"] = (parse_payout("30 to 1"), PUSH, LOSE)
    dry: Any = Dry(game, 1)
    dry.emit(BankTaken(1, 50_00, 1))
    dry.state.waiting = [2]
    dry.emit(WagersPlaced(2, (Put("main", 5_00),)))
    dry.emit(Phase(SETTLING))
    game.settle(dry, [Claim((2, "main", 0), "win", game.pay["main"][0], ())])
    assert dry.state.purses[2] == 1_000_000 + 50_00


@pytest.mark.parametrize("coverage", COVERAGES)
def test_what_comes_without_a_stake_is_covered_like_any_claim(coverage: Coverage) -> None:
    """AMB-63: an envy is paid out of what is left, in part or not at all."""
    game = PaiGowTiles({"coverage": coverage})
    dry: Any = Dry(game, 3)
    dry.emit(BankTaken(1, 50_00, 1))
    dry.state.waiting = [2]
    dry.emit(WagersPlaced(2, (Put("main", 10_00),)))
    dry.emit(Phase(SETTLING))
    place = (2, "main", 0)
    envy = {(seat, PLAYER): (30_00, "envy") for seat in (3, 4)}
    claims = [
        Claim(place, "win", parse_payout("1 to 1"), ()),
        Claim(place, "envy", PUSH, (), extras=envy),
        Claim(place, "envy", PUSH, (), extras={(3, PLAYER): (1_00, "envy")}),
    ]
    game.settle(dry, claims)
    assert [dry.state.purses[seat] - 1_000_000 for seat in (2, 3, 4)] == [10_00, 30_00, 10_00]
    paid = [event for event in dry.events if isinstance(event, WagerSettled)]
    assert [event.note for event in paid] == ["", "envy", "envy, $10 of $30 covered"]
    assert dry.state.bank is not None and dry.state.bank.wager == 0


# turns


def test_two_hands_each_then_counter_clockwise() -> None:
    rules = PaiGowTiles().bank.rotation
    turn = BankTurn()
    seen = []
    for _ in range(17):
        seen.append((turn.bank, turn.turn))
        turn = next_turn(
            rules, turn, f"player {turn.bank}", turn.bank, {f"player {turn.bank}": turn.bank}
        )
    order = [1, 8, 7, 6, 5, 4, 3, 2, 1]
    assert seen == [(seat, n) for seat in order for n in (1, 2)][:17]


def test_joint_holders_are_counted_each() -> None:
    rules = PaiGowTiles().bank.rotation
    turn = next_turn(rules, BankTurn(1), "Ann", 1, {"Ann": 1, "Eve": 5})
    assert turn == BankTurn(1, 2, {"Ann": 1, "Eve": 1})
    turn = next_turn(rules, turn, "Ann", 1, {"Ann": 1, "Eve": 5})
    assert turn == BankTurn(8, 1, {"Ann": 2, "Eve": 2})
    # A player who was in it for one hand already has but one more, even in another seat.
    turn = next_turn(rules, BankTurn(8, 1, {"Ann": 2, "Hal": 1}), "Hal", 8, {"Hal": 8})
    assert turn == BankTurn(7, 1, {"Hal": 2})


def test_turns_are_counted_by_person_not_by_seat() -> None:
    """A player who moves to another seat takes the hands in a row along; a newcomer has none."""
    people = {1: ("Ann", "a"), 3: ("Bob", "b")}
    turn = PaiGowTiles().first(())
    for bank, left in ((1, 2), (1, 1)):
        round_ = Round(PaiGowTiles(), seats_of(people), turn)
        assert play_out(round_, bank), left
        turn = round_.game.carried(turn, round_.state)
    moved = {3: ("Bob", "b"), 8: ("Ann", "a")}
    round_ = Round(PaiGowTiles(), seats_of(moved), turn)
    assert round_.state.waiting == [3], "seat 8 is offered first, but Ann has had two hands"
    renamed = {1: ("Zoe", "z"), 3: ("Bob", "b"), 8: ("Annie", "a")}
    round_ = Round(PaiGowTiles(), seats_of(renamed), turn)
    assert round_.state.waiting == [3, 1], "a newcomer in seat 1, and Ann under another name"


def seats_of(people: dict[int, tuple[str, str]]) -> list[Seat]:
    return [Seat(seat, name, 1000_00, who) for seat, (name, who) in people.items()]


def play_out(round_: Round, bank: int) -> bool:
    """A hand with this seat as the bank, everybody else wagering $10 and setting the house way."""
    while round_.state.bank.seat != bank:
        asked = round_.question
        assert isinstance(asked, Ask)
        round_.act(
            Act(
                asked.seat, "bank" if asked.seat == bank else "refuse", 50_00 * (asked.seat == bank)
            )
        )
    while isinstance(asked := round_.question, Ask) and round_.state.phase == "betting":
        round_.act(Act(asked.seats()[0], "bet", places=(("main", 10_00),)))
    round_.deal((1, 1, 1))
    round_.deal((0, 0, 1, 1, 2, 2, 3, 3))
    while isinstance(asked := round_.question, Ask):
        round_.act(Act(asked.seats()[0], "house_way"))
    return round_.closed


@given(st.dictionaries(st.integers(1, 8), st.integers(1, 1000), min_size=1), st.integers(0, 5000))
def test_shares_add_up(shares: dict[int, int], left: int) -> None:
    bank = min(shares)
    parts = shared_out(shares, left, bank)
    assert sum(parts.values()) == left
    whole = sum(shares.values())
    for seat, cents in parts.items():
        assert abs(cents * whole - left * shares[seat]) < whole * len(shares)
