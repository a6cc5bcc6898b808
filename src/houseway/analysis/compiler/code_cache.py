"""A disk cache for compiled code that uses one directory only and detects damaged files.

numba's own cache falls back to other places when it cannot write, such as ``__pycache__``, where an
edited callee goes unnoticed. It also loads incomplete files. Here every file starts with a digest
of its content. Code that cannot be read or stored is compiled again.

A process that compiles a function locks a file in the folder of its code. Another process that
needs the same function waits and reads the stored code.
"""

from __future__ import annotations

import hashlib
import inspect
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)

from houseway.util.file_lock import lock_file

SEAL = 32
"""The number of bytes of the digest at the start of a file."""

LOCK = "lock"
"""The name of the file that is locked while a function is compiled."""

_said: set[str] = set()


class Locator(_CacheLocator):  # type: ignore[misc]
    """The one directory for the code of a function."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._py_file = inspect.getfile(f)
        self._line = f.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> bytes:
        """Return the digest of the function's own file; the folder name covers what it calls."""
        try:
            return hashlib.sha256(Path(self._py_file).read_bytes()).digest()
        except OSError:
            return b""

    def get_disambiguator(self) -> str:
        return str(self._line)


class StoredResult(CompileResultCacheImpl):  # type: ignore[misc]
    """The cached result of a compilation."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._lineno = f.__code__.co_firstlineno
        self._locator = Locator(f, folder)
        name = f"{Path(inspect.getfile(f)).stem}.{f.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class SealedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """Files that begin with the digest of their content; damaged files count as missing."""

    def _load_index(self) -> dict[Any, str]:
        """Return the stored files by signature; empty if they are of another version."""
        found = self._opened(self._index_path)
        if found is None or found[0] != (self._version, self._source_stamp):
            return {}
        overloads: dict[Any, str] = found[1]
        return overloads

    def _save_index(self, overloads: dict[Any, str]) -> None:
        """Write the file names by signature, with version and stamp of the source."""
        self._seal(self._index_path, ((self._version, self._source_stamp), overloads))

    def _load_data(self, name: str) -> Any:
        """Return the compiled code in a file; None if it is missing or damaged."""
        return self._opened(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        """Write compiled code with its digest."""
        self._seal(self._data_path(name), data)

    def _seal(self, path: str, value: Any) -> None:
        """Write a value to a file, after the SHA-256 of its bytes."""
        data = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)

    def _opened(self, path: str) -> Any:
        """Return the content of a file; None if it is missing or does not fit its digest."""
        try:
            data = Path(path).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data[SEAL:]).digest() != data[:SEAL]:
            _say(f"compiled code kept in {path} is damaged; it is made again")
            return None
        try:
            return pickle.loads(data[SEAL:])
        except (ImportError, AttributeError):  # written by a version with other module names
            return None


class KeptCode(FunctionCache):  # type: ignore[misc]
    """The cache of one compiled function."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._name = repr(f)
        self._py_func = f
        self._impl = StoredResult(f, folder)
        self._cache_path = str(folder)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SealedFiles(self._cache_path, self._impl.filename_base, stamp)
        self._lock: int | None = None
        """The file that this process has locked; None if it has not."""
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kept code; None where this process must compile it, and no other one does."""
        found = super().load_overload(sig, target_context)
        if found is None and self._acquire():
            found = super().load_overload(sig, target_context)
        return found

    def _acquire(self) -> bool:
        """Wait until no other process compiles this function; False where nothing can be locked."""
        if self._lock is not None:
            return False
        lock = lock_file(Path(self._cache_path, LOCK))
        if lock is None:
            return False
        self._lock = lock
        return True

    def release(self) -> None:
        """Let other processes compile this function, or read what has been kept of it."""
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(OSError):
                os.close(lock)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Return the key within the folder: types and machine.

        The folder is named by everything that the function reaches. numba would pickle closures,
        and a compiled function in one of them differs in every process.
        """
        return sig, codegen.magic_tuple()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store the code; if that fails, print a notice once and disable the cache."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say(
                f"compiled code cannot be kept in {self._cache_path} ({error.strerror}) and is "
                "made again every time; HOUSEWAY_CACHE may name another directory"
            )
            self.disable()


def _say(what: str) -> None:
    """Print a notice once; worker processes print nothing."""
    if not _said and multiprocessing.parent_process() is None:
        print(f"houseway: {what}", file=sys.stderr)
    _said.add(what)
