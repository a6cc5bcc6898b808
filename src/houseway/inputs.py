"""What comes in from outside: the inputs, which are the log of a round."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from houseway.errors import brief
from houseway.money import Cents

Pieces = tuple[int, ...]
NO_CENTS, NOTHING = 0, ()
"""What an act has of what it does not name: one zero and one empty tuple, known at a glance."""
PLAYER, DEALER = "player", "dealer"
"""For whom chips play: whoever puts them down, or the dealer, for whom they are a tip."""


class Put(msgspec.Struct, frozen=True, gc=False):
    """Chips that are put down: on which spot and hand, for whom, and in whose circle (0: own)."""

    spot: str
    cents: int
    hand: int = 0
    whom: str = PLAYER
    circle: int = 0


def label_of(spot: str, hand: int = 0, whom: str = PLAYER, circle: int = 0) -> str:
    """``main``, ``main.2`` on the second hand, ``tip_main`` for the dealer, ``3:main`` behind."""
    tip, behind = "tip_" * (whom == DEALER), f"{circle}:" if circle else ""
    return f"{behind}{tip}{spot}.{hand + 1}" if hand else f"{behind}{tip}{spot}"


class _Input(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="in"):
    """What comes in, written with its kind, so that one reader reads every kind back."""


class Act(_Input, frozen=True, gc=False, omit_defaults=True, tag="act"):
    """A decision of one seat."""

    seat: int
    name: str
    amount: Cents = 0
    pieces: Pieces = ()
    parts: tuple[tuple[str, Pieces], ...] = ()
    places: tuple[tuple[str, int], ...] = ()


class Drawn(_Input, frozen=True, gc=False, tag="drawn"):
    """What chance brought: cards, tiles, dice, or a shuffle (no pieces)."""

    what: str
    pieces: Pieces


class TimeUp(_Input, frozen=True, gc=False, tag="time_up"):
    """A seat's time ran out; its default decision is taken."""

    seat: int


class Ruling(_Input, frozen=True, omit_defaults=True, tag="ruling"):
    """A supervisor's ruling.  It answers no question; the standing one is asked anew."""

    name: str
    seat: int = 0
    pieces: Pieces = ()
    amount: Cents = 0
    reason: str = ""


Input: TypeAlias = Act | Drawn | TimeUp | Ruling


def not_cents(amount: Any) -> str | None:
    """Why this is not an amount of money in the library: cents are whole numbers, never true."""
    if type(amount) is int:
        return None
    return f"amounts are whole cents, not {brief(amount)}"
