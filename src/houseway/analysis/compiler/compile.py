"""The compiled twin of a rule or driver: numba, found callees, a disk cache that notices edits.

numba's own cache looks only at the file of the function it compiles; a rule that calls a rule
in another file would keep a stale answer after that file changed.  So each twin is cached in a
directory named by a fingerprint of everything it can reach: bytecode, constants, defaults,
closures and tables, through modules and nested functions.  What cannot be fingerprinted is
compiled anew in every process and never kept.  The files themselves are those of ``code_cache.py``.
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
import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

_FOREIGN = sys.stdlib_module_names | {"numba", "numpy", "llvmlite"}
"""Packages whose functions numba knows by itself; its version and Python's name the cache."""

_PLAIN = (bool, int, float, complex, str, bytes, range, Fraction, type(None), type(...))

_twins: dict[tuple[Callable[..., Any], bool], Any] = {}
_known: set[Callable[..., Any]] = set()
_lock = threading.RLock()


class UnprintableError(TypeError):
    """A function reaches something of which no fingerprint can be taken."""


def is_known(module: str | None) -> bool:
    """Whether numba knows the functions of a module by itself."""
    return (module or "").partition(".")[0] in _FOREIGN


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and those nested in it: comprehensions, lambdas, inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _codes(constant)


def names_of(f: types.FunctionType) -> tuple[list[str], set[str]]:
    """The globals a function loads, in order, and every attribute it mentions."""
    loaded: dict[str, None] = {}
    mentioned: set[str] = set()
    for code in _codes(f.__code__):
        mentioned.update(code.co_names)
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                loaded[step.argval] = None
    return list(loaded), mentioned


