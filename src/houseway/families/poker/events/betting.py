"""The events of a poker hand: coming in, blinds and bets."""

from __future__ import annotations

from typing import Annotated

from houseway.cite import step
from houseway.engine.events import Event, Transfer, purse, stake
from houseway.families.poker.state import POT, PokerState, after
from houseway.money import Cents


class CameIn(Event, frozen=True, gc=False):
    """A seat that owes blinds says how it comes in: ``post``, ``wait`` or ``buy_button``."""

    seat: int
    how: str

    def do(self, s: PokerState) -> None:
        del s.owing[self.seat]
        if self.how == "post":
            s.posting += (self.seat,)
        elif self.how == "buy_button":
            s.buyer = self.seat
            s.owing = {seat: how for seat, how in s.owing.items() if how != "buy_button"}


class HandOpened(Event, frozen=True, gc=False):
    """A hand is opened: the seats dealt in, from the left of the button on, and the blinds."""

    button: int
    small_blind: int
    big_blind: int
    dealt_in: tuple[int, ...]
    killer: int = 0
    second_blind: int = 0

    def do(self, s: PokerState) -> None:
        s.button, s.small, s.big = self.button, self.small_blind, self.big_blind
        s.second = self.second_blind
        s.dealt_in = self.dealt_in
        s.live = list(self.dealt_in)
        s.killer = self.killer


class BlindPosted(Event, frozen=True, gc=False):
    """A live blind, straddle or kill blind: it counts as a bet."""

    seat: int
    cents: Cents
    what: str

    def do(self, s: PokerState) -> None:
        seat, cents = self.seat, self.cents
        s.chips[seat] -= cents
        s.bets[seat] += cents
        s.forced[seat] += cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class DeadPosted(Event, frozen=True, gc=False):
    """A blind that goes dead into the pot."""

    seat: int
    cents: Cents
    what: str

    def do(self, s: PokerState) -> None:
        s.chips[self.seat] -= self.cents
        s.pot += self.cents
        s.dead += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), POT, self.cents),)


class AntePosted(Event, frozen=True, gc=False):
    """An ante: it goes into the pot at once, and is no part of a bet."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        seat, cents = self.seat, self.cents
        s.chips[seat] -= cents
        s.put[seat] += cents
        s.antes[seat] += cents
        s.pot += cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), POT, self.cents),)


class StraddleAnswered(Event, frozen=True, gc=False):
    """The seat next to the big blind straddles, or does not."""

    seat: int
    straddles: bool

    def do(self, s: PokerState) -> None:
        s.straddler = self.seat if self.straddles else 0


class BettingOpened(Event, frozen=True, gc=False):
    """A betting round: who acts in which order, what is to call, the least bet or raise.

    ``upto`` is the most that may be bet or raised by, where that is more.
    """

    queue: tuple[int, ...]
    to_call: Cents
    size: Cents
    upto: Cents = 0

    def do(self, s: PokerState) -> None:
        begin_betting(s, self)
        s.level = self.to_call


def begin_betting(s: PokerState, opened: BettingOpened | OpenedByCards) -> None:
    """Begin a betting round: no player has acted, and the only bet is a forced one."""
    s.betting = True
    s.order = opened.queue
    s.queue = list(opened.queue)
    s.acted = []
    s.raised = []
    s.full_bets_seen = [-1] * len(s.chips)
    s.short = {}
    s.disordered = False
    s.to_call = opened.to_call
    s.size = opened.size
    s.spread_max = opened.upto
    s.full_bets = s.raises = 0
    s.capped = False
    s.opened = 0


class OpenedByCards(Event, frozen=True, gc=False):
    """A betting round is opened by the cards that lie up, as ``BettingOpened`` is otherwise.

    ``upto`` is the most that may be bet, where a limit game leaves a choice. The amount to call is
    a bring-in, no full bet; until it is made, the acting player ``must_open``.
    """

    queue: tuple[int, ...]
    to_call: Cents
    size: Cents
    upto: Cents = 0
    must_open: bool = False

    def do(self, s: PokerState) -> None:
        begin_betting(s, self)
        s.level = 0
        s.bring_in, s.must_open = self.to_call, self.must_open
        if s.ahead:  # they have raised no more on the street before; now all have as many cards
            s.bound = [seat for seat in s.bound if seat not in s.ahead]
            s.ahead = ()


class Folded(Event, frozen=True, gc=False):
    """A player gives up the hand; one who ``goes_on`` gets cards until a bet is made."""

    seat: int
    goes_on: bool = False

    def do(self, s: PokerState) -> None:
        seat = s.queue.pop(0)
        s.live.remove(seat)
        s.muck += s.hole[seat]
        s.clock = 0
        if self.goes_on:
            s.going_on += (seat,)


class Checked(Event, frozen=True, gc=False):
    """A player does not bet."""

    seat: int

    def do(self, s: PokerState) -> None:
        seat = s.queue.pop(0)
        s.acted.append(seat)
        s.full_bets_seen[seat] = s.full_bets


class Called(Event, frozen=True, gc=False):
    """A player matches the bet, or goes all-in below it."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        seat = s.queue.pop(0)
        left = s.chips[seat] = s.chips[seat] - self.cents
        s.bets[seat] += self.cents
        if left:
            s.acted.append(seat)
        s.full_bets_seen[seat] = s.full_bets
        s.clock = 0
        if not s.opened:
            s.opened = seat
        if seat in s.bound and seat not in s.ahead:
            s.bound.remove(seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class BroughtIn(Event, frozen=True, gc=False):
    """The forced bet that opens the first round of a game without blinds, or all the chips left.

    Who had no choice has acted with it: if others only call, the round is over.
    """

    seat: int
    cents: Cents
    to_call: Cents

    def do(self, s: PokerState) -> None:
        seat = s.queue.pop(0)
        left = s.chips[seat] = s.chips[seat] - self.cents
        s.bets[seat] += self.cents
        s.forced[seat] += self.cents
        s.to_call = s.bring_in = self.to_call
        s.must_open = False
        s.full_bets_seen[seat] = s.full_bets
        if left:
            s.acted.append(seat)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class BetMade(Event, frozen=True, gc=False):
    """A player bets: ``to`` is the whole bet, ``cents`` the amount added now.

    ``full`` says whether it gives those who have acted a new right to raise; ``size`` is the least
    raise from now on.
    """

    seat: int
    to: Cents
    cents: Cents
    full: bool
    size: Cents
    capped: bool = False

    def do(self, s: PokerState) -> None:
        queue, to = s.queue, self.to
        seat = queue.pop(0)
        left = s.chips[seat] = s.chips[seat] - self.cents
        s.bets[seat] = to
        if s.killer and s.street == 0:
            s.queue = around_the_killer(s, seat)
        else:
            queue += s.acted
            if s.disordered:
                s.queue = after(seat, queue)
                s.disordered = False
        s.acted = [seat] if left else []
        s.raised.append(seat)
        if self.full:
            s.full_bets += 1
            if s.to_call > s.bring_in:
                s.raises += 1
            s.level = to
            s.size = self.size
            s.capped = self.capped
            if s.short:
                s.short = {}
        else:
            s.over[seat] = to - s.to_call
            s.short[seat] = to
        s.to_call = to
        s.going_on = ()
        s.full_bets_seen[seat] = s.full_bets
        s.clock = 0
        if not s.opened:
            s.opened = seat

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), stake(self.seat), self.cents),)


