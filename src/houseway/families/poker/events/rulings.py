"""Events of rulings: general, draw and stud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.engine.events import DOWN, DRAW, TO_SEAT, TURN, UP, Event, PieceTuple, purse, stake
from houseway.families.poker.events.betting import leave
from houseway.families.poker.events.dealing import CardReplaced
from houseway.families.poker.state import POT, after, between_seats
from houseway.money import Cents

if TYPE_CHECKING:
    from houseway.engine.events import Transfer
    from houseway.families.poker.state import Gathered, PokerState


MISCALL = "miscall"


class HandDead(Event, frozen=True, gc=False):
    """A hand is declared dead."""

    seat: int
    why: str

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)


class Warned(Event, frozen=True, gc=False):
    """A player is warned and may be excluded the next time."""

    seat: int
    why: str

    def do(self, s: PokerState) -> None:
        (s.miscalled if self.why == MISCALL else s.warned).append(self.seat)


class Excluded(Event, frozen=True, gc=False):
    """A player is excluded from the game after this hand."""

    seat: int
    why: str

    def do(self, s: PokerState) -> None:
        s.excluded.append(self.seat)


class ClockStarted(Event, frozen=True, gc=False):
    """The dealer puts the clock on a player: a warning, and then the hand is dead."""

    seat: int
    warning: int
    seconds: int

    def do(self, s: PokerState) -> None:
        s.clock = self.seat


class Reconsiders(Event, frozen=True, gc=False):
    """A player put in too little with no action behind: the player may decide again."""

    seat: int
    cents: Cents


class ChipsStay(Event, frozen=True, gc=False):
    """A player put in too little with action behind: complete the bet or forfeit hand and chips."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        s.chips[self.seat] -= self.cents
        s.bets[self.seat] += self.cents
        s.bound.append(self.seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class ChipPlaced(Event, frozen=True, gc=False):
    """A chip put in without a word: what it means, and the change given."""

    seat: int
    cents: Cents
    means: str
    change: Cents


class SurplusReturned(Event, frozen=True, gc=False):
    """A wager above the size of the pot: the surplus never gets into the pot."""

    seat: int
    cents: Cents


class ExcessReturned(Event, frozen=True, gc=False):
    """Chips beyond the bet faced, too few for a raise, are found and go back to the player."""

    seat: int
    cents: Cents
    from_pot: bool

    def do(self, s: PokerState) -> None:
        seat, cents = self.seat, self.cents
        s.over[seat] = 0
        s.chips[seat] += cents
        if self.from_pot:
            s.put[seat] -= cents
            s.pot -= cents
            s.gathered = _without(s.gathered, seat, cents)
        else:
            s.bets[seat] -= cents
            s.short.pop(seat, None)
            s.to_call = max([s.level, *s.short.values()])
        turns_again(s, seat)

    def transfers(self) -> tuple[Transfer, ...]:
        source = POT if self.from_pot else stake(self.seat)
        return ((source, purse(self.seat), self.cents),)


def _without(gathered: Gathered, seat: int, cents: int) -> Gathered:
    """Return the bets of the finished rounds, with the last one of this seat reduced by
    ``cents``.
    """
    last = max(i for i, bets in enumerate(gathered) if seat in dict(bets))
    bets = tuple([(x, bet - cents if x == seat else bet) for x, bet in gathered[last]])
    return (*gathered[:last], bets, *gathered[last + 1 :])


class OvercallReturned(Event, frozen=True, gc=False):
    """A player had called chips that have gone back to another: what is above the bet goes back."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        s.bets[self.seat] -= self.cents
        s.chips[self.seat] += self.cents
        turns_again(s, self.seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)


def turns_again(s: PokerState, seat: int) -> None:
    """Set the order of action after a seat has chips again: players who met the bet have acted.

    If this seat has not met it, its turn comes in its place around the table.
    """
    if not s.betting:
        return
    queue = s.queue
    if seat not in queue and seat not in s.acted:
        late = [i for i, x in enumerate(queue) if i and between_seats(queue[0], seat, x)]
        queue.insert(late[0] if late else len(queue), seat)
    met = [x for x in s.queue if s.full_bets_seen[x] == s.full_bets and s.bets[x] >= s.to_call]
    s.queue = [x for x in s.queue if x not in met]
    s.acted += met
    s.disordered = True


class CardExposed(Event, frozen=True, gc=False):
    """A player's card lies up: it is kept, or it is ``replaced`` when all have their cards."""

    seat: int
    piece: PieceTuple
    replaced: bool
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.up[self.seat] += self.piece
        if self.replaced:
            s.exposed += ((self.seat, self.piece[0]),)


class ExposedTakenBack(Event, frozen=True, gc=False):
    """An exposed card is taken from its player, who gets another."""

    seat: int
    piece: PieceTuple
    faces = UP
    cue = ""

    def do(self, s: PokerState) -> None:
        seat, card = self.seat, self.piece[0]
        s.hole[seat] = tuple([x for x in s.hole[seat] if x != card])
        s.up[seat] = tuple([x for x in s.up[seat] if x != card])


class ExposedReplaced(Event, frozen=True, gc=False):
    """The first card off the deck comes for the exposed one.

    Before a draw that one goes on top of the deck to be burned, in the draw out of play.
    """

    seat: int
    piece: PieceTuple
    to_burn: bool
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        seat, card = s.exposed[0]
        s.exposed = s.exposed[1:]
        s.hole[seat] += self.piece
        if self.to_burn:
            s.burn_with.append(card)
        else:
            s.got[seat] += self.piece
            s.muck.append(card)


class CardsMissing(Event, frozen=True, gc=False):
    """A hand is short: these cards have not reached its player and are still in the stub.

    The hand is ``completed`` now, or at the draw.
    """

    seat: int
    pieces: PieceTuple
    completed: bool
    faces = DOWN
    cue = ""

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] = tuple([x for x in s.hole[self.seat] if x not in self.pieces])
        s.missing = self.pieces
        s.replacing = self.seat if self.completed else 0


