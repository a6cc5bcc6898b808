"""What people are told of a question: labels, usual amounts, what it is about, what belongs to it.

It is made when somebody looks at a prompt, never while a round is played.  A shape says more of
its own questions in a class of its own, named in ``Game.prompts_by``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.buttons import actions_of
from houseway.script import Amount, Arrange, Choice
from houseway.views import Offer, Preset, Way

if TYPE_CHECKING:
    from houseway.game import Game

TO, BY = "to", "by"
"""An amount is what is bet in all, or what is put in more: ``Offer.means``."""
Moment = tuple[str, ...]
"""Decisions that are open at one time, as their buttons stand beside each other."""
LEAST, HALF, MOST = "Min", "Half", "Max"


class Prompts:
    """What is told of the questions of one table."""

    usual: ClassVar[Mapping[str, tuple[str, str, str]]] = {}
    """Decision -> what the least, half of the most and the most are called; empty: not named."""

    def __init__(self, game: Game) -> None:
        self.game, self.said = game, game.words()
        self.moments: tuple[Moment, ...] = (*game.asked_together, *self.of_shape())
        """Every group of decisions that are open at one time, the game's own before its shape's."""
        self.plans = {plan.name: plan for plan in actions_of(game, self.said)}
        """Every decision of the game: what it is called, and its button."""

    # -- what a shape says -------------------------------------------------------------------

    def of_shape(self) -> tuple[Moment, ...]:
        """The moments that every game of the shape has, as it is posted."""
        return ()

    def about(self, state: Any, seat: int) -> tuple[int, int]:
        """Which hand this seat is asked about, and in whose circle; 0: in its own."""
        return 0, 0

    def words(self, state: Any, seat: int, asked: str) -> str:
        """The question in words; the script has said ``asked``."""
        return asked

    def late(self, name: str) -> str:
        """What is done when time is up, in words."""
        return self.said.action(name) if name else ""

    def here(self, state: Any, seat: int, names: Collection[str]) -> Collection[str]:
        """The decisions that belong to this moment, of which these are open."""
        return next((x for x in self.moments if all(name in x for name in names)), ())

    def means(self, choice: Amount) -> str:
        """Whether an amount is what is bet in all, or what is put in more."""
        return BY

    def presets(self, state: Any, seat: int, choice: Amount) -> Sequence[tuple[str, int]]:
        """Usual amounts with what they are called, the least first; what is not allowed is left
        out."""
        least, half, most = self.usual.get(choice.name, (LEAST, HALF, MOST))
        return (
            (least, choice.least), (half, in_steps(choice, choice.most // 2)), (most, choice.most)
        )  # fmt: skip

    def ways(self, state: Any, seat: int, choice: Arrange) -> tuple[Way, ...]:
        """Every way to arrange the pieces."""
        return ()

    def says(self, state: Any, seat: int, choice: Choice) -> str:
        """One line on what a decision does now; empty: what is always said of it."""
        return choice.words

    # -- put together ------------------------------------------------------------------------

    def offers(self, state: Any, seat: int, choices: Sequence[Choice]) -> list[Offer]:
        """What people are told of each of these decisions."""
        return [self._offer(state, seat, choice) for choice in choices]

    def belonging(self, state: Any, seat: int, names: Collection[str]) -> list[str]:
        """The decisions whose buttons stand at this moment besides those that are open.

        One whose place is taken by an open one has to wait.
        """
        plans = self.plans
        taken = {plans[name].place for name in names if name in plans}
        here = (x for x in self.here(state, seat, names) if x in plans and x not in names)
        return [name for name in here if plans[name].place not in taken]

    def _offer(self, state: Any, seat: int, choice: Choice) -> Offer:
        face = self.said.button(choice.name)
        label, says = face.label, self.says(state, seat, choice) or face.says
        if isinstance(choice, Amount):
            named = self.presets(state, seat, choice)
            return Offer(choice.name, label, says, self.means(choice), allowed(choice, named))
        if isinstance(choice, Arrange):
            return Offer(choice.name, label, says, ways=self.ways(state, seat, choice))
        return Offer(choice.name, label, says)


def in_steps(choice: Amount, cents: int) -> int:
    """The greatest amount in the steps of a choice that is not above this one."""
    return choice.least + (cents - choice.least) // choice.step * choice.step


def allowed(choice: Amount, named: Sequence[tuple[str, int]]) -> tuple[Preset, ...]:
    """Of amounts with their names those that may be chosen, each once; none where there is one.

    The bounds go before what lies between, since it is they that people have to know.
    """
    if choice.least == choice.most:
        return ()
    found: dict[int, str] = {}
    for words, cents in (named[0], named[-1], *named[1:-1]) if named else ():
        if words and choice.least <= cents <= choice.most:
            found.setdefault(cents, words)
    return tuple(Preset(found[cents], cents) for cents in sorted(found))


__all__ = ["BY", "TO", "Moment", "Prompts", "allowed", "in_steps"]
