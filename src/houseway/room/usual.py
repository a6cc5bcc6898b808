"""What a table of a game takes as a matter of course: its least and largest bet, usual terms."""

from __future__ import annotations

from houseway.game import Game
from houseway.room.terms import Terms
from houseway.shapes.house_bank import HouseBank
from houseway.shapes.poker_room.room import PokerRoom
from houseway.shapes.position import Position

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
    if isinstance(game, PokerRoom):
        return max(game.least_bet, game.big_blind, game.ante)
    required = [game.limits(wager)[0] for wager in game.offered if game.requires(wager)]
    if required:
        return sum(required)
    return min((game.limits(wager)[0] for wager in game.offered), default=1)


def largest_bet(game: Game) -> int:
    """The largest single bet that is printed; 0 where only the chips or the pot limit it."""
    if isinstance(game, PokerRoom):
        return game.upper_limit if game.limited else 0
    return max((game.limits(wager)[1] for wager in game.offered), default=0)


def usual_buy_in(game: Game) -> tuple[int, int]:
    """Buy-ins where the room posts none, in cents."""
    least = least_bet(game)
    if not isinstance(game, PokerRoom):
        return BETS[0] * least, BETS[1] * least
    if largest := largest_bet(game):
        return TIMES * largest, 20 * TIMES * largest
    return BLINDS[0] * least, BLINDS[1] * least


def usual_terms(game: Game) -> Terms:
    """Terms of a table where the room posts none."""
    least, most = usual_buy_in(game)
    return Terms(
        buy_in_least=least,
        buy_in_most=most,
        seats=game.seats_max,
        start_with=game.seats_min,
    )
