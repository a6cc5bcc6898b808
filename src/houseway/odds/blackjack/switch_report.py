"""Blackjack Switch: the main wager by its way to play, exactly; the side bets are enumerated.

The expectation is exact.  How often each outcome comes, and so the variance, is from rounds of the
same play, weighted so that the mean is the exact one.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

from houseway.odds.blackjack.report import SEED, weighted
from houseway.odds.blackjack.switch import SPOTS, SwitchPlay, switch_play
from houseway.odds.blackjack.switch_rounds import RESULTS
from houseway.odds.blackjack.switch_sim import NETS, PLAYED_SO, SwitchSimulation
from houseway.odds.shuffle import stream
from houseway.odds.worth import EXACT, Worth
from houseway.rulebook.colorado.blackjack_switch.two_hands import SwitchBlackjack

ROUNDS = 3_000_000
NOT_QUITE_BEST = (
    "every round from a full shoe; who also looks at the other hand's cards gains a few "
    "thousandths of a percent"
)


def worth_of(game: SwitchBlackjack) -> Worth:
    """The two initial bets of a posted table."""
    kind: Any = type(game)
    return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> Worth:
    declared = kind.declared()
    game = kind({key: declared[key].show(value) for key, value in posting})
    return _worth(game, switch_play(game))


def _worth(game: SwitchBlackjack, play: SwitchPlay) -> Worth:
    simulation = SwitchSimulation(game)
    if not simulation.is_ready():
        said = f"compiling the rounds of {game.name}; some seconds, on first use only"
        print(said, file=sys.stderr)
    counted = simulation.play(ROUNDS, stream(SEED, 0), full_shoe=True)[: len(RESULTS)].tolist()
    counts = {name: n for name, n in zip(RESULTS, counted, strict=True) if n}
    nets = {name: net for name, net in zip(RESULTS, NETS, strict=True) if name in counts}
    chances = weighted(counts, nets, play.expectation, {})
    said = (
        f"outcomes, hit frequency and variance from {ROUNDS:,} simulated rounds of that play, "
        "weighted to the exact mean"
    )
    of_both = f"figures are of the {SPOTS} equal bets together; an outcome counts bets of one spot"
    return Worth(
        tuple(counts), tuple(chances[name] for name in counts),
        {game.blackjack_pays: tuple(nets.values())}, "blackjack_pays", EXACT,
        (PLAYED_SO, NOT_QUITE_BEST, of_both, said), ROUNDS,
    )  # fmt: skip
