"""Compiled code on the disk: in our own directory or nowhere, and never believed when damaged.

numba's own cache goes to another place when it cannot write: ``__pycache__`` beside the source, or
one of the user's, where nothing notices an edited callee.  And it loads whatever it finds, though
half a file is no code.  Here each file carries its own digest, and code that cannot be read or
kept is simply compiled anew.
"""

from __future__ import annotations

import hashlib
import inspect
import multiprocessing
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)

SEAL = 32
"""Bytes of the digest before what a file holds."""

_said: set[str] = set()


class Locator(_CacheLocator):  # type: ignore[misc]
    """The one place where the code of a function is kept."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._py_file = inspect.getfile(f)
        self._line = f.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> bytes:
        """The file of the function itself; what else it reaches names the folder."""
        try:
            return hashlib.sha256(Path(self._py_file).read_bytes()).digest()
        except OSError:
            return b""

    def get_disambiguator(self) -> str:
        return str(self._line)


class Result(CompileResultCacheImpl):  # type: ignore[misc]
    """What is kept: the result of compiling."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._lineno = f.__code__.co_firstlineno
        self._locator = Locator(f, folder)
        name = f"{Path(inspect.getfile(f)).stem}.{f.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class SealedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """Files that begin with the digest of the rest; what is damaged counts as not there."""

    def _load_index(self) -> dict[Any, str]:
        found = self._opened(self._index_path)
        if found is None or found[0] != (self._version, self._source_stamp):
            return {}
        overloads: dict[Any, str] = found[1]
        return overloads

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._seal(self._index_path, ((self._version, self._source_stamp), overloads))

    def _load_data(self, name: str) -> Any:
        return self._opened(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._seal(self._data_path(name), data)

    def _seal(self, path: str, value: Any) -> None:
        data = self._dump(value)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(data).digest() + data)

    def _opened(self, path: str) -> Any:
        try:
            data = Path(path).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(data[SEAL:]).digest() != data[:SEAL]:
            _say(f"compiled code kept in {path} is damaged; it is made again")
            return None
        try:
            return pickle.loads(data[SEAL:])
        except (ImportError, AttributeError):  # kept by a version whose modules have other names
            return None


class KeptCode(FunctionCache):  # type: ignore[misc]
    """The cache of one twin."""

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self._name = repr(f)
        self._py_func = f
        self._impl = Result(f, folder)
        self._cache_path = str(folder)
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = SealedFiles(self._cache_path, self._impl.filename_base, stamp)
        self.enable()

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """The types and the machine: the folder is named by all that the function reaches.

        numba would pickle closures, and a twin in one of them differs in every process.
        """
        return sig, codegen.magic_tuple()

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it if it can be kept; if not, say so once and go on."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say(
                f"compiled code cannot be kept in {self._cache_path} ({error.strerror}) and is "
                "made again every time; HOUSEWAY_CACHE may name another directory"
            )
            self.disable()


def _say(what: str) -> None:
    """A word to whoever started it, once; the workers of a simulation say nothing."""
    if not _said and multiprocessing.parent_process() is None:
        print(f"houseway: {what}", file=sys.stderr)
    _said.add(what)
