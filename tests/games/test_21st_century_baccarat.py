"""21st Century Baccarat: decisions dealt out card by card, and the tie bet by what is seen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from houseway.analysis.baccarat.community import (
    Ends,
    SeenCards,
    _ends,
    base_worth,
    even_alone,
    even_beside,
    even_together,
    every_deal,
    every_sight,
    expectation,
    pays,
    selective,
    sights,
    tie_chance,
    worth_after,
)
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.analysis.strategy_sheet import percent
from houseway.rulebook.delta.twenty_first_century_baccarat.game import TwentyFirstCenturyBaccarat
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import seats_on

SIX, EIGHT = TwentyFirstCenturyBaccarat({"decks": 6}), TwentyFirstCenturyBaccarat()
SIGHTS = [(2, 3, 0), (0, 5, 5), (0, 0, 9), (7, 9, 6), (1, 9, 9), (9, 9, 8)]
"""Values of the players' two cards and of the open one."""


def plain(values: tuple[int, int, int], decks: int, hits: bool) -> tuple[Fraction, Fraction]:
    """Return the gain of the base wager and the chance of a tie: card by card, without the
    game's rules."""
    shoe = [v for v in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0) for _ in range(4 * decks)]
    for value in values:
        shoe.remove(value)
    left = Counter(shoe)
    total, net, tied = 0, 0, 0

    def end(mine: int, bank: int, ways: int) -> None:
        nonlocal total, net, tied
        total += ways
        tied += ways * (mine == bank)
        lost = mine < bank or (mine == bank and mine < 2)
        net += ways * ((mine > bank) - lost)

    for hole, a in left.items():
        for third, b in (left - Counter([hole])).items():
            mine = (values[0] + values[1] + (third if hits else 0)) % 10
            bank = (values[2] + hole) % 10
            if bank > 5:
                end(mine, bank, a * b * (len(shoe) - 2))
            else:
                for draw, c in (left - Counter([hole, third])).items():
                    end(mine, (bank + draw) % 10, a * b * c)
    return Fraction(net, total), Fraction(tied, total)


def deal_of(values: tuple[int, int, int], decks: int) -> Ends:
    low, high = sorted(values[:2])
    return next(
        deal for deal in every_deal(decks)
        if (deal.seen.low, deal.seen.high, deal.seen.up) == (low, high, values[2])
    )  # fmt: skip


@pytest.mark.parametrize("values", SIGHTS)
def test_decisions_dealt_out_card_by_card(values: tuple[int, int, int]) -> None:
    deal = deal_of(values, 6)
    for decision, hits in (("stand", False), ("hit", True)):
        assert plain(values, 6, hits) == (
            base_worth(deal, decision, pays(SIX)), tie_chance(deal, decision)
        )  # fmt: skip
    assert base_worth(deal, "double", pays(SIX)) == 2 * base_worth(deal, "hit", pays(SIX))
    assert base_worth(deal, "surrender", pays(SIX)) == Fraction(-1, 2)


@pytest.mark.parametrize("game", [SIX, EIGHT])
def test_every_deal_is_counted_and_no_decision_can_be_bettered(
    game: TwentyFirstCenturyBaccarat,
) -> None:
    deals = every_deal(game.sets())
    assert sum(deal.ways for deal in deals) == math.perm(52 * game.sets(), 6)
    for sight in every_sight(game.sets(), pays(game)):
        assert sight.best.base == max(option.base for option in sight.options)
        assert {option.decision for option in sight.options} == set(sight.ends.allowed())


def test_the_edge_of_best_play() -> None:
    assert expectation(8, pays(EIGHT)) == Fraction(-69785044559, 6508331087895)
    (row,) = rows("21st-century-baccarat", "main", {"decks": 8})
    assert row.house_edge == Fraction(69785044559, 6508331087895) and not row.warnings
    assert row.details["house_edge_by_house_way"] > float(row.house_edge)
    assert not row.outcomes["win_doubled"], "no hand is worth a double"
    assert row.outcomes["surrender"] > 0


def one_more_seen(decks: int) -> Iterator[Ends]:
    """Every sight of three cards and of another's hit card, with how rounds end from there."""
    shoe = Counter(dict.fromkeys(range(1, 10), 4 * decks)) + Counter({0: 16 * decks})
    for low, high, up in ((e.seen.low, e.seen.high, e.seen.up) for e in every_deal(decks)):
        for other in range(10):
            shown = Counter((low, high, up, other))
            ways = math.prod(math.perm(shoe[value], n) for value, n in shown.items())
            orders = 1 if low == high else 2
            yield _ends(SeenCards(low, high, up), orders * ways, shoe - shown, 52 * decks - 4)


