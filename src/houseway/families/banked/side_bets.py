"""Side bets as a table sees them: a wager with a rule, and the facts that the rule reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from houseway.cite import memo
from houseway.errors import Refused, short_repr
from houseway.game.pay_tables import Payout
from houseway.game.wagers import IN_TIME, Wager, reads_of
from houseway.util.english import one_of

FactReader: TypeAlias = Callable[[Any, Any, Any], Any]
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
            zip(wager.by.outcomes, game.pay[wager.paid_by], clauses_for(game, wager), strict=True)
        )
        """For each outcome its name, what it pays, and the clauses that it rests on."""


def facts_of(game: Any, wager: Wager, rule: Any) -> tuple[FactReader, ...]:
    """The facts of the table that a rule of a wager reads."""
    for name in reads_of(rule):
        if name not in game.facts:
            raise Refused(
                f"the rule of {wager.name} reads {name!r}; a {game.shape} table knows "
                f"{', '.join(game.facts)}",
                wager.clauses,
            )
    return tuple(game.facts[name] for name in reads_of(rule))


def clauses_for(game: Any, wager: Wager) -> tuple[tuple[str, ...], ...]:
    """For each outcome the clauses of the rule, and those of the row that pays it.

    Of a wager of another section also those by which this game may offer it.
    """
    table, column = game.pay_tables()[wager.paid_by], getattr(game, wager.paid_by)
    rows = (table.cited(column, i) for i in range(len(table.outcomes)))
    by = wager.clauses if wager.of else ()
    return tuple(tuple(dict.fromkeys((*wager.by.clauses, *cited, *by))) for cited in rows)


def by_moment(game: Any) -> dict[str, tuple[Side, ...]]:
    """Wagers by the moment at which they are decided; one that never comes is refused."""
    found: dict[str, tuple[Side, ...]] = {}
    for side in game.side_named.values():
        wager = side.wager
        if wager.resolves not in game.moments:
            known = one_of([repr(moment) for moment in game.moments])
            raise Refused(
                f"{wager.words} is to be decided {short_repr(wager.resolves)}; this table decides "
                f"wagers {known}",
                wager.clauses,
            )
        check_in_time(game, wager)
        found[wager.resolves] = (*found.get(wager.resolves, ()), side)
    return found


Early: TypeAlias = tuple[tuple[FactReader, ...], Side]
"""What says whether a wager is decided already reads these facts of the table."""


def known_early(game: Any, wagers: Iterable[Wager]) -> tuple[Early, ...]:
    """The wagers that may be decided as soon as the cards are dealt."""
    early = [wager for wager in wagers if wager.known is not None]
    for wager in early:
        check_early(game, wager)
    return tuple((facts_of(game, each, each.known), game.side_named[each.name]) for each in early)


def known_steps(game: Any, s: Any, circles: Iterable[int], early: Iterable[Early]) -> list[Any]:
    """What is settled of them now, circle by circle."""
    steps: list[Any] = []
    for circle in circles:
        for reads, side in early:
            if (
                (circle, side.wager.name, 0) in s.stakes
                and side.wager.known(*[fact(game, s, circle) for fact in reads])
                and decided_anyhow(game, s, (circle, 0), side)
            ):
                steps += game.side_steps(s, (circle, 0), side)
    return steps


def decided_anyhow(game: Any, s: Any, box: Box, side: Side) -> bool:
    """Whether the rule says the same whatever lies covered, which nobody is to be told."""
    wager, at = side.wager, game.looks_at(box)
    if game.covered.keys().isdisjoint(wager.reads):
        return True
    values = [
        game.covered[name] if name in game.covered else (fact(game, s, at),)
        for name, fact in zip(wager.reads, side.facts, strict=True)
    ]
    told = [
        [say(*each) for say in (wager.by, wager.because, wager.clauses_for) if say is not None]
        for each in product(*values)
    ]
    return all(each == told[0] for each in told)


# -- what is known when --------------------------------------------------------------------------


def open_at(game: Any, name: str, wager: str = "") -> tuple[str, ...]:
    """The moments at which all know a fact; one of which nothing is said, at the last only."""
    if isinstance(game.facts[name], PostedFact):
        return tuple(game.moments)
    said = game.known_at
    found = said.get(f"{wager}.{name}") or said.get(name, game.moments[-1:])
    return tuple(found(game) if callable(found) else found)


def check_in_time(game: Any, wager: Wager) -> None:
    """Refuse a wager that would tell what is covered, or that is placed when all is known."""
    for name in wager.reads:
        if wager.resolves not in (moments := open_at(game, name, wager.name)):
            raise too_early(f"the rule of {wager.name}", wager, name, wager.resolves, moments)
    placed = game.placed_at(wager)
    if placed in IN_TIME:
        before = {*IN_TIME[: IN_TIME.index(placed) + 1]}
        if all(before & {*open_at(game, name, wager.name)} for name in wager.reads):
            raise Refused(
                f"{wager.words} is placed {placed!r}, when all that its rule reads is known",
                wager.clauses,
            )


def check_early(game: Any, wager: Wager) -> None:
    """Refuse to decide a wager after the deal by what is turned over last."""
    first, last = game.moments[0], tuple(game.moments[-1:])
    for name in reads_of(wager.known):
        if first not in (moments := open_at(game, name)):
            raise too_early(f"known of {wager.name}", wager, name, first, moments)
    for name in wager.reads:
        if name not in game.covered and (moments := open_at(game, name, wager.name)) == last:
            raise too_early(f"the rule of {wager.name}", wager, name, first, moments)


def too_early(whose: str, wager: Wager, name: str, moment: str, moments: Iterable[str]) -> Refused:
    """A fact is read before all know it."""
    then = one_of([repr(each) for each in moments])
    return Refused(
        f"{whose} reads {name!r}, which is not known to all {moment!r}; what reads it may be "
        f"decided {then}",
        wager.clauses,
    )


# -- facts and outcomes --------------------------------------------------------------------------


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


def evaluate(game: Any, state: Any, box: Box, side: Side) -> tuple[int, list[Any]]:
    """The outcome of a wager for this circle and hand, and what its rule read of the table."""
    at = game.looks_at(box)
    values: list[Any] = []
    for fact in side.facts:
        values.append(fact(game, state, at))
    row = side.wager.by(*values)
    if type(row) is not int or not 0 <= row < len(side.rows):
        row = side.wager.outcome(values, game.kind.show)
    return row, values
