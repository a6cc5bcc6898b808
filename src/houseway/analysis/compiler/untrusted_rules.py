"""Rules from outside the package, compiled with checks so that errors of Python remain errors.

Plain compiled code reads beyond the end of a hand, divides by zero and truncates a half without an
error. The package's own rules are proved against live play, but a user's file is not. So a copy of
such a rule and of everything it calls is compiled with checks of indices and divisions. An answer
that is no integer is an invalid outcome. The originals stay unchecked, because the package's rules
share them.
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Mapping
from typing import Any

from houseway.analysis.compiler.compile import callees, function_of, is_known, names_of
from houseway.errors import rule_in_words
from houseway.game.wagers import is_among

NO_OUTCOME = -1
"""The outcome that compiled loops get for an answer that is no integer."""


_WHY = re.compile(r"Failed in nopython mode pipeline[^\n]*\n([^\n]+)")
"""Matches the compiler's reasons; the innermost one comes last."""


@functools.cache
def is_foreign(by: Any) -> bool:
    """Return True if a rule, or anything that it calls, is defined outside the package."""
    reached = callees(getattr(by, "plain", by))
    return any(f.__module__.partition(".")[0] != "houseway" for f in reached)


def whole(found: Any) -> Any:
    """An answer as an int, or ``NO_OUTCOME``; ``teach_whole`` defines the compiled version."""
    return int(found) if is_among(found, 1 << 31) else NO_OUTCOME


@functools.cache
def teach_whole() -> None:
    """Register the compiled version of ``whole``, by the type of the answer, once per process.

    A change here needs a new ``compile.LAYOUT``.
    """
    from numba import types as kinds
    from numba.extending import overload

    @overload(whole, jit_options={"no_cfunc_wrapper": True})  # type: ignore[untyped-decorator,unused-ignore]
    def by_kind(found: Any) -> Any:
        if isinstance(found, kinds.Integer | kinds.Boolean):
            return _as_it_is
        if isinstance(found, kinds.Float):
            return _if_whole
        return _if_there if isinstance(found, kinds.Optional) else _never


def _as_it_is(found: Any) -> Any:
    """Return an answer that is an integer or a bool, as an integer."""
    return int(found)


def _if_whole(found: Any) -> Any:
    """Return an answer that is a float as an integer; -1 if it is no small whole number."""
    if 0 <= found < 1 << 31 and found == int(found):
        return int(found)
    return -1


def _if_there(found: Any) -> Any:
    """Return an answer that may be None as an integer; -1 for None."""
    if found is None:
        return -1
    return whole(found + 0)  # the addition tells the compiler that the value is present


def _never(found: Any) -> Any:
    """Return -1, for an answer of any other type."""
    return -1


@functools.cache
def checked(by: Any) -> Any:
    """Return the copy of a rule that is compiled in its place."""
    return _Copies().of(by)


class _Copies:
    """Copies of functions that call each other."""

    def __init__(self) -> None:
        self.made: dict[types.FunctionType, types.FunctionType] = {}

    def of(self, f: types.FunctionType) -> types.FunctionType:
        """Return a copy of a function whose callees are copies too."""
        if f in self.made:
            return self.made[f]
        cells = tuple(types.CellType() for _ in f.__closure__ or ())
        known = dict(f.__globals__)
        copy: Any = types.FunctionType(f.__code__, known, f.__name__, f.__defaults__, cells)
        copy.__kwdefaults__, copy.__qualname__ = f.__kwdefaults__, f.__qualname__
        copy.checked, copy.inlined = True, getattr(f, "inlined", False)
        self.made[f] = copy
        names, mentioned = names_of(f)
        for name in names:
            if name in known:
                known[name] = self._value(known[name], mentioned)
        for cell, was in zip(cells, f.__closure__ or (), strict=True):
            cell.cell_contents = self._value(was.cell_contents, mentioned)
        found: types.FunctionType = copy
        return found

    def _value(self, value: Any, mentioned: set[str]) -> Any:
        """Return a value read by a function, with our functions in it replaced by copies."""
        if function := function_of(value):
            return self.of(function)
        if type(value) is tuple:
            return tuple(self._value(inner, mentioned) for inner in value)
        if isinstance(value, types.ModuleType) and not is_known(value.__name__):
            return self._module(value, mentioned)
        return value

    def _module(self, module: types.ModuleType, mentioned: set[str]) -> types.ModuleType:
        """Return a copy of a module in which the mentioned functions are copies too."""
        copy = types.ModuleType(module.__name__)
        copy.__dict__.update(module.__dict__)
        for name in mentioned & set(vars(module)):
            if function := function_of(getattr(module, name)):
                setattr(copy, name, self.of(function))
        return copy


def not_compiled(fault: Exception) -> bool:
    """Return True if an error comes from the compiler, which does not support all of Python."""
    return type(fault).__module__.partition(".")[0] == "numba"


def in_compiler(fault: Exception, rules: Mapping[str, Any]) -> str:
    """Return which wager's rule cannot be compiled, and the compiler's reason if it gives one."""
    text = str(fault)
    named = [w for w, by in rules.items() if f"<function {by.__name__} at" in text] or list(rules)
    said = " or ".join(rule_in_words(wager, rules[wager].__name__) for wager in named)
    why = _WHY.findall(text)
    because = f" ({why[-1].strip().removesuffix('.')})" if why else ""
    return (
        f"{said} cannot be compiled{because}; write it with whole numbers and the sequences that "
        "it is given"
    )
