"""The events of a supervisor's rulings."""

from __future__ import annotations

from houseway.events import Event, Transfer, purse, stake
from houseway.money import Cents
from houseway.shapes.poker_room.events import leave
from houseway.shapes.poker_room.state import POT, Gathered, PokerState, between_seats

MISCALL = "miscall"


class HandDead(Event, frozen=True, gc=False):
    """A hand is declared dead."""

    seat: int
    why: str

    def do(self, s: PokerState) -> None:
        leave(s, self.seat)


class Warned(Event, frozen=True, gc=False):
    """A player is warned; the next time he does the same he may be excluded."""

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
    """The dealer puts the clock on a player: a warning, and then his hand is dead."""

    seat: int
    warning: int
    seconds: int

    def do(self, s: PokerState) -> None:
        s.clock = self.seat


class Reconsiders(Event, frozen=True, gc=False):
    """A player put in too little with no action behind him: he may think again."""

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
    """The bets of the rounds that are over, the last one of this seat smaller by so much."""
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
    """Who acts now that a seat has chips again: who has met the bet has acted, he too.

    If he has not met it, his turn comes in its place around the table.
    """
    if not s.betting:
        return
    queue = s.queue
    if seat not in queue and seat not in s.acted:
        late = [i for i, x in enumerate(queue) if i and between_seats(queue[0], seat, x)]
        queue.insert(late[0] if late else len(queue), seat)
    met = [x for x in s.queue if s.answered[x] == s.fulls and s.bets[x] >= s.to_call]
    s.queue = [x for x in s.queue if x not in met]
    s.acted += met
    s.disordered = True
