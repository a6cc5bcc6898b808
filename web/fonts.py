"""Fonts as the pages need them: the weights and features that are used, and no others.

What npm delivers has every weight, ligatures and hints; what is served is half as large.
"""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont


class Cut(NamedTuple):
    """A font: where it lies, which weights stay, which features."""

    at: str
    weights: tuple[int, int] | None
    features: tuple[str, ...]


FONTS = {
    "inter.woff2": Cut(
        "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
        (400, 700),
        ("kern", "tnum"),
    ),
    "barlow-condensed.woff2": Cut(
        "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2",
        None,
        ("kern",),
    ),
}
NAMES = (1, 2, 3, 4, 6, 13, 14)
"""The names that stay: what it is called, its licence and where that stands."""


def cut(packages: Path, name: str) -> bytes:
    """A font of the pages; made once for what it is made from."""
    one = FONTS[name]
    source = (packages / one.at).read_bytes()
    made = sha256(source + repr(one).encode() + Path(__file__).read_bytes()).hexdigest()
    kept = packages / ".fonts" / f"{made}.woff2"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(_made(source, one))
    return kept.read_bytes()


def _made(source: bytes, one: Cut) -> bytes:
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
