"""Options of set-hands games: help, fouls, how hands lie and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from houseway.families.banked.settlement import HandKey
    from houseway.families.set_hands.game import SetHands
    from houseway.families.set_hands.state import Parts, SetHandsState

HOUSE_WAY, OWN_WAY = "house way", "own way"
REFUSED, RESET, LOSES, STANDS = "refused", "reset", "loses", "stands"
"""The fate of a foul, besides the house way: refused, set again, lost when found, or compared as it
stands (the bank's too).
"""
WHEN_SET, AT_SHOWDOWN = "when set", "at the showdown"
OFFERED, ON_REQUEST, NO_HELP = "offered", "on request", "none"


Ranks: TypeAlias = tuple[int, int]
"""The ranks of two parts."""


def part_by_part(mine: Ranks, banks: Ranks) -> str:
    """Return the result of each part against the bank's, as a reason in the game's words:
    ``won_tied``.
    """
    (first, second), (banks_first, banks_second) = mine, banks
    one = "won" if first > banks_first else "tied" if first == banks_first else "lost"
    other = "won" if second > banks_second else "tied" if second == banks_second else "lost"
    return f"{one}_{other}"


# Most hands lie part by part. In some games the way in which cards lie on one spot is a decision;
# they have other ways to lay a hand down (``SetHands.layings``).

Lies: TypeAlias = "tuple[Parts, tuple[str, ...]]"
"""The places of pieces, part by part, and each part in words."""


class Laying(msgspec.Struct, frozen=True):
    """A way to lay a hand down: how it lies, what is said of it when it is turned over.

    Whether it meets the bank's: a hand that was given up does not.
    """

    lies: Callable[[Any, SetHandsState, HandKey], Lies]
    said: Callable[[Any, SetHandsState, HandKey], str]
    meets_bank: bool = True


def in_parts(game: SetHands, s: SetHandsState, box: HandKey) -> Lies:
    """Part by part, and each part in words."""
    pieces = s.sets[box]
    return game.parted(pieces), game.described(pieces)[0]


def what_it_makes(game: SetHands, s: SetHandsState, box: HandKey) -> str:
    """Return the words for a setting when it is turned over."""
    return game.described(s.sets[box])[1]


IN_PARTS = Laying(in_parts, what_it_makes)


Described: TypeAlias = tuple[tuple[str, ...], str]
"""The names of the parts of a setting, and the words when it is turned over."""


def by_parts(parts: tuple[str, ...], name: str = "") -> Described:
    """A setting is called by its parts, and by a name of its own if it has one."""
    words = " / ".join(parts)
    return parts, f"{words}, {name}" if name else words


def which_hand(game: SetHands, seat: int, box: HandKey) -> str:
    """Return the name of a hand, if a player has several; else ""."""
    circle, hand = box
    if circle == seat and game.hands_each == 1:
        return ""
    where = f"circle {circle}" if circle != seat else ""
    which = f"hand {hand + 1}" if game.hands_each > 1 else ""
    return ", ".join(filter(None, (where, which)))
