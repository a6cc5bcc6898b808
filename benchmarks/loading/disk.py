"""The time of a disk sync with nothing else to do: no answer can be faster than its commit."""

from __future__ import annotations

import os
import time
from pathlib import Path

PAGE = 4_096
PAGES = 1_000


def syncs(folder: Path, seconds: float, every: float = 0.004) -> list[float]:
    """Return the sorted seconds of many syncs, each after overwriting a page.

    As in the log of a database, the file has its full size before, so only the page is written.
    """
    path = folder / "disk"
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        os.pwrite(file, bytes(PAGE * PAGES), 0)
        os.fsync(file)
        page, found = os.urandom(PAGE), []
        until = time.monotonic() + seconds
        while (began := time.monotonic()) < until:
            os.pwrite(file, page, PAGE * (len(found) % PAGES))
            os.fdatasync(file)
            found.append(time.monotonic() - began)
            time.sleep(max(0.0, every - found[-1]))
        return sorted(found)
    finally:
        os.close(file)
        path.unlink()
