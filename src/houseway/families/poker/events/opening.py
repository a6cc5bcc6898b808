"""The events of a pot that is opened by a hand: opening it, openers shown, false openers."""

from __future__ import annotations

from houseway.engine.events import TURN, UP, Event, PieceTuple, Transfer, purse, stake
from houseway.families.poker.events.betting import BettingOpened, leave
from houseway.families.poker.state import POT, PokerState, after
from houseway.money import Cents


class OpeningAsked(Event, frozen=True, gc=False):
    """Each player in turn may open the pot, also who has no chips left."""

    queue: tuple[int, ...]
    size: Cents
    upto: Cents = 0

    def do(self, s: PokerState) -> None:
        BettingOpened(self.queue, 0, self.size, self.upto).do(s)
        s.unopened = True


class PotOpened(Event, frozen=True, gc=False):
    """A player opens the pot; one without chips declares it open for a full bet.

    Players before the opener have passed; a player without chips has no more decisions.
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
    """A rescuer declares a falsely opened pot open: with ``cents`` more, if the chips suffice.

    Players who have met the bet have called it.
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
    """Record the opener, the opening hand, and the amount in cents."""
    s.unopened = False
    s.opener, s.opening = seat, s.hole[seat]
    s.opening_bet, s.declared = cents, declared
    s.under_chip = ()


def declare(s: PokerState, seat: int, queue: list[int]) -> None:
    """Open the betting for a full bet, whatever its player has put in."""
    s.queue, s.acted = queue, []
    s.to_call = s.level = s.opening_bet
    s.full_bets += 1
    s.full_bets_seen[seat] = s.full_bets
    s.raised.append(seat)
    s.opened = seat


class OpeningPassed(Event, frozen=True, gc=False):
    """A player does not open the pot in the place of a false opener."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.rescuers = s.rescuers[1:]
        s.passed += (self.seat,)


class NobodyOpened(Event, frozen=True, gc=False):
    """No player has opened the pot: the hand is over without a winner."""

    def do(self, s: PokerState) -> None:
        for seat in list(s.live):
            leave(s, seat)
        s.unopened = s.betting = False
        s.queue, s.acted = [], []


class PutUnderChip(Event, frozen=True, gc=False):
    """The opener's discards lie under a chip: the opener ``splits``, or was asked to keep them."""

    seat: int
    splits: bool

    def do(self, s: PokerState) -> None:
        keep_apart(s)


class OpenersKept(Event, frozen=True, gc=False):
    """A player asks the opener to keep the opening hand, to show it when the pot is won."""

    seat: int

    def do(self, s: PokerState) -> None:
        s.keeps = True
        keep_apart(s)


class OpenersRetrieved(Event, frozen=True, gc=False):
    """The opener may take the discards back to prove the openers."""

    seat: int

    def do(self, s: PokerState) -> None:
        keep_apart(s)


def keep_apart(s: PokerState) -> None:
    """Take the opener's cards out of the discards."""
    kept_apart = tuple([card for card in s.gave.get(s.opener, ()) if card in s.muck])
    s.muck = [card for card in s.muck if card not in kept_apart]
    s.under_chip += kept_apart


class DiscardsExposed(Event, frozen=True, gc=False):
    """The dealer turns up what the opener had put under a chip."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.turned_up = True


class OpenersShown(Event, frozen=True, gc=False):
    """The opener shows the cards with which the pot was opened."""

    seat: int
    pieces: PieceTuple
    faces = UP
    cue = TURN

    def do(self, s: PokerState) -> None:
        s.proved = True


class OpeningHandShown(Event, frozen=True, gc=False):
    """The pot is won, and the opener shows the hand kept on request."""

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


class FalseOpeners(Event, frozen=True, gc=False):
    """The opener shows a hand without openers: it is dead.

    Unless the pot plays all the same, the ``rescuers`` may open it in the opener's place.
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
    """Bets of a false opener beyond the first go back; they need no call."""

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
    """No rescuer opens the pot of a false opener: a call of that bet goes back."""


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
