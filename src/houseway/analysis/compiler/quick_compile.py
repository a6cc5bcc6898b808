"""The quick way to compile, for tests: what compiled code calls is only linked into it.

numba makes each function that another calls into a library: the code of everything it reaches is
linked in, optimised and turned into machine code.  Nobody ever runs that machine code, since only
a twin is called from Python, and the caller links, optimises and turns all of it once more.  The
deeper the calls, the oftener.  Here a function that Python cannot call is lowered and linked, and
the rest is done once, in the twin: nearly half of the compiler's time on the solver of blackjack.
The same instructions are optimised in another order, which makes some loops quicker and some
slower (the tiles' by a quarter), so it is not what people wait for a simulation with.

Functions that call each other in a ring are left to numba, which finds them by their addresses.
"""

from __future__ import annotations

import functools
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.cpu import CPUContext


def _is_only_linked(library: Any, fndesc: Any) -> bool:
    """Whether nobody will ask where in memory the code of a function lies."""
    if not isinstance(library, JITCodeLibrary) or library._finalized:
        return False
    module = library._final_module
    if any(found.name.startswith(RuntimeLinker.PREFIX) for found in module.global_variables):
        return False
    entry = fndesc.llvm_cpython_wrapper_name
    return not any(found.name == entry for found in module.functions)


def _link(library: Any) -> None:
    """What ``CodeLibrary.finalize`` does, without optimising and without machine code."""
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._finalize_dynamic_globals()
    library._verify_declare_only_symbols()
    library._finalized = True


@functools.cache
def link_callees() -> None:
    """From now on, in this process."""
    numbas = CPUContext.get_executable

    def get_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if not _is_only_linked(library, fndesc):
            return numbas(self, library, fndesc, env)
        _link(library)
        name = fndesc.qualname.rpartition(".")[2]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    def no_passes_yet(self: Any, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    CPUContext.get_executable = get_executable
    JITCodeLibrary._optimize_functions = no_passes_yet
