"""Who pays: the house without limit, or a player-dealer to the extent of his wager.

``cover`` is one pure function over the claims in settlement order.  A claim is what the bank
would collect (positive) or pay (negative) if it covered everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from houseway.cite import procedure

Coverage = Literal["action", "net"]


@procedure("CA-PD-03", "CA-PD-04", "CA-PD-05", "CA-PD-17")
def cover(claims: Sequence[int], wager: int, coverage: Coverage = "action") -> list[int]:
    """How much of each claim the player-dealer's wager covers, in settlement order.

    ``action``: the wager is used up by what it collects and by what it pays; a push uses none.
    ``net``: settling goes on while the bank's running result stays within the wager.
    """
    covered = []
    left = wager
    result = 0
    for claim in claims:
        if coverage == "action":
            amount = min(abs(claim), left)
            left -= amount
            covered.append(amount if claim >= 0 else -amount)
        else:
            bounded = max(-wager, min(wager, result + claim))
            covered.append(bounded - result)
            result = bounded
    return covered
