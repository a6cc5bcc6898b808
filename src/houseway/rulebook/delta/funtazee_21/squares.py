"""Cards on the squares of a seat: two and three are set, five together say what is to be done.

On the top square they are given up; on the bottom square they are set the house way, or given up
where that is the house way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cite import procedure
from houseway.families.banked.game import HandKey
from houseway.families.set_hands.options import (
    HOUSE_WAY,
    IN_PARTS,
    OWN_WAY,
    Laying,
    Lies,
    in_parts,
    what_it_makes,
)
from houseway.families.set_hands.state import SetHandsState
from houseway.hands.funtazee_21 import GIVE_UP, house_total

if TYPE_CHECKING:
    from houseway.rulebook.delta.funtazee_21.game import Funtazee21

FRONT, BACK = "front", "back"
"""The top square of a seat and the bottom square."""
GIVEN_UP = "surrender"


@procedure("CA-FTZ-07", "CA-FTZ-14")
def given_up(game: Funtazee21, s: SetHandsState, box: HandKey) -> bool:
    """Return True if a hand is surrendered, by its player or by the requested house way."""
    by = s.set_by.get(box)
    if by == HOUSE_WAY and box != s.banks:
        return game.choice(s.dealt[box]) == GIVE_UP
    return by == GIVEN_UP


@procedure("CA-FTZ-13")
def on_top(game: Funtazee21, s: SetHandsState, box: HandKey) -> Lies:
    """Lay a hand that its player gives up: all cards on the top square."""
    return ((FRONT, s.sets[box]),), (GIVEN_UP,)


@procedure("CA-FTZ-13")
def on_bottom(game: Funtazee21, s: SetHandsState, box: HandKey) -> Lies:
    """The house way, until the hand is opened: then it is set out, unless it is given up."""
    if box not in s.shown:
        return ((BACK, s.sets[box]),), (HOUSE_WAY,)
    if given_up(game, s, box):
        return ((BACK, s.sets[box]),), (GIVEN_UP,)
    return in_parts(game, s, box)


def surrendered(game: Funtazee21, s: SetHandsState, box: HandKey) -> str:
    """Return the words for a surrendered hand: the total that the house way depends on."""
    return f"{GIVEN_UP}, total {house_total(s.sets[box], game.one_ace_high)}"


def opened(game: Funtazee21, s: SetHandsState, box: HandKey) -> str:
    """Return the words for a hand once the house way is known."""
    made = surrendered if given_up(game, s, box) else what_it_makes
    return made(game, s, box)


LAYINGS = {
    OWN_WAY: IN_PARTS,
    HOUSE_WAY: Laying(on_bottom, opened),
    GIVEN_UP: Laying(on_top, surrendered, meets_bank=False),
}
"""The place and words of a hand in each state; hidden information must not follow from its
place.
"""
