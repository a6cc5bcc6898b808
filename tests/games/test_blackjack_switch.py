"""Blackjack Switch: its figures by two methods each, its money, and what a player is shown."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from houseway.analysis.blackjack.simulation.compiled_round import MOST
from houseway.analysis.blackjack.solver.dealer import ACE, TEN
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.blackjack_switch.exact import (
    SwitchChart,
    SwitchPlay,
    switch_chart,
    switch_play,
    switch_results,
    switches_of,
    two_cards,
)
from houseway.analysis.blackjack_switch.simulation import SwitchSimulation
from houseway.analysis.blackjack_switch.switch_round import RESULTS
from houseway.analysis.random_streams import stream
from houseway.analysis.report import report
from houseway.analysis.wager_edge import exact
from houseway.analysis.wager_odds import Estimate
from houseway.engine.questions import Act, Ruling
from houseway.errors import Refused
from houseway.game.base import Seat
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.switch_player import switch_policy

GAME = "blackjack-switch"
EIGHT = {"decks": 8, "super_match": "2"}


def opened(**posting: Any) -> Any:
    return find(GAME)(posting)


@pytest.fixture(scope="module")
def chart() -> SwitchChart:
    return switch_chart(opened())


@pytest.mark.parametrize("posting", [{}, EIGHT])
def test_super_match_is_counted_by_ranks(posting: dict[str, Any]) -> None:
    game = opened(**posting)
    n = 4 * game.decks
    by_hand = {
        "four_of_a_kind": 13 * math.comb(n, 4),
        "two_pair": math.comb(13, 2) * math.comb(n, 2) ** 2,
        "three_of_a_kind": 13 * math.comb(n, 3) * 12 * n,
        "pair": 13 * math.comb(n, 2) * math.comb(12, 2) * n * n,
        "no_match": math.comb(13, 4) * n**4,
    }
    found = exact(game, "super_match")
    assert dict(zip(found.outcomes, found.ways, strict=True)) == by_hand
    assert found.total == math.comb(13 * n, 4)
    edge = {6: Fraction(126536, 4965115), 8: Fraction(646, 24485)}[game.decks]
    assert found.here.edge == edge


def played_out(decks: int, hits_soft_17: bool) -> dict[tuple[int, int], float]:
    """(total, cards) -> chance of the dealer's last hand, by plain recursion over values."""
    counts = [4 * decks] * 9 + [16 * decks]
    ends: dict[tuple[int, int], float] = {}

    def draw(hard: int, ace: bool, cards: int, chance: float) -> None:
        soft = ace and hard <= 11
        total = hard + 10 * soft
        if total > 17 or (total == 17 and not (soft and hits_soft_17)):
            ends[total, cards] = ends.get((total, cards), 0.0) + chance
            return
        left = sum(counts)
        for v in range(10):
            if counts[v]:
                counts[v] -= 1
                draw(hard + v + 1, ace or v == 0, cards + 1, chance * (counts[v] + 1) / left)
                counts[v] += 1

    draw(0, False, 0, 1.0)
    return ends


@pytest.mark.parametrize("counts_22", [True, False])
def test_buster_is_counted_by_plain_recursion(counts_22: bool) -> None:
    game = opened(buster_counts_22=counts_22, soft_17="stand")
    names = {3: "three_or_four", 4: "three_or_four", 5: "five", 6: "six", 7: "seven"}
    wanted: dict[str, float] = {}
    for (total, cards), chance in played_out(6, False).items():
        bust = total > 22 or (total == 22 and counts_22)
        name = names.get(cards, "eight_or_more") if bust else "no_bust"
        wanted[name] = wanted.get(name, 0.0) + chance
    found = exact(game, "buster").probability
    assert {name: float(p) for name, p in found.items()} == pytest.approx(wanted, rel=1e-9)


PUBLISHED = {
    (6, "hit"): 0.005431268, (8, "hit"): 0.005865675,
    (6, "stand"): 0.001450887, (8, "stand"): 0.001881890,
}  # fmt: skip
BY_TOTALS = 0.005434692


def test_the_published_edge(chart: SwitchChart) -> None:
    assert chart.play.house_edge == pytest.approx(PUBLISHED[6, "hit"], abs=1e-9)
    assert -chart.expectation_by_totals == pytest.approx(BY_TOTALS, abs=1e-9)
    assert 0.3 < chart.play.switch_chance < 0.4


def test_hands_that_are_never_switched_are_hands_of_blackjack(chart: SwitchChart) -> None:
    """Each hand is valued 55 times, once with every other; together that is one hand by itself."""
    kept = chart.play.both.expectation(np.zeros_like(chart.play.switches))
    assert kept == pytest.approx(best_play(opened()).expectation, abs=1e-12)
    assert chart.play.both.chance.sum() == pytest.approx(1.0, abs=1e-12)


