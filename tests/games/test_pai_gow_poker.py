"""Pai Gow Poker: ranks with a joker, the house way told a second time, envy, a table in play."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from houseway.hands.fortune import fortune
from houseway.hands.pai_gow_house_way import house_way
from houseway.hands.pai_gow_poker import (
    CHOICES,
    FIVE_ACES,
    FRONTS,
    LOSE,
    PUSH,
    WHEEL_SECOND,
    WILD,
    WIN,
    compare,
    five_strength,
    held_times,
    makes_straight,
    may_stand,
    setting,
    settle_pai_gow,
    strengths,
    two_strength,
)
from houseway.hands.poker_high import STRAIGHT, count_ranks, straight_to
from houseway.pieces.cards import ACE, CARDS_AND_JOKER, JOKER, KING, TEN
from houseway.players.bots import Bot, play_round
from houseway.records.record import Stream
from tests.support.random_play import table_of

read = CARDS_AND_JOKER.parse


def tried_out(cards: list[int], posted: int) -> int:
    """The best that the joker makes of four cards: every card in its place, as the text allows."""
    rest = [card for card in cards if card != JOKER]
    if sum(card >> 2 == ACE for card in rest) == 4:
        return FIVE_ACES << 20 | ACE << 16
    best = 0
    for card in set(range(52)) - set(rest):
        a, b, c, d = rest
        found = five_strength(a, b, c, d, card, posted & ~WILD)
        straight_or_flush = found >> 20 in (4, 5, 8)
        if card >> 2 == ACE or straight_or_flush or posted & WILD:
            best = max(best, found)
    return best


@pytest.mark.parametrize("posted", [0, WHEEL_SECOND])
def test_a_joker_is_the_best_card_that_it_may_be(posted: int) -> None:
    chance = random.Random(posted)
    for _ in range(1500):
        cards = [*chance.sample(range(52), 4), JOKER]
        chance.shuffle(cards)
        a, b, c, d, e = cards
        assert five_strength(a, b, c, d, e, posted) == tried_out(cards, posted), cards


def test_a_wild_joker_is_no_worse_than_any_card() -> None:
    chance = random.Random(3)
    for _ in range(1000):
        cards = [*chance.sample(range(52), 4), JOKER]
        a, b, c, d, e = cards
        wild = five_strength(a, b, c, d, e, WILD)
        assert wild >= max(tried_out(cards, WILD), five_strength(a, b, c, d, e, 0)), cards


def test_ranks_held_so_many_times() -> None:
    chance = random.Random(4)
    for _ in range(500):
        cards = chance.sample(range(52), 7)
        counts, ranks = count_ranks(cards), Counter(card >> 2 for card in cards)
        for times in (2, 3, 4):
            held = sum(1 << 3 * rank for rank, n in ranks.items() if n == times)
            assert held_times(counts, times) == held
    assert not any(held_times(5 << 3 * ACE, times) for times in (2, 3, 4))


def test_straights_with_and_without_a_joker() -> None:
    for mask in range(1 << 13):
        assert makes_straight(mask, 0) == (straight_to(mask) >= 0)
        filled = max(straight_to(mask | 1 << rank) for rank in range(13)) >= 0
        assert makes_straight(mask, 1) == filled


def test_two_hands_meet() -> None:
    assert [compare(2, 2, 1, 1), compare(2, 1, 1, 2), compare(2, 1, 1, 1)] == [WIN, PUSH, PUSH]
    assert [compare(1, 1, 1, 1), compare(1, 1, 1, 2), compare(1, 1, 2, 2)] == [LOSE] * 3
    mine, banks = read("Jc Jd 3h 5s 7c 9c 9d"), read("Kh 2c 4d 6h 8s Tc Qd")
    assert settle_pai_gow(mine, banks, 0) == WIN
    assert settle_pai_gow(banks, mine, 0) == LOSE


def by_settings(cards: list[int], front: tuple[int, ...]) -> tuple[int, int]:
    """The strengths of a setting by the ranks in front; of several the best five cards."""
    found = []
    for choice, places in enumerate(FRONTS):
        if sorted(min(cards[p] >> 2, ACE) for p in places) == sorted(front):
            found.append(strengths(setting(cards, choice), 0))
    return max(found)


def told_again(cards: list[int]) -> tuple[int, int]:
    """Return both strengths that the list of the reading gives seven cards, by their ranks."""
    ranks = Counter(min(card >> 2, ACE) for card in cards)
    of = {n: sorted((r for r in ranks if ranks[r] == n), reverse=True) for n in range(1, 6)}
    others = [r for r in sorted(ranks, reverse=True) if ranks[r] == 1]
    if of[5]:
        pair = KING if ranks[KING] == 2 else ACE
        return by_settings(cards, (pair, pair))
    if of[4]:
        four, beside = of[4][0], of[3] + of[2]
        if beside:
            return by_settings(cards, (beside[0],) * 2)
        kept = four <= 4 or (four <= TEN and ACE in others)
        return by_settings(cards, tuple(others[:2]) if kept else (four, four))
    if len(of[3]) == 2:
        return by_settings(cards, (of[3][0],) * 2)
    if of[3] and of[2]:
        deuces = of[2] == [0] and others == [ACE, KING]
        return by_settings(cards, tuple(others) if deuces else (of[2][0],) * 2)
    if len(of[2]) == 3:
        return by_settings(cards, (of[2][0],) * 2)
    if len(of[2]) == 2:
        high, low = of[2]
        split = high == ACE or low > TEN
        kept = not split and (ACE in others or (KING in others and high <= 4))
        return by_settings(cards, tuple(others[:2]) if kept else (low, low))
    fives = [
        found
        for found in (strengths(setting(cards, choice), 0) for choice in range(CHOICES))
        if found[0] >> 20 in (STRAIGHT, 5, 8)
    ]
    if fives:
        five, two = max(fives, key=lambda found: (found[1], found[0]))
        breaks = two >> 20 == 0 and of[2] and TEN <= of[2][0] <= KING and ACE in others
        return by_settings(cards, tuple(others[:2])) if breaks else (five, two)
    if of[3]:
        front = (ACE, others[0]) if of[3] == [ACE] else tuple(others[:2])
        return by_settings(cards, front)
    return by_settings(cards, tuple(others[:2] if of[2] else others[1:3]))


def rich(chance: random.Random) -> list[int]:
    """Seven cards; every other hand is of few ranks, with the joker in most."""
    if chance.random() < 0.5:
        return sorted(chance.sample(range(53), 7))
    ranks = chance.sample(range(13), chance.randint(3, 5))
    deck = [4 * rank + suit for rank in ranks for suit in range(4)]
    return sorted(chance.sample([*deck, JOKER] if chance.random() < 0.7 else deck, 7))


def test_the_house_way_is_the_list_told_a_second_time() -> None:
    chance = random.Random(5)
    for _ in range(6000):
        cards = rich(chance)
        found = strengths(setting(cards, house_way(cards, 0)), 0)
        assert found == told_again(cards), CARDS_AND_JOKER.show(cards)


def test_the_house_way_stands_whatever_is_posted() -> None:
    chance = random.Random(6)
    for _ in range(4000):
        cards, posted = rich(chance), chance.randrange(32)
        five, two = strengths(setting(cards, house_way(cards, posted)), posted)
        assert may_stand(five, two), (CARDS_AND_JOKER.show(cards), posted)


def test_suits_make_no_difference_to_strengths_or_the_bonus() -> None:
    chance = random.Random(7)
    for _ in range(400):
        cards, posted = rich(chance), chance.randrange(32)
        order = chance.choice(list(itertools.permutations(range(4))))
        renamed = sorted(c if c == JOKER else c & ~3 | order[c & 3] for c in cards)
        ways = [strengths(setting(x, house_way(x, posted)), posted) for x in (cards, renamed)]
        assert ways[0] == ways[1], CARDS_AND_JOKER.show(cards)
        assert fortune(cards, 0, 1) == fortune(renamed, 0, 1)


def test_two_cards_never_equal_five() -> None:
    """So a setting is either a foul or may stand: there is nothing between."""
    chance = random.Random(8)
    for _ in range(2000):
        cards = rich(chance)
        for choice in range(CHOICES):
            five, two = strengths(setting(cards, choice), 0)
            assert five != two
    assert two_strength(read("Ac Jk")[0], JOKER, 0) == two_strength(*read("Ac Ad"), 0)


def test_the_pile_is_picked_before_the_dice_are_known() -> None:
    """The player-dealer picks the pile while the cup is closed."""
    for game_id in ("pai-gow-poker", "fortune-pai-gow-poker"):
        at = table_of(game_id, 4)
        for seed in range(5):
            played = play_round(at, Bot(seed))
            names = [type(event).__name__ for event in played.events]
            if "PilePicked" in names:
                assert names.index("PilePicked") < names.index("CupOpened")


def test_a_record_may_count_the_cards_it_does_not_name() -> None:
    plain = Stream(CARDS_AND_JOKER, 1, "As xx xx xx Kd").pieces
    assert Stream(CARDS_AND_JOKER, 1, "As xx*3 Kd").pieces == plain
    assert len(Stream(CARDS_AND_JOKER, 1, "xx*53").pieces) == 53
    with pytest.raises(ValueError, match="more cards than there are"):
        Stream(CARDS_AND_JOKER, 1, "xx*54")
    for odd in ("xx*", "xx*-1", "xx*1000", "As*2"):
        with pytest.raises(ValueError, match="is not a card"):
            Stream(CARDS_AND_JOKER, 1, odd)
