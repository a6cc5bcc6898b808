"""Blackjack: the main wager by exact best play, side bets under that play.

A side bet that asks of the player's hand only whether it is over some total, or how many lammers it
has, is exact too; others are counted in rounds of the best play.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from houseway.errors import Refused
from houseway.game import Game
from houseway.odds.blackjack.active_hands import worth_if_active
from houseway.odds.blackjack.best_rounds import Counted, is_ready, play_best
from houseway.odds.blackjack.lammers import (
    BY_SECOND_CARDS,
    outcome_chances,
    split_for_lammers,
)
from houseway.odds.blackjack.late import is_late
from houseway.odds.blackjack.main_wager import BEST, main_worth
from houseway.odds.blackjack.played_out import played_odds
from houseway.odds.blackjack.sim import MAIN
from houseway.odds.blackjack.solve import BestPlay, best_play
from houseway.odds.blackjack.straights import worth_if_growing
from houseway.odds.blackjack.up_cards import by_up_card
from houseway.odds.enumerators import enumerator_of
from houseway.odds.worth import (
    EXACT,
    SIMULATED,
    Found,
    Worth,
    by_pay_table,
    reports,
    with_details,
)
from houseway.shapes.blackjack import Blackjack
from houseway.wager import Wager

SIDE_ROUNDS = 10_000_000
SEED = 1
OWN_BEST = "the main wager is played for its own best, not for this one's"


@reports("blackjack")
def by_best_play(game: Game, wagers: Sequence[Wager]) -> Found:
    """Wagers that are decided by how the main hand is played."""
    assert isinstance(game, Blackjack)
    run = _Run.of(game)
    return {wager.name: run.worth_of(wager) for wager in wagers}


class _Run:
    """Best play of a posted table, and one run of its rounds, when it is first needed."""

    def __init__(self, game: Blackjack) -> None:
        self.game, self.best = game, best_play(game)
        self.sides = tuple(w for w in game.offered if w.by is not None and not _dealt(game, w))
        self.found: dict[str, Worth | str] = {}
        self.exact: dict[str, Worth | None] = {}

    @cached_property
    def counted(self) -> Counted:
        """The rounds, with every side bet that is not known without, whichever was asked for."""
        sides = tuple(w for w in self.sides if self._known(w) is None)
        if not is_ready(self.game, sides):
            said = f"compiling the rounds of {self.game.name}; some seconds, on first use only"
            print(said, file=sys.stderr)
        return play_best(self.game, self.best, SIDE_ROUNDS, SEED, sides)

    def worth_of(self, wager: Wager) -> Worth | str:
        """What is known of a wager of this table."""
        if wager.name not in self.found:
            self.found[wager.name] = self._find(wager)
        return self.found[wager.name]

    def _find(self, wager: Wager) -> Worth | str:
        if wager.name == MAIN:
            return main_worth(self.game, self.best)
        if wager not in self.sides:
            return f"{wager.name} is not offered at this table"
        return self._known(wager) or _side(self.game, wager, self.counted)

    def _known(self, wager: Wager) -> Worth | None:
        """A side bet that is exact, if it is."""
        if wager.name not in self.exact:
            self.exact[wager.name] = None
            for known in (worth_if_active, worth_if_growing, _played_out, _by_lammers):
                with suppress(Refused):
                    self.exact[wager.name] = known(self.game, wager, self.best)
                    break
        return self.exact[wager.name]

    @staticmethod
    def of(game: Blackjack) -> _Run:
        kind: Any = type(game)
        return _kept(kind, tuple(game.posting.items()))


@lru_cache(maxsize=16)
def _kept(kind: Any, posting: tuple[tuple[str, Any], ...]) -> _Run:
    declared = kind.declared()
    return _Run(kind({key: declared[key].show(value) for key, value in posting}))


def _dealt(game: Game, wager: Wager) -> bool:
    """Whether the wager is enumerated from what is dealt."""
    try:
        enumerator_of(game, wager)
    except Refused:
        return False
    return True


# -- side bets -----------------------------------------------------------------------------------


def _played_out(game: Blackjack, wager: Wager, best: BestPlay) -> Worth:
    """A wager that asks of the player's hand only whether it is over some total; else Refused."""
    found = played_odds(game, wager.name, best.terms, best.grounds, best.play)
    chances = tuple(found.probability.values())
    worth_ = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, found.assumes[-1]))
    if is_late(game, wager):
        return with_details(worth_, by_up_card(game, wager, found.by_up))
    return worth_


def _by_lammers(game: Blackjack, wager: Wager, best: BestPlay) -> Worth:
    """A wager that asks how many lammers there are; else Refused."""
    chances = outcome_chances(game, wager, best)
    found = by_pay_table(game, wager, chances, EXACT, (OWN_BEST, BEST, BY_SECOND_CARDS))
    return with_details(found, split_for_lammers(wager, best, found.columns))


def _side(game: Blackjack, wager: Wager, counted: Counted) -> Worth:
    ways = counted.sides[wager.name]
    placed = sum(ways)
    chances = tuple(n / placed for n in ways)
    said = f"{placed:,} simulated rounds"
    return by_pay_table(game, wager, chances, SIMULATED, (said, OWN_BEST, BEST), placed)
