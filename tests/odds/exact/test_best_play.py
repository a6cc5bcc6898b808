"""Best play of blackjack: known figures, and small shoes dealt out in full."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, STAND
from houseway.analysis.blackjack.solver.best_play import ORIGINAL
from houseway.analysis.blackjack.solver.hand_tree import hands
from houseway.analysis.blackjack.solver.rules import terms_of
from houseway.analysis.blackjack.solver.solve import best_play, solve, worth
from houseway.rulebook import find
from tests.oracles.brute_force_blackjack import (
    EIGHTS,
    NINES,
    POSTINGS,
    Brute,
    Shoe,
    draws,
    less,
    points,
)

FREE_BET = "free-bet-blackjack"
INDEX = {cards: i for i, cards in enumerate(hands()["cards"])}


def posted(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


@pytest.mark.parametrize(
    ("posting", "percent"),
    [({"decks": 6}, "-0.615389123"), ({"decks": 1, "soft_17": "stand"}, "0.181934306")],
    ids=str,
)
def test_the_published_figures(posting: dict[str, Any], percent: str) -> None:
    best = best_play(posted("blackjack", **posting))
    assert f"{100 * best.expectation:.9f}" == percent
    assert worth(best.terms, best.grounds, best.play) == pytest.approx(best.expectation, abs=1e-14)


FREE_BET_EDGES = {
    (5, "hit", "3 to 2"): 0.010182110013, (5, "stand", "3 to 2"): 0.007071190070,
    (6, "hit", "3 to 2"): 0.010143694387, (6, "stand", "3 to 2"): 0.007027621542,
    (8, "hit", "3 to 2"): 0.010094681718, (8, "stand", "3 to 2"): 0.006972230834,
    (6, "hit", "6 to 5"): 0.023740590702, (6, "stand", "6 to 5"): 0.020624517857,
}  # fmt: skip


@pytest.mark.parametrize("key", FREE_BET_EDGES, ids=str)
def test_free_bet_edges_stay_what_they_are(key: tuple[int, str, str]) -> None:
    decks, soft_17, pays = key
    game = posted(FREE_BET, decks=decks, soft_17=soft_17, blackjack_pays=pays)
    assert best_play(game).house_edge == pytest.approx(FREE_BET_EDGES[key], abs=1e-12)


def test_what_helps_the_player_raises_the_expectation() -> None:
    def value(**posting: Any) -> float:
        return best_play(posted("blackjack", **posting)).expectation

    standard = value()
    assert value(soft_17="stand") > standard
    assert value(surrender="late") > standard
    assert value(resplit_aces=True) > standard
    assert value(split_aces_one_card=False) > standard
    assert value(double_after_split=False) < value(hands_max=3) < standard
    assert value(double_on="10 or 11") < value(double_on="9 to 11") < standard
    assert value(blackjack_pays="6 to 5") < standard
    # Without a peek the hole card hurts raised wagers; least where only the original is lost.
    # Even then busted raises are lost before the blackjack is seen.
    assert value(peek=False) < value(peek=False, no_peek_takes="original") < standard


@pytest.mark.parametrize("decks", range(1, 9))
def test_tens_are_never_split(decks: int) -> None:
    """So it does not matter whether a ten and a king are a pair."""
    best = best_play(posted("blackjack", decks=decks, split_by="rank"))
    tens = INDEX[9, 9]
    assert (best.split_value[:, 9, 0] < best.no_split[:, tens] - 0.02).all()


@pytest.mark.parametrize(
    ("game_id", "posting", "shoe"),
    [(game_id, posting, shoe) for game_id, posting, shoes in POSTINGS for shoe in shoes],
    ids=str,
)
def test_the_worth_of_a_play_is_that_of_dealing_it_out(
    game_id: str, posting: dict[str, Any], shoe: Shoe
) -> None:
    terms = terms_of(posted(game_id, **posting))
    best = solve(terms, np.array(shoe, np.float64))
    brute = Brute(terms, best.play, shoe)
    assert float(brute.expectation()) == pytest.approx(best.expectation, abs=1e-12)


def best_value(brute: Brute, up: int, hand: tuple[int, ...]) -> Fraction:
    """The best of standing, hitting and doubling, the hole card summed over explicitly."""
    t, left = brute.terms, less(brute.shoe, up, *hand)
    holes = [(h, n) for h, n in enumerate(left) if n and not (t.peek and {up, h} == {0, 9})]
    total = sum(n for _, n in holes)

    def after(then: Any) -> Fraction:
        return sum((Fraction(n, total) * then(h, less(left, h)) for h, n in holes), Fraction(0))

    def settled(shoe: Shoe, hole: int, total: int, more: int) -> Fraction:
        results = brute.settle(shoe, up, hole, ((total, ORIGINAL, more, 0),))
        return sum((net * p for net, p in results.items()), Fraction(0))

    def stand(hole: int, shoe: Shoe) -> Fraction:
        return settled(shoe, hole, points(hand)[0], 0)

    def draw(then: Any) -> Any:
        return lambda hole, shoe: sum((p * then(v) for v, p in draws(shoe)), Fraction(0))

    def doubled(hole: int, shoe: Shoe) -> Fraction:
        return sum(
            (p * settled(less(shoe, v), hole, points((*hand, v))[0], 1) for v, p in draws(shoe)),
            Fraction(0),
        )  # fmt: skip

    if points(hand)[0] > 21:
        return Fraction(-1)
    options = [after(stand)]
    if points(hand)[0] < 21:
        options.append(after(draw(lambda v: best_value(brute, up, tuple(sorted((*hand, v)))))))
        if len(hand) == 2:
            options.append(after(doubled))
    return max(options)


@pytest.mark.parametrize("peek", [True, False])
def test_no_decision_is_better_than_the_best(peek: bool) -> None:
    shoe = EIGHTS
    terms = terms_of(posted("blackjack", peek=peek))
    best = solve(terms, np.array(shoe, np.float64))
    brute = Brute(terms, best.play, shoe)
    compared = 0
    for up in (0, 5, 9):
        for hand in ((0, 5), (0, 7), (5, 5), (5, 7), (7, 7), (5, 9), (7, 9)):
            found = best.no_split[up, INDEX[hand]]
            assert found == pytest.approx(float(best_value(brute, up, hand)), abs=1e-12)
            compared += 1
    assert compared == 21


def test_any_play_at_all_is_worth_what_dealing_it_out_says() -> None:
    """Not only the best play: one that draws, doubles and splits by a hash."""
    terms = terms_of(posted("blackjack", hands_max=3))
    shoe = NINES
    best = solve(terms, np.array(shoe, np.float64))
    play = best.play
    for up in range(10):
        for cards, h in INDEX.items():
            mixed = (7 * h + 3 * up + len(cards)) % 5
            what = (STAND, HIT, STAND, DOUBLE, STAND)[mixed] if len(cards) == 2 else mixed % 2
            play.first[up, h] = STAND if points(cards)[0] == 21 else what
            play.after[up, :, h] = play.first[up, h]
            if len(cards) == 2 and cards[0] == cards[1] and (h + up) % 3:
                play.first[up, h] = 4
    found = worth(terms, best.grounds, play)
    assert float(Brute(terms, play, shoe).expectation()) == pytest.approx(found, abs=1e-12)
