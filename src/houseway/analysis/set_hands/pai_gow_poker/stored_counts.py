"""Long counts in parts, each stored on disk when it is finished, so that a stopped count resumes.

The file name has the name of the count and a fingerprint of its code, including every rule it
calls. The file carries its own digest. A file that cannot be read is ignored and the count starts
over.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from houseway.analysis.compiler.compile import cache_home, fingerprint, spent_once
from houseway.util.file_lock import lock_file

EVERY = 5.0
"""Seconds between two saves, and between two reports."""

Numbers = tuple[int, ...]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    parts: dict[str, Numbers] = {}
    digest: str = ""


class KeptParts:
    """The finished parts of one count."""

    def __init__(self, name: str, code: Sequence[Callable[..., Any]], says: str) -> None:
        prints = "".join(fingerprint(f) for f in code)
        print_ = hashlib.sha256(prints.encode()).hexdigest()[:24]
        self.path = cache_home() / "counts" / f"{name}-{print_}.json"
        self.says = says
        self.parts = self._read()
        self._saved = time.monotonic()
        self._announced = False

    def _read(self) -> dict[str, Numbers]:
        """Return the stored sums by part; empty if the file is missing or damaged."""
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=_File)
        except (OSError, ValueError, msgspec.MsgspecError):
            return {}
        return found.parts if found.digest == _digest(found.parts) else {}

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Hold the count inside the block: another process waits, and then reads what was kept."""
        lock = lock_file(self.path.with_suffix(".lock"), self._wait)
        try:
            self.parts = self._read() | self.parts
            with spent_once():
                yield
        finally:
            if lock is not None:
                os.close(lock)

    def _wait(self) -> None:
        """Print that another process makes the count."""
        print("houseway: another process makes this count; waiting for it", file=sys.stderr)

    def add(self, part: str, numbers: Numbers, share: float) -> None:
        """Add a finished part; ``share`` is the finished share of the whole, from 0 to 1."""
        self.parts[part] = numbers
        if share >= 1 or time.monotonic() - self._saved > EVERY:
            self.save()
            self.tell(share)

    def save(self) -> None:
        """Write the file atomically; if that fails, the parts are counted again in the next
        process.
        """
        made = msgspec.json.encode(_File(self.parts, _digest(self.parts)))
        part = Path(f"{self.path}.{os.getpid()}.part")
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(made)
            os.replace(part, self.path)
        self._saved = time.monotonic()

    def tell(self, share: float) -> None:
        """Report the finished share on the standard error; the first message names the work."""
        if not self._announced:
            print(f"houseway: {self.says}; on first use only", file=sys.stderr)
        self._announced = True
        print(f"houseway: {share:.0%} counted", file=sys.stderr, flush=True)


def _digest(parts: dict[str, Numbers]) -> str:
    """Return the digest that guards stored sums against damage."""
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
