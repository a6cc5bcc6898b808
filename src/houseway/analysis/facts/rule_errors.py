"""Turns an error inside a compiled loop into one that names the wager and the facts.

A loop that stops leaves its round as it was, and the rule is evaluated on it again in plain Python.
A rule from outside the package (``untrusted_rules.py``) is also compared with its compiled version
after some complete rounds: both must give the same outcome.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.compiler.untrusted_rules import in_compiler, is_foreign, not_compiled
from houseway.analysis.facts.binding import among, bind_posting, bind_rule
from houseway.analysis.random_streams import stream
from houseway.errors import BadRule, HousewayError, Refused, rule_in_words
from houseway.game.base import Game
from houseway.game.wagers import Wager, facts_in_words, outcome_of

SAMPLE = 200
"""The number of rounds after which a rule from outside the package is compared."""

_is_comparing: ContextVar[bool] = ContextVar("_is_comparing", default=False)


@contextmanager
def naming(
    game: Game,
    wagers: Sequence[Wager],
    names: Sequence[str],
    facts: Callable[[], Iterable[Sequence[Any]]],
) -> Iterator[None]:
    """Context of a compiled driver: name the wager whose rule gave no outcome, and the facts.

    ``facts`` returns those of the round that stopped, for each seat or for the only one. Only rules
    from outside the package raise exceptions of their own.
    """
    try:
        yield
        if _is_comparing.get():
            for seat in facts():
                _compare(game, wagers, names, seat)
    except HousewayError:
        raise
    except Exception as fault:
        raised = type(fault) is not LookupError
        suspects = [wager for wager in wagers if not raised or is_foreign(wager.rule)]
        if not suspects:
            raise
        if not_compiled(fault):
            raise Refused(in_compiler(fault, {w.name: w.rule for w in suspects})) from fault
        for error in _faults(game, suspects, names, facts()):
            if error.raised == raised:
                raise error from None
        raise


@contextmanager
def raising(by: Any, refuse: Callable[[], object], wager: str = "") -> Iterator[None]:
    """Context of a compiled count for one rule: on an exception, call ``refuse``.

    ``refuse`` evaluates the rule again in plain Python, at the facts as the count left them.
    """
    try:
        yield
    except HousewayError:
        raise
    except Exception as fault:
        if not is_foreign(by):
            raise
        if not_compiled(fault):
            raise Refused(in_compiler(fault, {wager: by})) from fault
        refuse()
        raise


def _faults(
    game: Game, wagers: Sequence[Wager], names: Sequence[str], seats: Iterable[Sequence[Any]]
) -> Iterator[BadRule]:
    """Yield errors for the rules without an outcome at the facts of some seats.

    A seat may have no cards yet.
    """
    for seat in seats:
        known = dict(zip(names, seat, strict=True))
        for wager in wagers:
            posted = bind_posting(game, wager)
            values = [plainly(known[name]) for name in posted.reads]
            try:
                outcome_of(posted.rule, values, wager.name, game.kind.show)
            except BadRule as error:
                yield error


def plainly(value: Any) -> Any:
    """Return a fact as rules read it at the table: numbers and tuples of them, no arrays."""
    return value.tolist() if hasattr(value, "tolist") else value


# Comparison of a rule with its compiled version.


def compare_rules(wagers: Iterable[Wager], play_one: Callable[[Any], object]) -> None:
    """Refuse a rule from outside the package whose compiled version gives other outcomes.

    Compiled numbers have 64 bits, for instance. ``play_one`` plays a round from a stream of random
    numbers, within ``naming``. For the package's own rules, tests prove the equality.
    """
    if not any(wager.rule is not None and is_foreign(wager.rule) for wager in wagers):
        return
    before = _is_comparing.set(True)
    try:
        for number in range(SAMPLE):
            play_one(stream(0, number))
    finally:
        _is_comparing.reset(before)


def _compare(
    game: Game, wagers: Sequence[Wager], names: Sequence[str], seat: Sequence[Any]
) -> None:
    """Compare both at the facts of a complete round; two missing outcomes are equal."""
    known = dict(zip(names, seat, strict=True))
    for wager in wagers:
        if not is_foreign(wager.rule):
            continue
        by = bind_posting(game, wager).rule
        values = [plainly(known[name]) for name in bind_posting(game, wager).reads]
        said = _said(outcome_of, by, values)
        twins = _said(_outcome_of_twin, by, tuple(names), tuple(seat))
        if said != twins:
            at = facts_in_words(bind_posting(game, wager).reads, values, game.kind.show)
            raise Refused(
                f"{rule_in_words(wager.name, by.__name__)} gives {said} at {at}, but {twins} "
                "compiled, where numbers have 64 bits; it cannot be counted so"
            )


def _said(ask: Callable[..., int], *about: Any) -> str:
    """Return an outcome as text, or ``no outcome``."""
    try:
        return str(ask(*about))
    except (BadRule, ArithmeticError, LookupError, TypeError, ValueError):
        return "no outcome"


def _outcome_of_twin(by: Any, names: tuple[str, ...], seat: tuple[Any, ...]) -> int:
    """Return the outcome of the compiled rule for these facts; LookupError if invalid."""
    return int(among(_twin(by, names)(seat), len(by.outcomes)))


@functools.lru_cache(maxsize=64)
def _twin(by: Any, names: tuple[str, ...]) -> Any:
    """Return the compiled form of a rule that reads these facts."""
    return compiled(bind_rule(by, names))
