"""A hand as the PHH format has it: its fields, checked, and the numbers in them.

See docs/phh.md.  Fields that the rules need are attributes.  Every other field, optional or with an
underscore, is kept in ``more`` as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

from houseway.errors import HousewayError, short_repr

Number: TypeAlias = int | Decimal
OURS = "_houseway"
"""The field for what the format has no place for."""

BUTTON_GAMES = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
STUD_GAMES = ("antes", "bring_in", "starting_stacks", "actions")
LIMIT = ("small_bet", "big_bet")
NO_LIMIT = ("min_bet",)
LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")
MAY_BE_UNKNOWN = ("starting_stacks", "finishing_stacks")
RESULTS = ("finishing_stacks", "winnings")
"""Lists in which one player may have the chips of all."""
BY_PLAYER = ("seats", "players", "finishing_stacks", "winnings", "time_banks")
MOST_PLAYERS = 10
LARGEST = 10**15
DECIMALS = 12
"""Bounds of an amount.  Its digits fit into the 28 of a Decimal, so arithmetic never rounds."""


class BadHand(HousewayError):  # noqa: N818 - named for the person who reads it
    """A hand that cannot be played: at which action, why, what is allowed and by which clause."""

    def __init__(
        self, why: str, action: int = 0, text: str = "", clauses: Iterable[str] = ()
    ) -> None:
        self.why, self.action, self.text, self.clauses = why, action, text, tuple(clauses)
        where = f"action {action} {short_repr(text)}: " if action else ""
        cited = f" ({', '.join(self.clauses)})" if self.clauses else ""
        super().__init__(f"{where}{why}{cited}")


class Hand(msgspec.Struct):
    """One hand.  Lists go by player: the first sits to the left of the button, the last has it."""

    variant: str
    antes: list[Number]
    starting_stacks: list[Number]
    actions: list[str]
    blinds_or_straddles: list[Number] | None = None
    bring_in: Number | None = None
    small_bet: Number | None = None
    big_bet: Number | None = None
    min_bet: Number | None = None
    more: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """Return the hand's own number or name, or ""."""
        return str(self.more.get("hand", ""))

    @property
    def trimmed(self) -> bool:
        """Return True if a player short of the ante wins only as much from each other player."""
        return bool(self.more.get("ante_trimming_status", False))

    @property
    def finishing_stacks(self) -> list[Number] | None:
        """Return the stated stacks at the end; None if none are stated."""
        stacks: list[Number] | None = self.more.get("finishing_stacks")
        return stacks

    @property
    def winnings(self) -> list[Number] | None:
        """Return the stated winnings, in the convention of the file; None if none are stated."""
        won: list[Number] | None = self.more.get("winnings")
        return won

    @property
    def players(self) -> list[str]:
        """Return the names of the players; one without a name is called p1, p2 and so on."""
        named = self.more.get("players") or [""] * len(self.starting_stacks)
        return [name or f"p{i}" for i, name in enumerate(named, 1)]

    def fields(self) -> dict[str, Any]:
        """Return all fields in the order in which they are written, the required ones first."""
        found = {key: getattr(self, key) for key in self.__struct_fields__ if key != "more"}
        required = ("variant", "antes", "blinds_or_straddles", *SINGLE, "starting_stacks")
        return {key: found[key] for key in (*required, "actions") if found[key] is not None} | {
            key: value for key, value in self.more.items() if value is not None
        }


def hand_of(fields: Mapping[str, Any]) -> Hand:
    """Return a hand from the fields of a file; BadHand names the field that is wrong."""
    more = dict(fields)
    for key in ("variant", "antes", "starting_stacks", "actions"):
        if key not in more:
            raise BadHand(f"the field {key} is missing")
    known = {key: more.pop(key) for key in Hand.__struct_fields__ if key in more}
    known.pop("more", None)
    if type(known["variant"]) is not str:
        raise BadHand(f"variant must be text in quotes, not {short_repr(known['variant'])}")
    _check_actions(known["actions"])
    stacks = known["starting_stacks"]
    for key in LISTS:
        if key in known:
            _check_numbers(key, known[key])
    players = len(stacks)
    if not 2 <= players <= MOST_PLAYERS:
        raise BadHand(f"a hand has from 2 to {MOST_PLAYERS} players, not {players}")
    for key in SINGLE:
        if key in known:
            _require_amount(key, known[key])
            if known[key] < 0:
                raise BadHand(f"{key} cannot be negative")
    for key in ("antes", "blinds_or_straddles"):
        if key in known and len(known[key]) != players:
            raise BadHand(f"{key} has {len(known[key])} numbers for {players} players")
    if min(known["antes"]) < 0:
        raise BadHand("antes cannot be negative")
    if min(stacks) < (0 if OURS in more else Decimal("1e-12")):
        raise BadHand("starting_stacks must be above zero")
    for key in BY_PLAYER:
        if key in more:
            _check_by_player(key, more[key], players)
    return Hand(**known, more=more)


