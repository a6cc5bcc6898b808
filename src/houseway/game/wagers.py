"""A wager offered at a table: its spot, its rule, its pay table and the conditions on it."""

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
from houseway.game.posting import ANY_AMOUNT, Declared, Fact, Limits, Money, Number, OneOf
from houseway.game.progressives import PARTS, Terms
from houseway.game.wager_checks import AWARDS, OR, fault_of
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
    """What a side bet brings with it: its pay table, clauses, readings and cases."""

    title: str
    source: str
    pay: dict[str, Any]
    clause: list[dict[str, Any]] = []
    reading: list[dict[str, Any]] = []
    case: list[dict[str, Any]] = []
    words: dict[str, Any] = {}
    """Its part of the words for people: ``outcomes``, ``because`` (outcome or reason -> words)."""


@functools.cache
def read_book(text: str, name: str) -> Book:
    """The book of the side bet of this name; an unknown key or a missing one is refused."""
    return decode_as(read_toml(text, name), Book, name)


class Wager(msgspec.Struct, frozen=True):
    """One betting spot of a game.

    ``by`` is the rule that decides it and ``book`` the text of a side bet that brings its own
    pay table; otherwise the table of that name stands in the game's ``pay.toml``.  The names of
    the rule's parameters are the facts of the table that it reads.  ``table`` names the pay
    table where several spots share one, and ``of`` the package of another game whose pay table
    it is; ``off``: it is not offered unless posted.  ``placed`` is the moment at which it is
    placed, if that is not before the deal.

    ``needs`` names the wager it goes with, or several of which one is enough (``a or b``);
    ``tip_needs`` the wager on which a tip must lie before one may lie here; ``at_most`` the wager
    that this one may not exceed, and ``equals`` the one that it must equal.  ``aggregate``: the
    house may post the most that all winners together, or one hand, are paid.

    ``meters`` is how many progressive meters a pay table of the wager may have at most, each fed
    by ``rate`` ten-thousandths of it, from ``seed`` on.  ``flat``: the wager is one posted amount,
    for which table and seeds are meant.

    ``known`` is a rule that says whether the wager is decided as soon as the cards are dealt, at
    fixed odds; if not, it waits for the moment at which it ``resolves``.
    """

    name: str
    words: str
    clauses: tuple[str, ...] = ()
    by: Any = None
    resolves: str = ""
    placed: str = ""
    required: bool = False
    needs: str = ""
    needs_if: str = ""
    """The posting under which ``needs`` holds, where the house may choose."""
    called_by: str = ""
    """The posting that says what its spot is called, where the house may choose."""
    placed_as: str = ""
    """The posting that says at which moment it is placed, where the house may choose."""
    at_most: str = ""
    at_most_if: str = ""
    """The posting under which ``at_most`` holds, where the house may choose."""
    equals: str = ""
    tips: bool = False
    tip_needs: str = ""
    element: str = ""
    least: int = 100
    most: int = 100_000
    cap: int = ANY_AMOUNT
    step: int = 1
    known: Any = None
    because: Any = None
    """A function of the rule's facts: what decided, where the outcome alone does not say it."""
    clauses_for: Any = None
    """Another: the clauses that decided, where that is not the same for all that an outcome is.

    None: those of the rule and of the row.
    """
    book: str = ""
    table: str = ""
    of: str = ""
    off: bool = False
    always: bool = False
    """The house always offers it, though nobody must make it."""
    aggregate: bool = False
    envy_to: str = DEALER
    """Who gets the envy of its table: the dealer, or ``PLAYER``, those with a button."""
    meters: int = 0
    flat: bool = True
    one_meter: bool = False
    """Whether all shares are of one meter unless posted otherwise; else each 100 % has its own."""
    awards: str = "split"
    awards_fixed: bool = False
    meter_facts: tuple[str, ...] = ()
    """Of what is posted for meters, the parts that the text itself fixes at their default."""
    seed: int = 2_000_00
    seed_per: int = 0
    """The amount of the wager for which seeds are posted, where another multiplies them."""
    rate: int = 1_700

    def __post_init__(self) -> None:
        if fault := fault_of(self):
            raise Refused(f"the wager {short_repr(self.name)}: {fault}")

    @property
    def reads(self) -> tuple[str, ...]:
        """The facts of the table the rule reads, by parameter name."""
        return reads_of(self.by) if self.by else ()

    def outcome(self, values: Sequence[Any], show: Show | None = None) -> int:
        """What the rule says of these values of its facts, if it is one of its outcomes."""
        return outcome_of(self.by, values, self.name, show)

    @property
    def paid_by(self) -> str:
        """The pay table, which is also the posting that chooses its column."""
        return self.table or self.name

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The wagers of which one must lie beside this one; none means it stands alone."""
        return tuple(self.needs.split(OR)) if self.needs else ()

    def postings(self) -> dict[str, Declared]:
        """What a house posts for this wager: limits, aggregate limits, the terms of meters."""
        found: dict[str, Declared] = {}
        if self.meters and self.flat:
            found["base"] = Money(
                self.least, 1, ANY_AMOUNT, self.clauses, f"the amount of {self.words}"
            )
        else:
            found["limits"] = Limits(
                (self.least, self.most), self.cap, self.clauses, f"limits of {self.words}"
            )
        if self.aggregate:
            found["aggregate"] = Money(
                0, 0, ANY_AMOUNT, self.clauses, f"most that {self.words} pays, 0 for any amount"
            )
            found["aggregate_per"] = OneOf(
                ("round", "hand"), "round", self.clauses, "what that limit is for"
            )
        if self.meters:
            found |= self._meter_postings()
        for key, choice in found.items():
            choice.key = f"{self.name}_{key}"
        return {choice.key: choice for choice in found.values()}

    def _meter_postings(self) -> dict[str, Declared]:
        cited, words = self.clauses, self.words
        if self.awards_fixed:
            awards: Declared = Fact(self.awards, cited, "how winners of one round are paid")
        else:
            awards = OneOf(AWARDS, self.awards, cited, "how winners of one round are paid")
        found: dict[str, Declared] = {
            "awards": awards,
            "reserve": OneOf(
                ("adds to seed", "pays for seed"), "adds to seed", cited,
                "what the reserve does when a meter is won",
            ),
            "at_least_fixed": OneOf(
                (False, True), False, cited, "a share is no less than the next fixed award"
            ),
        }  # fmt: skip
        if self.meters > 1:
            start = "one" if self.one_meter else "each"
            found["meters"] = OneOf(
                ("one", "each"), start, cited, "one meter, or one for each row that pays 100 %"
            )
        for key in self.meter_facts:
            found[key] = Fact(found[key].default, cited, found[key].says)
        for i in range(self.meters):
            n = f"_{i + 1}" if i else ""
            of = f"{words}, meter {i + 1}" if self.meters > 1 else words
            found[f"seed{n}"] = Money(self.seed, 0, ANY_AMOUNT, cited, f"seed of {of}")
            per = "in hundredths of a percent of the wager"
            found[f"rate{n}"] = Number(self.rate, 0, PARTS, cited, f"increment of {of}, {per}")
            found[f"reserve_rate{n}"] = Number(0, 0, PARTS, cited, f"reserve of {of}, {per}")
        return found

    def terms(self, game: Any) -> tuple[Terms, ...]:
        """What is posted for each meter that this table has; all take no more than the wager."""
        name, per = self.name, self.seed_per or 1
        times = getattr(game, f"{name}_base") if self.seed_per else 1
        one = self.meters == 1 or getattr(game, f"{name}_meters") == "one"
        rows = game.pay_tables()[self.paid_by].whole_meters(getattr(game, self.paid_by))
        places = ("", "_2", "_3")[: 1 if one else min(self.meters, max(rows, 1))]
        taken = sum(
            getattr(game, f"{name}_rate{n}") + getattr(game, f"{name}_reserve_rate{n}")
            for n in places
        )
        if taken > PARTS:
            percent = f"{taken // 100}.{taken % 100:02d} %"
            raise Refused(
                f"meters and reserves of {self.words} would take {percent} of it", self.clauses
            )
        return tuple(
            Terms(
                getattr(game, f"{name}_seed{n}") * times // per,
                getattr(game, f"{name}_rate{n}"),
                getattr(game, f"{name}_reserve_rate{n}"),
                getattr(game, f"{name}_awards"),
                getattr(game, f"{name}_reserve"),
            )
            for n in places
        )


Show = Callable[[Iterable[int]], str]
"""How pieces are written: ``kind.show``."""


def outcome_of(by: Any, values: Sequence[Any], wager: str = "", show: Show | None = None) -> int:
    """The outcome that a rule gives at these values of its facts.

    What is no number of its outcomes is no row of any pay table, and a rule that raises an error
    gives none: either is an error that says where.
    """
    last = len(by.outcomes)
    try:
        found: Any = by(*values)
    except Exception as error:
        at = facts_in_words(reads_of(by), values, show)
        raise BadRule(wager, by.__name__, last, at, error_in_words(error), True) from error
    if type(found) is int and 0 <= found < last:
        return found
    if not is_among(found, last):
        at = facts_in_words(reads_of(by), values, show)
        raise BadRule(wager, by.__name__, last, at, short_repr(found))
    return int(found)


def is_among(answer: Any, outcomes: int) -> bool:
    """Whether a rule's answer is the number of one of so many outcomes."""
    number: Any = answer
    return isinstance(answer, Real) and bool(0 <= number < outcomes and number == int(number))


def error_in_words(error: Exception) -> str:
    """An error that a rule raised: its kind, and what it says."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__} ({said})" if said else type(error).__name__


def facts_in_words(names: Iterable[str], values: Iterable[Any], show: Show | None = None) -> str:
    """Facts with their values, cards and other pieces as they are written."""
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
def reads_of(by: Any) -> tuple[str, ...]:
    """The facts of the table a rule reads: the names of its parameters."""
    return tuple(inspect.signature(by).parameters)


def main_wager(words: str, *clauses: str, **conditions: Any) -> Wager:
    """The wager a player must make to be dealt in."""
    return Wager("main", words, clauses, required=True, **conditions)


def side(
    name: str, words: str, *clauses: str, by: Rule[..., int], resolves: str, **conditions: Any
) -> Wager:
    """An optional wager decided by a rule with a pay table of the same name."""
    return Wager(name, words, clauses, by=by, resolves=resolves, **conditions)
