"""The third-card chart of Commission-Free Baccarat as printed."""

from __future__ import annotations

from houseway.cite import rule
from houseway.families.baccarat.cards import NO_THIRD
from houseway.hands.baccarat import NATURAL

STANDS_ON = 6
"""The least total on which the Player hand stands; the Banker hand too if the Player hand stood."""

#    the Player's third card counts
#    0  1  2  3  4  5  6  7  8  9
PRINTED = """
 7   S  S  S  S  S  S  S  S  S  S
 6   S  S  S  S  S  S  H  H  S  S
 5   S  S  S  S  H  H  H  H  S  S
 4   S  S  H  H  H  H  H  H  S  S
 3   H  H  H  H  H  H  H  H  S  H
 2   H  H  H  H  H  H  H  H  H  H
 1   H  H  H  H  H  H  H  H  H  H
 0   H  H  H  H  H  H  H  H  H  H
"""
"""A row for what the Banker hand counts: H it hits, S it stands."""

_ROWS = {int(row.split()[0]): row.split()[1:] for row in PRINTED.strip().splitlines()}
BANKER_HITS = tuple(tuple(int(cell == "H") for cell in _ROWS[count]) for count in sorted(_ROWS))
"""[what the Banker hand counts][what the Player's third card counts]."""


@rule("CA-CFB-02")
def player_draws(player: int, banker: int) -> bool:
    """Return True if the Player hand draws: on 0 to 5, unless either hand is a natural."""
    return max(player, banker) < NATURAL and player < STANDS_ON


@rule("CA-CFB-02", "CA-CFB-03")
def banker_draws(player: int, banker: int, third: int) -> bool:
    """Return True if the Banker hand draws: like the Player hand if that stood, else by the
    chart.
    """
    if max(player, banker) >= NATURAL:
        return False
    if third == NO_THIRD:
        return banker < STANDS_ON
    return BANKER_HITS[banker][third] == 1
