"""Citations of a game: the rules, facts, postings, pay tables, rulings and steps of a clause."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import msgspec

from houseway.cite import PROCEDURES, RULES, postings_of, runs, steps_of_game
from houseway.game.base import Game
from houseway.game.fees import Collection
from houseway.game.posting import Declared, Displayed, Fact
from houseway.game.wagers import Wager
from houseway.rulebook.source_lines import (
    line_in_class,
    line_in_part,
    line_in_pay,
    line_of,
    line_of_wager,
)


class Citation(msgspec.Struct, frozen=True):
    """A part of a game that carries out a clause, with its place in the code.

    ``code`` is the function or value itself; a game that shares it carries out the clause the same
    way. ``shown``: no code reads it, it is shown to people. ``what`` is its kind (a step, a
    posting, a pay table ...), ``of`` its name within the kind, and ``about`` a description.
    """

    name: str
    code: Any
    stands: tuple[Callable[[], str], ...]
    shown: bool = False
    what: str = ""
    of: str = ""
    about: str = ""

    @property
    def where(self) -> str:
        """Return file and line of the code, and of the place that cites the clause for it."""
        return ", ".join(line() for line in self.stands)


OTHER_GAME = "rules of another game"
"""Kind of a citation that makes the rules of another game apply."""
Found = Iterator[tuple[Iterable[str], Citation]]


def citations(game: type[Game]) -> dict[str, tuple[Citation, ...]]:
    """Return clause -> every part of this game that cites it."""
    found: dict[str, dict[str, Citation]] = {}
    for clauses, citation in _all(game):
        for clause in clauses:
            found.setdefault(clause, {})[citation.name] = citation
    return {clause: tuple(places.values()) for clause, places in found.items()}


def code_of(game: type[Game]) -> dict[str, Any]:
    """Return every part of this game that could carry a clause, citing or not."""
    return {citation.name: citation.code for _, citation in _all(game)}


def same(ours: Any, theirs: Citation, clause: str) -> bool:
    """Return True if this game carries out a clause by the same code as another game."""
    if isinstance(theirs.code, frozenset):
        return ours is not None and clause in ours
    return bool(runs(ours, theirs.code) if callable(theirs.code) else ours == theirs.code)


def _all(game: type[Game]) -> Found:
    """Yield everything in a game that cites clauses."""
    yield from _wagers(game)
    yield from _declared(game)
    yield from _functions(game)
    yield from _rulings(game)
    yield from _decisions(game)
    yield from _steps(game)
    yield from _inherits(game)
    yield from _lists(game)


def _wagers(game: type[Game]) -> Found:
    """Yield each wager with its clauses, and the rules that decide it."""
    for wager in game.wagers:
        stands = (partial(line_of_wager, game, wager),)
        yield wager.clauses, Citation(
            f"wager {wager.name}", _conditions(wager), stands,
            what="wager", of=wager.name, about=wager.words,
        )  # fmt: skip
        for rule in (wager.rule, wager.decided_early):
            if rule is not None:
                yield _cited(rule), _function(rule)


def _conditions(wager: Wager) -> tuple[Any, ...]:
    """Return the conditions on a wager; amounts are the house's and not compared."""
    return wager.required, wager.placed, wager.beside, wager.amounts.step


def _declared(game: type[Game]) -> Found:
    """Yield pay tables and postings with their clauses."""
    limits = {key for wager in game.wagers for key in wager.postings()}
    tables = game.pay_tables()
    for key, declared in game.declared().items():
        if key in tables:
            stands = (partial(line_in_pay, game, key),)
            yield tables[key].named(), Citation(
                f"pay table {key}", repr(tables[key]), stands,
                what="pay table", of=key, about=declared.says,
            )  # fmt: skip
        elif key not in limits:
            yield declared.clauses, _fact(game, key, declared)
            for rule in _rules_in(declared.default):
                yield _cited(rule), _function(rule)


def _fact(game: type[Game], key: str, declared: Declared) -> Citation:
    """Return a value that is equal for facts and postings of the same kind and values."""
    inside = {k: v for k, v in vars(declared).items() if k not in ("clauses", "says")}
    same = repr((type(declared), inside))
    of_fees = isinstance(getattr(declared, "collection", None), Collection)
    stated_as, part = _stated_as(game, key)
    stands: tuple[Callable[[], str], ...] = (partial(line_in_class, game, stated_as),)
    if of_fees:
        stands = (partial(line_in_pay, game, "collection"),)
    elif part is not None:
        stands = (partial(line_in_part, part, key), *stands)
    what = "fees" if of_fees else "fact" if isinstance(declared, Fact) else "posting"
    shown = isinstance(declared, Displayed)
    return Citation(key, same, stands, shown, what=what, of=key, about=declared.says)


def _stated_as(game: type[Game], key: str) -> tuple[str, type | None]:
    """Return the name under which a class states a fact: its own, or that of the part it is in."""
    for base in game.__mro__:
        for name, value in vars(base).items():
            if name == key:
                return name, None
            part = isinstance(value, Declared) and hasattr(value.default, "postings")
            if part and key in postings_of(value):
                return name, type(value.default)
    return key, None


def _rules_in(value: Any) -> Iterator[Any]:
    """Yield the rules that a fact is, or is made of."""
    for part in (value, *(value if isinstance(value, tuple) else ())):
        if callable(part) and hasattr(part, "clauses"):
            yield part


