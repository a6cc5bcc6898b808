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
"""(shape, facts it supplies) -> enumerator; the first that supplies all a rule reads is taken."""

WHOLE: dict[tuple[str, str], Enumerator] = {}
"""(shape, wager) -> enumerator of a wager that the shape itself decides."""


def enumerates(shape: str, *facts: str, assumes: Sequence[str] = ()) -> Callable[[Count], Count]:
    """Declare an enumerator for the wagers of a shape that read no other facts than these."""

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
    if (found := WHOLE.get((game.shape, wager.name))) is not None:
        return found
    if wager.by is None:
        raise Refused(f"{wager.name} is decided by the play of the hand; it is not enumerated yet")
    for (shape, facts), found in ENUMERATORS.items():
        if shape == game.shape and set(wager.reads) <= set(facts):
            return found
    known = [" and ".join(facts) for shape, facts in ENUMERATORS if shape == game.shape]
    raise Refused(
        f"{wager.name} reads {' and '.join(wager.reads)}; of {game.shape} only wagers that read "
        f"no more than {' or '.join(known) or 'nothing'} are enumerated yet"
    )