def test_what_another_hit_card_tells_a_later_bettor() -> None:
    """Seen and not heeded it changes nothing; heeded it is worth something."""
    blind, heeded, ways = Fraction(), Fraction(), 0
    best = {sight.ends.seen: sight.best.decision for sight in every_sight(6, pays(SIX))}
    for ends in one_more_seen(6):
        blind += ends.ways * base_worth(ends, best[ends.seen], pays(SIX))
        heeded += ends.ways * max(base_worth(ends, x, pays(SIX)) for x in ends.allowed())
        ways += ends.ways
    assert ways == math.perm(52 * 6, 7)
    assert blind / ways == expectation(6, pays(SIX)) < heeded / ways
    assert heeded / ways == worth_after(6, pays(SIX), 1)


@pytest.mark.slow
def test_what_several_hit_cards_tell() -> None:
    none, *more = (worth_after(6, pays(SIX), seen) for seen in (0, 1, 2, 3))
    assert none == expectation(6, pays(SIX)) and none < more[0] < more[1] < more[2]
    (row,) = rows("21st-century-baccarat", "main", {"decks": 6, "hit_cards": "individual"})
    (said,) = [words for words in row.assumptions if "the hit cards of others" in words]
    assert all(f"{percent(-worth)} after {n}" in said for n, worth in enumerate(more, 1))
    (row,) = rows("21st-century-baccarat", "main", {"decks": 6})
    assert not any("the hit cards of others" in words for words in row.assumptions)


@pytest.mark.parametrize("game", [SIX, EIGHT])
def test_the_odds_at_which_a_selective_bettor_is_even(game: TwentyFirstCenturyBaccarat) -> None:
    even, sight = even_alone(game)
    assert sight == "8 (9 and 9) against 8, stand" and Fraction(18, 10) < even < Fraction(19, 10)
    assert selective(game, even).bets_in == 0
    above = selective(game, even + Fraction(1, 1000))
    assert above.bets_in > 0 and above.wins > 0
    assert even_beside(game) == even, "the best sights are those of hands that stand anyhow"
    both = even_together(game)
    assert selective(game, both).together == 0 and Fraction(29, 10) < both < 3


def test_a_tie_bet_beside_the_base_wager_never_costs(
    game: TwentyFirstCenturyBaccarat = EIGHT,
) -> None:
    """A player who may leave it out does not lose by its being offered, and wins more at
    better odds."""
    won = [selective(game, Fraction(odds)).together for odds in range(11)]
    assert won[0] == won[1] == selective(game, Fraction(1)).base
    assert won == sorted(won) and won[3] > 0 > won[2]


def test_rows_of_the_tie_bet_warn() -> None:
    found = {row.table: row for row in rows("21st-century-baccarat", "tie", {"decks": 8})}
    assert not found["1 to 1"].warnings
    assert any("1 to 1 gives none" in words for words in found["2 to 1"].warnings)
    assert not any("together" in words for words in found["2 to 1"].warnings)
    eight = " ".join(found["8 to 1"].warnings)
    assert "in 43.84% of the rounds" in eight and "2 to 1 does not" in eight
    assert found["8 to 1"].house_edge > 0, "who bets blindly still pays"
    assert any("the player has the edge" in words for words in found["9 to 1"].warnings)
    blind = sum(sight.chance * sight.best.tie for sight in sights(EIGHT))
    assert found["8 to 1"].outcomes["tie"] == blind


@pytest.mark.statistical
def test_simulated_rounds_agree() -> None:
    game = TwentyFirstCenturyBaccarat({"tie": "8 to 1"})
    found = simulate(game, 1_000_000, seed=1030)
    for row in rows("21st-century-baccarat", None, {"decks": 8, "tie": "8 to 1"}):
        estimate = found[row.wager]
        assert abs(float(estimate.here.edge - row.house_edge)) < 5 * estimate.stderr(), row.wager


def test_the_rank_of_the_hole_card_not_its_count_names_the_seat() -> None:
    ranks = dict(zip("23456789TJQKA", range(13), strict=True))
    printed = {"A": 1, "8": 1, "2": 2, "9": 2, "3": 3, "T": 3, "4": 4, "J": 4, "5": 5, "Q": 5,
               "6": 6, "K": 6, "7": 7}  # fmt: skip
    for rank, seats in printed.items():
        assert {seats_on(4 * ranks[rank] + suit) for suit in range(4)} == {seats}
