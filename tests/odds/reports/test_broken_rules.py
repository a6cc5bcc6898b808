"""A rule that raises, or answers with no whole number, is refused by name wherever it is asked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.compiler.compile import compiled, fingerprint
from houseway.analysis.compiler.untrusted_rules import checked, is_foreign, whole
from houseway.analysis.report import rows
from houseway.analysis.simulation_runs.simulate import simulate
from houseway.cite import rule
from houseway.cli.main import run as command
from houseway.errors import BadRule, Refused
from houseway.game.wagers import AFTER_DEALER, HANDS_KNOWN
from houseway.hands import blackjack
from houseway.hands.blackjack import points
from houseway.rulebook import games
from tests.support.invented_side_bet import game_offering, game_with, odd_row
from tests.support.own_rulebook import changed, written

LONG = "HOUSEWAY_LONG" in os.environ
OUTCOMES = ("many", "few", "none")
DICE = "3-dice-baccarat"


@pytest.fixture(autouse=True)
def rulebook() -> Iterator[None]:
    """Remove the citations of the odd wagers afterwards."""
    with changed():
        yield


@rule(outcomes=OUTCOMES)
def says_nothing(player_dice: Sequence[int]) -> int:
    return None if player_dice[0] == 5 else 2  # type: ignore[return-value]


@rule(outcomes=OUTCOMES)
def says_half(player_dice: Sequence[int]) -> int:
    return 0.5 if player_dice[0] == player_dice[1] else 2  # type: ignore[return-value]


@rule(outcomes=OUTCOMES)
def says_two(player_dice: Sequence[int]) -> int:
    return player_dice[0], player_dice[1]  # type: ignore[return-value]


@rule(outcomes=OUTCOMES)
def reads_beyond(player_dice: Sequence[int]) -> int:
    return 0 if player_dice[0] == 6 and player_dice[3] > 0 else 2


@rule(outcomes=OUTCOMES)
def divides_by_nothing(player_dice: Sequence[int]) -> int:
    return 8 // (player_dice[0] - player_dice[1]) % 3


def third(dice: Sequence[int], i: int) -> int:
    """Return a die; functions that a rule calls are checked as the rule itself is."""
    return dice[2 + i]


@rule(outcomes=OUTCOMES)
def calls_beyond(player_dice: Sequence[int]) -> int:
    return 0 if third(player_dice, player_dice[0] // 6) > 3 else 2


@rule(outcomes=OUTCOMES)
def raises(player_dice: Sequence[int]) -> int:
    if player_dice[0] == 3:
        raise ValueError("three")
    return 2


BROKEN = [
    (says_nothing, r"gave None at player_dice = 5 "),
    (says_half, r"gave 0\.5 at player_dice = (\d) \1 "),
    (says_two, r"gave \(\d, \d\) at player_dice = "),
    (reads_beyond, r"raised IndexError \(.* out of range\) at player_dice = 6 "),
    (divides_by_nothing, r"raised ZeroDivisionError \(.*\) at player_dice = (\d) \1 "),
    (calls_beyond, r"raised IndexError \(.*\) at player_dice = 6 "),
    (raises, r"raised ValueError \(three\) at player_dice = 3 "),
]


@pytest.mark.parametrize(("by", "says"), BROKEN)
def test_odds_refuse_it(by: Any, says: str) -> None:
    game = game_offering(DICE, by, HANDS_KNOWN)
    with pytest.raises(BadRule, match=rf"^odd: its rule {by.__name__} {says}"):
        rows(type(game), "odd")


QUICK = (says_half, calls_beyond)
"""Rules whose loop is compiled in the short form too."""


@pytest.mark.parametrize(
    ("by", "says"),
    [pytest.param(*of, marks=[pytest.mark.slow] * (of[0] not in QUICK)) for of in BROKEN],
)
def test_compiled_rounds_refuse_it(by: Any, says: str) -> None:
    """They read what lies behind the dice, divided by nothing and made an outcome of a half."""
    game = game_offering(DICE, by, HANDS_KNOWN)
    with pytest.raises(BadRule, match=rf"^odd: its rule {by.__name__} {says}"):
        simulate(game, 1000)


def test_whole_numbers_of_any_kind_are_outcomes() -> None:
    assert [whole(x) for x in (2, 2.0, True, 0.5, -2, None, "2", (2,), float("nan"), 1e300)] == [
        *(2, 2, 1), *[-1] * 7
    ]  # fmt: skip


@rule(outcomes=OUTCOMES)
def needs_more_bits(player_dice: Sequence[int]) -> int:
    """Numbers of Python have no end, compiled ones have 64 bits."""
    return (3 << player_dice[0] * 20) % 7 % 3


@rule(outcomes=OUTCOMES)
def makes_a_set(player_dice: Sequence[int]) -> int:
    return len(set(player_dice)) - 1


def test_a_rule_that_says_something_else_compiled_is_refused() -> None:
    says = r"odd: its rule needs_more_bits gives \d at player_dice = [456] .*, but .* compiled"
    with pytest.raises(Refused, match=says):
        simulate(game_offering(DICE, needs_more_bits, HANDS_KNOWN), 1000)


def test_a_rule_that_cannot_be_compiled_is_refused_in_a_sentence() -> None:
    game = game_offering(DICE, makes_a_set, HANDS_KNOWN)
    assert rows(type(game), "odd")[0].method == "exact"
    with pytest.raises(
        Refused, match=r"^odd: its rule makes_a_set cannot be compiled \(.*\); write"
    ):
        simulate(game, 1000)


def test_the_rules_of_the_package_are_compiled_as_they_are() -> None:
    for kind in games().values():
        assert not any(is_foreign(w.rule) for w in kind.wagers if w.rule is not None), kind.id
    assert is_foreign(calls_beyond)  # type: ignore[arg-type]


def test_what_a_rule_calls_is_copied_and_the_function_left_alone() -> None:
    copy = checked(calls_beyond)  # type: ignore[arg-type]
    assert copy is not calls_beyond and copy.__globals__["third"] is not third
    assert copy.checked and copy.__globals__["third"].checked and not hasattr(third, "checked")
    assert fingerprint(copy) != fingerprint(calls_beyond)


def test_functions_of_a_module_are_copied_too() -> None:
    def of_module(cards: Sequence[int]) -> bool:
        return blackjack.points(cards) > 21

    copy = checked(of_module)
    assert copy.__globals__["blackjack"].points.checked and copy([0, 1, 2]) is False
    assert blackjack.points is points and not hasattr(points, "checked")


def test_reads_beyond_the_end_stop_compiled_code() -> None:
    import numpy as np

    three = np.array([1, 2, 3])
    asks = compiled(_around(checked(calls_beyond)), no_refcount=True)  # type: ignore[arg-type]
    assert asks(three) == 2
    with pytest.raises(IndexError):
        asks(np.array([6, 2, 3, 4])[:3])


def _around(by: Any) -> Any:
    def ask(dice: Any) -> Any:
        return by(dice)

    return ask


@rule(outcomes=OUTCOMES)
def fourth_card(dealer: Sequence[int]) -> int:
    return 0 if dealer[3] > 4 else 2


@rule(outcomes=OUTCOMES)
def by_suits(dealer: Sequence[int]) -> int:
    return 5 // ((dealer[0] & 3) + (dealer[1] & 3)) % 3


@rule(outcomes=OUTCOMES)
def of_both(first_two: Sequence[int], dealer_two: Sequence[int]) -> int:
    return 0 if dealer_two[first_two[0] >> 4] else 2


@pytest.mark.parametrize(
    ("by", "resolves", "says"),
    [
        (fourth_card, AFTER_DEALER, r"raised IndexError \(.*\) at dealer = \S+ \S+;"),
        (by_suits, AFTER_DEALER, r"raised ZeroDivisionError \(.*\) at dealer = \Sc \Sc"),
        (
            of_both,
            AFTER_DEALER,
            r"raised IndexError .* at first_two = [TJQKA]\S \S+, dealer_two = ",
        ),
    ],
)
def test_exact_counts_of_blackjack_refuse_it(by: Any, resolves: str, says: str) -> None:
    with pytest.raises(BadRule, match=rf"^odd: its rule {by.__name__} {says}"):
        odd_row(game_with(by, resolves))


@pytest.mark.slow  # compiles three loops of blackjack
@pytest.mark.parametrize(
    ("by", "resolves"),
    [(fourth_card, AFTER_DEALER), (by_suits, AFTER_DEALER), (of_both, AFTER_DEALER)],
)
def test_rounds_of_blackjack_refuse_it(by: Any, resolves: str) -> None:
    with pytest.raises(BadRule, match=rf"^odd: its rule {by.__name__} raised "):
        simulate(game_with(by, resolves), 10_000)


RAINBOW = written("docs/inventing.md", "rainbow.py`:")
ROUND = """
game = "3-dice-baccarat"
bets = { player = 10, rainbow = 5 }
dice = "1 2 3 4 4 1"
"""


@pytest.mark.parametrize(
    "words", ["odds GAME rainbow", "simulate GAME --rounds 1000", "settle ROUND"]
)
def test_every_command_says_it_in_a_sentence(words: str, tmp_path: Path, capsys: Any) -> None:
    """Two to four faces are forgotten."""
    file, record = tmp_path / "rainbow.py", tmp_path / "round.toml"
    file.write_text(
        RAINBOW.replace("        return 7 - faces\n    return 3", "        return 7 - faces")
    )
    record.write_text(ROUND)
    given = words.replace("GAME", DICE).replace("ROUND", str(record)).split()
    with changed():
        assert command([*given, "--plugin", str(file)]) != 0
    said = " ".join(capsys.readouterr().err.split())
    assert "rainbow: its rule rainbow gave None at player_dice = " in said
    assert "Traceback" not in said
