"""The lab declares: odd side bets get a right figure, a simulated one or a refusal by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from houseway.cite import rule
from houseway.errors import BadRule, Halted, Refused
from houseway.game import Seat
from houseway.hands.points21 import one_suit, points
from houseway.odds.blackjack import report as blackjack_report
from houseway.odds.blackjack.best_rounds import play_best
from houseway.odds.blackjack.report import run_of
from houseway.odds.exact import exact
from houseway.odds.facts import as_posted
from houseway.odds.lab import lab_of
from houseway.odds.report import rows
from houseway.odds.simulate import simulate
from houseway.rulebook import find
from houseway.rulebook.colorado.blackjack.game import GAME as STANDARD
from houseway.script import Chance
from houseway.side_bets.straights import straight_length
from houseway.table.round import Round, default_act
from houseway.wager import AFTER_DEAL, AFTER_DEALER, AFTER_HAND, BEFORE_DEALER, side

LONG = "HOUSEWAY_LONG" in os.environ


def book(*outcomes: str) -> str:
    """A pay table: the last outcome loses, each one before pays one more than the next."""
    paid = [f'["{name}", "{len(outcomes) - 1 - i} to 1"]' for i, name in enumerate(outcomes[:-1])]
    lost = f'["{outcomes[-1]}", "lose"]'
    return f"""
title  = "odd"
source = "a test"

[pay]
clause  = "ODD-1"
columns = ["A"]
rows = [{", ".join((*paid, lost))}]
"""


def game_with(by: Any, resolves: str, **conditions: Any) -> Any:
    """Standard blackjack of six decks with one side bet more."""
    wager = side("odd", "odd wager", by=by, resolves=resolves, needs="main",
                 book=book(*by.outcomes), **conditions)  # fmt: skip

    class Odd(STANDARD):  # type: ignore[misc, valid-type]
        id = "odd-blackjack"
        wagers: ClassVar[Any] = (*STANDARD.wagers, wager)
        draws_for = (*STANDARD.draws_for, "odd") if resolves == AFTER_DEALER else ()

    return Odd({"decks": 6})


def odd_row(game: Any) -> Any:
    (row,) = rows(type(game), "odd", {"decks": 6})
    return row


def played(game: Any, rounds: int, seed: int = 7) -> list[float]:
    """The chances of the odd wager in rounds of the best play of the main one."""
    counted = play_best(game, run_of(game).best, rounds, seed, (game.wagers[-1],))
    ways = counted.sides["odd"]
    return [n / sum(ways) for n in ways]


def agree(row: Any, seen: Sequence[float], rounds: int) -> None:
    for (name, p), q in zip(row.outcomes.items(), seen, strict=True):
        p = float(p)
        assert abs(p - q) < 5 * (max(p, q) * (1 - min(p, q)) / rounds) ** 0.5 + 1e-9, name


# --- suited runs ---


@rule(outcomes=("suited_run", "run", "none"))
def suited_run(original: Sequence[int]) -> int:
    """Reads the whole hand: three cards in a row, of one suit."""
    if straight_length(original, 0) < 3:
        return 2
    return 0 if one_suit(original[:3]) else 1


@rule(outcomes=("suited_run", "run", "none"))
def suited_run_by_its_fact(run: Sequence[int]) -> int:
    """The same of the narrower fact."""
    if straight_length(run, 0) < 3:
        return 2
    return 0 if one_suit(run[:3]) else 1


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blackjack_report, "SIDE_ROUNDS", 400_000)


def test_a_bonus_on_suited_runs_has_a_right_figure(few_rounds: None) -> None:
    """It was -233 % "exact" when only clubs were asked about."""
    row = odd_row(game_with(suited_run_by_its_fact, AFTER_HAND))
    assert row.method == "exact"
    game = game_with(suited_run, AFTER_HAND)
    agree(row, played(game, 400_000), 400_000)
    whole = odd_row(game)
    assert whole.method == "simulated" and whole.stderr is not None
    agree(row, [float(p) for p in whole.outcomes.values()], 400_000)


# --- five cards ---


@rule(outcomes=("five_cards", "none"))
def five_cards(player: Sequence[int]) -> int:
    """Five cards, however many the rule was asked about before."""
    return 0 if len(player) >= 5 and points(player) <= 21 else 1


@rule(outcomes=("five_and_22", "none"))
def five_cards_beside_a_22(player: Sequence[int], dealer: Sequence[int]) -> int:
    return 0 if points(dealer) == 22 and len(player) < 5 else 1


@pytest.mark.parametrize(
    ("by", "resolves"), [(five_cards, AFTER_HAND), (five_cards_beside_a_22, AFTER_DEALER)]
)
def test_a_five_card_bonus_is_simulated_and_says_so(
    by: Any, resolves: str, few_rounds: None
) -> None:
    """It was 50.03 % "exact" against 38.2 % when hands of four cards at most were asked about."""
    game = game_with(by, resolves)
    row = odd_row(game)
    assert row.method == "simulated" and "simulated rounds" in row.assumptions[0]
    agree(row, played(game, 400_000), 400_000)


# --- what a method needs to know stands in the fact ---


@rule(outcomes=("high_last", "none"))
def last_card_is_high(dealer: Sequence[int]) -> int:
    """Looks at the order of the dealer's cards: the fact has the lowest first after the up card."""
    return 0 if len(dealer) > 2 and dealer[len(dealer) - 1] >> 2 >= 8 else 1


