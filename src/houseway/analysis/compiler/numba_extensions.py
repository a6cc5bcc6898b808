"""Extensions of numba: bit operations on ints, shared callees, its runtime in the code cache."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import types
from numba.core.runtime import nrtdynmod
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import _OverloadFunctionTemplate
from numba.extending import intrinsic, overload_method

from houseway.analysis.compiler.code_cache import SealedFiles
from houseway.analysis.compiler.quick_compile import is_quick

# ``bit_length`` and ``bit_count`` of ints.
#
# Each is one machine instruction, and numba knows neither. They belong to the key of cached code: a
# change here needs a new ``compile.LAYOUT``.


@functools.cache
def teach_bits() -> None:
    """Register the operations with numba, once per process."""
    overload_method(types.Integer, "bit_length")(_bit_length)
    overload_method(types.Integer, "bit_count")(_bit_count)


def _bit_length(number: Any) -> Callable[[Any], Any]:
    """Return the compiled form of ``int.bit_length`` for numbers of 64 bits."""

    def length(number: Any) -> Any:
        return 64 - _zeros_before(abs(number))

    return length


def _bit_count(number: Any) -> Callable[[Any], Any]:
    """Return the compiled form of ``int.bit_count`` for numbers of 64 bits."""

    def count(number: Any) -> Any:
        return _ones(abs(number))

    return count


@intrinsic  # type: ignore[untyped-decorator,unused-ignore]
def _zeros_before(typing: Any, number: Any) -> Any:
    """Return the number of leading zeros, in 64 bits."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), code


@intrinsic  # type: ignore[untyped-decorator,unused-ignore]
def _ones(typing: Any, number: Any) -> Any:
    """Return the number of set bits, of 64."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


# Functions that several others call.
#
# numba compiles a callee once for each set of options of its callers.  A function that Python calls
# has a wrapper and its callees have none.  So a callee of both was compiled twice with the same
# options of its own.


@functools.cache
def share_callees() -> None:
    """Compile what is called by twins and by other functions once, in this process."""

    def get_impl(self: Any, args: Any, kws: Any) -> Any:
        flags = ConfigStack.top_or_none()
        if flags is not None:
            flags = flags.copy()
            flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        key = self.context, tuple(args), tuple(kws.items()), flags, is_quick()
        if key not in self._impl_cache:
            return self._build_impl(key, args, kws)
        return self._impl_cache[key]

    _OverloadFunctionTemplate._get_impl = get_impl


# numba's own runtime in the code cache.
#
# Every process with compiled code needs a few small functions of numba, which count references to
# arrays. numba compiles them again in every process. That alone loads the optimiser and the code
# generator, 27 MB, even if all other code comes from the disk.


@functools.cache
def keep_runtime(folder: Path) -> None:
    """Make numba load its runtime from this folder, or compile and store it there."""

    def compile_nrt_functions(context: Any) -> Any:
        module, library = nrtdynmod.create_nrt_module(context)
        codegen, stamp = context.codegen(), hashlib.sha256(str(module).encode()).digest()
        files = SealedFiles(str(folder), "runtime", stamp)
        found = files.load(codegen.magic_tuple())
        if found is not None:
            return codegen.unserialize_library(found)
        library.enable_object_caching()
        library.add_ir_module(module)
        library.finalize()
        with suppress(OSError):  # ``code_cache.py`` reports what cannot be stored
            folder.mkdir(parents=True, exist_ok=True)
            files.save(codegen.magic_tuple(), library.serialize_using_object_code())
        return library

    nrtdynmod.compile_nrt_functions = compile_nrt_functions
