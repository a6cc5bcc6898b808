"""Events of the player-dealer's position and wager."""

from __future__ import annotations

from houseway.engine.events import UP, DiceTuple, Event, Settlement, Transfer, purse
from houseway.families.banked.player_dealer.cover import PlayerBank
from houseway.families.banked.state import BankedState
from houseway.money import Cents


def bank_of(s: BankedState) -> PlayerBank:
    """The player's bank of a round that has one."""
    assert s.bank is not None, "the house banks this table"
    return s.bank


class BankTaken(Event, frozen=True):
    """A seat takes the player-dealer position; its wager and the bank button go down."""

    seat: int
    cents: Cents
    turn: int

    def do(self, s: BankedState) -> None:
        bank = bank_of(s)
        bank.seat, bank.turn, s.waiting = self.seat, self.turn, []
        s.purses[self.seat] -= self.cents
        bank.shares[self.seat] = bank.put_up = bank.wager = self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), ("bank", self.seat), self.cents),)


class BankRefused(Event, frozen=True):
    """A seat lets the player-dealer position go by."""

    seat: int

    def do(self, s: BankedState) -> None:
        s.waiting.remove(self.seat)


class BankJoined(Event, frozen=True):
    """A seat puts up a part of the player-dealer's wager in place of a wager against it."""

    seat: int
    cents: Cents
    bank: int

    def do(self, s: BankedState) -> None:
        bank = bank_of(s)
        s.waiting.remove(self.seat)
        s.purses[self.seat] -= self.cents
        bank.shares[self.seat] = self.cents
        bank.put_up += self.cents
        bank.wager += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), ("bank", self.bank), self.cents),)


class GameBroken(Event, frozen=True):
    """No other player takes the position: the game stops until another person banks."""

    clauses: tuple[str, ...] = ()

    def do(self, s: BankedState) -> None:
        bank_of(s).broken = True
        s.said.append("no one else takes the player-dealer position: the game is broken")


class ButtonThrown(Event, frozen=True):
    """Dice are thrown for the place of the action button."""

    dice: DiceTuple
    total: int
    faces = UP

    def do(self, s: BankedState) -> None:
        s.said.append(f"dice {self.total} for the action button")


class ActionButton(Event, frozen=True):
    """The action button goes to the seat where settling begins."""

    seat: int

    def do(self, s: BankedState) -> None:
        bank_of(s).action = self.seat


class BankReturned(Event, frozen=True):
    """The rest of the player-dealer's wager, or of a part of it, goes back with its winnings."""

    seat: int
    put_up: Cents
    cents: Cents
    bank: int
    clauses: tuple[str, ...] = ()
    settles = True

    def do(self, s: BankedState) -> None:
        bank_of(s).wager -= self.cents
        s.purses[self.seat] += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((("bank", self.bank), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        net = self.cents - self.put_up
        outcome = "win" if net > 0 else "lose" if net < 0 else "even"
        return Settlement(
            self.seat, "bank", outcome, "player-dealer", self.put_up, self.cents, self.clauses
        )
