"""A betting turn in numbers: what the seat whose turn it is may do."""

from __future__ import annotations

from typing import ClassVar

from houseway.engine.inputs import NO_CENTS, NOTHING
from houseway.engine.questions import Act, Amount, Ask, Asking, Button, Choice

FOLDS, CHECKS, CALLS = "fold", "check", "call"
FOLD, CHECK = Button(FOLDS), Button(CHECKS)


class BettingQuestion(Asking, frozen=True, gc=False):
    """Fold, check or call for ``cents``, or bet so much that it comes to ``least`` up to ``most``.

    ``raises`` is what that is called, or nothing where it may not be done: no amount is small
    enough then.  The choices are made when somebody reads them; who plays by numbers has them here.
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
    def late(self) -> str:
        """Nobody calls without a word."""
        return FOLDS if self.cents else CHECKS

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The same as choices."""
        meet = Button(CALLS, "", self.cents) if self.cents else CHECK
        if not self.raises:
            return FOLD, meet
        return FOLD, meet, Amount(self.raises, self.least, self.most, self.step)

    def takes(self, act: Act) -> bool:
        """Whether this answers it at a glance; what does not may still be an answer."""
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
        """What this seat may choose now."""
        return self.choices if seat == self.seat else ()

    def seats(self) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (self.seat,)

    def whole(self) -> Ask:
        """The same question in choices."""
        return Ask(self.seat, self.choices, self.words, self.late)
