"""Differential proof: the live round script and the simulation settle alike.

For every game of the rulebook both get the same pieces in the same order and take the same
decisions. Every wager must have the same result. Tables differ in all that may be posted: rules,
numbers, limits, pay tables, wagers that are off. At every other table play is wild: any decision
that is allowed, by a chart drawn for it. ``HOUSEWAY_DIFFERENTIAL=100000`` plays that number of
rounds for each game, which takes some minutes each, and compiles every simulation. The default is
150 rounds at two tables, by the same loops interpreted.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from houseway.game.base import Game
from houseway.rulebook import games
from tests.oracles.proofs import Proof, fixed_for
from tests.oracles.proofs_blackjack import prove_blackjack
from tests.oracles.proofs_combined import prove_ante_up, prove_hold_em
from tests.oracles.proofs_families import (
    EVEN_MONEY,
    prove_ante_play,
    prove_cards_baccarat,
    prove_community_baccarat,
    prove_dice_baccarat,
    prove_funtazee,
    prove_pai_jack,
    prove_set_hands,
)
from tests.oracles.proofs_pai_gow import prove_pai_gow
from tests.oracles.proofs_poker import EVEN_ANTES, prove_fast_table, prove_poker
from tests.oracles.proofs_two_hands import prove_switch, prove_three_card_21
from tests.support.random_play import random_posting

ROUNDS = int(os.environ.get("HOUSEWAY_DIFFERENTIAL", "150"))
AT_A_TABLE = 125
"""Rounds before another posting is tried."""

PROOFS: dict[str, Proof] = {
    "21-hold-em": prove_hold_em,
    "ante-up-21": prove_ante_up,
    "blackjack_switch": prove_switch,
    "three_card_21": prove_three_card_21,
    "pai-gow-poker": prove_pai_gow,
    "fortune-pai-gow-poker": prove_pai_gow,
    "pai-jack": prove_pai_jack,
    "funtazee-21": prove_funtazee,
    "dice_baccarat": prove_dice_baccarat,
    "baccarat": prove_cards_baccarat,
    "community_baccarat": prove_community_baccarat,
    "ante_play": prove_ante_play,
    "blackjack": prove_blackjack,
    "set_hands": prove_set_hands,
    "poker": prove_poker,
    "draw-jacks-or-better": prove_fast_table,
}
"""Game id or shape -> how live round and simulation are held against each other."""

FIXED: dict[str, dict[str, object]] = {
    "21-hold-em": {"burns": 0, "hold_em_cap_is_minimum": True},
    "ante-up-21": {"double_on": "any two"},
    "blackjack_switch": {"side_wagers": "both"},
    "no-bust-blackjack-5": {"natural_after_split": False},
    "pai-jack": {"assistance": "on request"},
    "poker": dict(EVEN_MONEY),
    "draw-jacks-or-better": {"showdown": "cards_speak"},
    **dict.fromkeys(("seven-card-stud", "seven-card-stud-8", "razz"), EVEN_ANTES),
}
"""Game id or shape -> what is posted at every table, for the proof to be possible.

A Natural after a split, paid in parts of a unit, is not simulated.  The simulation of 21-Hold 'em
knows no burned cards, and its player bets more than five dollars in all; the wild player of Ante Up
21 doubles any two cards.
"""


def test_every_game_is_proved() -> None:
    missing = {game.family for game in games().values()} - set(PROOFS)
    assert not missing, f"no differential proof of {missing}: add one to PROOFS"


def fixed(kind: type[Game]) -> dict[str, object]:
    return fixed_for(kind) | (FIXED.get(kind.id) or FIXED.get(kind.family) or {})


@pytest.mark.parametrize("game_id", games())
def test_live_and_simulated_rounds_settle_alike(game_id: str) -> None:
    kind, chance = games()[game_id], random.Random(f"differential {game_id}")
    proof = PROOFS.get(kind.id) or PROOFS[kind.family]
    left, checked, wild = ROUNDS, 0, False
    posting: dict[str, Any] = fixed(kind)
    while left:
        n = min(left, AT_A_TABLE)
        checked += proof(kind(posting), n, chance, wild)
        left, wild = left - n, not wild
        posting = random_posting(kind, chance, fixed(kind))
    assert checked >= ROUNDS


def test_tables_differ_in_all_that_may_be_posted() -> None:
    """No value of a rule, no wager that is off and no number is left out for ever."""
    for kind in games().values():
        chance, always = random.Random(1), fixed(kind)
        seen: dict[str, set[str]] = {
            key: set()
            for key in set(kind(always).posting) - set(always)
            if len(getattr(kind.declared()[key], "values", ())) > 1
        }
        for _ in range(400):
            posting = kind(random_posting(kind, chance, always)).posting
            for key in seen:
                seen[key].add(str(posting[key]))
            if all(len(values) > 1 for values in seen.values()):
                break
        assert all(len(values) > 1 for values in seen.values()), (kind.id, seen)
