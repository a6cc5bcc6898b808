"""Checks of a game's wagers against each other: unique names, existing conditions, moments.

Faults of a single wager were found when it was made (``game/wager_checks.py``).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any
from weakref import WeakSet

from houseway.errors import Refused
from houseway.game.posting import Fact, OneOf
from houseway.game.wager_checks import faults_told, others_named
from houseway.game.wagers import IN_TIME, Wager
from houseway.util.english import a, one_of

_sound: WeakSet[type] = WeakSet()
"""The games that have been looked through."""


def check_wagers(game: type) -> None:
    """Refuse a class of games one of whose wagers cannot lie at its table; once for each class."""
    if game not in _sound:
        _check(game)
        _sound.add(game)


def _check(game: Any) -> None:
    """Refuse the first wager of a game that is declared wrongly, with the fault."""
    taken = _taken(game)
    names = [wager.name for wager in game.wagers]
    for i, wager in enumerate(game.wagers):
        others = names[:i] + names[i + 1 :]
        keys = {wager.name, *wager.postings()} if wager.rule else wager.postings().keys()
        faults = [f"{game.id} has {a(key)} already; give it another name"
                  for key in sorted(keys) if key in taken]  # fmt: skip
        faults += [*_on_others(game, wager, others), *_in_time(game, wager), *faults_told(wager)]
        if faults:
            raise Refused(
                "wager-taken-in-wrong", f"the wager {wager.name}: {faults[0]}", wager.clauses
            )
        taken |= {wager.name, *wager.postings()}
    _check_rings(game.wagers)


def _taken(game: Any) -> set[str]:
    """Return names that stand for something else: decisions, spots, postings, and the attributes
    that the classes of the game declare.
    """
    decisions = game.words().file.actions
    parts = [value.default for value in vars_of(game) if isinstance(value, Fact)]
    posted = [part.postings() for part in parts if hasattr(part, "postings")]
    posted.append(game.collection().postings())
    kept = (name for base in game.__mro__ for name in _kept_by(base))
    return {*decisions, *game.follows, *dir(game), *kept, *(key for one in posted for key in one)}


def vars_of(game: Any) -> Iterator[Any]:
    """Yield the attributes that the classes of a game define."""
    for base in game.__mro__:
        yield from vars(base).values()


def _kept_by(base: Any) -> set[str]:
    """Return the attributes that a class declares, without the postings of its own wagers."""
    posted = (wager.postings() for wager in vars(base).get("wagers", ()))
    return {*inspect.get_annotations(base)} - {key for one in posted for key in one}


def _on_others(game: Any, wager: Wager, others: Iterable[str]) -> Iterator[str]:
    """Check that the conditions of a wager name another wager of the game, or a posted option."""
    has = f"which {game.id} does not have; it has {one_of(others) or 'no other'}"
    if wager.beside.needs and not set(wager.alternatives) & set(others):
        yield f"needs {wager.beside.needs}, {has}"
    for field, name in others_named(wager):
        if name not in others:
            yield f"{field} names {name}, {has}"
    posted = {
        "needs_if": wager.beside.needs_if,
        "at_most_if": wager.beside.at_most_if,
        "placed_as": wager.placed_as,
    }
    for field, name in posted.items():
        if name and not hasattr(game, name):
            yield f"{field} names {name}, which is not posted in {game.id}"


def _in_time(game: Any, wager: Wager) -> Iterator[str]:
    """Yield a fault if a wager is placed when this game takes none, or after it is decided."""
    choice = getattr(game, wager.placed_as, None) if wager.placed_as else None
    moments = choice.values if isinstance(choice, OneOf) else (wager.placed,)
    for moment in filter(None, moments):
        if moment not in game.adds:
            known = one_of(["before the deal", *map(repr, game.adds)])
            yield f"is to be placed {moment!r}; {game.id} takes wagers {known}"
        elif {moment, wager.resolves} <= {*IN_TIME} and not (
            IN_TIME.index(moment) < IN_TIME.index(wager.resolves)
        ):
            yield f"is placed {moment!r} and decided {wager.resolves!r}, which comes first"


def _check_rings(wagers: Iterable[Wager]) -> None:
    """Refuse wagers that bound each other in a ring."""
    bound = {wager.name: wager.beside.at_most for wager in wagers}
    for wager in wagers:
        ring, name = [wager.name], wager.beside.at_most
        while name and name not in ring:
            ring.append(name)
            name = bound.get(name, "")
        if name:
            raise Refused(
                "wagers-in-a-ring",
                f"wagers may not exceed one another in a ring: {', '.join(ring)}",
                wager.clauses,
            )
