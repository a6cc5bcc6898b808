"""What a page draws after each input: the view of one viewer, and the question that is asked."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houseway.engine.questions import Amount, Arrange, Button, Choice, Pick, Pieces, Place
from houseway.money import Cents


class SeatView(msgspec.Struct, omit_defaults=True):
    """A seat: who sits there, chips in front, and one word on its part in the round.

    ``did`` is its last decision in words, ``at_risk`` its chips in play, ``net`` what the round
    has brought it so far, as far as wagers are settled.
    """

    seat: int
    name: str
    chips: Cents
    status: str = ""
    did: str = ""
    at_risk: Cents = 0
    net: Cents = 0


class Pile(msgspec.Struct, omit_defaults=True):
    """Pieces lying in a zone; one this viewer may not see is ``??``.

    ``hand`` is which of the seat's hands it is, as wagers and chips count them; ``up`` says of
    each piece whether it lies face up, ``turn`` whether this hand is to be played now; ``total``
    is what the pieces make, in words.
    """

    zone: str
    seat: int
    pieces: list[str]
    hand: int = 0
    up: list[bool] = []
    turn: bool = False
    total: str = ""
    marks: list[str] = []
    """What else is to be said of the hand, each in a word or two: ``split free``, ``doubled``."""
    lit: list[bool] = []
    """Of each piece whether it counts in the hand that ``total`` names; empty: all do."""
    lost: bool = False
    """Whether the hand is over: bust, folded, beaten or given up."""
    count: int = 0
    """How many pieces lie there where they are only counted, and ``pieces`` has none of them."""


class Chips(msgspec.Struct, omit_defaults=True):
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


class PotView(msgspec.Struct, omit_defaults=True):
    """A pot and the seats that may win it; it stays until the round closes.

    When it has been won, ``won`` has the winners and ``words`` say by what.
    """

    name: str
    cents: Cents
    seats: list[int]
    won: list[int] = []
    words: str = ""


class Puck(msgspec.Struct, omit_defaults=True):
    """A button, marker or meter lamp: where it lies and what it says."""

    name: str
    seat: int
    words: str = ""


class BankView(msgspec.Struct, omit_defaults=True):
    """A player's bank: who holds it, what was put up, what is used, what is there now."""

    seat: int
    put_up: Cents
    used: Cents
    left: Cents


class MeterView(msgspec.Struct, omit_defaults=True):
    """What a progressive meter shows."""

    spot: str
    number: int
    words: str
    cents: Cents


class Result(msgspec.Struct, omit_defaults=True):
    """Something that has come out in this round: a wager, a share of a pot, a fee, an envy.

    ``seat`` is whose money it is (0: the house or the dealer), ``kind`` is ``wager``, ``tip``,
    ``bank``, ``pot``, ``fee``, ``envy``, ``meter`` or ``return``; ``label`` and ``outcome`` are
    words.  ``row`` is what paid it, an outcome of the pay table of ``spot``.
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
    """A decision this seat may not take now, and why; ``words`` is what people call it.

    ``here``: it belongs to this moment, and its button stays in its place.
    """

    name: str
    why: str
    clauses: tuple[str, ...] = ()
    words: str = ""
    here: bool = False


class Preset(msgspec.Struct, frozen=True, omit_defaults=True):
    """An amount that people often choose, and what they call it: ``½ pot``."""

    words: str
    cents: Cents


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to arrange the pieces: what it makes, and why it may not be set, if it may not.

    ``parts`` are as the table would lay them: parts that the rules exchange are exchanged.
    """

    words: str
    parts: tuple[tuple[str, Pieces], ...]
    totals: tuple[str, ...] = ()
    """What each part makes, in their order."""
    fault: str = ""
    clauses: tuple[str, ...] = ()
    house: bool = False
    """Whether the house way sets it so."""


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What people are told of an action of a prompt: its label, and what goes with its shape.

    ``says`` is one line of what it does; ``means`` is whether an amount is what is bet in all
    (``to``) or what is put in more (``by``); neither, of a chip that is changed.
    """

    name: str
    label: str
    says: str = ""
    means: str = ""
    presets: tuple[Preset, ...] = ()
    ways: tuple[Way, ...] = ()


class Prompt(msgspec.Struct, omit_defaults=True):
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
    offers: list[Offer] = []
    """The same actions, one by one, as people are told of them."""
    hand: int = 0
    """Which of the seat's hands is asked about, as piles count them."""
    circle: int = 0
    """In whose circle, where it is another's."""
    late_words: str = ""
    """What is done when time is up, in words."""


class OwnPile(msgspec.Struct, omit_defaults=True):
    """A pile that one seat sees otherwise than an onlooker: it goes in place of ``piles[at]``."""

    at: int
    pile: Pile


class Own(msgspec.Struct, omit_defaults=True):
    """What a seat has of its own beside what everybody sees.

    Its view is the onlooker's with ``viewer`` and ``prompt`` set and these piles put in place.
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
    """What has come out until now, in its order; it stays until the next round."""
    headline: str = ""
    """One sentence on the round, when there is something to say."""

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
    "BankView", "Chips", "Choice", "Forbidden", "MeterView", "Offer", "Own", "OwnPile", "Pile",
    "PotView", "Preset", "Prompt", "Puck", "Result", "SeatView", "View", "Way", "own_piles",
]  # fmt: skip
