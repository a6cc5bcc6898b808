"""Bets elsewhere as seen by bots, layouts, and games in which every player decides alone."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.engine.events import Event
from houseway.engine.questions import PLAYER, Put
from houseway.errors import Refused
from houseway.families.banked.player_dealer.events import BankTaken
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import SETTLING, Phase, WagerSettled, WagersPlaced
from houseway.game.base import Seat
from houseway.game.pay_tables import LOSE, parse_payout
from houseway.players.bots import Bot, play_round
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.table.table import Table
from tests.support.circle_tables import BacklineOnly, HouseCircles, PlayersCircles

# every player decides alone


class Dealt:
    """A round without a script: only events."""

    def __init__(self, game: PlayersCircles) -> None:
        people = [Seat(n, f"player {n}", 100_000) for n in (1, 2, 3, 5)]
        self.state = game.new_state(people, game.first(people))
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        event.do(self.state)
        self.events.append(event)

    def emit_all(self, events: list[Event]) -> None:
        for event in events:
            self.emit(event)


def test_a_claim_may_name_the_one_bettor_it_is_of() -> None:
    game = PlayersCircles()
    dry: Any = Dealt(game)
    dry.emit(BankTaken(5, 1_500, 1))
    dry.emit(Phase("betting", (1, 2, 3)))
    dry.emit(WagersPlaced(1, (Put("main", 800, 0, PLAYER, 2),)))
    dry.emit(WagersPlaced(2, (Put("main", 1_000),)))
    dry.emit(WagersPlaced(3, (Put("main", 600, 0, PLAYER, 2),)))
    assert dry.state.bettors_at(2, "main") == [2, 1, 3]
    place, won = (2, "main", 0), parse_payout("1 to 1")
    claims = [Claim(place, "lose", LOSE, (), only_bettor=2),
              Claim(place, "win", won, (), only_bettor=1),
              Claim(place, "win", won, (), only_bettor=3)]  # fmt: skip
    dry.emit(Phase(SETTLING))
    game.settle(dry, claims)
    net = [(e.seat, e.back - e.stake) for e in dry.events if isinstance(e, WagerSettled)]
    assert net == [(2, -1_000), (1, 500)], "the bank's $15 are used up"
    assert not dry.state.stakes


def test_one_bettors_claim_is_not_noted_for_the_whole_place() -> None:
    game = PlayersCircles()
    dry: Any = Dealt(game)
    dry.emit(BankTaken(5, 1_500, 1))
    dry.emit(Phase("betting", (1, 2, 3)))
    dry.emit(WagersPlaced(2, (Put("main", 1_000),)))
    with pytest.raises(AssertionError, match="noted as a whole"):
        game.settle(dry, [Claim((2, "main", 0), "lose", LOSE, (), only_bettor=2)])


# bots, layouts


def test_bots_bet_behind_others_and_in_empty_circles() -> None:
    table = Table(HouseCircles(), seed=3)
    for seat in (1, 2, 4):
        table.sit(seat, f"player {seat}", 10**6)
    bot, seen = Bot(5), set()
    for _ in range(120):
        round_ = play_round(table, bot)
        for event in round_.events:
            if isinstance(event, WagersPlaced):
                away = {put.circle for put in event.places}
                seen |= {("sits" if c in (1, 2, 4) else "empty", 0 in away) for c in away if c}
    assert seen == {("sits", True), ("sits", False), ("empty", True), ("empty", False)}


def test_layouts_say_where_others_may_bet() -> None:
    layout = HouseCircles().layout()
    assert {spot.name: spot.behind for spot in layout.spots} == {
        "main": True, "pairs": True, "insurance": True,
    }  # fmt: skip
    assert layout.empty_circles and not BacklineOnly().layout().empty_circles
    plain = StandardBlackjack().layout()
    assert not plain.empty_circles and not any(spot.behind for spot in plain.spots)


def test_a_wager_that_a_game_has_not_cannot_be_bet_behind() -> None:
    class Wrong(HouseCircles):
        backline = ("main", "bonus")

    with pytest.raises(Refused, match="bonus is bet behind others"):
        Wrong()
