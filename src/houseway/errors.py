"""Errors are sentences for the person who meets them."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import Any

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_LONG = 10**40


def short_repr(value: Any) -> str:
    """Something a person wrote, repeated to him; what is too long is cut short."""
    if isinstance(value, int) and abs(value) >= _LONG:
        return "so large a number"
    return _SHORT.repr(value)


class HousewayError(Exception):
    """Anything houseway refuses, in words."""


class Refused(HousewayError):  # noqa: N818 - it is not a failure, it is the answer
    """A wager, decision, card, posting or ruling the rules do not allow, and by which clause."""

    def __init__(self, what: str, clauses: Iterable[str] = ()) -> None:
        self.what, self.clauses = what, tuple(clauses)
        self.args = (what, self.clauses)

    def __str__(self) -> str:
        return f"{self.what} ({', '.join(self.clauses)})" if self.clauses else self.what


class Halted(HousewayError):  # noqa: N818 - named for what became of the round
    """An error of the program in the middle of a round.  The round takes nothing more."""


class BadFile(HousewayError):  # noqa: N818 - named for the person who reads it
    """A file that cannot be read as what it should be: which, where and why."""

    def __init__(self, file: str, where: str, why: str) -> None:
        self.file, self.where, self.why = file, where, why
        super().__init__(f"{file}: {where}: {why}" if where else f"{file}: {why}")


def rule_in_words(wager: str, rule: str) -> str:
    """The rule of a wager, or of one that is not known here."""
    return f"{wager}: its rule {rule}" if wager else f"the rule {rule}"


class BadRule(HousewayError):  # noqa: N818 - named for the person who wrote the rule
    """A rule that gave something which is none of its outcomes, or raised an error: which one, and
    at which facts."""

    def __init__(
        self, wager: str, rule: str, outcomes: int, at: str, said: str, raised: bool = False
    ) -> None:
        super().__init__(wager, rule, outcomes, at, said, raised)
        self.wager, self.rule, self.outcomes, self.at, self.said = wager, rule, outcomes, at, said
        self.raised = raised

    def __str__(self) -> str:
        whose = rule_in_words(self.wager, self.rule)
        where = f" at {self.at}" if self.at else ""
        did = "raised" if self.raised else "gave"
        return (
            f"{whose} {did} {self.said}{where}; its outcomes are numbered 0 to {self.outcomes - 1}"
        )
