"""Modules and functions that docstrings, comments and documents name exist."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import houseway

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
FILES = sorted(SOURCE.rglob("*.py"))
DOCUMENTS = [
    *(path for path in sorted(ROOT.glob("*.md")) if path.name != "CHANGELOG.md"),
    *sorted((ROOT / "docs").rglob("*.md")),
]
SPAN = re.compile(r"``([a-z_][a-z_0-9]*)\.([A-Za-z_][A-Za-z_0-9]*)``")
"""A name and a part of it: ``poker_high.high_any``, ``boards.py``."""
DOTTED = re.compile(r"\bhouseway(?:\.[a-z_][a-z_0-9]*)+")
ENDINGS = ("toml", "sql", "md")
OBJECTS = {
    "int": "the type",
    "kind": "the kind of pieces of a game",
    "layout": "the layout on the wire",
    "look": "the look of a table on the wire",
    "main": "a wager and its circle or tip",
    "ruling": "an event on the wire",
    "wager": "a wager and a fact of it",
}
"""Names before a dot that are no modules."""
OTHER_NAMES = {
    "houseway.counted": "an extension of ASGI scopes",
    "houseway.service": "the unit for systemd",
    "houseway.wire": "an extension of ASGI messages",
    "houseway.side_bets.lucky_pair": "written by the reader of a tutorial",
}


@functools.cache
def modules() -> dict[str, set[str]]:
    """Return the last part of each module's name -> the names that modules of that name define."""
    found = {"houseway": set(houseway.__all__)}
    for path in FILES:
        is_package = path.name == "__init__.py"
        names = found.setdefault(path.parent.name if is_package else path.stem, set())
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                names.add(ast.unparse(node.target))
            elif isinstance(node, ast.Assign):
                targets = ast.unparse(ast.Tuple(node.targets))
                names.update(re.findall(r"\w+", targets))
        if is_package:
            names.update(inner.stem for inner in path.parent.iterdir())
    return found


def strays(text: str) -> Iterator[str]:
    """Yield the names between backticks that no module has."""
    known = modules()
    for before, after in SPAN.findall(text):
        if after in ENDINGS or before in OBJECTS:
            continue
        defined = known.get(before)
        if defined is None or (after != "py" and after not in defined):
            yield f"{before}.{after}"


def dotted_strays(text: str) -> Iterator[str]:
    """Yield the dotted names of ``houseway`` that are no module, nor a name that one defines."""
    for name in DOTTED.findall(text):
        path, package = SOURCE, "houseway"
        for part in name.split(".")[1:]:
            if (path / f"{part}.py").exists():
                break
            if not (path / part).is_dir():
                if part not in modules()[package] and name not in OTHER_NAMES:
                    yield name
                break
            path, package = path / part, part


def test_modules_named_in_sources_exist() -> None:
    for path in FILES:
        text = path.read_text()
        assert not [*strays(text), *dotted_strays(text)], path.relative_to(SOURCE)


def test_modules_named_in_documents_exist() -> None:
    for path in DOCUMENTS:
        assert not list(dotted_strays(path.read_text())), path.relative_to(ROOT)


def test_a_module_that_is_gone_is_found() -> None:
    text = "``poker_high.high_any``, ``poker5.high_any``, ``poker_high.no_such``, ``no_such.py``"
    assert list(strays(text)) == ["poker5.high_any", "poker_high.no_such", "no_such.py"]
    text = "houseway.odds, houseway.room.tables.log.Due, houseway.door, houseway.odds_service.door"
    assert list(dotted_strays(text)) == ["houseway.door", "houseway.odds_service.door"]