class Raised(BetMade, frozen=True, gc=False):
    """A player raises."""


@step
def around_the_killer(s: PokerState, seat: int) -> list[int]:
    """Return the order after a bet of ``seat`` in the first betting round of a kill pot.

    The killer acts after all but those who have raised; after a raise of the killer, the player who
    came in first acts.
    """
    if s.killer not in s.queue:
        left = s.queue + s.acted
        return after(s.big, left) if seat == s.killer else left
    others = [x for x in s.queue + s.acted if x != s.killer]
    waiting = [x for x in others if x not in s.raised]
    return [*waiting, s.killer, *[x for x in others if x in s.raised]]


def leave(s: PokerState, seat: int) -> None:
    """Move a hand into the muck, out of the betting, the showdown and every pot."""
    s.live.remove(seat)
    if seat in s.showing:
        s.showing.remove(seat)
    s.muck += s.hole[seat]
    if seat in s.queue:
        s.queue.remove(seat)
    elif seat in s.acted:
        s.acted.remove(seat)
    if s.discarding or s.drawing or s.drew or s.killing:
        s.killing = tuple([x for x in s.killing if x != seat])
        s.discarding = tuple([x for x in s.discarding if x != seat])
        s.drawing = tuple([x for x in s.drawing if x != seat])
        for by_seat in (s.drew, s.due, s.later):
            by_seat.pop(seat, None)
    if s.exposed:
        s.exposed = tuple([x for x in s.exposed if x[0] != seat])


class UncalledReturned(Event, frozen=True, gc=False):
    """The uncalled part of a bet goes back to the bettor."""

    seat: int
    cents: Cents

    def do(self, s: PokerState) -> None:
        seat, cents = self.seat, self.cents
        s.bets[seat] -= cents
        s.chips[seat] += cents
        s.over[seat] = max(s.over[seat] - cents, 0)

    def transfers(self) -> tuple[Transfer, ...]:
        return ((stake(self.seat), purse(self.seat), self.cents),)


class BetsGathered(Event, frozen=True, gc=False):
    """The betting round is over and the bets go into the pot."""

    bets: Annotated[tuple[tuple[int, int], ...], "places"]

    def do(self, s: PokerState) -> None:
        bets, put, pot = s.bets, s.put, s.pot
        for seat, cents in self.bets:
            bets[seat] = 0
            put[seat] += cents
            pot += cents
        s.pot = pot
        s.gathered += (self.bets,)
        s.betting = False
        s.queue = []
        s.to_call = 0
        s.clock = 0

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple((stake(seat), POT, cents) for seat, cents in self.bets)
