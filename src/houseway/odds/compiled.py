"""The compiled twin of a rule: numba, found callees, and a disk cache that notices edits.

numba's own cache looks only at the file of the function it compiles; a rule that calls a rule
in another file would keep a stale answer after that file changed.  So each twin is cached in a
directory named by a fingerprint of everything the rule can reach.
"""

from __future__ import annotations

import hashlib
import os
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

_twins: dict[Callable[..., Any], Any] = {}
_known: set[Callable[..., Any]] = set()


def reached(f: Callable[..., Any]) -> dict[str, Any]:
    """Every global a function can reach, over names and attributes, in sorted order."""
    found: dict[str, Any] = {}
    todo: list[Callable[..., Any]] = [f]
    while todo:
        g = todo.pop()
        for name, value in _globals_of(g):
            if name in found:
                continue
            found[name] = value
            if isinstance(value, types.FunctionType):
                todo.append(value)
    return dict(sorted(found.items()))


def _globals_of(f: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    code, scope = f.__code__, f.__globals__
    for name in code.co_names:
        value = scope.get(name)
        if value is None:
            continue
        if isinstance(value, types.ModuleType):
            if not value.__name__.startswith("houseway"):
                continue
            for attribute in code.co_names:
                if hasattr(value, attribute):
                    yield f"{value.__name__}.{attribute}", getattr(value, attribute)
        elif isinstance(value, types.FunctionType):
            if value.__module__.startswith("houseway"):
                yield f"{value.__module__}.{value.__qualname__}", value
        else:
            yield f"{f.__module__}.{name}", value


def fingerprint(f: Callable[..., Any]) -> str:
    """A digest of the bytecode, constants and tables of everything the rule reaches."""
    digest = hashlib.sha256()
    _add_code(digest, f.__code__)
    for name, value in reached(f).items():
        digest.update(name.encode())
        if isinstance(value, types.FunctionType):
            _add_code(digest, value.__code__)
        elif hasattr(value, "tobytes"):
            digest.update(value.tobytes())
        else:
            digest.update(repr(value).encode())
    return digest.hexdigest()[:24]


def _add_code(digest: Any, code: types.CodeType) -> None:
    digest.update(code.co_code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(digest, constant)
        else:
            digest.update(repr(constant).encode())
    digest.update(repr(code.co_names).encode())


def cache_home() -> Path:
    """Where compiled rules are kept: ``HOUSEWAY_CACHE``, else the user's cache directory."""
    base = os.environ.get("HOUSEWAY_CACHE")
    if base:
        return Path(base)
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "houseway"


def compiled(f: Callable[..., Any]) -> Any:
    """The compiled twin of a rule, made once per process and cached on disk by fingerprint."""
    if f not in _twins:
        import numba
        from numba.extending import register_jitable

        for value in reached(f).values():
            if isinstance(value, types.FunctionType) and value is not f and value not in _known:
                register_jitable(value)
                _known.add(value)
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_home() / numba.__version__ / fingerprint(f))
        try:
            _twins[f] = numba.njit(cache=True)(f)
        finally:
            config.CACHE_DIR = before
    return _twins[f]