def test_the_order_of_the_dealers_cards_is_that_of_the_fact() -> None:
    game = game_with(last_card_is_high, AFTER_DEALER)
    row = odd_row(game)
    assert row.method == "exact"
    agree(row, played(game, 400_000), 400_000)


@rule(outcomes=("bust", "none"))
def dealer_busts(dealer: Sequence[int]) -> int:
    return 0 if points(dealer) > 21 else 1


def test_a_dealer_who_does_not_draw_for_a_wager_is_simulated(few_rounds: None) -> None:
    game = game_with(dealer_busts, AFTER_DEALER)
    assert odd_row(game).method == "exact"
    type(game).draws_for = ()
    row = odd_row(game)
    assert row.method == "simulated" and row.outcomes["bust"] < 0.27


def test_a_wager_that_is_placed_late_is_not_counted_over_all_deals(few_rounds: None) -> None:
    """Of the first two cards, but placed when players have acted: not with a bust hand."""
    game = game_with(pair, AFTER_DEALER, placed=BEFORE_DEALER)
    row = odd_row(game)
    assert row.method == "simulated" and float(row.outcomes["pair"]) != pytest.approx(1 / 13, abs=0)


@rule(outcomes=("pair", "none"))
def pair(first_two: Sequence[int]) -> int:
    return 0 if first_two[0] >> 2 == first_two[1] >> 2 else 1


def test_pairs_are_counted() -> None:
    row = odd_row(game_with(pair, AFTER_DEAL))
    assert row.outcomes["pair"] == Fraction(23, 311) and row.method == "exact"


# --- an outcome that is none ---


@rule(outcomes=("queens", "tens", "none"))
def beyond(first_two: Sequence[int]) -> int:
    """Gives 7 for two aces."""
    if first_two[0] >> 2 == 12 and first_two[1] >> 2 == 12:
        return 7
    return 0 if first_two[0] >> 2 == 10 else 2


@rule(outcomes=("queens", "tens", "none"))
def beyond_of_both(first_two: Sequence[int], dealer_two: Sequence[int]) -> int:
    return -2 if first_two[0] == 51 and dealer_two[1] == 50 else 2


@rule(outcomes=("bust", "none"))
def beyond_of_suits(dealer: Sequence[int]) -> int:
    if points(dealer) <= 21:
        return 1
    return 900_000 if one_suit(dealer) else 0


@rule(outcomes=("bust", "none"))
def beyond_of_ranks(dealer: Sequence[int]) -> int:
    return 2 if points(dealer) == 26 else 1


@rule(outcomes=("long", "none"))
def beyond_of_a_hand(player: Sequence[int]) -> int:
    return 5 if len(player) > 3 else 1


@rule(outcomes=("run", "none"))
def beyond_of_a_run(run: Sequence[int]) -> int:
    return 3 if len(run) == 3 else 1


