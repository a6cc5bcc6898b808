"""Decisions and rulings read from the words in which people write them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from houseway.engine.questions import (
    Act,
    Arrange,
    Asking,
    Button,
    Choice,
    Pick,
    Pieces,
    Place,
    Ruling,
)
from houseway.errors import Refused, Unreadable, short_repr
from houseway.game.base import Game
from houseway.money import dollars
from houseway.pieces.kind import Kind


def is_number(text: str) -> bool:
    """Return True if a word is a whole number of at most nine digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def seat_not_a_number(what: str) -> Refused:
    """Return the refusal of a seat that is no number; the caller says how to write it."""
    return Refused("seat-not-a-number", what)


def read_act(words: list[str], question: Asking, kind: Kind) -> Act:
    """Read a decision: ``2 raise 60``, ``bet main=10``, ``1 set high=teen,teen ...``."""
    seats = question.seats()
    if is_number(words[0]):
        seat, words = int(words[0]), words[1:]
    elif len(seats) == 1:
        seat = seats[0]
    else:
        raise Refused("say-which-seat", f"say which seat: one of {', '.join(map(str, seats))}")
    if not words:
        raise Refused("say-what-seat-does", "say what the seat does")
    name, rest = words[0], words[1:]
    choice = next((c for c in question.choices_of(seat) if c.name == name), None)
    return _act(seat, name, rest, choice, kind)


def _act(seat: int, name: str, rest: list[str], choice: Choice | None, kind: Kind) -> Act:
    """Return the decision of a line; ``choice`` is the offered one, None if it is not offered."""
    if isinstance(choice, Place):
        return Act(seat, name, places=tuple((k, dollars(v)) for k, v in _pairs(rest)))
    if isinstance(choice, Arrange):
        return Act(seat, name, parts=_in_order(rest, choice, kind))
    if isinstance(choice, Pick):
        return Act(seat, name, pieces=kind.parse(" ".join(rest)))
    if isinstance(choice, Button) and rest:
        return _pressed(seat, name, rest)
    if len(rest) > 1 or (rest and choice is not None and "=" in rest[0]):
        raise Refused(
            "one-amount-at-most",
            f"{name} takes one amount at most, not {short_repr(' '.join(rest))}",
        )
    if rest and "=" in rest[0]:
        return Act(seat, name)
    if choice is None:
        return _not_open(seat, name, rest)
    return Act(seat, name, dollars(rest[0]) if rest else 0)


def _not_open(seat: int, name: str, rest: list[str]) -> Act:
    """Return a decision that is not open, so that the round explains why."""
    try:
        return Act(seat, name, dollars(rest[0]) if rest else 0)
    except Unreadable:
        return Act(seat, name)


def _in_order(words: list[str], choice: Arrange, kind: Kind) -> tuple[tuple[str, Pieces], ...]:
    """Return the parts in the order of the choice."""
    found = tuple((part, kind.parse(pieces)) for part, pieces in _pairs(words))
    order = [part for part, _ in choice.parts]
    if sorted(part for part, _ in found) != sorted(order):
        return found
    return tuple(sorted(found, key=lambda part: order.index(part[0])))


def _pressed(seat: int, name: str, rest: list[str]) -> Act:
    """Read a plain decision; only its own amount may follow its name."""
    try:
        (amount,) = rest
        return Act(seat, name, dollars(amount))
    except ValueError:
        raise Refused(
            "decision-takes-nothing", f"{name} takes nothing more: write {name!r}"
        ) from None


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each word as name and value; refuse one that is not ``name=value``."""
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise Refused("not-name-value", f"write {short_repr(word)} as name=value")
        yield key, value


def read_ruling(words: list[str], game: Game) -> Ruling:
    """Read a ruling: ``exposed_card seat=2 pieces=Kh``."""
    if not words:
        raise Refused("say-which-ruling", "say which ruling")
    details: dict[str, Any] = {}
    for key, value in _pairs(words[1:]):
        if key in details:
            raise Refused("said-twice", f"{key} is said twice")
        if key == "seat":
            if not is_number(value):
                what = f"a seat is a number, like seat=2, not {short_repr(value)}"
                raise seat_not_a_number(what)
            details[key] = int(value)
        elif key == "pieces":
            details[key] = game.kind.parse(value)
        elif key == "amount":
            details[key] = dollars(value)
        elif key == "reason":
            details[key] = unquote(value.replace("_", " "), errors="replace")
        else:
            raise Refused(
                "no-such-particular",
                f"a ruling has seat, pieces, amount and reason, not {short_repr(key)}",
            )
    return Ruling(words[0], **details)
