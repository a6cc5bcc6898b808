"""Faster compilation: callees are linked once, into the function that Python calls.

numba compiles each callee to a library of its own: everything it reaches is linked in, optimised
and turned into machine code. That code never runs, since Python calls only the outermost function,
and the caller repeats the work. Deep calls repeat it most. Here a function that Python cannot call
is only lowered and linked, and the rest is done once. That saves nearly half of the compile time of
the blackjack solver.

The same instructions are optimised in another order. Some loops become faster and some slower (a
quarter, for the tiles). Exact counts run for less time than they compile, so they are compiled this
way; long simulations are not. Tests compile everything this way.

Functions that call each other recursively are left to numba, which finds them by address.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext


def _is_only_linked(library: Any, fndesc: Any) -> bool:
    """Return True if nothing needs the address of a function's code."""
    if not isinstance(library, JITCodeLibrary) or library._finalized:
        return False
    module = library._final_module
    if any(found.name.startswith(RuntimeLinker.PREFIX) for found in module.global_variables):
        return False
    entry = fndesc.llvm_cpython_wrapper_name
    return not any(found.name == entry for found in module.functions)


def _link(library: Any) -> None:
    """Do what ``CodeLibrary.finalize`` does, without optimisation and machine code."""
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._finalized = True


class _Mode(threading.local):
    """The mode in which this thread compiles."""

    is_quick = False


_mode = _Mode()


def is_quick() -> bool:
    """Return True while this thread compiles in quick mode."""
    return _mode.is_quick


@contextmanager
def compile_mode(quickly: bool) -> Iterator[None]:
    """Compile in quick mode inside this block, or as numba does."""
    before, _mode.is_quick = _mode.is_quick, quickly
    try:
        yield
    finally:
        _mode.is_quick = before


@functools.cache
def install_quick_mode() -> None:
    """Change numba's code generator so that ``compile_mode`` works, once per process."""
    numbas = CPUContext.get_executable
    optimize = JITCodeLibrary._optimize_functions

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not is_quick() or not _is_only_linked(library, fndesc):
            return numbas(self, library, fndesc, env)
        _link(library)
        name = fndesc.qualname.rpartition(".")[2]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    def optimize_functions(self: Any, ll_module: Any) -> None:
        if is_quick():
            ll_module.data_layout = self._codegen._data_layout
        else:
            optimize(self, ll_module)

    CPUContext.get_executable = get_executable
    JITCodeLibrary._optimize_functions = optimize_functions