BEYOND = [
    (beyond, AFTER_DEAL, r"rule beyond gave 7 at first_two = A. A.; .* 0 to 2"),
    (beyond_of_both, AFTER_DEAL, r"gave -2 at first_two = As \S+, dealer_two = \S+ Ah"),
    (beyond_of_suits, AFTER_DEALER, r"gave 900000 at dealer = "),
    (beyond_of_ranks, AFTER_DEALER, r"gave 2 at dealer = "),
    (beyond_of_a_hand, AFTER_HAND, r"gave 5 at player = "),
    (beyond_of_a_run, AFTER_HAND, r"gave 3 at run = "),
]


@pytest.mark.parametrize(("by", "resolves", "says"), BEYOND)
def test_a_number_beyond_the_outcomes_is_refused_by_name(
    by: Any, resolves: str, says: str, few_rounds: None
) -> None:
    """The odds were wrong and then the process died; now the wager, rule and facts are named."""
    refused(lambda: odd_row(game_with(by, resolves)), by, says)


@pytest.mark.parametrize(
    ("which", "seats"),
    [(4, 1), (2, 3), *((n, m) for n in range(len(BEYOND)) for m in (1, 3) if LONG)],
)
def test_a_simulation_refuses_it_too(which: int, seats: int) -> None:
    """It was silently wrong: what was counted beside the counters was lost."""
    by, resolves, says = BEYOND[which]
    game = game_with(by, resolves)
    refused(lambda: simulate(game, 300_000, seed=3, seats=seats), by, says)


def refused(work: Callable[[], object], by: Any, says: str) -> None:
    with pytest.raises(BadRule, match=says) as found:
        work()
    assert found.value.wager == "odd" and found.value.rule == by.__name__


def test_the_live_table_says_it_in_a_sentence() -> None:
    game = game_with(beyond, AFTER_DEAL)
    with pytest.raises(Halted, match=r"odd: its rule beyond gave 7 at first_two = As Ad;"):
        live(game, "As 5c Ad Ts 3c 4c")


def live(game: Any, cards: str) -> None:
    shoe = game.kind.parse(cards)
    round_ = Round(game, [Seat(1, "Ann", 100_000)])
    while (question := round_.question) is not None:
        if isinstance(question, Chance):
            round_.deal(shoe[round_.drawn : round_.drawn + question.n])
        elif round_.drawn == 0:
            round_.act(bet(question, {"main": 1000, "odd": 500}))
        else:
            round_.act(default_act(question, 1))


def bet(question: Any, amounts: dict[str, int]) -> Any:
    act = default_act(question, 1)
    return type(act)(1, "bet", places=tuple(amounts.items()))


# --- one object for a game ---


def test_every_game_has_a_lab_and_every_wager_a_way() -> None:
    from houseway.rulebook import games

    for kind in games().values():
        lab = lab_of(kind)
        assert lab.simulation is not None, kind.id
        game: Any = kind()
        for wager in kind.wagers:
            assert lab.method_of(game, wager) is not None, (kind.id, wager.name)


def test_a_game_has_the_lab_of_what_it_inherits_from() -> None:
    odd = game_with(pair, AFTER_DEAL)
    assert lab_of(odd) is lab_of(find("blackjack")) is lab_of(find("ride-free"))
    assert lab_of(find("omaha")) is not lab_of(find("holdem"))
    assert lab_of(find("ante-up-21")).charts is not None


def test_a_poker_game_that_makes_its_hands_otherwise_is_not_simulated_as_its_parent() -> None:
    holdem: Any = find("holdem")

    class Pineapple(holdem):  # type: ignore[misc]
        id = "pineapple"

        def hands(self, s: Any) -> Any:
            return super().hands(s)

    with pytest.raises(Refused, match="makes its hands in a way that is not simulated"):
        simulate(Pineapple(), 10)


# --- every row called exact against rounds played ---

ROUNDS = 3_000_000 if LONG else 150_000
EXACT_TABLES = ["free-bet-blackjack", "ride-free", "buffalo-blackjack-2"]
if LONG:
    EXACT_TABLES += [
        "straight-jack", "straight-jack-progressive", "rocket-aces", "buffalo-blackjack-3",
        "golden-21-poker", "21-plus-3",
    ]  # fmt: skip


