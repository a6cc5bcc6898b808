"""Answers on the disk, so that the next start has them.

Their names are digests of all that could change them.  A file begins with the digest of the rest;
what is damaged or cannot be read counts as not there, and what cannot be written is worked out
again.  The oldest go when there are too many.
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
"""Bytes of the digest before what a file holds."""
MOST_FILES, MOST_BYTES = 4_000, 64 * 1024 * 1024
FOLDER = "lab"


def folder() -> Path:
    """Where answers are kept."""
    return cache_home() / FOLDER


@functools.cache
def program() -> str:
    """The digest of the mathematics, and of what makes answers of it."""
    own = sorted(path for part in ("lab", "sheets") for path in (ROOT / part).rglob("*.py"))
    digest = hashlib.sha256(method_manifest().digest.encode())
    for path in own:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def key_of(game: Game, *question: object) -> str:
    """Under which name an answer about a posted table is kept.

    The fingerprint has the rules, the posting and the pays, one's own too; words are for people and
    no part of it.
    """
    words = msgspec.msgpack.encode(type(game).words().file, order="deterministic")
    asked = (program(), game.fingerprint(), sorted(game.stated), hashlib.sha256(words).hexdigest())
    return hashlib.sha256(repr((asked, question)).encode()).hexdigest()


def kept(key: str, kind: type[T], find: Callable[[], T]) -> T:
    """What is kept under a key, or what is found now."""
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
    try:
        data = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    whole = hashlib.sha256(data[SEAL:]).digest() == data[:SEAL]
    return data[SEAL:] if whole else None


def _write(path: Path, body: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        aside.write_bytes(hashlib.sha256(body).digest() + body)
        aside.replace(path)
        _prune(path.parent)
    except OSError:
        return


def _prune(where: Path) -> None:
    """Let the oldest go: a half of them, so that it is not to be done each time."""
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
