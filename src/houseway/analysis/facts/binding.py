"""Binding of rules to facts: rules read facts by parameter name, compiled drivers use one tuple.

``bind_rule(rule, names)`` returns the rule as a function of that tuple. It is an ordinary closure
over the rule, so numba sees fixed places in the tuple and one rule function.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from houseway.analysis.compiler.untrusted_rules import checked, is_foreign, whole
from houseway.errors import Refused
from houseway.families.banked.game import PostedFact
from houseway.game.base import Game
from houseway.game.wagers import Wager

Reader = Callable[[Any], int]
NONE_OF_THEM = "a rule gave a number that is none of its outcomes"
"""The message that a compiled driver can raise; ``rule_errors.naming`` adds the details."""


def bind_posting(game: Game, wager: Wager) -> Wager:
    """The wager with a rule whose posted facts are filled in; it reads the dealt facts only."""
    facts: Any = getattr(game, "facts", {})
    given = tuple(
        fact.at(game) for name in wager.reads if isinstance(fact := facts.get(name), PostedFact)
    )
    dealt = wager.reads[: len(wager.reads) - len(given)]
    if given and any(isinstance(facts.get(name), PostedFact) for name in dealt):
        raise Refused(f"the rule of {wager.name} must read what is posted after what is dealt")
    return msgspec.structs.replace(wager, rule=_filled(wager.rule, given)) if given else wager


@functools.cache
def _filled(by: Any, given: tuple[int, ...]) -> Any:
    """Return the rule with its posted facts filled in; it takes the dealt facts only.

    The posted facts are its last parameters.
    """
    names = tuple(inspect.signature(by).parameters.values())
    reads = names[: len(names) - len(given)]
    rule: Any = _FILLED[len(reads) - 1](by, given)
    rule.__signature__ = inspect.Signature(reads)
    rule.plain = _FILLED[len(reads) - 1](by, given)  # the compiler also goes by the signature
    rule.__name__, rule.outcomes, rule.clauses = by.__name__, by.outcomes, by.clauses
    return rule


def _of_one(by: Any, given: tuple[int, ...]) -> Any:
    """Return a rule of one dealt fact whose posted facts are filled in."""

    def rule(a: Any) -> Any:
        return by(a, *given)

    return rule


def _of_two(by: Any, given: tuple[int, ...]) -> Any:
    """Return a rule of two dealt facts whose posted facts are filled in."""

    def rule(a: Any, b: Any) -> Any:
        return by(a, b, *given)

    return rule


def _of_three(by: Any, given: tuple[int, ...]) -> Any:
    """Return a rule of three dealt facts whose posted facts are filled in."""

    def rule(a: Any, b: Any, c: Any) -> Any:
        return by(a, b, c, *given)

    return rule


_FILLED: tuple[Callable[..., Any], ...] = (_of_one, _of_two, _of_three)


def bind_rule(by: Any, names: Sequence[str]) -> Reader:
    """Return ``by`` as a function of the tuple of facts called ``names``."""
    reads = tuple(inspect.signature(by).parameters)
    for name in reads:
        if name not in names:
            raise Refused(f"{by.__name__} reads {name!r}; here is only {', '.join(names)}")
    if not 1 <= len(reads) <= len(_BY_ARITY):
        raise Refused(f"{by.__name__} reads {len(reads)} facts; 1 to {len(_BY_ARITY)} are handled")
    plain, places = getattr(by, "plain", by), [names.index(name) for name in reads]
    if is_foreign(by):
        judge: Any = _whole(_BY_ARITY[len(reads) - 1](checked(plain), *places))
    else:
        judge = _BY_ARITY[len(reads) - 1](plain, *places)
    judge.reads, judge.outcomes = reads, len(getattr(by, "outcomes", ()))
    return cast("Reader", judge)


def _whole(judge: Reader) -> Reader:
    """Convert the answer of a rule from outside the package to an integer, or to NO_OUTCOME."""

    def answer(facts: Any) -> Any:
        return whole(judge(facts))

    return answer


def _one(by: Any, i: int) -> Reader:
    """Return a reader of a rule that reads one fact, at place ``i``."""

    def judge(facts: Any) -> Any:
        return by(facts[i])

    return judge


def _two(by: Any, i: int, j: int) -> Reader:
    """Return a reader of a rule that reads two facts, at places ``i`` and ``j``."""

    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j])

    return judge


def _three(by: Any, i: int, j: int, k: int) -> Reader:
    """Return a reader of a rule that reads three facts, at these places."""

    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j], facts[k])

    return judge


def _four(by: Any, i: int, j: int, k: int, m: int) -> Reader:
    """Return the rule as a function of all facts, for one that reads the four at these places."""

    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j], facts[k], facts[m])

    return judge


_BY_ARITY: tuple[Callable[..., Reader], ...] = (_one, _two, _three, _four)


def chain_rules(readers: Sequence[tuple[int, Reader]]) -> Callable[[Any, Any], None]:
    """Return one function that writes the outcome of each reader to its place in an array.

    An invalid outcome raises there, so nothing is counted outside the counters.
    """
    chain: Callable[[Any, Any], None] = _nothing
    for place, judge in reversed(readers):
        chain = _link(place, judge, chain)
    return chain


def _nothing(facts: Any, found: Any) -> None:
    """End the chain: no further wager."""


def among(outcome: Any, outcomes: int) -> Any:
    """Return the outcome, or raise LookupError unless it is from 0 to ``outcomes - 1``."""
    if outcome < 0 or outcome >= outcomes:
        raise LookupError(NONE_OF_THEM)
    return outcome


def _link(place: int, judge: Reader, rest: Callable[[Any, Any], None]) -> Any:
    """Return the function that writes this wager's outcome, then those of the rest."""
    outcomes: int = judge.outcomes  # type: ignore[attr-defined]

    def settle(facts: Any, found: Any) -> None:
        found[place] = among(judge(facts), outcomes)
        rest(facts, found)

    return settle
