"""What people are told of a round: who did what, how chips came out, and the round in a sentence.

It is made when somebody looks, never while a round is played.  A shape says more of its own rounds
in a class of its own, named in ``Game.telling_by``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.english import all_of
from houseway.events import Event, Settlement
from houseway.money import shown
from houseway.script import DEALER, Act
from houseway.views import Result
from houseway.words import Words

if TYPE_CHECKING:
    from houseway.game import Game

GIVEN_BACK = ("returned", "undone")
"""Outcomes of chips that had no action."""
NO_ODDS = ("lose", "push", "no action", "player-dealer")
"""What stands in place of odds where none are paid."""


class Telling:
    """What is told of the rounds of one table."""

    def __init__(self, game: Game) -> None:
        self.game, self.words = game, game.words()

    # -- what a shape says -------------------------------------------------------------------

    def did(self, act: Act, happened: Sequence[Event]) -> str:
        """A decision that was taken, as people say it; ``happened`` is what came of it."""
        label = self.words.button(act.name).label
        cents = act.amount or sum(cents for _, cents in act.places)
        if cents:
            return f"{label} {shown(cents)}"
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
        f"{names.get(seat, f'seat {seat}')} {'wins' if net > 0 else 'loses'} {shown(abs(net))}"
        for seat, net in sorted(nets.items(), key=lambda item: -item[1])
        if net
    ]
    return all_of(told)


__all__ = ["GIVEN_BACK", "Telling", "nets_told", "outcome_words", "pot_of", "pot_words",
           "wager_words"]  # fmt: skip
