"""21-Hold 'em: fifty cards after the reshuffle, and the poker element by two methods."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.hold_em_21 import exact
from houseway.analysis.hold_em_21.charts import charts_of
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_odds import net_of
from houseway.engine.questions import Chance
from houseway.engine.shoe import Several
from houseway.errors import Refused
from houseway.hands.poker_high import PAIR, best_high, category
from houseway.pieces.cards import CARDS, SEVEN
from houseway.records.cases import nets
from houseway.rulebook import find
from houseway.rulebook.colorado.twenty_one_hold_em.game import TwentyOneHoldEm
from houseway.table.table import Table

GAME = "21-hold-em"


def pays() -> tuple[Fraction, ...]:
    return tuple(net_of(payout, "pk") for payout in find(GAME)().pay["pk"])


def test_after_the_reshuffle_all_but_two_cards_may_come() -> None:
    table = Table(GAME, {"burns": 2}, seed=11)
    for seat in range(1, 8):
        table.sit(seat, f"player {seat}", 100_000)
    for _ in range(30):
        round_ = table.start()
        for seat in range(1, 8):
            table.bet(seat, main=500, pk=500)
        while round_.question is not None and not round_.state.community:
            prompt = round_.question
            assert not isinstance(prompt, Chance)
            seat = prompt.seats()[0]
            table.act(seat, "stand" if round_.state.phase == "playing" else "no_insurance")
        held = [card for p in round_.state.pockets.values() for card in p.cards]
        out = [*round_.state.community, *held, *round_.state.burned]
        assert len(out) == len(set(out)) == 2 + 7 + 2
        assert sorted(out + round_.unseen()) == list(range(52))
        assert sorted(table.shoe.pieces) == round_.unseen()
        while round_.question is not None:
            table.act(round_.question.seats()[0], "match")
        assert sum(nets(round_).values()) == 0


def test_a_deck_that_runs_out_is_for_the_floor() -> None:
    table = Table(GAME, seed=1)
    table.sit(1, "Ann", 100_000)
    round_ = table.start()
    table.bet(1, main=500)
    table.shoe.relay(())
    round_._pieces = Several([0] * 52)
    with pytest.raises(Refused, match="0 cards are left to shuffle, and 1 must come"):
        table.act(1, "hit")
    table.rule("void_round")
    assert round_.closed and nets(round_)["1"] == 0


def by_hand(first: int, second: int, card: int) -> tuple[bool, list[bool]]:
    """Both decisions of one first card, in plain Python and fractions."""
    left = [c for c in range(52) if c not in (first, second, card)]
    odds = {8: 100, 7: 50, 6: 20, 5: 6, 4: 4, 3: 3, 2: 2}
    worth, thirds = Fraction(0), []
    for other in left:
        stay = 0
        for last in left:
            if last == other:
                continue
            strength = best_high((card, other, last, first, second))
            made = category(strength)
            net = odds.get(made, -1)
            if made == 8 and strength >> 16 & 15 == 12:
                net = 500
            if made == PAIR and strength >> 16 & 15 >= SEVEN:
                net = 1
            stay += 3 * net
        mean = Fraction(stay, 48)
        thirds.append(mean > -2)
        worth += max(mean, Fraction(-2))
    return worth / 49 > -1, thirds


@pytest.mark.parametrize("cards", ["Kh Th 2c", "7s 7d 3h", "9d 6c 8h", "Ah Kh Qh", "2c 9d Ks"])
def test_both_decisions_are_the_best_ones(cards: str) -> None:
    first, second, card = CARDS.parse(cards)
    play = exact.poker_play(pays())
    stays, thirds = by_hand(first, second, card)
    assert bool(play.second[first, second, card]) == stays
    left = [c for c in range(52) if c not in (first, second, card)]
    assert [bool(play.third[first, second, card, c]) for c in left] == thirds


def in_words(first: int, second: int, card: int) -> bool:
    """The page's rule of the second wager: any pair, one suit, three cards from seven up, ..."""
    three = (first, second, card)
    ranks = sorted(c >> 2 for c in three)
    named = {(3, 5, 6), (4, 5, 6), (4, 5, 7), (4, 6, 7)}  # 8-7-5, 8-7-6, 9-7-6, 9-8-6
    return (
        len(set(ranks)) < 3
        or len({c & 3 for c in three}) == 1
        or ranks[0] >= SEVEN
        or tuple(ranks) in named
    )


