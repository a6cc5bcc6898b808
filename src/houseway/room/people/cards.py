"""Card numbers: digits, the last of which checks the others when the room makes them (Luhn)."""

from __future__ import annotations

import re

from houseway.errors import short_repr
from houseway.room.errors import Denied
from houseway.room.fairness.drbg import Stream
from houseway.room.fairness.entropy import Entropy

LENGTH = 16
PREFIX = "7004"
"""The first digits of card numbers that the room makes."""
LEAST, MOST = 4, 19
_GAPS = re.compile(r"[ -]")


def tidied(card: str) -> str:
    """Return a number in stored form, without blanks."""
    return _GAPS.sub("", card)


def checked(card: str) -> str:
    """Return a number chosen for a new card, as it is stored."""
    number = tidied(card)
    if not (number.isascii() and number.isdigit() and LEAST <= len(number) <= MOST):
        raise Denied(f"a card number has {LEAST} to {MOST} digits, not {short_repr(card)}")
    return number


def check_digit(digits: str) -> str:
    """Return the check digit for these digits (Luhn); it detects one wrong or two swapped
    digits.
    """
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 - place % 2)
        total += value - 9 * (value > 9)
    return str(-total % 10)


def fits(number: str) -> bool:
    """Return True if the last digit of a number is its check digit."""
    return number.isdigit() and check_digit(number[:-1]) == number[-1]


def new_number(entropy: Entropy) -> str:
    """Return a new number that cannot be guessed from others."""
    stream = Stream(entropy.seed())
    digits = PREFIX + "".join(str(stream.below(10)) for _ in range(LENGTH - len(PREFIX) - 1))
    return digits + check_digit(digits)


def masked(card: str) -> str:
    """Return a number in masked form: its last four digits, or two of a short number."""
    shown = 4 if len(card) >= 8 else 2
    return "*" * (len(card) - shown) + card[-shown:]
