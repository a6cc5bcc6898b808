"""What a piece of work takes of one core."""

from __future__ import annotations

import time
from collections.abc import Callable


def cpu(work: Callable[[], object], best_of: int = 3) -> float:
    """The least CPU time of a few runs: of one that nothing disturbs, and that compiles nothing."""
    times = []
    for _ in range(best_of):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
