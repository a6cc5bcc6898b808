"""Rounds of the best play: worth what was solved, fairly dealt, played hand by hand as solved."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import pytest

from houseway.analysis.blackjack.decisions import DECISIONS, SPLIT_FREE
from houseway.analysis.blackjack.main_wager import best_results, by_result
from houseway.analysis.blackjack.simulation import best_rounds, compiled_round
from houseway.analysis.blackjack.simulation.best_rounds import play_best
from houseway.analysis.blackjack.simulation.compiled_round import RESULTS
from houseway.analysis.blackjack.simulation.hand_rules import rules_of
from houseway.analysis.blackjack.simulation.round_state import (
    CHIPS,
    DEALER,
    HANDS,
    IS_SPLIT,
    LAMMERS,
    ROUND,
    SIZE,
    new_spot,
)
from houseway.analysis.blackjack.simulation.simulate import main_nets
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.solve import best_play
from houseway.analysis.report import rows
from houseway.rulebook import find
from tests.support.random_play import LONG

FREE_BET = "free-bet-blackjack"
slow = partial(pytest.param, marks=pytest.mark.slow)


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("game_id", "posting"),
    [
        slow("blackjack", {}),
        ("blackjack", {"decks": 1, "soft_17": "stand", "double_after_split": False}),
        slow("blackjack", {"decks": 2, "surrender": "late", "resplit_aces": True}),
        slow("blackjack", {"peek": False, "no_peek_takes": "original", "double_on": "10 or 11"}),
        slow("blackjack", {"split_aces_one_card": False, "hands_max": 2}),
        (FREE_BET, {"decks": 5, "blackjack_against_22": "pushed"}),
        slow(FREE_BET, {"peek": False}),
    ],
    ids=str,
)
def test_rounds_of_the_best_play_are_worth_what_was_solved(
    game_id: str, posting: dict[str, Any]
) -> None:
    game: Any = find(game_id)(posting)
    best = best_play(game)
    counted = play_best(game, best, 1_000_000, seed=5)
    nets = dict(zip(RESULTS, map(float, main_nets(game, game.main_pays[0])), strict=True))
    mean = sum(n * nets[name] for name, n in counted.main.items()) / counted.rounds
    square = sum(n * nets[name] ** 2 for name, n in counted.main.items()) / counted.rounds
    assert abs(mean - best.expectation) < 5 * math.sqrt((square - mean**2) / counted.rounds)
    assert sum(counted.main.values()) == counted.rounds
    for name, chance in zip(RESULTS, by_result(best_results(best)), strict=True):
        deviation = math.sqrt(chance * (1.0 - chance) * counted.rounds)
        assert abs(counted.main.get(name, 0) - chance * counted.rounds) <= 5 * deviation + 3, name


@pytest.mark.statistical
def test_rounds_of_the_best_play_deal_the_cards_fairly(interpreted: None) -> None:
    """A blackjack is paid as often as the cards say, and a seed gives the same rounds again."""
    game: Any = find(FREE_BET)({})
    best, sides = best_play(game), tuple(w for w in game.offered if w.rule is not None)
    counted = play_best(game, best, 500_000 if LONG else 20_000, 3, sides)
    for wager in sides:
        assert sum(counted.sides[wager.name]) == counted.rounds
    paid = 2 * (24 * 96) / (312 * 311) * (1 - 2 * (23 * 95) / (310 * 309)) * counted.rounds
    assert abs(counted.main["blackjack"] - paid) < 5 * math.sqrt(paid)
    (push,) = rows(FREE_BET, "push_22", {"decks": 6, "push_22": "A"})
    assert push.method == "exact"
    for n, p in zip(counted.sides["push_22"], push.outcomes.values(), strict=True):
        expected = float(p) * counted.rounds
        assert abs(n - expected) < 5 * math.sqrt(expected)
    again = play_best(game, best, 1_000, 3, sides)
    assert again == play_best(game, best, 1_000, 3, sides)
    assert again != play_best(game, best, 1_000, 4, sides)


@pytest.mark.parametrize("up", [1, 5, 9, 12])
def test_a_round_does_what_was_solved_hand_by_hand(up: int) -> None:
    """As dealt, after a split, on chips and on a lammer; a pair is split until four hands."""
    game: Any = find(FREE_BET)({})
    best, tree, at = best_play(game), hands(), (0 if up == 12 else min(up + 1, 9))
    offered = compiled_round.offers_by(rules_of(game))
    posted: Any = best_rounds._played(game, best, ())
    decide, spot = best_rounds.decide_by(game.count, offered), new_spot()
    spot[DEALER, 0], spot[DEALER, SIZE] = 4 * up, 1
    seen = set()
    for h, hand in enumerate(tree["cards"]):
        if len(hand) > 4 or tree["total"][h] >= 21 or not best.grounds[at].possible[h]:
            continue
        for i, split, chips, kind in ((0, 0, 1, -1), (0, 1, 1, 0), (1, 1, 1, 1), (1, 1, 0, 2)):
            for spot[ROUND, HANDS] in (2, 4):
                if split and hand[0] == 0:
                    continue  # an ace that was split gets one card
                spot[i, :4] = [4 * (12 if v == 0 else v - 1) for v in hand] + [0] * (4 - len(hand))
                spot[i, SIZE], spot[i, IS_SPLIT] = len(hand), split
                spot[i, CHIPS], spot[i, LAMMERS] = chips, 1 - chips
                first = best.play.first[at, h]
                again = first == SPLIT_FREE and spot[ROUND, HANDS] < 4
                wanted = first if again or not split else None
                if wanted is None or (first == SPLIT_FREE and not again):
                    wanted = best.play.after[at, max(kind, 0), h]
                chosen = decide(spot, i, posted)
                assert chosen == wanted, (hand, i, split, chips)
                assert offered(spot, i, posted) >> chosen & 1
                seen.add((DECISIONS[chosen], kind))
    assert {("split_free", 2), ("double_free", 2), ("hit", 2), ("stand", 0)} <= seen
