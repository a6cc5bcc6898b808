"""Which enumerator serves which wager: by the facts its rule reads, not by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from houseway.errors import Refused
from houseway.game import Game
from houseway.odds.facts import as_posted
from houseway.wager import Wager

Count: TypeAlias = Callable[[Game, Wager], Sequence[int]]
Fits: TypeAlias = Callable[[Game, Wager], bool]
Details: TypeAlias = dict[str, dict[str, Any]]
"""Pay column -> what is to be said of it besides, as JSON has it."""
About: TypeAlias = Callable[[Game, Wager], tuple[tuple[str, ...], Details]]


@dataclass(frozen=True)
class Enumerator:
    """Counts the ways of each outcome of a wager; what it takes for granted, in words.

    ``fits`` says whether it serves a wager of a posted table at all; ``about`` what is to be said
    of that wager besides: assumptions, and details of each pay column.
    """

    count: Count
    assumes: tuple[str, ...] = ()
    fits: Fits | None = None
    about: About | None = None

    def ways(self, game: Game, wager: Wager) -> list[int]:
        """The ways of each outcome at a posted table."""
        return [int(n) for n in self.count(game, as_posted(game, wager))]


ENUMERATORS: dict[tuple[str, tuple[str, ...]], Enumerator] = {}
"""(game id or shape, facts it supplies) -> enumerator; the first that supplies all a rule reads."""

WHOLE: dict[tuple[str, str], Enumerator] = {}
"""(game id or shape, wager) -> enumerator of a wager that the game itself decides."""


def enumerates(
    shape: str,
    *facts: str,
    assumes: Sequence[str] = (),
    fits: Fits | None = None,
    about: About | None = None,
) -> Callable[[Count], Count]:
    """Declare an enumerator for the wagers of a shape (or game) that read no facts but these."""

    def mark(f: Count) -> Count:
        ENUMERATORS[shape, facts] = Enumerator(f, tuple(assumes), fits, about)
        return f

    return mark


def decides(
    shape: str, wager: str, assumes: Sequence[str] = (), about: About | None = None
) -> Callable[[Count], Count]:
    """Declare an enumerator for a wager without a rule of its own, such as the main one."""

    def mark(f: Count) -> Count:
        WHOLE[shape, wager] = Enumerator(f, tuple(assumes), about=about)
        return f

    return mark


def enumerator_of(game: Game, wager: Wager) -> Enumerator:
    """The enumerator of a wager, or Refused with what is enumerated."""
    for whose in (game.id, game.shape):
        if (found := WHOLE.get((whose, wager.name))) is not None:
            return found
    if wager.by is None:
        raise Refused(f"{wager.name} is decided by the play of the hand; it is not enumerated yet")
    mine, reads = (game.id, game.shape), as_posted(game, wager).reads
    for whose in mine:
        for (of, facts), found in ENUMERATORS.items():
            if of == whose and set(reads) <= set(facts):
                if found.fits is not None and not found.fits(game, wager):
                    raise Refused(f"{wager.name} is not placed in every round that is dealt")
                return found
    known = [" and ".join(facts) for of, facts in ENUMERATORS if of in mine]
    raise Refused(
        f"{wager.name} reads {' and '.join(reads)}; of {game.shape} only wagers that read "
        f"no more than {' or '.join(known) or 'nothing'} are enumerated yet"
    )
