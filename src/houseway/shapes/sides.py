"""Side bets as a table sees them: a wager with a rule, and the facts that the rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from houseway.english import one_of
from houseway.errors import Refused, brief
from houseway.wager import Wager

Fact: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of game, state and seat; where a seat may have several hands, of seat and hand."""
Side: TypeAlias = tuple[Wager, tuple[Fact, ...]]
"""A wager with a rule, and the facts that the rule reads."""
Box: TypeAlias = tuple[int, int]
"""A circle and one of its hands: what is settled when the dealer comes by."""


def by_moment(sides: Iterable[Side], moments: Sequence[str]) -> dict[str, tuple[Side, ...]]:
    """Wagers by the moment at which they are decided; one that never comes is refused."""
    found: dict[str, tuple[Side, ...]] = {}
    for side in sides:
        wager = side[0]
        if wager.resolves not in moments:
            known = one_of([repr(moment) for moment in moments])
            raise Refused(
                f"{wager.words} is to be decided {brief(wager.resolves)}; this table decides "
                f"wagers {known}",
                wager.clauses,
            )
        found[wager.resolves] = (*found.get(wager.resolves, ()), side)
    return found


def passes(game: Any, state: Any) -> Sequence[Sequence[str]]:
    """The order of settlement, without the side bets that nobody has made."""
    settles: Sequence[Sequence[str]] = game.settles
    if not (sides := game.side_named):
        return settles
    made = {place[1] for place in state.stakes}
    return [[spot for spot in spots if spot in made or spot not in sides] for spots in settles]


class PostedFact:
    """A fact that is the same in every round: what is posted, as a small int that rules read."""

    def __init__(self, key: str, values: Sequence[Any]) -> None:
        self.key, self.values = key, tuple(values)

    def at(self, game: Any) -> int:
        """Its number among the values that may be posted."""
        return self.values.index(getattr(game, self.key))

    def __call__(self, game: Any, state: Any, seat: Any) -> int:
        return self.at(game)


def judged(game: Any, state: Any, box: Box, side: Side) -> tuple[int, list[Any]]:
    """The outcome of a wager for this circle and hand, and what its rule read of the table."""
    wager, facts = side
    at = game.looks_at(box)
    values = [fact(game, state, at) for fact in facts]
    by = wager.by
    row = by(*values)
    if type(row) is not int or not 0 <= row < len(by.outcomes):
        row = wager.outcome(values, game.kind.show)
    return row, values