def results_agree(play: SwitchPlay, main: Estimate) -> None:
    """Their mean is what the play is worth; each comes as often as in these rounds."""
    units = switch_results(play).units
    assert units.sum() == pytest.approx(1.0, abs=1e-12) and units.min() >= 0.0
    assert units @ np.arange(-MOST, MOST + 1) / 2 == pytest.approx(play.expectation, abs=1e-12)
    counted = dict(zip(main.outcomes, main.ways, strict=True))
    for name, chance in zip(RESULTS, units.tolist(), strict=True):
        deviation = math.sqrt(chance * (1.0 - chance) * main.rounds)
        assert abs(counted.get(name, 0) - chance * main.rounds) <= 5 * deviation + 3, name


@pytest.mark.statistical
@pytest.mark.slow  # the default posting, below and in test_exact_rows, is compared every time
def test_exact_and_simulated_agree_at_an_odd_posting() -> None:
    """Eight decks, no look for a blackjack, and a 22 that is a bust."""
    game = opened(**EIGHT, peek=False, no_peek_takes="original", dealer_22_pushes=False)
    play, simulation = switch_play(game), SwitchSimulation(game)
    kept = play.both.expectation(np.zeros_like(play.switches))
    assert kept == pytest.approx(best_play(game).expectation, abs=1e-12)
    found = simulation.estimates(simulation.play(1_500_000, stream(7, 0), full_shoe=True))
    assert abs(float(found["main"].mean()) - play.expectation) < 4 * found["main"].stderr()
    results_agree(play, found["main"])
    for side in ("super_match", "buster"):
        wanted = float(exact(game, side).here.edge)
        assert abs(float(found[side].here.edge) - wanted) < 4 * found[side].stderr()


@pytest.mark.statistical
@pytest.mark.slow
def test_the_default_posting_agrees_from_a_full_shoe(chart: SwitchChart) -> None:
    simulation = SwitchSimulation(opened())
    main = simulation.estimates(simulation.play(3_000_000, stream(3, 0), full_shoe=True))["main"]
    assert abs(float(main.mean()) - chart.play.expectation) < 4 * main.stderr()
    assert main.stderr() < 0.0006
    results_agree(chart.play, main)


def test_no_other_switch_is_better_by_much(chart: SwitchChart) -> None:
    """Against what is best of all for these hands, and what is worse."""
    play, both = chart.play, chart.play.both
    best_of_all = -both.expectation(both.switched > both.kept)
    assert 0 < play.house_edge - best_of_all < 0.000004
    two = type(play.worth)(np.round(play.worth.dealt, 2), np.round(play.worth.switched, 2))
    assert 0 < -both.expectation(switches_of(two)) - play.house_edge < 0.00002
    at_random = np.random.default_rng(1).random(play.switches.shape) < 0.5
    assert -both.expectation(at_random) > 0.09


@pytest.mark.parametrize(
    ("deal", "switched"),
    [
        ((6, 4, TEN, TEN, 5), True),  # against 7: 5-T and T-6 become 5-6 and T-T
        ((6, TEN, TEN, 5, 4), False),  # T-T and 6-5 stay
        ((6, ACE, TEN, 4, 8), False),  # a blackjack and 5-9 stay
        ((6, ACE, TEN, TEN, 5), True),  # a blackjack and T-6 become A-6 and T-T
        ((3, 7, TEN, TEN, 7), True),  # against 4: two 18s become 8-8 and T-T
        ((3, 7, 6, 7, 6), False),  # nothing changes
    ],
)
def test_which_cards_are_switched(
    chart: SwitchChart, deal: tuple[int, ...], switched: bool
) -> None:
    assert bool(chart.play.switches[deal]) == switched


def test_a_blackjack_is_worth_its_price_and_a_switched_one_is_not(chart: SwitchChart) -> None:
    worth = chart.play.worth
    assert np.all(worth.dealt[:, ACE, TEN] == 1.0)
    assert np.all(worth.switched[:, ACE, TEN] < 0.95)
    assert np.all(worth.dealt[:, TEN, TEN] == worth.switched[:, TEN, TEN])


def test_a_22_touches_a_switched_blackjack_whatever_is_posted() -> None:
    best = best_play(opened(dealer_22_pushes=False))
    worth = two_cards(best.terms, best.grounds, best.value)
    drawn = best.value[:, hands()["pair"][ACE, TEN]]
    assert np.all(worth.switched[:, ACE, TEN] < drawn)


