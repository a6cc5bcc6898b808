"""Draw the packages of houseway and what they import: docs/pictures/packages.svg.

    python scripts/draw_packages.py [FILE]

The places of the boxes are written here, the arrows come from the imports.  An arrow that follows
from others is left out: where a package imports what it reaches through another one too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "houseway"
PICTURE = ROOT / "docs" / "pictures" / "packages.svg"
PLACES = {
    "cli": (2, 0), "room": (2, 1),
    "odds_service": (1, 2), "hints": (2, 2), "phh": (3, 2),
    "drill": (0, 3), "api": (1, 3), "advice": (2, 3), "jobs": (5, 3),
    "sheets": (1, 4), "players": (2, 4),
    "analysis": (1.5, 5), "records": (3, 5), "sit_and_go": (4, 5),
    "table": (2.5, 6), "rulebook": (2.5, 7), "families": (2.5, 8),
    "side_bets": (1.5, 9), "presentation": (3.5, 7.5),
    "hands": (1.5, 10), "game": (3.5, 10),
    "cite": (2.5, 11), "engine": (3.5, 11),
    "pieces": (1.5, 12), "util": (2.5, 12), "money": (2.5, 13), "errors": (2.5, 14),
}  # fmt: skip
"""Package -> column and row of its box."""
SIDEWAYS = {("cli", "sit_and_go"), ("cli", "drill"), ("advice", "records"),
            ("table", "presentation")}  # fmt: skip
DOWN = {("jobs", "errors"), ("pieces", "errors")}
"""Arrows with a corner, for boxes would be in the way: first sideways, or first down."""
COLORS = {
    "#e9ddf3": ("cli", "room"),
    "#dbe7f4": ("drill", "odds_service", "hints", "phh", "api", "advice", "jobs", "sheets",
                "players", "sit_and_go"),
    "#d7ecdf": ("analysis", "records", "table"),
    "#f8e4c6": ("rulebook", "families", "side_bets", "presentation", "game"),
    "#ececec": ("hands", "cite", "engine", "pieces", "util", "money", "errors"),
}  # fmt: skip
WIDTH, HEIGHT, BOX, TALL = 128, 48, 112, 28
LEFT, TOP = 76, 30


def imports() -> dict[str, set[str]]:
    """Return for each package the packages it imports."""
    found: dict[str, set[str]] = {name: set() for name in PLACES}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or not node.module:
                continue
            names = [node.module]
            if node.module == "houseway":
                names = [f"houseway.{alias.name}" for alias in node.names]
            for name in names:
                there = name.split(".")[1] if name.startswith("houseway.") else ""
                if parts[0] in found and there in found and there != parts[0]:
                    found[parts[0]].add(there)
    return found


def arrows(graph: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield the imports that follow from no others."""

    def reached(start: str) -> set[str]:
        waiting = [start]
        found: set[str] = set()
        while waiting:
            for name in graph[waiting.pop()] - found:
                found.add(name)
                waiting.append(name)
        return found

    for here, targets in sorted(graph.items()):
        indirect = set().union(*(reached(name) for name in targets))
        yield from ((here, there) for there in sorted(targets - indirect))


def drawing() -> str:
    """Return the picture."""
    color = {name: fill for fill, names in COLORS.items() for name in names}
    wide, high = LEFT * 2 + WIDTH * 5, TOP * 2 + HEIGHT * 14
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" font-family="sans-serif" font-size="14">',
        "<title>The packages of houseway; an arrow points to what is imported</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#5b6470"/></marker></defs>',
        f'<rect width="{wide}" height="{high}" rx="10" fill="#ffffff"/>',
        '<g fill="none" stroke="#5b6470" stroke-width="1.3">',
    ]
    lines += [f'<path d="{_path(*arrow)}" marker-end="url(#tip)"/>' for arrow in arrows(imports())]
    lines.append("</g>")
    for name, place in PLACES.items():
        x, y = _at(*place)
        lines.append(
            f'<rect x="{x - BOX / 2:g}" y="{y - TALL / 2:g}" width="{BOX}" height="{TALL}" rx="6" '
            f'fill="{color[name]}" stroke="#5b6470"/>'
            f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="#1b1f24">{name}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _at(column: float, row: float) -> tuple[float, float]:
    return LEFT + WIDTH * column, TOP + HEIGHT * row


def _path(here: str, there: str) -> str:
    """Return the line of an arrow: straight, or by a corner where boxes are in the way."""
    (x, y), (to_x, to_y) = _at(*PLACES[here]), _at(*PLACES[there])
    if (here, there) in SIDEWAYS:
        side = BOX / 2 if to_x > x else -BOX / 2
        return f"M{x + side:g} {y:g}H{to_x:g}V{to_y - TALL / 2:g}"
    if (here, there) in DOWN:
        side = BOX / 2 if x > to_x else -BOX / 2
        return f"M{x:g} {y + TALL / 2:g}V{to_y:g}H{to_x + side:g}"
    return f"M{x:g} {y + TALL / 2:g}L{to_x:g} {to_y - TALL / 2:g}"


if __name__ == "__main__":
    (Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE).write_text(drawing(), encoding="utf-8")
