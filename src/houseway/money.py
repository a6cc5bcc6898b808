"""Money is integer cents.  People write dollars; a fraction of a cent follows the breakage rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Annotated, Literal

from houseway.errors import Refused, Unreadable, short_repr

Cents = Annotated[int, "cents"]
Breakage = Literal["down", "nearest", "up"]

MOST_DOLLARS = 10**12
_in_chips: ContextVar[bool] = ContextVar("in_chips", default=False)
_AMOUNT = re.compile(r"([+-]?)\$?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{1,2}))?")


def dollars(amount: int | str) -> int:
    """Cents from whole dollars (10) or written dollars ("7.50", "$1,000")."""
    if isinstance(amount, bool) or not isinstance(amount, int | str):
        raise _not_money(f'{short_repr(amount)} is not money; write dollars like 10 or "7.50"')
    if isinstance(amount, int):
        if abs(amount) > MOST_DOLLARS:
            raise _too_much(amount)
        return amount * 100
    match = _AMOUNT.fullmatch(amount.strip())
    if match is None:
        raise _not_money(
            f"{short_repr(amount)} is not money; write dollars like 10, 7.50 or $1,000"
        )
    sign, whole, cents = match.groups()
    if len(whole) > len(f"{MOST_DOLLARS:,}"):
        raise _too_much(amount)
    value = int(whole.replace(",", "")) * 100 + int((cents or "0").ljust(2, "0"))
    return -value if sign == "-" else value


def _not_money(what: str) -> Unreadable:
    return Unreadable("not-money", what)


def _too_much(amount: int | str) -> Unreadable:
    most = f"the most is {MOST_DOLLARS:,}"
    return Unreadable("too-much-money", f"{short_repr(amount)} is more money than there is; {most}")


def read_dollars(where: str, amount: int | str, clauses: Iterable[str] = ()) -> int:
    """Return written dollars in cents; Refused, with the place, if they are not money."""
    try:
        return dollars(amount)
    except Unreadable as error:
        raise Refused.because(error.reason.after(f"{where}: ").by(clauses)) from None


def format_amount(cents: int) -> str:
    """Dollars without a sign of the currency: ``40`` or ``7.50``."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"


@contextmanager
def in_chips() -> Iterator[None]:
    """Within it a hundred cents are one chip that is worth no money: ``1,500 chips``."""
    token = _in_chips.set(True)
    try:
        yield
    finally:
        _in_chips.reset(token)


def format_dollars(cents: int) -> str:
    """Dollars as people read them: ``$1,040`` or ``-$7.50``."""
    if _in_chips.get():
        return f"{cents // 100:,} chip{'s' * (cents != 100)}"
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def format_net(cents: int) -> str:
    """A result: ``+40``, ``-7.50`` or ``0``."""
    return f"+{format_amount(cents)}" if cents > 0 else format_amount(cents)


def share(cents: int, numerator: int, denominator: int, breakage: Breakage = "down") -> int:
    """``cents * numerator / denominator`` in whole cents by the posted breakage rule."""
    top = cents * numerator
    if breakage == "down":
        return top // denominator
    if breakage == "up":
        return -(-top // denominator)
    return (2 * top + denominator) // (2 * denominator)
