"""Pai Jack: settings, the house way, exact odds by two methods."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis.report import rows
from houseway.analysis.set_hands import pai_jack
from houseway.analysis.set_hands.five_cards import VALUE_INDICES, value_index
from houseway.analysis.set_hands.pai_jack import best_settings, easy_choice
from houseway.analysis.simulation_runs.simulate import simulate, simulation_of
from houseway.analysis.wager_edge import exact
from houseway.families.set_hands.state import joined
from houseway.hands.pai_jack import (
    BUST,
    CHOICES,
    DEALER_BUST,
    DEALER_PAI_JACK,
    HIGHS,
    LOWS,
    PAI_JACK,
    PLAYER_BUST,
    WIN,
    compare,
    house_way,
    is_pai_jack,
    may_stand,
    set_totals,
    setting,
    settle_pai_jack,
)
from houseway.pieces.cards import ACE, CARDS, TEN
from houseway.rulebook.colorado.pai_jack.game import VALUED, PaiJack

HANDS = math.comb(52, 5)
VALUE_CARDS = [ACE << 2, *(rank << 2 for rank in range(TEN + 1))]
COPIES = [4] * 9 + [16]


def classes() -> list[tuple[list[int], int]]:
    """Every hand by values, with its ways, by plain combinations."""
    found = []
    for values in itertools.combinations_with_replacement(range(10), 5):
        ways = math.prod(math.comb(COPIES[v], n) for v, n in Counter(values).items())
        if ways:
            found.append(([VALUE_CARDS[v] for v in values], ways))
    return found


def test_ten_settings_use_every_card_once() -> None:
    assert len(LOWS) == len(HIGHS) == CHOICES == math.comb(5, 2)
    for low, high in zip(LOWS, HIGHS, strict=True):
        assert sorted((*low, *high)) == [0, 1, 2, 3, 4]


def plainly(cards: list[int], fixed: bool) -> tuple[int, int] | None:
    """The totals of the house way, written down a second time from the text; None is a bust."""
    worth = [1 if c >> 2 == ACE else min((c >> 2) + 2, 10) for c in cards]
    best = None
    for high in itertools.combinations(range(5), 3):
        low = [worth[i] for i in range(5) if i not in high]
        three = [worth[i] for i in high]
        if is_pai_jack(cards) and sorted(three) != [1, 10, 10]:
            continue
        top = max((t for t in (sum(three), sum(three) + 10 * (1 in three)) if t <= 21), default=99)
        options = {sum(low) + 10} if fixed and 1 in low else {sum(low), sum(low) + 10 * (1 in low)}
        lows = [t for t in options if t <= top]
        if top <= 21 and lows:
            best = max(best or (0, 0), (top, max(lows)))
    return best


@pytest.mark.parametrize("fixed", [False, True])
def test_the_house_way_of_every_hand_is_that_of_the_text(fixed: bool) -> None:
    for cards, _ in classes():
        choice = house_way(cards, fixed)
        found = None if choice == BUST else set_totals(setting(cards, choice), fixed)
        assert found == plainly(cards, fixed), CARDS.show(cards)


def test_the_counts_of_reading_pj3() -> None:
    """27 kinds of hands, 29,392 hands; 377,800 of 2,598,960 bust, however the ace is read."""
    differing, hands, busts = 0, 0, Counter[bool]()
    total = 0
    for cards, ways in classes():
        total += ways
        ways_of = [house_way(cards, fixed) for fixed in (False, True)]
        for fixed, choice in zip((False, True), ways_of, strict=True):
            busts[fixed] += ways * (choice == BUST)
        if BUST in ways_of:
            continue
        loose, strict = (
            set_totals(setting(cards, choice), fixed)
            for fixed, choice in zip((False, True), ways_of, strict=True)
        )
        if loose != strict:
            differing, hands = differing + 1, hands + ways
            assert loose[1] == 11 and strict[0] < loose[0]
    assert total == HANDS
    assert (differing, hands) == (27, 29_392)
    assert busts == {False: 377_800, True: 377_800}


def test_suits_faces_and_order_make_no_difference_to_the_house_way() -> None:
    chance, game = random.Random(2112), PaiJack()
    for _ in range(2000):
        cards = chance.sample(range(52), 5)
        totals = set()
        for _ in range(3):
            chance.shuffle(cards)
            way = joined(game.house_way(tuple(cards)))
            assert sorted(way) == sorted(cards)
            totals.add(set_totals(way, False) if game.can_be_set(way) else (0, 0))
        choice = house_way(cards, False)
        direct = setting(cards, choice)
        assert totals == {(0, 0) if choice == BUST else set_totals(direct, False)}
    assert len(game._choice) < 1993 and len(set(VALUED)) == 10


@pytest.mark.parametrize(("high", "low"), list(itertools.product((-1, 0, 1), repeat=2)))
def test_the_nine_results(high: int, low: int) -> None:
    wanted = {2: "win", 1: "win", 0: "push", -1: "lose", -2: "lose"}[high + low]
    found = compare(18 + high, 12 + low, 18, 12)
    assert settle_pai_jack.outcomes[found] == wanted


@pytest.fixture(scope="module")
def odds() -> pai_jack.PaiJackOdds:
    return pai_jack.pai_jack_odds(False)


def test_every_deal_is_counted(odds: pai_jack.PaiJackOdds) -> None:
    assert HANDS * math.comb(47, 5) == pai_jack.DEALS
    assert sum(odds.house) == sum(odds.best) == pai_jack.DEALS
    assert len(odds.hands.ways) == len(classes()) == 1993
    house, fixed = dict(enumerate(odds.house)), pai_jack.pai_jack_odds(True).house
    pai_jacks = sum(ways for cards, ways in classes() if is_pai_jack(cards))
    assert pai_jacks == 343_920 and house[PAI_JACK] == pai_jacks * math.comb(47, 5)
    # two who set alike win from each other as often as they lose
    assert odds.house[WIN] == odds.house[pai_jack.LOSE] and fixed[WIN] == fixed[pai_jack.LOSE]
    assert house[DEALER_PAI_JACK] < house[PAI_JACK] and house[PLAYER_BUST] < house[DEALER_BUST]


def by_hand(cards: list[int], choice: int, fixed: bool) -> list[int]:
    """Every hand of the dealer against one setting, by plain loops over values."""
    mine = Counter(VALUED[c] for c in cards)
    left = {card: n - mine[card] for card, n in zip(VALUE_CARDS, COPIES, strict=True)}
    found = [0] * len(settle_pai_jack.outcomes)
    for theirs in itertools.combinations_with_replacement(VALUE_CARDS, 5):
        ways = math.prod(math.comb(left[c], n) for c, n in Counter(theirs).items())
        if ways:
            way = setting(theirs, house_way(theirs, fixed))
            hand = setting(cards, choice)
            found[settle_pai_jack(hand, way, is_pai_jack(cards), fixed)] += ways
    return found


@pytest.mark.parametrize("fixed", [False, True])
def test_some_hands_counted_once_more_with_the_rule_itself(fixed: bool) -> None:
    odds = pai_jack.pai_jack_odds(fixed)
    chance = random.Random(30_2112)
    for i in chance.sample(range(1993), 12):
        cards = [int(c) for c in odds.hands.cards[i]]
        choices = [c for c in range(CHOICES + 1) if odds.by_hand[i, c].any()]
        for choice in chance.sample(choices, min(2, len(choices))):
            wanted = [n * int(odds.hands.ways[i]) for n in by_hand(cards, choice, fixed)]
            assert odds.by_hand[i, choice].tolist() == wanted, CARDS.show(cards)


def test_the_settings_weighed_are_those_that_may_stand(odds: pai_jack.PaiJackOdds) -> None:
    h = odds.hands
    for i in range(0, 1993, 7):
        for choice in range(CHOICES):
            stands = may_stand(*set_totals(setting(h.cards[i], choice), False))
            counted = bool(odds.by_hand[i, choice].any())
            assert counted == (choice == h.house[i] if h.pai_jack[i] else stands)
        assert bool(odds.by_hand[i, BUST].any()) == (h.house[i] == BUST)


def test_no_setting_is_better_than_the_best(odds: pai_jack.PaiJackOdds) -> None:
    worth = pai_jack.half_units()
    nets = [payout.net() * 2 for payout in PaiJack().pay["main"]]
    assert worth.tolist() == nets
    net = odds.by_hand @ worth
    rows = np.arange(1993)
    allowed = odds.by_hand.any(axis=2)
    assert (np.where(allowed, net, net.min() - 1) <= net[rows, odds.choice][:, None]).all()
    assert (odds.choice[odds.hands.pai_jack] == odds.hands.house[odds.hands.pai_jack]).all()


def test_the_published_edges(odds: pai_jack.PaiJackOdds) -> None:
    """As the page of the game has them."""
    game = PaiJack()
    best = best_settings(game)
    assert best.house_way == Fraction(172052646, 5537008477)
    assert best.best == exact(game, "main").here.edge == Fraction(16441063699, 996661525860)
    (row,) = rows("pai-jack", "main")
    assert row.house_edge == best.best
    assert row.details["house_way"]["fraction"] == str(best.house_way)
    assert any("3.1073%" in said for said in row.assumptions)
    assert round(float(best.easy[0][1]), 6) == 0.017584
    assert best.best < best.easy[0][1] < best.house_way
    assert len(best.better) == 710 and round(float(best.differing), 4) == 0.1661
    assert best.better[0].pieces == "10-9-5-3-A"
    assert best.better[0].best == "5-3-A / 10-9: 19 and 19"
    gained = sum((line.gain * line.ways for line in best.better), Fraction()) / HANDS
    assert gained == best.house_way - best.best
    strict = best_settings(PaiJack({"low_ace_fixed_high": True}))
    assert strict.house_way == best.house_way and round(float(strict.best), 6) == 0.016763


def test_every_hand_is_looked_up_in_its_own_place(odds: pai_jack.PaiJackOdds) -> None:
    settings = pai_jack.settings_of(PaiJack())
    places = [value_index([int(c) for c in cards]) for cards in odds.hands.cards]
    assert len(set(places)) == 1993 and max(places) < VALUE_INDICES
    assert settings[0, places].tolist() == odds.choice.tolist()
    assert settings[1, places].tolist() == odds.hands.house.tolist()


def test_the_easy_rule_sets_only_what_may_stand(odds: pai_jack.PaiJackOdds) -> None:
    choice = easy_choice(odds)
    assert odds.by_hand[np.arange(1993), choice].any(axis=1).all()
    assert 0 < (choice != odds.hands.house).sum() < 1000


def test_the_bonus_by_combinations() -> None:
    """One award a hand: Super, then Royal, then two jacks or three, then any other Pai Jack."""
    odds = exact(PaiJack(), "bonus")
    super_ = 4
    royal = 4 * math.comb(49, 2)  # no hand holds two of them
    two_jacks = 0
    for aces, jacks in itertools.product(range(1, 4), range(2, 4)):
        rest = math.comb(44, 5 - aces - jacks) if aces + jacks <= 5 else 0
        two_jacks += math.comb(4, aces) * math.comb(4, jacks) * rest
    royal_with_two_jacks = 4 * math.comb(4, 2)
    pai_jacks = 343_920
    jacks = two_jacks - royal_with_two_jacks
    rest = pai_jacks - super_ - royal - jacks
    assert odds.ways == (super_, royal, jacks, rest, HANDS - pai_jacks)
    edges = {name: column.edge for name, column in odds.columns.items()}
    assert edges == {
        "1": Fraction(4049, 108290), "2": Fraction(36667, 649740),
        "3": Fraction(1405, 18564), "4": Fraction(3511, 38220),
    }  # fmt: skip


@pytest.mark.statistical
@pytest.mark.parametrize("fixed", [False, True])
def test_simulated_rounds_come_to_the_exact_odds(fixed: bool) -> None:
    game = PaiJack({"low_ace_fixed_high": fixed})
    found = simulate(game, 1_000_000, seed=7)
    for name in ("main", "bonus"):
        sure = exact(game, name).here.edge
        assert abs(float(found[name].here.edge - sure)) < 4.5 * found[name].stderr()
    assert simulation_of(game).seats == 1
