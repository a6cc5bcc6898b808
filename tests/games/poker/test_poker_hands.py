"""Poker hands: textbook counts, brute force, and rule = compiled rule = play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.hands import poker_high
from houseway.hands.omaha import OmahaBoard, best_omaha_high, best_omaha_low, omaha_high, omaha_low
from houseway.hands.poker_high import best_high, describe_high, high5, high_any
from houseway.hands.poker_low import (
    EIGHT_OR_BETTER,
    NO_LOW,
    NO_QUALIFIER,
    best_low,
    describe_low,
    low5,
    low_any,
)
from houseway.pieces.cards import CARDS

QUALIFIERS = (NO_QUALIFIER, 6, 7, EIGHT_OR_BETTER, 9, 13)


def cards(text: str) -> tuple[int, ...]:
    return CARDS.parse(text)


def ints(hand: list[int]) -> Any:
    return np.array(hand)


def deals(n: int, times: int, seed: int, of: int = 52) -> Iterator[list[int]]:
    """Random hands; a short deck (``of``) brings the rare ones."""
    shuffle = random.Random(seed)
    for _ in range(times):
        yield shuffle.sample(range(of), n)


def hands(n: int, times: int, seed: int) -> list[list[int]]:
    return [*deals(n, times, seed), *deals(n, times // 2, seed, of=max(2 * n + 2, 20))]


def by_the_book(five: Any) -> tuple[int, list[int]]:
    ranks = sorted((card // 4 + 2 for card in five), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    flush = len({card % 4 for card in five}) == 1
    straight = len(set(ranks)) == 5 and ranks[0] - ranks[4] == 4
    times = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape = tuple(n for n, _ in times)
    order = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), "s", "f", (3, 2), (4, 1), "sf"]
    kind: Any = "sf" if straight and flush else "f" if flush else "s" if straight else shape
    return order.index(kind), [rank for _, rank in times]


def low_by_the_book(five: Any) -> tuple[tuple[int, ...], list[int]]:
    """Smaller is lower; the shapes 11111, 2111, 221, 311, 32, 41 happen to sort as they rank."""
    times = sorted(((n, rank) for rank, n in Counter((c // 4 + 1) % 13 for c in five).items()))
    times.reverse()
    return tuple(n for n, _ in times), [rank for _, rank in times]


def lowest(fives: Any, qualifier: int) -> int:
    """The best low by trying all; five cards at a time."""
    strengths = [low5(five) for five in fives if _qualifies(five, qualifier)]
    return max(strengths, default=NO_LOW)


def _qualifies(five: Any, qualifier: int) -> bool:
    ranks = {(card // 4 + 1) % 13 + 1 for card in five}
    return qualifier in (0, 13) or (len(ranks) == 5 and max(ranks) <= qualifier)


def omaha_fives(hole: list[int], board: list[int]) -> list[tuple[int, ...]]:
    return [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]


def test_every_five_card_hand_falls_into_the_textbook_categories() -> None:
    import numba

    strength_of = high5.jit()

    @numba.njit  # type: ignore[untyped-decorator,unused-ignore]
    def tally() -> Any:
        found: Any = np.zeros(10, np.int64)
        five: Any = np.zeros(5, np.int64)
        for a in range(52):
            five[0] = a
            for b in range(a):
                five[1] = b
                for c in range(b):
                    five[2] = c
                    for d in range(c):
                        five[3] = d
                        for e in range(d):
                            five[4] = e
                            strength = strength_of(five)
                            found[9 if strength == poker_high.ROYAL_FLUSH else strength >> 20] += 1
        return found

    textbook = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4]
    assert tally().tolist() == textbook


def test_all_7462_strengths_stand_in_the_order_of_the_book() -> None:
    """One hand of each rank pattern, once suited and once not: all there is to compare."""
    seen: dict[int, tuple[int, list[int]]] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        mixed = [rank * 4 + i % 4 for i, rank in enumerate(ranks)]
        suited = [rank * 4 for rank in ranks] if len(set(ranks)) == 5 else mixed
        for five in (mixed, suited):
            assert poker_high.category(high5(five)) == by_the_book(five)[0]
            assert seen.setdefault(high5(five), by_the_book(five)) == by_the_book(five)
    assert len(seen) == 7462
    assert [seen[s] for s in sorted(seen)] == sorted(seen.values())


@pytest.mark.parametrize("n", [5, 6, 7])
def test_high_any_is_the_best_of_all_fives(n: int) -> None:
    for hand in hands(n, 1500, seed=n):
        assert high_any(hand) == max(high5(five) for five in combinations(hand, 5))


def test_high_rule_compiled_and_play_agree() -> None:
    twin, twin5 = high_any.jit(), high5.jit()
    for n in (5, 6, 7):
        for hand in hands(n, 5000, seed=n + 10):
            strength = high_any(hand)
            assert strength == best_high(hand) == best_high(tuple(hand))
            assert strength == twin(ints(hand))
            if n == 5:
                assert strength == high5(hand) == twin5(ints(hand))


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64])
def test_rules_take_arrays_of_any_int(dtype: Any) -> None:
    hand = list(cards("As Ks Qs Js Ts 2c 3d 4h 5h"))
    array: Any = np.array(hand, dtype)
    for omaha_low_ in (omaha_low, omaha_low.jit()):
        assert omaha_low_(array[:4], array[4:], 0) == omaha_low(hand[:4], hand[4:], 0)
    for high_any_ in (high_any, high_any.jit()):
        assert high_any_(array[:7]) == poker_high.ROYAL_FLUSH


@given(st.permutations(range(52)).map(lambda deck: deck[:7]), st.permutations(range(7)))
def test_neither_order_nor_suit_names_matter(hand: list[int], order: list[int]) -> None:
    turned = [hand[i] // 4 * 4 + (hand[i] + 1) % 4 for i in order]
    assert best_high(hand) == best_high(turned) == high_any(turned)
    assert best_low(hand, 8) == best_low(turned, 8) == low_any(turned, 8)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6d 5c 4h 3s 2c", "5c 4h 3s 2c Ad"),  # the wheel is the lowest straight
        ("5c 4h 3s 2c Ad", "As Ah Ad Kc Qc"),  # and still a straight
        ("5h 4h 3h 2h Ah", "Kc Kd Kh Ks Ac"),  # a steel wheel beats four of a kind
        ("6h 5h 4h 3h 2h", "5h 4h 3h 2h Ah"),
        ("As Ks Qs Js Ts", "Kd Qd Jd Td 9d"),
        ("2c 2d 2h 3s 3c", "As Ks Qs Js 9s"),
        ("3c 3d 3h 2s 2c", "2c 2d 2h As Ac"),  # the three decides a full house
        ("Ac Ad 3h 3s 2c", "Kc Kd Qh Qs Ac"),
        ("7c 7d Ah 4s 3c", "7h 7s Ac 4d 2h"),  # third kicker
        ("2c 2d 4h 3s", "Ac Kd Qh Js"),  # of a stud hand, what its up cards show
    ],
)
def test_better_and_worse(better: str, worse: str) -> None:
    assert high_any(cards(better)) > high_any(cards(worse))
    assert best_high(cards(better)) > best_high(cards(worse))


def test_no_straight_goes_around_the_corner() -> None:
    assert poker_high.category(high5(cards("Qc Kd Ah 2s 3c"))) == poker_high.HIGH_CARD
    assert poker_high.category(high5(cards("Qs Ks As 2s 3s"))) == poker_high.FLUSH


@pytest.mark.parametrize(
    ("one", "other", "board"),
    [
        ("Ac 3d", "Ah 2s", "As Kd Qh Jc 9s"),  # kickers on the board outrank both
        ("3c 3d", "2h 2s", "Ac Ad Kh Ks Qc"),  # small pairs counterfeited by two pair
        ("Ac Kd", "2c 3d", "Th 9h 8h 7h 6h"),  # both play the board
    ],
)
def test_split_pots(one: str, other: str, board: str) -> None:
    assert best_high(cards(f"{one} {board}")) == best_high(cards(f"{other} {board}"))


def test_two_sets_of_three_make_a_full_house_and_three_pairs_keep_the_best_kicker() -> None:
    assert describe_high(best_high(cards("Kc Kd Kh 9c 9d 9h 2s"))) == "full house, kings over nines"
    assert best_high(cards("Ac Ad 8c 8d 5c 5d 4h")) == high5(cards("Ac Ad 8c 8d 5c"))
    assert best_high(cards("Jc Jd Jh Js 9c 9d 9h")) == high5(cards("Jc Jd Jh Js 9c"))


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9d 8d 7d 6d 5d", "straight flush, nine high"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("Jc Jd Jh Js 2c", "four of a kind, jacks"),
        ("Kc Kd Kh 9s 9c", "full house, kings over nines"),
        ("Ac Jc 8c 4c 2c", "flush, ace high"),
        ("5c 4d 3h 2s Ac", "straight, five high"),
        ("6c 6d 6h Ks 2c", "three of a kind, sixes"),
        ("Ac Ad 4h 4s 9c", "two pair, aces and fours"),
        ("7c 7d Ah 9s 2c", "pair of sevens"),
        ("2c 2d Ah 9s 3c", "pair of deuces"),
        ("Ac Jd 8h 4s 2c", "ace high"),
    ],
)
def test_high_in_words(hand: str, words: str) -> None:
    assert describe_high(high5(cards(hand))) == words


def test_all_low_strengths_stand_in_the_order_of_the_book() -> None:
    seen: dict[int, tuple[tuple[int, ...], list[int]]] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            five = [rank * 4 + i % 4 for i, rank in enumerate(ranks)]
            assert low5(five) > NO_LOW
            seen[low5(five)] = low_by_the_book(five)
    assert len(seen) == 6175
    assert [seen[s] for s in sorted(seen, reverse=True)] == sorted(seen.values())


@pytest.mark.parametrize("n", [5, 6, 7])
def test_low_any_is_the_best_of_all_fives(n: int) -> None:
    for i, hand in enumerate(hands(n, 1500, seed=n + 20)):
        qualifier = QUALIFIERS[i % len(QUALIFIERS)]
        assert low_any(hand, qualifier) == lowest(list(combinations(hand, 5)), qualifier)


def test_low_of_every_rank_pattern_of_seven_is_the_best_of_its_fives() -> None:
    """Paired lows are rare in random hands: take all patterns of at most four ranks."""
    for ranks in combinations_with_replacement(range(13), 7):
        if len(set(ranks)) <= 4 and max(Counter(ranks).values()) <= 4:
            hand = [rank * 4 for rank in ranks]
            lows = [low5(five) for five in set(combinations(hand, 5))]
            assert best_low(hand, NO_QUALIFIER) == max(lows)


def test_low_rule_compiled_and_play_agree() -> None:
    twin = low_any.jit()
    for n in (5, 6, 7):
        for i, hand in enumerate(hands(n, 4000, seed=n + 30)):
            qualifier = QUALIFIERS[i % len(QUALIFIERS)]
            strength = low_any(hand, qualifier)
            assert strength == best_low(hand, qualifier) == twin(ints(hand), qualifier)


@pytest.mark.parametrize(
    ("hand", "qualifies"),
    [
        ("8c 7d 6h 5s 4c", True),  # a straight, and the worst low that qualifies
        ("8c 7c 6c 5c 4c", True),  # neither straight nor flush counts
        ("5c 4d 3h 2s Ac", True),
        ("9c 4d 3h 2s Ac", False),  # one rank above the eight
        ("8c 3d 3h 2s Ac", False),  # paired
        ("4c 3d 3h 2s 2c Ac Ad", False),
        ("8c 7d 6h 5s 4c Kd Kh", True),
        ("8c 7d 6h 5s 5c 5d Ah", True),
    ],
)
def test_eight_or_better(hand: str, qualifies: bool) -> None:
    strength = best_low(cards(hand), EIGHT_OR_BETTER)
    assert (strength != NO_LOW) is qualifies
    assert strength in (NO_LOW, best_low(cards(hand), NO_QUALIFIER))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5c 4d 3h 2s Ac", "6c 4d 3h 2s Ac"),
        ("8c 6d 4h 3s Ac", "8c 6d 5h 2s Ac"),  # from the top down
        ("8c 7d 6h 5s 4c", "9c 4d 3h 2s Ac"),
        ("Kc Qd Jh Ts 9c", "Ac Ad 4h 3s 2c"),  # any five ranks are lower than a pair
        ("Ac Ad Kh Qs Jc", "2c 2d 5h 4s 3c"),
        ("Kc Kd Qh Js Tc", "2c 2d Ah As 3c"),
        ("Kc Kd Qh Qs Jc", "Ac Ad Ah 3s 2c"),
        ("Kc Kd Kh Qs Jc", "Ac Ad Ah 2s 2c"),
        ("Kc Kd Kh Qs Qc", "Ac Ad Ah As 2c"),
    ],
)
def test_lower_and_higher(better: str, worse: str) -> None:
    assert low5(cards(better)) > low5(cards(worse)) > NO_LOW


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("8c 6d 4h 3s Ac", "8-6-4-3-A low"),
        ("Kc Qd Jh Ts 9c", "K-Q-J-T-9 low"),
        ("Ac Ad 9h 8s 7c", "A-A-9-8-7 low"),
        ("3c 3d 2h 2s Kc", "3-3-2-2-K low"),
        ("3c 3d 3h Ks 2c", "3-3-3-K-2 low"),
        ("3c 3d 3h Ks Kc", "3-3-3-K-K low"),
        ("3c 3d 3h 3s Kc", "3-3-3-3-K low"),
    ],
)
def test_low_in_words(hand: str, words: str) -> None:
    assert describe_low(low5(cards(hand))) == words
    assert describe_low(NO_LOW) == "no low"


@pytest.mark.parametrize("holes", [4, 5, 6])
def test_omaha_is_the_best_of_two_and_three(holes: int) -> None:
    twin_high, twin_low = omaha_high.jit(), omaha_low.jit()
    for i, dealt in enumerate(hands(holes + 5, 300, seed=holes + 40)):
        hole, board = dealt[:holes], dealt[holes:]
        fives = omaha_fives(hole, board)
        best = max(high5(five) for five in fives)
        assert best == omaha_high(hole, board) == best_omaha_high(hole, board)
        assert best == twin_high(ints(hole), ints(board))
        qualifier = QUALIFIERS[i % len(QUALIFIERS)]
        best = lowest(fives, qualifier)
        assert best == omaha_low(hole, board, qualifier) == best_omaha_low(hole, board, qualifier)
        assert best == twin_low(ints(hole), ints(board), qualifier)


def test_omaha_compiled_and_play_agree_on_many_hands() -> None:
    """Boards of one suit and of few ranks among them, where flushes and pairs crowd."""
    twin_high, twin_low = omaha_high.jit(), omaha_low.jit()
    suited = [[c * 4 % 52 + (c > 12) for c in deal] for deal in deals(25, 2000, seed=1, of=26)]
    for dealt in [*hands(25, 4000, seed=2), *suited]:
        board = OmahaBoard(dealt[:5])
        for at in (5, 9, 13):
            hole = dealt[at : at + 4]
            arrays = ints(hole), ints(dealt[:5])
            assert board.high(hole) == twin_high(*arrays)
            for qualifier in (EIGHT_OR_BETTER, NO_QUALIFIER):
                assert board.low(hole, qualifier) == twin_low(*arrays, qualifier)


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("As Kd Qh Jc", "Ks Qs Js Ts 2d", "straight, ace high"),  # one spade is no flush
        ("As Ah Ad Ac", "Ks Kd Kh 7c 2d", "full house, kings over aces"),  # two aces only
        ("9c 8d 3h 2s", "Ac Ad Ah As Kc", "three of a kind, aces"),  # three of the board only
        ("As 2s Kd Kh", "3s 4s 5s Kc 9d", "straight flush, five high"),
        ("Ts 9s 2c 2d", "Js 8s 7s As Ks", "straight flush, jack high"),
    ],
)
def test_exactly_two_and_exactly_three(hole: str, board: str, words: str) -> None:
    assert describe_high(omaha_high(cards(hole), cards(board))) == words
    assert describe_high(best_omaha_high(cards(hole), cards(board))) == words


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("Ac 2d Kh Ks", "3c 4d 8h Ts Jc", "8-4-3-2-A low"),
        ("Ac 2d Kh Ks", "3c 4d 9h Ts Jc", "no low"),  # two low cards on the board
        ("Ac 2d Kh Ks", "Ad 2c 8h 7s Jc", "no low"),  # counterfeited
        ("Ac 2d 3h Ks", "Ad 4c 8h 7s Jc", "7-4-3-2-A low"),  # the three stands in
        ("Ac Kd Kh Ks", "2c 3d 4h 5s Jc", "no low"),  # one low card in the hand
        ("4c 5d Kh Ks", "6c 7d 8h Ts Jc", "8-7-6-5-4 low"),
    ],
)
def test_omaha_low(hole: str, board: str, words: str) -> None:
    assert describe_low(omaha_low(cards(hole), cards(board), EIGHT_OR_BETTER)) == words
    assert describe_low(best_omaha_low(cards(hole), cards(board), EIGHT_OR_BETTER)) == words


def test_high_and_low_may_use_different_cards() -> None:
    board = OmahaBoard(cards("3s 4s 8s Kd Kh"))
    hole = cards("Ac 2d Ks Kc")
    assert describe_high(board.high(hole)) == "four of a kind, kings"
    assert describe_low(board.low(hole, EIGHT_OR_BETTER)) == "8-4-3-2-A low"


def test_before_the_flop_an_omaha_hand_is_nothing_yet() -> None:
    hole = cards("Ac 2d Kh Ks")
    assert best_omaha_high(hole, ()) == omaha_high(hole, ()) == poker_high.NO_HAND
    assert best_omaha_low(hole, (), EIGHT_OR_BETTER) == NO_LOW
