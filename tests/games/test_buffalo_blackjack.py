"""The Buffalo games: Bust Bonus by plain recursion, and wagers that are placed during a round."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.blackjack.simulation.mid_round_wagers import NOT_PLACED
from houseway.analysis.blackjack.simulation.simulate import BlackjackSimulation, main_nets
from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.blackjack.strategy.basic import basic, policy
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.analysis.wager_odds import find_wager
from houseway.engine.questions import Chance
from houseway.families.banked.state import WagerSettled
from houseway.game.base import Seat
from houseway.hands.blackjack import dealer_draws, natural, points
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.side_bets.bust_bonus import BUSTS, bust_of
from houseway.table.round import Round
from tests.support.random_play import LONG

TWO, THREE = "buffalo-blackjack-2", "buffalo-blackjack-3"
NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def test_busts_by_a_second_description() -> None:
    chance, seen = random.Random(1), set()
    shoe = CARDS.one_set(6)
    for i in range(60_000):
        pool = [c for c in shoe if c % 4 == 2] if i % 3 == 0 else shoe
        pool = [c for c in shoe if c // 4 == 6] if i % 50 == 0 else pool
        hand = chance.sample(pool, 2)
        while dealer_draws(hand, True):
            hand.append(chance.choice(pool))
        up = NAMES[0 if hand[0] // 4 == 12 else min(hand[0] // 4 + 1, 9)]
        if points(hand) <= 21:
            word = "no_bust"
        else:
            eights = len(hand) == 3 and {c // 4 for c in hand} == {6}
            suited = len({c % 4 for c in hand}) == 1
            word = f"{'three_eights' if eights else up}_{'suited' if suited else 'off_suit'}"
        assert BUSTS[bust_of(hand)] == word
        seen.add(word)
    assert seen == set(BUSTS)


def chance_of(up: int, decks: int, suits: tuple[int, ...]) -> tuple[float, float]:
    """By plain recursion: how often the dealer busts with cards of these suits only, and has no
    blackjack, both from a full shoe less the up card.

    Cards of one rank in these suits are alike; the up card is of the first of them.
    """
    left = [decks * len(suits)] * 13
    left[up // 4] -= 1
    all_left = 52 * decks - 1

    def busts(hand: list[int], out: int) -> float:
        if points(hand) > 21:
            return 1.0
        if len(hand) > 1 and (natural(hand) or not dealer_draws(hand, True)):
            return 0.0
        found = 0.0
        for rank in range(13):
            if left[rank]:
                p = left[rank] / (all_left - out)
                left[rank] -= 1
                found += p * busts([*hand, rank * 4], out + 1)
                left[rank] += 1
        return found

    barred = {12: 16 * decks, 8: 4 * decks}.get(min(up // 4, 8) if up // 4 < 12 else 12, 0)
    return busts([up], 0), 1 - barred / all_left


@pytest.mark.parametrize("up", ["Ah", "6h", "8h", "Kh"])
def test_bust_bonus_by_plain_recursion(up: str) -> None:
    """Suited and all busts under an up card, given that the dealer has no blackjack."""
    card = CARDS.parse(up)[0]
    found = exact(find(THREE)({"decks": 4}), "bust_bonus").probability
    row = rows(THREE, "bust_bonus", {"decks": 4})[0]
    name = NAMES[0 if card // 4 == 12 else min(card // 4 + 1, 9)]
    share = row.details["by_up_card"][name]["share"]
    suited, known = chance_of(card, 4, (2,))
    wanted = found[f"{name}_suited"] + (found["three_eights_suited"] if name == "eight" else 0)
    assert float(wanted) / share == pytest.approx(suited / known, rel=1e-12)
    every, known = chance_of(card, 4, (2, 0, 1, 3))
    wins: Any = sum(p for outcome, p in found.items() if outcome.startswith(f"{name}_"))
    wins += (
        sum(found[f"three_eights_{s}"] for s in ("suited", "off_suit")) if name == "eight" else 0
    )
    assert float(wins) / share == pytest.approx(every / known, rel=1e-12)


@pytest.mark.parametrize(("game_id", "decks"), [(TWO, 1), (TWO, 6), (THREE, 6)])
def test_the_edge_by_up_card_makes_up_the_edge(game_id: str, decks: int) -> None:
    (row,) = rows(game_id, "bust_bonus", {"decks": decks})
    cards = row.details["by_up_card"].values()
    assert sum(card["share"] for card in cards) == pytest.approx(1)
    weighed = sum(card["share"] * card["house_edge"] for card in cards)
    assert weighed == pytest.approx(float(row.house_edge), abs=1e-12)
    assert sum(row.outcomes.values()) == pytest.approx(1)


def test_edges_as_published() -> None:
    """21+3 at 9 to 1 with six decks, and the figures of the pages of the games."""
    found = {
        (row.wager, row.table): row.house_edge
        for wager in ("twenty_one_plus_three", "top_3", "bust_bonus")
        for row in rows(THREE, wager, {"decks": 6})
    }
    assert float(found["twenty_one_plus_three", "A"]) == pytest.approx(0.032386, abs=1e-6)
    assert float(found["top_3", "A"]) == pytest.approx(0.110729, abs=1e-6)
    assert float(found["bust_bonus", "1"]) == pytest.approx(0.081223, abs=1e-6)
    assert isinstance(found["bust_bonus", "1"], Fraction)


@pytest.mark.parametrize(
    "posting", [{"decks": 1, "surrender": "late"}, {"active_hands": "in play"}]
)
def test_active_hands_followed_and_simulated(posting: dict[str, Any], interpreted: None) -> None:
    """Bonus 2: hands that may place a Bust Bonus, followed exactly and in simulated rounds."""
    game: Any = find(TWO)(posting)
    wager = find_wager(game, "bust_bonus")
    (row,) = rows(TWO, "bust_bonus", {"decks": 6, **posting})
    counted = play_best(game, best_play(game), 1_000_000 if LONG else 10_000, 3, (wager,))
    ways = counted.sides["bust_bonus"]
    placed = sum(ways)
    assert 0.7 < placed / counted.rounds < 0.85
    for chance, n in zip(row.outcomes.values(), ways, strict=True):
        spread = (float(chance) * (1 - float(chance)) * placed) ** 0.5
        assert abs(n - float(chance) * placed) <= 5 * spread + 1e-9


@pytest.mark.statistical
@pytest.mark.slow  # test_simulate counts rounds without a late wager, the next test settles them
def test_rounds_without_the_wager_are_not_counted() -> None:
    """Bonus 3: Bust Bonus is placed unless the dealer has a blackjack."""
    rounds = 300_000
    found = simulate(find(THREE)(), rounds, seed=5)
    assert found["top_3"].rounds == found["main"].rounds == rounds
    blackjack = 2 * Fraction(24, 312) * Fraction(96, 311)
    placed = found["bust_bonus"].rounds
    spread = float(rounds * blackjack * (1 - blackjack)) ** 0.5
    assert abs(placed - rounds * (1 - blackjack)) < 5 * spread
    edge, error = -found["bust_bonus"].mean(), found["bust_bonus"].stderr()
    assert abs(float(edge) - 0.0812) < 5 * error


POSTINGS = [
    (TWO, {}, False),
    (TWO, {"active_hands": "in play", "surrender": "late"}, False),
    (TWO, {"peek": False}, False),
    (THREE, {"bust_bonus_placed": "before the peek"}, True),
    (THREE, {"bust_bonus_placed": "before the dealer's hand", "surrender": "late"}, False),
    (
        THREE,
        {"bust_bonus_placed": "before the dealer's hand", "bust_bonus_active_only": True},
        False,
    ),
    (THREE, {"bust_bonus_active_only": True, "peek": False}, True),
]
"""Game, posting, and whether Bust Bonus is then placed in every round."""


@pytest.mark.parametrize(("game_id", "posting", "always"), POSTINGS)
def test_live_and_simulated_place_alike(
    game_id: str, posting: dict[str, Any], always: bool
) -> None:
    """The general driver, interpreted, makes the wagers and settlements of the live table."""
    game: Any = find(game_id)(posting)
    sim = BlackjackSimulation(game, basic, None)
    one, nets = compiled_round.driver(*sim.rules), main_nets(game, game.main_pays[0])
    spot, chance = compiled_round.new_spot(), random.Random(9)
    player = policy({wager.name: 1000 for wager in game.offered})
    not_placed = 0
    for _ in range(400):
        cards = chance.sample(game.kind.one_set(game.sets()), 60)
        found: Any = np.zeros(len(sim.sides), np.int64)
        spot[compiled_round.ROUND, compiled_round.NEXT] = spot[
            compiled_round.ROUND, compiled_round.LOOSE
        ] = 0
        main = one(np.array(cards), spot, sim.posted, np.zeros(4, np.uint64), found)
        wanted = {"main": nets[main] * 1000}
        for wager, outcome in zip(sim.sides, found.tolist(), strict=True):
            not_placed += outcome == NOT_PLACED
            if outcome != NOT_PLACED:
                wanted[wager.name] = game.pay[wager.paid_by][outcome].net() * 1000
        assert wanted == live_nets(game, cards, player), game.kind.show(cards)
    assert (not_placed == 0) == always


def live_nets(game: Any, cards: list[int], player: Any) -> dict[str, Fraction]:
    round_ = Round(game, [Seat(1, "Ann", 10_000_000)])
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            round_.deal(tuple(cards[round_.drawn : round_.drawn + question.n]))
        else:
            round_.act(player(question, round_.state))
    nets: dict[str, Fraction] = {}
    for event in round_.events:
        if isinstance(event, WagerSettled):
            nets[event.spot] = nets.get(event.spot, Fraction()) + event.back - event.stake
    return nets
