"""Whose rule stops a compiled loop is said by name, with the facts at which it does.

A loop that is stopped leaves its round as it was, and the rule is asked about it once more, in
plain Python.  A rule from outside the package (``untrusted_rules.py``) is also asked after some
rounds that were played to the end, beside its compiled twin: both must say the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from houseway.analysis.compiler.compile import compiled
from houseway.analysis.facts import among, bind_posting, bind_rule
from houseway.analysis.simulation.random import stream
from houseway.analysis.simulation.untrusted_rules import in_compiler, is_foreign, not_compiled
from houseway.errors import BadRule, HousewayError, Refused, rule_in_words
from houseway.game.base import Game
from houseway.game.wagers import Wager, facts_in_words, outcome_of

SAMPLE = 200
"""Rounds after which a rule from outside the package is asked beside its twin."""

_is_comparing: ContextVar[bool] = ContextVar("_is_comparing", default=False)


@contextmanager
def naming(
    game: Game,
    wagers: Sequence[Wager],
    names: Sequence[str],
    facts: Callable[[], Iterable[Sequence[Any]]],
) -> Iterator[None]:
    """Around a compiled driver: say which wager's rule gave no outcome, and at which facts.

    ``facts`` are those of the round that stopped, as the driver has left it: of each seat, or of
    the only one.  A rule that raises is one from outside the package.
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
        asked = [wager for wager in wagers if not raised or is_foreign(wager.by)]
        if not asked:
            raise
        if not_compiled(fault):
            raise Refused(in_compiler(fault, {w.name: w.by for w in asked})) from fault
        for error in _faults(game, asked, names, facts()):
            if error.raised == raised:
                raise error from None
        raise


@contextmanager
def raising(by: Any, refuse: Callable[[], object], wager: str = "") -> Iterator[None]:
    """Around a compiled count of what one rule says: where it raises, ``refuse`` asks it anew.

    In plain Python then, at the facts as the count has left them.
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
    """The rules that give no outcome at the facts of some seats; one may have no cards yet."""
    for seat in seats:
        known = dict(zip(names, seat, strict=True))
        for wager in wagers:
            posted = bind_posting(game, wager)
            values = [plainly(known[name]) for name in posted.reads]
            try:
                outcome_of(posted.by, values, wager.name, game.kind.show)
            except BadRule as error:
                yield error


def plainly(value: Any) -> Any:
    """A fact as rules read it at the table: numbers and tuples of them, no arrays."""
    return value.tolist() if hasattr(value, "tolist") else value


# -- the compiled twin of a rule beside the rule itself --------------------------------------------


def compare_rules(wagers: Iterable[Wager], play_one: Callable[[Any], object]) -> None:
    """Refuse a rule from outside the package that says something else compiled than in Python.

    Compiled numbers have 64 bits, for instance.  ``play_one`` plays a round from a stream of
    random numbers, within ``naming``.  What the rules of the package say is proved in tests.
    """
    if not any(wager.by is not None and is_foreign(wager.by) for wager in wagers):
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
    """Ask both at the facts of a round that is over; if both give no outcome, they agree."""
    known = dict(zip(names, seat, strict=True))
    for wager in wagers:
        if not is_foreign(wager.by):
            continue
        by = bind_posting(game, wager).by
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
    """An outcome, or that there is none."""
    try:
        return str(ask(*about))
    except (BadRule, ArithmeticError, LookupError, TypeError, ValueError):
        return "no outcome"


def _outcome_of_twin(by: Any, names: tuple[str, ...], seat: tuple[Any, ...]) -> int:
    return int(among(_twin(by, names)(seat), len(by.outcomes)))


@functools.lru_cache(maxsize=64)
def _twin(by: Any, names: tuple[str, ...]) -> Any:
    return compiled(bind_rule(by, names))
