"""Names of functions say what they return: a truth, a reason, or nothing."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "houseway"
TRUTHS = ("is", "has", "can", "may")


def misnamed(text: str) -> list[str]:
    """Return the functions of a module whose names contradict their return annotations."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.returns is None:
            continue
        first, _, rest = node.name.lstrip("_").partition("_")
        returns = ast.unparse(node.returns).strip("'\"")
        if rest and first in TRUTHS and returns != "bool" and "TypeIs" not in returns:
            found.append(f"{node.name} -> {returns}: {first}_ returns a bool, explain_ a reason")
        reason = "Refused" in returns or returns in ("str", "str | None")
        if rest and first == "require" and reason:
            found.append(f"{node.name} -> {returns}: require_ raises, explain_ returns a reason")
    return found


def test_names_say_what_functions_return() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}: {line}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in misnamed(path.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_truth_that_returns_a_reason_is_found() -> None:
    planted = """
class Table:
    def is_short(self) -> str | None: ...
    async def _may_join(self) -> 'Refused | None': ...
    def has_card(self) -> bool: ...
def require_seat(seat: int) -> str | None: ...
def require_chips(seat: int) -> None: ...
def explain_not_short() -> str | None: ...
def requires(wager: str) -> bool: ...
"""
    found = misnamed(planted)
    assert [line.split()[0] for line in found] == ["require_seat", "is_short", "_may_join"]
