"""Tables kept on disk, and the word to whoever waits for the first use.

As with compiled rules, the file of a table is named by a fingerprint of the function that fills it
and of every rule it asks: edit one and the old file is never looked at again.
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
from houseway.analysis.poker.evaluator.tables import Arrays

_said: set[str] = set()


def kept(fill: Callable[..., Arrays], *given: int, what: str, twin: bool = False) -> Arrays:
    """What ``fill``, or its compiled twin, makes; from disk if the same rules made it before."""
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
    """The compiled loop; whoever waits for the compiler is told so."""
    twin = compiled(loop)
    where = twin.stats.cache_path  # none for what cannot be kept
    if where is None or not any(Path(where).glob("*.nbi")):
        _say(what)
    return twin


def _say(what: str) -> None:
    """Once per kind of hand and process, to the standard error, for the first is a pause."""
    if what not in _said:
        _said.add(what)
        print(
            f"houseway: preparing {what} for batches; a few seconds, on first use only",
            file=sys.stderr,
            flush=True,
        )


def _file(fill: Callable[..., Arrays], given: tuple[int, ...]) -> Path:
    name = "-".join([fill.__name__, *map(str, given), fingerprint(fill)])
    return cache_home() / "tables" / f"{name}.npz"


def _read(file: Path | None) -> Arrays | None:
    """The arrays of a file; none if it is not there or cannot be read as such."""
    if file is None:
        return None
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            return tuple(stored[name] for name in stored.files)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        return None


def _write(file: Path | None, arrays: Arrays) -> None:
    """Whole or not at all; where nothing can be written the tables are made in each process."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            np.savez(part, *arrays)
        os.replace(part.name, file)
    except OSError:
        return
