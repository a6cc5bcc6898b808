"""The lab declares: odd side bets get a right figure, a simulated one or a refusal by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.blackjack import report as blackjack_report
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.cite import rule
from houseway.engine.driver import default_act
from houseway.engine.questions import Chance
from houseway.errors import BadRule, Halted
from houseway.game.base import Seat
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, AFTER_HAND, BEFORE_DEALER
from houseway.hands.blackjack import one_suit, points
from houseway.side_bets.straights import straight_length
from houseway.table.round import Round
from tests.support.invented_side_bet import agree, game_with, odd_row, played

LONG = "HOUSEWAY_LONG" in os.environ
ROUNDS = 400_000 if LONG else 10_000


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch, interpreted: None) -> None:
    monkeypatch.setattr(blackjack_report, "SIDE_ROUNDS", ROUNDS)


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


@pytest.mark.statistical
def test_a_bonus_on_suited_runs_has_a_right_figure(few_rounds: None) -> None:
    """It was -233 % "exact" when only clubs were asked about."""
    row = odd_row(game_with(suited_run_by_its_fact, AFTER_HAND))
    assert row.method == "exact"
    game = game_with(suited_run, AFTER_HAND)
    agree(row, played(game, ROUNDS), ROUNDS)
    whole = odd_row(game)
    assert whole.method == "simulated" and whole.stderr is not None
    agree(row, [float(p) for p in whole.outcomes.values()], ROUNDS)


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
    agree(row, played(game, ROUNDS), ROUNDS)


@rule(outcomes=("high_last", "none"))
def last_card_is_high(dealer: Sequence[int]) -> int:
    """Looks at the order of the dealer's cards: the fact has the lowest first after the up card."""
    return 0 if len(dealer) > 2 and dealer[len(dealer) - 1] >> 2 >= 8 else 1


def test_the_order_of_the_dealers_cards_is_that_of_the_fact(few_rounds: None) -> None:
    game = game_with(last_card_is_high, AFTER_DEALER)
    row = odd_row(game)
    assert row.method == "exact"
    agree(row, played(game, ROUNDS), ROUNDS)


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
    """Of the first cards of both, but placed when players have acted: not with a bust hand."""
    game = game_with(pair_of_two, AFTER_DEALER, placed=BEFORE_DEALER)
    row = odd_row(game)
    assert row.method == "simulated" and float(row.outcomes["pair"]) != pytest.approx(1 / 13, abs=0)


@rule(outcomes=("pair", "none"))
def pair(first_two: Sequence[int]) -> int:
    return 0 if first_two[0] >> 2 == first_two[1] >> 2 else 1


@rule(outcomes=("pair", "none"))
def pair_of_two(first_two: Sequence[int], dealer_two: Sequence[int]) -> int:
    return pair(first_two) if len(dealer_two) == 2 else 1


def test_pairs_are_counted() -> None:
    row = odd_row(game_with(pair, AFTER_DEAL))
    assert row.outcomes["pair"] == Fraction(23, 311) and row.method == "exact"


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
    (beyond_of_both, AFTER_DEALER, r"gave -2 at first_two = As \S+, dealer_two = \S+ Ah"),
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
    [(4, 1), (3, 3), *((n, m) for n in range(len(BEYOND)) for m in (1, 3) if LONG)],
)
def test_a_simulation_refuses_it_too(which: int, seats: int, interpreted: None) -> None:
    """It was silently wrong: an outcome without a counter was lost."""
    by, resolves, says = BEYOND[which]
    game = game_with(by, resolves)
    refused(lambda: simulate(game, 300_000 if LONG else 10_000, seed=3, seats=seats), by, says)


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
