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
MADE = {SOURCE / "room" / "client" / "calls.py"}
"""Files that a script writes from the code: they are as long as what they list."""
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

LAYERS = (
    ("errors", "version"),
    ("money", "pieces"),
    ("util",),
    ("cite",),
    ("hands",),
    ("engine",),
    ("game",),
    ("presentation",),
    ("side_bets",),
    ("families",),
    ("rulebook",),
    ("table",),
    ("records",),
    ("analysis", "sit_and_go"),
    ("players",),
    ("advice", "jobs"),
    ("sheets", "phh"),
    ("api",),
    ("drill", "hints", "odds_service"),
    ("room",),
    ("cli",),
    ("__init__", "__main__"),
)
"""The packages of houseway, the lowest layer first.

A module imports its own package and the layers before it, never a later one and never another
package of its own layer.  Imports for type checkers and imports inside functions count too.
"""
INSIDE: dict[str, tuple[tuple[str, ...], ...]] = {
    "cli": (
        ("terminal",),
        ("render",),
        ("play",),
        ("options",),
        ("commands",),
        ("global_options",),
        ("app",),
        ("main",),
    ),
    "analysis": (
        ("__init__", "compiler", "random_streams", "randomness", "progress", "decision_values"),
        ("evaluator", "facts", "odds_row"),
        ("enumeration", "progressives", "player_bank_edges", "strategy_sheet", "data_frames"),
        ("wager_odds",),
        ("simulation",),
        ("game_math",),
        ("ante_play", "baccarat", "blackjack", "poker", "set_hands"),  # families of games
        ("ante_up_21", "blackjack_switch", "hold_em_21", "three_card_21"),  # variants of blackjack
        ("games",),
        ("simulation_runs",),
        ("wager_edge",),
        ("odds_book",),
        ("odds_run",),
        ("report",),
        ("bank", "bankroll", "pay_tables"),
    ),
    "room": (
        ("__init__", "clock", "errors", "gaming_day", "ledger", "settings"),
        ("api",),
        ("client",),
        ("witness",),
        ("store", "fairness"),
        ("key_file",),
        ("keys",),
        ("tables",),
        ("approvals",),
        ("people",),
        ("meters", "lobby"),
        ("history",),
        ("cage", "floor"),
        ("accounting", "audit"),
        ("export", "lab"),
        ("config",),
        ("room",),
        ("sealing",),
        ("opening",),
        ("demo",),
        ("http",),
        ("testing",),
    ),
}
"""The same rule inside a package: its name -> the layers of its parts, the lowest first."""


def layer_of(part: str, layers: tuple[tuple[str, ...], ...], package: str) -> int:
    for number, names in enumerate(layers):
        if part in names:
            return number
    raise AssertionError(f"{package}.{part} has no layer; give it one in {Path(__file__).name}")


def part_of(module: str, package: str) -> str:
    """The part of a package to which a module belongs; "" for a module outside."""
    if module == package:
        return "__init__"
    return module.removeprefix(f"{package}.").split(".")[0] if within(module, package) else ""


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


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


@pytest.mark.parametrize("package", INSIDE)
def test_imports_inside_a_package_point_one_way(package: str) -> None:
    files = sorted((SOURCE / package).rglob("*.py"))
    found = (wrong_arrows(path, nodes_of(path), INSIDE[package], f"houseway.{package}")
             for path in files)  # fmt: skip
    assert not [wrong for arrows in found for wrong in arrows]


def wrong_arrows(
    path: Path,
    nodes: list[ast.AST],
    layers: tuple[tuple[str, ...], ...] = LAYERS,
    package: str = "houseway",
) -> Iterator[str]:
    """The imports of a file that do not point to a lower layer of this package."""
    here = part_of(module_of(path), package)
    for name in modules_imported(nodes):
        there = part_of(name, package)
        if not there or there == here:
            continue
        if layer_of(there, layers, package) >= layer_of(here, layers, package):
            yield f"{path.relative_to(SOURCE)} imports {name}, which is no lower layer"


def modules_imported(nodes: list[ast.AST]) -> Iterator[str]:
    """The modules of houseway that a file imports: at its top, for types, or in a function."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if within(alias.name, "houseway"))
        elif isinstance(node, ast.ImportFrom) and within(node.module or "", "houseway"):
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if is_module(inner) else str(node.module)


def is_module(name: str) -> bool:
    path = SOURCE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


@pytest.mark.parametrize(
    "up",
    [
        "import houseway.cli.main",
        "from houseway.records import files as saved",
        "from houseway import records",
        "from houseway import __version__",
        "from houseway import pieces",
        "if TYPE_CHECKING:\n    from houseway.game.base import Game",
        "def f():\n    from houseway.analysis import game_math as lab",
        "class A:\n    async def f(self):\n        import houseway.room.room",
    ],
)
def test_an_arrow_that_points_up_or_aside_is_found(up: str) -> None:
    path = SOURCE / "money.py"
    assert len(list(wrong_arrows(path, walked(up)))) == 1
    assert not list(wrong_arrows(path, walked("from houseway.errors import Refused")))


def test_an_arrow_that_points_up_inside_a_package_is_found() -> None:
    path, layers = SOURCE / "engine" / "shoe.py", (("shoe",), ("driver",))
    up = walked("def f():\n    from houseway.engine.driver import RoundDriver")
    down = walked("from houseway.engine.shoe import deal\nfrom houseway.money import dollars")
    assert len(list(wrong_arrows(path, up, layers, "houseway.engine"))) == 1
    assert not list(wrong_arrows(path, down, layers, "houseway.engine"))
    with pytest.raises(AssertionError, match=r"engine\.table has no layer"):
        list(wrong_arrows(path, walked("import houseway.engine.table"), layers, "houseway.engine"))


def test_files_and_functions_are_small() -> None:
    for path in FILES:
        lines = len(path.read_text().splitlines())
        assert lines <= 800 or path in MADE, f"{path.name} has over 800 lines"
        for node in nodes_of(path):
            if isinstance(node, FUNCTIONS):
                assert node.end_lineno is not None
                length = node.end_lineno - node.lineno + 1
                assert length <= 70, f"{path.name}: {node.name} has {length} lines"


def test_test_files_are_small() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        assert len(path.read_text().splitlines()) <= 800, f"{path.name} has over 800 lines"


RULER = re.compile(r"^\s*(#|//) ?-{2,}.*-{2,}\s*$", re.M)


def test_no_ruler_divides_a_file() -> None:
    """A file that needs headings is two files, or classes and functions with better names."""
    pages = (ROOT / "web" / "src").rglob("*.ts")
    for path in [
        *FILES,
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "benchmarks").rglob("*.py"),
        *pages,
    ]:
        found = RULER.search(path.read_text())
        assert found is None, f"{path.relative_to(ROOT)} has the ruler {found.group().strip()}"


def test_a_ruler_is_found() -> None:
    """A comment with a dash or a negative number is none."""
    assert RULER.search("x = 1\n\n    # -- the round " + "-" * 30 + "\n")
    assert RULER.search("// -- keys ---\n")
    assert not RULER.search("# -1 where no seat acts - or none is asked\n")


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
    """Return forbidden uses of the web, the clock and chance in a file."""
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
    """The web is in room/http; time comes into a room by its clock, chance by its fair shoe."""
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


@pytest.mark.process
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
