"""21-Hold 'em: the poker element under exact best play.

The two community cards are any two of the deck. A player sees them and the own cards one after the
other. With one card the player folds or makes the second wager, with two folds or makes the third.
For every community pair every hand of three is judged by the rule that settles it. Both decisions
are found by backward induction in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.wager_odds import EXACT, WagerOdds, net_of
from houseway.game.base import Game
from houseway.game.wagers import Wager
from houseway.rulebook.colorado.twenty_one_hold_em.game import SPOTS
from houseway.rulebook.colorado.twenty_one_hold_em.rules import hold_em_hand
from houseway.rulebook.colorado.twenty_one_hold_em.state import PK

Array = npt.NDArray[Any]
DECK, HANDS = 52, len(hold_em_hand.outcomes)
FOLDS = ("fold_first", "fold_second")
OUTCOMES = (*FOLDS, *hold_em_hand.outcomes)
DEALS = 1326 * 50 * 49 * 48
"""The number of deals: community pairs times a player's three cards in order."""
BEST = (
    "every community pair and every hand of three from the other fifty cards; fold or stay is the "
    "best for the cards seen, per unit of the PK wager with the two that may follow it"
)


@dataclass(frozen=True)
class PokerPlay:
    """The best decisions under one pay schedule, and the ways of each end."""

    ways: tuple[int, ...]
    """The number of deals that end in each of ``OUTCOMES``."""
    second: Array
    """[community, community, card]: True if the second wager is made."""
    third: Array
    """[community, community, card, card]: True if the third wager is made."""

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The probability of each end."""
        return tuple(Fraction(n, DEALS) for n in self.ways)


def nets_of(pays: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the net of each end per unit of PK: folds, then three wagers at the same odds."""
    return (Fraction(-1), Fraction(-2), *(len(SPOTS) * net for net in pays))


@lru_cache(maxsize=8)
def poker_play(pays: tuple[Fraction, ...]) -> PokerPlay:
    """Return best play of the poker element for these nets of a wager on each outcome."""
    unit = np.lcm.reduce([net.denominator for net in pays])
    nets = np.array([int(net * unit) for net in nets_of(pays)], np.int64)
    ways: Array = np.zeros(len(OUTCOMES), np.int64)
    second = np.zeros((DECK, DECK, DECK), np.bool_)
    third = np.zeros((DECK, DECK, DECK, DECK), np.bool_)
    compiled(solve)(nets, ways, second, third)
    return PokerPlay(tuple(ways.tolist()), second, third)


def solve(nets: Any, ways: Any, second: Any, third: Any) -> None:
    """Solve every community pair by backward induction."""
    found: Any = np.zeros((DECK, DECK, HANDS), np.int64)
    for c in range(DECK):
        for d in range(c + 1, DECK):
            judge_all(c, d, found)
            decide(c, d, nets, found, ways, second, third)


def judge_all(c: int, d: int, found: Any) -> None:
    """Count, for each two cards of a player, the third cards that lead to each hand."""
    community: Any = np.array((c, d))
    pocket: Any = np.zeros(3, np.int64)
    found[:] = 0
    for i in range(DECK):
        pocket[0] = i
        for j in range(i + 1, DECK):
            pocket[1] = j
            for k in range(j + 1, DECK):
                if i in (c, d) or j in (c, d) or k in (c, d):
                    continue
                pocket[2] = k
                hand = hold_em_hand(pocket, community)
                found[i, j, hand] += 1
                found[i, k, hand] += 1
                found[j, k, hand] += 1


def decide(
    c: int, d: int, nets: Any, found: Any, ways: Any, second: Any, third: Any
) -> None:  # fmt: skip
    """Choose both decisions with one community pair; indifferent hands fold."""
    ends: Any = np.zeros(HANDS, np.int64)
    for i in range(DECK):
        if i in (c, d):
            continue
        folded, worth = 0, 0
        ends[:] = 0
        for j in range(DECK):
            if j in (i, c, d):
                continue
            row = found[min(i, j), max(i, j)]
            stays = 0
            for hand in range(HANDS):
                stays += row[hand] * nets[2 + hand]
            fold = nets[1] * (DECK - 4)
            third[c, d, i, j] = third[d, c, i, j] = stays > fold
            if stays > fold:
                worth += stays
                ends += row
            else:
                worth += fold
                folded += DECK - 4
        all_ways = (DECK - 3) * (DECK - 4)
        stay = worth > nets[0] * all_ways
        second[c, d, i] = second[d, c, i] = stay
        if stay:
            ways[1] += folded
            ways[2:] += ends
        else:
            ways[0] += all_ways


def poker_odds(game: Game, wager: Wager | None = None) -> WagerOdds:
    """Return the odds of the PK wager under the posted column, for which it is played."""
    table, column = game.pay_tables()[PK], game.posting[PK]
    if column not in table.columns:
        column = next(iter(table.columns))
    pays = tuple(net_of(p, f"column {column} of {PK}") for p in table.columns[column])
    play, nets = poker_play(pays), nets_of(pays)
    chances = play.chances
    wagered = chances[0] + 2 * chances[1] + 3 * sum(chances[2:])
    edge = -sum(p * net for p, net in zip(chances, nets, strict=True))
    details = {
        column: {
            "average_wagered": float(wagered),
            "element_of_risk": float(edge / wagered),
            "second_wager": float(1 - chances[0]),
            "third_wager": float(sum(chances[2:])),
        }
    }
    return WagerOdds(
        OUTCOMES, chances, {column: nets}, PK, EXACT, (BEST,), clause=table.clause, details=details
    )
