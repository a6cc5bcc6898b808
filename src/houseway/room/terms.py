"""The terms of one table: what it takes to sit there, and how long things may take.

Amounts are cents and times are milliseconds.  What a game is posted with is not here: that is the
game's own.
"""

from __future__ import annotations

import msgspec


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is posted at a table beside its game."""

    buy_in_least: int
    buy_in_most: int
    seats: int
    """How many chairs there are."""
    start_with: int = 1
    """A round begins with so many players, or as many as the game needs if that is more."""
    people_least: int = 0
    """A round begins only with so many players who are no bots."""
    return_within_ms: int = 3_600_000
    """For so long nobody comes back with less than they left with."""
    window_ms: int = 20_000
    """How long wagers are taken once the first has been placed."""
    question_ms: int = 25_000
    arrange_ms: int = 60_000
    """How long a hand may be set."""
    pause_ms: int = 5_000
    """How long a result stands before the next round."""
    away_after: int = 2
    """So many rounds in a row without a word, and the seat is away."""
    hold_ms: int = 1_800_000
    """How long a chair is kept for who is away or has no chips (0: as long as they like)."""
    offer_ms: int = 60_000
    """How long a chair is kept for who was called from the waiting list."""
    watch_delay_ms: int = 0
    """How long after the end of a round onlookers are told of it."""
    practice: bool = False
    """Whether it is a table to learn at: hints are given."""
