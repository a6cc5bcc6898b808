"""3 Card Shine: its odds by other means, two hands of a seat, folds, and random rounds."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.ante_play import table as ante_play_table
from houseway.analysis.ante_play.exact import gains
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.wager_edge import exact
from houseway.cli.commands.strategy import strategy
from houseway.engine.events import Event, line
from houseway.engine.questions import Act, Amount, Ruling
from houseway.families.ante_play.state import HandCounted
from houseway.families.banked.state import WagerSettled
from houseway.game.base import Seat
from houseway.hands.three_card import arranged3
from houseway.pieces.cards import CARDS
from houseway.players.bots import Bot, play_round
from houseway.rulebook.colorado.three_card_shine.game import (
    QUEEN_HIGH,
    THREE_ACES,
    ThreeCardShine,
    shine_rank,
    shine_showdown,
)
from houseway.table.round import Round
from houseway.table.table import Table

GAME = "3-card-shine"


@pytest.fixture(scope="module")
def game() -> ThreeCardShine:
    return ThreeCardShine()


def plain_category(cards: tuple[int, ...]) -> str:
    """A three-card hand judged from scratch, by sets and sorted ranks."""
    ranks, suits = sorted(c >> 2 for c in cards), {c & 3 for c in cards}
    run = ranks == [0, 1, 12] or (ranks[1] == ranks[0] + 1 and ranks[2] == ranks[1] + 1)
    if len(set(ranks)) == 1:
        return "three_aces" if ranks[0] == 12 else "three_of_a_kind"
    if run:
        return "straight_flush" if len(suits) == 1 else "straight"
    if len(suits) == 1:
        return "flush"
    return "pair" if len(set(ranks)) == 2 else "no_pair"


def plain_five(cards: tuple[int, ...]) -> str:
    """Five cards judged from scratch."""
    ranks, one_suit = sorted(c >> 2 for c in cards), len({c & 3 for c in cards}) == 1
    shape = sorted(Counter(ranks).values())
    run = len(set(ranks)) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if one_suit and run:
        return "royal_flush" if ranks[0] == 8 else "straight_flush"
    if shape == [1, 4]:
        return "four_of_a_kind"
    if shape == [2, 3]:
        return "full_house"
    if one_suit:
        return "flush"
    if run:
        return "straight"
    return "three_of_a_kind" if shape == [1, 1, 3] else "less"


def test_pair_xxx_is_every_hand_counted_from_scratch(game: ThreeCardShine) -> None:
    found = exact(game, "pair_xxx")
    counted = Counter(plain_category(hand) for hand in itertools.combinations(range(52), 3))
    assert dict(zip(found.outcomes, found.ways, strict=True)) == counted
    edges = {column: worth.edge for column, worth in found.columns.items()}
    assert edges == {
        "A": Fraction(512, 22_100), "B": Fraction(1528, 22_100), "C": Fraction(1152, 22_100),
        "D": Fraction(1608, 22_100),
    }  # fmt: skip


def test_super_6_against_combinations_worked_out_by_hand(game: ThreeCardShine) -> None:
    found = exact(game, "super_6")
    assert found.total == 20_358_520
    ways = dict(zip(found.outcomes, found.ways, strict=True))
    assert ways["royal_flush"] == 4 * 47
    assert ways["four_of_a_kind"] == 13 * 1128  # any two of the 48 other cards
    two_threes = 78 * 4 * 4
    three_two_one = 13 * 4 * 12 * 6 * 44
    assert ways["full_house"] == two_threes + three_two_one
    assert ways["straight_flush"] == 9 * 4 * 46  # the sixth card must not make it higher
    published = {"A": 8.5614, "C": 15.2790}  # of the same two tables on six cards
    for column, edge in published.items():
        assert round(100 * float(found.columns[column].edge), 4) == edge


def test_super_6_on_cards_dealt_at_random_judged_from_scratch(game: ThreeCardShine) -> None:
    chance, order = random.Random(6), game.wagers[2].rule.outcomes
    for _ in range(3000):
        six = tuple(chance.sample(range(52), 6))
        best = min(order.index(plain_five(five)) for five in itertools.combinations(six, 5))
        assert game.wagers[2].rule(six) == best


def test_the_ante_is_three_card_poker(game: ThreeCardShine) -> None:
    """Three aces above the straight flush change nothing: both are always played."""
    (row,) = rows(GAME, "ante")
    assert row.house_edge == Fraction(686_689, 20_358_520)
    assert row.details["element_of_risk"] == pytest.approx(0.020147, abs=5e-7)
    assert row.details["best_play"].startswith("play queen high, Q-6-4 or better")
    assert sum(row.outcomes.values()) == 1 and len(row.outcomes) == 17
    value = ante_play_table.best(game)
    assert sum(ante_play_table.ways(game, value)) == value.total == 407_170_400
    net = sum(
        w * n
        for w, n in zip(ante_play_table.ways(game, value), ante_play_table.nets(game), strict=True)
    )
    assert -Fraction(net) / value.total == value.edge


def by_any_suits(cards: tuple[int, ...]) -> tuple[int, ...]:
    """One name for all hands that differ only in the names of the suits."""
    return min(
        tuple(sorted(c & ~3 | suits[c & 3] for c in cards))
        for suits in itertools.permutations(range(4))
    )


@pytest.mark.parametrize("cards", ["Qs 6d 4c", "Qs 6d 3c", "Qs Td 2s", "4s 5d 6c", "As Ad Ah"])
def test_a_hand_against_every_hand_of_the_dealer(game: ThreeCardShine, cards: str) -> None:
    """Best play follows the gain of playing, counted in plain loops."""
    mine = CARDS.parse(cards)
    rest = [card for card in range(52) if card not in mine]
    nets, bonus = {0: 1, 1: 2, 2: 0, 3: -2}, plain_bonus(mine)
    gain = sum(
        nets[shine_showdown(shine_rank(mine), shine_rank(other))] + bonus + 1
        for other in itertools.combinations(rest, 3)
    )
    assert (gain > 0) == (shine_rank(mine) >= ante_play_table.raise_from(game))
    deals = ante_play_table.counted(game)
    classes = [by_any_suits(tuple(hand)) for hand in deals.hands.tolist()]
    place = classes.index(by_any_suits(mine))
    assert gains(deals, ante_play_table.pays(game))[place] == gain * int(deals.ways[place])


def plain_bonus(cards: tuple[int, ...]) -> int:
    return {"straight_flush": 5, "three_of_a_kind": 4, "three_aces": 4, "straight": 1}.get(
        plain_category(cards), 0
    )


@pytest.mark.statistical
def test_simulated_and_exact_agree(game: ThreeCardShine) -> None:
    found = simulate(game, 2_000_000, seed=52)
    for row in rows(GAME):
        estimate = found[row.wager]
        difference = float(estimate.columns[row.table].edge - row.house_edge)
        assert abs(difference) < 5 * estimate.stderr(row.table), (row.wager, row.table)


def test_the_dealer_qualifies_with_queen_high() -> None:
    hands = [shine_rank(hand) for hand in itertools.combinations(range(52), 3)]
    assert round(sum(s >= QUEEN_HIGH for s in hands) / len(hands), 3) == 0.696
    assert max(hands) >> 20 == THREE_ACES and hands.count(max(hands)) == 4


def test_strategy_command(capsys: pytest.CaptureFixture[str]) -> None:
    strategy(GAME, exceptions=5, json=True)
    found = json.loads(capsys.readouterr().out)
    edges = {x["plays_from"]: Fraction(x["house_edge"]) for x in found["lowest_hands"]}
    assert min(edges, key=lambda hand: edges[hand]) == "queen high, Q-6-4"
    strategy(GAME, exceptions=5)
    assert "7.6538%" in capsys.readouterr().out  # who plays everything


def test_cards_are_laid_out_by_rank() -> None:
    for text, wanted in (
        ("2h Qc 7d", "Qc 7d 2h"), ("Ah 7c 7d", "7d 7c Ah"), ("2c As Ad", "As Ad 2c"),
        ("Ah 3d 2c", "3d 2c Ah"), ("Ah Qc Kd", "Ah Kd Qc"),
    ):  # fmt: skip
        assert CARDS.show(arranged3(CARDS.parse(text))) == wanted


def dealt(game: ThreeCardShine, seats: int, bets: list[str], deal: str) -> Round:
    round_ = Round(game, [Seat(i + 1, f"seat {i + 1}", 100_000) for i in range(seats)])
    for i, words in enumerate(bets, 1):
        places = tuple((k, int(v) * 100) for k, v in (x.split("=") for x in words.split()))
        round_.act(Act(i, "bet", places=places))
    round_.deal(CARDS.parse(deal))
    return round_


def test_a_ruling_in_the_middle_asks_anew(game: ThreeCardShine) -> None:
    round_ = dealt(game, 2, ["ante=10", "ante=10 super_6=5"], "Ks 9s Qc 8d 8c 7d 3c 4d 2h")
    round_.act(Act(2, "fold"))
    before = round_.question
    round_.ruling(Ruling("exposed_card", pieces=CARDS.parse("7d")))
    assert round_.question == before
    round_.ruling(Ruling("misdeal_player", seat=2))
    assert round_.question == before and (2, 0) not in round_.state.hands
    round_.act(Act(1, "play"))
    assert round_.closed
    assert round_.state.purses == {1: 102_000, 2: 100_000}


def is_fold(event: Event) -> bool:
    """Return whether a wager is taken that its player has given up."""
    return isinstance(event, WagerSettled) and event.outcome == "fold"


def test_folds_are_collected_in_the_order_of_folding(game: ThreeCardShine) -> None:
    seats = 5
    for order in itertools.permutations(range(1, seats + 1)):
        deck = "2c 3d 4h 5s 7c Qd 8c 9d Th 2s 3c 4d 9c Td 6h 7s 8d 2h"
        round_ = dealt(game, seats, ["ante=10"] * seats, deck)
        for seat in order:
            assert not any(is_fold(event) for event in round_.events)
            round_.act(Act(seat, "fold"))
        taken = [event.seat for event in round_.events if is_fold(event)]
        counted = [event.seat for event in round_.events if isinstance(event, HandCounted)]
        assert taken == counted == list(order)


def test_tips_within_the_players_own_wager() -> None:
    class Careful(ThreeCardShine):
        tip_within_own = True

        @classmethod
        def folder(cls) -> Any:
            return ThreeCardShine.folder()

    round_ = dealt(Careful(), 1, ["ante=10"], "Ks Qc 8d 7d 3c 2h")
    (tip,) = [c for c in round_.question.choices_of(1) if isinstance(c, Amount)]
    assert (tip.least, tip.most) == (100, 1000)


def random_round(seed: int) -> Round:
    """A table of bots that try everything, with one hand or two each."""
    chance = random.Random(seed)
    posting = {"hands_each": chance.choice((1, 2)), "delivery": chance.choice(("in groups", ""))}
    table = Table(ThreeCardShine({k: v for k, v in posting.items() if v}), seed=seed)
    for seat in range(1, chance.randint(2, 7)):
        table.sit(seat, f"seat {seat}", 200_000)
    return play_round(table, Bot(seed, wild=True))


def test_every_wager_is_settled_once_and_in_order() -> None:
    order = ("play", "ante_bonus", "ante", "pair_xxx", "super_6")
    seen: set[str] = set()
    for seed in range(300):
        round_ = random_round(seed)
        lines = [line(event, CARDS) for event in round_.events]
        exposed = next((i for i, x in enumerate(lines) if x.startswith("dealer_exposed")), None)
        by_hand: dict[tuple[int, int], list[str]] = {}
        for i, event in enumerate(round_.events):
            if isinstance(event, WagerSettled) and event.owner == "player":
                spots = by_hand.setdefault((event.seat, event.hand), [])
                assert event.spot not in spots
                if not is_fold(event) and exposed is not None and i > exposed:
                    spots.append(event.spot)
                seen.add(f"{event.spot} {event.outcome}")
        for spots in by_hand.values():
            assert spots == sorted(spots, key=order.index)
    assert {"ante fold", "ante win", "pair_xxx no_pair", "pair_xxx pair", "super_6 less"} <= seen


def test_bots_make_a_wager_where_none_is_required() -> None:
    table = Table(ThreeCardShine(), seed=1)
    table.sit(1, "bot", 100_000)
    played = sum(bool(play_round(table, Bot(seed)).state.hands) for seed in range(40))
    assert played > 20
