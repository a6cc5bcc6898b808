"""Custody: people who alone set a card, PIN or duty stand behind its owner, in a table of rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.room.approvals.custody import Custody
from houseway.room.clock import SimulatedClock
from houseway.room.people.accounts import OpenedAccount, PersonChanged
from houseway.room.store.group_commit import PlainWriter
from houseway.room.store.sqlite_writer import SqliteStore
from houseway.room.store.stream import Journal
from tests.support.people_rows import ByTwo, write_rows

SUE, FLO, ADA, EVE, MAX, BOB = 1, 2, 3, 4, 5, 6
FIRST = [(0, "opened", OpenedAccount(n, "staff", f"P{n}", "****")) for n in range(1, 7)]
"""The staff of the room file: opened by the room itself."""


def reset(by: int, whom: int, second: int = 0) -> tuple[int, str, PersonChanged]:
    """A new PIN, set by one person, or asked for by one and approved by ``second``."""
    row = ByTwo(whom, request=9, asked_by=by) if second else PersonChanged(whom)
    return second or by, "pin_reset", row


def hired(by: int, whom: int, second: int = 0) -> tuple[int, str, OpenedAccount]:
    return second or by, "opened", OpenedAccount(whom, "floor", f"P{whom}", "****")


CASES: dict[str, tuple[list[Any], int, int, bool]] = {
    "two of the room file": ([], SUE, FLO, True),
    "one person is not two": ([], SUE, SUE, False),
    "reset by one alone": ([reset(SUE, FLO)], SUE, FLO, False),
    "reset by one alone, before another": ([reset(SUE, FLO)], ADA, FLO, True),
    "reset by one alone, then a change of one's own": (
        [reset(SUE, FLO), (FLO, "pin_changed", PersonChanged(FLO))], SUE, FLO, False,
    ),
    "reset by one alone long ago": ([reset(SUE, FLO), *[reset(SUE, BOB)] * 50], SUE, FLO, False),
    "reset by two": ([reset(SUE, FLO, ADA)], SUE, FLO, True),
    "reset by one alone, later by two": ([reset(SUE, FLO), reset(ADA, FLO, MAX)], SUE, FLO, True),
    "reset by two, later by one alone": ([reset(ADA, FLO, MAX), reset(SUE, FLO)], SUE, FLO, False),
    "both hired by one": ([hired(ADA, 11), hired(ADA, 12)], 11, 12, False),
    "hired by different people": ([hired(ADA, 11), hired(SUE, 12)], 11, 12, True),
    "hired by one of the two": ([hired(ADA, 11)], ADA, 11, False),
    "hired by a puppet of one": ([reset(SUE, EVE), hired(EVE, 11)], SUE, 11, False),
    "both hired by puppets of one": (
        [reset(SUE, EVE), reset(SUE, MAX), hired(EVE, 11), hired(MAX, 12)], 11, 12, False,
    ),
    "set together by two puppets of one": (
        [reset(SUE, EVE), reset(SUE, MAX), reset(EVE, FLO, MAX)], SUE, FLO, False,
    ),
    "set together by one and their puppet": (
        [reset(SUE, EVE), reset(SUE, FLO, EVE)], SUE, FLO, False,
    ),
    "hired by one, then only the PIN by two": (
        [hired(SUE, 11), reset(ADA, 11, MAX)], SUE, 11, False,
    ),
    "a puppet of a puppet": (
        [reset(SUE, EVE), reset(EVE, MAX), reset(MAX, BOB)], SUE, BOB, False,
    ),
    "a duty given by one": ([(ADA, "role", PersonChanged(FLO, "", "floor"))], ADA, FLO, False),
    "a card given by one": ([(ADA, "new_card", PersonChanged(FLO))], ADA, FLO, False),
    "a name is not custody": ([(ADA, "renamed", PersonChanged(FLO, "F", "G"))], ADA, FLO, True),
    "a PIN set by the room at the first start": ([reset(0, FLO)], SUE, FLO, True),
    "two reset at the machine": (
        [(0, "pin_reset", ByTwo(p, at_machine=True)) for p in (SUE, FLO)], SUE, FLO, False,
    ),
    "one reset at the machine": ([(0, "pin_reset", ByTwo(SUE, at_machine=True))], SUE, FLO, True),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_who_counts_as_two(tmp_path: Path, case: str) -> None:
    rows, first, second, two = CASES[case]
    store = SqliteStore(tmp_path / "books.db", durable=False)
    journal = Journal(store, PlainWriter(store), SimulatedClock(), "people")
    followed = Custody(store)
    for number in range(len(rows) + 1):
        write_rows(journal, [*FIRST, *rows][:6] if not number else [rows[number - 1]])
        followed.of(first)
    folded = Custody(store)
    assert followed.of(first) == folded.of(first) and followed.of(second) == folded.of(second)
    assert bool(folded.shared(first, second)) is not two
    assert folded.shared(second, first) == folded.shared(first, second)
    store.close()
