"""Which enumerator serves which wager: by the facts its rule reads, not by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from houseway.errors import Refused
from houseway.game import Game
from houseway.wager import Wager

Count: TypeAlias = Callable[[Game, Wager], Sequence[int]]


@dataclass(frozen=True)
class Enumerator:
    """Counts the ways of each outcome of a wager; what it takes for granted, in words."""

    count: Count
    assumes: tuple[str, ...] = ()


ENUMERATORS: dict[tuple[str, tuple[str, ...]], Enumerator] = {}
"""(game id or shape, facts it supplies) -> enumerator; the first that supplies all a rule reads."""

WHOLE: dict[tuple[str, str], Enumerator] = {}
"""(game id or shape, wager) -> enumerator of a wager that the game itself decides."""


def enumerates(shape: str, *facts: str, assumes: Sequence[str] = ()) -> Callable[[Count], Count]:
    """Declare an enumerator for the wagers of a shape (or game) that read no facts but these."""

    def mark(f: Count) -> Count:
        ENUMERATORS[shape, facts] = Enumerator(f, tuple(assumes))
        return f

    return mark


def decides(shape: str, wager: str, assumes: Sequence[str] = ()) -> Callable[[Count], Count]:
    """Declare an enumerator for a wager without a rule of its own, such as the main one."""

    def mark(f: Count) -> Count:
        WHOLE[shape, wager] = Enumerator(f, tuple(assumes))
        return f

    return mark


def enumerator_of(game: Game, wager: Wager) -> Enumerator:
    """The enumerator of a wager, or Refused with what is enumerated."""
    for whose in (game.id, game.shape):
        if (found := WHOLE.get((whose, wager.name))) is not None:
            return found
    if wager.by is None:
        raise Refused(f"{wager.name} is decided by the play of the hand; it is not enumerated yet")
    mine = (game.id, game.shape)
    for whose in mine:
        for (of, facts), found in ENUMERATORS.items():
            if of == whose and set(wager.reads) <= set(facts):
                return found
    known = [" and ".join(facts) for of, facts in ENUMERATORS if of in mine]
    raise Refused(
        f"{wager.name} reads {' and '.join(wager.reads)}; of {game.shape} only wagers that read "
        f"no more than {' or '.join(known) or 'nothing'} are enumerated yet"
    )