def _reads(f: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Every name a function reads from outside and what stands there, in a fixed order."""
    names, mentioned = names_of(f)
    for name in names:
        if name in f.__globals__:
            yield from _through(name, f.__globals__[name], mentioned, ())
    for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True):
        yield from _through(name, cell.cell_contents, mentioned, ())


def _through(
    name: str, value: Any, mentioned: set[str], above: tuple[Any, ...]
) -> Iterator[tuple[str, Any]]:
    """The value itself; of a module of ours, the attributes the function mentions."""
    if not isinstance(value, types.ModuleType):
        yield name, value
    elif not is_known(value.__name__) and value not in above:
        for attribute in sorted(mentioned):
            if hasattr(value, attribute):
                inner = getattr(value, attribute)
                yield from _through(f"{name}.{attribute}", inner, mentioned, (*above, value))


def function_of(value: Any) -> types.FunctionType | None:
    """The Python function behind a value, if it is one of ours; a twin counts as its function."""
    f = getattr(value, "py_func", value)
    return f if isinstance(f, types.FunctionType) and not is_known(f.__module__) else None


def callees(f: Callable[..., Any]) -> list[types.FunctionType]:
    """Every function of ours that a function can reach, itself first, in a fixed order."""
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
    """A value, or what a tuple of them holds."""
    if isinstance(value, tuple):
        for inner in value:
            yield from _flat(inner)
    else:
        yield value


def fingerprint(f: Callable[..., Any]) -> str:
    """A digest of everything the function reaches; ``UnprintableError`` when it cannot be taken."""
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
    """One constant or table; containers element by element, for a long repr hides its middle."""
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
    """The module of a function or class, or of what a callable such as a ufunc is."""
    return getattr(value, "__module__", None) or type(value).__module__


def _add_code(digest: Any, code: types.CodeType) -> None:
    for part in _codes(code):
        digest.update(part.co_code + part.co_exceptiontable)
        shape = (part.co_argcount, part.co_kwonlyargcount, part.co_flags, part.co_names)
        digest.update(repr((*shape, part.co_varnames, part.co_freevars)).encode())
        for constant in part.co_consts:
            if not isinstance(constant, types.CodeType):
                digest.update(f"{type(constant).__name__} {constant!r};".encode())


QUICKLY = os.environ.get("HOUSEWAY_COMPILE") == "quick"
"""Whether the compiler is to hurry (``quick_compile.py``), as in the short form of the tests."""

LAYOUT = 3
"""The way code is kept on the disk, and what ``bits.py`` and ``untrusted_rules.py`` teach; another
number leaves what was kept before alone."""


def cache_home() -> Path:
    """Where compiled rules are kept: ``HOUSEWAY_CACHE``, else the user's cache directory."""
    if base := os.environ.get("HOUSEWAY_CACHE"):
        return Path(base)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "houseway"
    try:
        return Path("~/.cache/houseway").expanduser()
    except RuntimeError:  # nobody's home: then nothing is kept
        return Path(os.devnull) / "houseway"


def inlined(f: Any) -> Any:
    """Mark a function whose code is to stand in its callers: what they do not read of what it
    gives is then never made, and nothing is handed over."""
    f.inlined = True
    return f


def _is_inlined(f: types.FunctionType) -> bool:
    return getattr(f, "inlined", False)


def _is_checked(f: types.FunctionType) -> bool:
    return getattr(f, "checked", False)


def _marks(f: types.FunctionType) -> str:
    return " inlined" * _is_inlined(f) + " checked" * _is_checked(f)


def _options(f: types.FunctionType) -> dict[str, Any]:
    """How a function is compiled that another calls; C calls none of them."""
    options: dict[str, Any] = {"no_cfunc_wrapper": True, "forceinline": _is_inlined(f)}
    if _is_checked(f):  # ``untrusted_rules.py``
        options |= {"boundscheck": True, "error_model": "python"}
    return options


def compiled(f: Callable[..., Any], borrows: bool = False) -> Any:
    """The compiled twin of a function, made once per process, cached on disk by fingerprint.

    ``borrows`` is for drivers that make no array of their own: without counting who holds one,
    which numba does with locked instructions, they are several times as fast.
    """
    with _lock:
        if (f, borrows) not in _twins:
            _twins[f, borrows] = _twin(f, borrows)
        return _twins[f, borrows]


def is_kept(twin: Any) -> bool:
    """Whether the compiler's work on a twin lies on the disk already."""
    where = twin.stats.cache_path  # none for what cannot be kept
    return where is not None and any(Path(where).glob("*.nbi"))


@functools.cache
def _number_apart() -> None:
    """Begin numba's numbering of functions at a random place.

    numba numbers functions from 1 in every process and names their code by name and number.  The
    code of two closures of one name, kept by two processes, then bears the same name, and where
    both are loaded one is taken for the other.
    """
    from numba.core.bytecode import FunctionIdentity

    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))


def _twin(f: Callable[..., Any], borrows: bool) -> Any:
    import numba
    from numba.extending import register_jitable

    from houseway.analysis.compiler.bits import teach_bits
    from houseway.analysis.simulation.untrusted_rules import teach_whole, whole

    _number_apart()
    teach_bits()
    teach_whole()
    _known.add(whole)
    if QUICKLY:
        from houseway.analysis.compiler.quick_compile import link_callees

        link_callees()
    for g in callees(f):
        if g is not f and g not in _known:
            register_jitable(**_options(g))(g)
            _known.add(g)
    options: dict[str, Any] = {"no_cfunc_wrapper": True}
    if borrows:
        options |= {"_nrt": False, "error_model": "numpy"}
    from houseway.analysis.compiler.code_cache import KeptCode
    from houseway.analysis.compiler.runtime import keep_runtime

    version = f"{numba.__version__}-{LAYOUT}" + "-quick" * QUICKLY
    keep_runtime(cache_home() / version)
    try:
        digest = fingerprint(f)
    except UnprintableError:
        return numba.njit(**options)(f)
    twin = numba.njit(**options)(f)
    twin._cache = KeptCode(f, cache_home() / version / (digest + "-b" * borrows))
    return twin
