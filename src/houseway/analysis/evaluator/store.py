"""A disk cache for lookup tables, with a notice on first use.

The file of a table is named by a fingerprint of the function that fills it and of every rule it
calls. After an edit the old file is never read again.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.compiler.compile import UnprintableError, cache_home, compiled, fingerprint
from houseway.analysis.evaluator.tables import Arrays

_said: set[str] = set()


def kept(fill: Callable[..., Arrays], *given: int, what: str, twin: bool = False) -> Arrays:
    """The arrays that ``fill``, or its compiled version, makes; from the disk if available."""
    try:
        file = _file(fill, given)
    except UnprintableError:
        file = None
    found = _read(file)
    if found is None:
        _say(what)
        found = (compiled(fill) if twin else fill)(*given)
        _write(file, found)
    return found


@lru_cache
def kernel(loop: Callable[..., Any], what: str) -> Any:
    """Return the compiled loop, with a notice if it must be compiled."""
    twin = compiled(loop, fully=True)
    where = twin.stats.cache_path  # None for a function that cannot be stored
    if where is None or not any(Path(where).glob("*.nbi")):
        _say(what)
    return twin


def _say(what: str) -> None:
    """Print a notice once per kind of hand and process to stderr."""
    if what not in _said:
        _said.add(what)
        print(
            f"houseway: preparing {what} for batches, on first use only",
            file=sys.stderr,
            flush=True,
        )


def _file(fill: Callable[..., Arrays], given: tuple[int, ...]) -> Path:
    """Return the path of a stored table; its name has the digest of the code that fills it."""
    name = "-".join([fill.__name__, *map(str, given), fingerprint(fill)])
    return cache_home() / "tables" / f"{name}.npz"


def _read(file: Path | None) -> Arrays | None:
    """Return the arrays of a file; None if it is missing or unreadable."""
    if file is None:
        return None
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            return tuple(stored[name] for name in stored.files)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return None


def _write(file: Path | None, arrays: Arrays) -> None:
    """Write the file completely or not at all; without a file each process makes the tables."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            np.savez(part, *arrays)
        os.replace(part.name, file)
    except OSError:
        return
