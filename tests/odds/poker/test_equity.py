"""Equity: each figure by two ways that know nothing of each other, and the rules behind it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.analysis.poker.equity import Equity, deals, draw_pairs, equity, flop, pineapple, weigh
from houseway.analysis.poker.equity.boards import count_boards
from houseway.analysis.poker.equity.discard_loops import throw_away
from houseway.analysis.poker.equity.disjoint import choices, sweep
from houseway.analysis.poker.equity.forms import Form, form_of
from houseway.analysis.poker.equity.joint import together
from houseway.analysis.poker.equity.notation import Spot, read_spot
from houseway.analysis.poker.equity.outcomes import Ways, chances
from houseway.analysis.poker.equity.ranges import Range
from houseway.errors import Refused
from houseway.families.poker import Poker
from houseway.pieces.cards import CARDS_AND_JOKER
from houseway.rulebook import find, games

POKER = tuple(name for name, game in games().items() if issubclass(game, Poker))


def form(name: str) -> Form:
    return form_of(find(name)({}))  # type: ignore[arg-type]


def spot_of(name: str, hands: Sequence[str], board: str = "", dead: str = "") -> Spot:
    return read_spot(form(name), name, hands, board, dead)


def written(cards: Sequence[int]) -> str:
    return CARDS_AND_JOKER.show(cards)


def shares(found: Equity) -> list[float]:
    return [round(float(each.share), 6) for each in found.chances]


def test_a_game_that_makes_its_hands_otherwise_is_refused() -> None:
    class Otherwise(find("holdem")):  # type: ignore[misc]
        def hands(self, s: Any) -> Any:
            return super().hands(s)

    with pytest.raises(Refused, match="not a poker game whose hands are compared"):
        form_of(Otherwise())


@pytest.mark.parametrize("name", POKER)
def test_hands_are_those_of_the_game(name: str) -> None:
    """Four hands at a showdown have the result of the game itself."""
    game: Any = find(name)({})
    known, rng = form_of(game), random.Random(5)
    for deck in (list(range(known.deck)), [card for card in range(known.deck) if card % 4 < 2]):
        for _ in range(60):
            cards = rng.sample(deck, 3 * known.own + known.board)
            board = tuple(cards[3 * known.own :])
            hole = [(), *(tuple(cards[known.own * i : known.own * (i + 1)]) for i in range(3))]
            live = SimpleNamespace(live=(1, 2, 3), hole=hole, board=board)
            told = game.hands(live)
            columns = np.array(hole[1:], np.uint8).T.copy()
            made = known.judge(columns, np.repeat(np.array(board, np.uint8)[:, None], 3, 1))
            assert [part.tolist() for part in made] == [[x[1], x[2], x[3]] for x in told]


def test_the_textbook_pair() -> None:
    found = equity("holdem", ["AhAs", "KhKs"])
    assert found.method == "exact" and found.deals == comb(48, 5)
    aces, kings = found.chances
    assert aces.win == Fraction(1410336, comb(48, 5)) and aces.tie == Fraction(9308, comb(48, 5))
    assert shares(found) == [0.826366, 0.173634] and aces.scoop == aces.win
    assert aces.share + kings.share == 1 and aces.parts == {"high": aces.share}


@pytest.mark.parametrize(
    ("name", "players"), [("holdem", 2), ("holdem", 4), ("omaha", 3), ("omaha-8", 2)]
)
def test_counted_boards_are_all_boards(name: str, players: int) -> None:
    """From a deck of which most is gone every board is laid out card by card."""
    known, rng = form(name), random.Random(7)
    for suits in (4, 4, 2, 1):
        deck = [card for card in range(52) if card % 4 < suits]
        left = min(len(deck), players * known.own + 13)
        cards = rng.sample(deck, left)
        hands = [cards[known.own * i : known.own * (i + 1)] for i in range(players)]
        if len(cards) - players * known.own < 5:
            continue
        gone = [card for card in range(52) if card not in cards]
        counted = count_boards(hands, gone, known.two, known.qualifier)
        assert counted == flop.count_from(known, hands, (), gone)
        assert sum(counted.values()) == comb(len(cards) - players * known.own, 5)


def test_a_low_of_seven_cards_is_counted_with_the_boards() -> None:
    """As in Crazy Pineapple with a low."""
    known = form("crazy-pineapple-8")
    cards = random.Random(3).sample(range(52), 18)
    gone = [card for card in range(52) if card not in cards]
    hands = [cards[:2], cards[2:4]]
    assert count_boards(hands, gone, False, 8) == flop.count_from(known, hands, (), gone)


def test_high_low_and_scoop_add_up() -> None:
    found = equity("omaha-8", ["AhAs2h3s", "JcTc9d8d"])
    low, high = found.chances
    assert shares(found) == [0.657242, 0.342758] and high.parts["low"] == 0
    assert low.win == low.scoop + (Fraction(232775, comb(44, 5)))
    assert low.share == low.scoop + Fraction(1, 2) * Fraction(232775, comb(44, 5))
    no_low = equity("omaha-8", ["AhAs2h3s", "JcTc9d8d"], posting={"qualifier": "none"})
    assert no_low.chances[0].parts["low"] > low.parts["low"]


def test_a_range_is_its_hands_by_weight() -> None:
    whole = equity("holdem", ["QQ:0.5, AhKh", "JsJd"], "2c 7d 9s")
    queens = equity("holdem", ["QQ", "JsJd"], "2c 7d 9s").chances[0].share
    king = equity("holdem", ["AhKh", "JsJd"], "2c 7d 9s").chances[0].share
    assert whole.chances[0].share == (3 * queens + king) / 4


def test_names_of_suits_do_not_matter_and_blockers_do() -> None:
    """A range counted in classes of suits, and the same hands one by one."""
    mine, board, dead = "AhKd", "Ad 7d 2c", "Kh"
    ways: Ways = Ways()
    spot = spot_of("holdem", [mine, "QQ,AK,76s"], board, dead)
    for column in spot.hands[1].range.cards.T.tolist():
        ways += flop.count(spot_of("holdem", [mine, written(column)], board, dead))
    assert ways == flop.count(spot)
    before: Ways = Ways()
    spot_before = spot_of("holdem", [mine, "QQ,76s"], "", dead)
    for column in spot_before.hands[1].range.cards.T.tolist():
        before += flop.count(spot_of("holdem", [mine, written(column)], "", dead))
    assert before == flop.count(spot_before)
    assert spot.hands[1].range.cards.shape[1] == 6 + 4 + 3  # half of AK and the sevens of diamonds


def test_wide_ranges_are_met_pair_by_pair() -> None:
    """The same ranges held way by way and, board by board, in pairs that share no card."""
    for board in ("2c 7d 9s Qh", "2c 7d 9s Qh Ac"):
        spot = spot_of("holdem", ["QQ, AKs:0.5, 98s", "AQs, 99-77"], board)
        assert flop._count_by_pairs(spot, sweep) == flop._count_by_boards(spot)


def test_deals_laid_out_say_the_same() -> None:
    spot = spot_of("omaha-8", ["AhAs2h3s", "JcTc9d8d", "4c4d5h6s"], "3c 7d Qh")
    assert deals.count_all(spot) == flop.count(spot)


SMALL = {
    "seven-card-stud": ("(AhKd)7s8s", "(QsQd)2c3c"),
    "seven-card-stud-8": ("(Ah4d)7s8s", "(QsQd)2c3c"),
    "razz": ("(Ah4d)7s8s", "(Ks2d)2c3c6h"),
    "lowball": ("2h3h4h(KcKd)", "Jk5h(7c8c9c)"),
    "lowball-27": ("2h3h4h(KcKd)", "3c5h6c(7c8c)"),
    "draw-jacks-or-better": ("AhAd(2c7d9s)", "KhQhJh(Ts2d)"),
}


@pytest.mark.parametrize("name", SMALL)
def test_disjoint_pairs_are_all_pairs(name: str) -> None:
    """Inclusion and exclusion against every pair laid out; eleven cards are left."""
    known = form(name)
    plain = read_spot(known, name, SMALL[name], "", "")
    rest = random.Random(11).sample(plain.left, 11)
    dead = written([card for card in plain.left if card not in rest])
    spot = read_spot(known, name, SMALL[name], "", dead)
    counted = draw_pairs.count(spot, run=sweep)
    assert counted == deals.count_all(spot)
    assert sum(counted.values()) == deals.deals_in_all(spot)


def test_sets_of_cards_are_all_there_once() -> None:
    for n, k in ((5, 0), (5, 1), (7, 3), (6, 6)):
        columns = {tuple(column) for column in choices(n, k).T.tolist()}
        assert len(columns) == choices(n, k).shape[1] == comb(n, k)
        assert all(list(column) == sorted({*column}) for column in columns)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("seven-card-stud", ["(AhKd)7s", "(QsQd)2c"]),
        ("seven-card-stud-8", ["(AhKd)7s", "(QsQd)2c"]),
        ("razz", ["(Ah2d)7s", "(3s5d)8c"]),
        ("draw-jacks-or-better", ["AsAh(3c7d9s)", "KsKh(2c4d6s)"]),
    ],
)
def test_first_streets_are_exact(name: str, hands: list[str]) -> None:
    """The count of all draws, compared with a million random deals."""
    spot = read_spot(form(name), name, hands, "", "")
    ways, method, _ = weigh(spot, None, 1)
    assert method == "exact" and sum(ways.values()) == deals.deals_in_all(spot)
    exact = chances(ways, 2, spot.form.parts, False)
    dealt = chances(deals.sample(spot, 1_000_000, 3), 2, spot.form.parts, True)
    for one, other in zip(exact, dealt, strict=True):
        assert abs(float(one.share - other.share)) < 5 * other.error
        assert abs(float(one.scoop - other.scoop)) < 0.0025


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("name", "hands", "board"),
    [
        ("holdem", ["AhKd", "QQ+, 76s", "55-99"], "2c 7d 9s Js"),
        ("omaha-8", ["AhAs2h3s", "KKQx"], "4c 5d Ts Jd"),
    ],
)
def test_random_deals_come_near_and_say_how_near(name: str, hands: list[str], board: str) -> None:
    counted = equity(name, hands, board, exact=True)
    dealt = equity(name, hands, board, deals=40_000, seed=2)
    assert (counted.method, dealt.method) == ("exact", "simulated")
    assert dealt == equity(name, hands, board, deals=40_000, seed=2)
    assert dealt != equity(name, hands, board, deals=40_000, seed=3)
    for one, other in zip(counted.chances, dealt.chances, strict=True):
        assert one.error == 0 < other.error < 0.004
        assert abs(float(one.share - other.share)) < 5 * other.error


def test_more_hands_that_draw_are_dealt_at_random() -> None:
    hands = ["AsAh(3c7d9s)", "KsKh(2c4d6s)", "QsQh(2d4c6h)"]
    found = equity("draw-jacks-or-better", hands, deals=20_000)
    assert found.method == "simulated" and sum(each.share for each in found.chances) == 1
    late = equity("draw-jacks-or-better", ["AsAhKcKd(9s)", "JsJhTcTd(6s)", "2h3h4h5h(7c)"])
    assert late.method == "exact" and late.deals == 38 * 37 * 36


def test_a_random_hand_draws_by_a_rule_that_is_named() -> None:
    found = equity("draw-jacks-or-better", ["JsJh(2c3d4d)", "random"], deals=20_000)
    assert found.method == "simulated" and "draws by a plain rule" in found.assumes[0]
    assert 0.55 < found.chances[0].share < 0.70


def pineapple_spot(hands: Sequence[str], board: str = "") -> Spot:
    return read_spot(form("crazy-pineapple"), "Crazy Pineapple", hands, board, "")


def test_a_card_that_is_gone_leaves_holdem() -> None:
    spot = pineapple_spot(["AhAs(Kd)", "QhJh(Th)"], "2h 5h 9s")
    ways, method, assumes = weigh(spot, None, 1)
    assert (method, assumes) == ("exact", ())
    assert ways == flop.count(spot_of("holdem", ["AhAs", "QhJh"], "2h 5h 9s", "Kd Th"))


def test_the_discard_is_looked_for_in_the_own_cards_alone() -> None:
    spot = pineapple_spot(["AhAsKd", "QhJhTh"], "2h 5h Ad")
    hands = np.array([[48 + 2, 44 + 1], [48 + 3, 4 * 7 + 2], [4, 4 * 6 + 2]], np.uint8)
    flops = np.array([[2, 2], [14, 14], [49, 49]], np.uint8)  # 2h 5h Ad
    with np.errstate(over="ignore"):
        kept = pineapple.keep_two(spot, hands, flops, 1, run=throw_away)
    assert written(kept[:, 0].tolist()) == "Ah As"  # and not the three
    assert written(kept[:, 1].tolist()) == "9h 8h"  # the flush draw, not the king


def test_what_rests_on_a_discard_is_never_called_exact() -> None:
    with pytest.raises(houseway.Refused, match="cannot be exact"):
        weigh(pineapple_spot(["AhAsKd", "QhJhTh"]), None, 1, exact=True)
    assert "keep the two cards" in pineapple.ASSUMES[0]


@pytest.mark.slow
def test_every_flop_of_pineapple_and_flops_at_random() -> None:
    spot = pineapple_spot(["AhAsKd", "QhJhTh"])
    ways, method, assumes = weigh(spot, None, 1)
    assert method == "assumed" and assumes == pineapple.ASSUMES
    assert sum(ways.values()) == comb(46, 3) * comb(43, 2)
    exact = chances(ways, 2, ("high",), False)[0].share
    dealt = chances(pineapple.sample(spot, 20_000, 3), 2, ("high",), True)[0]
    assert abs(float(exact - dealt.share)) < 5 * dealt.error


SEVENTH = ["(AhKd)7s8s9s2d", "(QsQd)2c3c4c5d", "(JsJd)6c7c8c9d", "(Th9h)3d4d5h6h"]


def test_as_many_deals_as_would_be_dealt_at_random_are_counted() -> None:
    """Four hands of stud before their last card: 27 x 26 x 25 x 24 deals."""
    found = equity("seven-card-stud", SEVENTH, dead="2s")
    assert (found.method, found.deals) == ("exact", 421_200)
    dealt = equity("seven-card-stud", SEVENTH, dead="2s", deals=100_000)
    for exact, simulated in zip(found.chances, dealt.chances, strict=True):
        assert abs(float(exact.share) - float(simulated.share)) < 5 * simulated.error


def test_all_ways_to_hold_ranges_are_laid_out_at_once() -> None:
    """Ranges of down cards: way by way, and in one go."""
    hands = ["(22+)7s8s9s2d", "(AK,QJ:0.5)2c3c4c5d6h"]
    spot = read_spot(form("seven-card-stud"), "stud", hands, "", "Ac")
    one_by_one = Ways()
    places, weights = together([hand.range for hand in spot.hands])
    for column, weight in zip(places.T, weights.tolist(), strict=True):
        held = [hand.range.cards[:, [at]] for hand, at in zip(spot.hands, column, strict=True)]
        alone = [
            replace(hand, range=Range(cards, np.ones(1, np.int64)))
            for hand, cards in zip(spot.hands, held, strict=True)
        ]
        for outcome, n in deals.count_all(replace(spot, hands=tuple(alone))).items():
            one_by_one[outcome] += weight * n
    assert deals.count_all(spot) == one_by_one
    assert deals.deals_in_all(spot) >= len(weights) and len(weights) > 100


def test_many_ways_to_hold_down_cards_take_seconds() -> None:
    """671,580 ways on the last street took three minutes when each was prepared alone."""
    begun = time.process_time()
    found = equity("seven-card-stud", ["(random)7s8s9s2d6h", "(random)2c3c4c5d7d"])
    assert (found.method, found.deals) == ("exact", 671_580)
    assert time.process_time() - begun < 30
