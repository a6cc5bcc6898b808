"""Exact enumeration: the figures printed in the documents, and counts that can be made by hand."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.side_bets import dealer_hand
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.enumeration import count_one, hand_ways, multisets, roll_ways
from houseway.analysis.facts.binding import bind_rule
from houseway.analysis.set_hands.tiles import DEALS, all_hands, tiles_odds
from houseway.analysis.set_hands.tiles_reply import tiles_reply
from houseway.analysis.wager_edge import exact
from houseway.cite import rule
from houseway.errors import Refused
from houseway.families.set_hands.state import joined
from houseway.game.wagers import AFTER_DEALER, Wager, side
from houseway.hands.blackjack import natural, one_color, one_suit, points
from houseway.hands.pai_gow_tiles_house_way import setting
from houseway.pieces.cards import CARDS, CARDS_AND_JOKER, JOKER
from houseway.pieces.tiles import TILES
from houseway.rulebook import find


@rule(outcomes=("three", "four", "five", "six", "seven", "eight_or_more", "no_bust"))
def busted_by_cards(dealer: Sequence[int]) -> int:
    return min(len(dealer), 8) - 3 if points(dealer) > 21 else 6


@rule(outcomes=("weak", "strong", "no_bust"))
def busted_by_up_card(dealer: Sequence[int], dealer_up: int) -> int:
    if points(dealer) <= 21:
        return 2
    return 0 if dealer_up >> 2 <= 4 else 1


@rule(outcomes=("suited", "coloured", "other", "not"))
def three_eights(dealer: Sequence[int]) -> int:
    if len(dealer) != 3:
        return 3
    for i in range(3):
        if dealer[i] >> 2 != 6:
            return 3
    if one_suit(dealer):
        return 0
    return 1 if one_color(dealer) else 2


@rule(outcomes=("blackjack", "other"))
def dealer_has_blackjack(dealer_blackjack: bool) -> int:
    return 0 if dealer_blackjack else 1


@rule(outcomes=("three", "four", "five", "six", "seven", "eight_or_more", "no_bust"))
def suits_looked_at(dealer: Sequence[int]) -> int:
    """The same answers as ``busted_by_cards``, but it asks for a suit on the way."""
    if len(dealer) > 4 and dealer[1] & 3 > 3:
        return 0
    return min(len(dealer), 8) - 3 if points(dealer) > 21 else 6


def table(decks: int, by: Any, **posting: Any) -> tuple[Any, Wager]:
    game = find("blackjack")({"decks": decks, **posting})
    return game, side(by.__name__, by.__name__, rule=by, resolves=AFTER_DEALER)


def chances(decks: int, by: Any, **posting: Any) -> dict[str, Fraction]:
    ways = dealer_hand.dealer_hands(*table(decks, by, **posting))
    return {name: Fraction(n, sum(ways)) for name, n in zip(by.outcomes, ways, strict=True)}


PRINTED = {
    2: ("5.8", "11", "49", "408", "5668", "125846", "28.64"),
    4: ("5.8", "11", "49", "386", "4886", "92207", "28.59"),
    6: ("5.8", "11", "49", "379", "4663", "83715", "28.58"),
    8: ("5.8", "11", "49", "376", "4558", "79863", "28.57"),
}
"""One bust in this many hands, by number of cards, and busts per hundred hands: document 004."""


@pytest.mark.parametrize("decks", PRINTED)
def test_busts_by_number_of_cards_are_those_printed(decks: int) -> None:
    *each, hit = PRINTED[decks]
    found = chances(decks, busted_by_cards)
    for name, printed in zip(busted_by_cards.outcomes, each, strict=False):
        digits = len(printed.partition(".")[2])
        assert f"{float(1 / found[name]):.{digits}f}" == printed, name
    assert f"{float(100 * (1 - found['no_bust'])):.2f}" == hit


def test_every_deal_is_counted_once() -> None:
    ways = dealer_hand.dealer_hands(*table(3, busted_by_cards))
    assert sum(ways) == math.perm(156, 13), "a dealer's longest hand has 13 cards"


@pytest.mark.parametrize("decks", [1, 6])
def test_three_eights_and_blackjacks_by_hand(decks: int) -> None:
    found, n = chances(decks, three_eights), 52 * decks
    assert 1 - found["not"] == Fraction(math.perm(4 * decks, 3), math.perm(n, 3))
    assert found["suited"] == Fraction(4 * math.perm(decks, 3), math.perm(n, 3))
    coloured = 2 * math.perm(2 * decks, 3) - 4 * math.perm(decks, 3)
    assert found["coloured"] == Fraction(coloured, math.perm(n, 3))
    blackjack = Fraction(2 * 4 * decks * 16 * decks, n * (n - 1))
    assert chances(decks, dealer_has_blackjack)["blackjack"] == blackjack


def test_a_rule_that_asks_for_suits_is_counted_card_by_card() -> None:
    """Both ways of counting give the same where the answer is the same."""
    assert chances(1, suits_looked_at) == chances(1, busted_by_cards)
    judge = bind_rule(suits_looked_at, dealer_hand.DEALER)
    assert dealer_hand.blind_answer(judge, (8, 4, 7)) == 0
    assert dealer_hand.blind_answer(judge, (0, 0, 1, 2, 8)) is None


def test_busts_by_up_card_add_up() -> None:
    by_up, by_cards = chances(6, busted_by_up_card), chances(6, busted_by_cards)
    assert by_up["no_bust"] == by_cards["no_bust"]
    assert by_up["weak"] > by_up["strong"] * Fraction(6, 10)
    hit, stand = (chances(6, busted_by_cards, soft_17=s)["no_bust"] for s in ("hit", "stand"))
    assert stand > hit


@pytest.mark.parametrize(
    "look",
    [lambda c: c & 3, lambda c: c == 3, lambda c: c < 9, lambda c: c % 4, int, str, bool,
     lambda c: [0] * 60 and [0][c], lambda c: c >> 1, lambda c: c in (1, 2), hash],
)  # fmt: skip
def test_a_card_without_a_suit_tells_its_rank_only(look: Any) -> None:
    card = dealer_hand.RankOnly(7)
    assert (card >> 2, card >> 3) == (7, 3)
    with pytest.raises((dealer_hand.SuitAsked, TypeError)):
        look(card)


def test_card_by_card_interpreted_is_compiled() -> None:
    count = dealer_hand.count_suits(bind_rule(three_eights, dealer_hand.DEALER), natural)
    hands: Any = np.array([[6, 6, 6, -1], [6, 1, 6, -1], [0, 0, 1, 1], [8, 12, -1, -1]])
    plain: Any = np.zeros((4, 5, dealer_hand.DECKS), np.int64)
    twin = plain.copy()
    assert count(hands, 4, False, dealer_hand.suits_scratch(4), plain) == -1
    assert (
        compiled(count, no_refcount=True)(hands, 4, False, dealer_hand.suits_scratch(4), twin) == -1
    )
    assert plain.tolist() == twin.tolist()
    for decks, ways in enumerate(plain.sum(axis=1).T.tolist(), 1):
        n = 4 * decks
        assert ways == [
            n * math.comb(n - 1, 2), n * n * (n - 1), n * (n - 1) * math.comb(n, 2), n * n,
        ]  # fmt: skip


@rule(outcomes=("joker", "flush", "other"))
def joker_or_flush(hand: Sequence[int]) -> int:
    if hand[len(hand) - 1] == JOKER:
        return 0
    return 1 if one_suit(hand) else 2


@rule(outcomes=("more", "same", "less"))
def more_points(player: Sequence[int], dealer: Sequence[int]) -> int:
    mine, theirs = points(player), points(dealer)
    return 0 if mine > theirs else 1 if mine == theirs else 2


@rule(outcomes=("triple", "pair", "other"))
def dice_alike(dice: Sequence[int]) -> int:
    a, b, c = dice[0], dice[1], dice[2]
    if a == b and b == c:
        return 0
    return 1 if a in (b, c) or b == c else 2


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_hands_with_copies_and_a_joker(decks: int) -> None:
    copies = [decks * n for n in CARDS_AND_JOKER.copies]
    n, suit = 52 * decks, 13 * decks
    flushes = 4 * math.comb(suit, 3)
    found = hand_ways(joker_or_flush, {"hand": 3}, copies)
    jokers = math.comb(n + decks, 3) - math.comb(n, 3)
    assert found == [jokers, flushes, math.comb(n, 3) - flushes]


def test_two_hands_from_the_same_cards() -> None:
    more, same, fewer = hand_ways(more_points, {"player": 2, "dealer": 2}, CARDS.copies)
    assert more == fewer and more + same + fewer == math.comb(52, 2) * math.comb(50, 2)
    deck = [card for card in range(52) if card % 4 < 2 and card >= 28]  # 12 cards, all pairs
    copies = [int(card in deck) for card in range(52)]
    by_hand = [0, 0, 0]
    for mine in itertools.combinations(deck, 2):
        for theirs in itertools.combinations([c for c in deck if c not in mine], 2):
            by_hand[more_points(mine, theirs)] += 1
    assert hand_ways(more_points, {"player": 2, "dealer": 2}, copies) == by_hand


def test_every_multiset_is_met_once() -> None:
    met = list(multisets((2, 1, 0, 3), 3))
    assert len({hand for hand, _ in met}) == len(met)
    assert sum(ways for _, ways in met) == math.comb(6, 3)
    assert ((0, 0, 3), 3) in met and all(2 not in hand for hand, _ in met)
    assert list(multisets((1, 1), 3)) == []


def test_hands_interpreted_are_compiled() -> None:
    count = count_one(bind_rule(joker_or_flush, ("hand",)))
    copies: Any = np.array([2] * 8 + [0] * 44 + [1])
    plain, twin = [0, 0, 0], np.zeros(3, np.int64)
    assert count(copies, np.zeros(3, np.int64), plain)
    assert compiled(count)(copies, np.zeros(3, np.int64), twin)
    assert plain == twin.tolist() and min(plain) > 0


def test_dice() -> None:
    assert roll_ways(dice_alike, "dice", 3) == [6, 90, 120]


def test_too_many_deals_are_refused() -> None:
    with pytest.raises(Refused, match="more than can be counted"):
        hand_ways(joker_or_flush, {"hand": 12}, [8] * 53)


def test_pai_gow_tiles_house_way_against_house_way() -> None:
    game = find("pai-gow-tiles")()
    odds = exact(game, "main")
    assert odds.total == DEALS == 736_281_000
    assert dict(zip(odds.outcomes, odds.ways, strict=True)) == {
        "win": 218_208_606, "push": 293_087_460, "lose": 224_984_934,
    }  # fmt: skip
    assert odds.here.edge == Fraction(21719, 2359875)
    assert "house way" in odds.assumes[0]


@pytest.mark.parametrize("guard", [True, False])
@pytest.mark.parametrize("single", ["between", "lowest"])
def test_no_setting_does_better_than_the_best(guard: bool, single: str) -> None:
    odds = tiles_odds(guard, single == "lowest")
    assert sum(odds.house) == sum(odds.best) == DEALS
    assert Fraction(-1, 100) < odds.expectation < odds.best_expectation
    gained = sum((s.gain * s.ways for s in odds.better), Fraction(0)) / math.comb(32, 4)
    assert odds.best_expectation - odds.expectation == gained
    # Read literally, the house way splits pairs it should keep, and a player gains by it.
    assert (odds.best_expectation > 0) == (not guard)


def test_tiles_by_the_live_game_one_tile_after_the_other() -> None:
    """A few hands against all 20,475 hands of the player-dealer, settled as at the table."""
    game: Any = find("pai-gow-tiles")({"gee_joon_single": "lowest"})
    odds, hands = tiles_odds(True, True), all_hands(True, True)
    chance = random.Random(5)
    for i in chance.sample(range(len(hands.tiles)), 2):
        mine = tuple(int(t) for t in hands.tiles[i])
        left = TILES.one_set()
        for tile in mine:
            left.remove(tile)
        found = np.zeros((3, 3), int)
        a, b, c, d = mine
        ways = [setting(a, b, c, d, choice, True) for choice in range(3)]
        for theirs in itertools.combinations(left, 4):
            bank = joined(game.house_way(theirs))
            for choice in range(3):
                found[choice, game.compare(ways[choice], bank)] += 1
        assert (found * hands.ways[i] == odds.by_hand[i]).all()
        assert joined(game.house_way(mine)) in ways


def test_the_banks_best_reply_at_tiles_counts_the_same_deals() -> None:
    """From the other side: the bank's house way keeps what players of either way lose to it."""
    odds, hands = tiles_odds(True, False), all_hands(True, False)
    rows = np.arange(len(hands.tiles))
    for best, met in ((False, odds.house), (True, odds.best)):
        reply = tiles_reply(True, False, best)
        by_house_way = reply.by_hand[rows, hands.house].sum(axis=0)
        assert tuple(by_house_way.tolist()) == met
        kept = Fraction(int(met[2] - met[0]), DEALS)
        gained = sum((s.gain * s.ways for s in reply.better), Fraction(0)) / math.comb(32, 4)
        assert reply.edge == kept + gained > kept
