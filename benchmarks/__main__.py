"""``python -m benchmarks``: the house games, then the poker room where it is built."""

from __future__ import annotations

import importlib
import importlib.util

from benchmarks import house


def main() -> None:
    """Run every benchmark there is."""
    house.run()
    if importlib.util.find_spec("benchmarks.poker"):
        importlib.import_module("benchmarks.poker").run()


if __name__ == "__main__":
    main()