def _functions(game: type[Game]) -> Found:
    """Yield the marked methods of a game, and marked functions in its own folders."""
    for base in game.__mro__:
        for name, value in vars(base).items():
            f, ours = _plain(value), _plain(getattr(game, name, None))
            if callable(f) and hasattr(f, "clauses") and runs(ours, f):
                yield _cited(f), _function(f)
    games = [base for base in game.__mro__ if issubclass(base, Game) and base.id]
    folders = tuple(f"{base.__module__.rpartition('.')[0]}." for base in games)
    methods = {f"{base.__module__}.{base.__qualname__}" for base in game.__mro__}
    marked: dict[str, Any] = {**RULES, **PROCEDURES}
    for name, f in marked.items():
        if name.startswith(folders) and name.rpartition(".")[0] not in methods:
            yield _cited(f), _function(f)
    for kernel in kernels(game, folders):
        yield _cited(kernel), _function(kernel)


def kernels(game: type[Game], folders: tuple[str, ...]) -> list[Any]:
    """Return the functions of ``hands`` that the code in the game's folders calls, directly or
    not."""
    found: dict[Any, None] = {}
    modules = [module for name, module in sys.modules.items() if f"{name}.".startswith(folders)]
    left = [f for module in modules for f in _defined(module)]
    while left:
        f = left.pop()
        for name in f.__code__.co_names:
            other = f.__globals__.get(name)
            kernel = getattr(other, "__module__", "").startswith("houseway.hands")
            called = _defined(other) if isinstance(other, type) else [other]
            more = [g for g in called if kernel and isinstance(g, FunctionType) and g not in found]
            found |= dict.fromkeys(more)
            left += more
    return list(found)


def _defined(part: Any) -> Iterator[FunctionType]:
    """Yield the functions of a module, and of the classes that it or a class defines."""
    name = part.__name__ if isinstance(part, ModuleType) else part.__module__
    for value in vars(part).values():
        f = _plain(value)
        if getattr(f, "__module__", "") != name:
            continue
        if isinstance(f, FunctionType):
            yield f
        elif isinstance(f, type):
            yield from _defined(f)


def _plain(value: Any) -> Any:
    """Return the function behind a method of a class."""
    return getattr(value, "__func__", value)


def _cited(f: Any) -> tuple[str, ...]:
    """Return the clauses that a function cites, and those of its notes."""
    return (*getattr(f, "clauses", ()), *getattr(f, "notes", ()))


def _function(f: Any) -> Citation:
    """Return the citation of a marked function."""
    what = "rule" if hasattr(f, "jit") else "procedure"
    stands = (partial(line_of, f),)
    return Citation(f.__qualname__, f, stands, what=what, of=f.__name__, about=_first_words(f))


def _first_words(f: Any) -> str:
    """Return the first sentence of a function's docstring."""
    first = (f.__doc__ or "").strip().partition("\n\n")[0]
    return " ".join(first.replace("``", "").split())


def _rulings(game: type[Game]) -> Found:
    """Yield the rulings of a game with their clauses."""
    for ruling in game.rulings:
        stands = (
            partial(line_of, ruling.run), partial(line_in_class, game, "rulings", ruling.name)
        )  # fmt: skip
        yield ruling.clauses, Citation(
            f"ruling {ruling.name}", ruling.run, stands,
            what="ruling", of=ruling.name, about=ruling.words,
        )  # fmt: skip
        for f in (ruling.run, ruling.explain_unavailable):
            if hasattr(f, "clauses"):
                yield _cited(f), _function(f)


def _decisions(game: type[Game]) -> Found:
    """Yield the decisions that only this game has, with their clauses."""
    for decision in game.decisions:
        stands = (partial(line_of, decision.run),)
        yield decision.clauses, Citation(
            f"decision {decision.name}", decision.run, stands,
            what="decision", of=decision.name, about=decision.words,
        )  # fmt: skip
        for f in (decision.run, decision.explain_unavailable):
            if hasattr(f, "clauses"):
                yield _cited(f), _function(f)


def _steps(game: type[Game]) -> Found:
    """Yield every step with the clauses of ``cites`` in the game or a base of it."""
    declared = game.declared()
    for key, code in steps_of_game(game).items():
        if key in declared:
            continue
        stands = (partial(line_of, code), partial(_said_in, game, key))
        yield (
            game.cited().get(key, ()),
            Citation(f"step {key}", code, stands, what="step", of=key, about=_first_words(code)),
        )


def _said_in(game: type[Game], key: str) -> str:
    """Return the place where this game, or one it inherits, cites for a step."""
    for base in game.__mro__:
        if key in vars(base).get("cites", {}):
            return line_in_class(base, "cites", key)
    others = [other for other in game.inherits.values() if key in other.cited()]
    return _said_in(others[0], key)


def _inherits(game: type[Game]) -> Found:
    """Yield the citations that make the rules of another game apply here."""
    for clause, other in game.inherits.items():
        stands = (partial(line_in_class, game, "inherits", clause),)
        about = f"its rules apply by {clause}"
        yield (
            (clause,),
            Citation(
                f"as in {other.id}",
                other,
                stands,
                what=OTHER_GAME,
                of=other.id,
                about=about,
            ),
        )


def _lists(game: type[Game]) -> Found:
    """Yield the lists of clauses that the class names for refusals and settlements:
    ``tip_clauses``..."""
    for name in dir(game):
        value = getattr(game, name)
        if not name.endswith("_clauses") or callable(value):
            continue
        lists = value.values() if isinstance(value, Mapping) else (value,)
        clauses = frozenset(clause for listed in lists for clause in listed)
        stands = (partial(line_in_class, game, name),)
        about = "clauses named when something of this kind is refused or settled"
        yield (
            sorted(clauses),
            Citation(name, clauses, stands, what="clause list", of=name, about=about),
        )
