"""A betting turn in numbers: what the seat whose turn it is may do."""

from __future__ import annotations

from typing import ClassVar

from houseway.engine.inputs import NO_CENTS, NOTHING
from houseway.engine.questions import Act, Amount, Ask, Asking, Button, Choice

FOLDS, CHECKS, CALLS = "fold", "check", "call"
FOLD, CHECK = Button(FOLDS), Button(CHECKS)


class BettingQuestion(Asking, frozen=True, gc=False):
    """A betting decision: fold; check, or call ``cents``; or raise to between ``least`` and
    ``most``.

    ``raises`` names the raise ("bet", "raise", "complete") and is empty if raising is not allowed;
    then ``least`` is above every amount. Choices are made on first access; players that decide by
    numbers read the fields.
    """

    seat: int
    cents: int
    raises: str = ""
    least: int = 0
    most: int = -1
    step: int = 1
    words: ClassVar[str] = "your turn"
    seconds: ClassVar[int] = 0

    @property
    def default_action(self) -> str:
        """Check if that is free, else fold: a time-out never calls."""
        return FOLDS if self.cents else CHECKS

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices: fold, check or call, and a bet or raise if there are chips for it."""
        meet = Button(CALLS, "", self.cents) if self.cents else CHECK
        if not self.raises:
            return FOLD, meet
        return FOLD, meet, Amount(self.raises, self.least, self.most, self.step)

    def takes(self, act: Act) -> bool:
        """Return True if an act answers the question at first sight; False: it must be
        validated.
        """
        if type(act) is not Act or act.seat is not self.seat:
            return False
        name, amount = act.name, act.amount
        if name is self.raises:
            if type(amount) is not int or not self.least <= amount <= self.most:
                return False
            if (amount - self.least) % self.step and amount != self.most:
                return False
        elif amount is not NO_CENTS or not (
            name is FOLDS or name is (CALLS if self.cents else CHECKS)
        ):
            return False
        return act.pieces is NOTHING and act.parts is NOTHING and act.places is NOTHING

    def choices_of(self, seat: int) -> tuple[Choice, ...]:
        """Return the choices of this seat."""
        return self.choices if seat == self.seat else ()

    def seats(self) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (self.seat,)

    def whole(self) -> Ask:
        """Return the question with its choices."""
        return Ask({self.seat: self.choices}, self.words, self.default_action)
