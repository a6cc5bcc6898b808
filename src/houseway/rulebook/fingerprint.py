"""Which rules a round was played by: one digest of the game, and a short one of each clause.

The fingerprint of a table changes with anything that could change a result or what stands on the
sign: the posting, the pay columns, the fees, the clauses and readings, the dates printed with its
sections, and the code of the rules.  It does not change with comments, lay-out or the version of
Python, nor with the engine, the mathematics and the command line around the rules, nor with what
a table is called and looks like, nor with the files and modules in which the code stands.

The short digests tell which clauses changed: each covers the words of the clause, its readings,
the dates of its section, and whatever cites it in this game: pay tables, facts, postings, wagers,
rulings, and the rules and steps with the functions and tables they name.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import msgspec

from houseway.game.base import Game
from houseway.rulebook import games
from houseway.rulebook.citations import citations
from houseway.rulebook.clauses import Clause, clauses_of, readings_of
from houseway.rulebook.code_digest import (
    digest,
    first_files,
    function_print,
    modules_in,
    reached_by,
    tree_print,
)
from houseway.rulebook.versions import version_of

T = TypeVar("T")
_AT = re.compile(r" at 0x[0-9a-f]+|(?<=<class ')(?:\w+\.)+")
"""Where something lies in memory, another place in each process, and the module of a class."""
SHORT = 4
"""Letters of a clause's digest: one change in 65,536 goes unnoticed there, none in the whole."""


def _once(f: Callable[[type[Game]], T]) -> Callable[[type[Game]], T]:
    """Keep what was found out about a class of games."""
    return cast("Callable[[type[Game]], T]", functools.cache(f))


def fingerprint(game: Game) -> str:
    """The digest of a game as posted."""
    pay = game.pay_tables()
    columns = [
        (name, getattr(game, name), *zip(pay[name].outcomes, map(str, payouts), strict=True))
        for name, payouts in sorted(game.pay.items())
    ]
    return digest(
        game.id, sorted(game.posting.items()), game.sign(), columns, _of_class(type(game))
    )


@_once
def _of_class(game: type[Game]) -> str:
    """What is the same for every posting."""
    clauses = [(clause.id, clause.says, clause.kind) for clause in _clauses(game)]
    readings = [str(reading) for reading in readings_of(game.id)] if clauses else []
    reached = reached_by(first_files(game)).items()
    code = sorted({tree_print(node, modules_in(path)) for (path, _), node in reached})
    dates = version_of(game.section).words
    return digest(clauses, readings, game.section, dates, sorted(game.schedules().items()), code)


def _clauses(game: type[Game]) -> tuple[Clause, ...]:
    """The clauses of a game; one that is not of the rulebook has none there."""
    return clauses_of(game.id) if game.id in games() else ()


@_once
def files_of(game: type[Game]) -> frozenset[Path]:
    """The files of code that decide what happens in a game."""
    return frozenset(path for path, _ in reached_by(first_files(game)))


# -- clause by clause ------------------------------------------------------------------------


@_once
def clause_prints(game: type[Game]) -> dict[str, str]:
    """The short digest of each clause of a game."""
    found, cited = {}, citations(game)
    readings = readings_of(game.id) if game.id in games() else ()
    for clause in _clauses(game):
        dates = version_of(game.section).words if _is_of_its_section(game, clause) else ""
        read = [str(reading) for reading in readings if clause.id in reading.clauses]
        carried = sorted(
            f"{c.name} {_code_print(c.code)} {_functions_of(game, c.name)}"
            for c in cited.get(clause.id, ())
        )
        found[clause.id] = digest(clause.says, clause.kind, dates, read, carried)[:SHORT]
    return found


def _is_of_its_section(game: type[Game], clause: Clause) -> bool:
    """Whether a clause stands in the game's own section, CO-2116 for 30-2116, whose dates count."""
    own = [s for s in game.sections if game.section.endswith(s.rpartition("-")[2])]
    return clause.concerns(game.id, tuple(own))


def _code_print(code: Any) -> str:
    """A function by what it does; what is plain data, and says itself, by its words."""
    if isinstance(code, FunctionType):
        return function_print(code)
    if isinstance(code, frozenset):
        return str(sorted(code))
    return _AT.sub("", str(code))


def _functions_of(game: type[Game], fact: str) -> list[str]:
    """The digests of the functions a fact is made of, such as the count of a blackjack game."""
    declared = game.declared().get(fact)
    return [function_print(f) for f in _functions_in(declared.default)] if declared else []


def _functions_in(value: Any) -> Iterator[FunctionType]:
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _functions_in(inner)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _functions_in(getattr(value, name))
