"""The amounts of a hand in whole units of ours, and the terms of its table."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from math import gcd
from typing import cast

from houseway.errors import short_repr
from houseway.game.base import Seat
from houseway.phh.actions import WAGER, Action
from houseway.phh.model import (
    CENTS,
    BadHand,
    Hand,
    Number,
    explain_bad_amount,
    finite,
    number,
    scale_for,
    units,
)
from houseway.phh.recorded_game import HandTerms


def read_amount(text: str) -> Number:
    """Read the amount of a wager; ValueError says why it is none."""
    if text.isdecimal() and text.isascii() and len(text) <= 15:
        return int(text)
    try:
        value = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise ValueError(f"{short_repr(text)} is not an amount") from None
    if not value.is_finite() or value <= 0:
        raise ValueError(f"{short_repr(text)} is not an amount that can be bet")
    if why := explain_bad_amount(value):
        raise ValueError(f"{short_repr(text)} {why}")
    return value


class HandAmounts:
    """The numbers of one hand in our units: cents, or finer where it has finer ones.

    ``wagers`` are the amounts of its wagers by the number of their action.  A heads-up hand lists
    antes and blinds in reverse: the first is the button's, although the button sits last.
    """

    def __init__(self, hand: Hand, actions: Sequence[Action]) -> None:
        self.hand = hand
        written = {}
        for action in actions:
            if action.what == WAGER:
                try:
                    written[action.number] = read_amount(action.amount)
                except ValueError as error:
                    text = hand.actions[action.number - 1]
                    raise BadHand(str(error), action.number, text) from None
        self.stated = [*self._stated(), *written.values()]
        self.whole = set(map(type, self.stated)) == {int}
        self.scale = CENTS if self.whole else scale_for(self.stated)
        self.wagers = {at: self.units(value) for at, value in written.items()}
        self.two = len(hand.starting_stacks) == 2

    def _stated(self) -> list[Number]:
        """Return every amount that the hand states."""
        hand = self.hand
        single = [hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet]
        return [
            *hand.starting_stacks,
            *hand.antes,
            *(hand.blinds_or_straddles or ()),
            *[value for value in single if value is not None],
            *(hand.finishing_stacks or ()),
            *(hand.winnings or ()),
        ]

    def units(self, value: Number) -> int:
        """Return a number of the hand in our units."""
        return units(value, self.scale)

    def number(self, amount: int) -> Number:
        """Return an amount of ours as a number of the hand."""
        return number(amount, self.scale)

    def _by_seat(self, values: list[Number] | None) -> tuple[int, ...]:
        """Return amounts of players in our units, by seat; () for None."""
        scale = self.scale
        found = tuple([units(value, scale) for value in values or ()])
        return found[::-1] if self.two else found

    def terms(self, fields: Sequence[str]) -> HandTerms:
        """Return the forced bets and limits that a hand with these required fields states."""
        hand = self.hand
        small = hand.small_bet if hand.min_bet is None else hand.min_bet
        return HandTerms(
            len(hand.starting_stacks),
            self._by_seat(hand.antes),
            hand.trimmed,
            self._by_seat(hand.blinds_or_straddles),
            self.units(hand.bring_in or 0) if "bring_in" in fields else 0,
            self.units(small or 0),
            self.units(hand.big_bet or 0),
            self.scale,
        )

    def chips(self) -> list[int]:
        """Return candidates for the smallest chip, the likeliest first.

        If the hand states its final stacks, it is the divisor of all amounts; but shares of several
        pots may add up to larger chips than they were split in.  Else it is one unit of the hand,
        or a cent if there are fractions.
        """
        unit = self.scale if self.whole else 1
        ends, stacks = self.hand.finishing_stacks, self.hand.starting_stacks
        known = self.whole or all(finite(value) for value in self.stated)
        if ends is None or not known or sum(ends) != sum(stacks):
            return [unit]
        if self.whole:
            return [*{unit * gcd(*cast(list[int], self.stated)): 0, unit: 0}]
        return [*{gcd(*[units(value, self.scale) for value in self.stated]): 0, unit: 0}]

    def seats(self) -> list[Seat]:
        """Return the players with their chips; an unknown stack is too large to be used up."""
        names, stacks, plenty = self.hand.players, self.hand.starting_stacks, 0
        if not self.whole and not all(finite(stack) for stack in stacks):
            plenty = 10 * self.units(sum(value for value in self.stated if finite(value)))
        return [
            Seat(seat, names[seat - 1], self.units(stack) if finite(stack) else plenty)
            for seat, stack in enumerate(stacks, 1)
        ]
