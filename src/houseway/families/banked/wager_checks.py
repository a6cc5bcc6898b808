"""Whether a game can take its wagers in: by their names, what they rest on, and when they lie.

What is wrong with a wager by itself was found when it was made (``game/wager_checks.py``).
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from typing import Any
from weakref import WeakSet

from houseway.errors import Refused
from houseway.game.posting import Fact, OneOf
from houseway.game.wager_checks import OTHERS, faults_told
from houseway.game.wagers import IN_TIME, Wager
from houseway.util.english import a, one_of

POSTED = ("needs_if", "at_most_if", "placed_as")
"""Where a wager names something posted."""


_sound: WeakSet[type] = WeakSet()
"""The games that have been looked through."""


def check_wagers(game: type) -> None:
    """Refuse a class of games one of whose wagers cannot lie at its table; once for each class."""
    if game not in _sound:
        _check(game)
        _sound.add(game)


def _check(game: Any) -> None:
    taken = _taken(game)
    names = [wager.name for wager in game.wagers]
    for i, wager in enumerate(game.wagers):
        others = names[:i] + names[i + 1 :]
        keys = {wager.name, *wager.postings()} if wager.by else wager.postings().keys()
        faults = [f"{game.id} has {a(key)} already; give it another name"
                  for key in sorted(keys) if key in taken]  # fmt: skip
        faults += [*_on_others(game, wager, others), *_in_time(game, wager), *faults_told(wager)]
        if faults:
            raise Refused(f"the wager {wager.name}: {faults[0]}", wager.clauses)
        taken |= {wager.name, *wager.postings()}
    _check_rings(game.wagers)


def _taken(game: Any) -> set[str]:
    """Names that stand for something else: decisions, spots, postings, what the game is made of."""
    decisions = game.words().file.actions
    parts = [value.default for value in vars_of(game) if isinstance(value, Fact)]
    posted = [part.postings() for part in parts if hasattr(part, "postings")]
    posted.append(game.collection().postings())
    kept = (name for base in game.__mro__ for name in _kept_by(vars(base).get("__init__")))
    return {*decisions, *game.follows, *dir(game), *kept, *(key for one in posted for key in one)}


def vars_of(game: Any) -> Iterator[Any]:
    """Everything its classes define."""
    for base in game.__mro__:
        yield from vars(base).values()


def _kept_by(init: Any) -> Iterator[str]:
    """The attributes that an instance is given when it is made."""
    if hasattr(init, "__code__"):
        yield from (x.argval for x in dis.get_instructions(init) if x.opname == "STORE_ATTR")


def _on_others(game: Any, wager: Wager, others: Iterable[str]) -> Iterator[str]:
    """What it rests on is there: another wager of the game, or something posted."""
    has = f"which {game.id} does not have; it has {one_of(others) or 'no other'}"
    if wager.needs and not set(wager.alternatives) & set(others):
        yield f"needs {wager.needs}, {has}"
    for field in OTHERS:
        if (name := getattr(wager, field)) and name not in others:
            yield f"{field} names {name}, {has}"
    for field in POSTED:
        if (name := getattr(wager, field)) and not hasattr(game, name):
            yield f"{field} names {name}, which is not posted in {game.id}"


def _in_time(game: Any, wager: Wager) -> Iterator[str]:
    """It is placed when this game takes wagers, and before it is decided."""
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
    """No wager is bounded, by whatever way, by itself."""
    bound = {wager.name: wager.at_most for wager in wagers}
    for wager in wagers:
        ring, name = [wager.name], wager.at_most
        while name and name not in ring:
            ring.append(name)
            name = bound.get(name, "")
        if name:
            raise Refused(
                f"wagers may not exceed one another in a ring: {', '.join(ring)}", wager.clauses
            )
