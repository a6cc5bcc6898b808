"""Ride Free and the parts it shares with Free Bet Blackjack: every figure in two ways."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.decisions import DOUBLE_FREE, SPLIT_FREE
from houseway.analysis.blackjack.side_bets import over_total
from houseway.analysis.blackjack.side_bets.free_bet_count import (
    for_lammers,
    given_by,
    lammer_chances,
    outcome_chances,
)
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.blackjack.solver.best_play import LAMMER, ORIGINAL
from houseway.analysis.blackjack.solver.dealer import ACE, TEN, VALUES
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.solve import BestPlay, PlayTable, best_play, worth
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.analysis.wager_odds import find_wager
from houseway.families.blackjack.state import BlackjackHand, BlackjackState, judged_hand
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.side_bets.first_two_20 import twenty_of

FEW = {"classic_21_3": "off", "lucky_ladies": "off", "progressive_21_3": "off",
       "lucky_ladies_progressive": "off", "top_3": "off"}  # fmt: skip
"""Wagers that are not offered with one deck."""
ROUNDS = 400_000


def table(**posted: Any) -> Any:
    return find("ride-free")(posted)


@pytest.fixture(scope="module")
def best() -> BestPlay:
    return best_play(table())


def chances(game: Any, wager: str) -> dict[str, Fraction]:
    return exact(game, wager).probability


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_three_card_hands_are_combinations(decks: int) -> None:
    found = chances(table(decks=decks, **FEW), "xtreme_21_3")
    n, all_ = decks, math.comb(52 * decks, 3)
    trips = 13 * math.comb(4 * n, 3)
    suited = 52 * math.comb(n, 3)
    runs, straight_flush = 12 * (4 * n) ** 3, 12 * 4 * n**3
    flush = 4 * math.comb(13 * n, 3) - straight_flush - suited
    pair_in_flush = 4 * 13 * math.comb(n, 2) * 12 * n
    pair = 13 * math.comb(4 * n, 2) * 48 * n - pair_in_flush
    wanted = {
        "suited_three_of_a_kind": suited, "straight_flush": straight_flush,
        "three_of_a_kind": trips - suited, "straight": runs - straight_flush, "flush": flush,
        "pair": pair,
    }  # fmt: skip
    for name, ways in wanted.items():
        assert found[name] == Fraction(ways, all_), name
    assert sum(found.values()) == 1


def test_progressive_trips_are_combinations() -> None:
    found = chances(table(), "progressive_21_3")
    one, all_ = math.comb(6, 3), math.comb(312, 3)
    for rank in ("aces", "kings", "queens"):
        assert found[f"{rank}_of_the_suit"] == Fraction(one, all_)
        assert found[f"{rank}_suited"] == Fraction(3 * one, all_)
    assert found["suited_three_of_a_kind"] == Fraction(40 * one, all_)


def test_the_house_chooses_the_suit() -> None:
    spades, hearts = (table(progressive_21_3_suit=s) for s in ("spades", "hearts"))
    assert chances(spades, "progressive_21_3") == chances(hearts, "progressive_21_3")
    wager = find_wager(hearts, "progressive_21_3")
    three = CARDS.parse("Ah Ah"), CARDS.parse("Ah")[0]
    assert (
        bind_posting(hearts, wager).rule(*three) == 0
        and bind_posting(spades, wager).rule(*three) == 3
    )
    assert bind_posting(hearts, wager).reads == ("first_two", "dealer_up")
    # The player's two queens are hearts, so the dealer's blackjack is less likely to be.
    black, red = (
        chances(table(lucky_ladies_progressive_suit=s), "lucky_ladies_progressive")
        for s in ("spades", "hearts")
    )
    top = "queens_of_hearts_and_blackjack_of_the_suit"
    assert red[top] / black[top] == Fraction(22, 24)


@pytest.mark.parametrize("decks", [2, 6])
def test_twenties_are_counted_pair_by_pair(decks: int) -> None:
    posted = {**FEW, "lucky_ladies_progressive": "PT-BJS-LL-26"}
    found = chances(table(decks=decks, **posted), "lucky_ladies_progressive")
    ways = [0] * 5
    for a, b in combinations_with_replacement(range(52), 2):
        ways[twenty_of((a, b))] += math.comb(decks, 2) if a == b else decks * decks
    all_ = math.comb(52 * decks, 2)
    for i, name in enumerate(("matched_20", "suited_20", "any_20", "not_20"), 1):
        assert found[name] == Fraction(ways[i], all_)
    # Two queens of hearts, then an ace and a ten for the dealer, either of them up.
    left = 52 * decks - 2
    queens = Fraction(math.comb(decks, 2), all_)
    deals = Fraction(2, left * (left - 1))
    blackjack = queens * deals * 4 * decks * (16 * decks - 2)
    spades = queens * deals * decks * 4 * decks
    others = queens * deals * decks * (4 * decks + 4 * decks + 4 * decks - 2)
    assert found["queens_of_hearts_and_blackjack_of_the_suit"] == spades
    assert found["queens_of_hearts_and_suited_blackjack"] == others
    assert found["queens_of_hearts_and_dealer_blackjack"] == blackjack - spades - others
    assert found["queens_of_hearts"] == queens - blackjack


def test_published_edges_of_21_3_and_lucky_ladies() -> None:
    assert exact(table(), "classic_21_3").here.edge == Fraction(4059, 125333)  # 3.24 %
    assert float(exact(table(), "lucky_ladies").here.edge) == pytest.approx(0.2471, abs=5e-5)


def test_a_progressive_at_its_seeds() -> None:
    (row,) = rows("ride-free", "progressive_21_3", {"decks": 6, "progressive_21_3":
                                                    "PT-BJS-213-01"})  # fmt: skip
    found = chances(table(), "progressive_21_3")
    top = sum(found[f"{rank}_{kind}"] for rank in ("aces", "kings")
              for kind in ("of_the_suit", "suited"))  # fmt: skip
    trips = sum(found[name] for name in ("queens_of_the_suit", "queens_suited",
                                         "suited_three_of_a_kind"))  # fmt: skip
    returned = (
        2000 * top + 125 * trips + 25 * found["straight_flush"] + 20 * found["three_of_a_kind"]
        + 7 * found["straight"] + 3 * found["flush"]
    )  # fmt: skip
    assert row.house_edge == 1 - returned


@pytest.mark.parametrize("up", range(VALUES))
def test_going_over_is_what_staying_in_leaves(best: BestPlay, up: int) -> None:
    g = best.grounds[up]
    stays = over_total._with_hand(best.terms, g, best.play)
    over = over_total._with_hand(best.terms, g, best.play, over=21)
    assert over_total.alone(g) == pytest.approx(stays + over, abs=1e-13)
    by_total = [
        over_total._with_hand(best.terms, g, best.play, over=n).sum() for n in range(21, 31)
    ]
    assert all(a >= b for a, b in pairwise(by_total)) and by_total[-1] == 0.0
    assert by_total[0] > 0.01 or 1 <= up <= 5  # against two to six hardly anybody busts


def test_hedge_22_is_a_dealers_22_since_no_one_sensible_makes_30(best: BestPlay) -> None:
    game = table()
    found = over_total.played_odds(game, "hedge_22", best.terms, best.grounds, best.play)
    over_30 = sum(
        over_total._with_hand(best.terms, g, best.play, over=29).sum() for g in best.grounds
    )
    assert over_30 == 0.0
    made_22 = sum(p for name, p in found.probability.items() if name != "not_22")
    assert made_22 == pytest.approx(0.07354, abs=5e-6)
    silly = PlayTable(np.where(hands()["total"] == 20, 1, best.play.first), best.play.after)
    worse = over_total.played_odds(game, "hedge_22", best.terms, best.grounds, silly)
    assert worse.edges["PT-FLT-SB1-01"] > found.edges["PT-FLT-SB1-01"] + 0.03


@pytest.mark.statistical
@pytest.mark.slow  # test_exact_rows plays rounds of all of them
def test_best_rounds_come_to_the_exact_odds(best: BestPlay) -> None:
    game = table()
    sides = tuple(find_wager(game, name) for name in ("hedge_22", "silver_stack", "bust_bonus"))
    counted = play_best(game, best, ROUNDS, 7, sides)
    for wager in sides:
        ways = counted.sides[wager.name]
        placed = sum(ways)
        (row,) = [
            r for r in rows("ride-free", wager.name, {"decks": 6})
            if r.table == getattr(game, wager.name)
        ]  # fmt: skip
        assert row.method == "exact"
        assert sum(row.outcomes.values()) == pytest.approx(1.0, abs=1e-12)
        for n, p in zip(ways, row.outcomes.values(), strict=True):
            error = math.sqrt(max(float(p) * (1 - float(p)) / placed, 1e-12))
            assert abs(n / placed - float(p)) < 5 * error + 2 / placed, wager.name
    assert counted.rounds - sum(counted.sides["bust_bonus"]) == pytest.approx(
        ROUNDS * 0.0475, rel=0.05
    )  # a dealer's blackjack comes before Bust Bonus is offered


def test_bust_bonus_is_told_by_up_card() -> None:
    (row,) = rows("ride-free", "bust_bonus", {"decks": 6})
    cards = row.details["by_up_card"]
    assert sum(card["share"] for card in cards.values()) == pytest.approx(1.0)
    edge = sum(card["share"] * card["house_edge"] for card in cards.values())
    assert edge == pytest.approx(float(row.house_edge), abs=1e-12)
    assert min(cards, key=lambda name: cards[name]["house_edge"]) == "eight"
    assert max(cards, key=lambda name: cards[name]["house_edge"]) == "nine"


def plain_lammers(best: BestPlay, up: int, p: int) -> list[float]:
    """Lammers of a free-split pair, each second card by itself, in the plainest way."""
    pair, total = hands()["pair"], hands()["total"]
    after, free = best.play.after[up], [0.0] * 8
    barred = {ACE: TEN, TEN: ACE}.get(up, -1)

    def double(v: int, kind: int) -> int:
        h = pair[p, v]
        stuck = p == ACE or total[h] == 21
        return int(not stuck and after[kind, h] == DOUBLE_FREE)

    def deal(hole: int, left: list[float], queue: tuple[int, ...], made: int, given: int,
             chance: float) -> None:  # fmt: skip
        if not queue:
            free[given] += chance
            return
        cards = sum(left)
        for v in range(VALUES):
            if left[v] <= 0:
                continue
            less = [n - (i == v) for i, n in enumerate(left)]
            p_v = chance * left[v] / cards
            if v == p and made < 4:
                deal(hole, less, (*queue, LAMMER), made + 1, given + 1, p_v)
            else:
                deal(hole, less, queue[1:], made, given + double(v, queue[0]), p_v)

    shoe = [float(n) for n in best.grounds[up].shoe]
    shoe[p] -= 2
    open_ = sum(n for v, n in enumerate(shoe) if v != barred)
    for hole in range(VALUES):
        if hole != barred and shoe[hole] > 0:
            left = [n - (i == hole) for i, n in enumerate(shoe)]
            deal(hole, left, (ORIGINAL, LAMMER), 2, 1, shoe[hole] / open_)
    return free


@pytest.mark.parametrize(("up", "p"), [(ACE, 7), (TEN, 4), (5, 7), (3, 2)])
def test_lammers_of_a_split_card_by_card(up: int, p: int) -> None:
    """One deck, where every card matters; the hole card is dealt first here."""
    one = best_play(table(decks=1, **FEW))
    h = int(hands()["pair"][p, p])
    found = given_by(one.terms, one.grounds[up], one.play, h, SPLIT_FREE)
    assert found.tolist() == pytest.approx(plain_lammers(one, up, p), abs=1e-12)


@pytest.mark.parametrize("game_id", ["free-bet-blackjack", "ride-free"])
def test_chances_of_lammers_are_all_chances(game_id: str) -> None:
    game = find(game_id)({})
    played: Any = best_play(game)  # type: ignore[arg-type]
    numbers, blackjack = lammer_chances(played.terms, played.grounds, played.play)
    assert numbers.sum() + blackjack == pytest.approx(1.0, abs=1e-12)
    assert len(numbers) == 8 and all(numbers > 0.0)
    name = {"free-bet-blackjack": "pot_of_gold"}.get(game_id, "silver_stack")
    found = outcome_chances(game, find_wager(game, name), played)  # type: ignore[arg-type]
    assert found[-1] == pytest.approx(numbers[0] + blackjack)
    assert list(found[:-1]) == pytest.approx(numbers[:0:-1].tolist())


def test_fives_are_split_for_lammers(best: BestPlay) -> None:
    """Best play takes everything that is free, but doubles fives: one lammer instead of several."""
    nets = [-1.0, 3.0, 10.0, 30.0, 60.0, 100.0, 300.0, 1000.0]
    found = for_lammers(best, nets)
    assert {each.hand for each in found} == {"55"} and len(found) == 10
    assert all(0.0 < each.from_size < 0.0614 for each in found)
    first = best.play.first.copy()
    first[:, hands()["pair"][4, 4]] = SPLIT_FREE
    split = PlayTable(first, best.play.after)
    before, after = (
        float(lammer_chances(best.terms, best.grounds, play)[0] @ np.array(nets))
        for play in (best.play, split)
    )
    cost = best.expectation - worth(best.terms, best.grounds, split)
    fives = [float(g.dealt[hands()["pair"][4, 4]]) for g in best.grounds]
    alone = [float(1.0 - g.blackjack[hands()["pair"][4, 4]]) for g in best.grounds]
    by_up = {each.up: each for each in found}
    ups = [by_up["A23456789T"[g.up]] for g in best.grounds]
    weights = [a * b for a, b in zip(fives, alone, strict=True)]
    assert after - before == pytest.approx(
        sum(w * each.gains for w, each in zip(weights, ups, strict=True)), abs=1e-12
    )
    assert cost == pytest.approx(
        sum(w * each.costs for w, each in zip(weights, ups, strict=True)), abs=1e-12
    )
    (row,) = rows("ride-free", "silver_stack", {"decks": 6, "silver_stack": "PT-FLT-SB2-01"})
    assert row.details["split_free_from"]["55"] == pytest.approx(0.0613, abs=5e-5)


def test_ride_free_is_free_bet_blackjack_at_the_main_wager(best: BestPlay) -> None:
    """Free actions are not for sale, and none would be worth buying."""
    other: Any = find("free-bet-blackjack")({})
    assert best.expectation == best_play(other).expectation
    assert not any(best.terms.doubles == 3) and any(best_play(other).terms.doubles == 3)


def test_any_hand_means_the_best_or_least_bust() -> None:
    game = table(side_bets_judge="any_hand")
    busts = [
        BlackjackHand(list(CARDS.parse(text))) for text in ("Tc Td Kh", "Tc 5d Kh", "Tc 9d Kh")
    ]
    state = BlackjackState(seats=[1], names={1: ""}, purses={1: 0}, hands={1: busts})
    assert judged_hand(game, state, 1) == busts[1].cards
    busts[2] = BlackjackHand(list(CARDS.parse("2c 2d")))
    assert judged_hand(game, state, 1) == busts[2].cards


@pytest.mark.statistical
@pytest.mark.slow  # test_exact_rows plays rounds of all of them
def test_simulated_rounds_of_all_bonuses() -> None:
    game = table()
    found = simulate(game, ROUNDS, seed=11)
    for name in ("classic_21_3", "xtreme_21_3", "top_3", "lucky_ladies"):
        known = exact(game, name)
        assert abs(float(found[name].mean() + known.here.edge)) < 5 * found[name].stderr(), name
    for name in ("progressive_21_3", "lucky_ladies_progressive"):
        total, likely = found[name].total, chances(game, name)
        for outcome, n in zip(found[name].outcomes, found[name].ways, strict=True):
            p = float(likely[outcome])
            assert abs(n / total - p) < 5 * math.sqrt(p / total) + 2 / total, (name, outcome)
