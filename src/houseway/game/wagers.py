"""Wagers offered at a table: spot, rule, pay table and conditions."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from numbers import Real
from typing import Any

import msgspec

from houseway.cite import Rule
from houseway.engine.questions import DEALER
from houseway.errors import BadRule, Refused, short_repr
from houseway.game.posting import ANY_AMOUNT, Declared, Limits, Money, OneOf
from houseway.game.progressives import MeterTerms, Progressive
from houseway.game.wager_checks import OR, fault_of
from houseway.util.toml import decode_as, read_toml

AFTER_DEAL = "after the deal"
BEFORE_PEEK = "before the peek"
AFTER_PEEK = "after the peek"
AFTER_HAND = "after the player's hand"
BEFORE_DEALER = "before the dealer's hand"
AFTER_DEALER = "after the dealer's hand"
HANDS_KNOWN = "when both hands are known"
IN_TIME = (AFTER_DEAL, BEFORE_PEEK, AFTER_PEEK, AFTER_HAND, BEFORE_DEALER, AFTER_DEALER)
"""Moments of a round in their order."""


class Book(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that a side bet brings with it: pay table, clauses, readings and cases."""

    title: str
    source: str
    pay: dict[str, Any]
    clause: list[dict[str, Any]] = []
    reading: list[dict[str, Any]] = []
    case: list[dict[str, Any]] = []
    words: dict[str, Any] = {}
    """Its words for people: ``outcomes`` and ``because`` (outcome or reason -> words)."""


@functools.cache
def read_book(text: str, name: str) -> Book:
    """Return the book of the side bet of this name; refuse unknown and missing keys."""
    return decode_as(read_toml(text, name), Book, name)


class Amounts(msgspec.Struct, frozen=True):
    """The amounts of a wager by default, in cents; ``cap`` is the most that a house may post."""

    least: int = 100
    most: int = 100_000
    cap: int = ANY_AMOUNT
    step: int = 1


class Beside(msgspec.Struct, frozen=True):
    """The other wagers that a wager goes with.

    ``needs`` names one, or several of which one is enough (``a or b``). ``at_most`` is the wager
    that this one may not exceed, ``equals`` the one that it must equal. ``needs_if`` and
    ``at_most_if`` name the posting under which the condition holds, if the house may choose.
    """

    needs: str = ""
    needs_if: str = ""
    at_most: str = ""
    at_most_if: str = ""
    equals: str = ""


class PaidFrom(msgspec.Struct, frozen=True):
    """The pay table of a wager; by default the one of its name in the game's ``pay.toml``.

    ``book`` is the text of a side bet that brings its own table. ``table`` names the table if
    several wagers share one, and ``borrowed_from`` the package of another game whose table it is.
    ``aggregate``: the house may post the most that all winners together, or one hand, are paid.
    """

    book: str = ""
    table: str = ""
    borrowed_from: str = ""
    aggregate: bool = False
    envy_to: str = DEALER
    """Recipient of the envy of the table: the dealer, or ``PLAYER`` for those with a button."""


class Explained(msgspec.Struct, frozen=True):
    """Functions of a rule's facts that explain an outcome which does not say it itself."""

    because: Any = None
    """Returns the reason."""
    clauses_for: Any = None
    """Returns the clauses to cite. None: those of the rule and of the row."""


