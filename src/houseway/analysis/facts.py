"""Rules read facts of the table by parameter name; compiled drivers hold them in one tuple.

``reader(rule, names)`` is the rule behind a function of that tuple.  It is an ordinary closure
over the rule itself, so numba sees fixed places in the tuple and the one rule function.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from houseway.analysis.simulation.untrusted_rules import checked, is_foreign, whole
from houseway.errors import Refused
from houseway.families.banked.game import PostedFact
from houseway.game.base import Game
from houseway.game.wagers import Wager

Reader = Callable[[Any], int]
NONE_OF_THEM = "a rule gave a number that is none of its outcomes"
"""What a compiled driver can say; ``naming`` says the rest."""


def bind_posting(game: Game, wager: Wager) -> Wager:
    """A wager whose rule has what it reads of the posting filled in: it reads the rest only."""
    facts: Any = getattr(game, "facts", {})
    given = tuple(
        fact.at(game) for name in wager.reads if isinstance(fact := facts.get(name), PostedFact)
    )
    dealt = wager.reads[: len(wager.reads) - len(given)]
    if given and any(isinstance(facts.get(name), PostedFact) for name in dealt):
        raise Refused(f"the rule of {wager.name} must read what is posted after what is dealt")
    return msgspec.structs.replace(wager, by=_filled(wager.by, given)) if given else wager


@functools.cache
def _filled(by: Any, given: tuple[int, ...]) -> Any:
    """A rule of what was dealt; what it reads of the posting are its last parameters."""
    names = tuple(inspect.signature(by).parameters.values())
    reads = names[: len(names) - len(given)]
    rule: Any = _FILLED[len(reads) - 1](by, given)
    rule.__signature__ = inspect.Signature(reads)
    rule.plain = _FILLED[len(reads) - 1](by, given)  # the compiler goes by the signature too
    rule.__name__, rule.outcomes, rule.clauses = by.__name__, by.outcomes, by.clauses
    return rule


def _of_one(by: Any, given: tuple[int, ...]) -> Any:
    def rule(a: Any) -> Any:
        return by(a, *given)

    return rule


def _of_two(by: Any, given: tuple[int, ...]) -> Any:
    def rule(a: Any, b: Any) -> Any:
        return by(a, b, *given)

    return rule


def _of_three(by: Any, given: tuple[int, ...]) -> Any:
    def rule(a: Any, b: Any, c: Any) -> Any:
        return by(a, b, c, *given)

    return rule


_FILLED: tuple[Callable[..., Any], ...] = (_of_one, _of_two, _of_three)


def bind_rule(by: Any, names: Sequence[str]) -> Reader:
    """``by`` as a function of the tuple of facts called ``names``."""
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
    """Of a rule from outside the package: whatever it answers is a whole number then."""

    def answer(facts: Any) -> Any:
        return whole(judge(facts))

    return answer


def _one(by: Any, i: int) -> Reader:
    def judge(facts: Any) -> Any:
        return by(facts[i])

    return judge


def _two(by: Any, i: int, j: int) -> Reader:
    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j])

    return judge


def _three(by: Any, i: int, j: int, k: int) -> Reader:
    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j], facts[k])

    return judge


def _four(by: Any, i: int, j: int, k: int, m: int) -> Reader:
    def judge(facts: Any) -> Any:
        return by(facts[i], facts[j], facts[k], facts[m])

    return judge


_BY_ARITY: tuple[Callable[..., Reader], ...] = (_one, _two, _three, _four)


def judges(readers: Sequence[tuple[int, Reader]]) -> Callable[[Any, Any], None]:
    """One function that puts the outcome of each reader at its place in an array.

    An answer that is no outcome stops it there: nothing is ever counted beside the counters.
    """
    chain: Callable[[Any, Any], None] = _nothing
    for place, judge in reversed(readers):
        chain = _link(place, judge, chain)
    return chain


def _nothing(facts: Any, found: Any) -> None:
    """No wager, or no more of them."""


def among(outcome: Any, outcomes: int) -> Any:
    """The number of an outcome, if there are so many; compiled drivers stop at any other."""
    if outcome < 0 or outcome >= outcomes:
        raise LookupError(NONE_OF_THEM)
    return outcome


def _link(place: int, judge: Reader, rest: Callable[[Any, Any], None]) -> Any:
    outcomes: int = judge.outcomes  # type: ignore[attr-defined]

    def settle(facts: Any, found: Any) -> None:
        found[place] = among(judge(facts), outcomes)
        rest(facts, found)

    return settle
