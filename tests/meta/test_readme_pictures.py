"""README.md shows what the pages look like: every picture is there, small, and is shown."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 150_000


def test_every_picture_is_shown_and_small() -> None:
    shown = set(re.findall(r"\((docs/pictures/[\w-]+\.png)\)", (ROOT / "README.md").read_text()))
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/pictures/*.png")}
    assert shown == there and len(shown) >= 3
    for name in sorted(shown):
        content = (ROOT / name).read_bytes()
        assert content.startswith(b"\x89PNG") and len(content) < MOST, name
