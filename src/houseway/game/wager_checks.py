"""Faults of a wager by itself, in words: no game could take it."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from houseway.engine.inputs import DEALER, PLAYER, label_of, validate_text
from houseway.errors import short_repr
from houseway.game.posting import ANY_AMOUNT
from houseway.game.progressives import AWARDS, PARTS, Progressive
from houseway.util.english import all_of, one_of

NAME_MOST = 40
"""Most characters of a wager's name; with affixes it becomes the name of a spot."""
METERS_MOST = 3
METER_FACTS = ("awards", "reserve", "at_least_fixed", "meters")
OR = " or "

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TIP = label_of("", whom=DEALER)
_CENTS = {"least": 1, "most": 1, "cap": 1, "step": 1}
_METER_CENTS = {"seed": 0, "seed_per": 0}
"""Amounts of a wager and of its meters -> the least that each may be."""
_NUMBERS = {"meters": (1, METERS_MOST), "rate": (0, PARTS)}
"""Other numbers of meters -> the least and the most that each may be."""
_TYPES: dict[Any, str] = {
    str: "is words", bool: "is True or False", tuple[str, ...]: "are words, in a tuple",
}  # fmt: skip
"""Types of fields -> what a field of it is; other fields have checks of their own."""
_ONE_BY_ONE = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)


def fault_of(wager: Any) -> str | None:
    """Return the first fault of a wager, or None."""
    return next(_faults(wager), None)


def _faults(wager: Any) -> Iterator[str]:
    """Yield the faults of one wager's declaration."""
    yield from _of_name(wager.name)
    if fault := validate_text(wager.words, 2 * NAME_MOST):
        yield f"its words {fault}"
    for part in (wager, wager.amounts, wager.beside, wager.pay, wager.explained):
        yield from _of_types(part)
    yield from _of_amounts(wager.amounts)
    yield from _of_choice("envy_to", wager.pay.envy_to, (DEALER, PLAYER))
    if wager.progressive is not None:
        yield from _of_meters(wager.progressive)
    yield from _of_others(wager)
    yield from _of_rules(wager)


def _of_name(name: Any) -> Iterator[str]:
    """Yield a fault unless this can be the name of a wager."""
    if not _is_name(name):
        yield (
            "a name is small letters, figures and _, and begins with a letter, at most "
            f"{NAME_MOST} characters"
        )
    elif name.startswith(_TIP):
        yield f"a name that begins with {_TIP} is a tip's; give it another"


def _is_name(name: Any) -> bool:
    """Return True for small letters, digits and ``_`` that begin with a letter."""
    return type(name) is str and len(name) <= NAME_MOST and bool(_NAME.fullmatch(name))


def _of_types(wager: Any) -> Iterator[str]:
    """Yield fields of a wrong type: words, yes or no, lists of words."""
    struct: Any = type(wager)
    for field in _fields_of(struct):
        value, said = getattr(wager, field.name), _TYPES.get(field.type)
        if said is None:
            continue
        items = value if type(value) is tuple and field.type is not str else ()
        if odd := [x for x in items if not _said(x)]:
            yield f"{field.name} are words, not {short_repr(odd[0])}"
        elif not _has_type(value, field.type):
            yield f"{field.name} {said}, not {short_repr(value)}"


