"""Seats and inputs of a round, and the validation of their types.

Inputs are acts, pieces drawn, time-outs and rulings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from unicodedata import category

import msgspec

from houseway.errors import Reason, short_repr
from houseway.money import MOST_DOLLARS, Cents, format_dollars

if TYPE_CHECKING:
    from houseway.pieces.kind import Kind


# Inputs: the log of a round.

Pieces = tuple[int, ...]
NO_CENTS, NOTHING = 0, ()
"""Values of the fields that an act does not name; compared by identity for speed."""
PLAYER, DEALER = "player", "dealer"
"""Beneficiary of chips: the bettor, or the dealer if they are a tip."""


class Put(msgspec.Struct, frozen=True, gc=False):
    """Chips put on a spot: for which hand, for whom, and in which circle (0: the seat's own)."""

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
    """Base of inputs; each is written with its kind, so one decoder reads them all."""


class Act(_Input, frozen=True, gc=False, omit_defaults=True, tag="act"):
    """A decision of one seat."""

    seat: int
    name: str
    amount: Cents = 0
    pieces: Pieces = ()
    parts: tuple[tuple[str, Pieces], ...] = ()
    places: tuple[tuple[str, int], ...] = ()


class Drawn(_Input, frozen=True, gc=False, tag="drawn"):
    """Pieces that chance brought: cards, tiles or dice; none for a shuffle."""

    what: str
    pieces: Pieces


class TimeUp(_Input, frozen=True, gc=False, tag="time_up"):
    """A seat's time ran out; its default decision is taken."""

    seat: int


class Ruling(_Input, frozen=True, omit_defaults=True, tag="ruling"):
    """A supervisor's ruling. It answers no question; the open question is asked again."""

    name: str
    seat: int = 0
    pieces: Pieces = ()
    amount: Cents = 0
    reason: str = ""


Input: TypeAlias = Act | Drawn | TimeUp | Ruling


def not_cents(amount: Any) -> Reason | None:
    """Explain why this is not an amount in cents, which is an ``int`` and no ``bool``."""
    if type(amount) is int:
        return None
    return Reason("amount-malformed", f"amounts are whole cents, not {short_repr(amount)}")


def not_a_seat(seat: Any) -> Reason:
    """Explain that this is not the number of a seat."""
    return Reason("seat-malformed", f"a seat is a whole number, not {short_repr(seat)}")


def not_pieces(pieces: Any) -> Reason:
    """Explain that these are not pieces as the library keeps them."""
    return Reason(
        "pieces-malformed", f"pieces are a tuple of whole numbers, not {short_repr(pieces)}"
    )


# Validation of types, before a round is touched.  A value that only compares equal to the right
# one, such as 2.0 or true, passes checks by value and breaks a script later.  A value that cannot
# be written and read again makes a record that cannot be loaded.

NAME_MOST = 80
REASON_MOST = 500
"""Most characters of a name and of the reason of a ruling."""


def validate_text(text: Any, most: int) -> str | None:
    """Explain why this text cannot be written to a record as one line and read again."""
    if type(text) is not str:
        return f"must be in words, not {short_repr(text)}"
    if not text.strip():
        return "must not be blank"
    if len(text) > most:
        return f"may have {most} characters at the most, not {len(text)}"
    if any(category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text):
        return f"must be one line of plain text, not {short_repr(text)}"
    return None


def validate_seat(name: Any, who: Any, chips: Any, firm: Any = "", least: int = 1) -> Reason | None:
    """Explain why a seat cannot have this name, person's id, firm or number of chips."""
    if fault := validate_text(name, NAME_MOST):
        return Reason("name-malformed", f"a name {fault}")
    if who != "" and (fault := validate_text(who, NAME_MOST)):
        return Reason("person-malformed", f"the id of a person {fault}")
    if firm != "" and (fault := validate_text(firm, NAME_MOST)):
        return Reason("firm-malformed", f"the name of a firm {fault}")
    if reason := not_cents(chips):
        return reason
    if chips < least:
        return Reason(
            "too-few-chips",
            f"a seat needs at least {format_dollars(least)}, not {format_dollars(chips)}",
        )
    if chips > (most := MOST_DOLLARS * 100):
        return Reason(
            "too-many-chips",
            f"a seat takes at most {format_dollars(most)}, not {short_repr(chips)} cents",
        )
    return None


def are_pieces(pieces: Any) -> bool:
    """Return True if this is a tuple of plain ``int``."""
    if type(pieces) is not tuple:
        return False
    for piece in pieces:  # noqa: SIM110 - on every deal, and three times as fast as all()
        if type(piece) is not int:
            return False
    return True


def validate_act(act: Any) -> Reason | None:
    """Explain why this is not a well-formed decision.

    2.0 and True compare equal to whole numbers and would fail only later. The moment and the game
    do not matter here.
    """
    if type(act) is not Act:
        return Reason("act-malformed", f"a decision is an Act, not {short_repr(act)}")
    if type(act.seat) is not int:
        return not_a_seat(act.seat)
    name = act.name
    if type(name) is not str or len(name) > NAME_MOST:
        return Reason(
            "act-name-malformed",
            f"a decision has a name of at most {NAME_MOST} characters, not {short_repr(name)}",
        )
    if type(act.amount) is not int and (reason := not_cents(act.amount)):
        return reason.after(f"{name}: ")
    if act.places is not NOTHING and (reason := _misplaced(act.places)):
        return reason.after(f"{name}: ")
    if act.pieces is NOTHING and act.parts is NOTHING:
        return None
    if not are_pieces(act.pieces):
        return not_pieces(act.pieces).after(f"{name}: ")
    if not _named(act.parts) or not all(are_pieces(part) for _, part in act.parts):
        return Reason(
            "parts-malformed",
            f"{name}: parts are names with tuples of pieces, not {short_repr(act.parts)}",
        )
    return None


def _misplaced(places: Any) -> Reason | None:
    """Explain a wrong type in chips on spots. A plain loop, because every wager passes here."""
    if type(places) is tuple:
        for pair in places:
            if type(pair) is not tuple or len(pair) != 2:
                break
            name, cents = pair
            if type(name) is not str or len(name) > NAME_MOST:
                break
            if type(cents) is not int and (reason := not_cents(cents)):
                return reason.after(f"{name}: ")
        else:
            return None
    return Reason(
        "places-malformed", f"places are names of spots with cents, not {short_repr(places)}"
    )


def _named(pairs: Any) -> bool:
    """Return True if this is a tuple of pairs that begin with a name."""
    return type(pairs) is tuple and all(
        type(pair) is tuple
        and len(pair) == 2
        and type(pair[0]) is str
        and len(pair[0]) <= NAME_MOST
        for pair in pairs
    )


def validate_ruling(ruling: Any) -> Reason | None:
    """Explain why this is not a ruling, whatever the game."""
    if type(ruling) is not Ruling:
        return Reason("ruling-malformed", f"a ruling is a Ruling, not {short_repr(ruling)}")
    if type(ruling.name) is not str:
        return Reason(
            "ruling-name-malformed", f"a ruling has a name, in words, not {short_repr(ruling.name)}"
        )
    if type(ruling.seat) is not int:
        return not_a_seat(ruling.seat).after(f"{ruling.name}: ")
    if reason := not_cents(ruling.amount):
        return reason.after(f"{ruling.name}: ")
    if not are_pieces(ruling.pieces):
        return not_pieces(ruling.pieces).after(f"{ruling.name}: ")
    if ruling.reason != "" and (fault := validate_text(ruling.reason, REASON_MOST)):
        return Reason(
            "ruling-reason-malformed", f"{short_repr(ruling.name)[1:-1]}: a reason {fault}"
        )
    return None


def misruled(
    ruling: Ruling, takes: tuple[str, ...], seated: Sequence[int], kind: Kind
) -> Reason | None:
    """Explain which particular of a ruling is missing, not taken, or impossible."""
    name = ruling.name
    for field in ("seat", "pieces", "amount"):
        if field not in takes and getattr(ruling, field):
            return Reason("ruling-takes-none", f"{name} takes no {field}")
    if "seat" in takes:
        if not ruling.seat:
            return Reason("ruling-needs-seat", f"{name}: say which seat, like seat={seated[0]}")
        if ruling.seat not in seated:
            return Reason(
                "ruling-on-empty-seat", f"{name}: no player sits at seat {short_repr(ruling.seat)}"
            )
    if "pieces" in takes:
        if not ruling.pieces:
            one = next(p for p, n in enumerate(kind.copies) if n)
            return Reason(
                "ruling-needs-pieces",
                f"{name}: say which {kind.noun}, like pieces={kind.names[one]}",
            )
        for piece in ruling.pieces:
            if not 0 <= piece < len(kind.copies):
                return Reason(
                    "ruling-on-no-piece",
                    f"{name}: {kind.noun} number {short_repr(piece)} does not exist",
                )
    if "amount" in takes and ruling.amount <= 0:
        return Reason(
            "ruling-needs-amount", f"{name}: say which amount, above nothing, like amount=20"
        )
    return None


class Seat(msgspec.Struct, frozen=True):
    """A person at a seat with chips, in cents.

    ``who`` is the id of the person, or "": names are shown, ids are counted.  ``firm`` is the
    provider of proposition players that the person plays for, or "".
    """

    seat: int
    name: str
    chips: int
    who: str = ""
    firm: str = ""

    @property
    def person(self) -> str:
        """The key of the person: the id, or the name where there is no id."""
        return self.who or self.name

    @property
    def party(self) -> str:
        """The key of the bank this person holds: all players of a firm share one."""
        return f"firm {self.firm}" if self.firm else self.who or self.name


def same_by_name(one: Seat, other: Seat) -> bool:
    """Return True if two seats would count as one person only because of equal names."""
    return one.person == other.person and not (one.who and other.who)


def told_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with equal names made different.

    Without an id, the later of two people with one name is also known by the seat.
    """
    if len({seat.who or seat.name for seat in seats}) == len(seats):
        return tuple(seats)
    found: list[Seat] = []
    for seat in seats:
        others = [*found, *(other for other in seats if other.who)]
        if not seat.who and any(same_by_name(seat, other) for other in others):
            seat = msgspec.structs.replace(seat, who=f"{seat.name}, seat {seat.seat}")
        found.append(seat)
    return tuple(found)
