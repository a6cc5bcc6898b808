"""Simulations: random numbers, the fast loops against the general drivers, and the counts."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.simulation import table_round
from houseway.analysis.blackjack.simulation.simulate import BlackjackSimulation
from houseway.analysis.blackjack.solver.hands import asking
from houseway.analysis.blackjack.strategy.basic import BY_TOTALS, basic
from houseway.analysis.blackjack_switch.simulation import SwitchSimulation
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.random_streams import mix, stream, xoshiro
from houseway.analysis.simulation_runs.simulate import simulate, simulation_of
from houseway.errors import Refused
from houseway.families.blackjack.rules import TWENTY_ONE
from houseway.hands.blackjack import points
from houseway.pieces.cards import CARDS
from houseway.rulebook import find, games
from tests.support.random_play import LONG


def table(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


def test_xoshiro_is_the_published_one() -> None:
    word = compiled(xoshiro)
    state, found = [1, 2, 3, 4], []
    for _ in range(4):
        out, *state = (int(x) % 2**64 for x in word(*map(np.uint64, state)))
        found.append(out)
    assert found == [41943041, 58720359, 3588806011781223, 3591011842654386]


@pytest.mark.statistical
@pytest.mark.parametrize("n", [3, 5])
def test_mixing_is_even(n: int) -> None:
    """Every order of a few pieces as often as any other: chi square."""
    twin, state = compiled(mix), stream(3, 0)
    seen: dict[tuple[int, ...], int] = {}
    orders = {3: 6, 5: 120}[n]
    pieces: Any = np.arange(n)
    for _ in range(orders * 500):
        assert twin(pieces, 0, n, state) == n
        key = tuple(pieces.tolist())
        seen[key] = seen.get(key, 0) + 1
    assert len(seen) == orders
    assert sum((x - 500) ** 2 / 500 for x in seen.values()) < orders + 6 * (2 * orders) ** 0.5


def test_mixing_fills_the_places_asked_for_from_all_pieces() -> None:
    twin, state = compiled(mix), stream(5, 1)
    pieces: Any = np.arange(40)
    before = pieces[:8].copy()
    assert twin(pieces, 8, 15, state) == 16
    assert (pieces[:8] == before).all() and sorted(pieces.tolist()) == list(range(40))


def test_streams_differ_and_are_the_same_every_time() -> None:
    assert (stream(1, 0) == stream(1, 0)).all()
    assert len({tuple(stream(s, n).tolist()) for s in range(20) for n in range(20)}) == 400


def counts_of(game: Any, rounds: int, by_tables: bool, seats: int = 1) -> Any:
    sim = BlackjackSimulation(game, basic, None, seats)
    sim.by_tables = by_tables
    return sim.play(rounds, stream(6, 0))


BY_TABLES: list[tuple[str, dict[str, Any]]] = [
    ("blackjack", {}),
    ("blackjack", {"decks": 1, "cut_card": 95, "surrender": "late"}),
    ("blackjack", {"decks": 2, "peek": False, "no_peek_takes": "original"}),
    ("blackjack", {"decks": 8, "soft_17": "stand", "split_by": "rank", "hands_max": 2}),
    ("free-bet-blackjack", {}),
    ("free-bet-blackjack", {"blackjack_against_22": "pushed", "surrender": "late"}),
    ("free-bet-blackjack", {"side_bets_judge": "any_hand", "peek": False, "decks": 5}),
    ("buffalo-blackjack-2", {"peek": False}),
]


def is_compiled_at_length(game_id: str, seats: int) -> bool:
    """Several seats without side bets are seen in the short form."""
    return (game_id, seats) != ("blackjack", 5)


@pytest.mark.parametrize(
    ("game_id", "posting", "seats"),
    [
        pytest.param(*of, seats, marks=[pytest.mark.slow] * is_compiled_at_length(of[0], seats))
        for seats in (1, 5)
        for of in BY_TABLES
    ],
    ids=str,
)
def test_tables_count_what_the_driver_counts(
    game_id: str, posting: dict[str, Any], seats: int
) -> None:
    """From one stream of random numbers, shoe by shoe: not nearly the same, the same."""
    game, rounds = table(game_id, **posting), 100_000 // seats
    assert (counts_of(game, rounds, True, seats) == counts_of(game, rounds, False, seats)).all()


@pytest.mark.slow
@pytest.mark.parametrize("posting", [{}, {"cut_card": 95, "hands_max": 2}], ids=str)
def test_two_hands_by_tables_count_what_the_driver_counts(posting: dict[str, Any]) -> None:
    counts = []
    for by_tables in (True, False):
        sim = SwitchSimulation(table("blackjack-switch", **posting))
        sim.by_tables = by_tables
        counts.append(sim.play(50_000, stream(6, 0)))
    assert (counts[0] == counts[1]).all()


def state(cards: list[int]) -> Any:
    return table_round.state_of(asking(TWENTY_ONE), cards)


def test_a_strategy_by_totals_looks_at_nothing_else() -> None:
    """Hands of one state, dealt at random, are played alike; so tables may stand for it."""
    chance = random.Random(1)
    first: dict[Any, int] = {}
    for strategy in BY_TOTALS:
        for _ in range(20_000):
            cards = [chance.randrange(52) for _ in range(chance.choice((2, 2, 3, 4)))]
            if points(cards) > 21:
                continue  # no question is asked any more
            up, offered = chance.randrange(52), chance.choice((0b11, 0b11111, 0b1111111))
            ranks = tuple(card >> 2 for card in cards) if len(cards) == 2 else len(cards) > 2
            key = strategy, state(cards), ranks, up >> 2, offered
            said = strategy(cards, up, offered)
            assert first.setdefault(key, said) == said, CARDS.show(cards)


def test_the_state_of_a_hand_is_all_that_drawing_asks() -> None:
    states, chance = table_round.states_of(TWENTY_ONE), random.Random(2)
    for _ in range(5000):
        cards = [chance.randrange(52) for _ in range(chance.randint(2, 5))]
        if points(cards) < 21 and state(cards) in states:
            card = chance.randrange(52)
            assert state([*cards, card]) == state([*states[state(cards)], card])


@pytest.mark.statistical
def test_several_seats_are_a_table() -> None:
    """More seats use up the shoe sooner, and hardly move the edge of the first."""
    game = table("blackjack")
    one = simulate(game, 400_000, seed=3)["main"]
    five = simulate(game, 400_000, seed=4, seats=5)["main"]
    error = (one.stderr() ** 2 + five.stderr() ** 2) ** 0.5
    assert abs(float(one.mean() - five.mean())) < 5 * error
    with pytest.raises(Refused, match="1 to 7 seats, not 8"):
        simulate(game, 10, seats=8)


def test_tiles_by_the_house_way_favour_the_player_dealer() -> None:
    found = simulate(table("pai-gow-tiles"), 300_000)["main"]
    assert found.outcomes == ("win", "push", "lose") and found.rounds == 300_000
    assert 0.005 < float(found.here.edge) < 0.03, "copies go to the player-dealer"


@pytest.mark.statistical
@pytest.mark.parametrize("game_id", ["holdem", "omaha", "omaha-8"])
def test_equal_players_share_equally(game_id: str) -> None:
    found = simulate(table(game_id), 60_000, seats=3)
    assert list(found) == ["seat 1", "seat 2", "seat 3"]
    assert sum(seat.mean() for seat in found.values()) == 0, "the pot is what was put in"
    for seat in found.values():
        assert abs(float(seat.mean())) < 5 * seat.stderr()
    with pytest.raises(Refused, match="2 to 10 seats, not 1"):
        simulate(table(game_id), 10, seats=1)


def test_every_game_is_simulated(interpreted: None) -> None:
    """In the short form blackjack is played, interpreted; test_differential compiles the others."""
    for game_id, kind in games().items():
        table = kind({})
        sim = simulation_of(table)
        assert sim.assumptions and sim.counts > 0, game_id
        late = {w.name for w in table.offered if w.placed_as or w.placed}
        if not (LONG or isinstance(sim, BlackjackSimulation)):
            continue
        counts = sim.play(500, stream(1, 0))
        assert len(counts) == sim.counts
        for name, found in sim.estimates(counts).items():
            assert found.rounds == 500 or (name in late and 300 < found.rounds < 500), name
