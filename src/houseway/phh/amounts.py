"""The amounts of a hand in whole units of ours, and what follows from them for its table."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from math import gcd
from typing import cast

from houseway.errors import short_repr
from houseway.game.base import Seat
from houseway.phh.actions import WAGER, Action
from houseway.phh.model import CENTS, BadHand, Hand, Number, finite, number, scale_for, units
from houseway.phh.recorded_game import Terms


def read_amount(text: str) -> Number:
    """The amount of a wager as it is written."""
    if text.isdecimal() and text.isascii():
        return int(text)
    try:
        value = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise ValueError(f"{short_repr(text)} is not an amount") from None
    if not value.is_finite() or value <= 0:
        raise ValueError(f"{short_repr(text)} is not an amount that can be bet")
    return value


class Amounts:
    """The numbers of one hand in our units: cents, or finer where it has finer ones.

    ``wagers`` are the amounts of its wagers by the number of their action.  A hand between two
    lists antes and blinds the other way round: the first is the button's, and the button comes
    last.
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
        """A number of the hand in our units."""
        return units(value, self.scale)

    def number(self, amount: int) -> Number:
        """An amount of ours as the hand would have it."""
        return number(amount, self.scale)

    def _by_seat(self, values: list[Number] | None) -> tuple[int, ...]:
        scale = self.scale
        found = tuple([units(value, scale) for value in values or ()])
        return found[::-1] if self.two else found

    def terms(self) -> Terms:
        """The forced bets and limits of the table."""
        hand = self.hand
        small = hand.small_bet if hand.min_bet is None else hand.min_bet
        return Terms(
            len(hand.starting_stacks),
            self._by_seat(hand.antes),
            hand.trimmed,
            self._by_seat(hand.blinds_or_straddles),
            self.units(hand.bring_in or 0),
            self.units(small or 0),
            self.units(hand.big_bet or 0),
        )

    def chips(self) -> list[int]:
        """The smallest chip, the likeliest first.

        It is what divides every amount, if the hand states how it ended; but parts of several pots
        may add up to larger chips than they were shared in.  Without that it is one of the hand's
        units, or a cent where it has fractions.
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
        """The players with their chips; a stack that is not known is never used up."""
        names, stacks, plenty = self.hand.players, self.hand.starting_stacks, 0
        if not self.whole and not all(finite(stack) for stack in stacks):
            plenty = 10 * self.units(sum(value for value in self.stated if finite(value)))
        return [
            Seat(seat, names[seat - 1], self.units(stack) if finite(stack) else plenty)
            for seat, stack in enumerate(stacks, 1)
        ]
