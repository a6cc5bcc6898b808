"""What is wrong with a wager by itself, in words: no table could take it, whichever game it is."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

from houseway.engine.inputs import DEALER, PLAYER, label_of, validate_text
from houseway.errors import short_repr
from houseway.game.posting import ANY_AMOUNT
from houseway.game.progressives import PARTS
from houseway.util.english import all_of, one_of

NAME_MOST = 40
"""How long the name of a wager may be; with the words around it, it is the name of a spot."""
METERS_MOST = 3
AWARDS = ("split", "in turn")
METER_FACTS = ("awards", "reserve", "at_least_fixed", "meters")
OR = " or "

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TIP = label_of("", whom=DEALER)
_CENTS = {"least": 1, "most": 1, "cap": 1, "step": 1, "seed": 0, "seed_per": 0}
"""Amounts of a wager -> the least that each may be."""
_NUMBERS = {"meters": METERS_MOST, "rate": PARTS}
"""Other numbers of it -> the most that each may be."""
_CHOICES = {"awards": AWARDS, "envy_to": (DEALER, PLAYER)}
OTHERS = ("at_most", "equals", "tip_needs")
"""Where a wager names another one."""
_PLAIN = {"str": (str, "words"), "bool": (bool, "True or False")}
_ONE_BY_ONE = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)


def fault_of(wager: Any) -> str | None:
    """The first thing that is wrong with a wager."""
    return next(_faults(wager), None)


def _faults(wager: Any) -> Iterator[str]:
    yield from _of_name(wager.name)
    if fault := validate_text(wager.words, 2 * NAME_MOST):
        yield f"its words {fault}"
    yield from _of_types(wager)
    yield from _of_amounts(wager)
    yield from _of_others(wager)
    yield from _of_rules(wager)


def _of_name(name: Any) -> Iterator[str]:
    if not _is_name(name):
        yield (
            "a name is small letters, figures and _, and begins with a letter, at most "
            f"{NAME_MOST} characters"
        )
    elif name.startswith(_TIP):
        yield f"a name that begins with {_TIP} is a tip's; give it another"


def _is_name(name: Any) -> bool:
    return type(name) is str and len(name) <= NAME_MOST and bool(_NAME.fullmatch(name))


def _of_types(wager: Any) -> Iterator[str]:
    """Words, yes or no, and lists of words are what they should be."""
    for field, kind in type(wager).__annotations__.items():
        value = getattr(wager, field)
        if kind in _PLAIN and type(value) is not _PLAIN[kind][0]:
            yield f"{field} is {_PLAIN[kind][1]}, not {short_repr(value)}"
        elif kind == "tuple[str, ...]":
            if type(value) is not tuple:
                yield f"{field} are words, in a tuple, not {short_repr(value)}"
            else:
                yield from (
                    f"{field} are words, not {short_repr(x)}" for x in value if not _said(x)
                )


def _said(words: Any) -> bool:
    return type(words) is str and bool(words.strip())


def _of_amounts(wager: Any) -> Iterator[str]:
    """What a bet may come to, and what meters are posted with."""
    for field, least in _CENTS.items():
        if not _within(value := getattr(wager, field), least, ANY_AMOUNT):
            yield f"{field} is in whole cents, from {least} to {ANY_AMOUNT}, not {short_repr(value)}"
    for field, most in _NUMBERS.items():
        if not _within(value := getattr(wager, field), 0, most):
            yield f"{field} is a number from 0 to {most}, not {short_repr(value)}"
    for less, more in (("least", "most"), ("most", "cap")):
        one, other = getattr(wager, less), getattr(wager, more)
        if one > other:
            yield f"{less} is {one} and {more} is {other}, in cents; {less} is not above {more}"
    for field, values in _CHOICES.items():
        if (value := getattr(wager, field)) not in values:
            yield f"{field} is {one_of(map(repr, values))}, not {short_repr(value)}"
    known = METER_FACTS if wager.meters > 1 else METER_FACTS[:-1]
    for name in wager.meter_facts:
        if name not in known:
            yield f"meter_facts names {short_repr(name)}; it may name {one_of(known)}"


def _within(number: Any, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most


def _of_others(wager: Any) -> Iterator[str]:
    """The wagers that it names are others, by their names."""
    if wager.name in wager.alternatives:
        yield "needs itself; it may need another wager, or none"
    named = [("needs", name) for name in wager.alternatives]
    named += [(field, name) for field in OTHERS if (name := getattr(wager, field))]
    for field, name in named:
        if name == wager.name:
            yield f"{field} names itself; it may name another wager"
        elif not _is_name(name):
            yield f"{field} names {short_repr(name)}, which is no name of a wager"


# -- its rules -----------------------------------------------------------------------------------


def _of_rules(wager: Any) -> Iterator[str]:
    if wager.by is not None:
        yield from _of_outcomes(wager.by)
        yield from _of_facts("rule", wager.by)
        if not inspect.signature(wager.by).parameters:
            yield f"its rule {wager.by.__name__} reads nothing of the table"
    if wager.known is not None:
        if not inspect.isfunction(wager.known):
            yield f"known is a function, not {short_repr(wager.known)}"
        yield from _of_facts("known", wager.known)


def _of_outcomes(by: Any) -> Iterator[str]:
    outcomes = getattr(by, "outcomes", ())
    if not inspect.isfunction(by) or not outcomes:
        yield f"its rule is a function marked with @rule(..., outcomes=(...)), not {short_repr(by)}"
    for i, name in enumerate(outcomes):
        if not _said(name):
            yield f"the outcomes of its rule are words, not {short_repr(name)}"
        if name in outcomes[:i]:
            yield f"its rule has the outcome {short_repr(name)} twice"


def _of_facts(what: str, rule: Any) -> Iterator[str]:
    """Facts are read by the names of parameters, each of which is one fact."""
    for parameter in inspect.signature(rule).parameters.values():
        if parameter.kind not in _ONE_BY_ONE or parameter.default is not parameter.empty:
            by_name = " by keyword only" * (parameter.kind is parameter.KEYWORD_ONLY)
            bare = parameter.replace(annotation=parameter.empty)
            yield (
                f"{bare}{by_name}: its {what} {rule.__name__} reads facts one by one, each by the "
                "name of a parameter without a default"
            )


def faults_told(wager: Any) -> Iterator[str]:
    """What says why is asked about the same facts as the rule; the lab asks about fewer."""
    for field in ("because", "clauses_for"):
        if (told := getattr(wager, field)) is not None:
            yield from _of_told(field, told, wager.reads)


def _of_told(field: str, told: Any, reads: Iterable[str]) -> Iterator[str]:
    if not callable(told):
        yield f"{field} is a function, not {short_repr(told)}"
    try:
        inspect.signature(told).bind(*reads)
    except TypeError:
        yield f"{field} takes what the rule reads: {all_of(reads) or 'nothing'}"
    except ValueError:  # a function of Python's own that does not say what it takes
        pass
