"""The view of one viewer after each input, and the question that this viewer is asked."""

from __future__ import annotations

import msgspec

from houseway.engine.questions import Amount, Arrange, Button, Pick, Pieces, Place
from houseway.money import Cents


class SeatView(msgspec.Struct, omit_defaults=True):
    """A seat: its person, the chips in front, and one word on its part in the round.

    ``did`` is its last decision in words, ``at_risk`` its chips in play in cents, ``net`` its
    result so far in cents, from settled wagers only.
    """

    seat: int
    name: str
    chips: Cents
    status: str = ""
    did: str = ""
    at_risk: Cents = 0
    net: Cents = 0


class Pile(msgspec.Struct, omit_defaults=True):
    """Pieces in a zone; one hidden from this viewer is ``??``.

    ``hand`` is the number of the seat's hand, as wagers and chips count them. ``up`` tells for each
    piece if it is face up, ``turn`` if this hand is to be played now; ``total`` is the value of the
    pieces in words.
    """

    zone: str
    seat: int
    pieces: list[str]
    hand: int = 0
    up: list[bool] = []
    turn: bool = False
    total: str = ""
    marks: list[str] = []
    """Further remarks on the hand in a word or two: ``split free``, ``doubled``."""
    lit: list[bool] = []
    """For each piece, True if it counts in the hand that ``total`` names; empty: all count."""
    lost: bool = False
    """True if the hand is over: bust, folded, beaten or given up."""
    count: int = 0
    """The number of pieces in a zone where they are only counted; ``pieces`` is empty there."""


class Chips(msgspec.Struct, omit_defaults=True):
    """Chips or lammers on a spot: the bettor, and the beneficiary.

    ``owner`` is ``player``, or ``dealer`` for a tip; ``circle`` is the seat of the circle (0: the
    bettor's own) and ``hand`` the number of its hand.
    """

    seat: int
    spot: str
    cents: Cents
    owner: str = "player"
    lammers: int = 0
    hand: int = 0
    circle: int = 0


class PotView(msgspec.Struct, omit_defaults=True):
    """A pot and the seats that may win it; it stays until the round closes.

    Once it is won, ``won`` has the winners and ``words`` names the winning hand.
    """

    name: str
    cents: Cents
    seats: list[int]
    won: list[int] = []
    words: str = ""


class Puck(msgspec.Struct, omit_defaults=True):
    """A button, marker or meter lamp: its place and its text."""

    name: str
    seat: int
    words: str = ""


class BankView(msgspec.Struct, omit_defaults=True):
    """A player's bank: its seat, and what was put up, used and left, in cents."""

    seat: int
    put_up: Cents
    used: Cents
    left: Cents


class MeterView(msgspec.Struct, omit_defaults=True):
    """The display of a progressive meter."""

    spot: str
    number: int
    words: str
    cents: Cents


class Result(msgspec.Struct, omit_defaults=True):
    """A result of this round: a wager, a share of a pot, a fee, an envy.

    ``seat`` owns the money (0: the house or the dealer). ``kind`` is ``wager``, ``tip``, ``bank``,
    ``pot``, ``fee``, ``envy``, ``meter`` or ``return``; ``label`` and ``outcome`` are words.
    ``row`` is the row that paid it, an outcome of the pay table of ``spot``.
    """

    seat: int
    kind: str
    label: str
    outcome: str
    odds: str
    stake: Cents
    back: Cents
    net: Cents
    spot: str = ""
    hand: int = 0
    circle: int = 0
    owner: str = "player"
    note: str = ""
    row: str = ""
    clauses: tuple[str, ...] = ()


class Forbidden(msgspec.Struct, omit_defaults=True):
    """A decision that this seat may not take now, with the reason; ``words`` is its name.

    ``here``: it belongs to this moment, and its button stays in its place.
    """

    name: str
    why: str
    clauses: tuple[str, ...] = ()
    words: str = ""
    here: bool = False


class Preset(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount that people often choose, with its name: ``½ pot``."""

    words: str
    cents: Cents


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One arrangement of the pieces: its value, and the reason if it may not be set.

    ``parts`` are as the table would lay them: parts that the rules exchange are exchanged.
    """

    words: str
    parts: tuple[tuple[str, Pieces], ...]
    totals: tuple[str, ...] = ()
    """The value of each part in words, in their order."""
    fault: str = ""
    clauses: tuple[str, ...] = ()
    house: bool = False
    """True for the arrangement of the house way."""
    foul: bool = False
    """True if it may be set although it is a foul, which loses."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The texts of an action of a prompt: its label and further details.

    ``says`` is one line on its effect. ``means`` is ``to`` if an amount is the whole bet, ``by`` if
    it is added, and "" for an amount that is neither.
    """

    name: str
    label: str
    says: str = ""
    means: str = ""
    presets: tuple[Preset, ...] = ()
    ways: tuple[Way, ...] = ()


class Prompt(msgspec.Struct, omit_defaults=True):
    """The question that this viewer is asked now.

    ``id`` is the number of inputs when the question became what it is, and stays while it does; an
    answer to another id is too late. ``seconds`` is the time that the rules give; 0: the room
    decides.
    """

    id: int
    seat: int
    words: str
    default_action: str = msgspec.field(name="late")
    actions: list[Button | Amount | Pick | Arrange | Place]
    forbidden: list[Forbidden]
    seconds: int = 0
    offers: list[Offer] = []
    """The same actions one by one, with their texts."""
    hand: int = 0
    """The number of the seat's hand in question, as piles count them."""
    circle: int = 0
    """The seat of the circle in question; 0 for the own circle."""
    default_words: str = msgspec.field(default="", name="late_words")
    """``default_action`` in words."""


class OwnPile(msgspec.Struct, omit_defaults=True):
    """A pile that a seat sees differently from an onlooker; it replaces ``piles[at]``."""

    at: int
    pile: Pile


class Own(msgspec.Struct, omit_defaults=True):
    """The part of a seat's view that differs from the onlooker's.

    The seat's view is the onlooker's with ``viewer`` and ``prompt`` set and these piles replaced.
    """

    piles: list[OwnPile]
    prompt: Prompt | None = None


class View(msgspec.Struct, omit_defaults=True):
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
    results: list[Result] = []
    """The results so far, in order; they stay until the next round."""
    headline: str = ""
    """One sentence on the round; "" if there is nothing to say."""

    def of(self, seat: int, own: Own) -> View:
        """Return the view of a seat, from the onlooker's view and the seat's own part."""
        piles = self.piles.copy()
        for mine in own.piles:
            piles[mine.at] = mine.pile
        return msgspec.structs.replace(self, viewer=seat, piles=piles, prompt=own.prompt)
