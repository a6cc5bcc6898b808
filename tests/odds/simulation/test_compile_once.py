"""Compiled once: by one process for all, once for all callers, and in the way that pays."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba.core import dispatcher
from numba.core.errors import TypingError

from houseway.analysis.compiler import compile as compiling
from houseway.analysis.compiler.code_cache import LOCK
from houseway.analysis.compiler.compile import compile_for_run, compiled
from houseway.analysis.compiler.quick_compile import is_quick

RULES = """
def scale(x):
    total = 0
    for i in range(x):
        total += (i * x) % 7
    return total

def big(x):
    return scale(x) + scale(x + 1) + scale(x + 2)
"""

USE = """
import sys, time
from pathlib import Path
folder, name, argument = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
sys.path.insert(0, str(folder))
import houseway_rules as rules
from numba.core import dispatcher
from houseway.analysis.compiler.compile import compiled
twin = compiled(getattr(rules, name))
numbas = dispatcher._FunctionCompiler.compile
def slowly(self, args, return_type):
    (folder / "begun").touch()
    time.sleep(float(sys.argv[4]))
    return numbas(self, args, return_type)
dispatcher._FunctionCompiler.compile = slowly
while len(sys.argv) > 5 and not (folder / "begun").exists():
    time.sleep(0.01)
print(twin(argument), len(twin.stats.cache_misses))
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "houseway_rules.py").write_text(RULES)
    return tmp_path


def start(folder: Path, name: str, *words: str) -> subprocess.Popen[str]:
    """A process that compiles a rule, as slowly as it is told."""
    environment = os.environ | {"HOUSEWAY_CACHE": str(folder / "cache")}
    return subprocess.Popen(
        [sys.executable, "-c", USE, str(folder), name, *words], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip


def said(process: subprocess.Popen[str]) -> list[str]:
    out, error = process.communicate(timeout=120)
    assert not error
    return out.split()


@pytest.mark.process
def test_a_function_that_another_process_compiles_is_waited_for(rules: Path) -> None:
    first = start(rules, "big", "5", "0.7")
    second = start(rules, "big", "5", "0", "after the first has begun")
    assert (said(first), said(second)) == (["35", "1"], ["35", "0"])


@pytest.mark.process
def test_a_process_that_is_killed_while_it_compiles_leaves_the_function_to_others(
    rules: Path,
) -> None:
    first = start(rules, "big", "5", "60")
    second = start(rules, "big", "5", "0", "after the first has begun")
    try:
        while not (rules / "begun").exists():
            pass
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(1.5)  # it waits for the lock
    finally:
        first.kill()
        first.communicate()
    assert said(second) == ["35", "1"]


def joins(x: Any) -> Any:
    return x + "one"


def test_a_function_that_does_not_compile_is_left_to_other_processes(
    counted: list[tuple[str, bool]], tmp_path: Path
) -> None:
    with pytest.raises(TypingError):
        compiled(joins)(5)
    (lock,) = tmp_path.rglob(LOCK)
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError if it is still held


def inner(x: int) -> int:
    return x * 3 + 1


def between(x: int) -> int:
    return inner(x) + 1


def outer(x: int) -> int:
    return inner(x) + between(x)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, bool]]:
    """Every function that is compiled, and whether the quick way."""
    found: list[tuple[str, bool]] = []
    numbas = dispatcher._FunctionCompiler.compile

    def noted(self: Any, args: Any, return_type: Any) -> Any:
        found.append((self.py_func.__name__, is_quick()))
        return numbas(self, args, return_type)

    monkeypatch.setattr(dispatcher._FunctionCompiler, "compile", noted)
    monkeypatch.setattr(compiling, "_twins", {})
    monkeypatch.setattr(compiling, "QUICKLY", False)
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    return found


def test_what_a_twin_and_its_callee_call_is_compiled_once(
    counted: list[tuple[str, bool]],
) -> None:
    assert compiled(outer)(5) == 16 + 17
    assert sorted(name for name, _ in counted) == ["between", "inner", "outer"]


def add_one(x: int) -> int:
    return x + 1


def tripled(x: int) -> int:
    return add_one(x) * 3


def test_a_count_is_compiled_the_quick_way_and_a_loop_fully(
    counted: list[tuple[str, bool]],
) -> None:
    assert compiled(tripled)(1) == 6
    assert compiled(tripled, no_refcount=True)(1) == 6
    assert compiled(tripled, fully=True)(1) == 6
    ways = [way for name, way in counted if name == "tripled"]
    assert ways == [True, False, False]
    assert [way for name, way in counted if name == "add_one"][:2] == [True, False]


def quartered(x: int) -> int:
    return x // 4


def test_the_loop_of_a_short_run_is_compiled_the_quick_way_unless_it_is_kept(
    counted: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with compile_for_run(is_short=True):
        assert compiled(quartered, no_refcount=True)(9) == 2
    assert counted == [("quartered", True)]
    assert compiled(quartered, no_refcount=True)(9) == 2
    assert counted == [("quartered", True), ("quartered", False)]
    monkeypatch.setattr(compiling, "_twins", {})  # as in the next process
    with compile_for_run(is_short=True):
        assert compiled(quartered, no_refcount=True)(9) == 2
    assert counted == [("quartered", True), ("quartered", False)]
