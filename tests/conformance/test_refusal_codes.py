"""Refusals of the rules have stable codes, and cases name the code, not part of a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.sheets.conformance.matrix import all_cases

SOURCE = Path(__file__).parents[2] / "src" / "houseway"
RULES = (
    "engine", "families", "game", "hands", "pieces", "records", "rulebook", "side_bets",
    "sit_and_go", "table",
)  # fmt: skip
"""Packages whose refusals a case can meet; those of tools are told to a person only."""
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
UNMET = {"rulebook/fingerprint.py"}
"""Refusals of tools in these packages."""


def uncoded(text: str) -> Iterator[int]:
    """Yield the lines that make a refusal or a reason from a sentence, without a code."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("Refused", "Reason") and node.args:
            first = node.args[0]
            is_text = isinstance(first, ast.JoinedStr) or (
                isinstance(first, ast.Constant) and not CODE.fullmatch(str(first.value))
            )
            if is_text:
                yield node.lineno


def test_every_refusal_of_the_rules_has_a_code() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}:{line}"
        for part in RULES
        for path in sorted((SOURCE / part).rglob("*.py"))
        if str(path.relative_to(SOURCE)) not in UNMET
        for line in uncoded(path.read_text())
    ]
    assert not wrong, wrong


def test_every_case_names_the_code_of_its_refusal() -> None:
    named = [case.refused for case in all_cases() if case.refused]
    assert [each for each in named if not CODE.fullmatch(each)] == []
    assert len(named) > 1_000


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('Refused("not-your-turn", "it is not your turn")', []),
        ('Refused("it is not your turn")', [1]),
        ('x = 1\nReason(f"seat {x} is not asked")', [2]),
        ("Refused(error.code, what)", []),
    ],
)
def test_a_refusal_without_a_code_is_found(code: str, lines: list[int]) -> None:
    assert list(uncoded(code)) == lines
