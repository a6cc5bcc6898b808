"""Wagers on the opening of a hand, exactly: by hand, by lot, with best play and for both wagers."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import msgspec
import pytest

from houseway.analysis.blackjack.report import run_of
from houseway.analysis.blackjack.side_bets.aces_bonus.facts import VALUE_OF, ask
from houseway.analysis.blackjack.side_bets.aces_bonus.joint import Joint
from houseway.analysis.blackjack.side_bets.aces_bonus.ways import DRAWS, SPLITS_ACES, STAYS, Weighed
from houseway.analysis.blackjack.side_bets.aces_bonus.worth import (
    RATIOS,
    joint,
    odds_alone,
    odds_under_best_play,
)
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.report import rows
from houseway.families.banked.game import FactReader
from houseway.families.blackjack.state import FACTS
from houseway.game.posting import posted
from houseway.game.wagers import Wager
from houseway.rulebook.colorado.blackjack.game import StandardBlackjack
from houseway.rulebook.delta.blackjack_x.bonus import ACES, BONUS_FACTS, MATCHES
from houseway.rulebook.delta.blackjack_x.game import BlackjackX

SIX = 312
VALUES = [int(value) for value in VALUE_OF]
(BONUS,) = (wager for wager in BlackjackX.wagers if wager.name == "aces_bonus")


class WithBonus(StandardBlackjack):
    """Standard blackjack with the bonus: its best play is known from elsewhere."""

    wagers: ClassVar[Any] = (
        *StandardBlackjack.wagers,
        msgspec.structs.replace(
            BONUS,
            pay=msgspec.structs.replace(
                BONUS.pay, borrowed_from="houseway.rulebook.delta.blackjack_x"
            ),
        ),
    )
    facts: ClassVar[dict[str, FactReader]] = {**FACTS, **BONUS_FACTS}
    split_aces_match: str = posted(*MATCHES)


def bonus_at(game: Any) -> Wager:
    found: Wager = game.wager_named["aces_bonus"]
    return found


@cache
def weighed(decks: int, match: str = "both aces") -> tuple[Weighed, Any]:
    game = BlackjackX({"split_aces_match": match})
    by = bind_posting(game, bonus_at(game)).rule
    return Weighed(ask(by, True), decks, len(ACES)), by


def test_without_a_base_wager_the_rows_are_counted_by_hand() -> None:
    ways = {
        "suited_aces": 24 * 5, "aces": 24 * 18, "suited_pair": 288 * 5, "suited_faces": 4 * 18 * 12,
        "first_ace": 24 * 288,
    }  # fmt: skip
    game = BlackjackX()
    worth = odds_alone(game, bonus_at(game))
    found = dict(zip(worth.outcomes, worth.chances, strict=True))
    nothing = Fraction(SIX * (SIX - 1) - sum(ways.values()), SIX * (SIX - 1))
    assert found["nothing"] == nothing
    for name in ACES[:-1]:
        assert found[name] == Fraction(ways.get(name, 0), SIX * (SIX - 1)), name
    low, high = (worth.columns[column] for column in ("$1-$4", "$5-$50"))
    assert sum(p * n for p, n in zip(worth.chances, low, strict=True)) == Fraction(-3313, 4043)
    assert sum(p * n for p, n in zip(worth.chances, high, strict=True)) == Fraction(-2595, 4043)


def decides(first: int, second: int, up: int) -> int:
    """Some play that looks at all it may look at."""
    if first == second == 0:
        return SPLITS_ACES if up % 3 else DRAWS
    if first == second:
        return DRAWS
    return (STAYS, DRAWS)[(first + 2 * second + up) % 2]


@pytest.mark.parametrize(("decks", "match"), [(6, "both aces"), (1, "one ace")])
def test_openings_come_as_often_as_in_deals_by_lot(decks: int, match: str) -> None:
    found, by = weighed(decks, match)
    ways = found.played(decides)
    total = 1
    for n in range(52 * decks - 5, 52 * decks + 1):
        total *= n
    assert sum(ways) == total
    rng, shoe, rounds = random.Random(5), list(range(52)) * decks, 150_000
    counted = [0] * len(ACES)
    for _ in range(rounds):
        a, b, up, hole, x, y = rng.sample(shoe, 6)
        natural = {VALUES[up], VALUES[hole]} == {0, 9}
        what = STAYS if natural else decides(VALUES[a], VALUES[b], VALUES[up])
        opening = (a, b) if what == STAYS else (a, b, x)
        counted[by(opening, (a, x, b, y) if what == SPLITS_ACES else ())] += 1
    for name, n, way in zip(ACES, counted, ways, strict=True):
        chance = way / total
        spread = (rounds * chance * (1 - chance)) ** 0.5
        assert abs(n - rounds * chance) < 5 * spread + 3, name


@cache
def table(surrender: str) -> WithBonus:
    return WithBonus({"decks": 2, "surrender": surrender})


@cache
def both(surrender: str, column: str) -> Joint:
    game = table(surrender)
    return joint(game, bonus_at(game), column)


@pytest.mark.parametrize("surrender", ["none", "late"])
def test_a_bonus_of_next_to_nothing_changes_nothing(surrender: str) -> None:
    """Then the sum over cards seen is that of best play, and the bonus that of best play too."""
    game = table(surrender)
    best = run_of(game).best
    natural = best.grounds[0].tree["pair"][0, 9]
    won = sum(1.5 * g.dealt[natural] * (1 - g.blackjack[natural]) for g in best.grounds)
    worth = odds_under_best_play(game, bonus_at(game))
    for column, nets in worth.columns.items():
        there = both(surrender, column)
        assert there.without[0] == pytest.approx(best.expectation - won, abs=1e-12)
        edge = -sum(float(p * n) for p, n in zip(worth.chances, nets, strict=True))
        tiny = there.at(1e-9)
        assert tiny["house_edge"] == pytest.approx(edge, abs=1e-6)
        assert tiny["decisions_changed"] < 1e-3


@pytest.mark.parametrize("surrender", ["early", "late"])
def test_first_decisions_of_blackjack_x_add_up_to_its_best_play(surrender: str) -> None:
    """Before the look and after it, a hit on 21 and a hard 31 in it; a Natural pays 5 to 4.

    One in sixteen of the tens with an ace is the king of its suit, at 2 to 1; the others pay 6 to
    5.
    """
    game = BlackjackX({"surrender": surrender})
    best = run_of(game).best
    natural = best.grounds[0].tree["pair"][0, 9]
    won = sum(1.25 * g.dealt[natural] * (1 - g.blackjack[natural]) for g in best.grounds)
    there = joint(game, bonus_at(game), "$5-$50")
    assert there.without[0] == pytest.approx(best.expectation - won, abs=1e-12)
    (row,) = (
        row
        for row in rows("blackjack-x", "aces_bonus", {"decks": 6, "surrender": surrender})
        if row.table == "$5-$50"
    )
    assert there.at(1e-9)["house_edge"] == pytest.approx(float(row.house_edge), abs=1e-6)
    edges = {"early": 0.368392, "late": 0.290609}
    assert round(float(row.house_edge), 6) == edges[surrender]


@pytest.mark.parametrize("column", ["$1-$4", "$5-$50"])
def test_the_larger_the_bonus_the_less_it_costs(column: str) -> None:
    """The gain is the greatest of lines through the ratio, so per unit of bonus it only grows."""
    edges = [both("late", column).at(float(ratio))["house_edge"] for ratio in RATIOS]
    assert edges == sorted(edges, reverse=True)
    assert len(set(edges)) == len(edges)


def test_played_for_both_beats_any_other_play_by_the_deal() -> None:
    """No first decision taken throughout does better than the best for each deal."""
    there = both("late", "$5-$50")
    value, _ = there.decided(1.0)
    for decision in range(3):
        other = there.main[decision] + there.bonus[decision]
        other = there.natural * (there.two - 1.0) + (1.0 - there.natural) * other
        seen = (there.chance > 0) & ~there.dealt_natural
        assert (value[seen] >= other[seen] - 1e-12).all()


def test_rows_of_the_game_say_how_they_are_known() -> None:
    found = {
        (row.wager, row.table): row
        for name in ("aces_bonus", "aces_bonus alone", "buster")
        for row in rows("blackjack-x", name, {"decks": 6})
    }
    assert {row.method for row in found.values()} == {"exact"}
    assert set(found) == {
        *((name, column) for name in ("aces_bonus", "aces_bonus alone")
          for column in ("$1-$4", "$5-$50")),
        ("buster", "to 1"), ("buster", "for 1"),
    }  # fmt: skip
    assert found["aces_bonus alone", "$5-$50"].house_edge == Fraction(2595, 4043)
    assert round(float(found["buster", "to 1"].house_edge), 6) == 0.046914
    for column in ("$1-$4", "$5-$50"):
        said = found["aces_bonus", column].details["played_for_both"]
        assert list(said) == list(RATIOS)
