"""A battery of tests made with care: what is out of bounds is tested again on new numbers.

At a level of 99 % one test in a hundred is out of bounds though nothing is wrong.  So such a test
is made once more, on new numbers, and fails if it is out of bounds again: by chance once in ten
thousand.  A source that is wrong is wrong both times.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from houseway.analysis.randomness.finding import Finding


def battery(tests: Callable[[], list[Finding]]) -> list[Finding]:
    """The findings of some tests, each call of which takes new numbers."""
    first = tests()
    if all(finding.passed for finding in first):
        return first
    second = {finding.test: finding for finding in tests()}
    return [x if x.passed else replace(second[x.test], again=True) for x in first]
