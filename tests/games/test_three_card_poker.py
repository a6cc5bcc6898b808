"""Three Card Poker with an open card: best play counted twice, readings, decks, and its bonus."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.ante_play.compiled_round import AntePlaySimulation
from houseway.analysis.ante_play.exact import DuelPays, DuelRules, best_play, count_deals
from houseway.analysis.ante_play.open_card import (
    OpenCounted,
    best_by_rank,
    count_open,
    hand_number,
    value_by_rank,
)
from houseway.analysis.ante_play.open_card_sheet import by_readings
from houseway.analysis.ante_play.table import best, counted, policy
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.errors import Refused
from houseway.hands.three_card import PAIR, category3, describe3, high3
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.three_card_poker.game import (
    ThreeCardPoker,
    bonus,
    showdown,
    showdown_ties_to_bank,
    three_card_rank,
)

PAYS = DuelPays(nets=(1, 0, -1, 2, 0, -2))


def small(ranks: tuple[int, ...], sets: int = 1) -> list[int]:
    """A deck of some ranks only."""
    return [sets if card >> 2 in ranks else 0 for card in range(52)]


@pytest.fixture(scope="module")
def one_deck() -> OpenCounted:
    found = counted(ThreeCardPoker())
    assert isinstance(found, OpenCounted)
    return found


@pytest.mark.parametrize("rule", [showdown, showdown_ties_to_bank])
@pytest.mark.parametrize(("ranks", "sets"), [((9, 10, 11), 1), ((8, 10), 2)])
def test_small_decks_dealt_out_card_by_card(rule: Any, ranks: tuple[int, ...], sets: int) -> None:
    """Every hand, every open card, every two others: from one deck, and with equal cards."""
    cards = [card for card, n in enumerate(small(ranks, sets)) for _ in range(n)]
    worth, total = Fraction(), 0
    for hand in itertools.combinations(range(len(cards)), 3):
        rest = [i for i in range(len(cards)) if i not in hand]
        mine = high3(*[cards[i] for i in hand])
        for up in rest:
            others = itertools.combinations([cards[i] for i in rest if i != up], 2)
            ends = [PAYS.nets[rule(mine, high3(cards[up], a, b))] for a, b in others]
            total += len(ends)
            worth += max(sum(ends), -len(ends))
    found = best_play(count_open(three_card_rank, rule, small(ranks, sets)), PAYS)
    n = len(cards)
    assert total == found.total == math.comb(n, 3) * (n - 3) * math.comb(n - 4, 2)
    assert worth / total == found.expectation


def test_an_open_card_is_any_of_the_dealers_three(one_deck: OpenCounted) -> None:
    """A player who never folds wins as often as without an open card, three times over."""
    closed = count_deals(DuelRules(three_card_rank, showdown), CARDS.copies)
    assert (one_deck.found.sum(axis=0) == 3 * closed.found.sum(axis=0)).all()
    assert one_deck.total == math.comb(52, 3) * 49 * math.comb(48, 2)


def test_rows_of_renamed_suits_are_those_of_the_hand(one_deck: OpenCounted) -> None:
    """A hand and an open card, looked up as they lie, and dealt out in plain loops."""
    for text, up_text in (("Qs 9d 4c", "Qd"), ("Jh 9h 2s", "9s"), ("Td 9c 6h", "Tc")):
        hand, (up,) = sorted(CARDS.parse(text)), CARDS.parse(up_text)
        row = int(one_deck.row_of[hand_number(np.array(hand)), up])
        rest = [card for card in range(52) if card not in (*hand, up)]
        ends = Counter(
            showdown(high3(*hand), high3(up, a, b)) for a, b in itertools.combinations(rest, 2)
        )
        share = one_deck.found[row] * math.comb(48, 2) / one_deck.found[row].sum()
        assert [round(x) for x in share] == [ends[k] for k in range(6)]


def test_suits_must_be_alike() -> None:
    copies = list(CARDS.copies)
    copies[0] = 0
    with pytest.raises(Refused, match="suits are alike"):
        count_open(three_card_rank, showdown, copies)


def test_best_play_with_one_deck(one_deck: OpenCounted) -> None:
    value = best_play(one_deck, PAYS)
    assert value.edge == Fraction(360001, 7830200)
    least = best_by_rank(one_deck, PAYS)
    assert describe3(least[0]) == "jack high, J-3-2"
    assert describe3(least[10]) == "queen high, Q-9-2"
    chart = value_by_rank(one_deck, PAYS, least)
    assert 0 < chart.edge - value.edge < Fraction(3, 100_000)


def test_no_lowest_hand_of_the_chart_can_be_bettered(one_deck: OpenCounted) -> None:
    least = best_by_rank(one_deck, PAYS)
    chart = value_by_rank(one_deck, PAYS, least).edge
    levels = sorted(set(one_deck.strength.tolist()))
    for rank in (0, 8, 9, 12):
        at = levels.index(least[rank])
        for other in (levels[at - 1], levels[at + 1]):
            assert value_by_rank(one_deck, PAYS, {**least, rank: other}).edge >= chart


def test_readings_cost_what_they_should() -> None:
    edges = by_readings(ThreeCardPoker({"decks": 6}))
    action, bank, paid, both = edges.values()
    assert paid < action < bank and paid < both < bank
    assert round(float(action), 6) == 0.045008


def test_no_pair_is_ever_folded() -> None:
    """So that it makes no difference whether a fold gives up the bonus."""
    for decks in (1, 6):
        plays = policy(ThreeCardPoker({"decks": decks})).reshape(-1, 52)
        for hand in itertools.combinations_with_replacement(range(52), 3):
            if category3(high3(*hand)) >= PAIR and max(Counter(hand).values()) <= decks:
                free = [up for up in range(52) if hand.count(up) < decks]
                assert plays[hand_number(hand), free].all()


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_bonus_by_combinations(decks: int) -> None:
    each = 4 * decks
    total = math.comb(52 * decks, 3)
    trips = 13 * math.comb(each, 3)
    flush_pairs = 4 * (13 * math.comb(decks, 2) * 12 * decks)
    pairs = 13 * math.comb(each, 2) * 12 * each - flush_pairs
    straights, flushes = 12 * each**3, 4 * math.comb(13, 3) * decks**3 + flush_pairs
    royal, straight_flushes = 4 * decks**3, 44 * decks**3
    ways = (royal, straight_flushes, trips, straights - royal - straight_flushes,
            flushes - royal - straight_flushes, pairs)  # fmt: skip
    (row,) = rows("three-card-poker", "bonus", {"decks": decks})
    assert [row.outcomes[name] for name in bonus.outcomes[:-1]] == [
        Fraction(n, total) for n in ways
    ]


def test_several_decks_give_the_player_the_edge_on_the_bonus() -> None:
    one, two = (rows("three-card-poker", "bonus", {"decks": n})[0] for n in (1, 2))
    assert not one.warnings and one.house_edge > 0
    assert any("with 1 deck the bank keeps 4.380%" in words for words in two.warnings)
    assert any("ante and bonus together" in words for words in two.warnings)
    assert any("the player has the edge, 4.999%" in words for words in two.warnings)


@pytest.mark.statistical
@pytest.mark.parametrize("decks", [1, 6])
def test_simulated_rounds_agree(decks: int) -> None:
    game = ThreeCardPoker({"decks": decks})
    found = simulate(game, 1_000_000, seed=331)
    assert abs(float(found["ante"].here.edge - best(game).edge)) < 5 * found["ante"].stderr()
    (row,) = rows("three-card-poker", "bonus", {"decks": decks})
    assert abs(float(found["bonus"].here.edge - row.house_edge)) < 5 * found["bonus"].stderr()


def test_the_simulation_looks_at_the_open_card_only() -> None:
    """The dealer's other two cards do not change what is played."""
    sim, hand = AntePlaySimulation(ThreeCardPoker()), CARDS.parse("Qs 8d 2c")
    assert sim.is_played(hand, CARDS.parse("As Ks 5d"))
    assert not sim.is_played(hand, CARDS.parse("3s 4s Qd"))
