"""numba's own runtime on the disk, beside what we compile.

Every process that runs compiled code has a few small functions of numba's, which count who holds an
array.  numba compiles them anew each time; that alone brings the optimiser and the code generator,
27 MB, into a process that finds all else on the disk.
"""

from __future__ import annotations

import functools
import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.runtime import nrtdynmod

from houseway.analysis.compiler.code_cache import SealedFiles


@functools.cache
def keep_runtime(folder: Path) -> None:
    """From now on, in this process: it is loaded from here, or compiled and kept here."""

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
        with suppress(OSError):  # of what cannot be kept there, code_cache.py says so
            folder.mkdir(parents=True, exist_ok=True)
            files.save(codegen.magic_tuple(), library.serialize_using_object_code())
        return library

    nrtdynmod.compile_nrt_functions = compile_nrt_functions
