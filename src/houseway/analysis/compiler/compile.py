"""Compilation of rules and drivers by numba, with a disk cache that notices edits of callees.

numba's own cache checks only the file of the function it compiles. A rule that calls a rule in
another file would keep stale code after that file changed. So the directory of each compiled
function is named by a fingerprint of everything it can reach. That covers bytecode, constants,
defaults, closures and tables, through modules and nested functions. A function without a
fingerprint is compiled again in every process and never stored. ``code_cache.py`` defines the
files.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import itertools
import os
import secrets
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

_FOREIGN = sys.stdlib_module_names | {"numba", "numpy", "llvmlite"}
"""Packages whose functions numba knows; their versions are part of the cache's name."""

_PLAIN = (bool, int, float, complex, str, bytes, range, Fraction, type(None), type(...))

_twins: dict[tuple[Callable[..., Any], bool, bool], Any] = {}
_known: set[Callable[..., Any]] = set()
_lock = threading.RLock()


class UnprintableError(TypeError):
    """Raised for a function that reaches a value without a fingerprint."""


def is_known(module: str | None) -> bool:
    """Return True if numba knows the functions of a module."""
    return (module or "").partition(".")[0] in _FOREIGN


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and those nested in it: comprehensions, lambdas, inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def names_of(f: types.FunctionType) -> tuple[list[str], set[str]]:
    """Return the globals that a function loads, in order, and every attribute it mentions."""
    loaded: dict[str, None] = {}
    mentioned: set[str] = set()
    for code in _codes(f.__code__):
        mentioned.update(code.co_names)
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                loaded[step.argval] = None
    return list(loaded), mentioned


