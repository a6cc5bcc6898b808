"""Telling whoever waits at a terminal what is being worked on, once it takes its time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

PATIENCE = 2.0
"""Seconds that nobody minds; only what takes longer is told of."""

Say = Callable[[str], None]


@contextmanager
def telling(first: str) -> Iterator[Say]:
    """A line on the terminal, kept up by what is given to it, from the third second on.

    It goes to the standard error, so what is printed can be piped, and away when the work is done.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda words: None
        return
    status = Console(stderr=True).status(first)
    late = threading.Timer(PATIENCE, status.start)
    late.daemon = True
    late.start()
    try:
        yield lambda words: status.update(words)
    finally:
        late.cancel()
        late.join()
        status.stop()
