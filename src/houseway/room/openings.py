"""What meters begin with at a table that takes over a liability: not the seed, but more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from houseway.meters import PARTS, Meter
from houseway.shapes.between import BankedBetween

B = TypeVar("B", bound=BankedBetween)


def with_meters(between: B, openings: Mapping[str, Sequence[int]]) -> B:
    """What the first round is given (``Game.first``), with these meters at so many cents."""
    opened = {
        spot: [Meter(value=cents * PARTS, seeded=cents * PARTS) for cents in amounts]
        for spot, amounts in openings.items()
    }
    return msgspec.structs.replace(between, meters={**between.meters, **opened})
