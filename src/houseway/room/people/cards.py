"""Card numbers: digits, the last of which checks the others when the room makes them (Luhn)."""

from __future__ import annotations

import re

from houseway.errors import short_repr
from houseway.room.errors import Denied
from houseway.room.fairness.drbg import Stream
from houseway.room.fairness.entropy import Entropy

LENGTH = 16
PREFIX = "7004"
"""What numbers that the room makes begin with."""
LEAST, MOST = 4, 19
_GAPS = re.compile(r"[ -]")


def tidied(card: str) -> str:
    """A number as it is kept: without the gaps people write."""
    return _GAPS.sub("", card)


def checked(card: str) -> str:
    """A number somebody gives to a new card, as it is kept."""
    number = tidied(card)
    if not (number.isascii() and number.isdigit() and LEAST <= len(number) <= MOST):
        raise Denied(f"a card number has {LEAST} to {MOST} digits, not {short_repr(card)}")
    return number


def check_digit(digits: str) -> str:
    """The digit that belongs behind these (Luhn): one wrong digit, or two swapped, do not fit."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 - place % 2)
        total += value - 9 * (value > 9)
    return str(-total % 10)


def fits(number: str) -> bool:
    """Whether the last digit of a number checks the others."""
    return number.isdigit() and check_digit(number[:-1]) == number[-1]


def made(entropy: Entropy) -> str:
    """A new number that nobody can guess from others."""
    stream = Stream(entropy.seed())
    digits = PREFIX + "".join(str(stream.below(10)) for _ in range(LENGTH - len(PREFIX) - 1))
    return digits + check_digit(digits)


def masked(card: str) -> str:
    """A number where others may read it: its last four digits, of a short one the last two."""
    shown = 4 if len(card) >= 8 else 2
    return "*" * (len(card) - shown) + card[-shown:]
