"""Compiled code on the disk: kept in our directory alone, told apart, not believed if damaged."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.compiler import code_cache
from houseway.analysis.compiler import compile as compiling
from houseway.analysis.compiler.code_cache import SealedFiles

pytestmark = pytest.mark.process

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
from houseway.analysis.compiler.compile import compiled
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


ONE_RULE = """
import sys
sys.path.insert(0, sys.argv[1])
import houseway_rule
from houseway.analysis.compiler.compile import compiled
twin = compiled(houseway_rule.over)
print(twin(30), sum(twin.stats.cache_hits.values()))
"""


def over(folder: Path, limit: int = 21, **environment: Any) -> subprocess.CompletedProcess[str]:
    """Compile a rule that calls another in a file of its own, in a process of its own."""
    (folder / "houseway_limit.py").write_text(f"def limit(x):\n    return x > {limit}\n")
    (folder / "houseway_rule.py").write_text(
        "from houseway_limit import limit\n\n\ndef over(x):\n    return limit(x)\n"
    )
    return subprocess.run(
        [sys.executable, "-B", "-c", ONE_RULE, str(folder)],
        capture_output=True, text=True, check=True, timeout=120, env=os.environ | environment,
    )  # fmt: skip


def kept_beside(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in (".nbi", ".nbc")]


@pytest.mark.parametrize(
    "variable",
    [
        "",
        pytest.param("NUMBA_CACHE_DIR", marks=pytest.mark.slow),
        pytest.param("NUMBA_CACHE_LOCATOR_CLASSES", marks=pytest.mark.slow),
    ],
)
def test_where_ours_cannot_be_made_nothing_is_kept(tmp_path: Path, variable: str) -> None:
    """numba wrote to __pycache__ next to the source, and an edited callee kept its old answer."""
    source = tmp_path / "source"
    source.mkdir()
    (tmp_path / "file").write_text("")
    places: dict[str, Any] = {
        "HOUSEWAY_CACHE": str(tmp_path / "file" / "cache"),
        "XDG_CACHE_HOME": str(tmp_path / "other"),
        "HOME": str(tmp_path),
    }
    if variable:
        value = str(tmp_path / "numba") if variable.endswith("DIR") else "InTreeCacheLocator"
        places[variable] = value
    first = over(source, **places)
    assert first.stdout.split() == ["True", "0"]
    assert "cannot be kept in" in first.stderr and "HOUSEWAY_CACHE" in first.stderr
    assert first.stderr.count("houseway: ") == 1
    assert over(source, limit=40, **places).stdout.split() == ["False", "0"]
    assert not kept_beside(tmp_path)


def test_what_is_kept_lies_in_ours_and_is_found_again(tmp_path: Path) -> None:
    source, cache = tmp_path / "source", tmp_path / "cache"
    source.mkdir()
    places: dict[str, Any] = {"HOUSEWAY_CACHE": str(cache)}
    assert over(source, **places).stdout.split() == ["True", "0"]
    again = over(source, **places)
    assert again.stdout.split() == ["True", "1"] and not again.stderr
    assert over(source, limit=40, **places).stdout.split() == ["False", "0"]
    assert kept_beside(cache) and not kept_beside(source)


def limit(x: int) -> bool:
    return x > 21


def over_limit(x: int) -> bool:
    return limit(x)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", ["short", "empty", "turned", "zeros"])
def test_damaged_code_is_made_anew(
    tmp_path: Path, suffix: str, damage: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))

    def asked() -> tuple[bool, int, str]:
        """Return the answer, the source of the kept code, and the message."""
        monkeypatch.setattr(compiling, "_twins", {})
        monkeypatch.setattr(code_cache, "_said", set())
        twin = compiling.compiled(over_limit)
        return twin(30), sum(twin.stats.cache_hits.values()), capsys.readouterr().err

    assert asked() == (True, 0, "")
    ours = [path for path in kept_beside(tmp_path) if path.parent.parent != tmp_path]
    (path,) = (path for path in ours if path.suffix == suffix)
    whole = path.read_bytes()
    middle = len(whole) // 2
    path.write_bytes({
        "short": whole[:middle],
        "empty": b"",
        "turned": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "zeros": bytes(len(whole)),
    }[damage])  # fmt: skip
    answer, hits, said = asked()
    assert (answer, hits) == (True, 0)
    assert str(tmp_path) in said and "is damaged; it is made again" in said
    assert asked() == (True, 1, "")


def bits_of(number: int) -> tuple[int, int]:
    return number.bit_length(), number.bit_count()


def test_the_length_of_an_int_and_its_bits_are_those_of_python() -> None:
    twin = compiling.compiled(bits_of)
    for number in (0, 1, 2, 3, 7, 8, 255, 256, 0o1111111111111, (1 << 42) - 1, (1 << 63) - 1):
        for signed in (number, -number):
            assert twin(signed) == bits_of(signed)
    for dtype in (np.int8, np.uint8, np.int32, np.uint32, np.uint64):
        for number in (0, 1, 5, 127):
            assert twin(dtype(number)) == bits_of(number)


MAKES_AN_ARRAY = """
import numpy as np
from houseway.analysis.compiler.compile import compiled
def made(n):
    return np.arange(n) + 1
print(compiled(made)(4).sum())
"""


def test_the_compilers_own_runtime_is_kept_beside_ours(tmp_path: Path) -> None:
    """The runtime's array counting is compiled once, loaded by the next process, never guessed."""

    def asked() -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, "-c", MAKES_AN_ARRAY], capture_output=True, text=True, check=True,
            timeout=120, env=os.environ | {"HOUSEWAY_CACHE": str(tmp_path)},
        )  # fmt: skip
        return done.stdout.strip(), done.stderr

    assert asked() == ("10", "")
    (code,) = tmp_path.glob("*/runtime*.nbc")
    whole, kept_at = code.read_bytes(), code.stat().st_mtime_ns
    assert asked() == ("10", "") and code.stat().st_mtime_ns == kept_at
    code.write_bytes(whole[:-1])
    answer, said = asked()
    assert answer == "10" and "is damaged; it is made again" in said
    assert code.read_bytes() != whole[:-1] and asked() == ("10", "")


def test_what_names_a_module_that_is_gone_counts_as_not_there(tmp_path: Path) -> None:
    """An older or parallel version may have stored structs of modules with other names."""
    data = b"chouseway.odds.no_such_module\nThing\n."
    path = tmp_path / "f-1.py311.nbi"
    path.write_bytes(hashlib.sha256(data).digest() + data)
    with pytest.raises(ImportError):
        pickle.loads(data)
    files = SealedFiles(str(tmp_path), "f-1.py311", "stamp")
    assert files._load_index() == {}
