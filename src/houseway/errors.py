"""Errors: sentences for the person who reads them."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import Any, NamedTuple

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_LONG = 10**40


def short_repr(value: Any) -> str:
    """Return a value that a person wrote in quotes, shortened if it is too long."""
    if isinstance(value, int) and abs(value) >= _LONG:
        return "so large a number"
    return _SHORT.repr(value)


class HousewayError(Exception):
    """Base of everything that houseway refuses, with a sentence."""


class Reason(NamedTuple):
    """The reason why something is not allowed: a stable code, a sentence, and the clauses.

    ``str()`` is the sentence with the clauses. A code stands in the code next to its
    sentence; cases and tests name it.
    """

    code: str
    what: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.what} ({', '.join(self.clauses)})" if self.clauses else self.what

    def after(self, words: str) -> Reason:
        """Return the same reason with these words before its sentence."""
        return Reason(self.code, words + self.what, self.clauses)

    def by(self, clauses: Iterable[str]) -> Reason:
        """Return the same reason with these clauses if it has none of its own."""
        return self if self.clauses else Reason(self.code, self.what, tuple(clauses))


class Refused(HousewayError):  # noqa: N818 - it is not a failure, it is the answer
    """A wager, decision, card, posting or ruling that the rules do not allow.

    It has the ``code``, the sentence (``what``) and the ``clauses`` of its reason.
    """

    def __init__(
        self, code: str, what: str | Iterable[str] = (), clauses: Iterable[str] = ()
    ) -> None:
        if not isinstance(what, str):
            code, what, clauses = "", code, what
        self.code, self.what, self.clauses = code, what, tuple(clauses)
        self.args = (code, what, self.clauses)

    @classmethod
    def because(cls, reason: Reason) -> Refused:
        """Return the refusal for a reason."""
        return Refused(reason.code, reason.what, reason.clauses)

    @property
    def reason(self) -> Reason:
        """The code, the sentence and the clauses, without the exception."""
        return Reason(self.code, self.what, self.clauses)

    def after(self, words: str) -> Reason:
        """Return the reason with these words before its sentence."""
        return self.reason.after(words)

    def __str__(self) -> str:
        return str(self.reason)


class Unreadable(ValueError):  # noqa: N818 - named for the text, as BadFile is for the file
    """Text that does not name what it should: an amount of money, a card, a tile."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(what)
        self.reason = Reason(code, what)


class Halted(HousewayError):  # noqa: N818 - named for what became of the round
    """An error of the program in the middle of a round.  The round takes nothing more."""


class BadFile(HousewayError):  # noqa: N818 - named for the person who reads it
    """A file that cannot be decoded: its name, the place in it, and the reason."""

    def __init__(self, file: str, where: str, why: str) -> None:
        self.file, self.where, self.why = file, where, why
        super().__init__(f"{file}: {where}: {why}" if where else f"{file}: {why}")


def rule_in_words(wager: str, rule: str) -> str:
    """Return a name for a rule in a message: with its wager, if the wager is known."""
    return f"{wager}: its rule {rule}" if wager else f"the rule {rule}"


class BadRule(HousewayError):  # noqa: N818 - named for the person who wrote the rule
    """A rule that raised an error or returned a value that is none of its outcomes.

    It names the rule and the facts.
    """

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
