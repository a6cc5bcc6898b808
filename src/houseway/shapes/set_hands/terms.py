"""What a house may post about setting hands: help and fouls."""

from __future__ import annotations

HOUSE_WAY, OWN_WAY = "house way", "own way"
REFUSED, RESET, LOSES, STANDS = "refused", "reset", "loses", "stands"
"""What becomes of a foul, besides the house way: it is not taken, set anew, lost when it is found,
or stands as it is set and is compared, the bank's too."""
WHEN_SET, AT_SHOWDOWN = "when set", "at the showdown"
OFFERED, ON_REQUEST, NO_HELP = "offered", "on request", "none"
