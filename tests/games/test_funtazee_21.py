"""Funtazee 21: hands by plain loops, the lab against the settling rule, cards on the squares."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.enumeration import multisets
from houseway.analysis.report import rows
from houseway.analysis.set_hands.five_cards import COPIES, DEALS, VALUES
from houseway.analysis.set_hands.funtazee import (
    BARRED,
    all_hands,
    banks_best,
    mean,
    nets_of,
    outcomes_of,
    players_best,
    posted_of,
)
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.engine.questions import Act
from houseway.game.base import Seat
from houseway.hands.funtazee_21 import (
    BUST,
    GIVE_UP,
    busted_by_letter,
    can_be_set,
    five_total,
    funtazee_bonus,
    house_way,
    set_totals,
    setting,
    settle_funtazee,
)
from houseway.hands.splits_2_3 import CHOICES
from houseway.pieces.cards import CARDS
from houseway.rulebook import find
from houseway.table.round import Round

NAMES = "A23456789T"


def patterns() -> dict[str, tuple[int, ...]]:
    """Every hand by values -> its cards."""
    return {
        "".join(NAMES[v] for v in hand): tuple(VALUES[v] for v in hand)
        for hand, _ in multisets(COPIES, 5)
    }


def counted(cards: tuple[int, ...]) -> list[tuple[int, int]]:
    """Front and back of all ten settings, in another text than the rule's."""
    worth = [min(10, card // 4 + 2) if card // 4 < 12 else 1 for card in cards]
    found = []
    for front in itertools.combinations(range(5), 2):
        back = [worth[k] for k in range(5) if k not in front]
        low = sum(back)
        soft = 10 if 1 in back and low <= 11 else 0
        found.append((sum(11 if worth[k] == 1 else worth[k] for k in front), low + soft))
    return found


def test_busted_is_what_cannot_be_set() -> None:
    unsettable, busted = set(), 0
    for name, cards in patterns().items():
        stands = any(front <= back <= 21 for front, back in counted(cards))
        assert can_be_set(cards) == stands, name
        no_three = all(back > 21 for _, back in counted(cards))
        tens = [c for c in cards if c // 4 in (8, 9, 10, 11)]
        rest = five_total(cards) - 30
        letter = (
            no_three
            or ("A" not in name and five_total(cards) >= 42)
            or ("A" not in name and len(tens) >= 3 and rest not in (10, 11))
        )
        assert not (letter and stands), f"{name} is busted by the letter and can be set"
        busted += not stands
        if not stands and not letter:
            unsettable.add(name)
        assert busted_by_letter(cards) == (not stands and letter), name
    assert busted == 117
    assert unsettable == {
        "339TT", "349TT", "359TT", "449TT", "44999", "577TT", "666TT", "667TT",
        *(f"AAAA{x}" for x in "3456789T"), *(f"AAA{x}T" for x in "45678T"),
    }  # fmt: skip


@pytest.mark.parametrize("bank", (False, True))
@pytest.mark.parametrize("one_high", (False, True))
def test_the_house_way_in_another_text(bank: bool, one_high: bool) -> None:
    for name, cards in patterns().items():
        aces = name.count("A")
        made = five_total(cards) + 10 * (min(aces, 1) if one_high else aces)
        stands = [(front, back) for front, back in counted(cards) if front <= back <= 21]
        way = house_way(cards, bank, one_high, False)
        if not stands:
            assert way == BUST, name
        elif made <= 20 and not bank:
            assert way == GIVE_UP, name
        else:
            highest = (made < 26 and not bank) or 17 <= made <= 25
            if highest:
                wanted = max(stands, key=lambda both: (both[1], both[0]))
            else:
                wanted = max(stands, key=lambda both: (sum(both), both[0] - both[1]))
            assert set_totals(setting(cards, way)) == wanted, name


def test_bonus_rows_by_total() -> None:
    pays = [payout.net() for payout in find("funtazee-21")().pay["bonus"]]
    printed = {11: 500, 12: 200, 13: 60, 14: 30, 15: 30, 16: 20, 17: 20, 18: 10, 19: 10, 20: 10,
               42: 2, 43: 2, 44: 2, 45: 3, 46: 3, 47: 3, 48: 5, 49: 5, 50: 30}  # fmt: skip
    for name, cards in patterns().items():
        wanted = -1 if "A" in name else printed.get(five_total(cards), -1)
        assert pays[funtazee_bonus(cards)] == wanted, name


def test_all_deals_are_counted_and_both_sides_agree() -> None:
    game = find("funtazee-21")()
    posted, nets = posted_of(game), nets_of(game)
    h = all_hands(posted)
    best, found = players_best(posted, nets)
    reply, seen = banks_best(posted, nets, False)
    house = outcomes_of(found, h.players_way)
    assert sum(house) == DEALS == math.comb(52, 5) * math.comb(47, 5)
    assert house == outcomes_of(seen, h.banks_way), "the same deals, from either side"
    to_best, met = banks_best(posted, nets, True)
    assert outcomes_of(found, best) == outcomes_of(met, h.banks_way)
    edge = {
        "house way": mean(house, nets), "best": mean(outcomes_of(found, best), nets),
        "reply": mean(outcomes_of(seen, reply), nets),
        "both": mean(outcomes_of(met, to_best), nets),
    }  # fmt: skip
    assert edge["reply"] < edge["house way"] < edge["best"] and edge["both"] < edge["best"]
    assert edge["house way"] == Fraction(-5520458777, 1245826907325)
    assert edge["best"] == Fraction(445846121957, 4983307629300)


@pytest.mark.parametrize("posting", ({}, {"unsettable_may_surrender": True, "one_ace_high": True}))
def test_single_hands_by_plain_loops(posting: dict[str, Any]) -> None:
    """All hands that can meet a few hands, settled by the rule of the table itself."""
    game = find("funtazee-21")(posting)
    posted, nets = posted_of(game), nets_of(game)
    h = all_hands(posted)
    _, found = players_best(posted, nets)
    _, seen = banks_best(posted, nets, False)
    chance = random.Random(21)
    for i in chance.sample(range(len(h.ways)), 4):
        left = list(COPIES)
        for v in h.values[i]:
            left[v] -= 1
        mine = [int(card) for card in h.cards[i]]
        met = [
            (j, math.prod(math.comb(left[v], n) for v, n in Counter(h.values[j].tolist()).items()))
            for j in range(len(h.ways))
        ]
        for way in range(GIVE_UP + 1):
            players, banks = Counter[int](), Counter[int]()
            for j, ways in met:
                other = [int(card) for card in h.cards[j]]
                n = ways * int(h.ways[i])
                if h.player[i, way] != BARRED:
                    theirs = setting(other, int(h.banks_way[j]))
                    players[settle_funtazee(setting(mine, way), theirs, way == GIVE_UP)] += n
                if h.bank[i, way]:
                    theirs, gives_up = setting(other, int(h.players_way[j])), h.players_way[j]
                    banks[settle_funtazee(theirs, setting(mine, way), gives_up == GIVE_UP)] += n
            assert {k: n for k, n in enumerate(found[i, way].tolist()) if n} == +players
            assert {k: n for k, n in enumerate(seen[i, way].tolist()) if n} == +banks


def test_the_best_way_cannot_be_bettered() -> None:
    game = find("funtazee-21")()
    posted, nets = posted_of(game), nets_of(game)
    best, found = players_best(posted, nets)
    worth = np.array([float(net) for net in nets])
    each = np.where(found.any(axis=2), found @ worth, -np.inf)
    assert (each.max(axis=1) <= each[np.arange(len(best)), best] + 1e-6).all()
    assert set(best.tolist()) <= {*range(CHOICES), BUST, GIVE_UP}


@pytest.mark.statistical
def test_simulated_rounds_agree() -> None:
    game = find("funtazee-21")()
    found = simulate(game, 1_000_000, seed=5)
    for row in rows("funtazee-21"):
        estimate = found[row.wager]
        assert abs(estimate.here.edge - float(row.house_edge)) < 5 * estimate.stderr()


def at_the_table(deal: str) -> Round:
    """Seat 1 banks, seats 2 and 3 have wagered and their cards, the button at 2."""
    round_ = Round(find("funtazee-21")(), [Seat(i, f"seat {i}", 100_000) for i in (1, 2, 3)])
    round_.act(Act(1, "bank", 50_000))
    for seat in (2, 3):
        round_.act(Act(seat, "bet", places=(("main", 1_000),)))
    round_.deal((4, 3, 3))
    round_.deal(CARDS.parse(deal))
    return round_


def squares(round_: Round, viewer: int, seat: int) -> dict[str, tuple[int, str]]:
    """Zone -> how many cards of a seat lie there, and what is said of them."""
    piles = round_.view(viewer).piles
    return {p.zone: (len(p.pieces), p.total) for p in piles if p.seat == seat and p.pieces}


def test_the_squares_show_what_was_done_and_no_more() -> None:
    round_ = at_the_table("2s 3h 4d 5s 6s Ks Qs Ts 7s 4s Kc 9c Qc 6c 4c")
    round_.act(Act(2, "house_way"))
    assert squares(round_, 2, 2) == {"back": (5, "house way")}
    assert squares(round_, 3, 2) == {"back": (5, "")}, "no one sees that it will be given up"
    round_.act(Act(3, "surrender"))
    assert squares(round_, 3, 3) == {"front": (5, "surrender")}
    assert [event.by for event in round_.events if hasattr(event, "by")] == [
        "house way", "surrender",
    ]  # fmt: skip
    round_.act(Act(1, "house_way"))
    assert round_.closed
    assert squares(round_, 0, 2) == {"back": (5, "surrender")}
    assert squares(round_, 0, 1) == {"front": (2, "19"), "back": (3, "20")}


def test_a_bank_against_surrendered_hands_keeps_its_cards_covered() -> None:
    round_ = at_the_table("2s 3h 4d 5s 6s Ks Qs Ts 7s 4s Kc 9c Qc 6c 4c")
    round_.act(Act(2, "surrender"))
    round_.act(Act(3, "surrender"))
    assert round_.closed and "9c" not in str(round_.view(2))
    assert "9c" in str(round_.view(1).piles)