@pytest.mark.parametrize("game_id", EXACT_TABLES)
def test_exact_side_bets_are_those_of_rounds_of_the_same_play(game_id: str) -> None:
    """Every outcome of every side bet, in rounds from full shoes played for the main wager."""
    game: Any = find(game_id)()
    sides = tuple(w for w in game.offered if w.by is not None)
    counted = play_best(game, run_of(game).best, ROUNDS, 5, sides)
    lab = lab_of(game)
    for wager in sides:
        method = lab.method_of(game, wager)
        assert method is not None
        worth, ways = method.find(game, wager), counted.sides[wager.name]
        for name, p, n in zip(worth.outcomes, worth.chances, ways, strict=True):
            p, placed = float(p), sum(ways)
            room = 5 * (p * (1 - p) * placed) ** 0.5 + 3
            assert abs(n - p * placed) < room, (wager.name, name, p, n / placed)
        assert as_posted(game, wager).reads


@pytest.mark.parametrize(
    ("game_id", "wagers"),
    [
        ("3-card-shine", ("ante", "pair_xxx", "super_6")),
        ("3-dice-baccarat", None),
        ("pai-jack", ("main", "bonus")),
        ("pai-gow-tiles", ("main",)),
        ("blackjack-switch", ("super_match", "buster")),
        ("3-card-21-n-done", ("bonus",)),
        ("ante-up-21", ("poker_bonus",)),
        ("21-hold-em", ("pk",)),
    ],
)
def test_exact_rows_are_those_of_the_simulation(
    game_id: str, wagers: tuple[str, ...] | None
) -> None:
    game: Any = find(game_id)()
    seen = simulate(game, ROUNDS, seed=9)
    for name in wagers or tuple(seen):
        wager = next(w for w in game.wagers if w.name == name)
        method = lab_of(game).method_of(game, wager)
        assert method is not None
        worth = method.find(game, wager)
        assert worth.method == "exact"
        rounds = seen[name].total
        for outcome, p in zip(worth.outcomes, worth.chances, strict=True):
            q = float(seen[name].probability[outcome])
            room = 5 * (float(p) * (1 - float(p)) / rounds) ** 0.5 + 3 / rounds
            assert abs(float(p) - q) < room, (name, outcome)


def test_ways_are_those_of_the_method() -> None:
    game = find("free-bet-blackjack")({"decks": 6})
    odds = exact(game, "kings_bounty")
    assert sum(odds.ways) == 312 * 311 * 310 * 309


# --- what a row says of itself ---


def test_insurance_has_a_row() -> None:
    (row,) = rows("blackjack", "insurance", {"decks": 6})
    assert row.method == "exact" and row.house_edge == Fraction(23, 311)
    by_hand = row.details["by_tens_in_hand"]
    assert Fraction(by_hand["0"]["fraction"]) == 1 - 3 * Fraction(96, 309) > 0
    assert Fraction(by_hand["2"]["fraction"]) == 1 - 3 * Fraction(94, 309)
    assert rows("blackjack", None, {"decks": 6, "insurance": "no"})[-1].wager == "main"


def test_what_is_near_says_so_and_how_near() -> None:
    """Bust Bonus of 30-2113: all hands of a split going bust is not followed exactly."""
    for row in rows("buffalo-blackjack-2", "bust_bonus"):
        assert row.method == "near" and row.stderr is None
        (said,) = [words for words in row.assumptions if words.startswith("near: ")]
        assert "right to 0.001 %" in said and "% of rounds" in said


def test_the_dealers_envy_is_named_with_its_figure() -> None:
    found = {row.table: row for row in rows("ride-free", "classic_21_3", {"decks": 6})}
    envied = [row for table, row in found.items() if table.startswith("PT-FLT-213-E")]
    assert len(envied) == 4
    for row in envied:
        assert sum("dealer's envy" in words for words in row.assumptions) == 1
    assert any("$0.097 a hand" in words for row in envied for words in row.assumptions)
    assert not any("envy" in words for words in found["PT-FLT-213-03"].assumptions)


def test_a_table_that_is_posted_on_other_decks_has_its_row() -> None:
    posting = {"tables_on_any_decks": "yes", "decks": 3, "classic_21_3": "PT-FLT-213-01"}
    (row,) = rows("ride-free", "classic_21_3", posting)
    assert row.table == "PT-FLT-213-01" and row.decks == 3 and row.method == "exact"
    assert any("not for 3 decks" in words for words in row.warnings)
