"""What a page draws: the layout of a table once, and after each input the view of one viewer."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.money import Cents
from houseway.script import Amount, Arrange, Button, Choice, Pick, Place


class Zone(msgspec.Struct, frozen=True):
    """A place where pieces lie: at each seat, or once in the middle."""

    name: str
    at: str = "seat"
    words: str = ""


class SpotPlan(msgspec.Struct, frozen=True):
    """A betting spot of each seat, with its limits and where its rule stands.

    ``label`` is what it is called, ``words`` may say more of it; ``element`` is the part of a
    combination game that decides it.
    """

    name: str
    words: str
    least: Cents
    most: Cents
    required: bool
    clauses: tuple[str, ...]
    element: str = ""
    hands: int = 1
    """How many hands of a seat may have chips there."""
    behind: bool = False
    """Whether others than the seat's player may bet there."""
    label: str = ""


class PayRow(msgspec.Struct, frozen=True):
    """A row of a pay table as it is printed, and the outcomes that it pays."""

    outcome: str
    pays: str
    covers: tuple[str, ...]
    words: str = ""


class PaySheet(msgspec.Struct, frozen=True):
    """A pay table as displayed at the table: the posted column only, and of it what is printed."""

    wager: str
    column: str
    rows: tuple[PayRow, ...]
    clause: str
    words: str = ""


class Sign(msgspec.Struct, frozen=True):
    """Something posted at the table: ``Soft 17``, ``the dealer hits``.

    ``key`` and ``posted`` are the same as a record writes them; ``says`` explains the choice.
    """

    key: str
    posted: str
    words: str
    value: str
    says: str = ""
    clauses: tuple[str, ...] = ()


class Named(msgspec.Struct, frozen=True):
    """A name and what people call it."""

    name: str
    words: str


class MeterPlan(msgspec.Struct, frozen=True):
    """A progressive meter: of which wager, which of its meters, and what it is called."""

    spot: str
    number: int
    words: str


class RulingPlan(msgspec.Struct, frozen=True):
    """A ruling that may be made at the table: what it is called, what it does, what it takes.

    ``needs`` is who makes it, ``floor`` or ``dealer``.
    """

    name: str
    words: str
    says: str
    takes: tuple[str, ...]
    needs: str
    clauses: tuple[str, ...]


class Layout(msgspec.Struct, frozen=True):
    """The table as it stands before anybody sits: made from the game and its posting."""

    game: str
    name: str
    felt: str
    shape: str
    seats: int
    zones: tuple[Zone, ...]
    spots: tuple[SpotPlan, ...]
    pucks: tuple[Named, ...]
    signage: tuple[Sign, ...]
    pay: tuple[PaySheet, ...]
    meters: tuple[MeterPlan, ...] = ()
    actions: tuple[Named, ...] = ()
    """Every decision of the game; prompts name those that are open."""
    empty_circles: bool = False
    """Whether circles are bet at which nobody sits."""
    pieces: tuple[str, ...] = ()
    """The notation of each piece: prompts and decisions number pieces, piles name them."""
    rulings: tuple[RulingPlan, ...] = ()
    rules: str = ""
    """The digest of everything that could change a result here (``Game.fingerprint``)."""


class SeatView(msgspec.Struct):
    """A seat: who sits there, chips in front, and one word on its part in the round."""

    seat: int
    name: str
    chips: Cents
    status: str = ""


class Pile(msgspec.Struct):
    """Pieces lying in a zone; one this viewer may not see is ``??``.

    ``hand`` is which of the seat's hands it is, as wagers and chips count them; ``up`` says of
    each piece whether it lies face up, ``turn`` whether this hand is to be played now.
    """

    zone: str
    seat: int
    pieces: list[str]
    note: str = ""
    hand: int = 0
    up: list[bool] = []
    turn: bool = False
    total: str = ""


class Chips(msgspec.Struct):
    """Chips (or lammers) on a spot: who has put them there, and for whom they play.

    ``owner`` is ``player``, or ``dealer`` for a tip; ``circle`` is whose circle it is (0: the
    bettor's own) and ``hand`` which of its hands.
    """

    seat: int
    spot: str
    cents: Cents
    owner: str = "player"
    lammers: int = 0
    hand: int = 0
    circle: int = 0


class PotView(msgspec.Struct):
    """A pot and the seats that may win it."""

    name: str
    cents: Cents
    seats: list[int]


class Puck(msgspec.Struct):
    """A button, marker or meter lamp: where it lies and what it says."""

    name: str
    seat: int
    words: str = ""


class BankView(msgspec.Struct):
    """A player's bank: who holds it, what was put up, what is used, what is there now."""

    seat: int
    put_up: Cents
    used: Cents
    left: Cents


class MeterView(msgspec.Struct):
    """What a progressive meter shows."""

    spot: str
    number: int
    words: str
    cents: Cents


class Forbidden(msgspec.Struct):
    """A decision this seat may not take now, and why; ``words`` is what people call it."""

    name: str
    why: str
    clauses: tuple[str, ...] = ()
    words: str = ""


class Prompt(msgspec.Struct):
    """The one question this viewer is asked now.

    ``id`` stands as long as the question does: an answer to another one comes too late.  It is how
    many inputs there were when it became what it is.  ``seconds`` is the time that the rules give
    for it, 0 where they leave it to the room.
    """

    id: int
    seat: int
    words: str
    late: str
    actions: list[Button | Amount | Pick | Arrange | Place]
    forbidden: list[Forbidden]
    seconds: int = 0


class OwnPile(msgspec.Struct):
    """A pile that one seat sees otherwise than an onlooker: it goes in place of ``piles[at]``."""

    at: int
    pile: Pile


class Own(msgspec.Struct):
    """What a seat has of its own beside what everybody sees.

    Its view is the onlooker's with ``viewer`` and ``prompt`` set and these piles put in place.
    """

    piles: list[OwnPile]
    prompt: Prompt | None = None


class View(msgspec.Struct):
    """Everything one viewer may see now."""

    game: str
    viewer: int
    phase: str
    seats: list[SeatView]
    piles: list[Pile]
    chips: list[Chips]
    pots: list[PotView]
    pucks: list[Puck]
    said: list[str]
    waiting_for: list[int] = []
    prompt: Prompt | None = None
    meters: list[MeterView] = []
    closed: bool = False
    bank: BankView | None = None
    phase_words: str = ""

    def of(self, seat: int, own: Own) -> View:
        """The view of a seat, made of the onlooker's and what it has of its own."""
        piles = self.piles.copy()
        for mine in own.piles:
            piles[mine.at] = mine.pile
        return msgspec.structs.replace(self, viewer=seat, piles=piles, prompt=own.prompt)


def own_piles(mine: Sequence[Pile], public: Sequence[Pile]) -> list[OwnPile]:
    """The piles among a viewer's that are not as an onlooker sees them."""
    both = enumerate(zip(mine, public, strict=True))
    return [OwnPile(at, pile) for at, (pile, seen) in both if pile != seen]


__all__ = [
    "BankView", "Chips", "Choice", "Forbidden", "Layout", "MeterPlan", "MeterView", "Named",
    "Own", "OwnPile", "PayRow", "PaySheet", "Pile", "PotView", "Prompt", "Puck", "RulingPlan",
    "SeatView", "Sign", "SpotPlan", "View", "Zone", "own_piles",
]  # fmt: skip
