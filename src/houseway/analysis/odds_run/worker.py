"""Another process that computes odds: groups of wagers come on the input, results go out.

Usage: ``python -m houseway.analysis.odds_run.worker``
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import BinaryIO

from houseway.analysis.odds_run.groups import WagerGroup


def serve(source: BinaryIO, out: BinaryIO) -> None:
    """Compute one group after the other until the input ends.

    The answer is the odds, or None if this process cannot compute them. The caller then computes
    them, and meets the error itself.
    """
    while True:
        try:
            given: bytes = pickle.load(source)
        except EOFError:
            return
        pickle.dump(_answer(given), out)
        out.flush()


def _answer(given: bytes) -> bytes | None:
    """Return the pickled odds of a pickled group; None if they cannot be computed here."""
    try:
        group: WagerGroup = pickle.loads(given)
        return pickle.dumps(group.compute())
    except Exception:  # a refusal, or a class that no module of this process has
        return None


def main() -> None:
    """Serve the process that started this one; Ctrl-C is left to that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a print does not spoil the answers
    serve(sys.stdin.buffer, out)


if __name__ == "__main__":
    main()
