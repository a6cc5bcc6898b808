"""The state of a blackjack round and the events that change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.cite import step
from houseway.engine.events import DOWN, DRAW, TO_SEAT, TURN, UP, Event, PieceTuple, State
from houseway.engine.questions import PLAYER
from houseway.families.banked.game import BankedCarryOver, FactReader
from houseway.families.banked.state import BankedState, StakeOwner
from houseway.game.wagers import AFTER_DEAL, AFTER_DEALER, AFTER_HAND, AFTER_PEEK
from houseway.pieces.cards import ACE
from houseway.side_bets.straights import straight_length


class BlackjackHand(State):
    """One hand of a spot.  ``free`` means a lammer stands in for its base wager.

    ``tipped``: a tip on the spot plays along, from the first hand into those split off it free.
    """

    cards: list[int]
    free: bool = False
    doubled: str = ""
    drawing: bool = False
    split: bool = False
    done: bool = False
    settled: bool = False
    tucked: bool = False
    tipped: bool = True
    stays_for: str = ""
    """The wager for which its cards stay on the table though it is settled."""
    void: bool = False
    surrendered: bool = False
    switched: bool = False
    """Its second card was dealt to another hand."""
    spot: int = 0
    """The betting spot it lies on, where a seat has several."""

    @property
    def lammers(self) -> int:
        """Return the number of free bets on the hand itself."""
        return self.free + (self.doubled == "free")

    @property
    def made(self) -> bool:
        """Return True if its first two cards were not dealt together; a 21 is then no blackjack."""
        return self.split or self.switched


class BlackjackCarryOver(BankedCarryOver):
    """The state that a round of blackjack carries over."""


class BlackjackState(BankedState):
    """Hands by seat, the dealer's cards, and how far the round is."""

    hands: dict[int, list[BlackjackHand]] = {}
    dealt: dict[int, tuple[int, ...]] = {}
    dealer: list[int] = []
    hole_seen: bool = False
    checked: bool = False
    lammers: dict[int, int] = {}
    lammers_at: dict[int, str] = {}
    units: dict[int, dict[StakeOwner, int]] = {}
    """Circle -> everybody's main wager as it lay when the cards were dealt."""
    third: dict[int, int] = {}
    """Seat -> the first card that it drew; after a split, to its first hand."""
    down: list[int] = []
    """The seats whose first two cards lie face down; each knows its own."""

    def unit(self, circle: int, whom: str = PLAYER) -> int:
        """Return the dealt-in main wager of the seat that decides in a circle, or its tip, in
        cents.
        """
        units = self.units.get(circle)
        if not units:
            return 0
        return units.get((self.holder(circle) if self.lines else circle, whom), 0)

    def hands_of_spot(self, seat: int, hand: BlackjackHand) -> int:
        """Return the number of hands now on the spot of this one."""
        hands = self.hands[seat]
        return 1 if len(hands) == 1 else sum(other.spot == hand.spot for other in hands)

    def playing(self) -> tuple[int, int] | None:
        """The seat and hand whose turn it is, clockwise from the dealer's left."""
        for seat, hands in self.hands.items():
            if not hands[0].done:
                return seat, 0
            if len(hands) > 1:
                for i, hand in enumerate(hands):
                    if not hand.done:
                        return seat, i
        return None


class CardsDealt(Event, frozen=True):
    """A seat's first two cards, face up."""

    seat: int
    pieces: PieceTuple
    faces = UP

    def do(self, s: BlackjackState) -> None:
        seat = self.seat
        s.hands[seat] = [BlackjackHand(list(self.pieces))]
        s.dealt[seat] = self.pieces
        if chips := s.stakes.get((seat, "main", 0)):
            s.units[seat] = dict(chips)


class CardsDealtDown(CardsDealt, frozen=True):
    """A seat's first two cards, face down: only that seat sees them."""

    faces = TO_SEAT

    def do(self, s: BlackjackState) -> None:
        super().do(s)
        s.down.append(self.seat)


