"""Citations: what a rule is, which clauses it stands on, and its compiled twin.

A *rule* is a pure module-level function over small ints and int sequences, marked with the
clauses it carries out.  The decorator returns the very function it was given, so play costs
nothing; ``f.jit()`` makes the compiled twin the first time mathematics asks for it, and only
then is numba imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K")

CITED: dict[str, list[str]] = {}
"""Clause id -> the rules, facts and procedures that cite it."""

RULES: dict[str, Rule[..., Any]] = {}
"""Dotted name -> rule, for every rule imported so far."""


class Rule(Protocol[P, R_co]):
    """A pure function with the clauses it carries out and, on request, a compiled twin."""

    __name__: str
    __module__: str
    clauses: tuple[str, ...]
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


def rule(*clauses: str, outcomes: Sequence[str] = ()) -> Callable[[Callable[P, R]], Rule[P, R]]:
    """Mark a pure function as the code of these clauses.

    ``outcomes`` names the values 0, 1, 2... of a rule that decides a wager; the rows of its
    pay table must be exactly these names.
    """

    def mark(f: Callable[P, R]) -> Rule[P, R]:
        where = f"{f.__module__}.{f.__qualname__}"
        marked = cast(Any, f)
        marked.clauses = cite(clauses, where)
        marked.outcomes = tuple(outcomes)
        marked.jit = lambda: _compiled(f)
        RULES[where] = marked
        return cast("Rule[P, R]", f)

    return mark


def procedure(*clauses: str) -> Callable[[F], F]:
    """Mark a step of a round script, a ruling or a bookkeeping function with its clauses."""

    def mark(f: F) -> F:
        cite(clauses, f"{f.__module__}.{f.__qualname__}")
        cast(Any, f).clauses = clauses
        return f

    return mark


def _compiled(f: Callable[..., Any]) -> Any:
    from houseway.odds.compiled import compiled

    return compiled(f)


class memo(dict[K, R], Generic[K, R]):  # noqa: N801 - reads as a function: memo(rule)
    """A self-filling table in front of a heavy rule, for play: ``memo(rule)[key]``."""

    __slots__ = ("_rule",)

    def __init__(self, rule: Callable[[K], R]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, key: K) -> R:
        value = self[key] = self._rule(key)
        return value
