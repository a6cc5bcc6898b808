"""What a bet may come to: the limits of every structure, over whole cents.

These are rules, so that what is played and what is compiled are one function.
"""

from __future__ import annotations

from houseway.cite import rule, step

STRUCTURES = ("limit", "pot_limit", "no_limit", "spread_limit")
LIMIT, POT_LIMIT, NO_LIMIT, SPREAD = range(4)
"""The structures, in the order in which they are posted."""


@step
@rule()
def may_raise(answered: int, fulls: int, able: int, capped: bool, bound: bool) -> bool:
    """Not if the raises are capped, nobody could call, or nothing full has happened since.

    ``answered`` is how many full bets the player had seen when he last acted, ``fulls`` how many
    there are now; ``able`` are the players who can still put in chips, himself among them.
    """
    if answered == fulls or able < 2:
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
    """The least and the most a bet or raise may come to, within the player's chips.

    ``pot`` is what pot limit allows in all.
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
    """The most a bet may come to: the call and then the pot, rounded up to whole units."""
    size = in_play + to_call - bet
    return to_call + (size + unit - 1) // unit * unit


@step
@rule()
def opening_limit(big_blind: int, times: int) -> int:
    """The most a pot limit pot is opened for before the flop: so many big blinds."""
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
    """Whether a limit round has had its raises; between two players they have no end."""
    return raises >= most and players > 2
