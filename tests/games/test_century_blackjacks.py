"""5.0 and 7.0 at live tables: hands that are over, the chart, and who wins, told a second time."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.bank.table_warnings import variants
from houseway.analysis.blackjack.side_bets.insurance import insurance
from houseway.analysis.games import math_of
from houseway.engine.inputs import Seat
from houseway.engine.questions import Act
from houseway.errors import Refused
from houseway.families.blackjack.rules import LOSE, MAY_DRAW, MUST_HIT, MUST_STAND, PUSH, WIN
from houseway.pieces.cards import CARDS
from houseway.rulebook import games
from houseway.rulebook.delta.blackjack_7 import counting as seven
from houseway.rulebook.delta.no_bust_blackjack_5 import counting as five
from houseway.table.round import Round

GAMES = ("no-bust-blackjack-5", "blackjack-7")


def dealt(game_id: str, cards: str, **posted: object) -> Round:
    """Seat 1 banks, seat 2 plays, and these cards come first."""
    game = games()[game_id](posted)
    round_ = Round(game, [Seat(1, "Ann", 1_000_00), Seat(2, "Bea", 1_000_00)])
    round_.act(Act(1, "bank", 300_00))
    round_.act(Act(2, "bet", places=(("main", 10_00),)))
    round_.deal(CARDS.parse(cards))
    return round_


@pytest.mark.parametrize("game_id", GAMES)
def test_a_hand_over_21_is_told_so_while_the_bank_draws(game_id: str) -> None:
    round_ = dealt(game_id, "Ks 6h 4d Tc")
    round_.act(Act(2, "hit"))
    round_.deal(CARDS.parse("9c"))
    before = list(round_.events)
    with pytest.raises(Refused, match="a hand of 23, over, takes no more cards"):
        round_.act(Act(2, "hit"))
    assert round_.events == before and round_.state.stakes, "nothing changed, and nothing is lost"
    round_.deal(CARDS.parse("5c"))
    assert round_.closed


@pytest.mark.parametrize("game_id", GAMES)
def test_time_up_takes_the_card_that_must_come_until_12(game_id: str) -> None:
    round_ = dealt(game_id, "2s 7h 2d Tc")
    for card in ("2c", "2h", "3s", "2s"):
        round_.time_up(2)
        round_.deal(CARDS.parse(card))
        assert not any(hand.done for hand in round_.state.hands[2]), "never a stand on 11 or less"
    round_.time_up(2)
    assert round_.closed, "11 took a card, 13 stood"


@pytest.mark.parametrize("chart", [five.chart, seven.chart])
def test_the_chart_of_every_hard_and_soft_total(chart: object) -> None:
    for cards, must in (
        ("5c 6d", MUST_HIT), ("5c 7d", MAY_DRAW), ("Ac Ad", MAY_DRAW), ("Ac 9d", MAY_DRAW),
        ("Tc Td", MAY_DRAW), ("Tc Td Ac", MUST_STAND), ("Ac 9d Ad", MUST_STAND),
        ("Ac Kd", MUST_STAND), ("Tc Td 2c", MUST_STAND), ("2c 2d 2h 2s 3c", MUST_HIT),
    ):  # fmt: skip
        assert chart(CARDS.parse(cards)) == must, cards  # type: ignore[operator]


def hands_of(n: int) -> list[tuple[int, ...]]:
    """One hand of n cards for each set of ranks, suits apart."""
    ranks = itertools.combinations_with_replacement(range(13), n)
    return [tuple(rank * 4 + i % 4 for i, rank in enumerate(hand)) for hand in ranks]


def points(cards: tuple[int, ...]) -> int:
    """Told a second time: aces 11 while that does not pass 21."""
    made = sum(11 if c >> 2 == 12 else min((c >> 2) + 2, 10) for c in cards)
    for _ in range(sum(c >> 2 == 12 for c in cards)):
        made -= 10 * (made > 21)
    return made


def test_both_over_in_every_hand_of_three_and_four_cards() -> None:
    banks = [hand for hand in hands_of(3) if 22 <= points(hand) <= 26]
    for player in (*hands_of(3), *hands_of(4)[::7]):
        mine = points(player)
        if mine <= 21:
            continue
        for bank in banks[::5]:
            theirs = points(bank)
            saved = len(player) == 3 and mine <= 25 and mine < theirs
            assert five.outcome(player, bank, False, 0) == (PUSH if saved else LOSE)
            assert seven.outcome(player, bank, False, 0) == LOSE, "no 7-8-9 of one suit here"


def test_only_7_8_9_of_one_suit_saves_in_7() -> None:
    player = CARDS.parse("Tc 5d 8h")
    for ranks in itertools.combinations(range(13), 3):
        for suit in range(4):
            bank = tuple(rank * 4 + suit for rank in ranks)
            if points(bank) > 21:
                is_789 = ranks == (5, 6, 7)
                assert seven.outcome(player, bank, False, 0) == (PUSH if is_789 else LOSE)


def test_by_the_letter_21_is_over_on_both_sides() -> None:
    hand_21, hand_20, hand_12 = (CARDS.parse(x) for x in ("7c 7d 7h", "Tc Td", "5c 7d"))
    assert seven.literal_outcome(hand_21, hand_12, False, 0) == LOSE
    assert seven.literal_outcome(hand_12, hand_21, False, 0) == WIN
    assert seven.literal_outcome(hand_21, hand_21, False, 0) == LOSE
    assert seven.outcome(hand_21, hand_20, False, 0) == WIN
    assert games()["blackjack-7"]({"strict_20_half": True}).count is seven.STRICT_20_HALF


def test_insurance_is_reckoned_without_the_naturals_that_may_not_have_it() -> None:
    game: Any = games()["blackjack-7"]({"decks": 1})
    deck = [card for card in range(52) if card != 48]
    offered = won = 0
    for two in itertools.combinations(deck, 2):
        if not game.count.natural(two):
            left = [card for card in deck if card not in two]
            offered += len(left)
            won += sum(game.count.natural((48, hole)) for hole in left)
    assert insurance(game)["insurance"].chances[0] == Fraction(won, offered)


def test_a_reading_that_the_lab_does_not_follow_is_left_out_of_the_warnings() -> None:
    game = games()["no-bust-blackjack-5"]()
    tried = list(variants(game, ["natural_after_split", "natural_pays"], ["buster"]))
    assert [variant.key for variant in tried] == ["natural_pays"]
    with pytest.raises(Refused, match="an ace and a ten after a split"):
        math_of(games()["no-bust-blackjack-5"]({"natural_after_split": True}))
