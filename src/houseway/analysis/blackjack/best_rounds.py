"""Rounds of blackjack played by the best play that was solved: what each wager does under it.

The driver is the simulation's own, with one difference: what a hand does stands in the arrays of
``BestPlay``, looked up by the exact cards of the hand.  They are handed in when the rounds are
played, so one compiled driver serves every posting.  Every round is dealt from a full shoe, for
which best play is solved.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.analysis.blackjack import best_play, compiled_round
from houseway.analysis.blackjack.hand_rules import HandRules, rules_of
from houseway.analysis.blackjack.mid_round_wagers import NOT_PLACED, Side, adding_by, side_of
from houseway.analysis.blackjack.round_state import (
    AHEAD,
    CHIPS,
    DEALER,
    IS_SPLIT,
    LOOSE,
    ROUND,
    SIZE,
    new_spot,
    shuffle,
)
from houseway.analysis.blackjack.seat_facts import FACTS, facts_by, in_order
from houseway.analysis.blackjack.solver import BestPlay
from houseway.analysis.blackjack.strategy import DECISIONS, SPLIT, SPLIT_FREE, STAND, SURRENDER
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.simulation.random import mix, stream
from houseway.analysis.simulation.rule_errors import compare_rules, naming
from houseway.families.blackjack.counting import Count
from houseway.families.blackjack.game import Blackjack
from houseway.game.wagers import Wager
from houseway.hands.blackjack import value

_made: Any = namedtuple  # its fields are not spelled out here
Played = _made("Played", (*compiled_round.Posted._fields, "first", "after", "pair", "child"))
"""A posting, and the decision (of ``DECISIONS``) for every up card and hand."""

DECISION = np.array([DECISIONS.index(name) for name in best_play.ACTIONS], np.int8)


@dataclass(frozen=True)
class SimulatedCounts:
    """How often each outcome came: of the main wager, and of each side bet."""

    rounds: int
    main: dict[str, int]
    """Result of ``one_seat.RESULTS`` -> rounds."""
    sides: dict[str, tuple[int, ...]]
    """Wager -> rounds of each outcome of its rule, of those in which it was placed."""


def play_best(
    game: Blackjack, best: BestPlay, rounds: int, seed: int = 1, sides: tuple[Wager, ...] = ()
) -> SimulatedCounts:
    """So many rounds of the main wager, best played, and these side bets with it."""
    compare_rules(sides, lambda random: _play(game, best, 1, random, sides))
    return _play(game, best, rounds, stream(seed, 0), sides)


def _play(
    game: Blackjack, best: BestPlay, rounds: int, random: Any, sides: tuple[Wager, ...]
) -> SimulatedCounts:
    many = _many_of(game, sides)
    main = np.zeros(len(compiled_round.RESULTS), np.int64)
    widest = max((len(wager.by.outcomes) for wager in sides), default=0)
    counts = np.zeros((len(sides), widest), np.int64)
    shoe = np.array(game.kind.one_set(game.sets()), np.int64)
    outcome = np.zeros(len(sides), np.int64)
    spot, played = new_spot(), _played(game, best, sides)
    with naming(game, sides, FACTS, lambda: [facts_by(game.count)(spot, played, in_order(spot))]):
        many(rounds, shoe, spot, played, random, outcome, main, counts)
    return SimulatedCounts(
        rounds,
        {compiled_round.RESULTS[i]: int(n) for i, n in enumerate(main) if n},
        {
            wager.name: tuple(row[: len(wager.by.outcomes)])
            for wager, row in zip(sides, counts.tolist(), strict=True)
        },
    )


def is_ready(game: Blackjack, sides: tuple[Wager, ...] = ()) -> bool:
    """Whether nothing is left to compile."""
    return is_kept(_many_of(game, sides))


def _many_of(game: Blackjack, sides: tuple[Wager, ...]) -> Any:
    rules = tuple(side_of(game, wager) for wager in sides)
    return _many(rules_of(game), rules)


def _played(game: Blackjack, best: BestPlay, sides: tuple[Wager, ...]) -> Any:
    tree = best.terms.tree
    posted = compiled_round.read_posted(game, sides)
    return Played(
        *posted, DECISION[best.play.first], DECISION[best.play.after], tree["pair"], tree["child"]
    )


@lru_cache(maxsize=64)
def _many(made_for: HandRules, sides: tuple[Side, ...]) -> Any:
    count = made_for.count
    decide = decide_by(count, compiled_round.offers_by(made_for))
    play_out = compiled_round.play_out_by(
        count, compiled_round.player_by(decide), adding_by(count, sides)
    )
    one = compiled_round.round_by(
        made_for, gives_up, play_out, compiled_round.moments_of(count, sides)
    )
    return compiled(many_by(one), borrows=True)


def many_by(one_round: Any) -> Any:
    """So many rounds, each from a full shoe; results and outcomes counted."""

    def many_rounds(
        rounds: int, shoe: Any, spot: Any, posted: Any, random: Any, found: Any, main: Any,
        sides: Any,
    ) -> None:  # fmt: skip
        for _ in range(rounds):
            shuffle(shoe, spot)
            spot[ROUND, LOOSE] = len(shoe) - mix(shoe, 0, AHEAD, random)
            main[one_round(shoe, spot, posted, random, found)] += 1
            for k in range(len(found)):
                if found[k] != NOT_PLACED:
                    sides[k, found[k]] += 1

    return many_rounds


def gives_up(spot: Any, posted: Any) -> bool:
    """Whether two cards are given up before the dealer looks."""
    up = value(spot[DEALER, 0]) - 1
    h = posted.pair[value(spot[0, 0]) - 1, value(spot[0, 1]) - 1]
    return bool(posted.first[up, h] == SURRENDER)


def decide_by(count: Count, offered: Any) -> Any:
    """What a hand does next, from the arrays."""
    stands = compiled_round.standing_by(count)

    def decide(spot: Any, i: int, posted: Any) -> int:
        hand = spot[i, : spot[i, SIZE]]
        if stands(spot, i):
            return STAND
        choices = offered(spot, i, posted)
        if choices == 1 << STAND:
            return STAND
        h = posted.pair[value(hand[0]) - 1, value(hand[1]) - 1]
        for k in range(2, len(hand)):
            h = posted.child[h, value(hand[k]) - 1]
        up = value(spot[DEALER, 0]) - 1
        # A pair that was split is split again, the same way, as often as it may be.
        said = posted.first[up, h]
        if choices >> said & 1 and (not spot[i, IS_SPLIT] or said in (SPLIT, SPLIT_FREE)):
            return int(said)
        kind = best_play.ORIGINAL if i == 0 else best_play.ADDED
        if spot[i, CHIPS] == 0:
            kind = best_play.LAMMER
        return int(posted.after[up, kind, h])

    return decide
