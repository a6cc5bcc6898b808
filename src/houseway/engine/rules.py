"""Rules: all that the engine knows of a game.

``houseway.game.base.Game`` satisfies this protocol.  A class of a test may do so too, without the
game package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from houseway.errors import Reason

if TYPE_CHECKING:
    from houseway.engine.driver import RoundDriver
    from houseway.engine.inputs import Act, Seat
    from houseway.engine.questions import Script
    from houseway.pieces.kind import Kind


class ActionWords(Protocol):
    """The names of decisions in words for people."""

    def does(self, name: str, /) -> str:
        """Return a decision as a verb: ``call_clock`` -> ``call the clock``."""


class RulingScript(Protocol):
    """A ruling that a game knows."""

    @property
    def clauses(self) -> tuple[str, ...]: ...
    @property
    def takes(self) -> tuple[str, ...]:
        """The fields that it needs: seat, pieces, amount."""

    @property
    def run(self) -> Any:
        """``run(game, round, ruling)`` carries it out, or returns a script that does."""

    @property
    def explain_unavailable(self) -> Any:
        """``explain_unavailable(game, state, ruling)`` returns a Reason or None; or it is None."""


class Rules(Protocol):
    """A game as a round needs it: pieces, state, script, and the reasons for refusals."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def in_play(self) -> Sequence[int]:
        """The number of copies of each piece."""

    @property
    def one_of_each(self) -> frozenset[int] | None:
        """The pieces in play; None if any has a copy."""

    @property
    def deal_clauses(self) -> tuple[str, ...]: ...
    @property
    def turn_clauses(self) -> tuple[str, ...]: ...
    @property
    def ruling_rules(self) -> Mapping[str, RulingScript]: ...
    @property
    def choice_clauses(self) -> Mapping[str, tuple[str, ...]]:
        """The clauses that bound an offered decision, by its name."""

    @property
    def rulings_elsewhere(self) -> Mapping[str, str]:
        """Rulings of related games, with their words; this game does not have them."""

    def sets(self) -> int:
        """Return the number of decks or tile sets in play."""

    def words(self) -> ActionWords: ...

    def actions(self) -> tuple[str, ...]:
        """Return every decision that exists in the game."""

    def first(self, seats: Sequence[Seat], /) -> Any:
        """Return what is carried into the first round at a table."""

    def new_state(self, seats: Sequence[Seat], carry_over: Any, /) -> Any:
        """Return the state before the first question; it has ``closed``."""

    def play(self, r: RoundDriver[Any], /) -> Script:
        """Return the script of a round."""

    def ruled_on(self, state: Any, /) -> Sequence[int]:
        """Return the seats that a ruling may be about."""

    def check(self, state: Any, act: Act, /) -> None:
        """Refuse a decision that fits an offered choice if its particulars are not allowed."""

    def explain(self, state: Any, act: Act, /, *, asked: bool = True) -> Reason | None:
        """Explain why a decision is not offered; None if the game has nothing to say about it.

        ``asked`` is False if the seat is asked nothing now.  An act with a place is about that
        spot, which does not exist now.
        """
