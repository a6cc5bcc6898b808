"""The rotation of the player-dealer position: seats, direction, hands in a turn.

Turns are counted by person, for everybody who holds a part of the position, and by firm for those
who play for one.  Seats are numbered clockwise from the dealer's left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping

import msgspec

from houseway.cite import rule
from houseway.families.banked.player_dealer.cover import BankTurn, PlayerBank

CLOCKWISE, COUNTERCLOCKWISE = 1, -1


@rule()
def counted_off(count: int, bank: int, positions: int, direction: int) -> int:
    """The seat on which a count ends that begins with the player-dealer as 1."""
    return (bank - 1 + direction * (count - 1)) % positions + 1


class Rotation(msgspec.Struct, frozen=True):
    """The rotation of the position: its order, its seats, and the hands in a turn."""

    positions: int = 7
    direction: int = CLOCKWISE
    turns_max: int = 2
    starts_at: int = 1

    def around(self, seats: Iterable[int], start: int, direction: int = 0) -> list[int]:
        """These seats in the direction of the game, the first one at ``start`` or after it."""
        order = sorted(seats)
        if (direction or self.direction) == CLOCKWISE:
            at = bisect_left(order, start)
            return order[at:] + order[:at]
        at = bisect_right(order, start)
        return (order[at:] + order[:at])[::-1]

    def position(self, bank: int, count: int) -> int:
        """The seat this far from the player-dealer, who is 1."""
        return counted_off(count, bank, self.positions, self.direction)

    def rested(self, bank: PlayerBank, seat: int) -> bool:
        """Return True if the person at this seat has not yet had all hands of a turn in a row."""
        return bank.before.held.get(bank.parties[seat], 0) < self.turns_max


def next_turn(
    rules: Rotation,
    old: BankTurn,
    party: str,
    seat: int,
    holders: Mapping[str, int],
    bettors: tuple[str, ...] = (),
) -> BankTurn:
    """Return the next bank turn: the same seat's second hand, or the next seat's first.

    A party that went on after its last hand starts a new turn.
    """
    held = {who: old.in_a_row(who, at) % rules.turns_max + 1 for who, at in holders.items()}
    if held[party] < rules.turns_max:
        return BankTurn(seat, held[party] + 1, held, bettors)
    return BankTurn(rules.position(seat, 2), 1, held, bettors)
