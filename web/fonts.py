"""Subset the fonts of the pages to the weights and features in use.

The fonts of npm have every weight, ligatures and hints; a served font is half as large.
"""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont


class FontSubset(NamedTuple):
    """A font: its path in node_modules, the weights kept (None: all) and the features kept."""

    at: str
    weights: tuple[int, int] | None
    features: tuple[str, ...]


FONTS = {
    "inter.woff2": FontSubset(
        "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
        (400, 700),
        ("kern", "tnum"),
    ),
    "barlow-condensed.woff2": FontSubset(
        "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2",
        None,
        ("kern",),
    ),
}
NAMES = (1, 2, 3, 4, 6, 13, 14)
"""Kept entries of the name table: the font's name, its licence and the licence's address."""


def subset_font(packages: Path, name: str) -> bytes:
    """Return a font of the pages, from the cache if its source has not changed."""
    one = FONTS[name]
    source = (packages / one.at).read_bytes()
    made = sha256(source + repr(one).encode() + Path(__file__).read_bytes()).hexdigest()
    kept = packages / ".fonts" / f"{made}.woff2"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(_subset(source, one))
    return kept.read_bytes()


def _subset(source: bytes, one: FontSubset) -> bytes:
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    options = Options(
        layout_features=list(one.features), hinting=False, name_IDs=list(NAMES), notdef_outline=True
    )
    worker = Subsetter(options)
    worker.populate(unicodes=font.getBestCmap().keys())
    worker.subset(font)
    if one.weights is not None:
        font = instantiateVariableFont(font, {"wght": one.weights})
    font.flavor = "woff2"
    written = BytesIO()
    font.save(written)
    return written.getvalue()