def _check_actions(actions: Any) -> None:
    if type(actions) is not list:
        raise BadHand(f"actions must be a list of texts, not {short_repr(actions)}")
    for number, action in enumerate(actions, 1):
        if type(action) is not str:
            raise BadHand("an action is text in quotes", number, str(action))


def explain_bad_amount(value: Any, most: int = LARGEST) -> str:
    """Return the reason why ``value`` is no amount of a hand, or "" if it is one."""
    if type(value) is not int and type(value) is not Decimal:
        return "must be a number"
    if not finite(value):
        return "must be finite; only a stack may be inf, if it is unknown"
    if not -most <= value <= most:
        return f"is too large; amounts go up to {most:,}"
    if type(value) is Decimal and decimal_places(value) > DECIMALS:
        return f"has too many decimals; amounts have {DECIMALS} at the most"
    return ""


def _require_amount(key: str, value: Any) -> None:
    if type(value) is int and -LARGEST <= value <= LARGEST:
        return  # nearly every amount of nearly every hand
    if why := explain_bad_amount(value, LARGEST * (MOST_PLAYERS if key in RESULTS else 1)):
        written = str(value)[:60] if type(value) is Decimal else short_repr(value)
        raise BadHand(f"{key}: {written} {why}")


def _check_numbers(key: str, values: Any) -> None:
    """Check a list of amounts; a stack may be ``inf``, which stands for an unknown one."""
    if type(values) is not list:
        raise BadHand(f"{key} must be a list of numbers, not {short_repr(values)}")
    for value in values:
        if not (key in MAY_BE_UNKNOWN and is_unknown(value)):
            _require_amount(key, value)


def _check_by_player(key: str, values: Any, players: int) -> None:
    if type(values) is not list or len(values) != players:
        raise BadHand(f"{key} must be a list with something for each of {players} players")
    if key in RESULTS:
        _check_numbers(key, values)
        return
    kind = {"players": str, "seats": int}.get(key, (int, Decimal))
    for value in values:
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadHand(f"{key} cannot have {short_repr(value)} in it")


CENTS = 100


def finite(value: Number) -> bool:
    """Return False for ``inf``, which stands for an unknown stack, and for ``nan``."""
    return type(value) is int or Decimal(value).is_finite()


def is_unknown(value: Any) -> bool:
    """Return True for ``inf``, which stands for a stack that the hand does not state."""
    return type(value) is Decimal and value.is_infinite() and value > 0


def decimal_places(value: Decimal) -> int:
    """Return the number of digits behind the point, without zeros at the end."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int) or exponent >= 0 or not value:
        return 0
    zeros = 0
    while digits[-1 - zeros] == 0:
        zeros += 1
    return max(-exponent - zeros, 0)


def scale_for(numbers: Iterable[Number]) -> int:
    """Return the number of our units in one of the hand's: 100, or more for finer amounts."""
    places = [decimal_places(value) for value in numbers if type(value) is Decimal]
    return 10 ** max(places, default=0) if max(places, default=0) > 2 else CENTS


def units(value: Number, scale: int) -> int:
    """Return a number of the hand in our units."""
    return value * scale if type(value) is int else int(Decimal(value) * scale)


def number(amount: int, scale: int) -> Number:
    """Return an amount of ours as a number of the hand, an int where it is whole."""
    whole, rest = divmod(amount, scale)
    if not rest:
        return whole
    return (Decimal(amount) / scale).quantize(Decimal(1) / scale).normalize()


def plain(value: Number) -> str:
    """Return a number as it is written in an action or a field."""
    if type(value) is int:
        return str(value)
    if finite(value):
        return f"{value:f}"
    return "inf" if value > 0 else "-inf"
