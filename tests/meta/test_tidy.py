"""House rules of the code itself: arrows, sizes, citations, money."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.cite import CITED, RULES
from houseway.rulebook import games
from houseway.rulebook.clauses import all_clauses

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
FILES = sorted(SOURCE.rglob("*.py"))
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

LAYERS = (
    ("errors",),
    ("money", "pieces"),
    ("util",),
    ("cite",),
    ("hands",),
    ("engine", "game", "presentation"),  # one knot as long as Round shows itself: see Rules
    ("side_bets",),
    ("families",),
    ("rulebook",),
    ("records", "players"),
    ("analysis", "sit_and_go"),
    ("jobs",),
    ("api", "sheets", "phh"),
    ("drill", "hints", "odds_service"),
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


def walked(text: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text)))


@functools.cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Everything in a file, read once."""
    return walked(path.read_text())


@pytest.fixture(scope="module", autouse=True)
def put_away() -> Iterator[None]:
    yield
    nodes_of.cache_clear()


def test_imports_point_one_way() -> None:
    assert not [wrong for path in FILES for wrong in wrong_arrows(path, nodes_of(path))]


def wrong_arrows(path: Path, nodes: list[ast.AST]) -> Iterator[str]:
    """The imports of a layer that stands above; inside a function one is a late binding."""
    here = layer_of(module_of(path))
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    functions = [node for node in nodes if isinstance(node, FUNCTIONS)]
    late = {inner for function in functions for inner in ast.walk(function)} if imports else set()
    for node in imports:
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("houseway.") and node not in late and layer_of(name) > here:
                yield f"{path.relative_to(SOURCE)} imports {name}, which stands above it"


def test_an_arrow_that_points_up_is_found() -> None:
    path = SOURCE / "money.py"
    up = "import houseway.cli.app\nfrom houseway.records import files as saved\n"
    assert len(list(wrong_arrows(path, walked(up)))) == 2
    late = "def f():\n    from houseway.analysis import game_math as lab\n"
    assert not list(wrong_arrows(path, walked(late + "from houseway.errors import Refused\n")))


def test_files_and_functions_are_small() -> None:
    for path in FILES:
        assert len(path.read_text().splitlines()) <= 800, f"{path.name} has over 800 lines"
        for node in nodes_of(path):
            if isinstance(node, FUNCTIONS):
                assert node.end_lineno is not None
                length = node.end_lineno - node.lineno + 1
                assert length <= 70, f"{path.name}: {node.name} has {length} lines"


def test_test_files_are_small() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        assert len(path.read_text().splitlines()) <= 800, f"{path.name} has over 800 lines"


def test_no_two_test_files_have_one_name() -> None:
    """They are modules without a package: the second of a name could not be imported."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert not {name for name in names if names.count(name) > 1}


def test_sources_of_pages_are_small() -> None:
    """The types of the contract are made, not written."""
    own = [*(ROOT / "web").glob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    own += (ROOT / "web" / "css").glob("*.css")
    assert len(own) > 20
    for path in own:
        if path.name != "contract.ts":
            assert len(path.read_text().splitlines()) <= 400, f"{path.name} has over 400 lines"


MONEY = (
    "money",
    "engine",
    "game",
    "families",
    "rulebook",
    "records",
    "room",
)


def test_no_float_near_money() -> None:
    near = [path for path in FILES if path.relative_to(SOURCE).parts[0].split(".")[0] in MONEY]
    assert len(near) > 100
    for path in near:
        for node in nodes_of(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                raise AssertionError(f"{path}:{node.lineno} has the float {node.value}")
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                left = ast.unparse(node.left)
                assert "Fraction" in left or "folder" in left or "path" in left.lower(), (
                    f"{path}:{node.lineno} divides with /: use // or a Fraction"
                )


WEB = {"starlette", "uvicorn"}
CHANCE_OR_TIME = {"time", "random", "secrets"}


def imported(nodes: list[ast.AST]) -> set[str]:
    """The packages that a file imports, wherever it does."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def strays(nodes: list[ast.AST], web: bool, outside: bool) -> list[str]:
    """What a file has of the web, the clock and chance that it may not have."""
    found = [] if web else sorted(imported(nodes) & WEB)
    if outside:
        return found
    found += sorted(imported(nodes) & CHANCE_OR_TIME)
    for node in nodes:
        if isinstance(node, ast.Attribute) and _NOW.search(written := ast.unparse(node)):
            found.append(written)
    return found


_NOW = re.compile(r"(^|\.)(datetime|date)\.(now|utcnow|today)$|(^|\.)os\.urandom$")


def test_web_clock_and_chance_have_one_place() -> None:
    """The web is in room/web; time comes into a room by its clock, chance by its fair shoe."""
    for path in FILES:
        parts = path.relative_to(SOURCE).with_suffix("").parts
        outside = parts[0] != "room" or parts[1:2] in (("clock",), ("fairness",))
        found = strays(nodes_of(path), web=parts[:2] == ("room", "http"), outside=outside)
        assert not found, f"{path.relative_to(SOURCE)} uses {', '.join(found)}"


def test_a_stray_clock_is_found() -> None:
    text = "import time\nfrom datetime import datetime\nasync def f():\n    import uvicorn\n"
    text += "    return datetime.now(), os.urandom(4)\n"
    stray = ["uvicorn", "time", "datetime.now", "os.urandom"]
    assert strays(walked(text), web=False, outside=False) == stray
    assert strays(walked(text), web=True, outside=True) == []


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
