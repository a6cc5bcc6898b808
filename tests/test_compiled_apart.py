"""Compiled code that several processes kept must not be mixed up when one process loads it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MODULE = """
def adder(inner):
    def add(x):
        return inner(x) + inner(x + 1) + inner(x + 2) + inner(x * 2) + inner(x * 3)
    return add

N = (1, 1000)
"""

USE = """
import sys
sys.path.insert(0, sys.argv[1])
import houseway_closures as m
from houseway.odds.compiled import compiled
N = m.N
def make(n):
    c = N[n]
    def inner(x):
        total = c
        for i in range(x):
            for j in range(i):
                total += (i * j) % 7 - (i ^ j) % 7
                if total > 1_000_000:
                    total -= c
                elif total < -1_000_000:
                    total += c
        return total
    return m.adder(inner)
for n in map(int, sys.argv[2]):
    print(compiled(make(n))(5))
"""


def test_closures_of_one_name_from_two_processes_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "houseway_closures.py").write_text(MODULE)
    environment = os.environ | {"HOUSEWAY_CACHE": str(tmp_path / "cache")}

    def answers(which: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", USE, str(tmp_path), which],
            capture_output=True, text=True, check=True, env=environment,
        )  # fmt: skip
        return done.stdout.split()

    first, second = answers("0"), answers("1")
    assert int(second[0]) - int(first[0]) == 5 * 999
    assert answers("01") == first + second
    assert answers("10") == second + first