class Wager(msgspec.Struct, frozen=True):
    """One betting spot of a game, declared by ``declare_wager`` or ``side``.

    ``rule`` decides it; the names of its parameters are the facts of the table that it reads.
    ``off_by_default``: it is offered only if posted. ``placed`` is the moment of placing it, if not
    before the deal. ``tip_needs`` is the wager that must carry a tip before this one may.
    ``progressive`` has the meters of its pay table, if it has any.

    ``decided_early`` is a rule that returns True if the wager is decided as soon as the cards are
    dealt, at fixed odds; otherwise it waits for the moment at which it ``resolves``.
    """

    name: str
    words: str
    clauses: tuple[str, ...] = ()
    rule: Any = None
    resolves: str = ""
    placed: str = ""
    required: bool = False
    called_by: str = ""
    """The posting with the name of its spot, if the house may choose."""
    placed_as: str = ""
    """The posting with the moment of placing it, if the house may choose."""
    tips: bool = False
    tip_needs: str = ""
    element: str = ""
    decided_early: Any = None
    off_by_default: bool = False
    always: bool = False
    """True if the house always offers it although no player must make it."""
    progressive: Progressive | None = None
    amounts: Amounts = Amounts()
    beside: Beside = Beside()
    pay: PaidFrom = PaidFrom()
    explained: Explained = Explained()

    def __post_init__(self) -> None:
        if fault := fault_of(self):
            raise Refused("wager-declared-wrong", f"the wager {short_repr(self.name)}: {fault}")

    @property
    def reads(self) -> tuple[str, ...]:
        """The facts of the table the rule reads, by parameter name."""
        return reads_of(self.rule) if self.rule else ()

    def outcome(self, values: Sequence[Any], show: Show | None = None) -> int:
        """Return the outcome of the rule for these values of its facts; BadRule if it has none."""
        return outcome_of(self.rule, values, self.name, show)

    @property
    def paid_by(self) -> str:
        """The pay table; also the posting that chooses its column."""
        return self.pay.table or self.name

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The wagers of which one must be made too; empty: it stands alone."""
        return tuple(self.beside.needs.split(OR)) if self.beside.needs else ()

    def postings(self) -> dict[str, Declared]:
        """Return the postings of this wager: limits, aggregate limits, terms of meters."""
        found: dict[str, Declared] = {}
        if self.progressive and self.progressive.flat:
            found["base"] = Money(
                self.amounts.least, 1, ANY_AMOUNT, self.clauses, f"the amount of {self.words}"
            )
        else:
            found["limits"] = Limits(
                (self.amounts.least, self.amounts.most),
                self.amounts.cap,
                self.clauses,
                f"limits of {self.words}",
            )
        if self.pay.aggregate:
            found["aggregate"] = Money(
                0, 0, ANY_AMOUNT, self.clauses, f"most that {self.words} pays, 0 for any amount"
            )
            found["aggregate_per"] = OneOf(
                ("round", "hand"), "round", self.clauses, "what that limit is for"
            )
        if self.progressive:
            found |= self.progressive.postings(self.clauses, self.words)
        for key, choice in found.items():
            choice.key = f"{self.name}_{key}"
        return {choice.key: choice for choice in found.values()}

    def terms(self, game: Any) -> tuple[MeterTerms, ...]:
        """Return the posted terms of each meter of this table; none if it has no meters."""
        return self.progressive.terms(game, self) if self.progressive else ()


Show = Callable[[Iterable[int]], str]
"""Writes pieces as text: ``kind.show``."""


def outcome_of(rule: Any, values: Sequence[Any], wager: str = "", show: Show | None = None) -> int:
    """Return the outcome of a rule for these values of its facts.

    A value outside its outcomes, or an error in the rule, raises BadRule with the facts.
    """
    last = len(rule.outcomes)
    try:
        found: Any = rule(*values)
    except Exception as error:
        at = facts_in_words(reads_of(rule), values, show)
        raise BadRule(wager, rule.__name__, last, at, error_in_words(error), True) from error
    if type(found) is int and 0 <= found < last:
        return found
    if not is_among(found, last):
        at = facts_in_words(reads_of(rule), values, show)
        raise BadRule(wager, rule.__name__, last, at, short_repr(found))
    return int(found)


def is_among(answer: Any, outcomes: int) -> bool:
    """Return True if an answer is the number of one of ``outcomes`` outcomes."""
    number: Any = answer
    return isinstance(answer, Real) and bool(0 <= number < outcomes and number == int(number))


def error_in_words(error: Exception) -> str:
    """Return an error that a rule raised: its kind and its text."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__} ({said})" if said else type(error).__name__


def facts_in_words(names: Iterable[str], values: Iterable[Any], show: Show | None = None) -> str:
    """Return facts with their values, pieces in their notation."""
    said = []
    for name, value in zip(names, values, strict=True):
        if hasattr(value, "__len__"):
            pieces = [int(piece) for piece in value]
            text = show(pieces) if show is not None else " ".join(map(str, pieces))
        else:
            text = str(value)
        said.append(f"{name} = {text or 'none'}")
    return ", ".join(said)


@functools.cache
def reads_of(rule: Any) -> tuple[str, ...]:
    """Return the facts that a rule reads: the names of its parameters."""
    return tuple(inspect.signature(rule).parameters)


PARTS: dict[str, type[msgspec.Struct]] = {
    "amounts": Amounts, "beside": Beside, "pay": PaidFrom, "explained": Explained,
}  # fmt: skip
_PART_OF = {field: part for part, kind in PARTS.items() for field in kind.__struct_fields__}


def declare_wager(name: str, words: str, clauses: tuple[str, ...] = (), **fields: Any) -> Wager:
    """Return a wager; the fields of its parts are given by their own names, like ``least=500``."""
    own: dict[str, Any] = {}
    parts: dict[str, dict[str, Any]] = {}
    for field, value in fields.items():
        part = _PART_OF.get(field)
        (own if part is None else parts.setdefault(part, {}))[field] = value
    own |= {part: PARTS[part](**values) for part, values in parts.items()}
    return Wager(name, words, clauses, **own)


def main_wager(words: str, *clauses: str, **conditions: Any) -> Wager:
    """Return the wager that a player must make to be dealt in."""
    return declare_wager("main", words, clauses, required=True, **conditions)


def side(
    name: str, words: str, *clauses: str, rule: Rule[..., int], resolves: str, **conditions: Any
) -> Wager:
    """Return an optional wager decided by a rule, with a pay table of the same name."""
    return declare_wager(name, words, clauses, rule=rule, resolves=resolves, **conditions)
