"""Prompts and result texts of a game: the base of each family's presenter."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from houseway.engine.questions import DEALER, Amount, Arrange
from houseway.money import format_dollars
from houseway.presentation.buttons import actions_of
from houseway.presentation.views import Offer, Preset, own_piles
from houseway.util.english import all_of

if TYPE_CHECKING:
    from houseway.engine.events import Event, Settlement
    from houseway.engine.questions import Act, Choice
    from houseway.game.base import Game
    from houseway.game.words import Words
    from houseway.presentation.views import OwnPile, Pile, Result, View, Way

__all__ = [
    "BY",
    "GIVEN_BACK",
    "TO",
    "Moment",
    "Prompts",
    "ResultText",
    "Shown",
    "allowed",
    "in_steps",
    "nets_told",
    "outcome_words",
    "pot_of",
    "pot_words",
    "wager_words",
]


# -- prompts ----------------------------------------------------------------------------------
# What people are told of a question: labels, usual amounts, what it is about, what belongs to it.
#
# It is made when somebody looks at a prompt, never while a round is played. A shape says more of
# its own questions in a class of its own, named in ``Game.prompts_by``.

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
        self.moments: tuple[Moment, ...] = (*game.button_groups, *self.of_shape())
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


# -- telling ----------------------------------------------------------------------------------
# What people are told of a round: who did what, how chips came out, and the round in a sentence.
#
# It is made when somebody looks, never while a round is played. A shape says more of its own
# rounds in a class of its own, named in ``Game.telling_by``.

GIVEN_BACK = ("returned", "undone")
"""Outcomes of chips that had no action."""
NO_ODDS = ("lose", "push", "no action", "player-dealer")
"""What stands in place of odds where none are paid."""


class ResultText:
    """What is told of the rounds of one table."""

    def __init__(self, game: Game) -> None:
        self.game, self.words = game, game.words()

    # -- what a shape says -------------------------------------------------------------------

    def did(self, act: Act, happened: Sequence[Event]) -> str:
        """A decision that was taken, as people say it; ``happened`` is what came of it."""
        label = self.words.button(act.name).label
        cents = act.amount or sum(cents for _, cents in act.places)
        if cents:
            return f"{label} {format_dollars(cents)}"
        return f"{label} {len(act.pieces)}" if act.pieces else label

    def headline(self, state: Any, results: Sequence[Result]) -> str:
        """The round in one sentence; nothing before there is something to say."""
        return nets_told(results, self.names(state)) if state.closed else ""

    def names(self, state: Any) -> Mapping[int, str]:
        """Who sits where."""
        found: Mapping[int, str] = state.names
        return found

    def kind(self, found: Settlement) -> str:
        """What a settled wager is, where it is none: an envy."""
        return ""

    def returned(self, event: Event) -> str:
        """Why chips go back that were bet."""
        return str(getattr(event, "why", ""))

    def pots(self, state: Any, put: Mapping[int, int]) -> list[list[Result]]:
        """The pots that have been won, each as the rows of those who had chips in it.

        ``put`` is what each seat has put into them in this round.
        """
        return []

    # -- what all games share ----------------------------------------------------------------

    def odds(self, found: Settlement) -> str:
        """At which odds a wager was paid; nothing for one that was not."""
        return "" if found.odds in NO_ODDS else found.odds

    def row(self, found: Settlement) -> str:
        """The row of the wager's pay table that decided, if it has one."""
        table = self.game.pay_tables().get(self.words.tables.get(found.wager, found.wager))
        return found.outcome if table is not None and found.outcome in table.outcomes else ""


def wager_words(words: Words, found: Settlement) -> str:
    """``Push 22, second hand``, ``tip on Push 22``."""
    return words.spot(found.wager, found.hand, found.owner, found.circle)


def pot_words(found: Settlement) -> str:
    """A share of a pot: ``side pot 1, high half``."""
    number, part = pot_of(found)
    pot = "pot" if number == 1 else f"side pot {number - 1}"
    return f"{pot}, {part} half" if part else pot


def pot_of(found: Settlement) -> tuple[int, str]:
    """Which pot a share is of, from 1, and which part of it: ``pot_2_high``."""
    _, *parts = found.wager.split("_")
    number = int(parts.pop(0)) if parts and parts[0].isdigit() else 1
    return number, parts[0] if parts else ""


def outcome_words(words: Words, found: Settlement) -> str:
    """How it came out; of a tip that is decided, what the dealer has of it."""
    if found.outcome == "uncontested":
        return "nobody else was left"
    said = words.outcome(found.wager, found.outcome, found.because)
    if found.owner == DEALER and found.outcome not in GIVEN_BACK:
        said += "; for the dealer" if found.back else "; lost"
    return said


def nets_told(results: Iterable[Result], names: Mapping[int, str]) -> str:
    """Who has won and who has lost: ``Ann wins $20, Bob loses $5``."""
    nets: dict[int, int] = {}
    for result in results:
        if result.seat:
            nets[result.seat] = nets.get(result.seat, 0) + result.net
    told = [
        f"{names.get(seat, f'seat {seat}')} {'wins' if net > 0 else 'loses'} {format_dollars(abs(net))}"
        for seat, net in sorted(nets.items(), key=lambda item: -item[1])
        if net
    ]
    return all_of(told)


# -- showing ----------------------------------------------------------------------------------
# What a game shows: what viewers see of a state, and what they are told of it and asked.


class Shown:
    """The part of a game by which it is shown; none of it decides anything."""

    prompts_by: ClassVar[type[Prompts]] = Prompts
    telling_by: ClassVar[type[ResultText]] = ResultText

    @functools.cached_property
    def prompts(self) -> Prompts:
        """What people are told of its questions."""
        return self.prompts_by(self)  # type: ignore[arg-type]

    @functools.cached_property
    def telling(self) -> ResultText:
        """What people are told of its rounds."""
        return self.telling_by(self)  # type: ignore[arg-type]

    def view(self, state: Any, viewer: int) -> View:
        """What this viewer may see, without the prompt."""
        raise NotImplementedError

    def own_piles(self, state: Any, viewer: int, public: Sequence[Pile]) -> list[OwnPile]:
        """The piles that this seat sees otherwise than an onlooker, whose piles are given."""
        return own_piles(self.view(state, viewer).piles, public)
