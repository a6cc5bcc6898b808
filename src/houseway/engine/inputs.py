"""Inputs of a round (acts, pieces drawn, time-outs, rulings) and the validation of their types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import category

import msgspec

from houseway.errors import short_repr
from houseway.money import MOST_DOLLARS, Cents, format_dollars

if TYPE_CHECKING:
    from houseway.pieces.kind import Kind


# -- inputs -----------------------------------------------------------------------------------
# What comes in from outside: the inputs, which are the log of a round.

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
    return f"amounts are whole cents, not {short_repr(amount)}"


# -- door -------------------------------------------------------------------------------------
# The door of a round: whatever comes in has its types checked here, before anything is touched.
#
# A value that only equals the right one, such as 2.0 or true, passes every check by value and
# breaks a script when it is used; what cannot be written and read again makes a record nobody can
# open.

NAME_MOST = 80
REASON_MOST = 500
"""How long a name and the reason of a ruling may be, in characters."""


def validate_text(text: Any, most: int) -> str | None:
    """Why this cannot stand in a record and be read again as one line of plain text."""
    if type(text) is not str:
        return f"must be in words, not {short_repr(text)}"
    if not text.strip():
        return "must not be blank"
    if len(text) > most:
        return f"may have {most} characters at the most, not {len(text)}"
    if any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text):
        return f"must be one line of plain text, not {short_repr(text)}"
    return None


def validate_seat(name: Any, who: Any, chips: Any, firm: Any = "", least: int = 1) -> str | None:
    """Why nobody sits down under this name, with this id, or with so many chips."""
    if fault := validate_text(name, NAME_MOST):
        return f"a name {fault}"
    if who != "" and (fault := validate_text(who, NAME_MOST)):
        return f"the id of a person {fault}"
    if firm != "" and (fault := validate_text(firm, NAME_MOST)):
        return f"the name of a firm {fault}"
    if fault := not_cents(chips):
        return fault
    if chips < least:
        return f"nobody sits down with {format_dollars(chips)}"
    if chips > MOST_DOLLARS * 100:
        return f"nobody sits down with more than {format_dollars(MOST_DOLLARS * 100)}"
    return None


def are_pieces(pieces: Any) -> bool:
    """Whether these are pieces as the library keeps them: a tuple of plain whole numbers."""
    if type(pieces) is not tuple:
        return False
    for piece in pieces:  # noqa: SIM110 - on every deal, and three times as fast as all()
        if type(piece) is not int:
            return False
    return True


def validate_act(act: Any) -> str | None:
    """Why this is no decision at all: 2.0 and true pass for whole numbers until they are used."""
    if type(act) is not Act:
        return f"a decision is an Act, not {short_repr(act)}"
    if type(act.seat) is not int:
        return f"a seat is a whole number, not {short_repr(act.seat)}"
    name = act.name
    if type(name) is not str or len(name) > NAME_MOST:
        return f"a decision has a name, in a few words, not {short_repr(name)}"
    if type(act.amount) is not int:
        return f"{name}: {not_cents(act.amount)}"
    if act.places is not NOTHING and (fault := _misplaced(act.places)):
        return f"{name}: {fault}"
    if act.pieces is NOTHING and act.parts is NOTHING:
        return None
    if not are_pieces(act.pieces):
        return f"{name}: pieces are a tuple of whole numbers, not {short_repr(act.pieces)}"
    if not _named(act.parts) or not all(are_pieces(part) for _, part in act.parts):
        return f"{name}: parts are names with tuples of pieces, not {short_repr(act.parts)}"
    return None


def _misplaced(places: Any) -> str | None:
    """What is wrong with chips on spots; a plain loop, since every wager comes through here."""
    if type(places) is tuple:
        for pair in places:
            if type(pair) is not tuple or len(pair) != 2 or type(pair[0]) is not str:
                break
            if len(pair[0]) > NAME_MOST:
                break
            if type(pair[1]) is not int:
                return f"{pair[0]}: {not_cents(pair[1])}"
        else:
            return None
    return f"places are names of spots with cents, not {short_repr(places)}"


def _named(pairs: Any) -> bool:
    """Whether these are pairs of a name and something else."""
    return type(pairs) is tuple and all(
        type(pair) is tuple
        and len(pair) == 2
        and type(pair[0]) is str
        and len(pair[0]) <= NAME_MOST
        for pair in pairs
    )


def validate_ruling(ruling: Any) -> str | None:
    """Why this is no ruling at all, whatever a game may know of it."""
    if type(ruling) is not Ruling:
        return f"a ruling is a Ruling, not {short_repr(ruling)}"
    if type(ruling.name) is not str:
        return f"a ruling has a name, in words, not {short_repr(ruling.name)}"
    if type(ruling.seat) is not int:
        return f"{ruling.name}: a seat is a whole number, not {short_repr(ruling.seat)}"
    if fault := not_cents(ruling.amount):
        return f"{ruling.name}: {fault}"
    if not are_pieces(ruling.pieces):
        return (
            f"{ruling.name}: pieces are a tuple of whole numbers, not {short_repr(ruling.pieces)}"
        )
    if ruling.reason != "" and (fault := validate_text(ruling.reason, REASON_MOST)):
        return f"{short_repr(ruling.name)[1:-1]}: a reason {fault}"
    return None


def misruled(
    ruling: Ruling, takes: tuple[str, ...], seated: Sequence[int], kind: Kind
) -> str | None:
    """What is wrong with the particulars of a ruling: missing, not taken, or impossible."""
    name = ruling.name
    for field in ("seat", "pieces", "amount"):
        if field not in takes and getattr(ruling, field):
            return f"{name} takes no {field}"
    if "seat" in takes:
        if not ruling.seat:
            return f"{name}: say which seat, like seat={seated[0]}"
        if ruling.seat not in seated:
            return f"{name}: nobody sits at seat {short_repr(ruling.seat)}"
    if "pieces" in takes:
        if not ruling.pieces:
            one = next(p for p, n in enumerate(kind.copies) if n)
            return f"{name}: say which {kind.noun}, like pieces={kind.names[one]}"
        for piece in ruling.pieces:
            if not 0 <= piece < len(kind.copies):
                return f"{name}: {kind.noun} number {short_repr(piece)} does not exist"
    if "amount" in takes and ruling.amount <= 0:
        return f"{name}: say which amount, above nothing, like amount=20"
    return None