def _reads(f: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield every name that a function reads from outside with its value, in a fixed order."""
    names, mentioned = names_of(f)
    for name in names:
        if name in f.__globals__:
            yield from _through(name, f.__globals__[name], mentioned, ())
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        yield from _through(name, cell.cell_contents, mentioned, ())


def _through(
    name: str, value: Any, mentioned: set[str], above: tuple[Any, ...]
) -> Iterator[tuple[str, Any]]:
    """Yield the value itself; for a module of ours, the attributes the function mentions."""
    if not isinstance(value, types.ModuleType):
        yield name, value
    elif not is_known(value.__name__) and value not in above:
        for attribute in sorted(mentioned):
            if hasattr(value, attribute):
                inner = getattr(value, attribute)
                yield from _through(f"{name}.{attribute}", inner, mentioned, (*above, value))


def function_of(value: Any) -> types.FunctionType | None:
    """Return the Python function behind a value if it is one of ours, else None.

    A compiled function counts as its Python function.
    """
    f = getattr(value, "py_func", value)
    return f if isinstance(f, types.FunctionType) and not is_known(f.__module__) else None


def callees(f: Callable[..., Any]) -> list[types.FunctionType]:
    """Return every function of ours that a function can reach, itself first, in a fixed order."""
    first = function_of(f)
    if first is None:
        raise UnprintableError(f"{f!r} is not a function of ours")
    found: dict[types.FunctionType, None] = {first: None}
    todo = [first]
    while todo:
        for _, value in _reads(todo.pop()):
            for inner in _flat(value):
                g = function_of(inner)
                if g is not None and g not in found:
                    found[g] = None
                    todo.append(g)
    return list(found)


def _flat(value: Any) -> Iterator[Any]:
    """Yield a value, or the elements of nested tuples."""
    if isinstance(value, tuple):
        for inner in value:
            yield from _flat(inner)
    else:
        yield value


def fingerprint(f: Callable[..., Any]) -> str:
    """Return a digest of everything the function reaches, or raise ``UnprintableError``."""
    digest = hashlib.sha256()
    functions = callees(f)
    number = {g: i for i, g in enumerate(functions)}
    for g in functions:
        digest.update(f"\nfunction {g.__qualname__}{_marks(g)}".encode())
        _add_code(digest, g.__code__)
        _add(digest, (g.__defaults__, tuple(sorted((g.__kwdefaults__ or {}).items()))), number)
        for name, value in _reads(g):
            digest.update(f"\n{name} = ".encode())
            _add(digest, value, number)
    return digest.hexdigest()[:24]


def _add(digest: Any, value: Any, number: dict[types.FunctionType, int]) -> None:
    """Add one constant or table; containers go element by element, since a long repr is cut."""
    function = function_of(value)
    if function is not None:
        digest.update(f"function {number.get(function, function.__qualname__)};".encode())
    elif type(value) in _PLAIN:
        digest.update(f"{type(value).__name__} {value!r};".encode())
    elif isinstance(value, tuple | list):
        digest.update(f"{type(value).__name__} {len(value)}(".encode())
        for inner in value:
            _add(digest, inner, number)
    elif isinstance(value, dict):
        _add(digest, ("dict", tuple(value.items())), number)
    elif isinstance(value, set | frozenset):
        _add(digest, ("set", tuple(sorted(value, key=repr))), number)
    elif hasattr(value, "tobytes") and hasattr(value, "dtype"):
        digest.update(f"array {value.dtype.str} {value.shape} ".encode() + value.tobytes())
    elif isinstance(value, enum.Enum):
        _add(digest, (type(value).__qualname__, value.name, value.value), number)
    elif isinstance(value, type) and issubclass(value, enum.Enum):
        _add(digest, tuple(value), number)
    elif isinstance(value, type) and hasattr(value, "_fields"):
        _add(digest, (value.__qualname__, value._fields), number)
    elif callable(value) and is_known(_home(value)):
        digest.update(f"known {_home(value)} {getattr(value, '__name__', value)};".encode())
    else:
        raise UnprintableError(
            f"no fingerprint can be taken of {type(value).__name__} {value!r:.60}"
        )


def _home(value: Any) -> str:
    """Return the module of a function or class, or of a callable such as a ufunc."""
    return getattr(value, "__module__", None) or type(value).__module__


def _add_code(digest: Any, code: types.CodeType) -> None:
    """Add bytecode, names and constants of a code object and of those nested in it to a digest."""
    for part in _codes(code):
        digest.update(part.co_code + part.co_exceptiontable)
        shape = (part.co_argcount, part.co_kwonlyargcount, part.co_flags, part.co_names)
        digest.update(repr((*shape, part.co_varnames, part.co_freevars)).encode())
        for constant in part.co_consts:
            if not isinstance(constant, types.CodeType):
                digest.update(f"{type(constant).__name__} {constant!r};".encode())


QUICKLY = os.environ.get("HOUSEWAY_COMPILE") == "quick"
"""True to compile everything faster with slower code (``quick_compile.py``), as short tests do."""

LAYOUT = 3
"""The version of the cache format and of ``numba_extensions.py`` and ``untrusted_rules.py``; a new
number ignores all code stored before."""


def cache_home() -> Path:
    """Return the cache directory: ``HOUSEWAY_CACHE``, else the user's cache directory."""
    if base := os.environ.get("HOUSEWAY_CACHE"):
        return Path(base)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "houseway"
    try:
        return Path("~/.cache/houseway").expanduser()
    except RuntimeError:  # without a home directory nothing is stored
        return Path(os.devnull) / "houseway"


def inlined(f: Any) -> Any:
    """Mark a function to be inlined, so that unused parts of its result are never computed."""
    f.inlined = True
    return f


def _is_inlined(f: types.FunctionType) -> bool:
    """Return True if the compiler copies a function into its callers."""
    return getattr(f, "inlined", False)


def _is_checked(f: types.FunctionType) -> bool:
    """Return True if a function is compiled with checks of bounds and divisors."""
    return getattr(f, "checked", False)


def _marks(f: types.FunctionType) -> str:
    """Return the marks of a function that change its compiled form, as text for a digest."""
    return " inlined" * _is_inlined(f) + " checked" * _is_checked(f)


def _options(f: types.FunctionType) -> dict[str, Any]:
    """Return the compiler options of a function that compiled code calls, and C does not."""
    options: dict[str, Any] = {"no_cfunc_wrapper": True, "forceinline": _is_inlined(f)}
    if _is_checked(f):  # ``untrusted_rules.py``
        options |= {"boundscheck": True, "error_model": "python"}
    return options


def compiled(f: Callable[..., Any], no_refcount: bool = False, fully: bool | None = None) -> Any:
    """Return the compiled version of a function, made once per process and cached on disk.

    ``no_refcount`` is for drivers that allocate no arrays.  Without numba's reference counts, which
    use locked instructions, they are several times as fast.  ``fully`` is for loops that run longer
    than they compile; by default these are the drivers with ``no_refcount``.  Other functions, and
    loops of a short run that are not cached yet, are compiled as ``quick_compile.py`` says.
    """
    with _lock:
        if QUICKLY or not (no_refcount if fully is None else fully):
            return _compiled(f, no_refcount, True)
        twin = _compiled(f, no_refcount, False)
        if _run.is_short and not (twin.overloads or is_kept(twin)):
            return _compiled(f, no_refcount, True)
        return twin


def _compiled(f: Callable[..., Any], no_refcount: bool, quickly: bool) -> Any:
    """Return the compiled form of a function; each is made once per process."""
    key = f, no_refcount, quickly
    if key not in _twins:
        _twins[key] = _twin(f, no_refcount, quickly)
    return _twins[key]


class _Run(threading.local):
    """The length of the run for which this thread compiles."""

    is_short = False


_run = _Run()


@contextmanager
def compile_for_run(is_short: bool) -> Iterator[None]:
    """Compile the loops inside this block for a short run, or for a long one."""
    before, _run.is_short = _run.is_short, is_short
    try:
        yield
    finally:
        _run.is_short = before


def is_kept(twin: Any) -> bool:
    """Return True if the code of a compiled function is in the disk cache."""
    where = twin.stats.cache_path  # None for a function that cannot be stored
    return where is not None and any(Path(where).glob("*.nbi"))


@functools.cache
def _number_apart() -> None:
    """Start numba's numbering of functions at a random number.

    numba numbers functions from 1 in every process and names their code by name and number. Two
    closures of one name, stored by two processes, could then have equal names. A process that loads
    both would take one for the other.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))


def _twin(f: Callable[..., Any], no_refcount: bool, quickly: bool) -> Any:
    """Make the compiled form of a function; ``quickly`` compiles faster to slower code."""
    import numba
    from numba.extending import register_jitable

    from houseway.analysis.compiler.numba_extensions import share_callees, teach_bits
    from houseway.analysis.compiler.quick_compile import install_quick_mode
    from houseway.analysis.compiler.untrusted_rules import teach_whole, whole

    _number_apart()
    teach_bits()
    teach_whole()
    install_quick_mode()
    share_callees()
    _known.add(whole)
    for g in callees(f):
        if g is not f and g not in _known:
            register_jitable(**_options(g))(g)
            _known.add(g)
    options: dict[str, Any] = {"no_cfunc_wrapper": True}
    if no_refcount:
        options |= {"_nrt": False, "error_model": "numpy"}
    from houseway.analysis.compiler.code_cache import KeptCode
    from houseway.analysis.compiler.numba_extensions import keep_runtime

    version = f"{numba.__version__}-{LAYOUT}" + "-quick" * QUICKLY
    keep_runtime(cache_home() / version)
    try:
        digest = fingerprint(f)
    except UnprintableError:
        return _with_lock(numba.njit(**options)(f), quickly)
    twin = numba.njit(**options)(f)
    way = "-b" * no_refcount + "-q" * (quickly and not QUICKLY)
    twin._cache = KeptCode(f, cache_home() / version / (digest + way))
    return _with_lock(twin, quickly)


_spent_once = 0.0


def seconds_spent_once() -> float:
    """Return the CPU seconds of this process for what a machine does once and keeps on its disk.

    These are compiled loops and long counts.
    """
    return _spent_once


@contextmanager
def spent_once(is_done: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Count the CPU time of the block as spent once, unless ``is_done`` says that it was kept."""
    global _spent_once
    began, before = time.process_time(), _spent_once
    try:
        yield
    finally:
        if is_done():
            _spent_once = before + time.process_time() - began


def _with_lock(twin: Any, quickly: bool) -> Any:
    """Return the twin with a compiler that takes the right mode and releases its file lock."""
    from houseway.analysis.compiler.quick_compile import compile_mode

    numbas, release = twin.compile, getattr(twin._cache, "release", None)

    def compile_it(sig: Any) -> Any:
        hits = sum(twin.stats.cache_hits.values())
        with spent_once(lambda: hits == sum(twin.stats.cache_hits.values())), compile_mode(quickly):
            try:
                return numbas(sig)
            finally:
                if release is not None:
                    release()

    twin.compile = compile_it
    return twin
