"""Citations: what a rule is, which clauses it stands on, and its compiled twin.

A *rule* is a pure module-level function over small ints and int sequences, marked with the
clauses it carries out.  The decorator returns the very function it was given, so play costs
nothing; ``f.jit()`` makes the compiled twin the first time mathematics asks for it, and only
then is numba imported.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from houseway.errors import Refused
from houseway.util.english import list_available

Cites = Mapping[str, tuple[str, ...]]
"""Step of a shape -> the clauses that carry it."""

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")

CITED: dict[str, list[str]] = {}
"""Clause id -> the rules, facts and procedures that cite it, in any game."""

RULES: dict[str, Rule[..., Any]] = {}
"""Dotted name -> rule, for every rule imported so far."""

PROCEDURES: dict[str, Callable[..., Any]] = {}
"""Dotted name -> procedure, for every one imported so far."""


class Rule(Protocol[P, R_co]):
    """A pure function with the clauses it carries out and, on request, a compiled twin."""

    __name__: str
    __module__: str
    clauses: tuple[str, ...]
    notes: tuple[str, ...]
    outcomes: tuple[str, ...]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    def jit(self) -> Callable[P, R_co]: ...


def cite(clauses: Iterable[str], where: str) -> tuple[str, ...]:
    """Note that ``where`` carries out these clauses, and give them back as a tuple."""
    found = tuple(clauses)
    for clause in found:
        places = CITED.setdefault(clause, [])
        if where not in places:
            places.append(where)
    return found


def rule(
    *clauses: str, outcomes: Sequence[str] = (), notes: Sequence[str] = ()
) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Mark a pure function as the code of these clauses.

    ``outcomes`` names the values 0, 1, 2... of a rule that decides a wager; the rows of its
    pay table must be exactly these names.  ``notes`` are clauses that it carries out too and that
    do not stand behind every settlement; which rows rest on them, the pay table may say.
    """

    def mark(f: Callable[P, R]) -> Rule[P, R]:
        where = f"{f.__module__}.{f.__qualname__}"
        marked = cast(Any, f)
        marked.clauses = cite(clauses, where)
        marked.notes = cite(notes, where)
        marked.outcomes = tuple(outcomes)
        marked.jit = lambda: _compiled(f)
        RULES[where] = marked
        return cast("Rule[P, R]", f)

    return mark


