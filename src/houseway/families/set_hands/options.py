"""Options of set-hands games, and how parts are compared."""

from __future__ import annotations

from typing import TypeAlias

# -- terms ------------------------------------------------------------------------------------
# What a house may post about setting hands: help and fouls.

HOUSE_WAY, OWN_WAY = "house way", "own way"
REFUSED, RESET, LOSES, STANDS = "refused", "reset", "loses", "stands"
"""What becomes of a foul, besides the house way: it is not taken, set anew, lost when it is found,
or stands as it is set and is compared, the bank's too."""
WHEN_SET, AT_SHOWDOWN = "when set", "at the showdown"
OFFERED, ON_REQUEST, NO_HELP = "offered", "on request", "none"


# -- compared ---------------------------------------------------------------------------------
# A hand against the bank's, part by part: what decided it.

Ranks: TypeAlias = tuple[int, int]
"""How high each of two parts ranks."""


def part_by_part(mine: Ranks, banks: Ranks) -> str:
    """How each part did against the bank's, as a reason in the game's words: ``won_tied``."""
    (first, second), (banks_first, banks_second) = mine, banks
    one = "won" if first > banks_first else "tied" if first == banks_first else "lost"
    other = "won" if second > banks_second else "tied" if second == banks_second else "lost"
    return f"{one}_{other}"
