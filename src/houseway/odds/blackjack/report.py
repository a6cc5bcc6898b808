"""Blackjack: the main wager by exact best play, side bets under that play.

A side bet that asks of the player's hand only whether it is over some total, or how many lammers it
has, is exact too; others are counted in rounds of the best play.  The expectation of the main wager
is exact, and so is how often a blackjack is paid.  The rest of its outcomes, with their variance,
comes from rounds of the same play, weighted so that the mean is the exact one; one run serves every
pay column.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from houseway.odds.blackjack.best_rounds import Counted, is_ready, play_best
from houseway.odds.blackjack.lammers import (
    BY_SECOND_CARDS,
    outcome_chances,
    split_for_lammers,
)
from houseway.odds.blackjack.late import is_late
from houseway.odds.blackjack.one_seat import RESULTS
from houseway.odds.blackjack.played_out import played_odds
from houseway.odds.blackjack.sim import main_nets
from houseway.odds.blackjack.solve import BestPlay, best_play, worth
from houseway.odds.blackjack.up_cards import by_up_card
from houseway.odds.lab import lab_of
from houseway.odds.worth import (
    EXACT,
    SIMULATED,
    Found,
    Worth,
    by_pay_table,
    with_details,
)
from houseway.pay import parse_payout
from houseway.posting import OneOf
from houseway.shapes.blackjack import Blackjack
from houseway.wager import Wager

MAIN_ROUNDS = 3_000_000
SIDE_ROUNDS = 10_000_000
SEED = 1
PAID = RESULTS[0]
"""The outcome of a blackjack that is paid."""
BEST = (
    "best play card by card, every round from a full shoe; a split hand is played as the same "
    "cards would be before a split, and insurance is never taken"
)

OWN_BEST = "the main wager is played for its own best, not for this one's"


def main_worth(game: Blackjack, wager: Wager) -> Worth:
    """The main wager by best play."""
    return run_of(game).main


def in_rounds(game: Blackjack, wagers: Sequence[Wager]) -> Found:
    """Side bets that no method serves, in rounds of the best play of the main wager."""
    run = run_of(game)
    return {wager.name: run.side(wager) for wager in wagers}


class Run:
    """Best play of a posted table, and one run of its rounds, when it is first needed."""

    def __init__(self, game: Blackjack) -> None:
        self.game, self.best = game, best_play(game)

    @cached_property
    def counted(self) -> Counted:
        """The rounds, with every side bet that is not known without, whichever was asked for."""
        lab = lab_of(self.game)
        sides = tuple(
            w for w in self.game.offered if w.by is not None and lab.method_of(self.game, w) is None
        )
        if not is_ready(self.game, sides):
            said = f"compiling the rounds of {self.game.name}; some seconds, on first use only"
            print(said, file=sys.stderr)
        rounds = SIDE_ROUNDS if sides else MAIN_ROUNDS
        return play_best(self.game, self.best, rounds, SEED, sides)

    @cached_property
    def main(self) -> Worth:
        """The main wager."""
        return _main(self.game, self.best, self.counted)

    def side(self, wager: Wager) -> Worth | str:
        """A side bet, counted in the rounds."""
        if wager.name not in self.counted.sides:
            return f"{self.game.name}: {wager.name} is not offered at this table"
        return _side(self.game, wager, self.counted)


def run_of(game: Blackjack) -> Run:
    """What is known of a posted table, kept for the next who asks."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> Run:
    declared = kind.declared()
    return Run(kind({key: declared[key].show(value) for key, value in posting}))


# -- the main wager ------------------------------------------------------------------------------


def _main(game: Blackjack, best: BestPlay, counted: Counted) -> Worth:
    prices = blackjack_prices(game)
    names = tuple(name for name in RESULTS if counted.main.get(name))
    columns = {}
    for price in prices:
        nets = dict(zip(RESULTS, main_nets(game, parse_payout(price)), strict=True))
        columns[price] = tuple(nets[name] for name in names)
    # The expectation is linear in what a blackjack pays: its slope is how often one is paid.
    dearer = replace(best.terms, blackjack_pays=best.terms.blackjack_pays + 1.0)
    paid = worth(dearer, best.grounds, best.play) - best.expectation
    nets = dict(zip(names, columns[game.blackjack_pays], strict=True))
    chances = weighted(counted.main, nets, best.expectation, {PAID: paid})
    said = (
        f"outcomes, hit frequency and variance from {counted.rounds:,} simulated rounds of that "
        "play, weighted to the exact mean"
    )
    return Worth(
        names, tuple(chances[name] for name in names), columns, "blackjack_pays", EXACT,
        (BEST, said), counted.rounds,
    )  # fmt: skip


def blackjack_prices(game: Blackjack) -> tuple[str, ...]:
    """What a blackjack may be posted to pay."""
    declared = game.declared()["blackjack_pays"]
    return tuple(declared.values) if isinstance(declared, OneOf) else (game.blackjack_pays,)


def weighted(
    counts: Mapping[str, int],
    nets: Mapping[str, Fraction],
    mean: float,
    known: Mapping[str, float],
) -> dict[str, float]:
    """Counted outcomes as chances with the mean and the chances that are known exactly.

    The others are tilted by ``exp(t * net)``, the smallest change that gives the mean.
    """
    rest = {name: n for name, n in counts.items() if n and name not in known}
    left = 1.0 - sum(known.values())
    target = (mean - sum(p * float(nets[name]) for name, p in known.items())) / left
    x = {name: float(nets[name]) for name in rest}
    tilt = 0.0
    for _ in range(60):
        weight = {name: n * math.exp(tilt * x[name]) for name, n in rest.items()}
        total = sum(weight.values())
        now = sum(w * x[name] for name, w in weight.items()) / total
        spread = sum(w * (x[name] - now) ** 2 for name, w in weight.items()) / total
        if spread == 0.0 or abs(target - now) < 1e-16:
            break
        tilt += (target - now) / spread
    return {**known, **{name: left * w / total for name, w in weight.items()}}


# -- side bets -----------------------------------------------------------------------------------


def played_out_worth(game: Blackjack, wager: Wager) -> Worth:
    """A wager that asks of the player's hand only whether it is over some total."""
    best = run_of(game).best
    found = played_odds(game, wager.name, best.terms, best.grounds, best.play)
    chances = tuple(found.probability.values())
    worth_ = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, found.assumes[-1]))
    if is_late(game, wager):
        return with_details(worth_, by_up_card(game, wager, found.by_up))
    return worth_


def by_lammers(game: Blackjack, wager: Wager) -> Worth:
    """A wager that asks how many lammers there are."""
    best = run_of(game).best
    chances = outcome_chances(game, wager, best)
    found = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, BY_SECOND_CARDS))
    return with_details(found, split_for_lammers(wager, best, found.columns))


def _side(game: Blackjack, wager: Wager, counted: Counted) -> Worth:
    ways = counted.sides[wager.name]
    placed = sum(ways)
    chances = tuple(n / placed for n in ways)
    said = f"{placed:,} simulated rounds"
    return by_pay_table(game, wager, chances, SIMULATED, (said, OWN_BEST, BEST), placed)
