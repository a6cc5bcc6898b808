"""Answers of the drill: read, judged, timed and summed up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from statistics import fmean

import msgspec

from houseway.drill.questions import BANK, FEE, POT, Question
from houseway.errors import Refused
from houseway.money import dollars

NOTHING = ("push", "pushes", "tie", "even", "back", "returned", "stays", "no action", "nothing",
           "none")  # fmt: skip
TAKEN = ("lose", "loses", "lost", "take", "takes", "taken")
_SHARE = re.compile(r"(?:seat\s*)?([0-9]{1,2})\s*(?:[=:]\s*|\s+gets\s+)(\$?[0-9][0-9,.]*)")


def judge(question: Question, text: str) -> bool:
    """Return True if the answer is the right amount; Refused if it is no answer at all."""
    said = " ".join(text.strip().lower().split())
    if not said:
        raise Refused(_how(question))
    if question.kind == POT:
        return _shares(question, said) == question.right
    (right,) = question.right.values()
    given = _amount(question, said)
    return given == right or (question.also is not None and given == question.also)


def _how(question: Question) -> str:
    """Return the form in which a question is answered, with an example."""
    if question.kind == POT:
        return "say who gets how much, like 2=15 4=15, or the seat alone that gets all"
    if question.kind in (FEE, BANK):
        return "say an amount, like 5 or 7.50"
    return "say an amount without the stake, like 15 or 7.50, or push, or lose (or lose 5)"


def _amount(question: Question, said: str) -> int:
    """Return the answered amount in cents; negative if the house takes it."""
    if said in NOTHING:
        return question.stake if question.kind == BANK else 0
    if said in TAKEN:
        return -question.stake
    if said == "half":
        return -question.stake // 2
    word, _, rest = said.partition(" ")
    try:
        if word in TAKEN:
            return -dollars(rest)
        return dollars(rest if word in ("paid", "pays", "pay", "wins") else said)
    except ValueError:
        raise Refused(_how(question)) from None


def _shares(question: Question, said: str) -> Mapping[int, int]:
    """Return the answered cents by seat; a seat alone wins the whole pot."""
    whole = sum(question.right.values())
    alone = said.removeprefix("seat").strip()
    if alone.isdecimal():
        return {int(alone[:3]): whole}
    found = {int(seat): dollars(cents.rstrip(",")) for seat, cents in _SHARE.findall(said)}
    if not found or re.sub(r"[\s,]|and", "", _SHARE.sub("", said)):
        raise Refused(_how(question))
    return found


class Answer(msgspec.Struct, frozen=True):
    """An answered question: right or wrong, and the time in seconds."""

    question: Question
    right: bool
    seconds: float


def summary(answers: list[Answer]) -> list[str]:
    """The summary: the number of right answers, the times, and the wagers that were missed."""
    if not answers:
        return ["no question was answered"]
    right = sum(answer.right for answer in answers)
    slowest = max(answers, key=lambda answer: answer.seconds)
    lines = [
        f"{right} of {len(answers)} right, {fmean(a.seconds for a in answers):.1f} seconds a "
        f"question; the slowest was {slowest.question.what} with {slowest.seconds:.1f}"
    ]
    missed: dict[str, int] = {}
    for answer in answers:
        if not answer.right:
            missed[answer.question.what] = missed.get(answer.question.what, 0) + 1
    for what, times in sorted(missed.items(), key=lambda pair: -pair[1]):
        times_asked = sum(answer.question.what == what for answer in answers)
        lines.append(f"missed: {what}, {times} of {times_asked}")
    return lines