class CardsTurned(Event, frozen=True):
    """A seat's first two cards are turned up."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: BlackjackState) -> None:
        s.down.remove(self.seat)


class UpCardDealt(Event, frozen=True):
    """The dealer's up card."""

    pieces: PieceTuple
    faces = UP

    def do(self, s: BlackjackState) -> None:
        s.dealer.extend(self.pieces)


class HoleCardDealt(Event, frozen=True):
    """The dealer's hole card, face down: no player knows it."""

    pieces: PieceTuple
    faces = DOWN

    def do(self, s: BlackjackState) -> None:
        s.dealer.extend(self.pieces)


class HoleCardChecked(Event, frozen=True):
    """The dealer looks under an ace or ten: a blackjack, or the game goes on."""

    blackjack: bool

    def do(self, s: BlackjackState) -> None:
        s.checked = True


class HoleCardTurned(Event, frozen=True):
    """The dealer turns the hole card up."""

    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: BlackjackState) -> None:
        s.hole_seen = True


class Hit(Event, frozen=True):
    """A hand asks for a card."""

    seat: int
    hand: int

    def do(self, s: BlackjackState) -> None:
        s.hands[self.seat][self.hand].drawing = True


class CardDrawn(Event, frozen=True):
    """A hand takes a card."""

    seat: int
    hand: int
    pieces: PieceTuple
    done: bool
    faces = UP
    cue = DRAW

    def do(self, s: BlackjackState) -> None:
        hand = s.hands[self.seat][self.hand]
        hand.cards.extend(self.pieces)
        hand.done = self.done
        hand.drawing = False
        s.third.setdefault(self.seat, self.pieces[0])


class DealerDrew(Event, frozen=True):
    """The dealer takes a card."""

    pieces: PieceTuple
    faces = UP
    cue = DRAW

    def do(self, s: BlackjackState) -> None:
        s.dealer.extend(self.pieces)


class Stood(Event, frozen=True):
    """A hand takes no more cards."""

    seat: int
    hand: int

    def do(self, s: BlackjackState) -> None:
        s.hands[self.seat][self.hand].done = True


class Doubled(Event, frozen=True):
    """A hand is doubled, with chips (``paid``) or with a lammer (``free``)."""

    seat: int
    hand: int
    by: str

    def do(self, s: BlackjackState) -> None:
        hand = s.hands[self.seat][self.hand]
        hand.doubled = self.by
        hand.drawing = True


class HandSplit(Event, frozen=True):
    """A pair becomes two hands, for chips or for a lammer; the new one follows the old."""

    seat: int
    hand: int
    new: int
    by: str

    def do(self, s: BlackjackState) -> None:
        hands = s.hands[self.seat]
        old, free = hands[self.hand], self.by == "free"
        old.split = True
        cards, tipped = [old.cards.pop()], free and old.tipped
        hands.append(msgspec.structs.replace(old, cards=cards, free=free, tipped=tipped))


class Surrendered(Event, frozen=True):
    """A seat gives up a hand for half of its wager."""

    seat: int
    hand: int = 0

    def do(self, s: BlackjackState) -> None:
        hand = s.hands[self.seat][self.hand]
        hand.done = hand.surrendered = True


class HandTucked(Event, frozen=True):
    """A busted hand stays face down under its wager until the spot's other hands are decided."""

    seat: int
    hand: int

    def do(self, s: BlackjackState) -> None:
        s.hands[self.seat][self.hand].tucked = True


class HandSettled(Event, frozen=True):
    """A hand is decided, or called void, and its cards are taken."""

    seat: int
    hand: int
    void: bool = False

    def do(self, s: BlackjackState) -> None:
        hand = s.hands[self.seat][self.hand]
        hand.done = hand.settled = True
        hand.void = self.void


class CardsStay(Event, frozen=True):
    """The cards of a settled hand stay on the table until another wager is settled."""

    seat: int
    hand: int
    spot: str

    def do(self, s: BlackjackState) -> None:
        s.hands[self.seat][self.hand].stays_for = self.spot


class LammerLaid(Event, frozen=True):
    """A free bet is marked: a lammer to the right, as the dealer sees it, of the original bet."""

    seat: int

    def do(self, s: BlackjackState) -> None:
        s.lammers[self.seat] = s.lammers.get(self.seat, 0) + 1
        s.lammers_at[self.seat] = "main"


