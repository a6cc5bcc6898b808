"""Simulated rounds of solved best play, with counts for the main wager and side bets.

The driver is that of ``compiled_round.py``, except that decisions are looked up in the arrays of
``BestPlay`` by the exact cards of the hand. The arrays are arguments, so one compiled driver serves
every posting. Every round is dealt from a full shoe, for which best play is solved.
"""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.analysis.blackjack.decisions import SPLIT, SPLIT_FREE, STAND, SURRENDER
from houseway.analysis.blackjack.simulation import compiled_round
from houseway.analysis.blackjack.simulation.hand_rules import HandRules, rules_of
from houseway.analysis.blackjack.simulation.mid_round_wagers import (
    NOT_PLACED,
    Side,
    adding_by,
    side_of,
)
from houseway.analysis.blackjack.simulation.round_state import (
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
from houseway.analysis.blackjack.simulation.seat_facts import FACTS, facts_by, in_order
from houseway.analysis.blackjack.solver import best_play
from houseway.analysis.blackjack.solver.solve import BestPlay
from houseway.analysis.compiler.compile import compiled, is_kept
from houseway.analysis.facts.rule_errors import compare_rules, naming
from houseway.analysis.random_streams import mix, stream
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count
from houseway.game.wagers import Wager
from houseway.hands.blackjack import value

_made: Any = namedtuple  # its fields are not spelled out here
Played = _made("Played", (*compiled_round.PostedRules._fields, "first", "after", "pair", "child"))
"""A posting, and the decision for every up card and hand."""


@dataclass(frozen=True)
class SimulatedCounts:
    """Counts of outcomes: of the main wager, and of each side bet."""

    rounds: int
    main: dict[str, int]
    """Result (of ``compiled_round.RESULTS``) -> number of rounds."""
    sides: dict[str, tuple[int, ...]]
    """Wager -> rounds with each outcome of its rule, of those in which it was placed."""


def play_best(
    game: Blackjack, best: BestPlay, rounds: int, seed: int = 1, sides: tuple[Wager, ...] = ()
) -> SimulatedCounts:
    """Play rounds of the main wager under best play, with these side bets."""
    compare_rules(sides, lambda random: _play(game, best, 1, random, sides))
    return _play(game, best, rounds, stream(seed, 0), sides)


def _play(
    game: Blackjack, best: BestPlay, rounds: int, random: Any, sides: tuple[Wager, ...]
) -> SimulatedCounts:
    """Play rounds with best play; return the counts of main wager and side bets."""
    many = _many_of(game, sides)
    main = np.zeros(len(compiled_round.RESULTS), np.int64)
    widest = max((len(wager.rule.outcomes) for wager in sides), default=0)
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
            wager.name: tuple(row[: len(wager.rule.outcomes)])
            for wager, row in zip(sides, counts.tolist(), strict=True)
        },
    )


def is_ready(game: Blackjack, sides: tuple[Wager, ...] = ()) -> bool:
    """Return True if nothing is left to compile."""
    return is_kept(_many_of(game, sides))


def _many_of(game: Blackjack, sides: tuple[Wager, ...]) -> Any:
    """Return the compiled loop over rounds of a game with these side bets."""
    rules = tuple(side_of(game, wager) for wager in sides)
    return _many(rules_of(game), rules)


def _played(game: Blackjack, best: BestPlay, sides: tuple[Wager, ...]) -> Any:
    """Return the posting and the decisions of best play as the loops read them."""
    tree = best.terms.tree
    posted = compiled_round.read_posted(game, sides)
    return Played(*posted, best.play.first, best.play.after, tree["pair"], tree["child"])


@lru_cache(maxsize=64)
def _many(made_for: HandRules, sides: tuple[Side, ...]) -> Any:
    """Return the compiled loop over rounds for these rules; cached, because it compiles long."""
    count = made_for.count
    decide = decide_by(count, compiled_round.offers_by(made_for))
    play_out = compiled_round.play_out_by(
        count, compiled_round.player_by(decide), adding_by(count, sides)
    )
    one = compiled_round.round_by(
        made_for, gives_up, play_out, compiled_round.moments_of(count, sides)
    )
    return compiled(many_by(one), no_refcount=True)


def many_by(one_round: Any) -> Any:
    """Return the loop that plays rounds, each from a full shoe, and counts results and outcomes."""

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
    """Return True if the first two cards are surrendered before the peek."""
    up = value(spot[DEALER, 0]) - 1
    h = posted.pair[value(spot[0, 0]) - 1, value(spot[0, 1]) - 1]
    return bool(posted.first[up, h] == SURRENDER)


def decide_by(count: Count, offered: Any) -> Any:
    """Return the function that looks up a hand's decision in the arrays."""
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
        # A pair that was split is split again, the same way, as long as that is allowed.
        said = posted.first[up, h]
        if choices >> said & 1 and (not spot[i, IS_SPLIT] or said in (SPLIT, SPLIT_FREE)):
            return int(said)
        kind = best_play.ORIGINAL if i == 0 else best_play.ADDED
        if spot[i, CHIPS] == 0:
            kind = best_play.LAMMER
        return int(posted.after[up, kind, h])

    return decide
