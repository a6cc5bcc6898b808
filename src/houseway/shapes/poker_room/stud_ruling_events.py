"""The events of rulings in stud: cards dealt up or too soon, burn errors, the wrong low card."""

from __future__ import annotations

from houseway.events import DOWN, TO_SEAT, TURN, UP, Event, PieceTuple, Transfer, purse, stake
from houseway.money import Cents
from houseway.shapes.poker_room.events import leave
from houseway.shapes.poker_room.state import POT, PokerState, after

LAST_CARD = 6
"""The cards a player has before his last one."""


class HoleCardUp(Event, frozen=True, gc=False):
    """A hole card was dealt up: it stays up, and the player's third card comes down."""

    seat: int
    piece: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.up[self.seat] += self.piece
        s.turned += ((self.seat, 2),)


class BothCardsUp(Event, frozen=True, gc=False):
    """Both hole cards were dealt up: the hand is dead and the ante goes back.

    The first of them would have been the card by which the first bet is forced.
    """

    seat: int
    pieces: PieceTuple
    cents: Cents
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        seat, cents = self.seat, self.cents
        leave(s, seat)
        s.dead_cards = {**s.dead_cards, seat: self.pieces[0]}
        if cents:
            s.pot -= cents
            s.put[seat] -= cents
            s.antes[seat] -= cents
            s.chips[seat] += cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((POT, purse(self.seat), self.cents),) if self.cents else ()


class CardPlays(Event, frozen=True, gc=False):
    """An up card that fell off the table plays."""

    seat: int
    piece: PieceTuple
    faces = UP
    cue = TURN


class AbsentForfeits(Event, frozen=True, gc=False):
    """A player is not there when it is his turn: his hand and what he has put in are forfeited."""

    seat: int
    goes_on: bool = False

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)
        if self.goes_on:
            s.going_on += (self.seat,)


class WrongLow(Event, frozen=True, gc=False):
    """The wrong player had made the forced bet: he takes it back, and the true low card bets."""

    seat: int
    cents: Cents
    low: int


class WrongLowStands(Event, frozen=True, gc=False):
    """There was action behind the wrong low card: his forced bet stands, the other's goes back."""

    seat: int
    cents: Cents
    low: int
    back: Cents

    def do(self, s: PokerState) -> None:
        for seat, cents in ((self.low, -self.back), (self.seat, self.cents)):
            s.chips[seat] -= cents
            s.bets[seat] += cents
            s.forced[seat] += cents
        able = s.able(after(self.seat, s.order))
        s.order = (self.seat, *[seat for seat in able if seat != self.seat])
        s.queue = list(s.order[1:])
        s.acted = [self.seat] if s.chips[self.seat] else []
        s.answered = [-1] * len(s.chips)
        s.answered[self.seat] = s.fulls

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            (stake(self.low), purse(self.low), self.back),
            (purse(self.seat), stake(self.seat), self.cents),
        )


# -- the deck ------------------------------------------------------------------------------------


class BurnError(Event, frozen=True, gc=False):
    """So many cards were burned for one round, not one."""

    burned: int

    def do(self, s: PokerState) -> None:
        s.error_cards = int(self.burned > 1)


class BurnPutRight(Event, frozen=True, gc=False):
    """No card was burned: the one that lay before the first player is the burn card."""

    piece: PieceTuple
    faces = UP
    cue = ""


class CardMoved(Event, frozen=True, gc=False):
    """A player's last up card is the one that should have come to him."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        seat = self.seat
        s.hole[seat] = s.hole[seat][:-1] + self.pieces
        s.up[seat] = s.up[seat][:-1] + self.pieces
        s.error_cards = 0


class CardBackOnDeck(Event, frozen=True, gc=False):
    """The last card dealt goes back on top of the deck, where the next burn is taken."""

    piece: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        s.burn_with.append(self.piece[0])


class DealtTooSoon(Event, frozen=True, gc=False):
    """Cards of the next round were dealt before the betting was over; others go out with them."""

    cards: int
    others: int

    def do(self, s: PokerState) -> None:
        s.error_cards, s.others_out = self.cards, self.others
        s.burn_owed = True


class UpCardsAside(Event, frozen=True, gc=False):
    """Cards that lay up are taken out of play, and kept in case the deck runs out."""

    pieces: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        s.back += self.pieces
        s.error_cards = 0


class CardsAside(Event, frozen=True, gc=False):
    """Cards nobody has seen are taken out of play, and kept in case the deck runs out."""

    pieces: PieceTuple
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.back += self.pieces
        s.covered += self.pieces
        if s.error_cards:
            s.error_cards = 0
        else:
            s.others_out = 0


class FinalTooSoon(Event, frozen=True, gc=False):
    """A player's last card came before the betting was over."""

    seat: int
    burn: bool

    def do(self, s: PokerState) -> None:
        s.error_cards = 1
        s.burn_owed = self.burn


class FinalKept(Event, frozen=True, gc=False):
    """He has seen it or put it among the others: it is his, and he may not raise on this round."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = ""

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] += self.pieces
        s.error_cards = 0
        s.ahead += (self.seat,)
        if self.seat not in s.bound:
            s.bound.append(self.seat)


class NobodyIsDealt(Event, frozen=True, gc=False):
    """Everybody has his card of this round already."""

    def do(self, s: PokerState) -> None:
        s.hole_owed = s.burn_owed = False


# -- the last card -------------------------------------------------------------------------------


class LastCardComesUp(Event, frozen=True, gc=False):
    """A player's last card is dealt up; he may say that he is all-in before there is action."""

    seat: int
    decides: bool

    def do(self, s: PokerState) -> None:
        s.turned += ((self.seat, LAST_CARD),)
        if self.decides:
            s.deciding += (self.seat,)


class LastCardUp(Event, frozen=True, gc=False):
    """A player's last card, dealt already, lies up."""

    seat: int
    piece: PieceTuple
    decides: bool
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.up[self.seat] += self.piece
        s.turned += ((self.seat, LAST_CARD),)
        if self.decides:
            s.deciding += (self.seat,)


class LastCardAnswered(Event, frozen=True, gc=False):
    """He goes on betting, or is all-in with what he has put in so far."""

    seat: int
    all_in: bool

    def do(self, s: PokerState) -> None:
        seat = self.seat
        s.deciding = tuple([x for x in s.deciding if x != seat])
        if self.all_in:
            s.said_all_in += (seat,)
            s.order = tuple([x for x in s.order if x != seat])
            if seat in s.queue:
                s.queue.remove(seat)


class ManagerCalled(Event, frozen=True, gc=False):
    """The Shift Manager is called."""

    why: str
