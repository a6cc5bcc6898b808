"""Default terms of a table, from the least and the largest bet of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.settlement import HouseBank
from houseway.families.poker.game import Poker
from houseway.room.api.table_types import Terms

if TYPE_CHECKING:
    from houseway.game.base import Game


TIMES = 5
"""The usual buy-in in largest bets (CA-LTN-28)."""
BLINDS = (20, 200)
"""Least and most buy-in in big blinds, for games without a bet limit."""
BETS = (10, 1_000)
"""Least and most buy-in in least bets, for games with bets before the cards."""
PAUSE_MS, DEALT_OVER_MS = 5_000, 9_000
"""Time for a result; the longer one where the next round deals cards over it at once.

The pages take up to four seconds of it to show how the round ended.
"""


def house_banks(game: Game) -> bool:
    """Return True if the house is the bank."""
    bank = getattr(game, "bank", None)
    return isinstance(bank, HouseBank) and not isinstance(bank, PlayerDealer)


def least_bet(game: Game) -> int:
    """Return the least bet of a game in cents, which a round requires."""
    if isinstance(game, Poker):
        return max(game.least_bet, game.big_blind, game.ante)
    required = [game.limits(wager)[0] for wager in game.offered if game.requires(wager)]
    if required:
        return sum(required)
    return min((game.limits(wager)[0] for wager in game.offered), default=1)


def largest_bet(game: Game) -> int:
    """Return the largest printed single bet in cents; 0 if only the chips or the pot limit it."""
    if isinstance(game, Poker):
        return game.upper_limit if game.limited else 0
    return max((game.limits(wager)[1] for wager in game.offered), default=0)


def usual_buy_in(game: Game) -> tuple[int, int]:
    """Return the default bounds of a buy-in in cents."""
    least = least_bet(game)
    if not isinstance(game, Poker):
        return BETS[0] * least, BETS[1] * least
    if largest := largest_bet(game):
        return TIMES * largest, 20 * TIMES * largest
    return BLINDS[0] * least, BLINDS[1] * least


def default_terms(game: Game) -> Terms:
    """Return the default terms of a table."""
    least, most = usual_buy_in(game)
    return Terms(
        buy_in_least=least,
        buy_in_most=most,
        seats=game.seats_max,
        start_with=game.seats_min,
        pause_ms=PAUSE_MS if game.opens_by_betting else DEALT_OVER_MS,
    )
