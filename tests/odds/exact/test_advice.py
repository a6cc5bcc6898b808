"""Hints: the exact worth of choices where it is known, and estimates that agree with it."""

from __future__ import annotations

import random

import pytest

from houseway.advice.advise import advise, silent
from houseway.advice.playouts import Unseen, playout_advice
from houseway.advice.wagers import known_wagers
from houseway.analysis.ante_play.advice import ante_play_advice
from houseway.analysis.blackjack.advice import blackjack_advice as advice_unless
from houseway.analysis.blackjack.solver.hands import explain_unsupported_splits
from houseway.engine.questions import Act, Asking
from houseway.errors import Refused
from houseway.players.guests import Guest, opponent
from houseway.records.files import load
from houseway.records.record import Playback
from houseway.rulebook import find
from houseway.table.round import Round
from houseway.table.table import Table
from tests.support.keyboard import Typing, typing

__all__ = ["typing"]


blackjack_advice = advice_unless(explain_unsupported_splits)


def position(text: str) -> Round:
    """A record that stops at a question."""
    return Playback(load(text)).run()


def sixteen(decks: int = 6) -> Round:
    return position(
        f'game = "blackjack"\nposted = {{ decks = {decks} }}\nbets = {{ main = 10 }}\n'
        'deal = "Ts Th 6d 7c"\n'
    )


def test_sixteen_against_a_ten_is_hit_and_standing_costs_little() -> None:
    advice = blackjack_advice(sixteen(), 1, silent)
    assert advice is not None and advice.is_exact and advice.unit == 10_00
    worth = {option.act.name: option.worth for option in advice.options}
    assert advice.best == Act(1, "hit")
    assert worth["hit"] == pytest.approx(-0.535, abs=1e-3)
    assert worth["stand"] == pytest.approx(-0.540, abs=1e-3)
    assert worth["double"] == pytest.approx(2 * worth["hit"], abs=0.01)


def test_every_choice_of_a_pair_has_a_worth() -> None:
    round_ = position('game = "blackjack"\nbets = { main = 10 }\ndeal = "8s 6h 8d 7c"\n')
    advice = blackjack_advice(round_, 1, silent)
    assert advice is not None and advice.best.name == "split"
    assert {option.act.name for option in advice.options} == {"hit", "stand", "double", "split"}


def test_insurance_goes_by_the_cards_in_sight() -> None:
    round_ = position('game = "blackjack"\nbets = { main = 10 }\ndeal = "Ts Ah Td 7c"\n')
    advice = advise(round_, 1)
    assert advice.best == Act(1, "no_insurance") and advice.is_exact
    assert "94 of the 309 cards that you have not seen make a blackjack" in advice.notes
    insured = next(option for option in advice.options if option.act.name == "insure")
    assert insured.worth == pytest.approx(3 * 94 / 309 - 1)


def test_the_estimate_agrees_with_the_exact_worth() -> None:
    """Deals of what cannot be seen, against a solution card by card."""
    round_ = sixteen()
    exact = blackjack_advice(round_, 1, silent)
    guess = playout_advice(round_, 1, silent, seconds=60, deals=500)
    assert exact is not None and guess is not None and not guess.is_exact
    known = {option.act.name: option.worth * 10 for option in exact.options}
    for option in guess.options:
        if option.act.name in ("stand", "double"):  # what comes after does not matter
            assert abs(option.worth - known[option.act.name]) < 5 * max(option.error, 0.25)


def test_a_play_wager_is_weighed_against_every_hand() -> None:
    round_ = first_question("three-card-poker", {"play", "fold"})
    seat = round_.question.seats()[0]
    advice = ante_play_advice(round_, seat, silent)
    assert advice is not None and advice.is_exact and "1,128 of them" in advice.how
    fold = next(option for option in advice.options if option.act.name == "fold")
    assert fold.worth == -1


