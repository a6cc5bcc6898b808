"""The program looks at its own files: at each start and once a day, and what it finds is logged."""

from __future__ import annotations

import platform
from hashlib import sha256
from pathlib import Path

import msgspec

import houseway

KINDS = (".py", ".toml", ".sql", ".j2")


class Program(msgspec.Struct, frozen=True):
    """Which program this is: the digest of its files, and what runs it."""

    version: str
    files: int
    digest: str
    python: str


def digests(folder: Path | None = None) -> dict[str, str]:
    """Every file of the program with its SHA-256, by its name within the program."""
    top = folder or Path(houseway.__file__).parent
    found = sorted(path for path in top.rglob("*") if path.suffix in KINDS and path.is_file())
    return {
        path.relative_to(top).as_posix(): sha256(path.read_bytes()).hexdigest() for path in found
    }


def program(folder: Path | None = None) -> Program:
    """The program as it lies on the disk now."""
    found = digests(folder)
    whole = sha256(msgspec.json.encode(found, order="deterministic")).hexdigest()
    return Program(houseway.__version__, len(found), whole, platform.python_version())
