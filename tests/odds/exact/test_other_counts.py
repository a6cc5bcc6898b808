"""Counts other than 21 in the lab: what tells hands apart, and best play dealt out card by card.

The oracle ``brute_force_blackjack.py`` knows nothing of the games' rules either: what hands of
5.0, 7.0 and Blackjack X win is written here a second time, from the printed text.
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.decisions import HIT, SPLIT, STAND
from houseway.analysis.blackjack.main_wager import best_results, by_result
from houseway.analysis.blackjack.outcomes import round_results
from houseway.analysis.blackjack.simulation.compiled_round import RESULTS
from houseway.analysis.blackjack.simulation.simulate import main_nets
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.hands import SUITED, asking, cards_of, settling
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import PlayTable, best_play, solve, worth
from houseway.families.blackjack import rules
from houseway.families.blackjack.rules import MUST_HIT, MUST_STAND
from houseway.rulebook import find
from tests.oracles.brute_force_blackjack import EIGHTS, NINES, SMALL, Brute, Shoe

NB5, B7, BJX = "no-bust-blackjack-5", "blackjack-7", "blackjack-x"
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("blackjack", {}),
    (NB5, {}),
    (B7, {}),
    (B7, {"strict_20_half": True}),
    (BJX, {}),
    (BJX, {"bjx_vs_natural": "bjx_higher"}),
    (BJX, {"bjx_vs_natural": "natural_higher"}),
]


@pytest.mark.parametrize(("game_id", "posting"), TABLES)
def test_a_few_cards_or_a_sum_say_all_that_a_count_says_of_a_hand(
    game_id: str, posting: dict[str, Any]
) -> None:
    count: Any = find(game_id)(posting).count
    ask = asking(count)
    for hand in hands(count)["cards"]:
        facts, cards = ask(hand), cards_of(hand)
        draws = count.dealer_draws(cards, False), count.dealer_draws(cards, True)
        assert facts.key[:3] == (count.total(cards), count.natural(cards), count.over(cards))
        assert (facts.soft, facts.chart, facts.draws) == (
            count.soft(cards),
            count.chart(cards),
            draws,
        )


def drawn(chance: random.Random, count: Any, stops: Any) -> list[int]:
    cards = [chance.randrange(52), chance.randrange(52)]
    while not stops(cards):
        cards.append(chance.randrange(52))
    return cards


def values(cards: list[int]) -> tuple[int, ...]:
    return tuple(sorted(0 if c >> 2 == 12 else min((c >> 2) + 1, 9) for c in cards))


@pytest.mark.parametrize(("game_id", "posting"), TABLES)
def test_hands_of_a_class_settle_alike_against_hands_of_a_state(
    game_id: str, posting: dict[str, Any]
) -> None:
    """Random hands with random suits; where suits decide, they do as often as they are said to."""
    count: Any = find(game_id)(posting).count
    found, ask, chance = settling(count), asking(count), random.Random(game_id)
    for _ in range(6000):
        mine = drawn(
            chance, count, lambda c: count.chart(c) == MUST_STAND
            or (count.chart(c) != MUST_HIT and chance.random() < 0.3),
        )  # fmt: skip
        theirs = drawn(chance, count, lambda c: not count.dealer_draws(c, True))
        kind, (state, share) = (
            found.classes[ask(values(mine)).key],
            found.states[ask(values(theirs)).key],
        )
        for pushes in (0, 1):
            outcome = count.outcome(mine, theirs, True, pushes)
            expected = found.outcomes[pushes, kind, state]
            if share == SUITED:
                assert outcome == expected
            else:
                assert outcome in (expected, found.outcomes[pushes, kind, -1])


class OverCounts(Brute):
    """5.0: three cards of 22 to 25 push a bank that is over and farther; other hands over lose."""

    def counted(self, cards: tuple[int, ...]) -> int:
        total = super().counted(cards)
        return total + 100 if len(cards) == 3 and 22 <= total <= 25 else total

    def one(self, total: int, kind: int, chips: int, lammers: int, end: int) -> int:
        if total > 100:
            return 0 if end > total - 100 else -(1 + chips)
        return super().one(total, kind, chips, lammers, end)


class To31(Brute):
    """Blackjack X: 21 may be hit, a hard 31 wins three to one, 22 to 30 lose."""

    most = 22
    of_naturals = {Fraction(6, 5): Fraction(15, 16), Fraction(2): Fraction(1, 16)}

    def one(self, total: int, kind: int, chips: int, lammers: int, end: int) -> int:
        if total == 31:
            return 3 * (1 + chips)
        return super().one(total, kind, chips, lammers, end)


#          A  2  3  4  5  6  7  8  9  T
THREES = (2, 0, 3, 0, 0, 2, 0, 3, 0, 5)
DEALT: tuple[tuple[str, dict[str, Any], Any, tuple[Shoe, ...]], ...] = (
    (NB5, {}, OverCounts, (EIGHTS, SMALL)),
    (NB5, {"peek": False}, OverCounts, (EIGHTS,)),
    (NB5, {"peek": False, "natural_takes": "all", "surrender": "after split"}, OverCounts,
     (SMALL,)),
    (NB5, {"surrender": "late", "natural_pays": "1 to 1"}, OverCounts, (NINES,)),
    (BJX, {}, To31, (EIGHTS, THREES)),
    (BJX, {"surrender": "late"}, To31, (NINES,)),
)  # fmt: skip


@pytest.mark.parametrize(("game_id", "posting", "brute", "shoes"), DEALT)
def test_best_play_is_what_dealing_everything_out_gives(
    game_id: str, posting: dict[str, Any], brute: Any, shoes: tuple[Shoe, ...]
) -> None:
    game: Any = find(game_id)(posting)
    for shoe in shoes:
        terms = replace(terms_of(game), most=np.minimum(terms_of(game).most, 3), hands_max=3)
        best = solve(terms, np.array(shoe, np.float64))
        dealt = brute(terms, best.play, shoe).results()
        worth = sum(net * chance for net, chance in dealt.items())
        assert best.expectation == pytest.approx(float(worth), abs=1e-11)
        found = round_results(terms, best.grounds, best.play)
        if not found.several:
            nets = main_nets(game, game.main_pays[0])
            ours: dict[Fraction, float] = {}
            for net, chance in zip(nets, by_result(found), strict=True):
                ours[net] = ours.get(net, 0.0) + chance
            for net in set(ours) | set(dealt):
                assert ours.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=1e-11)


def test_suits_enter_as_averages_exactly() -> None:
    """7.0 from sevens, eights and nines of all suits: every order of cards, hands hit to 17.

    Suits are alike, so it is enough that the up card is a club.
    """
    game: Any = find(B7)()
    cards = list(game.kind.parse("7c 7d 7h 7s 8c 8d 8h 8s 9c 9d 9h 9s"))
    shoe = np.zeros(10)
    shoe[6:9] = 4
    terms = replace(terms_of(game), most=np.ones(10, np.int8))
    count, tree, grounds = game.count, terms.tree, solve(terms, shoe).grounds
    first = np.where((tree["total"] <= 16) & ~tree["done"], HIT, STAND).astype(np.int8)
    play = PlayTable(np.stack([first] * 10), np.zeros((10, 3, len(first)), np.int8))
    nets, rounds, saved = [0, 0, 0, 0], 0, 0
    for up in (card for card in cards if card & 3 == 0):
        for order in permutations([card for card in cards if card != up], 5):
            mine, bank, at = [order[0], order[1]], [up, order[2]], 3
            if count.total(mine) <= 16:
                mine, at = [*mine, order[at]], at + 1
            if count.total(bank) <= 16:
                bank = [*bank, order[at]]
            outcome = count.outcome(mine, bank, False, 0)
            saved += len(mine) == 3 and outcome == rules.PUSH and count.over(mine)
            nets[outcome], rounds = nets[outcome] + 1, rounds + 1
    assert saved > 100 and nets[rules.BLACKJACK] == 0
    mean = Fraction(nets[rules.WIN] - nets[rules.LOSE], rounds)
    assert worth(terms, grounds, play) == pytest.approx(float(mean), abs=1e-12)


def test_a_suited_natural_is_one_in_sixteen_whatever_else_is_dealt() -> None:
    """Blackjack X; two naturals meet as often as cards of the decks make them."""
    for decks in (6, 8):
        terms = terms_of(find(BJX)({"decks": decks}))  # type: ignore[arg-type]
        assert terms.naturals[0][0] == 15 / 16 and terms.naturals[0][4] == 1 / 16
        assert terms.naturals[1][2] == 1.0
    posting = {"decks": 6, "bjx_vs_natural": "bjx_higher"}
    none, one = terms_of(find(BJX)(posting)).naturals  # type: ignore[arg-type]
    n, both = 6, Fraction(0)
    for of_suit, kings in ((n - 1, n - 1), (3 * n, n)):  # an ace of the same suit, or of another
        both += Fraction(of_suit, 4 * n - 1) * Fraction(kings, 16 * n - 1)
    alone = float(Fraction(1, 16) * (1 - both))
    assert none[4] == 1 / 16
    assert one == pytest.approx((0, 0, 1 - 2 * alone, alone, alone, 0), abs=1e-15)


@pytest.mark.parametrize("game_id", [NB5, B7, BJX])
def test_tens_are_never_better_split(game_id: str) -> None:
    """So it does not matter that some of them may be split again only in rank or suit."""
    for decks in range(6, 9) if game_id == BJX else range(1, 9):
        off = {"bonus_hands": "off", "buster": "off"} if game_id == NB5 else {}
        best = best_play(find(game_id)({"decks": decks, **off}))  # type: ignore[arg-type]
        tens = best.terms.tree["pair"][9, 9]
        for g in best.grounds:
            assert best.split_value[g.up, 9].max() < best.no_split[g.up, tens] - 0.1
            assert best.play.first[g.up, tens] != SPLIT


@pytest.mark.parametrize(
    ("game_id", "posting", "edge"),
    [(NB5, {}, 0.006688572549), (B7, {}, 0.019735592165), (BJX, {}, 0.010352337463),
     (BJX, {"surrender": "late"}, 0.016602200486)],
)  # fmt: skip
def test_edges_at_six_decks(game_id: str, posting: dict[str, Any], edge: float) -> None:
    """Confirmed by four million simulated rounds each; results add up to the same mean."""
    game: Any = find(game_id)(posting)
    best = best_play(game)
    assert best.house_edge == pytest.approx(edge, abs=1e-11)
    nets = dict(zip(RESULTS, map(float, main_nets(game, game.main_pays[0])), strict=True))
    chances = dict(zip(RESULTS, by_result(best_results(best)), strict=True))
    assert sum(chances.values()) == pytest.approx(1.0, abs=1e-12)
    assert -sum(nets[name] * p for name, p in chances.items()) == pytest.approx(edge, abs=1e-11)
