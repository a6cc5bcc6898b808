"""Citations: rules, the clauses they carry out, and their compiled twins.

A *rule* is a pure module-level function over small ints and int sequences, marked with the clauses
it carries out. The decorator returns the same function, so play costs nothing. ``f.jit()`` makes
the compiled twin on first use; only then is numba imported.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from houseway.errors import Refused

Cites = Mapping[str, tuple[str, ...]]
"""Step of a family -> the clauses that carry it."""

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
    """Register ``where`` as code of these clauses; return them as a tuple."""
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

    ``outcomes`` names the values 0, 1, 2... of a rule that decides a wager; the rows of its pay
    table must have exactly these names. ``notes`` are further clauses that it carries out but that
    are not cited by every settlement; a pay table may name the rows that rest on them.
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
    """Return the clauses of several places in order, each only once."""
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
    """Mark a step of a family, or of a part of one: ``@step``, or ``@step("offer")`` by that name.

    It cites nothing, because several games play it. A game names the clauses of the step in its
    ``cites``. A method that overrides a step is the same step.
    """
    if not isinstance(name, str):
        return _named(name, name.__name__)
    return lambda f: _named(f, name)


def _named(f: Any, name: str) -> Any:
    f.step = name
    return f


def steps_of(part: object) -> dict[str, Callable[..., Any]]:
    """Return step -> the function that runs it, of a class or of a module of functions."""
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
    """Yield the functions of a class, those of its bases first."""
    for base in reversed(cls.__mro__):
        for attribute, value in vars(base).items():
            yield attribute, getattr(value, "__func__", value)


def steps_of_game(game: Any) -> dict[str, Any]:
    """Return everything that a game's ``cites`` may name, with the code behind the name.

    It holds the steps of its family; steps of a part, or of a fact that has any, after a dot
    (``ruling.void_round``); and the facts and postings that a family declares without a clause.
    """
    return _steps_of_game(game)


@functools.cache
def _steps_of_game(game: Any) -> dict[str, Any]:
    """Return the steps of a class of games, computed once."""
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
    """Return the postings of a part, such as a bank; the same objects on every call."""
    found: Mapping[str, Any] = fact.default.postings()
    return found


def cites_of_game(game: Any) -> dict[str, tuple[str, ...]]:
    """Return step -> the clauses that carry it in this game.

    Citations of an inherited game or a base class hold while this game runs the same code for the
    step. Citations of the class itself replace them.
    """
    found: dict[str, tuple[str, ...]] = {}
    for other in game.inherits.values():
        found |= _still(game, other, other.cited())
    for base in reversed(game.__mro__):
        found |= _still(game, base, vars(base).get("cites", {}))
    return found


def _still(game: Any, base: type, cites: Cites) -> Cites:
    """Return the citations of a base, or of an inherited game, for steps that are unchanged
    here."""
    ours, theirs = steps_of_game(game), steps_of_game(base)
    for key in cites:
        if key not in theirs:
            from houseway.util.english import list_available  # keeps `import houseway` light

            known = list_available(sorted(theirs))
            raise Refused(
                "no-such-step", f"{base.__name__} cites for {key!r}, which is not a step; {known}"
            )
    changed = {k for k in theirs if k in ours and not runs(ours[k], theirs[k])}
    return {key: clauses for key, clauses in cites.items() if key in ours and key not in changed}


def runs(f: Any, other: Any) -> bool:
    """Return True if ``f`` is ``other`` or calls it by ``super()``."""
    return f is other or "__class__" in getattr(getattr(f, "__code__", None), "co_freevars", ())


def note_game(game: Any) -> None:
    """Note what the class of a game cites: pay tables, wagers, rulings, decisions, steps."""
    where = f"{game.__module__}.{game.__name__}"
    for table in game.pay_tables().values():
        cite((table.clause,), f"{where}.{table.name}")
    for part in (*game.wagers, *game.rulings, *game.decisions):
        cite(part.clauses, f"{where}.{part.name}")
    for key, clauses in game.cited().items():
        cite(clauses, f"{where}.cites.{key}")
    for name in ("deal_clauses", "turn_clauses", "tip_clauses"):
        cite(getattr(game, name, ()), f"{where}.{name}")
    for clauses in game.choice_clauses.values():
        cite(clauses, f"{where}.choice_clauses")


_compile: list[Callable[[Callable[..., Any]], Any]] = []


def compile_rules_with(compile_rule: Callable[[Callable[..., Any]], Any]) -> None:
    """Set the function that makes the compiled twin of a rule.

    The compiler is in a package above this one.
    """
    _compile[:] = [compile_rule]


def _compiled(f: Callable[..., Any]) -> Any:
    """Return the compiled twin of a rule."""
    if not _compile:
        raise Refused(
            "no-compiler", f"{f.__name__} has no compiled twin: no compiler was handed in"
        )
    return _compile[0](f)


class memo(dict[K, R], Generic[K, R]):  # noqa: N801 - reads as a function: memo(rule)
    """Return a self-filling table in front of a slow rule, for live play: ``memo(rule)[key]``.

    It holds at most ``most`` keys. Situations at tables repeat, and the memory of a room that runs
    for weeks does not grow.
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
    """Return a table of a rule for every possible key, computed on the first access.

    Equal values are one object, so a table of many keys and few values stays small.
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