def test_rows_of_the_lab() -> None:
    found = report(GAME, posting={"decks": 6})
    edges = {row.wager: float(row.house_edge) for row in found.rows}
    assert edges == pytest.approx(
        {
            "main": PUBLISHED[6, "hit"],
            "super_match": 0.0254850,
            "buster": 0.0542299,
            "insurance": 23 / 311,
        },
        abs=1e-6,
    )
    main = next(row for row in found.rows if row.wager == "main")
    assert main.method == "exact" and any("2 equal bets" in text for text in main.assumptions)
    assert 0.02 < main.details["several_hands"] < 0.04 and "rounds" not in main.details
    assert {row.table for row in found.rows if row.wager == "super_match"} == {"1"}


def seated(chips: int = 100_00, **posting: Any) -> Round:
    return Round(opened(**posting), [Seat(1, "Ann", chips)])


def dealt(cards: str, **bets: int) -> Round:
    round_ = seated()
    round_.act(Act(1, "bet", places=tuple(bets.items())))
    round_.deal(round_.game.kind.parse(cards))
    return round_


def test_the_prompt_says_which_hand_is_played() -> None:
    round_ = dealt("5c Td 7h Tc 6h Tc", main=1000)
    prompt = round_.view(1).prompt
    assert prompt is not None and "switch the second cards" in prompt.words
    words = {action.name: getattr(action, "words", "") for action in prompt.actions}
    assert words["switch"].endswith("5c 6h (11) and Td Tc (20)")
    assert words["keep"].endswith("5c Tc (15) and Td 6h (16)")
    round_.act(Act(1, "switch"))
    prompt = round_.view(1).prompt
    assert prompt is not None and prompt.words.startswith("first spot: 11 against")
    round_.act(Act(1, "stand"))
    prompt = round_.view(1).prompt
    assert prompt is not None and prompt.words.startswith("second spot: 20 against")
    hands = [pile for pile in round_.view(0).piles if pile.zone == "hand"]
    assert [(pile.total, pile.marks, pile.turn) for pile in hands] == [
        ("11", ["spot 1", "switched"], False),
        ("20", ["spot 2", "switched"], True),
    ]


def test_both_spots_are_drawn_and_filled() -> None:
    layout = opened().layout()
    hands = {spot.name: spot.hands for spot in layout.spots}
    assert hands == {"main": 2 * 4, "super_match": 1, "buster": 1, "insurance": 2}
    round_ = dealt("5c Td 7h Tc 6h Tc", main=1000, buster=500)
    lying = {(chips.spot, chips.hand): chips.cents for chips in round_.view(0).chips}
    assert lying == {("main", 0): 1000, ("main", 1): 1000, ("buster", 0): 500}


def test_a_misdeal_undoes_whatever_was_settled() -> None:
    round_ = dealt("9s 9c 7h 9d 9h Tc", main=1000, super_match=500, tip_super_match=100)
    assert round_.state.tokes == 4100 and round_.state.purses[1] > 100_00
    round_.enter(Ruling("misdeal_player", seat=1))
    assert round_.state.purses[1] == 100_00 and round_.state.tokes == 0
    assert round_.state.house == 0 and round_.closed


def test_insurance_needs_its_chips() -> None:
    round_ = seated(chips=25_00)
    round_.act(Act(1, "bet", places=(("main", 1000),)))
    round_.deal(round_.game.kind.parse("Ts 8c Ah 9d Kh Kc"))
    with pytest.raises(Refused, match=r"\$5 in front, not \$10"):
        round_.act(Act(1, "insure", places=(("insurance", 500), ("insurance.2", 500))))
    round_.act(Act(1, "insure", places=(("insurance.2", 500),)))
    assert round_.state.purses[1] == 15_00


@cache
def eight_decks() -> SwitchSimulation:
    return SwitchSimulation(opened(**EIGHT))


def test_eight_decks_live_and_compiled() -> None:
    """The proof of every game tries postings at random, and eight decks need their own table."""
    simulation, rng = eight_decks(), random.Random(8)
    game = simulation.game
    stakes = {"main": 1000, "super_match": 1000, "buster": 1000}
    player = switch_policy(stakes, simulation.played)
    switched = 0
    for seed in range(150):
        table = Table(game, seed=seed)
        table.sit(1, "Ann", 10_000_00)
        round_ = table.play(player)
        cards = [piece for given in round_.inputs for piece in getattr(given, "pieces", ())]
        rest = rng.sample(game.kind.one_set(), 30)
        found = simulation.from_cards([*cards, *rest])
        nets = found.units * 1000 + sum(
            int(game.pay[name][outcome].net() * 1000) for name, outcome in found.outcomes.items()
        )
        assert table.seats[1].chips == 10_000_00 + nets
        assert found.cards == len(cards)
        switched += any("CardsSwitched" in type(event).__name__ for event in round_.events)
    assert 20 < switched < 80


def test_decisions_of_the_arrays_are_decisions_of_the_table() -> None:
    played = eight_decks().played
    assert set(np.unique(played.first)) <= {STAND, HIT, DOUBLE, SPLIT}
