"""Postings: the choices of a house within the limits of a clause.

``posted(...)`` declares a choice on a game class, ``fact(...)`` a value that the clause fixes. A
posting is the set of values at one table, each checked; an instance of the game has the plain
values as attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, TypeVar, cast

from houseway.cite import cite as note_citation
from houseway.errors import Refused, short_repr
from houseway.money import dollars, format_amount, format_dollars, read_dollars
from houseway.util.english import one_of, suggest

T = TypeVar("T")

OWN = "own"
"""Name of an invented column without a name."""


class Declared:
    """A fact or a choice declared on a game class, with its clauses."""

    def __init__(self, value: Any, clauses: tuple[str, ...], says: str) -> None:
        self.default = value
        self.clauses = clauses
        self.says = says
        self.key = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.key = name
        note_citation(self.clauses, f"{owner.__module__}.{owner.__name__}.{name}")

    def cited_too(self, clauses: tuple[str, ...]) -> Declared:
        """Return a copy with these clauses as well, cited by a game for its family's posting."""
        other = copy(self)
        other.clauses = tuple(dict.fromkeys((*self.clauses, *clauses)))
        return other

    def read(self, value: Any) -> Any:
        """Return the checked value; refuse others with the allowed ones."""
        if value != self.default:
            given = in_words(value) if isinstance(value, bool) else short_repr(value)
            raise Refused(
                "posting-fixed",
                f"{self.key} is fixed at {self.show(self.default)}, not {given}",
                self.clauses,
            )
        return value

    def show(self, value: Any) -> str:
        """Return the value as a sign writes it."""
        return in_words(value)

    def allowed(self) -> str:
        """Return the allowed values in words."""
        return self.show(self.default)

    def refused(self, code: str, given: str) -> Refused:
        """Return the refusal of a value that is not among those allowed."""
        what = f"{self.key} cannot be {given}; it may be {self.allowed()}"
        return Refused(code, what, self.clauses)


def in_words(value: Any) -> str:
    """Return a posted value or a fact in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(in_words(part) for part in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(part)}" for key, part in value.items())
    return str(value)


class Fact(Declared):
    """A value that the clause fixes."""


class Displayed(Fact):
    """A fixed value that no code reads; it is shown to people."""


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
        raise self.not_among(value)

    def not_among(self, value: Any) -> Refused:
        """Return the refusal of a value that is none of the few."""
        return self.refused("value-not-allowed", short_repr(value))

    def allowed(self) -> str:
        return one_of(self.show(v) for v in self.values)


class Column(OneOf):
    """A column of a pay table; an invented one exists where the game class has it."""

    def not_among(self, value: Any) -> Refused:
        refused = self.refused("no-such-pay-table", short_repr(value))
        if _written(value) != OWN:
            return refused
        return Refused(
            "own-pay-table-missing",
            f"{refused.what}; a pay table of one's own is brought along with --pay FILE",
            refused.clauses,
        )


def _written(value: Any) -> str | None:
    """Return a value as a word: text, or a number that names a column; None for others."""
    if isinstance(value, bool):
        return None
    return str(value).lower() if isinstance(value, str | int) else None


def _spellings(value: Any) -> tuple[str, ...]:
    """Return the spellings by which a value may be given, in small letters."""
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
            raise self.refused("number-outside-bounds", short_repr(value))
        return number

    def allowed(self) -> str:
        return f"{self.least} to {self.most}"


class Money(Declared):
    """An amount of money within bounds, posted in dollars, kept in cents."""

    def __init__(self, default: int, least: int, most: int, clauses: tuple[str, ...], says: str):
        super().__init__(default, clauses, says)
        self.least, self.most = least, most

    def read(self, value: Any) -> Any:
        cents = read_dollars(self.key, value, self.clauses)
        if not self.least <= cents <= self.most:
            raise self.refused("money-outside-bounds", format_dollars(cents))
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
                "limits-unreadable",
                f"{self.key} cannot be {short_repr(value)}; write the limits like 5..500",
                self.clauses,
            ) from None
        if least > most:
            raise Refused(
                "least-above-most",
                f"{self.key} cannot be {short_repr(value)}: the least, {format_dollars(least)}, "
                f"is above the most, {format_dollars(most)}",
                self.clauses,
            )
        if not 0 < least <= most <= self.cap:
            raise self.refused("limits-outside-bounds", short_repr(value))
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
            raise self.refused("text-not-allowed", short_repr(value))
        return words

    def allowed(self) -> str:
        """Return the limits of the text in words."""
        return f"a line of at most {WORDS_MOST} characters, or nothing"


WORDS_MOST = 80
ANY_AMOUNT = 100_000_000_00


def fact(value: T, *clauses: str, says: str = "") -> T:
    """Declare a value that the clause fixes; it is shown with the rules."""
    return cast(T, Fact(value, clauses, says))


def displayed(value: T, *clauses: str, says: str = "") -> T:
    """Declare a fixed value for the people at the table; no code reads it."""
    return cast(T, Displayed(value, clauses, says))


def posted(
    *values: T, cite: tuple[str, ...] | str = (), default: T | None = None, says: str = ""
) -> T:
    """Declare a choice of values; the first is the default unless another is named."""
    first = values[0] if default is None else default
    return cast(T, OneOf(values, first, _clauses(cite), says))


def posted_number(
    default: int, least: int, most: int, cite: tuple[str, ...] | str = (), says: str = ""
) -> int:
    """Declare a whole number from ``least`` to ``most``."""
    return cast(int, Number(default, least, most, _clauses(cite), says))


def posted_money(
    default: int,
    least: int = 0,
    most: int = ANY_AMOUNT,
    cite: tuple[str, ...] | str = (),
    says: str = "",
) -> int:
    """Declare an amount in cents from ``least`` to ``most``."""
    return cast(int, Money(default, least, most, _clauses(cite), says))


def posted_text(default: str = "", cite: tuple[str, ...] | str = (), says: str = "") -> str:
    """Declare a line of the house's own words."""
    return cast(str, Text(default, _clauses(cite), says))


def _clauses(cite: tuple[str, ...] | str) -> tuple[str, ...]:
    """Return one clause or several as a tuple."""
    return (cite,) if isinstance(cite, str) else cite


def as_posting(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return a posting as a dict; refuse anything but names with values."""
    if values is not None and not isinstance(values, Mapping):
        raise Refused(
            "posting-malformed",
            f"a posting is names with values, like {{'decks': 6}}, not {short_repr(values)}",
        )
    return dict(values or {})


def read_posting(declared: Mapping[str, Declared], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return checked values for every declared key; refuse an unknown key with the known ones."""
    for key in values:
        if key not in declared:
            known = [k for k, d in declared.items() if not isinstance(d, Fact)]
            near = suggest(key if isinstance(key, str) else short_repr(key), known)
            raise Refused(
                "no-such-posting", f"there is nothing called {short_repr(key)} to post here; {near}"
            )
    return {
        key: choice.read(values[key]) if key in values else choice.default
        for key, choice in declared.items()
    }
