"""Locks between processes of one machine: a file that one of them holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path


def lock_file(path: Path, waits: Callable[[], None] | None = None) -> int | None:
    """Wait until no other process holds this file; return it open, and closing it releases it.

    Return None where nothing can be locked.  ``waits`` is called once if another process holds it.
    """
    lock = None
    try:
        import fcntl

        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waits is not None:
                waits()
            fcntl.flock(lock, fcntl.LOCK_EX)
    except (ImportError, OSError):
        if lock is not None:
            os.close(lock)
        return None
    except BaseException:
        os.close(lock) if lock is not None else None
        raise
    return lock