def third_in_words(cards: tuple[int, ...]) -> bool:
    """The page's rule of the third: any pair, four to a flush or straight, three from seven up."""
    ranks = {c >> 2 for c in cards}
    ends = {r + 1 for r in ranks} | ({0} if 12 in ranks else set())
    four = any(len(ends & set(range(low, low + 5))) == 4 for low in range(10))
    suits = Counter(c & 3 for c in cards).most_common(1)[0][1]
    return len(ranks) < 4 or suits == 4 or four or sum(r >= SEVEN for r in ranks) >= 3


def test_best_play_is_as_the_page_says() -> None:
    play = exact.poker_play(pays())
    for first, second in combinations(range(0, 52, 3), 2):
        for card in set(range(52)) - {first, second}:
            assert bool(play.second[first, second, card]) == in_words(first, second, card)
            if play.second[first, second, card]:
                for other in set(range(0, 52, 5)) - {first, second, card}:
                    found = bool(play.third[first, second, card, other])
                    assert found == third_in_words((first, second, card, other))


def test_the_charts_say_it_in_the_words_of_the_page() -> None:
    """Every three cards and every four, counted in the solved play."""
    second, third = charts_of(TwentyOneHoldEm())
    assert {row.hand: row.cells[1] for row in second.rows} == {
        "a pair, or better": "bet",
        "three cards of one suit": "bet",
        "three cards of seven or higher": "bet",
        "8-7-5, 8-7-6, 9-7-6, 9-8-6": "bet",
        "all others": "fold",
    }
    assert {row.hand: row.cells[1] for row in third.rows} == {
        "a pair, or better": "bet",
        "four cards of one suit": "bet",
        "three cards of seven or higher": "bet",
        "four cards of a straight, also with a gap": "bet",
        "all others": "fold",
    }
    for chart in (second, third):
        assert sum(float(row.cells[0][:-1]) for row in chart.rows) == pytest.approx(100, abs=0.3)
    assert second.says[0].startswith("the house keeps 20.6215% ")
    made = sum(float(row.cells[0][:-1]) for row in second.rows if row.cells[1] == "bet")
    assert made == pytest.approx(38.6, abs=0.2)


@pytest.mark.statistical
def test_the_poker_row_is_exact_and_the_simulation_agrees() -> None:
    (row,) = rows(GAME, "pk")
    assert row.method == "exact" and row.house_edge == Fraction(22331, 108290)
    assert sum(row.outcomes.values()) == 1
    assert row.details["average_wagered"] == pytest.approx(1.7552978)
    found = simulate(find(GAME)(), 1_000_000)["pk"]
    assert abs(float(found.here.edge - row.house_edge)) < 5 * found.stderr()


def test_hands_paid_when_no_one_folds_are_those_of_five_cards() -> None:
    """A player who always stays has five cards of one deck: their frequencies are well known."""
    counted: Any = np.zeros(exact.HANDS, np.int64)
    table: Any = np.zeros((52, 52, exact.HANDS), np.int64)
    for first, second in combinations(range(52), 2):
        compiled(exact.judge_all)(first, second, table)
        counted += table.sum(axis=(0, 1))
    times = 3 * 10  # each three cards are met in three pairs, each five cards in ten communities
    assert (counted // times).tolist()[:8] == [4, 36, 624, 3744, 5108, 10200, 54912, 123552]
    assert counted.sum() == times * 2598960


def test_two_hands_of_one_player_are_known_by_the_id() -> None:
    table = Table(GAME, {"several_hands": True}, seed=3)
    for seat in (1, 2):
        table.sit(seat, "Ann", 100_000, who="card 17")
    table.start()
    table.bet(1, main=500, pk=500)
    with pytest.raises(Refused, match="one hand with poker"):
        table.bet(2, main=500, pk=500)
    table.bet(2, main=500)
