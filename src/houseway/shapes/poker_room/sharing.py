"""How chips are shared: main and side pots, equal shares and odd chips, over whole cents.

These are rules, so that what is played and what is compiled are one function.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cite import rule, step


@step
@rule()
def side_pot(put: Sequence[int], claims: Sequence[int], above: int) -> tuple[int, int]:
    """The pot of the chips above a level, and the level up to which it goes, or -1: no pot left.

    ``put`` is what each player put in, ``claims`` the same of those who still play for it.  A pot
    goes up to the next claim; the last one holds what folded players put in above it too.
    """
    level = last = -1
    for claim in claims:
        if claim > above and (level < 0 or claim < level):
            level = claim
        if claim > last:
            last = claim
    if level < 0:
        return 0, -1
    floor = above if above > 0 else 0
    cents = 0
    for chips in put:
        if chips > floor:
            cents += (chips if chips < level or level == last else level) - floor
    return cents, level


@step
@rule()
def equal_share(cents: int, sharers: int, chip: int, place: int) -> int:
    """What each of those who share a pot gets, by his place among them, in whole chips.

    Odd chips go one each to the first; what is smaller than a chip goes with the first of them.
    """
    share = cents // (sharers * chip) * chip
    odd = cents - share * sharers
    if place < odd // chip:
        share += chip
    return share + odd % chip if place == 0 else share
