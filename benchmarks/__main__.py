"""``python -m benchmarks``: every benchmark, or those named (``python -m benchmarks poker``).

``--tiny`` runs each in a form that takes a moment, which shows that it runs and measures nothing.

``room_load`` takes some minutes and a machine of its own: it runs when it is named (``make load``).
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMED_ONLY = ("room_load",)


def main(names: list[str]) -> None:
    """Run the benchmarks of these names, or all, each in a process of its own."""
    tiny = "--tiny" in names
    names = [name for name in names if name != "--tiny"]
    print(f"Python {platform.python_version()} ({platform.python_build()[1]})", flush=True)
    known = sorted(p.stem for p in HERE.glob("*.py") if not p.stem.startswith("_"))
    for name in names or [each for each in known if each not in NAMED_ONLY]:
        if name not in known:
            raise SystemExit(f"there is no benchmark {name!r}; there is {', '.join(known)}")
        code = f"from benchmarks.{name} import run; run(tiny={tiny})"
        subprocess.run([sys.executable, "-c", code], cwd=HERE.parent, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
