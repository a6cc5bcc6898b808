"""Rules from outside the package, as compiled loops ask them: what is broken in Python stops them.

Compiled code reads beyond the end of a hand, divides by zero and makes a whole number of a half
without a word.  The rules of the package are proved against live play; nobody has proved the file
that somebody wrote today.  So of such a rule, and of all that it calls, a copy is compiled that
looks before it reads and divides, and an answer that is no whole number is none of its outcomes.
Copies, because the rules of the package share what it calls, and stay as quick as they are.
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
"""What compiled loops are told where a rule answers with no whole number."""


_WHY = re.compile(r"Failed in nopython mode pipeline[^\n]*\n([^\n]+)")
"""What the compiler says; the innermost of its reasons comes last."""


@functools.cache
def is_foreign(by: Any) -> bool:
    """Whether a rule, or anything that it calls, stands outside the package."""
    reached = callees(getattr(by, "plain", by))
    return any(f.__module__.partition(".")[0] != "houseway" for f in reached)


def whole(found: Any) -> Any:
    """An answer as a whole number, or ``NO_OUTCOME``; compiled, it is what ``teach_whole`` says."""
    return int(found) if is_among(found, 1 << 31) else NO_OUTCOME


@functools.cache
def teach_whole() -> None:
    """Compiled code knows ``whole`` by the type of the answer, from now on in this process.

    Whoever changes it counts ``compiled.LAYOUT`` up.
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
    return int(found)


def _if_whole(found: Any) -> Any:
    if 0 <= found < 1 << 31 and found == int(found):
        return int(found)
    return -1


def _if_there(found: Any) -> Any:
    if found is None:
        return -1
    return whole(found + 0)  # to the compiler, it is there now


def _never(found: Any) -> Any:
    return -1


@functools.cache
def checked(by: Any) -> Any:
    """The copy of a rule that is compiled in its place."""
    return _Copies().of(by)


class _Copies:
    """Copies of functions that call each other."""

    def __init__(self) -> None:
        self.made: dict[types.FunctionType, types.FunctionType] = {}

    def of(self, f: types.FunctionType) -> types.FunctionType:
        """A function whose callees are copies too."""
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
        """What a function reads: functions of ours as copies, in tuples and modules too."""
        if function := function_of(value):
            return self.of(function)
        if type(value) is tuple:
            return tuple(self._value(inner, mentioned) for inner in value)
        if isinstance(value, types.ModuleType) and not is_known(value.__name__):
            return self._module(value, mentioned)
        return value

    def _module(self, module: types.ModuleType, mentioned: set[str]) -> types.ModuleType:
        copy = types.ModuleType(module.__name__)
        copy.__dict__.update(module.__dict__)
        for name in mentioned & set(vars(module)):
            if function := function_of(getattr(module, name)):
                setattr(copy, name, self.of(function))
        return copy


def not_compiled(fault: Exception) -> bool:
    """Whether an error comes from the compiler, which does not know all of Python."""
    return type(fault).__module__.partition(".")[0] == "numba"


def in_compiler(fault: Exception, rules: Mapping[str, Any]) -> str:
    """Which wager's rule cannot be compiled, and why, as far as the compiler tells."""
    text = str(fault)
    named = [w for w, by in rules.items() if f"<function {by.__name__} at" in text] or list(rules)
    said = " or ".join(rule_in_words(wager, rules[wager].__name__) for wager in named)
    why = _WHY.findall(text)
    because = f" ({why[-1].strip().removesuffix('.')})" if why else ""
    return (
        f"{said} cannot be compiled{because}; write it with whole numbers and the sequences that "
        "it is given"
    )
