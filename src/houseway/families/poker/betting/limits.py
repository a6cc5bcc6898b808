"""The limits of a bet in every betting structure, in whole cents.

These are rules, so that live play and compiled play use one function.
"""

from __future__ import annotations

from houseway.cite import rule, step

STRUCTURES = ("limit", "pot_limit", "no_limit", "spread_limit")
LIMIT, POT_LIMIT, NO_LIMIT, SPREAD = range(4)
"""The structures, in the order in which they are posted."""


@step
@rule()
def may_raise(full_bets_seen: int, full_bets: int, able: int, capped: bool, bound: bool) -> bool:
    """Return True if a player may raise: uncapped, another can call, and a full bet has come since.

    ``full_bets_seen`` is the number of full bets at the player's last action, ``full_bets`` the
    number now. ``able`` counts the players who can still put in chips, this one included.
    """
    if full_bets_seen == full_bets or able < 2:
        return False
    return not capped and not bound


@step
@rule()
def no_limit_bet(to_call: int, size: int, all_in: int) -> tuple[int, int]:
    """The least and the most without limits: a full bet or raise, or all the player's chips."""
    least = to_call + size
    return least if least < all_in else all_in, all_in


@step
@rule()
def limited_bet(level: int, size: int, upto: int, all_in: int) -> tuple[int, int]:
    """The least and the most in limit games: from the last full bet, ``level``, up by ``size``.

    Or by anything to ``upto``, where that is more.
    """
    least, most = level + size, level + (upto if upto > size else size)
    return least if least < all_in else all_in, most if most < all_in else all_in


@step
@rule()
def bet_limits(
    structure: int, level: int, size: int, upto: int, to_call: int, pot: int, all_in: int
) -> tuple[int, int]:
    """Return the least and the most total of a bet or raise, within the player's chips, in cents.

    ``pot`` is the total that pot limit allows.
    """
    if structure == NO_LIMIT:
        return no_limit_bet(to_call, size, all_in)
    if structure != POT_LIMIT:
        return limited_bet(level, size, upto, all_in)
    least = to_call + size
    most = pot if pot > least else least
    return least if least < all_in else all_in, most if most < all_in else all_in


@step
@rule()
def pot_limit(to_call: int, bet: int, in_play: int, unit: int) -> int:
    """Return the highest total of a bet: the call and then the pot, rounded up to whole units."""
    size = in_play + to_call - bet
    return to_call + (size + unit - 1) // unit * unit


@step
@rule()
def opening_limit(big_blind: int, times: int) -> int:
    """Return the most for which a pot limit pot is opened before the flop: a multiple of the big
    blind.
    """
    return big_blind * times


@step
@rule()
def limit_raise_is_full(more: int, bet: int, half: bool) -> bool:
    """In limit games half a bet or more counts as a full bet (or, as posted, a full one only)."""
    return 2 * more >= bet if half else more >= bet


@step
@rule()
def next_raise(size: int, upto: int, more: int, spread: bool) -> int:
    """The least raise after a full one of ``more`` in games with limits.

    At a spread limit it is as large as the last bet or raise; where there are two limits to choose
    from, the upper one holds from its first bet on.
    """
    if spread:
        return more if size < more < upto else upto if more >= upto else size
    return upto if upto and more >= upto else size


@step
@rule()
def is_capped(raises: int, most: int, players: int) -> bool:
    """Return True if a limit round has had all its raises; between two players there is no
    limit.
    """
    return raises >= most and players > 2
