"""Memory of the server: what is free goes back to the system.

The allocator of the C library keeps what was freed between pieces that are in use, and takes new
memory beside it: what a server holds grew by some 25 bytes an action though what it uses stays.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import cast

EVERY_MS = 60_000


def trimmer() -> Callable[[int], int] | None:
    """The call by which the C library gives back what is free; None where there is none."""
    return cast("Callable[[int], int] | None", getattr(ctypes.CDLL(None), "malloc_trim", None))


async def give_back() -> None:
    """Give back what is free: one or two milliseconds, once a minute."""
    trim = trimmer()
    if trim is not None:
        trim(0)


__all__ = ["EVERY_MS", "give_back", "trimmer"]
