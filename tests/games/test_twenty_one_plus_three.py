"""21+3: its hands by plain arithmetic, its decks, and cards dealt face down."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from houseway.analysis.blackjack.strategy.basic import policy
from houseway.analysis.wager_edge import exact
from houseway.engine.questions import Act, Ask, Chance
from houseway.errors import Refused
from houseway.families.banked.state import WagerSettled
from houseway.game.base import Seat
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.side_bets.twenty_one_plus_three import (
    FOUR_HANDS,
    SEVEN_HANDS,
    TOP_HANDS,
    four_hands,
    seven_hands,
    top_hands,
)
from houseway.table.round import Round
from tests.support.random_play import random_act

WAGER = "twenty_one_plus_three"
FACE_DOWN = {"decks": 2, "player_cards": "face down"}
STRAIGHTS = [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]


def hand_in_words(cards: tuple[int, ...]) -> str:
    """The hand of three cards, written down once more and otherwise."""
    ranks, suits = {c // 4 for c in cards}, {c % 4 for c in cards}
    if len(ranks) == 1:
        return "suited_three_of_a_kind" if len(suits) == 1 else "three_of_a_kind"
    straight = ranks in STRAIGHTS
    if len(suits) == 1:
        return "straight_flush" if straight else "flush"
    if straight:
        return "straight"
    return "pair" if len(ranks) == 2 else "nothing"


def test_every_three_cards() -> None:
    for cards in product(range(52), range(0, 52, 3), range(52)):
        word, two, up = hand_in_words(cards), cards[:2], cards[2]
        assert SEVEN_HANDS[seven_hands(two, up)] == word
        plain = "three_of_a_kind" if word == "suited_three_of_a_kind" else word
        assert FOUR_HANDS[four_hands(two, up)] == ("nothing" if word == "pair" else plain)
        paid = word if word in TOP_HANDS else "nothing"
        assert TOP_HANDS[top_hands(two, up)] == paid


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_odds_by_combinations(decks: int) -> None:
    n = decks
    straight_flush = 12 * 4 * n**3
    trips = 13 * comb(4 * n, 3)
    straight = 12 * (4 * n) ** 3 - straight_flush
    flush = 4 * comb(13 * n, 3) - straight_flush - 52 * comb(n, 3)
    every = comb(52 * n, 3)
    found = exact(find("21-plus-3")({"decks": decks, WAGER: "xtreme"}), WAGER)
    wanted = [Fraction(x, every) for x in (straight_flush, trips, straight, flush)]
    assert list(found.probability.values())[:4] == wanted
    xtreme = 31 * wanted[0] + 21 * wanted[1] + 11 * wanted[2] + 6 * wanted[3]
    assert found.here.edge == 1 - xtreme


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("table", ["standard", "xtreme"])
def test_decks_of_each_version(decks: int, table: str) -> None:
    allowed = decks in (2, 4, 5, 6, 7, 8) or (table == "xtreme" and decks == 1)
    posting = {"decks": decks, WAGER: table}
    if allowed:
        assert find("21-plus-3")(posting).pay[WAGER]
    else:
        with pytest.raises(Refused):
            find("21-plus-3")(posting)


def play_face_down(chance: random.Random, answer: Any) -> Round:
    game: Any = find("21-plus-3")(FACE_DOWN)
    seats = [Seat(k + 1, f"seat {k + 1}", 100_000) for k in range(chance.randint(1, 5))]
    round_ = Round(game, seats)
    shoe = chance.sample(game.kind.one_set(2), 104)
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            round_.deal(tuple(shoe[round_.drawn : round_.drawn + question.n]))
        else:
            round_.act(answer(round_))
        check_sight(round_)
    return round_


def check_sight(round_: Round) -> None:
    """Cards that are down are seen by their own player only; all others by everybody."""
    show, s = round_.game.kind.show, round_.state
    for viewer in (0, *s.seats):
        piles = [pile for pile in round_.view(viewer).piles if pile.zone == "hand"]
        for pile in piles:
            hidden = pile.seat in s.down and viewer != pile.seat
            assert ("??" in pile.pieces) == hidden
            if hidden:
                assert pile.pieces[:2] == ["??", "??"] and pile.marks == ["face down"]
            elif len(s.hands[pile.seat]) == 1:
                assert pile.pieces == show(s.hands[pile.seat][0].cards).split()


def test_face_down_cards_stay_unseen_until_they_are_turned() -> None:
    chance = random.Random(5)
    for _ in range(60):
        round_ = play_face_down(chance, lambda r: random_act(r, chance))
        # Only a hand without a wager of blackjack's own could end the round unturned.
        assert not round_.state.down


def test_what_others_are_told_of_a_hand_does_not_tell_its_total() -> None:
    """Seat 1 makes 21 or 20 with the same card, and stands: all the same to seat 2."""
    told = []
    for first in ("Ts 6d", "Ts 5d"):
        one, other = first.split()
        cards = CARDS.parse(f"{one} 9s 7h {other} 9c Tc 5h")
        round_ = Round(find("21-plus-3")(FACE_DOWN), [Seat(1, "Ann", 5000), Seat(2, "Bo", 5000)])
        for seat in (1, 2):
            round_.act(Act(seat, "bet", places=(("main", 1000),)))
        round_.deal(tuple(cards[:6]))
        round_.act(Act(1, "hit"))
        round_.deal(tuple(cards[6:]))
        hit = len(round_.events)
        assert isinstance(round_.question, Ask) and round_.question.seat == 1
        round_.act(Act(1, "stand"))
        assert len(round_.events) == hit + 1
        told.append((round_.events_for(2), round_.view(2)))
    assert told[0] == told[1]


def test_what_is_not_exposed_is_lost() -> None:
    chance, player = random.Random(6), policy({"main": 1000, WAGER: 500})

    def hiding(round_: Round) -> Act:
        act = player(round_.question, round_.state)  # type: ignore[arg-type]
        return Act(act.seat, "keep_down") if act.name == "expose" else act

    for _ in range(60):
        round_ = play_face_down(chance, hiding)
        found = [e for e in round_.events if isinstance(e, WagerSettled) and e.spot == WAGER]
        assert found and all(e.outcome == "not_exposed" and e.back == 0 for e in found)
        assert [e.seat for e in found] == sorted((e.seat for e in found), reverse=True)


def test_exposed_it_is_the_same_wager_as_face_up() -> None:
    chance, player = random.Random(7), policy({"main": 1000, WAGER: 500})
    up: Any = find("21-plus-3")({"decks": 2})
    for seed in range(60):
        chance.seed(seed)
        down = play_face_down(chance, lambda r: player(r.question, r.state))
        again = Round(up, down.seats)
        for given in down.inputs:
            if not (isinstance(given, Act) and given.name == "expose"):
                again.enter(given)
        assert [e for e in again.events if isinstance(e, WagerSettled)] == [
            e for e in down.events if isinstance(e, WagerSettled)
        ]
