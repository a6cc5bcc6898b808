"""Odds of Ante Up 21: ANTE alone, with a note on both wagers together."""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.ante_up_21.compiled_round import OUTCOMES, ante_nets
from houseway.analysis.ante_up_21.exact import (
    RANKS,
    AnteUpPlay,
    Array,
    UpCardChances,
    best_play,
    tree,
)
from houseway.analysis.blackjack.decisions import HIT, SPLIT
from houseway.analysis.compiler.compile import compiled
from houseway.analysis.odds_row import in_words
from houseway.analysis.wager_odds import EXACT, NEAR, WagerOdds
from houseway.game.wagers import Wager
from houseway.rulebook.colorado.ante_up_21.game import AnteUp21
from houseway.rulebook.colorado.ante_up_21.state import ANTE

FOLD, PLAYED, UNDER_NATURAL = 0, slice(1, 5), slice(5, 8)
ALONE = (
    "ANTE without a 21 wager, every round from a full shoe; folded or bet for the best, per unit "
    "of the ANTE with the BET that may follow it"
)
DRAWN = "a hand without a 21 wager is drawn to for the best poker hand, as posted"


def ante_odds(game: AnteUp21, wager: Wager) -> WagerOdds:
    """Return the odds of the ANTE alone, with the figures of both wagers at equal amounts."""
    play = best_play(game)
    both = play.together.expectation
    column = game.posting[ANTE]
    said = (
        f"{in_words((game.decks,))}, an equal wager on 21, the cards played for both: the two "
        f"together keep {-both:.4%} of the ANTE, {-both / 2:.4%} of both wagers"
    )
    splits = split_share(play)
    near = (
        f"the figure of both together is near: in the {splits:.2%} of rounds with a split, a hand "
        "is valued as if the other card of the pair were still in the shoe"
    )
    with_21 = {"edge": -both, "edge_of_both": -both / 2, "method": NEAR, "split_rounds": splits}
    details = {column: {"with_21": with_21}}
    drawn = (DRAWN,) if game.draws_without_21 else ()
    return WagerOdds(
        OUTCOMES, tuple(ante_chances(play)), {column: ante_nets(game)}, ANTE, EXACT,
        (ALONE, *drawn, said, near), clause=game.pay_tables()[ANTE].clause, details=details,
    )  # fmt: skip


def split_share(play: AnteUpPlay) -> float:
    """Return the share of rounds with a split when both wagers are equal."""
    return sum(
        float((g.dealt * (1.0 - g.natural))[play.together.first[g.up] == SPLIT].sum())
        for g in play.grounds
    )


def ante_chances(play: AnteUpPlay) -> list[float]:
    """Return the chance of each of ``OUTCOMES`` for an ANTE alone."""
    found: Array = np.zeros(len(OUTCOMES))
    way = play.ante_alone
    for g in play.grounds:
        ends = _ends(g, way.first[g.up])
        bet, folded = np.where(way.bets[g.up], g.dealt, 0.0), g.dealt[~way.bets[g.up]]
        found[FOLD] += folded.sum()
        found[PLAYED] += (bet * (1.0 - g.natural)) @ ends
        found[UNDER_NATURAL] += (bet * g.natural) @ g.natural_poker
    ends_in: list[float] = found.tolist()
    return ends_in


def _ends(g: UpCardChances, choice: Array) -> Array:
    """Return the poker outcomes of every hand under these decisions."""
    ends = g.poker.copy()
    compiled(follow)(tree().child, g.possible, g.over_poker, g.draws, choice, ends)
    return ends


def follow(child: Any, possible: Any, over: Any, draws: Any, choice: Any, ends: Any) -> None:
    """Replace the outcomes of hands that are drawn to, from the fullest back."""
    for h in range(child.shape[0] - 1, -1, -1):
        if not possible[h] or choice[h] != HIT:
            continue
        ends[h] = 0.0
        for rank in range(RANKS):
            if draws[h, rank] > 0.0:
                c = child[h, rank]
                ends[h] += draws[h, rank] * (ends[c] if c >= 0 else over[-1 - c])
