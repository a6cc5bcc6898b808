"""The player-dealer position from hand to hand, and the events of its wager.

Who holds the position, for how long, who is next, and what becomes of the wager it is held with:
plain values and pure functions, under the games of ``player_dealer.py``.  Seats are numbered
clockwise from the dealer's left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from houseway.cite import procedure, rule
from houseway.events import DROP, Event, Settlement, Transfer, purse
from houseway.money import Cents
from houseway.shapes.banked import BankedState, FeeTaken, WagerSettled

CLOCKWISE, COUNTERCLOCKWISE = 1, -1
TURNS = ("", "first hand", "second hand")


@rule("CA-TILE-03", "CA-TILE-15")
def counted_off(count: int, bank: int, positions: int, direction: int) -> int:
    """The seat on which a count ends that begins with the player-dealer as 1."""
    return (bank - 1 + direction * (count - 1)) % positions + 1


class PlayerDealer(msgspec.Struct, frozen=True):
    """How the position goes round: over how many seats, which way, and for how many hands."""

    positions: int
    direction: int
    turns_max: int = 2
    starts_at: int = 1
    joint: bool = False

    def __str__(self) -> str:
        way = "clockwise" if self.direction == CLOCKWISE else "counter-clockwise"
        together = ", several together" if self.joint else ""
        return (
            f"{self.positions} seats {way} from seat {self.starts_at}, {self.turns_max} hands "
            f"each{together}"
        )

    def around(self, seats: Iterable[int], start: int) -> list[int]:
        """These seats in the direction of the game, the first one at ``start`` or after it."""
        return sorted(seats, key=lambda seat: (seat - start) * self.direction % self.positions)

    def position(self, bank: int, count: int) -> int:
        """The seat this far from the player-dealer, who is 1."""
        return counted_off(count, bank, self.positions, self.direction)


class BankTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Carried between rounds: whose position it is, which of its hands, who held it till now.

    ``held`` counts the hands in a row of every person of the last hand's player-dealer position.
    """

    bank: int = 1
    turn: int = 1
    held: dict[int, int] = {}

    def in_a_row(self, seat: int) -> int:
        """How many hands in a row this seat has held the position, alone or with others."""
        return max(self.held.get(seat, 0), self.turn - 1 if seat == self.bank else 0)


@procedure("CA-PD-07", "CA-PD-11", "CA-TILE-02")
def next_turn(rules: PlayerDealer, old: BankTurn, bank: int, holders: Iterable[int]) -> BankTurn:
    """After a hand: the same seat's second, or the first of the seat next in rotation."""
    held = {seat: old.in_a_row(seat) + 1 for seat in holders}
    if held[bank] < rules.turns_max:
        return BankTurn(bank, held[bank] + 1, held)
    return BankTurn(rules.position(bank, 2), 1, held)


@procedure("CA-PD-11")
def shared_out(shares: Mapping[int, int], left: int, bank: int) -> dict[int, int]:
    """What is left of the bank, by what each put in; odd cents to the holder of the button."""
    whole = sum(shares.values())
    parts = {seat: left * cents // whole for seat, cents in shares.items()}
    parts[bank] += left - sum(parts.values())
    return parts


class PlayerDealerState(BankedState, kw_only=True):
    """A banked round whose bank is one player's, or several players', wager."""

    between: BankTurn
    turn: int = 0
    shares: dict[int, int] = {}
    put_up: int = 0
    used: int = 0
    fees: dict[int, int] = {}
    action: int = 0


# -- events -----------------------------------------------------------------------------------


class BankTaken(Event, frozen=True):
    """A seat takes the player-dealer position; its wager and the bank button go down."""

    seat: int
    cents: Cents
    turn: int

    def do(self, s: PlayerDealerState) -> None:
        s.bank, s.turn, s.waiting = self.seat, self.turn, []
        s.purses[self.seat] -= self.cents
        s.shares[self.seat] = s.put_up = s.bank_wager = self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), ("bank", self.seat), self.cents),)


class BankRefused(Event, frozen=True):
    """A seat lets the player-dealer position go by."""

    seat: int

    def do(self, s: PlayerDealerState) -> None:
        s.waiting.remove(self.seat)


class BankJoined(Event, frozen=True):
    """A seat puts up a part of the player-dealer's wager in place of a wager against it."""

    seat: int
    cents: Cents
    bank: int

    def do(self, s: PlayerDealerState) -> None:
        s.waiting.remove(self.seat)
        s.purses[self.seat] -= self.cents
        s.shares[self.seat] = self.cents
        s.put_up += self.cents
        s.bank_wager += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((purse(self.seat), ("bank", self.bank), self.cents),)


class ActionButton(Event, frozen=True):
    """The action button goes to the seat where settling begins."""

    seat: int

    def do(self, s: PlayerDealerState) -> None:
        s.action = self.seat


class WagerCovered(WagerSettled, frozen=True):
    """A wager settled against the player-dealer's, which is used up by what changes hands."""

    def do(self, s: PlayerDealerState) -> None:  # type: ignore[override]
        super().do(s)
        s.used += abs(self.stake - self.back)


class CollectionTaken(FeeTaken, frozen=True):
    """The house takes its collection, and it is noted from whom."""

    def do(self, s: PlayerDealerState) -> None:  # type: ignore[override]
        super().do(s)
        s.fees[self.seat] = s.fees.get(self.seat, 0) + self.cents


class FeeReturned(Event, frozen=True):
    """The house gives a fee back: there was no hand."""

    seat: int
    cents: Cents

    def do(self, s: PlayerDealerState) -> None:
        s.purses[self.seat] += self.cents
        s.drop -= self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((DROP, purse(self.seat), self.cents),)


class BankReturned(Event, frozen=True):
    """What is left of the player-dealer's wager, or of a part of it, with what it won."""

    seat: int
    put_up: Cents
    cents: Cents
    bank: int

    def do(self, s: PlayerDealerState) -> None:
        s.bank_wager -= self.cents
        s.purses[self.seat] += self.cents

    def transfers(self) -> tuple[Transfer, ...]:
        return ((("bank", self.bank), purse(self.seat), self.cents),)

    def settlement(self) -> Settlement:
        net = self.cents - self.put_up
        outcome = "win" if net > 0 else "lose" if net < 0 else "even"
        return Settlement(
            self.seat, "bank", outcome, "player-dealer", self.put_up, self.cents,
            ("CA-PD-01", "CA-PD-04"),
        )  # fmt: skip
