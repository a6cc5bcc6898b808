"""Best play of blackjack: known figures, and a brute-force enumeration that shares no code.

The brute force deals real cards in order, hole card included, plays every hand of a spot one after
the other and the dealer last, in exact fractions.  Nothing of it is clever: no conditional
chances, no trees of multisets, no formula for splits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from houseway.errors import Refused
from houseway.odds.blackjack.best_play import (
    ADDED,
    DOUBLE,
    DOUBLE_FREE,
    HIT,
    LAMMER,
    ORIGINAL,
    SPLIT_FREE,
    STAND,
    SURRENDER,
)
from houseway.odds.blackjack.hands_tree import hands
from houseway.odds.blackjack.played_out import played_odds
from houseway.odds.blackjack.solve import best_play, solve, terms_of, worth
from houseway.odds.blackjack.strategy import DECISIONS
from houseway.odds.blackjack.tables import chart, exceptions, strategy_of
from houseway.odds.blackjack.totals import play_of, total_play
from houseway.odds.simulate import simulate
from houseway.pieces.cards import CARDS
from houseway.rulebook import find

FREE_BET = "free-bet-blackjack"
Shoe = tuple[int, ...]
INDEX = {cards: i for i, cards in enumerate(hands()["cards"])}


def posted(game_id: str, **posting: Any) -> Any:
    return find(game_id)(posting)


# --- known figures ---


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


# --- brute force ---


def points(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(v + 1 for v in cards)
    soft = 0 in cards and hard <= 11
    return (hard + 10 if soft else hard), soft


def less(shoe: Shoe, *cards: int) -> Shoe:
    left = list(shoe)
    for card in cards:
        left[card] -= 1
        assert left[card] >= 0
    return tuple(left)


def draws(shoe: Shoe) -> list[tuple[int, Fraction]]:
    total = sum(shoe)
    assert total, "the shoe of this test is too small"
    return [(v, Fraction(n, total)) for v, n in enumerate(shoe) if n]


class Brute:
    """The expectation of a given play, dealt out card by card."""

    def __init__(self, terms: Any, play: Any, shoe: Shoe) -> None:
        self.terms, self.play, self.shoe = terms, play, shoe
        self.finish = lru_cache(None)(self._finish)
        self.dealer = lru_cache(None)(self._dealer)

    def expectation(self) -> Fraction:
        total = Fraction(0)
        for a, pa in draws(self.shoe):
            for b, pb in draws(less(self.shoe, a)):
                for up, pu in draws(less(self.shoe, a, b)):
                    for hole, ph in draws(less(self.shoe, a, b, up)):
                        chance = pa * pb * pu * ph
                        total += chance * self.round((a, b), up, hole)
        return total

    def round(self, two: tuple[int, int], up: int, hole: int) -> Fraction:
        t, left = self.terms, less(self.shoe, *two, up, hole)
        dealer_natural = {up, hole} == {0, 9}
        if set(two) == {0, 9}:
            if dealer_natural:
                return Fraction(0)
            pays = Fraction(t.blackjack_pays).limit_denominator(10)
            if t.blackjack_pushes_22:
                pays *= 1 - self.dealer(left, (up, hole)).get(22, Fraction(0))
            return pays
        if t.peek and dealer_natural:
            return Fraction(-1)
        hand = tuple(sorted(two))
        what = self.play.first[up, INDEX[hand]]
        if what == SURRENDER:
            return Fraction(-1, 2)
        if what >= 4:
            extra = LAMMER if what == SPLIT_FREE else ADDED
            started = (((hand[0],), ORIGINAL), ((hand[0],), extra))
            return self.finish(left, up, hole, started, (), (extra, hand[0]), 2)
        return self.finish(left, up, hole, ((hand, ORIGINAL),), (), None, 1)

    def _finish(
        self, left: Shoe, up: int, hole: int, waiting: Any, done: Any, split: Any, made: int
    ) -> Fraction:
        """Play the hands still waiting, then the dealer's; the sum of all results.

        ``split`` is the stake of the hands added and the value of the pair, or None.
        """
        if not waiting:
            return self.settle(left, up, hole, done)
        (cards, kind), rest = waiting[0], waiting[1:]
        if len(cards) == 1:
            return sum(
                (p * self.second(less(left, v), up, hole, (cards[0], v), kind, rest, done, split,
                                 made) for v, p in draws(left)), Fraction(0),
            )  # fmt: skip
        index = INDEX[cards]
        what = self.play.after[up, kind, index] if split else self.play.first[up, index]
        if split and split[1] == 0 and self.terms.one_card_aces:
            what = STAND
        if what == STAND or points(cards)[0] == 21:
            hand = (points(cards)[0], kind, 0, 0)
            return self.finish(left, up, hole, rest, (*done, hand), split, made)
        more = (int(what == DOUBLE), int(what == DOUBLE_FREE))
        total = Fraction(0)
        for v, p in draws(left):
            drawn = tuple(sorted((*cards, v)))
            reached = points(drawn)[0]
            if what == HIT and reached < 21:
                waits = ((drawn, kind), *rest)
                total += p * self.finish(less(left, v), up, hole, waits, done, split, made)
            else:
                after = tuple(sorted((*done, (reached, kind, *more))))
                total += p * self.finish(less(left, v), up, hole, rest, after, split, made)
        return total

    def second(
        self, left: Shoe, up: int, hole: int, cards: tuple[int, int], kind: int, rest: Any,
        done: Any, split: Any, made: int,
    ) -> Fraction:  # fmt: skip
        """A split hand has its second card: split again, or play on."""
        again = cards[0] == cards[1] and made < self.terms.hands_max
        if again and (cards[0] != 0 or self.terms.resplit_aces):
            waits = (((cards[0],), kind), *rest, ((cards[0],), split[0]))
            return self.finish(left, up, hole, waits, done, split, made + 1)
        waits = ((tuple(sorted(cards)), kind), *rest)
        return self.finish(left, up, hole, waits, done, split, made)

    def settle(self, left: Shoe, up: int, hole: int, done: Any) -> Fraction:
        result = Fraction(0)
        for end, p in self.dealer(left, (up, hole)).items():
            for total, kind, chips, lammers in done:
                result += p * self.one(total, kind, chips, lammers, end)
        return result

    def one(self, total: int, kind: int, chips: int, lammers: int, end: int) -> int:
        staked = 0 if kind == LAMMER else 1
        if total > 21:
            return -(staked + chips)
        if end == 0:  # a dealer's blackjack
            if self.terms.takes:
                return -(staked + chips)
            return -1 if kind == ORIGINAL else 0
        if end == 22 and self.terms.push_22:
            return 0
        if end > 21 or total > end:
            return 1 + chips + lammers
        return 0 if total == end else -(staked + chips)

    def _dealer(self, left: Shoe, cards: tuple[int, ...]) -> dict[int, Fraction]:
        """Final totals, 0 for a blackjack."""
        total, soft = points(cards)
        if len(cards) == 2 and total == 21:
            return {0: Fraction(1)}
        if total > 17 or (total == 17 and not (soft and self.terms.hits_soft_17)):
            return {total: Fraction(1)}
        found: dict[int, Fraction] = {}
        for v, p in draws(left):
            for end, q in self.dealer(less(left, v), tuple(sorted((*cards, v)))).items():
                found[end] = found.get(end, Fraction(0)) + p * q
        return found


#        A  2  3  4  5  6  7  8  9  T
EIGHTS = (3, 0, 0, 0, 0, 3, 0, 4, 0, 7)
SMALL = (2, 0, 2, 0, 0, 0, 3, 0, 3, 6)
FIVES = (3, 0, 0, 0, 3, 2, 0, 0, 0, 9)
NINES = (3, 0, 0, 0, 0, 0, 0, 4, 5, 5)
POSTINGS: tuple[tuple[str, dict[str, Any], tuple[Shoe, ...]], ...] = (
    ("blackjack", {"hands_max": 3}, (EIGHTS, NINES, SMALL)),
    ("blackjack", {"hands_max": 3, "double_after_split": False, "soft_17": "stand"},
     (FIVES, NINES)),
    ("blackjack", {"peek": False, "hands_max": 3}, (EIGHTS, FIVES)),
    ("blackjack", {"peek": False, "no_peek_takes": "original", "hands_max": 3}, (EIGHTS, FIVES)),
    ("blackjack", {"resplit_aces": True, "split_aces_one_card": False, "surrender": "late"},
     (EIGHTS, NINES)),
    ("blackjack", {"hands_max": 2, "double_on": "10 or 11"}, (FIVES,)),
    (FREE_BET, {}, (EIGHTS, NINES, SMALL)),
    (FREE_BET, {"soft_17": "stand", "blackjack_against_22": "pushed"}, (EIGHTS,)),
    (FREE_BET, {"peek": False, "blackjack_against_22": "pushed", "split_aces_one_card": False},
     (EIGHTS, NINES)),
)  # fmt: skip


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

    def stand(more: int) -> Any:
        done = ((points(hand)[0], ORIGINAL, more, 0),)
        return lambda hole, shoe: brute.settle(shoe, up, hole, done)

    def draw(then: Any) -> Any:
        return lambda hole, shoe: sum((p * then(v) for v, p in draws(shoe)), Fraction(0))

    def doubled(hole: int, shoe: Shoe) -> Fraction:
        return sum(
            (p * brute.settle(less(shoe, v), up, hole, ((points((*hand, v))[0], ORIGINAL, 1, 0),))
             for v, p in draws(shoe)), Fraction(0),
        )  # fmt: skip

    if points(hand)[0] > 21:
        return Fraction(-1)
    options = [after(stand(0))]
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


# --- strategy by totals ---

CHART = """
hard  8  H  H  H  H  H  H  H  H  H  H
hard  9  H  Dh Dh Dh Dh H  H  H  H  H
hard 10  Dh Dh Dh Dh Dh Dh Dh Dh H  H
hard 11  Dh Dh Dh Dh Dh Dh Dh Dh Dh Dh
hard 12  H  H  S  S  S  H  H  H  H  H
hard 13  S  S  S  S  S  H  H  H  H  H
hard 16  S  S  S  S  S  H  H  H  H  H
hard 17  S  S  S  S  S  S  S  S  S  S
soft A2  H  H  H  Dh Dh H  H  H  H  H
soft A5  H  H  Dh Dh Dh H  H  H  H  H
soft A6  H  Dh Dh Dh Dh H  H  H  H  H
soft A7  Ds Ds Ds Ds Ds S  S  H  H  H
soft A8  S  S  S  S  Ds S  S  S  S  S
soft A9  S  S  S  S  S  S  S  S  S  S
pair 22  P  P  P  P  P  P  H  H  H  H
pair 44  H  H  H  P  P  H  H  H  H  H
pair 55  Dh Dh Dh Dh Dh Dh Dh Dh H  H
pair 66  P  P  P  P  P  H  H  H  H  H
pair 77  P  P  P  P  P  P  H  H  H  H
pair 88  P  P  P  P  P  P  P  P  P  P
pair 99  P  P  P  P  P  S  P  P  S  S
pair TT  S  S  S  S  S  S  S  S  S  S
pair AA  P  P  P  P  P  P  P  P  P  P
"""


def test_six_decks_have_the_well_known_chart() -> None:
    best = best_play(posted("blackjack"))
    played = total_play(best)
    rows = {(row.part, row.hand): row.cells for row in chart(played.table)}
    for line in CHART.strip().splitlines():
        part, hand, *cells = line.split()
        assert rows[part, hand] == tuple(cells), (part, hand)
    assert 0 < played.cost < 0.00005
    assert played.expectation == pytest.approx(-0.006181488084, abs=1e-12)
    departures = exceptions(best, played)
    assert departures[0].up == "T" and departures[0].best == "stand"
    assert sum(d.gain for d in departures) == pytest.approx(played.cost, rel=0.05)


@pytest.mark.parametrize(
    ("game_id", "posting"),
    [("blackjack", {"decks": 1, "soft_17": "stand"}), ("blackjack", {"surrender": "late"}),
     (FREE_BET, {"peek": False})],
    ids=str,
)  # fmt: skip
def test_no_cell_of_the_table_can_be_bettered(game_id: str, posting: dict[str, Any]) -> None:
    """Change a hit to a stand or back: the expectation falls (but for hands after a split)."""
    best = best_play(posted(game_id, **posting))
    played = total_play(best)
    assert 0 <= played.cost < 0.0005
    assert played.expectation_one_table <= played.expectation + 1e-12
    table = played.table
    for up in (5, 9):
        for soft, total in ((0, 11), (0, 12), (0, 16), (1, 18)):
            kept = table.draw[soft, total, up]
            table.draw[soft, total, up] = HIT if kept == STAND else STAND
            changed = worth(best.terms, best.grounds, play_of(best.terms, table, played.free))
            table.draw[soft, total, up] = kept
            assert changed < played.expectation + 2e-6, (up, soft, total)


def test_the_table_is_a_strategy_to_play_by() -> None:
    played = total_play(best_play(posted("blackjack", surrender="late")))
    play, every = strategy_of(played.table), (1 << len(DECISIONS)) - 1
    paid = every & ~(1 << DECISIONS.index("double_free") | 1 << DECISIONS.index("split_free"))
    for text, up, offered, said in [
        ("8c 8d", "6h", paid, "split"), ("8c 8d", "Ah", paid, "surrender"),
        ("Tc 6d", "Th", paid, "surrender"), ("Tc 5d", "Th", 0b11, "hit"),
        ("Ac 7d", "2h", paid, "double"), ("Ac 7d", "2h", 0b11, "stand"),
        ("Ac 3d 4h", "2h", 0b11, "stand"), ("Tc Kd", "6h", paid, "stand"),
    ]:  # fmt: skip
        (dealer_up,) = CARDS.parse(up)
        assert DECISIONS[play(CARDS.parse(text), dealer_up, offered)] == said, (text, up)


def test_simulation_agrees_with_the_table() -> None:
    """Main wager and Push 22 within five standard errors; a shallow cut keeps the shoe full."""
    best = best_play(posted(FREE_BET))
    played = total_play(best)
    game = posted(FREE_BET, cut_card=10)
    found = simulate(
        game, 2_000_000, seed=11, strategy=strategy_of(played.table), wagers=["push_22"]
    )
    error = float(found["main"].mean()) - played.expectation_one_table
    assert abs(error) < 5 * found["main"].stderr()

    alike = play_of(best.terms, played.table, played.table)
    exactly = played_odds(game, "push_22", best.terms, best.grounds, alike)
    assert sum(exactly.probability.values()) == pytest.approx(1, abs=1e-12)
    for name, p in exactly.probability.items():
        deviation = (p * (1 - p) / found["push_22"].total) ** 0.5
        assert abs(float(found["push_22"].probability[name]) - p) < 5 * deviation, name
    for column, edge in exactly.edges.items():
        seen = found["push_22"]
        assert abs(edge + float(seen.mean(column))) < 5 * seen.stderr(column)


def test_push_22_is_lost_with_the_hand_only() -> None:
    """With a play that never draws nobody goes over 21, and what is left is the dealer's 22."""
    game = posted(FREE_BET)
    best = best_play(game)
    best.play.first[:] = STAND
    found = played_odds(game, "push_22", best.terms, best.grounds, best.play).probability
    assert 1 - found["not_22"] == pytest.approx(0.07353622836042673, abs=1e-12)
    with pytest.raises(Refused, match="judged in a way"):
        any_hand = posted(FREE_BET, side_bets_judge="any_hand")
        played_odds(any_hand, "push_22", best.terms, best.grounds, best.play)
    with pytest.raises(Refused, match="reads more than"):
        played_odds(game, "pot_of_gold", best.terms, best.grounds, best.play)
