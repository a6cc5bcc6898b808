"""The 32 Chinese dominoes: eleven matched pairs and ten single tiles.

A tile is written by its pips in the trade's high-low order: ``6-6``, ``1-3``, ``2-4``. Matched
tiles also have a name (``teen``). Both tiles of a matched pair are the same piece, of which a set
holds two.
"""

from __future__ import annotations

from houseway.errors import Unreadable
from houseway.pieces.kind import Kind

MATCHED = ("teen", "dey", "yun", "gor", "mooy", "chong", "bon", "foo", "ping", "tit", "look")
PIPS = (
    *((6, 6), (1, 1), (4, 4), (1, 3), (5, 5), (3, 3), (2, 2), (5, 6), (4, 6), (1, 6), (1, 5)),
    *((3, 6), (4, 5), (2, 6), (3, 5), (2, 5), (3, 4), (1, 4), (2, 3), (2, 4), (1, 2)),
)
(TEEN, DEY, YUN, GOR, MOOY, CHONG, BON, FOO, PING, TIT, LOOK) = range(11)
(NINE_36, NINE_45, EIGHT_26, EIGHT_35, SEVEN_25, SEVEN_34) = range(11, 17)
(FIVE_14, FIVE_23, GEE_24, JOON_12) = range(17, 21)

_NAMES = tuple(MATCHED) + tuple(f"{a}-{b}" for a, b in PIPS[11:])
_BY_NAME = {name: t for t, name in enumerate(_NAMES)}
_BY_NAME |= {f"{a}-{b}": t for t, (a, b) in enumerate(PIPS)}
_BY_NAME |= {f"{b}-{a}": t for t, (a, b) in enumerate(PIPS)}


def read_tile(word: str) -> int:
    """Return a tile by its name or its pips."""
    tile = _BY_NAME.get(word.lower())
    if tile is None:
        raise Unreadable(
            "not-a-tile",
            f"{word!r} is not a tile; write a name ({', '.join(MATCHED)}) or pips like 3-6 or 2-4",
        )
    return tile


TILES = Kind("tiles", "tile", (2,) * 11 + (1,) * 10, _NAMES, read_tile)
