"""Long counts in parts, each kept on disk when it is done, so that a stopped count goes on.

The file is named by what is counted and by a fingerprint of the code that counts it and of every
rule it asks, and it carries its own digest; one that cannot be read is begun anew.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from houseway.analysis.compiler.compile import cache_home, fingerprint

EVERY = 5.0
"""Seconds between two saves, and between two reports."""

Numbers = tuple[int, ...]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    parts: dict[str, Numbers] = {}
    digest: str = ""


class KeptParts:
    """The parts of one count that are done."""

    def __init__(self, name: str, code: Sequence[Callable[..., Any]], says: str) -> None:
        prints = "".join(fingerprint(f) for f in code)
        print_ = hashlib.sha256(prints.encode()).hexdigest()[:24]
        self.path = cache_home() / "counts" / f"{name}-{print_}.json"
        self.says = says
        self.parts = self._read()
        self._saved = time.monotonic()
        self._told = False

    def _read(self) -> dict[str, Numbers]:
        try:
            found = msgspec.json.decode(self.path.read_bytes(), type=_File)
        except (OSError, ValueError, msgspec.MsgspecError):
            return {}
        return found.parts if found.digest == _digest(found.parts) else {}

    def add(self, part: str, numbers: Numbers, share: float) -> None:
        """A part is done, and with it such a share of the whole."""
        self.parts[part] = numbers
        if share >= 1 or time.monotonic() - self._saved > EVERY:
            self.save()
            self.tell(share)

    def save(self) -> None:
        """Whole or not at all; where nothing can be written it is counted again the next time."""
        made = msgspec.json.encode(_File(self.parts, _digest(self.parts)))
        part = Path(f"{self.path}.{os.getpid()}.part")
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(made)
            os.replace(part, self.path)
        self._saved = time.monotonic()

    def tell(self, share: float) -> None:
        """How far it is, to the standard error; the first word says what is being done."""
        if not self._told:
            print(f"houseway: {self.says}; on first use only", file=sys.stderr)
        self._told = True
        print(f"houseway: {share:.0%} counted", file=sys.stderr, flush=True)


def _digest(parts: dict[str, Numbers]) -> str:
    return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