@functools.cache
def _fields_of(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a struct with their types, which take long to resolve."""
    return msgspec.structs.fields(kind)


def _has_type(value: Any, kind: Any) -> bool:
    """Return True if a value is of a type of the fields, as msgspec would write and read it."""
    try:
        return type(msgspec.convert(value, kind)) is type(value)
    except msgspec.ValidationError:
        return False


def _said(words: Any) -> bool:
    """Return True for a text that is not blank."""
    return type(words) is str and bool(words.strip())


def _of_amounts(amounts: Any) -> Iterator[str]:
    """Yield amounts of a bet that are outside their bounds."""
    yield from _of_cents(amounts, _CENTS)
    for less, more in (("least", "most"), ("most", "cap")):
        one, other = getattr(amounts, less), getattr(amounts, more)
        if one > other:
            yield f"{less} is {one} and {more} is {other}, in cents; {less} is not above {more}"


def _of_meters(meters: Any) -> Iterator[str]:
    """Yield terms of meters that are no terms, or outside their bounds."""
    if type(meters) is not Progressive:
        yield f"progressive is a Progressive, not {short_repr(meters)}"
        return
    yield from _of_types(meters)
    yield from _of_cents(meters, _METER_CENTS)
    for field, (least, most) in _NUMBERS.items():
        if not _within(value := getattr(meters, field), least, most):
            yield f"{field} is a number from {least} to {most}, not {short_repr(value)}"
    yield from _of_choice("awards", meters.awards, AWARDS)
    known = METER_FACTS if meters.meters > 1 else METER_FACTS[:-1]
    for name in meters.meter_facts:
        if name not in known:
            yield f"meter_facts names {short_repr(name)}; it may name {one_of(known)}"


def _of_cents(part: Any, fields: dict[str, int]) -> Iterator[str]:
    """Yield a fault for each field that is not whole cents from its least amount on."""
    for field, least in fields.items():
        if not _within(value := getattr(part, field), least, ANY_AMOUNT):
            yield (
                f"{field} is in whole cents, from {least} to {ANY_AMOUNT}, not {short_repr(value)}"
            )


def _of_choice(field: str, value: Any, values: tuple[str, ...]) -> Iterator[str]:
    """Yield a fault unless a field has one of these values."""
    if value not in values:
        yield f"{field} is {one_of(map(repr, values))}, not {short_repr(value)}"


def _within(number: Any, least: int, most: int) -> bool:
    """Return True for an integer within bounds; a bool is none."""
    return type(number) is int and least <= number <= most


def _of_others(wager: Any) -> Iterator[str]:
    """Yield names of other wagers that are no names, or its own."""
    if wager.name in wager.alternatives:
        yield "needs itself; it may need another wager, or none"
    named = [("needs", name) for name in wager.alternatives]
    named += others_named(wager)
    for field, name in named:
        if name == wager.name:
            yield f"{field} names itself; it may name another wager"
        elif not _is_name(name):
            yield f"{field} names {short_repr(name)}, which is no name of a wager"


def others_named(wager: Any) -> list[tuple[str, str]]:
    """Return each field that names one other wager, with the name."""
    beside = wager.beside
    named = [
        ("at_most", beside.at_most), ("equals", beside.equals), ("tip_needs", wager.tip_needs),
    ]  # fmt: skip
    return [(field, name) for field, name in named if name]


def _of_rules(wager: Any) -> Iterator[str]:
    """Yield faults of the functions that decide a wager."""
    if wager.rule is not None:
        yield from _of_outcomes(wager.rule)
        yield from _of_facts("rule", wager.rule)
        if not inspect.signature(wager.rule).parameters:
            yield f"its rule {wager.rule.__name__} reads nothing of the table"
    if wager.decided_early is not None:
        if not inspect.isfunction(wager.decided_early):
            yield f"decided_early is a function, not {short_repr(wager.decided_early)}"
        yield from _of_facts("decided_early", wager.decided_early)


def _of_outcomes(rule: Any) -> Iterator[str]:
    """Yield faults of a rule's outcomes."""
    outcomes = getattr(rule, "outcomes", ())
    if not inspect.isfunction(rule) or not outcomes:
        marked = "a function marked with @rule(..., outcomes=(...))"
        yield f"its rule is {marked}, not {short_repr(rule)}"
    for i, name in enumerate(outcomes):
        if not _said(name):
            yield f"the outcomes of its rule are words, not {short_repr(name)}"
        if name in outcomes[:i]:
            yield f"its rule has the outcome {short_repr(name)} twice"


def _of_facts(what: str, rule: Any) -> Iterator[str]:
    """Yield parameters that are no facts: each must be one plain parameter."""
    for parameter in inspect.signature(rule).parameters.values():
        if parameter.kind not in _ONE_BY_ONE or parameter.default is not parameter.empty:
            by_name = " by keyword only" * (parameter.kind is parameter.KEYWORD_ONLY)
            bare = parameter.replace(annotation=parameter.empty)
            yield (
                f"{bare}{by_name}: its {what} {rule.__name__} reads facts one by one, each by the "
                "name of a parameter without a default"
            )


def faults_told(wager: Any) -> Iterator[str]:
    """Yield functions of reasons and clauses that cannot be called with the rule's facts."""
    explained = wager.explained
    for field in ("because", "clauses_for"):
        if (told := getattr(explained, field)) is not None:
            yield from _of_told(field, told, wager.reads)


def _of_told(field: str, told: Any, reads: Iterable[str]) -> Iterator[str]:
    """Yield a fault unless a function takes what the rule reads."""
    if not callable(told):
        yield f"{field} is a function, not {short_repr(told)}"
    try:
        inspect.signature(told).bind(*reads)
    except TypeError:
        yield f"{field} takes what the rule reads: {all_of(reads) or 'nothing'}"
    except ValueError:  # a function of Python's own that does not say what it takes
        pass
