"""Straight Jack and its progressive: exact figures against rounds played; what chasing costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.blackjack.decisions import DOUBLE, HIT, STAND
from houseway.analysis.blackjack.side_bets.straights import Chase, _Both, _Walk, chase, run_chances
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.best_rounds import (
    _played,
    decide_by,
    gives_up,
    many_by,
    play_best,
)
from houseway.analysis.blackjack.simulation.hand_rules import rules_of
from houseway.analysis.blackjack.simulation.round_state import DEALER, IS_SPLIT, SIZE
from houseway.analysis.blackjack.simulation.simulate import main_nets
from houseway.analysis.blackjack.solver.solve import BestPlay, best_play
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts.binding import bind_posting
from houseway.analysis.random_streams import stream
from houseway.analysis.report import rows
from houseway.engine.questions import Act
from houseway.game.wagers import AFTER_DEALER
from houseway.hands.blackjack import points, value
from houseway.records.record import Record, open_round
from houseway.rulebook import find
from houseway.side_bets.straights import place, straight_length
from tests.support.random_play import LONG

UPS = "23456789TA"
PAGES = Path(__file__).parents[2] / "docs" / "games"


@pytest.fixture(scope="module")
def game() -> Any:
    return find("straight-jack")({"decks": 6})


@pytest.fixture(scope="module")
def best(game: Any) -> BestPlay:
    return best_play(game)


def nets(game: Any) -> list[float]:
    return [float(payout.net()) for payout in game.pay[game.wagers[1].name]]


@pytest.fixture(scope="module")
def both(game: Any, best: BestPlay) -> Chase:
    return chase(game, game.wagers[1], best, nets(game))


def test_exact_chances_are_those_of_rounds_played(
    game: Any, best: BestPlay, interpreted: None
) -> None:
    chances = run_chances(game, game.wagers[1], best)
    assert abs(sum(chances) - 1.0) < 1e-9
    found = play_best(game, best, 1_500_000 if LONG else 15_000, 3, game.wagers[1:])
    for p, n in zip(chances, found.sides["straight_jack"], strict=True):
        assert abs(n - p * found.rounds) < 4.5 * (p * (1 - p) * found.rounds) ** 0.5 + 2


def test_the_first_two_cards_win_as_often_as_can_be_counted_by_hand(
    game: Any, best: BestPlay
) -> None:
    lost = run_chances(game, game.wagers[1], best)[-1]
    assert lost == pytest.approx(1 - 13 * 2 * 24 * 24 / (312 * 311), abs=1e-12)


def test_without_awards_no_one_chases(game: Any, best: BestPlay) -> None:
    found = chase(game, game.wagers[1], best, [0.0] * 5)
    assert found.cost == pytest.approx(0.0, abs=1e-12)
    assert found.chances == pytest.approx(run_chances(game, game.wagers[1], best), abs=1e-12)


def test_both_together_are_played_no_worse(game: Any, best: BestPlay, both: Chase) -> None:
    side = run_chances(game, game.wagers[1], best)
    own = best.expectation + sum(p * net for p, net in zip(side, nets(game), strict=True))
    together = both.main + sum(p * net for p, net in zip(both.chances, nets(game), strict=True))
    assert both.cost > 0 and together > own + 0.04


def test_what_a_hit_gains_can_be_worked_out_by_hand(both: Chase) -> None:
    """6-7 against a five: 23 fives and 24 eights of 309 cards raise 3 to 1 to 25 to 1."""
    own, chased = both.choices["67", "5"]
    assert (own.action, chased.action) == (STAND, HIT)
    assert chased.side - own.side == pytest.approx(22 * 47 / 309, rel=1e-9)


def test_hands_that_cannot_grow_are_played_as_without_the_wager(both: Chase) -> None:
    for straight in ("89", "9T", "TJ", "JQ", "QK"):
        for up in UPS:
            own, chased = both.choices[straight, up]
            assert own == chased and own.action == STAND


def test_eleven_is_hit_and_not_doubled(both: Chase) -> None:
    assert all(both.choices["56", up][0].action == DOUBLE for up in UPS)
    assert all(both.choices["56", up][1].action == HIT for up in UPS)


def test_an_ace_for_queen_and_king_is_chased_where_it_counts(best: BestPlay) -> None:
    game: Any = find("straight-jack")({"decks": 6, "queen_king_ace": "three cards"})
    found = chase(game, game.wagers[1], best, nets(game))
    assert all(found.choices["QK", up][1].action == HIT for up in UPS)


def test_the_page_prints_the_cost_as_it_is_worked_out(both: Chase) -> None:
    page = (PAGES / "straight-jack.md").read_text()
    for straight in ("A2", "23", "34", "45", "56", "67", "78"):
        cells = []
        for up in UPS:
            own, chased = both.choices[straight, up]
            cells.append(f"{own.main - chased.main:.2f}/{chased.side - own.side:.2f}")
        name = f"{straight[0]}-{straight[1]}"
        assert f"| {name} | {' | '.join(cells)} |" in page, name


@pytest.mark.slow  # half a minute
def test_chasing_comes_out_as_worked_out_when_it_is_played(
    game: Any, best: BestPlay, both: Chase
) -> None:
    """Rounds of the driver with the decisions of the chase where the hand still grows."""
    chased = np.zeros((10, 14, 7), np.int8)
    table = _Both(_Walk(game, game.wagers[1], best), nets(game), 1.0)
    for up in (12, *range(9)):
        for low in range(-1, 12):
            for size in range(2, 7):
                cards = tuple((low + k) % 13 for k in range(size))
                if low + size <= 12 and table.walk.hand(cards) >= 0:
                    said = table.action(cards, up)
                    at = chased[value(up * 4) - 1, low + 1]
                    at[size] = said
    as_best = decide_by(game.count, compiled_round.offers_by(rules_of(game)))

    def decide(spot: Any, i: int, posted: Any) -> int:
        hand = spot[i, : spot[i, SIZE]]
        if spot[i, IS_SPLIT] or points(hand) >= 21 or straight_length(hand, 0) != len(hand):
            return int(as_best(spot, i, posted))
        low = 13
        for k in range(len(hand)):
            low = min(low, place(hand[k]))
        return int(chased[value(spot[DEALER, 0]) - 1, low, len(hand)])

    side = ((AFTER_DEALER, bind_posting(game, game.wagers[1]).rule, ""),)
    play_out = compiled_round.play_out_by(game.count, compiled_round.player_by(decide))
    moments = compiled_round.moments_of(game.count, side)
    one = compiled_round.round_by(rules_of(game), gives_up, play_out, moments)
    rounds, main = 6_000_000, np.zeros(len(compiled_round.RESULTS), np.int64)
    counts = np.zeros((1, 5), np.int64)
    compiled(many_by(one), no_refcount=True)(
        rounds, np.array(game.kind.one_set(6), np.int64), compiled_round.new_spot(),
        _played(game, best, game.wagers[1:]), stream(5, 0), np.zeros(1, np.int64), main, counts,
    )  # fmt: skip
    for p, n in zip(both.chances, counts[0].tolist(), strict=True):
        assert abs(n - p * rounds) < 4.5 * (p * (1 - p) * rounds) ** 0.5 + 2
    worth = sum(float(x) * n for x, n in zip(main_nets(game, game.main_pays[0]), main, strict=True))
    assert abs(worth / rounds - both.main) < 4 * 1.16 / rounds**0.5


def test_lengths_of_straights() -> None:
    parse = find("straight-jack").kind.parse
    for text, length in (
        ("As Ks", 2), ("As 2s 3s 4s 5s 6s", 6), ("4s 5d 3h", 3), ("4s 5d 3h 6c", 4),
        ("3s 4s 6s 5s", 2), ("5s 6s 7s 8s", 3), ("Ks 2s", 0), ("Qs Ks As", 2), ("Ts Js Qs", 2),
    ):  # fmt: skip
        assert straight_length(parse(text), 0) == length, text
    assert straight_length(parse("Qs Ks As"), 1) == 3


def test_a_won_jackpot_is_remembered_between_rounds() -> None:
    round_ = open_round(Record(game="straight-jack-progressive"))
    game: Any = round_.game
    round_.act(Act(1, "bet", places=(("main", 1000), ("straight_jack_progressive", 100))))
    round_.deal(game.kind.parse("As 7h 2d Tc"))
    for card in ("3d", "4h", "5c", "6s"):
        round_.act(Act(1, "hit"))
        round_.deal(game.kind.parse(card))
    assert round_.closed
    between = game.carried(round_.carry_over, round_.state)
    (meter,) = between.meters["straight_jack_progressive"]
    assert (meter.won, meter.since, between.jackpot_table) == (1, 0, "SJP1")
    find("straight-jack-progressive")({"straight_jack_progressive": "off"}).check_carry_over(
        between
    )


def test_break_even_of_the_progressive_falls_with_the_criteria() -> None:
    found = {
        row.table: row.details["meter"]["break_even"]
        for row in rows("straight-jack-progressive", "straight_jack_progressive", {"decks": 6})
    }
    assert found["SJP4"] < found["SJP3"] < found["SJP1"] < found["SJP2"]
