"""Fingerprints of rules: one digest of a game, and a short one of each clause.

The fingerprint of a table changes with anything that could change a result or the sign: the
posting, the pay columns, the fees, the clauses and readings, the dates printed with its sections,
and the code of the rules. It does not change with comments, lay-out or the version of Python. Nor
do the engine, the mathematics, the command line, the name and appearance of a table, and the
modules of the code matter.

The short digests tell which clauses changed. Each covers the words of the clause, its readings, the
dates of its section, and everything that cites it in this game: pay tables, facts, postings,
wagers, rulings, and the rules and steps with the functions and tables they name.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import msgspec

from houseway.errors import Refused
from houseway.game.base import Game
from houseway.rulebook import games
from houseway.rulebook.citations import citations
from houseway.rulebook.clauses import Clause, clauses_of, readings_of
from houseway.rulebook.code_digest import (
    ROOT,
    digest,
    first_files,
    function_print,
    is_apart,
    modules_in,
    reached_by,
    sources_of,
    tree_print,
)
from houseway.rulebook.versions import version_of

T = TypeVar("T")
_AT = re.compile(r" at 0x[0-9a-f]+|(?<=<class ')(?:\w+\.)+")
"""Memory addresses and module names in ``repr``; they differ between processes and versions."""
SHORT = 4
"""Letters of a clause's digest: one change in 65,536 goes unnoticed there, none in the whole."""


def _once(f: Callable[[type[Game]], T]) -> Callable[[type[Game]], T]:
    """Cache a function of a class of games."""
    return cast("Callable[[type[Game]], T]", functools.cache(f))


def fingerprint(game: Game) -> str:
    """Return the digest of a game as posted."""
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
    """Return the part of the digest that all postings share."""
    clauses = [(clause.id, clause.says, clause.kind) for clause in _clauses(game)]
    readings = [str(reading) for reading in readings_of(game.id)] if clauses else []
    dates = version_of(game.section).words
    fees = sorted(game.schedules().items())
    return digest(clauses, readings, game.section, dates, fees, _code_of(game))


@_once
def _code_of(game: type[Game]) -> list[str]:
    """Return the digests of all code that decides a game."""
    reached = reached_by(first_files(game)).items()
    return sorted({tree_print(node, modules_in(path)) for (path, _), node in reached})


# What figures rest on: the code, the pay tables and the fees.  A clause may be told in other words.


def code_fingerprint(game: type[Game]) -> str:
    """Return the digest of the code that decides what happens in a game.

    It takes about half a second: all of that code is read.
    """
    return digest(_code_of(game))


def pay_fingerprint(game: type[Game]) -> str:
    """Return the digest of every pay table and schedule of fees of a game, posted or not."""
    tables = sorted(game.pay_tables().items())
    return digest(game.id, tables, sorted(game.schedules().items()))


def source_files(game: type[Game]) -> tuple[str, ...]:
    """Return the files of the package, by their paths, that decide the fingerprint of the code.

    As long as none of them has changed by a byte, `code_fingerprint` is the same. Files apart,
    such as presenters, are read to find definitions, and are left out: they decide nothing.
    """
    found = {path for path in sources_of(first_files(game)) if not is_apart(path)}
    outside = [path for path in found if not path.is_relative_to(ROOT)]
    if outside:
        raise Refused(f"{game.name}: its rules stand outside of the package, in {outside[0]}")
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


def _clauses(game: type[Game]) -> tuple[Clause, ...]:
    """Return the clauses of a game; empty if it is not of the rulebook."""
    return clauses_of(game.id) if game.id in games() else ()


@_once
def files_of(game: type[Game]) -> frozenset[Path]:
    """Return the files of code that decide a game."""
    return frozenset(path for path, _ in reached_by(first_files(game)))


@_once
def clause_prints(game: type[Game]) -> dict[str, str]:
    """Return clause -> short digest for a game."""
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
    """Return True if a clause is in the game's own section, as CO-2116 is in 30-2116.

    The dates of that section count.
    """
    own = [s for s in game.sections if game.section.endswith(s.rpartition("-")[2])]
    return clause.concerns(game.id, tuple(own))


def _code_print(code: Any) -> str:
    """Return the digest of a function by its code, of plain data by its text."""
    if isinstance(code, FunctionType):
        return function_print(code)
    if isinstance(code, frozenset):
        return str(sorted(code))
    return _AT.sub("", str(code))


def _functions_of(game: type[Game], fact: str) -> list[str]:
    """Return the digests of the functions in a fact, such as the count of a blackjack game."""
    declared = game.declared().get(fact)
    return [function_print(f) for f in _functions_in(declared.default)] if declared else []


def _functions_in(value: Any) -> Iterator[FunctionType]:
    """Yield the functions in a value, in tuples and structs at any depth."""
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _functions_in(inner)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _functions_in(getattr(value, name))
