"""Blackjack X: its count and bonus rows against a second telling, columns by amount, time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from houseway.engine.questions import Act, Asking
from houseway.errors import BadFile, Refused
from houseway.families.blackjack.rules import MAY_DRAW
from houseway.game.pay_tables import pay_table
from houseway.hands.blackjack import points
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.blackjack_x.bonus import ACES, aces_bonus
from houseway.rulebook.delta.blackjack_x.count import OUTCOMES, RANKS, chart_31
from houseway.rulebook.delta.blackjack_x.game import BlackjackX
from tests.support.random_play import open_table, random_act

NAMES = [CARDS.show((card,)) for card in range(52)]


def spelled(cards: list[str], made: bool) -> tuple[str, int]:
    """Return the kind of a hand and its total, from the letters of its cards."""
    ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
    if len(cards) == 2 and not made and "A" in ranks and set(ranks) & set("TJQK"):
        suited_king = "K" in ranks and suits[0] == suits[1]
        return ("blackjack x" if suited_king else "natural"), 31
    total = sum(1 if r == "A" else 10 if r in "TJQK" else int(r) for r in ranks)
    if "A" in ranks and total <= 11:
        total += 10
    return ("frozen" if 22 <= total <= 30 else "hard 31" if total == 31 else "plain"), total


def told(mine: list[str], theirs: list[str], made: bool, posted: str) -> str:
    """Return the winner, by the text, from the top of the ranks."""
    kind, total = spelled(mine, made)
    other, against = spelled(theirs, False)
    two = ("blackjack x", "natural")
    if kind == "frozen":
        return "lose"
    if other in two:
        if kind not in two:
            return "lose"
        if kind == other or posted == "tie":
            return "push"
        higher = "blackjack x" if posted == "bjx_higher" else "natural"
        return kind.replace(" ", "_") if kind == higher else "lose"
    if kind in two:
        return kind.replace(" ", "_")
    if kind == "hard 31":
        return "hard_31"
    if other == "frozen" or total > against:
        return "win"
    return "push" if total == against else "lose"


@pytest.mark.parametrize("posted", RANKS)
def test_hands_are_decided_as_the_text_tells_it(posted: str) -> None:
    rng, outcome, met = random.Random(31), RANKS[posted].outcome, set()
    count = RANKS[posted]
    for _ in range(30_000):
        player = [rng.randrange(52) for _ in range(rng.choice((2, 2, 2, 3, 4)))]
        if rng.random() < 0.2:
            player = [32 + rng.randrange(16), rng.randrange(48, 52)]
        while count.total(player) < 21 and rng.random() < 0.5:
            player.append(rng.randrange(52))
        dealer = [rng.randrange(52), rng.randrange(52)]
        if rng.random() < 0.2:
            dealer = [rng.randrange(48, 52), 32 + rng.randrange(16)]
        while count.dealer_draws(dealer, True):
            dealer.append(rng.randrange(52))
        made = rng.random() < 0.3
        if count.total(player) > 31:
            continue
        found = OUTCOMES[outcome(player, dealer, made, 0)]
        names = [NAMES[c] for c in player], [NAMES[c] for c in dealer]
        assert found == told(*names, made, posted), names
        met.add(found)
    assert met == set(OUTCOMES)


def test_no_hand_can_be_drawn_past_31() -> None:
    """A hand that may draw has 21 at most, and no card brings more than ten."""
    hands = [[rank * 4] for rank in range(13)]
    met = 0
    while hands:
        cards = hands.pop()
        assert points(cards) <= 31
        if chart_31(cards) == MAY_DRAW:
            hands += [[*cards, card] for card in range(cards[-1], 52, 4) if len(cards) < 12]
            met += 1
    assert met > 500


def row_of(opening: list[str], split: list[str], one_is_enough: bool) -> str:
    """The first row from the top that the cards fit."""
    first, second = opening[:2]
    ranks = [card[0] for card in opening]
    same = len(opening) == 3 and len(set(ranks)) == 1
    got_own = [split[0] == split[1], split[2] == split[3]] if split else [False, False]
    rows = {
        "split_aces_in_suit": any(got_own) if one_is_enough else all(got_own),
        "suited_777": same and len(set(opening)) == 1 and ranks[0] == "7",
        "split_aces_and_aces": bool(split) and split[1][0] == split[3][0] == "A",
        "777": same and ranks[0] == "7",
        "suited_aces": first == second and first[0] == "A",
        "three_of_a_kind": same,
        "678": sorted(ranks) == ["6", "7", "8"],
        "aces": first[0] == second[0] == "A",
        "suited_pair": first == second,
        "suited_faces": first[1] == second[1] and {first[0], second[0]} <= set("JQK"),
        "first_ace": first[0] == "A",
        "nothing": True,
    }
    assert tuple(rows) == ACES
    return next(name for name, fits in rows.items() if fits)


@pytest.mark.parametrize("match", [0, 1])
def test_the_best_row_pays(match: int) -> None:
    rng, met = random.Random(7), set()
    for _ in range(60_000):
        some = [rng.randrange(52) for _ in range(rng.choice((2, 3)))]
        if rng.random() < 0.5:
            rank = rng.randrange(13)
            some = [rank * 4 + rng.randrange(2) for _ in some]
        elif rng.random() < 0.2:
            some = [4 * rng.choice((4, 5, 6)) + rng.randrange(4) for _ in range(3)]
        split: list[int] = []
        if some[0] >> 2 == some[1] >> 2 == 12 and rng.random() < 0.7:
            got = [rng.choice((rng.randrange(48, 52), rng.randrange(52))) for _ in range(2)]
            split = [some[0], got[0], some[1], got[1]]
            some = [*some[:2], got[0]]
        found = ACES[aces_bonus(some, split, match)]
        cards = [NAMES[c] for c in some], [NAMES[c] for c in split]
        assert found == row_of(*cards, bool(match)), cards
        met.add(found)
    assert met == set(ACES)


ROWS: dict[str, Any] = {
    "clause": "X-1", "columns": ["low", "high"],
    "rows": [["win", "2 for 1", "3 for 1"], ["lose", "lose", "lose"]],
}  # fmt: skip


def test_the_amount_chooses_the_column() -> None:
    table = pay_table("t", {**ROWS, "by_amount": {"from $5": [1, 5]}}, "f")
    assert table.postings() == ("from $5",)
    win = table.payouts("from $5")[0]
    assert [win.back(cents) for cents in (100, 499, 500, 5000)] == [200, 998, 1500, 15000]
    assert [win.at(cents).text for cents in (499, 500)] == ["2 for 1", "3 for 1"]
    assert win.text == "from $1 2 for 1, from $5 3 for 1"


@pytest.mark.parametrize("least", [[1], [5, 1], [1, 1], [1, "x"], [1, 5, 9]])
def test_amounts_that_fit_no_columns_are_refused(least: list[Any]) -> None:
    with pytest.raises(BadFile, match=r"by_amount a"):
        pay_table("t", {**ROWS, "by_amount": {"a": least}}, "f")


def test_what_is_posted_is_the_amount_and_not_a_column() -> None:
    assert BlackjackX.declared()["aces_bonus"].allowed() == "from $5, above $4 or off"
    with pytest.raises(Refused, match="aces_bonus cannot be"):
        BlackjackX({"aces_bonus": "$1-$4"})


def test_a_time_out_never_does_what_a_player_may_not() -> None:
    """The default decision is one of the choices and is taken, for every question."""
    taken: set[str] = set()
    for seed in range(120):
        table, rng = open_table("blackjack-x", seed)
        round_ = table.start()
        while (question := round_.question) is not None:
            assert isinstance(question, Asking)
            if rng.random() < 0.7 and round_.state.phase not in ("bank", "betting"):
                seat = rng.choice(question.seats())
                assert question.default_action in [
                    choice.name for choice in question.choices_of(seat)
                ]
                assert round_.refusal(Act(seat, question.default_action)) is None
                table.time_up(seat)
                taken.add(question.default_action)
            else:
                table.enter(random_act(round_, rng))
    assert taken == {"stand", "play_on", "no_insurance"}
