"""Ante and play: the published figures of Three Card Poker, and small decks dealt out in full."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.ante_play import exact
from houseway.analysis.ante_play.exact import (
    DealCounts,
    DuelPays,
    DuelRules,
    best_play,
    best_threshold,
    count_deals,
    gains,
    value_of,
)
from houseway.analysis.enumeration import hand_ways
from houseway.analysis.wager_odds import weigh_column
from houseway.cite import rule
from houseway.errors import Refused
from houseway.hands.poker_high import high5
from houseway.hands.three_card import (
    FLUSH,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    category3,
    describe3,
    high3,
)
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER, JOKER, QUEEN

QUEEN_HIGH = HIGH_CARD << 20 | QUEEN << 16


@rule(outcomes=("no_qualify", "win", "push", "lose"))
def three_card(player: int, dealer: int) -> int:
    if dealer < QUEEN_HIGH:
        return 0
    return 1 if player > dealer else 2 if player == dealer else 3


@rule(outcomes=("win", "push", "lose"))
def showdown(player: int, dealer: int) -> int:
    return 0 if player > dealer else 1 if player == dealer else 2


@rule(outcomes=("none", "straight", "trips", "straight_flush"))
def ante_bonus(a: int, b: int, c: int) -> int:
    return max(category3(high3(a, b, c)) - FLUSH, 0)


@rule(outcomes=("high_card", "pair", "flush", "straight", "trips", "straight_flush"))
def pair_plus(hand: Sequence[int]) -> int:
    return category3(high3(hand[0], hand[1], hand[2]))


THREE_CARD = DuelRules(high3, three_card, ante_bonus)
PAYS = DuelPays(nets=(1, 2, 0, -2), bonus=(0, 1, 4, 5))


def strength(text: str) -> int:
    return high3(*CARDS.parse(text))


def small(ranks: Sequence[int], sets: int = 1) -> list[int]:
    """A deck of some ranks only."""
    return [sets if card >> 2 in ranks else 0 for card in range(52)]


@pytest.fixture(scope="module")
def one_deck() -> DealCounts:
    return count_deals(THREE_CARD, CARDS.copies)


def test_the_hands_of_three_cards() -> None:
    found = Counter(category3(high3(*hand)) for hand in itertools.combinations(range(52), 3))
    assert found == {
        STRAIGHT_FLUSH: 48, TRIPS: 52, STRAIGHT: 720, FLUSH: 1096, PAIR: 3744, HIGH_CARD: 16440,
    }  # fmt: skip


def test_the_order_of_hands_and_their_names() -> None:
    rising = {
        "5c 3d 2h": "five high, 5-3-2",
        "Qs 6d 4c": "queen high, Q-6-4",
        "Qs 6d 5c": "queen high, Q-6-5",
        "Kc Ad 2s": "ace high, A-K-2",
        "Ac Kd Js": "ace high, A-K-J",
        "2c 2d 3h": "pair of deuces, three kicker",
        "2c 2d Ah": "pair of deuces, ace kicker",
        "3c 3d 2h": "pair of threes, deuce kicker",
        "5c 3c 2c": "flush, five high, 5-3-2",
        "Kc Ac 2c": "flush, ace high, A-K-2",
        "Ac 2c 3d": "straight, three high",
        "4c 2c 3d": "straight, four high",
        "Ac Kd Qs": "straight, ace high",
        "2c 2d 2h": "three of a kind, deuces",
        "Ah As Ad": "three of a kind, aces",
        "3d Ad 2d": "straight flush, three high",
        "Ad Kd Qd": "straight flush, ace high",
    }
    strengths = [strength(text) for text in rising]
    assert strengths == sorted(set(strengths))
    assert [describe3(s) for s in strengths] == list(rising.values())


def test_the_same_card_twice_or_three_times() -> None:
    assert category3(strength("7d 7d 9c")) == PAIR
    assert category3(strength("7d 7d 9d")) == FLUSH
    assert category3(strength("7d 7d 7d")) == TRIPS
    assert strength("Ad Kd Jd") < strength("Ad Ad 2d") < strength("Ac 2c 3d")


def test_neither_order_nor_the_names_of_suits_matter() -> None:
    for text in ("Qs 6d 4c", "Qs Qd 4s", "As 2s 3s", "7d 7d 9d"):
        cards = CARDS.parse(text)
        for suits in itertools.permutations(range(4)):
            for hand in itertools.permutations(cards):
                assert high3(*[c & ~3 | suits[c & 3] for c in hand]) == high3(*cards)


def test_every_deal_of_three_card_poker_is_counted(one_deck: DealCounts) -> None:
    assert one_deck.by_suits and len(one_deck.hands) == 1755
    assert int(one_deck.ways.sum()) == 22_100
    assert one_deck.total == math.comb(52, 3) * math.comb(49, 3) == 407_170_400
    assert (one_deck.found.sum(axis=1) == one_deck.ways * math.comb(49, 3)).all()


def test_best_play_of_three_card_poker(one_deck: DealCounts) -> None:
    best = best_play(one_deck, PAYS)
    assert best.least == strength("Qs 6d 4c")
    assert CARDS.show(best.example)[0::3] == "46Q"
    assert round(float(best.edge), 6) == 0.033730
    assert round(float(best.element_of_risk), 6) == 0.020147
    assert round(float(best.variance) ** 0.5, 2) == 1.64
    assert sum(best.ways) == best.total == 407_170_400
    assert sum(best.probability.values()) == 1
    assert best == best_threshold(one_deck, PAYS) == value_of(one_deck, PAYS, best.least)


def test_other_strategies_of_three_card_poker(one_deck: DealCounts) -> None:
    edges = [
        round(100 * float(value_of(one_deck, PAYS, least).edge), 2) for least in (0, QUEEN_HIGH)
    ]
    assert edges == [7.65, 3.45]  # published: play everything, play what the dealer would
    best = best_play(one_deck, PAYS)
    for text in ("Qs 6d 3c", "Qs 6d 5c"):
        assert value_of(one_deck, PAYS, strength(text)).edge > best.edge
    never = value_of(one_deck, PAYS, 1 << 30)
    assert [never.expectation, never.variance, never.wagered] == [-1, 0, 1]
    assert never.least is None and never.example == ()


def test_another_pay_table_is_another_weighing(one_deck: DealCounts) -> None:
    base = DuelPays(nets=(1, 2, 0, -2), bonus=(0, 0, 0, 0))
    best, plain = best_play(one_deck, PAYS), best_play(one_deck, base)
    assert best.ways == plain.ways  # hands with a bonus are played anyhow
    bonus = Fraction(720 * 1 + 52 * 4 + 48 * 5, 22_100)
    assert best.expectation - plain.expectation == bonus
    worse = best_play(one_deck, DuelPays(nets=(1, 2, 0, -2), bonus=(0, 1, 3, 4)))
    assert round(float(worse.edge), 4) == 0.0383


def test_pair_plus() -> None:
    ways = hand_ways(pair_plus, {"hand": 3}, CARDS.copies)
    edge = weigh_column("40-30-6-4-1", ways, [Fraction(n) for n in (-1, 1, 4, 6, 30, 40)]).edge
    assert edge == Fraction(512, 22_100)
    assert round(100 * float(edge), 4) == 2.3167


def by_hand(
    rules: DuelRules, pays: DuelPays, copies: Sequence[int]
) -> tuple[Fraction, Fraction, Any]:
    """Expectation, variance and outcomes of best play, every single card dealt, in fractions."""
    deck = [(card, n) for card, number in enumerate(copies) for n in range(number)]
    results: list[Fraction] = []
    outcomes: Counter[str] = Counter()
    for hand in itertools.combinations(deck, 3):
        cards = [card for card, _ in hand]
        mine, extra = rules.rank(*cards), Fraction(0)
        if rules.bonus:
            extra = Fraction(pays.bonus[rules.bonus(*cards)])
        rest = [card for card in deck if card not in hand]
        seen = Counter(
            rules.decide(mine, rules.rank(*[card for card, _ in other]))
            for other in itertools.combinations(rest, 3)
        )
        nets = [pays.nets[o] + extra for o, n in seen.items() for _ in range(n)]
        if sum(nets) > len(nets) * pays.fold:
            results += nets
            outcomes.update({rules.decide.outcomes[o]: n for o, n in seen.items()})
        else:
            results += [Fraction(pays.fold)] * len(nets)
            outcomes["fold"] += len(nets)
    mean = Fraction(sum(results), len(results))
    return mean, Fraction(sum(x * x for x in results), len(results)) - mean * mean, outcomes


@pytest.mark.parametrize(
    ("rules", "pays", "copies"),
    [
        *(
            pytest.param(*of, marks=pytest.mark.slow)
            for of in (
                (DuelRules(high3, showdown), DuelPays(nets=(2, 0, -2)), small(range(4))),
                (DuelRules(high3, showdown, ante_bonus), DuelPays((2, 0, -2), (0, 1, 4, 5)),
                 small(range(3, 7))),
                (THREE_CARD, PAYS, small((9, 10, 11), sets=2)[:45] + [0] * 7),  # suits not alike
            )
        ),
        (THREE_CARD, PAYS, small((8, 9, 10, 12))),
        (DuelRules(high3, showdown), DuelPays((Fraction(3, 2), 0, -2)), small((0, 5), sets=2)),
    ],
)  # fmt: skip
def test_small_decks_dealt_out_in_full(rules: DuelRules, pays: DuelPays, copies: list[int]) -> None:
    best = best_play(count_deals(rules, copies), pays)
    mean, variance, outcomes = by_hand(rules, pays, copies)
    assert (best.expectation, best.variance) == (mean, variance)
    assert {o: n for o, n in zip(best.outcomes, best.ways, strict=True) if n} == outcomes


@rule()
def spades_first(a: int, b: int, c: int) -> int:
    return high3(a, b, c) * 4 + max(a & 3, b & 3, c & 3)


def test_a_rule_that_tells_suits_apart_is_counted_hand_by_hand() -> None:
    rules, pays = DuelRules(spades_first, showdown), DuelPays(nets=(2, 0, -2))
    counted = count_deals(rules, small(range(4)))
    assert not counted.by_suits and len(counted.hands) == math.comb(16, 3)
    mean, variance, _ = by_hand(rules, pays, small(range(4)))
    best = best_play(counted, pays)
    assert (best.expectation, best.variance) == (mean, variance)


@pytest.mark.slow
def test_suits_alike_or_not_is_the_same(
    monkeypatch: pytest.MonkeyPatch, one_deck: DealCounts
) -> None:
    def apart(own: Any, dealer: Any, left: Any) -> Any:
        alone = np.arange(len(own.cards))
        return alone, alone, False

    monkeypatch.setattr(exact, "_classes", apart)
    counted = count_deals(THREE_CARD, CARDS.copies)
    assert len(counted.hands) == 22_100
    best, other = best_play(counted, PAYS), best_play(one_deck, PAYS)
    assert (best.ways, best.expectation, best.variance, best.least) == (
        other.ways, other.expectation, other.variance, other.least,
    )  # fmt: skip


def test_compiled_is_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = small((0, 4, 10, 11), sets=2)
    made = count_deals(THREE_CARD, copies)
    monkeypatch.setattr(exact, "compiled", lambda f: f)
    exact._lister.cache_clear()
    exact._counter.cache_clear()
    try:
        plain = count_deals(THREE_CARD, copies)
    finally:
        exact._lister.cache_clear()
        exact._counter.cache_clear()
    for name in ("hands", "ways", "strength", "bonus", "found"):
        assert (getattr(made, name) == getattr(plain, name)).all(), name


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_several_decks(decks: int) -> None:
    counted = count_deals(THREE_CARD, [decks] * 52)
    cards = 52 * decks
    assert counted.total == math.comb(cards, 3) * math.comb(cards - 3, 3)
    assert int(counted.ways.sum()) == math.comb(cards, 3)
    best = best_play(counted, PAYS)
    assert best.least is not None and sum(best.ways) == counted.total


@rule()
def highest_wins(cards: Sequence[int]) -> int:
    top = 0
    for card in cards:
        top = max(top, card >> 2)
    return top


def test_hands_of_other_sizes() -> None:
    rules = DuelRules(highest_wins, showdown, cards=2, dealer_cards=4)
    counted = count_deals(rules, CARDS_AND_JOKER.copies)
    assert counted.total == math.comb(53, 2) * math.comb(51, 4)
    jokers = [i for i, hand in enumerate(counted.hands.tolist()) if JOKER in hand]
    assert sum(counted.found[i, 0] for i in jokers) == 52 * math.comb(51, 4)  # joker beats all
    assert sum(counted.ways[i] for i in jokers) == 52


def test_five_cards_of_a_short_deck() -> None:
    counted = count_deals(DuelRules(high5, showdown, cards=5), small(range(8, 13)))
    assert counted.total == math.comb(20, 5) * math.comb(15, 5)
    win, _, lose = counted.found.sum(axis=0).tolist()
    assert win == lose  # both sides are dealt alike


def test_a_hand_above_which_some_are_folded_is_no_threshold() -> None:
    @rule(outcomes=("low", "high"))
    def lows(player: int, dealer: int) -> int:
        return 0 if player < dealer else 1

    counted = count_deals(DuelRules(high3, lows), small(range(5)))
    pays = DuelPays(nets=(1, -2))
    best = best_play(counted, pays)
    assert best.least is None and any(best.plays) and not all(best.plays)
    assert best_threshold(counted, pays).expectation < best.expectation
    assert sum(x for x in gains(counted, pays) if x > 0) == (best.expectation + 1) * counted.total


def test_refusals(one_deck: DealCounts) -> None:
    with pytest.raises(Refused, match="cannot be counted"):
        count_deals(THREE_CARD, [1] * 5)
    with pytest.raises(Refused, match="cannot be counted"):
        count_deals(THREE_CARD, [10_000] * 52)
    with pytest.raises(Refused, match="reads 3 cards; the hand has 4"):
        count_deals(DuelRules(high3, showdown, cards=4), CARDS.copies)
    with pytest.raises(Refused, match="4 outcomes and 4 of the bonus, but 3 and 1 pays"):
        best_play(one_deck, DuelPays(nets=(1, 0, -1)))
