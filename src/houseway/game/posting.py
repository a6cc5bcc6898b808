"""What the house may choose, and what the clause lets it choose from.

``posted(...)`` declares a choice on a game class, ``fact(...)`` something the clause fixes.  A
``Posting`` is the set of values at one table, each checked; an instance of the game then has the
plain values as attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, TypeVar, cast

from houseway.cite import cite as note_citation
from houseway.errors import Refused, short_repr
from houseway.money import dollars, format_amount, format_dollars
from houseway.util.english import one_of, suggest

T = TypeVar("T")

OWN = "own"
"""What a column of one's own is called that has no name."""


class Declared:
    """A fact or a choice declared on a game class, with the clauses it stands on."""

    def __init__(self, value: Any, clauses: tuple[str, ...], says: str) -> None:
        self.default = value
        self.clauses = clauses
        self.says = says
        self.key = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name
        note_citation(self.clauses, f"{owner.__module__}.{owner.__name__}.{name}")

    def cited_too(self, clauses: tuple[str, ...]) -> Declared:
        """The same, standing on these clauses as well: a game speaks of what its shape declares."""
        other = copy(self)
        other.clauses = tuple(dict.fromkeys((*self.clauses, *clauses)))
        return other

    def read(self, value: Any) -> Any:
        """A value for this key, or Refused with what is allowed."""
        if value != self.default:
            raise Refused(f"{self.key} is fixed at {self.show(self.default)}", self.clauses)
        return value

    def show(self, value: Any) -> str:
        """The value as it is written on a sign."""
        return in_words(value)

    def allowed(self) -> str:
        """What may be posted, in words."""
        return self.show(self.default)

    def _refused(self, value: Any) -> Refused:
        return Refused(
            f"{self.key} cannot be {short_repr(value)}; it may be {self.allowed()}", self.clauses
        )


def in_words(value: Any) -> str:
    """A posted value or a fact as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(in_words(part) for part in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(part)}" for key, part in value.items())
    return str(value)


class Fact(Declared):
    """What the clause itself fixes."""


class Displayed(Fact):
    """What the clause fixes and nothing in the program reads: it is shown to people."""


class OneOf(Declared):
    """One of a few values."""

    def __init__(self, values: tuple[Any, ...], default: Any, clauses: tuple[str, ...], says: str):
        super().__init__(default, clauses, says)
        self.values = values

    def read(self, value: Any) -> Any:
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
            if _written(value) in _spellings(allowed):
                return allowed
        raise self._refused(value)

    def allowed(self) -> str:
        return one_of(self.show(v) for v in self.values)


class Column(OneOf):
    """A column of a pay table; one that no text prints is there where it is brought along."""

    def _refused(self, value: Any) -> Refused:
        refused = super()._refused(value)
        if _written(value) != OWN:
            return refused
        return Refused(
            f"{refused.what}; a pay table of one's own is brought along with --pay FILE",
            refused.clauses,
        )


def _written(value: Any) -> str | None:
    """What somebody wrote for a value: a word, or a number that is the name of a column."""
    if isinstance(value, bool):
        return None
    return str(value).lower() if isinstance(value, str | int) else None


def _spellings(value: Any) -> tuple[str, ...]:
    if value is True:
        return ("true", "yes", "on")
    if value is False:
        return ("false", "no", "off")
    return (str(value).lower(),)


class Number(Declared):
    """A whole number within bounds."""

    def __init__(self, default: int, least: int, most: int, clauses: tuple[str, ...], says: str):
        super().__init__(default, clauses, says)
        self.least, self.most = least, most

    def read(self, value: Any) -> Any:
        number = value
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 18:
            number = int(value)
        if type(number) is not int or not self.least <= number <= self.most:
            raise self._refused(value)
        return number

    def allowed(self) -> str:
        return f"{self.least} to {self.most}"


class Money(Declared):
    """An amount of money within bounds, posted in dollars, kept in cents."""

    def __init__(self, default: int, least: int, most: int, clauses: tuple[str, ...], says: str):
        super().__init__(default, clauses, says)
        self.least, self.most = least, most

    def read(self, value: Any) -> Any:
        try:
            cents = dollars(value)
        except ValueError as error:
            raise Refused(f"{self.key}: {error}", self.clauses) from None
        if not self.least <= cents <= self.most:
            raise Refused(
                f"{self.key} cannot be {format_dollars(cents)}; it may be {self.allowed()}",
                self.clauses,
            )
        return cents

    def show(self, value: Any) -> str:
        return format_amount(value)

    def allowed(self) -> str:
        return f"{format_dollars(self.least)} to {format_dollars(self.most)}"


class Limits(Declared):
    """The least and most of a wager, posted as ``5..500`` dollars, kept in cents."""

    def __init__(self, default: tuple[int, int], cap: int, clauses: tuple[str, ...], says: str):
        super().__init__(default, clauses, says)
        self.cap = cap

    def read(self, value: Any) -> Any:
        try:
            least, most = (dollars(part) for part in str(value).split(".."))
        except ValueError:
            raise Refused(
                f"{self.key} cannot be {short_repr(value)}; write the limits like 5..500",
                self.clauses,
            ) from None
        if not 0 < least <= most <= self.cap:
            raise self._refused(value)
        return (least, most)

    def show(self, value: Any) -> str:
        return f"{format_amount(value[0])}..{format_amount(value[1])}"

    def allowed(self) -> str:
        return f"any limits LEAST..MOST up to {format_dollars(self.cap)}"


class Text(Declared):
    """A few words of the house's own, such as a number that an authority assigned."""

    def read(self, value: Any) -> Any:
        words = value.strip() if isinstance(value, str) else None
        if words is None or len(words) > WORDS_MOST or not words.isprintable():
            raise self._refused(value)
        return words

    def allowed(self) -> str:
        return f"a line of at most {WORDS_MOST} characters, or nothing"


