"""The events of a pot that is opened by a hand: opening it, openers shown, false openers."""

from __future__ import annotations

from houseway.engine.events import TURN, UP, Event, PieceTuple, Transfer, purse, stake
from houseway.families.poker.betting_events import BettingOpened, leave
from houseway.families.poker.state import POT, PokerState, after
from houseway.money import Cents

# -- opening -------------------------------------------------------------------------------------


class OpeningAsked(Event, frozen=True, gc=False):
    """Each player in turn may open the pot, also who has no chips left."""

    queue: tuple[int, ...]
    size: Cents
    upto: Cents = 0

    def do(self, s: PokerState) -> None:
        BettingOpened(self.queue, 0, self.size, self.upto).do(s)
        s.unopened = True


class PotOpened(Event, frozen=True, gc=False):
    """A player opens the pot; without chips he declares it open for a full bet.

    Who passed before him has passed; who has no chips has no more to decide.
    """

    seat: int
    cents: Cents
    declared: bool = False

    def do(self, s: PokerState) -> None:
        seat = self.seat
        open_for(s, seat, self.cents, self.declared)
        s.passed = tuple(s.acted)
        s.acted = [x for x in s.acted if s.chips[x]]
        s.queue = [x for x in s.queue if s.chips[x] or x == seat]
        if self.declared:
            declare(s, seat, s.queue[1:] + s.acted)


class PotRescued(Event, frozen=True, gc=False):
    """Another player declares a pot open that was opened falsely: with ``cents`` more, if he can.

    Whoever has met the bet already has called it.
    """

    seat: int
    to: Cents
    cents: Cents

    def do(self, s: PokerState) -> None:
        seat = self.seat
        open_for(s, seat, self.to, not s.chips[seat] and not s.bets[seat])
        s.chips[seat] -= self.cents
        s.bets[seat] += self.cents
        others = [x for x in after(seat, s.live) if s.chips[x] and x != seat]
        declare(s, seat, [x for x in others if s.bets[x] < self.to])
        s.acted = [x for x in others if s.bets[x] >= self.to]
        if s.chips[seat]:
            s.acted.append(seat)
        s.disordered = True
        s.rescuers = ()

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),) if self.cents else ()


def open_for(s: PokerState, seat: int, cents: int, declared: bool) -> None:
    """Who opens, with which hand and for how much."""
    s.unopened = False
    s.opener, s.opening = seat, s.hole[seat]
    s.opening_bet, s.declared = cents, declared
    s.under_chip = ()


def declare(s: PokerState, seat: int, queue: list[int]) -> None:
    """There is a full bet to call, whatever its player has put in."""
    s.queue, s.acted = queue, []
    s.to_call = s.level = s.opening_bet
    s.fulls += 1
    s.answered[seat] = s.fulls
    s.raised.append(seat)
    s.opened = seat


class OpeningPassed(Event, frozen=True, gc=False):
    """A player does not open the pot in the place of a false opener."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.rescuers = s.rescuers[1:]
        s.passed += (self.seat,)


class NobodyOpened(Event, frozen=True, gc=False):
    """No player has opened the pot: the hand is over and nobody wins it."""

    def do(self, s: PokerState) -> None:
        for seat in list(s.live):
            leave(s, seat)
        s.unopened = s.betting = False
        s.queue, s.acted = [], []


# -- openers shown -------------------------------------------------------------------------------


class PutUnderChip(Event, frozen=True, gc=False):
    """What the opener gave up lies under a chip: he ``splits`` his openers, or was asked to."""

    seat: int
    splits: bool

    def do(self, s: PokerState) -> None:
        keep_apart(s)


class OpenersKept(Event, frozen=True, gc=False):
    """A player asks the opener to keep his opening hand, to show it when the pot is won."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.keeps = True
        keep_apart(s)


class OpenersRetrieved(Event, frozen=True, gc=False):
    """The opener may take what he gave up out of the discards, to prove his openers."""

    seat: int

    def do(self, s: PokerState) -> None:
        keep_apart(s)


def keep_apart(s: PokerState) -> None:
    """What the opener has given up is taken out of the discards."""
    apart = tuple([card for card in s.gave.get(s.opener, ()) if card in s.muck])
    s.muck = [card for card in s.muck if card not in apart]
    s.under_chip += apart


class DiscardsExposed(Event, frozen=True, gc=False):
    """The dealer turns up what the opener had put under a chip."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.turned_up = True


class OpenersShown(Event, frozen=True, gc=False):
    """The opener shows the cards with which he opened the pot."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.proved = True


class OpeningHandShown(Event, frozen=True, gc=False):
    """The pot is won, and the opener shows the hand that he was asked to keep."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN


class OpenersMissing(Event, frozen=True, gc=False):
    """The opener cannot show openers, and so cannot win the pot."""

    seat: int

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)
        if s.declared:
            s.barred += (self.seat,)


# -- false openers -------------------------------------------------------------------------------


class FalseOpeners(Event, frozen=True, gc=False):
    """The opener shows that he had no openers: his hand is dead.

    Unless the pot plays all the same, the ``rescuers`` may open it in his place.
    """

    seat: int
    pieces: PieceTuple
    rescuers: tuple[int, ...] = ()
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)
        s.rescuers = self.rescuers
        if s.declared:
            s.barred += (self.seat,)


class BetWithdrawn(Event, frozen=True, gc=False):
    """Bets of a false opener beyond his first go back to him; nobody has to call them."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        s.bets[self.seat] -= self.cents
        s.chips[self.seat] += self.cents
        s.to_call = s.level = max(s.bets)
        met = [x for x in s.queue if s.bets[x] >= s.to_call]
        s.queue = [x for x in s.queue if x not in met]
        s.acted += met
        s.disordered = True

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)


class BetReturned(BetWithdrawn, frozen=True, gc=False):
    """Nobody opens the pot in the place of a false opener: a call of his bet goes back."""


class OpeningBetStays(Event, frozen=True, gc=False):
    """The first bet of a false opener stays in the pot; ``back`` if it had gone back uncalled."""

    seat: int
    cents: Cents
    back: bool = False

    def do(self, s: PokerState) -> None:
        source = s.chips if self.back else s.bets
        source[self.seat] -= self.cents
        s.pot += self.cents
        s.dead += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        source = purse(self.seat) if self.back else stake(self.seat)
        return ((source, POT, self.cents),)
