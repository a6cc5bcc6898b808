"""A player's walk: a round of each family at a terminal of 80 by 24, kept with its screen.

Every dollar has a line when it moves, and the lines of the result add up to it.  Poker is in
``test_cli_screen``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.terminal import Terminal

pytestmark = pytest.mark.process

ASKED, OVER = "seat 1>", "Enter for the next round>"
SCREENS = Path(__file__).parent.parent.parent / "golden" / "walk_player"
WALKS = {
    "free-bet-blackjack": (5, ["bet 10 push=5 kings=5 pot=5 tip_main=1"]),
    "pai-jack": (6, ["10", "house"]),
    "three-card-poker": (8, ["10"]),
    "3-dice-baccarat": (8, ["player=10 tie=5"]),
}
"""The seed of the cards, and what is typed until the round is over."""


@pytest.mark.parametrize("game", WALKS)
def test_a_round_as_it_is_seen(game: str) -> None:
    seed, typed = WALKS[game]
    with Terminal("play", game, "--seed", str(seed)) as at:
        at.until(ASKED)
        for line in typed:
            seen = at.type(line, ASKED, OVER)
    start = next(n for n in reversed(range(len(seen))) if seen[n].startswith(ASKED))
    told = seen[start:]
    while told and not told[-1]:
        told.pop()
    expected = (SCREENS / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    assert told == expected
    _adds_up(game, told)


def _adds_up(game: str, told: list[str]) -> None:
    """The results of the wagers sum to what the player has won or lost."""
    first = next(n for n, line in enumerate(told) if line.startswith("your wagers"))
    last = next(n for n, line in enumerate(told) if line.startswith("you: "))
    amounts = [re.search(r" ([+-]\$[\d.]+|0)$", line) for line in told[first + 1 : last]]
    total = sum(_cents(found[1]) for found in amounts if found)
    said = re.match(r"you: (nothing|[+-]\$[\d.]+)", told[last])
    assert said and total == (0 if said[1] == "nothing" else _cents(said[1])), game


def _cents(text: str) -> int:
    return round(float(text.replace("$", "")) * 100)
