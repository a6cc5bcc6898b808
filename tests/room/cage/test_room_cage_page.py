"""The statements of docs/cage.md hold: its receipt, its rows, its tests."""

from __future__ import annotations

import re
from pathlib import Path

from houseway.room.api.cage_types import Receipt
from houseway.room.cage.receipts import printed

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "cage.md").read_text(encoding="utf-8")


def test_the_receipt_of_the_page() -> None:
    receipt = Receipt(
        number=4, kind="payout", at_ms=0, when="2023-11-14 22:13:20", day="2023-11-14", shift=1,
        cashier="Cay", second="Flo", person=1, name="Ann", card="*" * 12 + "1234",
        cents=-1_000_01, before=4_000_00, after=2_999_99,
    )  # fmt: skip
    assert f"```\n{printed(receipt, 'THE DELTA CLUB')}```" in PAGE


def test_the_tests_of_the_page_are_there() -> None:
    tests = "".join(
        p.read_text(encoding="utf-8") for p in Path(__file__).parent.parent.rglob("test_*.py")
    )
    named = re.findall(r"`(test_\w+)`", PAGE)
    assert len(named) >= 12
    for name in named:
        assert f"def {name}(" in tests, name


def test_all_rows_that_are_written_stand_on_the_page() -> None:
    room = ROOT / "src" / "houseway" / "room"
    parts = [
        "people/sessions", "people/accounts", "cage/shifts", "cage/cash", "cage/table_money",
        "accounting/day_close",
    ]  # fmt: skip
    source = "".join((room / f"{n}.py").read_text() for n in parts)
    written = set(re.findall(r'\.write\(\s*[^()]*?(?:\([^()]*\))?,\s*"(\w+)"', source))
    assert {"logged_in", "deposit", "shift_closed", "day_closed", "renamed"} <= written
    for kind in written:
        assert f"`{kind}`" in PAGE, kind