WORDS_MOST = 80
ANY_AMOUNT = 100_000_000_00


def fact(value: T, *clauses: str, says: str = "") -> T:
    """What the clause fixes: shown with the rules, changed by nobody."""
    return cast(T, Fact(value, clauses, says))


def displayed(value: T, *clauses: str, says: str = "") -> T:
    """What the clause fixes for the people at the table: shown with the rules, read by no code."""
    return cast(T, Displayed(value, clauses, says))


def posted(
    *values: T, cite: tuple[str, ...] | str = (), default: T | None = None, says: str = ""
) -> T:
    """One of the values the clause allows; the first is the default unless another is named."""
    first = values[0] if default is None else default
    return cast(T, OneOf(values, first, _clauses(cite), says))


def posted_number(
    default: int, least: int, most: int, cite: tuple[str, ...] | str = (), says: str = ""
) -> int:
    """A whole number from ``least`` to ``most``."""
    return cast(int, Number(default, least, most, _clauses(cite), says))


def posted_money(
    default: int,
    least: int = 0,
    most: int = ANY_AMOUNT,
    cite: tuple[str, ...] | str = (),
    says: str = "",
) -> int:
    """An amount in cents from ``least`` to ``most``."""
    return cast(int, Money(default, least, most, _clauses(cite), says))


def posted_text(default: str = "", cite: tuple[str, ...] | str = (), says: str = "") -> str:
    """A line of the house's own words."""
    return cast(str, Text(default, _clauses(cite), says))


def _clauses(cite: tuple[str, ...] | str) -> tuple[str, ...]:
    return (cite,) if isinstance(cite, str) else cite


def as_posting(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """What somebody posts, if it is names with values at all."""
    if values is not None and not isinstance(values, Mapping):
        raise Refused(
            f"a posting is names with values, like {{'decks': 6}}, not {short_repr(values)}"
        )
    return dict(values or {})


def read_posting(declared: Mapping[str, Declared], values: Mapping[str, Any]) -> dict[str, Any]:
    """Checked values for every declared key; an unknown key is refused with the known ones."""
    for key in values:
        if key not in declared:
            known = [k for k, d in declared.items() if not isinstance(d, Fact)]
            near = suggest(key if isinstance(key, str) else short_repr(key), known)
            raise Refused(f"there is nothing called {short_repr(key)} to post here; {near}")
    return {
        key: choice.read(values[key]) if key in values else choice.default
        for key, choice in declared.items()
    }
