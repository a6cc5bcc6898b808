"""Every worked case of the rulebook is one test, named by its game, its clauses and its title.

``pytest -k CO-2116-7G`` plays the cases of a clause, ``pytest -k pai-jack`` all of a game's.
"""

from __future__ import annotations

import pytest

from houseway.errors import HousewayError
from houseway.records.cases import Case, failures, read_cases
from houseway.sheets.conformance.matrix import all_cases

CASES = all_cases()


def name_case(case: Case) -> str:
    """Return the id of a case's test, in one line: ``pai-jack PJ-1 PJ-2: an ace counts 1``."""
    return " ".join(f"{case.game} {' '.join(case.clauses)}: {case.title}".split())


@pytest.mark.parametrize("case", CASES, ids=name_case)
def test_case(case: Case) -> None:
    assert not failures(case)


def test_names_tell_cases_apart() -> None:
    assert len({name_case(case) for case in CASES}) == len(CASES) > 6_000


def test_the_title_of_a_case_is_read_under_its_old_key_too() -> None:
    fields = {"clause": "BJ-14", "bets": {"main": 10}, "deal": "Ts 7h 9d Tc"}
    (new,) = read_cases({"case": [fields | {"title": "nineteen"}]}, "blackjack", "new.toml")
    (old,) = read_cases({"case": [fields | {"says": "nineteen"}]}, "blackjack", "old.toml")
    assert new == old
    with pytest.raises(HousewayError, match=r"case 1 .*title"):
        read_cases({"case": [fields]}, "blackjack", "bare.toml")
