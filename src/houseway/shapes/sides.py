"""Side bets as a table sees them: a wager with a rule, and the facts that the rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from houseway.cite import memo
from houseway.english import one_of
from houseway.errors import Refused, brief
from houseway.pay import Payout
from houseway.wager import Wager, reads_of

Fact: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of game, state and seat; where a seat may have several hands, of seat and hand."""
Box: TypeAlias = tuple[int, int]
"""A circle and one of its hands: what is settled when the dealer comes by."""

MANY = 64
"""For how many sets of wagers the order of settlement is remembered."""


class Side:
    """A wager with a rule, the facts that the rule reads, and what becomes of each outcome."""

    __slots__ = ("facts", "rows", "wager")

    def __init__(self, game: Any, wager: Wager) -> None:
        self.wager, self.facts = wager, facts_of(game, wager, wager.by)
        self.rows: tuple[tuple[str, Payout, tuple[str, ...]], ...] = tuple(
            zip(wager.by.outcomes, game.pay[wager.paid_by], rests_on(game, wager), strict=True)
        )
        """For each outcome its name, what it pays, and the clauses that it rests on."""


def facts_of(game: Any, wager: Wager, rule: Any) -> tuple[Fact, ...]:
    """The facts of the table that a rule of a wager reads."""
    for name in reads_of(rule):
        if name not in game.facts:
            raise Refused(
                f"the rule of {wager.name} reads {name!r}; a {game.shape} table knows "
                f"{', '.join(game.facts)}",
                wager.clauses,
            )
    return tuple(game.facts[name] for name in reads_of(rule))


def rests_on(game: Any, wager: Wager) -> tuple[tuple[str, ...], ...]:
    """For each outcome the clauses of the rule, and those of the row that pays it.

    Of a wager of another section also those by which this game may offer it.
    """
    table, column = game.pay_tables()[wager.paid_by], getattr(game, wager.paid_by)
    rows = (table.cited(column, i) for i in range(len(table.outcomes)))
    by = wager.clauses if wager.of else ()
    return tuple(tuple(dict.fromkeys((*wager.by.clauses, *cited, *by))) for cited in rows)


def by_moment(sides: Iterable[Side], moments: Sequence[str]) -> dict[str, tuple[Side, ...]]:
    """Wagers by the moment at which they are decided; one that never comes is refused."""
    found: dict[str, tuple[Side, ...]] = {}
    for side in sides:
        wager = side.wager
        if wager.resolves not in moments:
            known = one_of([repr(moment) for moment in moments])
            raise Refused(
                f"{wager.words} is to be decided {brief(wager.resolves)}; this table decides "
                f"wagers {known}",
                wager.clauses,
            )
        found[wager.resolves] = (*found.get(wager.resolves, ()), side)
    return found


Early: TypeAlias = tuple[tuple[Fact, ...], Side]
"""What says whether a wager is decided already reads these facts of the table."""


def known_early(game: Any, wagers: Iterable[Wager]) -> tuple[Early, ...]:
    """The wagers that may be decided as soon as the cards are dealt."""
    early = (wager for wager in wagers if wager.known is not None)
    return tuple((facts_of(game, each, each.known), game.side_named[each.name]) for each in early)


def known_steps(game: Any, s: Any, circles: Iterable[int], early: Iterable[Early]) -> list[Any]:
    """What is settled of them now, circle by circle."""
    steps: list[Any] = []
    for circle in circles:
        for reads, side in early:
            if (circle, side.wager.name, 0) in s.stakes and side.wager.known(
                *[fact(game, s, circle) for fact in reads]
            ):
                steps += game.side_steps(s, (circle, 0), side)
    return steps


def passes_of(game: Any) -> Mapping[frozenset[str], Sequence[Sequence[str]]]:
    """Spots with chips -> the order of settlement, without the side bets that nobody has made."""

    def passes(made: frozenset[str]) -> Sequence[Sequence[str]]:
        sides = game.side_named
        return [[at for at in spots if at in made or at not in sides] for spots in game.settles]

    return memo(passes, MANY)


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
    at = game.looks_at(box)
    values: list[Any] = []
    for fact in side.facts:
        values.append(fact(game, state, at))
    row = side.wager.by(*values)
    if type(row) is not int or not 0 <= row < len(side.rows):
        row = side.wager.outcome(values, game.kind.show)
    return row, values
