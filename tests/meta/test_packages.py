"""Packages are small enough to read from a listing, and no module is a fragment of another."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "houseway"
MOST = 15
"""Modules directly in a package, at most."""
LEAST = 60
"""Lines of a module, at least, unless several modules import it."""
EQUALS = {
    "analysis/games": "the methods of each game",
    "cli/commands": "one command each",
    "hands": "kinds of hands",
    "side_bets": "side bets that several sections share",
    "pieces": "kinds of pieces",
    "room/http/routes": "the endpoints of one area each",
    "odds_service/questions": "one kind of question each",
    "room/api": "the types of one area each",
    "rulebook": "games, and what a jurisdiction has in common",
}
"""Packages that list equals: they may be long, and their modules short."""
SMALL = {
    "__main__": "python -m houseway",
    "cli/main": "the entry point, which alone imports every command",
    "analysis/odds_run/worker": "a program of its own, which all_cores starts",
    "analysis/poker/advice": "advice of one family, as its neighbours have it",
    "analysis/randomness/raw_bytes": "one battery of tests, as its neighbours",
    "analysis/three_card_21/main_wager": "the main wager, as its neighbours have it",
    "families/ante_play/rulings": "rulings, as every family has them",
    "hints/position": "rewrites a position for one seat; it must see nothing else",
    "odds_service/sheet_text": "CSV and JSON of an answer, kept out of the worker processes",
    "room/fairness/rng_sample": "samples for outside labs, read by one command",
    "room/history/frames": "the only part of history that replays views",
    "room/http/monitoring/health": "the endpoints of a load balancer",
    "room/lab/hints": "one of the lab's services",
}
"""Short modules with one importer, each with its reason."""


def _modules() -> dict[str, Path]:
    found = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).with_suffix("").as_posix()
        if path.name != "__init__.py" and not name.startswith("web/"):
            found[name] = path
    return found


def _importers(modules: dict[str, Path]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    everywhere = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
    for name, path in everywhere.items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                named = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            else:
                continue
            for each in named:
                found[each.removeprefix("houseway.").replace(".", "/")].add(name)
    return found


def _is_among_equals(name: str) -> bool:
    return any(name.startswith(f"{package}/") for package in EQUALS)


def test_a_package_can_be_read_from_a_listing() -> None:
    count: dict[str, int] = defaultdict(int)
    for name in _modules():
        count[name.rpartition("/")[0]] += 1
    long = {package: n for package, n in count.items() if n > MOST and package not in EQUALS}
    assert not long


def test_no_module_is_a_fragment_of_another() -> None:
    modules = _modules()
    importers = _importers(modules)
    short = {name for name, path in modules.items() if len(path.read_text().splitlines()) < LEAST}
    alone = {name for name in short if len(importers[name]) < 2 and not _is_among_equals(name)}
    assert alone - set(SMALL) == set(), "merge it into its importer, or give a reason in SMALL"
    assert set(SMALL) - alone == set(), "no longer short, or imported more than once"


def test_every_package_of_equals_exists() -> None:
    assert not [package for package in EQUALS if not (SOURCE / package).is_dir()]