class LammersMoved(Event, frozen=True):
    """The lammers of a spot go to the wager that counts them, or back to the dealer."""

    seat: int
    lammers: int
    to: str

    def do(self, s: BlackjackState) -> None:
        s.lammers_at[self.seat] = self.to


LONGEST = 1
"""A straight as long as any reading has it: an ace joins a queen and a king."""


@step("player")
def judged_hand(game: Any, s: BlackjackState, seat: int) -> list[int]:
    """The hand a side bet looks at: the original one, or the best of the spot as posted."""
    hands = s.hands[seat]
    if game.side_bets_judge == "original_hand":
        return hands[0].cards
    count = game.count
    return max(
        (hand.cards for hand in hands),
        key=lambda cards: -count.total(cards) if count.over(cards) else count.total(cards),
    )


@step
def first_two(game: Any, s: BlackjackState, seat: int) -> tuple[int, ...]:
    """The first two cards as dealt; they stay in the blackjack hand, or in the hands split."""
    return s.dealt[seat]


@step
def original(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The original hand in the order of its cards; of a hand that was split, the first two."""
    hands = s.hands[seat]
    return hands[0].cards if len(hands) == 1 else s.dealt[seat]


@step
def opening(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The first two cards and the third, if play drew one; after a split as posted."""
    third = s.third.get(seat)
    if third is None or (len(s.hands[seat]) > 1 and not game.third_after_split):
        return s.dealt[seat]
    return (*s.dealt[seat], third)


@step
def split_aces(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """Of aces that were split, each with the card it got, one after the other; else nothing."""
    hands = s.hands[seat]
    if len(hands) == 1 or s.dealt[seat][0] >> 2 != ACE:
        return ()
    return [card for hand in hands for card in hand.cards[:2]]


@step
def run(game: Any, s: BlackjackState, seat: int) -> Sequence[int]:
    """The cards with which the original hand begins as a straight; none if it does not."""
    cards = original(game, s, seat)
    return cards[: straight_length(cards, LONGEST)]


def in_order(cards: Sequence[int]) -> list[int]:
    """A dealer's hand: the up card, then the others from the lowest to the highest."""
    return [*cards[:1], *sorted(cards[1:])]


FACTS: dict[str, FactReader] = {
    "player": judged_hand,
    "player_over_21": lambda game, s, seat: game.count.total(judged_hand(game, s, seat)) > 21,
    "player_over_29": lambda game, s, seat: game.count.total(judged_hand(game, s, seat)) > 29,
    "first_two": first_two,
    "dealer": lambda game, s, seat: in_order(s.dealer),
    "dealer_up": lambda game, s, seat: s.dealer[0],
    "dealer_blackjack": lambda game, s, seat: game.count.natural(s.dealer),
    "dealer_two": lambda game, s, seat: s.dealer[:2],
    "original": original,
    "opening": opening,
    "split_aces": split_aces,
    "run": run,
    "lammers": lambda game, s, seat: s.lammers.get(seat, 0),
}


OPEN = (AFTER_DEAL, AFTER_PEEK, AFTER_HAND, AFTER_DEALER)
PLAYED = (AFTER_HAND, AFTER_DEALER)


def natural_known(game: Any) -> tuple[str, ...]:
    """Return the moments at which all know whether the dealer has a natural.

    Moments at which a hand is over early count only where the dealer has looked before every hand.
    """
    looked = game.peek and game.surrender != "early"
    return (AFTER_PEEK, *PLAYED) if looked else (AFTER_PEEK, AFTER_DEALER)


KNOWN_AT: dict[str, Any] = {
    "first_two": OPEN,
    "dealer_up": OPEN,
    "dealer_blackjack": natural_known,
    **dict.fromkeys(
        ("player", "player_over_21", "player_over_29", "original", "opening", "split_aces", "run",
         "lammers"), PLAYED,
    ),
}  # fmt: skip
"""When all know a fact.  A player's cards have all come when the hand is over; of the hole card
nothing is told but that it makes no natural, until it is turned over for the dealer's hand."""
COVERED: dict[str, tuple[Any, ...]] = {"dealer_blackjack": (False, True)}
