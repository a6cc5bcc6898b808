"""A hand as the PHH format has it: its fields, checked, and the numbers in them.

See docs/phh.md.  Fields that the rules need are attributes; every other field, the optional ones
of the format and those that anybody adds with an underscore, is kept in ``more`` as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

import msgspec

from houseway.errors import HousewayError, short_repr

Number: TypeAlias = int | Decimal
OURS = "_houseway"
"""The one field of ours: what the format has no place for."""

BUTTON_GAMES = ("antes", "blinds_or_straddles", "starting_stacks", "actions")
STUD_GAMES = ("antes", "bring_in", "starting_stacks", "actions")
LIMIT = ("small_bet", "big_bet")
NO_LIMIT = ("min_bet",)
LISTS = ("antes", "blinds_or_straddles", "starting_stacks")
SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")
BY_PLAYER = ("seats", "players", "finishing_stacks", "winnings", "time_banks")
MOST_PLAYERS = 10


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
        """The hand's own number or name, if it has one."""
        return str(self.more.get("hand", ""))

    @property
    def trimmed(self) -> bool:
        """Whether a player who is short of the ante can win no more than its like of others."""
        return bool(self.more.get("ante_trimming_status", False))

    @property
    def finishing_stacks(self) -> list[Number] | None:
        """The stacks at the end, as they are stated."""
        stacks: list[Number] | None = self.more.get("finishing_stacks")
        return stacks

    @property
    def winnings(self) -> list[Number] | None:
        """What each player has collected, as it is stated."""
        won: list[Number] | None = self.more.get("winnings")
        return won

    @property
    def players(self) -> list[str]:
        """The names; who has none is called by his number."""
        named = self.more.get("players") or [""] * len(self.starting_stacks)
        return [name or f"p{i}" for i, name in enumerate(named, 1)]

    def fields(self) -> dict[str, Any]:
        """All of it, in the order in which it is written: what is required comes first."""
        found = {key: getattr(self, key) for key in self.__struct_fields__ if key != "more"}
        required = ("variant", "antes", "blinds_or_straddles", *SINGLE, "starting_stacks")
        return {key: found[key] for key in (*required, "actions") if found[key] is not None} | {
            key: value for key, value in self.more.items() if value is not None
        }


def hand_of(fields: Mapping[str, Any]) -> Hand:
    """A hand from the fields of a file; what is wrong with one is said with its name."""
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
        if key in known and not _is_number(known[key]):
            raise BadHand(f"{key} must be a number, not {short_repr(known[key])}")
        if known.get(key, 0) < 0:
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


def _is_number(value: Any) -> bool:
    return type(value) is int or (type(value) is Decimal and not value.is_nan())


def _check_numbers(key: str, values: Any) -> None:
    if type(values) is not list:
        raise BadHand(f"{key} must be a list of numbers, not {short_repr(values)}")
    for value in values:
        if type(value) is int:
            continue
        if not _is_number(value):
            raise BadHand(f"{key} must be a list of numbers, and {short_repr(value)} is none")
        if value.is_infinite() and (key != "starting_stacks" or value < 0):
            raise BadHand(f"{key} cannot be without end; only a stack that is unknown is inf")


def _check_by_player(key: str, values: Any, players: int) -> None:
    if type(values) is not list or len(values) != players:
        raise BadHand(f"{key} must be a list with something for each of {players} players")
    kind = str if key == "players" else (int, Decimal)
    for value in values:
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadHand(f"{key} cannot have {short_repr(value)} in it")


# -- numbers -------------------------------------------------------------------------------------

CENTS = 100


def finite(value: Number) -> bool:
    """Whether it is an amount at all, and not ``inf``, which stands for an unknown stack."""
    return type(value) is int or Decimal(value).is_finite()


def scale_for(numbers: Iterable[Number]) -> int:
    """Into how many of our units one of a hand's is divided: cents, or finer if it has finer."""
    places = 2
    for value in numbers:
        if type(value) is Decimal and value.is_finite():
            exponent = value.normalize().as_tuple().exponent
            if isinstance(exponent, int) and -exponent > places:
                places = -exponent
    if places > 12:
        raise BadHand("amounts have twelve decimals at the most")
    return 10**places if places > 2 else CENTS


def units(value: Number, scale: int) -> int:
    """A number of the hand in our units."""
    return value * scale if type(value) is int else int(Decimal(value) * scale)


def number(amount: int, scale: int) -> Number:
    """An amount of ours as a hand has it: a whole number if it is one."""
    whole, rest = divmod(amount, scale)
    if not rest:
        return whole
    return (Decimal(amount) / scale).quantize(Decimal(1) / scale).normalize()


def plain(value: Number) -> str:
    """A number as it is written in an action or a field."""
    if type(value) is int:
        return str(value)
    if finite(value):
        return f"{value:f}"
    return "inf" if value > 0 else "-inf"
