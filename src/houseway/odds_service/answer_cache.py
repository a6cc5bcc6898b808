"""A disk cache of answers, so that they survive a restart.

A file is named by a digest of everything that could change its answer. It begins with the digest of
its content. Damaged or unreadable files count as missing; if a file cannot be written, the answer
is computed again. The oldest files are deleted when there are too many.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from houseway.analysis.compiler.compile import cache_home
from houseway.game.base import Game
from houseway.rulebook.code_digest import ROOT
from houseway.sheets.par.manifest import method_manifest

T = TypeVar("T")
SEAL = 32
"""Bytes of the digest at the start of a file."""
MOST_FILES, MOST_BYTES = 4_000, 64 * 1024 * 1024
FOLDER = "lab"
PARTS = ("odds_service", "sheets")
"""Packages that make answers; a change of their code makes stored answers stale."""


def folder() -> Path:
    """Return the folder of stored answers."""
    return cache_home() / FOLDER


def sources() -> list[Path]:
    """Return the files of the code that makes answers of the mathematics, sorted."""
    return sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))


@functools.cache
def program() -> str:
    """Return the digest of the mathematics and of the code that makes answers of it."""
    digest = hashlib.sha256(method_manifest().digest.encode())
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def key_of(game: Game, *question: object) -> str:
    """Return the cache key of an answer about a posted table.

    The fingerprint covers the rules, the posting and the pays, custom ones too. Words for people
    are not part of it.
    """
    words = msgspec.msgpack.encode(type(game).words().file, order="deterministic")
    table_key = (
        program(),
        game.fingerprint(),
        sorted(game.stated),
        hashlib.sha256(words).hexdigest(),
    )
    return hashlib.sha256(repr((table_key, question)).encode()).hexdigest()


def kept(key: str, kind: type[T], find: Callable[[], T]) -> T:
    """Return the stored answer of a key, or compute and store it."""
    body = _read(folder() / key)
    if body is not None:
        try:
            return msgspec.msgpack.decode(body, type=kind)
        except msgspec.MsgspecError:  # kept by a program with other structs
            pass
    found = find()
    _write(folder() / key, msgspec.msgpack.encode(found))
    return found


def _read(path: Path) -> bytes | None:
    """Return a stored answer and mark it as used; None if it is missing or damaged."""
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    whole = hashlib.sha256(data[SEAL:]).digest() == data[:SEAL]
    return data[SEAL:] if whole else None


def _write(path: Path, body: bytes) -> None:
    """Store an answer with its digest; give up in silence where the disk cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        aside.write_bytes(hashlib.sha256(body).digest() + body)
        aside.replace(path)
        _prune(path.parent)
    except OSError:
        return


def _prune(where: Path) -> None:
    """Delete the oldest half of the files, so that pruning is rare."""
    found: list[tuple[float, int, Any]] = []
    with os.scandir(where) as listed:
        for entry in listed:
            stat = entry.stat()
            found.append((stat.st_mtime, stat.st_size, entry.path))
    if len(found) <= MOST_FILES and sum(size for _, size, _ in found) <= MOST_BYTES:
        return
    found.sort()
    for _, _, path in found[: len(found) // 2 + 1]:
        Path(path).unlink(missing_ok=True)
