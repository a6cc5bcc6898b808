"""Random rounds with bets behind others and in empty circles, on short and joint banks.

Every cent is accounted for after every event, and a round replays to the same events. No viewer
sees hidden pieces, and a player's bank keeps within its wager.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from houseway.families.banked.game import Banked
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.state import WagerReturned, WagerSettled
from houseway.game.base import Game
from houseway.records.files import rerun
from houseway.table.round import Round
from houseway.table.table import Table
from tests.laws.test_any_bank import some_act
from tests.oracles.bank_laws import check_cover
from tests.oracles.card_follower import Follower
from tests.support.circle_tables import TABLES
from tests.support.random_play import LONG, balances_after_each_event, random_posting, random_ruling

ROUNDS = 60 if LONG else 30


def tables(game: type[Game]) -> list[tuple[Table, random.Random]]:
    found = []
    for seed in range(ROUNDS // 3):
        rng = random.Random(f"{game.__name__} {seed}")
        meters = {wager.name: "off" for wager in game.wagers if wager.progressive}
        table = Table(game(random_posting(game, rng, meters)), seed=seed)
        seats = rng.randint(max(2, game.seats_min), game.seats_max - 1)
        for seat in sorted(rng.sample(range(1, game.seats_max + 1), seats)):
            table.sit(seat, f"player {seat}", rng.choice((5_000, 50_000, 1_000_000)))
        found.append((table, rng))
    return found


def play(table: Table, rng: random.Random, rulings: float) -> Round:
    round_ = table.start()
    while round_.question is not None:
        ruling = random_ruling(round_, rng) if rng.random() < rulings else None
        if ruling is not None:
            table.rule(ruling.name, seat=ruling.seat, pieces=ruling.pieces, amount=ruling.amount)
        else:
            table.enter(some_act(round_, rng))
    return round_


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.__name__)
@pytest.mark.parametrize("rulings", (0.0, 0.02))
def test_nothing_is_lost_leaked_or_played_otherwise(game: type[Game], rulings: float) -> None:
    seen: Counter[str] = Counter()
    for table, rng in tables(game):
        for _ in range(3):
            if sum(seat.chips > 0 for seat in table.seats.values()) < game.seats_min:
                break
            round_ = play(table, rng, rulings)
            for _ in balances_after_each_event(round_):
                pass
            assert rerun(round_).events == round_.events
            assert not round_.state.stakes and not round_.state.deferred
            assert min(round_.state.purses.values()) >= 0
            assert isinstance(round_.game, Banked)
            if isinstance(round_.game.bank, PlayerDealer) and not rulings:
                check_cover(round_)
            check_order(round_)
            Follower(round_)
            seen.update(places_bet(round_))
    assert seen["behind"], "no one ever bet behind another"
    played = game()
    assert isinstance(played, Banked) and played.bets.elsewhere is not None
    assert seen["empty"] or not played.empty_circles, "no one ever bet in an empty circle"
    assert seen["decided"] or not played.bets.elsewhere.alone, "no one decided for another seat"


def check_order(round_: Round) -> None:
    """At each place the circle's player is settled first, then the others as they came."""
    last: dict[tuple[int, str, int], int] = {}
    lines = round_.state.lines
    for event in round_.events:
        if isinstance(event, WagerSettled) and (event.circle or event.seat) in lines:
            circle = event.circle or event.seat
            place, rank = (circle, event.spot, event.hand), lines[circle].index(event.seat)
            if event.owner == "player":
                assert last.get(place, -1) < rank, f"{place} of {lines[circle]}: {event}"
                last[place] = rank


def places_bet(round_: Round) -> Counter[str]:
    found: Counter[str] = Counter()
    people = {seat.seat for seat in round_.seats}
    for event in round_.events:
        if isinstance(event, WagerSettled | WagerReturned) and event.circle:
            found["behind" if event.circle in people else "empty"] += 1
            found["decided"] += round_.state.holder(event.circle) == event.seat
    return found