class HandCompleted(Event, frozen=True, gc=False):
    """The cards that were missing come off the deck; none if they come when the player draws."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = DRAW

    def do(self, s: PokerState) -> None:
        s.hole[self.seat] += self.pieces
        s.missing = ()
        s.replacing = 0


class HandTooLong(Event, frozen=True, gc=False):
    """A player has been dealt a card too many."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.replacing = self.seat


class SurplusHeld(CardReplaced, frozen=True, gc=False):
    """A card too many in a hand that must be right after the draw; it replaces none."""

    faces = TO_SEAT
    cue = ""


class RequestTakenBack(Event, frozen=True, gc=False):
    """A player takes the discards back and asks again for a number of cards."""

    seat: int
    pieces: PieceTuple
    faces = TO_SEAT
    cue = ""

    def do(self, s: PokerState) -> None:
        seat = self.seat
        s.hole[seat] += self.pieces
        s.muck = [x for x in s.muck if x not in self.pieces]
        s.under_chip = tuple([x for x in s.under_chip if x not in self.pieces])
        for by_seat in (s.drew, s.due, s.later, s.gave):
            by_seat.pop(seat, None)
        s.drawing = (seat, *s.drawing)


class LetStand(Event, frozen=True, gc=False):
    """A ruling by which nothing changes."""

    seat: int
    why: str


LAST_CARD = 6
"""The number of cards before a player's last one."""


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
    """A player is absent at the turn: the hand and all its bets are forfeited."""

    seat: int
    goes_on: bool = False

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)
        if self.goes_on:
            s.going_on += (self.seat,)


class WrongLow(Event, frozen=True, gc=False):
    """The wrong player had made the forced bet: it goes back, and the true low card bets."""

    seat: int
    cents: Cents
    low: int


class WrongLowStands(Event, frozen=True, gc=False):
    """There was action behind the wrong low card: its forced bet stands, the other's goes back."""

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
        s.full_bets_seen = [-1] * len(s.chips)
        s.full_bets_seen[self.seat] = s.full_bets

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            (stake(self.low), purse(self.low), self.back),
            (purse(self.seat), stake(self.seat), self.cents),
        )


class BurnError(Event, frozen=True, gc=False):
    """The dealer burned a wrong number of cards for one round."""

    burned: int

    def do(self, s: PokerState) -> None:
        s.error_cards = int(self.burned > 1)


class BurnPutRight(Event, frozen=True, gc=False):
    """No card was burned: the one that lay before the first player is the burn card."""

    piece: PieceTuple
    faces = UP
    cue = ""


class CardMoved(Event, frozen=True, gc=False):
    """A player's last up card is replaced by the one that should have come."""

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
    """Unseen cards are taken out of play, and kept in case the deck runs out."""

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
    """A player has seen the card or put it among the others: it stays, and this round has no raise
    of that player.
    """

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
    """All players have their card of this round already."""

    def do(self, s: PokerState) -> None:
        s.hole_owed = s.burn_owed = False


class LastCardComesUp(Event, frozen=True, gc=False):
    """A player's last card is dealt up; before there is action the player may declare an all-in."""

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
    """The player goes on betting, or is all-in with the chips put in up to now."""

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