def first_question(game_id: str, names: set[str], seed: int = 1) -> Round:
    """Play with bots until a player is asked this question."""
    table = Table(game_id, seed=seed)
    who = opponent(table.game, seed)
    for seat in range(1, min(3, table.game.seats_max) + 1):
        table.sit(seat, f"seat {seat}", 500_00)
    for _ in range(20):
        round_ = table.start()
        while isinstance(question := round_.question, Asking):
            seat = question.seats()[0]
            if names <= {choice.name for choice in question.choices_of(seat)}:
                return round_
            table.enter(who.choose(round_, seat))
    raise AssertionError(f"no one was asked {names}")


@pytest.mark.parametrize(
    ("game_id", "names"),
    [
        ("pai-gow-tiles", {"set"}),
        ("ante-up-21", {"match"}),
        ("blackjack-switch", {"switch"}),
        ("21st-century-baccarat", {"surrender"}),
        ("3-card-21-n-done", {"split_in_three"}),
    ],
)
def test_every_family_has_an_estimate(game_id: str, names: set[str]) -> None:
    round_ = first_question(game_id, names)
    seat = round_.question.seats()[0]
    before = list(round_.inputs)
    advice = playout_advice(round_, seat, silent, deals=12)
    assert advice is not None and len(advice.options) > 1 and "estimated: 12 deals" in advice.how
    assert round_.refusal(advice.best) is None and round_.inputs == before


def test_only_what_is_hidden_is_dealt_again() -> None:
    """A hint is made from what the player sees: with other hidden cards it is the same."""
    one = position('game = "blackjack"\nbets = { main = 10 }\ndeal = "Ts 9h 6d 7c"\n')
    other = position('game = "blackjack"\nbets = { main = 10 }\ndeal = "Ts 9h 6d Kc"\n')
    assert one.events_for(1) == other.events_for(1)
    found = [playout_advice(each, 1, silent, deals=20) for each in (one, other)]
    hidden = Unseen(one, 1, random.Random(1)).hidden
    assert len(hidden) == 1
    redealt = {Unseen(one, 1, random.Random(n)).redealt_inputs().__repr__() for n in range(8)}
    assert len(redealt) > 4
    assert all(advice is not None for advice in found)


def test_a_hint_that_looked_at_the_hole_card_would_be_seen() -> None:
    """Under a nine, twenty against nineteen and against seventeen: the same words."""
    found = []
    for hole in ("7c", "Kc"):
        text = f'game = "blackjack"\nbets = {{ main = 10 }}\ndeal = "Ts 9h 6d {hole}"\n'
        advice = blackjack_advice(position(text), 1, silent)
        assert advice is not None
        found.append([option.worth for option in advice.options])
    assert found[0] == found[1]


def test_poker_says_what_a_call_needs() -> None:
    round_ = first_question("holdem", {"call"})
    seat = round_.question.seats()[0]
    advice = advise(round_, seat)
    assert round_.refusal(advice.best) is None
    assert any("a call of $" in note and "is worth it with" in note for note in advice.notes)
    assert not advice.is_exact
    with pytest.raises(Refused, match="you are not asked anything now"):
        advise(round_, 9)


def test_wagers_are_told_with_their_edges_the_best_first() -> None:
    game = find("commission-free-baccarat")({})
    known = known_wagers(game, ["tie", "banker", "player"], silent)
    assert [each.wager for each in known] == ["player", "banker", "tie"]
    assert known[0].edge == pytest.approx(0.01235, abs=1e-4) and known[0].is_exact


def test_hint_and_odds_at_the_keyboard(typing: Typing) -> None:
    words = ("play", "commission-free-baccarat", "--seed", "3")
    ran = typing(*words, lines="hint\nodds\nodds tie\nodds moon\nrefuse\n")
    for part in (
        "whoever banks has the other side", "the bank keeps 1.24 %, wins 44.6%",
        "Tie: the bank keeps 4.84 %", "9.5156%  a tie: 9 to 1",
        "there is no wager 'moon'",
    ):  # fmt: skip
        assert part in ran.out, part
    ran = typing("play", "holdem", "--seed", "3", lines="hint\nodds\n")
    assert "hint: " in ran.out and "poker is played among the players" in ran.out
    assert Guest(1).puts_up