@functools.lru_cache(maxsize=4096)
def once(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses from several places, a rule, a row that pays, a tip, a bank: each named once."""
    return tuple(dict.fromkeys(clauses))


def procedure(*clauses: str) -> Callable[[F], F]:
    """Mark a game's own step of a round, a ruling or a bookkeeping function with its clauses."""

    def mark(f: F) -> F:
        where = f"{f.__module__}.{f.__qualname__}"
        cite(clauses, where)
        cast(Any, f).clauses = clauses
        PROCEDURES[where] = f
        return f

    return mark


@overload
def step(name: F) -> F: ...
@overload
def step(name: str) -> Callable[[F], F]: ...
def step(name: Any) -> Any:
    """Mark a step of a shape, or of a part of one: ``@step``, or ``@step("offer")`` by that name.

    It cites nothing, since several games play it.  Each game names in its ``cites`` the clauses
    that carry the step there; a method that overrides a step is the same step.
    """
    if not isinstance(name, str):
        return _named(name, name.__name__)
    return lambda f: _named(f, name)


def _named(f: Any, name: str) -> Any:
    f.step = name
    return f


def steps_of(part: object) -> dict[str, Callable[..., Any]]:
    """Step -> the function that is run for it, of a class or of a module of functions."""
    if isinstance(part, ModuleType):
        own = (f for f in vars(part).values() if getattr(f, "__module__", "") == part.__name__)
        return {f.step: f for f in own if hasattr(f, "step")}
    names: dict[str, str] = {}
    found: dict[str, Callable[..., Any]] = {}
    for attribute, f in _functions(cast(type, part)):
        if hasattr(f, "step"):
            names[attribute] = f.step
        if attribute in names:
            found[names[attribute]] = f
    return found


def _functions(cls: type) -> Iterator[tuple[str, Any]]:
    """Everything its classes define, the base first."""
    for base in reversed(cls.__mro__):
        for attribute, value in vars(base).items():
            yield attribute, getattr(value, "__func__", value)


def steps_of_game(game: type) -> dict[str, Any]:
    """What a game's ``cites`` may name, with what stands behind the name in this game.

    Steps of its shape; those of a part, or of a fact that has any, behind a dot, as its rulings
    are (``ruling.void_round``); and the facts and postings that a shape declares without a clause.
    """
    declared: dict[str, Any] = {}
    parts: list[tuple[str, object]] = []
    for base in reversed(game.__mro__):
        parts += vars(base).get("step_modules", {}).items()
        for key, value in vars(base).items():
            declared.pop(key, None)
            if hasattr(value, "default") and hasattr(value, "clauses"):
                declared[key] = value
                if hasattr(value.default, "postings"):
                    declared |= postings_of(value)
    found = declared | steps_of(game)
    for name, part in (*parts, *((key, type(value.default)) for key, value in declared.items())):
        found |= {f"{name}.{key}": f for key, f in steps_of(part).items()}
    return found | {f"ruling.{x.name}": x.run for x in getattr(game, "rulings", ())}


@functools.cache
def postings_of(fact: Any) -> Mapping[str, Any]:
    """What is posted of a part, such as a bank; one part has it once, whoever asks."""
    found: Mapping[str, Any] = fact.default.postings()
    return found


def cites_of_game(game: Any) -> dict[str, tuple[str, ...]]:
    """Step -> the clauses that carry it in this game.

    What an inherited game or a base class says of a step counts as long as this game runs the
    same code for it; what the class itself says of a step stands in place of that.
    """
    found: dict[str, tuple[str, ...]] = {}
    for other in game.inherits.values():
        found |= _still(game, other, other.cited())
    for base in reversed(game.__mro__):
        found |= _still(game, base, vars(base).get("cites", {}))
    return found


def _still(game: Any, base: type, cites: Cites) -> Cites:
    """What a base, or a game that is inherited, says of steps which this game has not changed."""
    ours, theirs = game.steps(), steps_of_game(base)
    for key in cites:
        if key not in theirs:
            known = list_available(sorted(theirs))
            raise Refused(f"{base.__name__} cites for {key!r}, which is not a step; {known}")
    changed = {k for k in theirs if k in ours and not runs(ours[k], theirs[k])}
    return {key: clauses for key, clauses in cites.items() if key in ours and key not in changed}


def runs(f: Any, other: Any) -> bool:
    """Whether the other is run too: it is the same function, or one that this one builds on."""
    return f is other or "__class__" in getattr(getattr(f, "__code__", None), "co_freevars", ())


def note_game(game: Any) -> None:
    """Note what the class of a game cites: pay tables, wagers, rulings, steps, refusals."""
    where = f"{game.__module__}.{game.__name__}"
    for table in game.pay_tables().values():
        cite((table.clause,), f"{where}.{table.name}")
    for part in (*game.wagers, *game.rulings):
        cite(part.clauses, f"{where}.{part.name}")
    for key, clauses in game.cited().items():
        cite(clauses, f"{where}.cites.{key}")
    for name in ("deal_clauses", "turn_clauses", "tip_clauses"):
        cite(getattr(game, name, ()), f"{where}.{name}")
    for clauses in game.choice_clauses.values():
        cite(clauses, f"{where}.choice_clauses")


def _compiled(f: Callable[..., Any]) -> Any:
    from houseway.analysis.compiler.compile import compiled

    return compiled(f)


class memo(dict[K, R], Generic[K, R]):  # noqa: N801 - reads as a function: memo(rule)
    """A self-filling table in front of a heavy rule, for play: ``memo(rule)[key]``.

    Where keys are many it holds ``most`` of them at a time: what lies on the tables is asked for
    again and again, and a room that is open for weeks remembers no more than on its first evening.
    """

    __slots__ = ("_most", "_rule")

    def __init__(self, rule: Callable[[K], R], most: int = 0) -> None:
        super().__init__()
        self._rule, self._most = rule, most

    def __missing__(self, key: K) -> R:
        if 0 < self._most <= len(self):
            self.clear()
        value = self[key] = self._rule(key)
        return value


class whole(dict[K, R], Generic[K, R]):  # noqa: N801 - reads as a function: whole(rule, keys)
    """A rule for every key there is, worked out when the first is asked for, once.

    Equal values are one object: a table of many keys and few values stays small.
    """

    __slots__ = ("_keys", "_rule")

    def __init__(self, rule: Callable[[K], R], keys: Callable[[], Iterable[K]]) -> None:
        super().__init__()
        self._rule, self._keys = rule, keys

    def __missing__(self, key: K) -> R:
        if self:
            raise KeyError(key)
        values: dict[R, R] = {}
        for each in self._keys():
            value = self._rule(each)
            self[each] = values.setdefault(value, value)
        return self[key]
