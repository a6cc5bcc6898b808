"""House rules of the code itself: arrows, sizes, citations, money."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from houseway.cite import CITED, RULES
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
FILES = sorted(SOURCE.rglob("*.py"))
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

LAYERS = (
    ("pieces", "cite", "errors", "money", "english", "tomlfile", "notebook"),
    (
        "pay",
        "inputs",
        "script",
        "events",
        "seat",
        "views",
        "posting",
        "collection",
        "bank",
        "meters",
        "wager",
        "door",
        "ruling_rule",
        "words",
        "sentences",
    ),
    ("game", "laying_out", "derived", "fitting", "hands"),
    ("shapes", "side_bets"),
    ("rulebook",),
    ("table", "odds"),
    ("sheets", "phh", "sit_and_go", "drill", "library"),
    ("room",),
    ("cli", "__init__", "__main__"),
)
"""A module may import its own layer and those above it in this list, never those below."""


def layer_of(module: str) -> int:
    part = module.split(".")[1] if "." in module else "__init__"
    for number, names in enumerate(LAYERS):
        if part in names:
            return number
    raise AssertionError(f"{module} has no layer; give it one in {Path(__file__).name}")


def module_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    here = layer_of(module_of(path))
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("houseway.") and not _lazy(tree, node):
                assert layer_of(name) <= here, f"{path.name} imports {name}, which stands above it"


def _lazy(tree: ast.Module, node: ast.AST) -> bool:
    """An import inside a function is a late binding, not an arrow of the layers."""
    functions = (n for n in ast.walk(tree) if isinstance(n, FUNCTIONS))
    return any(child is node for f in functions for child in ast.walk(f))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_files_and_functions_are_small(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 400, f"{path.name} has over 400 lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, FUNCTIONS):
            assert node.end_lineno is not None
            length = node.end_lineno - node.lineno + 1
            assert length <= 70, f"{path.name}: {node.name} has {length} lines"


def test_test_files_are_small() -> None:
    for path in sorted(Path(__file__).parent.glob("*.py")):
        assert len(path.read_text().splitlines()) <= 400, f"{path.name} has over 400 lines"


MONEY = (
    "money",
    "pay",
    "bank",
    "meters",
    "collection",
    "events",
    "posting",
    "shapes",
    "rulebook",
    "table",
    "room",
)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_no_float_near_money(path: Path) -> None:
    if path.relative_to(SOURCE).parts[0].removesuffix(".py") not in MONEY:
        return
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            raise AssertionError(f"{path.name}:{node.lineno} has the float {node.value}")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and "Path" not in str(path):
            left = ast.unparse(node.left)
            assert "Fraction" in left or "folder" in left or "path" in left.lower(), (
                f"{path.name}:{node.lineno} divides with /: use // or a Fraction"
            )


WEB = {"starlette", "uvicorn"}
CHANCE_OR_TIME = {"time", "random", "secrets"}


def imported(tree: ast.AST) -> set[str]:
    """The packages that a file imports, wherever it does."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def strays(source: str, web: bool, outside: bool) -> list[str]:
    """What a file has of the web, the clock and chance that it may not have."""
    tree = ast.parse(source)
    found = [] if web else sorted(imported(tree) & WEB)
    if outside:
        return found
    found += sorted(imported(tree) & CHANCE_OR_TIME)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _NOW.search(written := ast.unparse(node)):
            found.append(written)
    return found


_NOW = re.compile(r"(^|\.)(datetime|date)\.(now|utcnow|today)$|(^|\.)os\.urandom$")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_web_clock_and_chance_have_one_place(path: Path) -> None:
    """The web is in room/web; time comes into a room by its clock, chance by its fair shoe."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    outside = parts[0] != "room" or parts[1:2] in (("clock",), ("fair",))
    found = strays(path.read_text(), web=parts[:2] == ("room", "web"), outside=outside)
    assert not found, f"{path.name} uses {', '.join(found)}"


def test_a_stray_clock_is_found() -> None:
    text = "import time\nfrom datetime import datetime\nasync def f():\n    import uvicorn\n"
    text += "    return datetime.now(), os.urandom(4)\n"
    stray = ["uvicorn", "time", "datetime.now", "os.urandom"]
    assert strays(text, web=False, outside=False) == stray
    assert strays(text, web=True, outside=True) == []


def test_every_rule_cites_a_clause_or_only_serves_rules() -> None:
    games()
    for name, rule in RULES.items():
        if ".rulebook." in name:
            assert rule.clauses, f"{name} cites no clause"


def test_every_cited_clause_exists() -> None:
    for game in games().values():
        game.declared()  # pay tables, wagers and rulings cite when they are read
    known = set(all_clauses())
    ours = {c for c, places in CITED.items() if any(p.startswith("houseway.") for p in places)}
    foreign = ours - known
    assert not foreign, f"cited but in no clauses.toml: {sorted(foreign)}"


def test_nothing_names_a_machine_or_a_registry() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    hosts = re.compile(r"https?://(?!example\.)[\w.-]*(pypi|pythonhosted|npmjs|debian)", re.I)
    machine = re.compile(r"(?<![\w.])/(work|root|home|tmp)/\w")
    for name in listed:
        path = ROOT / name
        if path.suffix in (".py", ".toml", ".md", ".txt", "") and path.exists():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert not hosts.search(text), f"{name} names a host"
            assert not machine.search(text), f"{name} names a path of a machine"
