"""Measure which lines of the package the quick tests run; print it by package, demand the floor.

    python scripts/measure_coverage.py [PYTEST ARGUMENT ...]

Tests in a browser, in other processes and of samples are left out: they run the same lines, or
lines that cannot be traced.  Code that numba compiles counts only where a test interprets it.  A
failing test is not reported here: ``make test`` does that.
"""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "houseway"
LOG = ROOT / "build" / "coverage.log"
QUICK = "not (slow or browser or process or statistical)"
NO_TESTS_FAILED, TESTS_FAILED = 0, 1


def run_tests(arguments: list[str]) -> None:
    """Run the quick tests with tracing; leave what pytest says in ``build/coverage.log``."""
    LOG.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "-m", QUICK]
    command += ["--cov", "--cov-report=", *arguments]
    with LOG.open("w") as log:
        done = subprocess.run(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode not in (NO_TESTS_FAILED, TESTS_FAILED):
        sys.exit(f"coverage: pytest stopped\n{LOG.read_text()[-2000:]}")


def count_lines(coverage: Coverage) -> dict[str, tuple[int, int]]:
    """Return, for each package of ``houseway``, the lines that can run and those that did not."""
    found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for path in sorted(PACKAGE.rglob("*.py")):
        _, lines, _, missing, _ = coverage.analysis2(str(path))
        parts = path.relative_to(PACKAGE).parts
        package = parts[0] if len(parts) > 1 else "(modules)"
        total, missed = found[package]
        found[package] = total + len(lines), missed + len(missing)
    return found


def percent(lines: int, missing: int) -> float:
    """Return the share of lines that ran, in percent; 100 where there are none."""
    return 100 * (lines - missing) / lines if lines else 100.0


def main() -> None:
    """Print a line for each package and the total; exit 1 below the floor of pyproject.toml."""
    run_tests(sys.argv[1:])
    coverage = Coverage(config_file=str(ROOT / "pyproject.toml"))
    coverage.load()
    found = count_lines(coverage)
    for package, (lines, missing) in found.items():
        print(f"coverage: {package:<14} {percent(lines, missing):5.1f} % of {lines:6,} lines")
    lines, missing = (sum(each) for each in zip(*found.values(), strict=True))
    total, floor = percent(lines, missing), float(coverage.get_option("report:fail_under") or 0)
    print(f"coverage: {'total':<14} {total:5.1f} % of {lines:6,} lines; the floor is {floor:g} %")
    if total < floor:
        sys.exit(1)


if __name__ == "__main__":
    main()
