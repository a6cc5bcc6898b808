"""Terms of a table and their defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houseway.families.banked.bank import HouseBank
from houseway.families.banked.rotation import Position
from houseway.families.poker.game import Poker

if TYPE_CHECKING:
    from houseway.game.base import Game


# -- terms ------------------------------------------------------------------------------------
# The terms of one table: what it takes to sit there, and how long things may take.
#
# Amounts are cents and times are milliseconds. What a game is posted with is not here: that is
# the game's own.


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


# -- usual ------------------------------------------------------------------------------------
# What a table of a game takes as a matter of course: its least and largest bet, usual terms.

TIMES = 5
"""A buy-in is usually five times the largest bet (CA-LTN-28)."""
BLINDS = (20, 200)
"""Where bets have no limit: so many of the largest blind, at least and at most."""
BETS = (10, 1_000)
"""Where each bet is placed before the cards: so many of the least, at least and at most."""


def house_banks(game: Game) -> bool:
    """Whether the house pays what is won here."""
    bank = getattr(game, "bank", None)
    return isinstance(bank, HouseBank) and not isinstance(bank, Position)


def least_bet(game: Game) -> int:
    """What it takes to be in a round at all."""
    if isinstance(game, Poker):
        return max(game.least_bet, game.big_blind, game.ante)
    required = [game.limits(wager)[0] for wager in game.offered if game.requires(wager)]
    if required:
        return sum(required)
    return min((game.limits(wager)[0] for wager in game.offered), default=1)


def largest_bet(game: Game) -> int:
    """The largest single bet that is printed; 0 where only the chips or the pot limit it."""
    if isinstance(game, Poker):
        return game.upper_limit if game.limited else 0
    return max((game.limits(wager)[1] for wager in game.offered), default=0)


def usual_buy_in(game: Game) -> tuple[int, int]:
    """Buy-ins where the room posts none, in cents."""
    least = least_bet(game)
    if not isinstance(game, Poker):
        return BETS[0] * least, BETS[1] * least
    if largest := largest_bet(game):
        return TIMES * largest, 20 * TIMES * largest
    return BLINDS[0] * least, BLINDS[1] * least


def default_terms(game: Game) -> Terms:
    """Terms of a table where the room posts none."""
    least, most = usual_buy_in(game)
    return Terms(
        buy_in_least=least,
        buy_in_most=most,
        seats=game.seats_max,
        start_with=game.seats_min,
    )
