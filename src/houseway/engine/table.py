"""A table: a game, its posting, the people seated, the shoe, and what is carried over."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from houseway.engine.deck import Shoe, Source, deal
from houseway.engine.questions import Act, Chance, Input, Pieces, Question, Ruling
from houseway.engine.round import Round
from houseway.engine.seat import same_by_name
from houseway.errors import Refused, short_repr
from houseway.game.base import Game, Seat
from houseway.presentation.layout import Layout
from houseway.presentation.views import View
from houseway.util.english import n

Policy: TypeAlias = Callable[[Question, Any], Act]


def _kind_of(game: str | type[Game]) -> type[Game]:
    """A late binding: the registry of games stands above the engine."""
    from houseway.rulebook import kind_of

    return kind_of(game)


class Table:
    """Sit down, open rounds, answer questions, read views.

    Pieces come from ``source``; without one from a random shoe, with a seed always the same.
    """

    def __init__(
        self,
        game: str | type[Game] | Game,
        posting: Mapping[str, Any] | None = None,
        seed: int | None = None,
        source: Source | None = None,
    ) -> None:
        self.game: Game = game if isinstance(game, Game) else _kind_of(game)(posting)
        if source is not None and seed is not None:
            raise Refused("a table has a source or a seed for a shoe of its own, not both")
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        self.shoe: Source = source or Shoe(self.game.kind, self.game.sets(), rng)
        self.seats: dict[int, Seat] = {}
        self.between: Any = None
        self.round: Round | None = None

    # -- people ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        people = ", ".join(f"{n}: {who.name}" for n, who in sorted(self.seats.items()))
        return f"<table of {self.game.id}, {people or 'nobody seated'}>"

    def sit(self, seat: int, name: str, chips: int, who: str = "", firm: str = "") -> None:
        """A person sits down with so many cents; ``who`` is the person's own id, if any.

        Without one a person is known by the name, which only one at the table can have then.
        ``firm`` is the provider of proposition players for whom he plays, if any.
        """
        self._idle("sit down")
        person = Seat(seat, name, chips, who, firm)
        if refused := self.game.seat_refused(person):
            raise refused
        if seat in self.seats:
            raise Refused(f"seat {seat} is taken by {self.seats[seat].name}")
        for other in self.seats.values():
            if same_by_name(person, other):
                raise Refused(
                    f"{other.person} sits at seat {other.seat} already; somebody else of this name "
                    "needs an id of their own (who)"
                )
        self.seats[seat] = person

    def leave(self, seat: int) -> int:
        """A person leaves with the chips in front of them."""
        self._idle("leave")
        if seat not in self.seats:
            raise Refused(f"nobody sits at seat {seat}")
        return self.seats.pop(seat).chips

    def _idle(self, what: str) -> None:
        if self.round is None or self.round.closed:
            return
        if self.round.halted:
            raise Refused(f"nobody can {what}: {self.round.halted}; void() gives the chips back")
        raise Refused(f"nobody can {what} while a round is being played")

    # -- rounds ------------------------------------------------------------------------------

    def post(self, game: Game) -> None:
        """The house posts the same game otherwise, from the next round on."""
        self._idle("post other limits")
        if type(game) is not type(self.game):
            raise Refused(f"this is a table of {self.game.name}, not of {game.name}")
        others = game.in_play != self.game.in_play
        self.game = game
        if others:
            self._shuffle()

    def start(self, seats: Iterable[int] | None = None) -> Round:
        """Open the next round with everybody who has chips, or of them with these seats only."""
        self.round = self._open(seats)
        self._deal()
        return self.round

    def replay(self, inputs: Iterable[Input]) -> Round:
        """The next round, which has been played before: its cards and decisions as they were."""
        self.round = round_ = self._open()
        for given in inputs:
            round_.enter(given)
        if not round_.closed:
            raise Refused(f"these inputs are not a whole round; {round_.standing()}")
        self._close(round_)
        return round_

    def _open(self, chosen: Iterable[int] | None = None) -> Round:
        self._idle("start another round")
        game = self.game
        seats = [
            seat
            for _, seat in sorted(self._among(chosen).items())
            if seat.chips > 0 or game.plays_without_chips(seat, self.between)
        ]
        if len(seats) < game.seats_min:
            raise Refused(f"{game.name} needs {n(game.seats_min, 'player')} with chips")
        if self.between is None:
            self.between = game.first(seats)
        if self.shoe.left <= game.reshuffle_at():
            self._shuffle()
        return Round(game, seats, self.between)

    def _among(self, chosen: Iterable[int] | None) -> dict[int, Seat]:
        """Those of the people seated who are to play."""
        if chosen is None:
            return self.seats
        playing = tuple(chosen)
        for seat in playing:
            if seat not in self.seats:
                raise Refused(f"nobody sits at seat {short_repr(seat)}")
        return {seat: self.seats[seat] for seat in playing}

    def _shuffle(self) -> None:
        """All pieces are shuffled before a round."""
        self.shoe.relay(self.game.all_pieces)
        if self.between is not None:
            self.between = self.game.shuffled(self.between)

    def void(self) -> None:
        """Give up a round that an error of the program stopped.

        Everybody has what they brought to it, what is carried over is as it was before, and all
        pieces are shuffled anew.
        """
        round_ = self._current()
        if not round_.halted:
            raise Refused("only a round that has stopped by an error is given up; a ruling voids")
        self.round = None
        self._shuffle()

    def _current(self) -> Round:
        if self.round is None:
            raise Refused("no round is open; start one")
        return self.round

    def _deal(self) -> None:
        """Answer chance from the shoe until somebody must decide; close the books at the end."""
        round_ = self.round or self._current()
        deal(round_, self.shoe)
        if round_.question is None and round_.closed:
            self._close(round_)

    def _close(self, round_: Round) -> None:
        seats = self.seats
        for seat, chips in self.game.chips_after(round_.state).items():
            person = seats[seat]
            if chips != person.chips:
                seats[seat] = replace(person, chips=chips)
        self.between = self.game.carried(round_.between, round_.state)

    # -- inputs ------------------------------------------------------------------------------

    def enter(self, act: Act) -> None:
        """A decision, then whatever chance follows it."""
        round_ = self.round or self._current()
        round_.act(act)
        question = round_.question
        if question is None or type(question) is Chance:
            self._deal()

    def act(self, seat: int, name: str, amount: int = 0, **parts: Pieces) -> None:
        """A decision in plain arguments; amounts are cents."""
        named = tuple((part, _tuple(pieces)) for part, pieces in parts.items())
        self.enter(Act(seat, name, amount, parts=named))

    def bet(self, seat: int, **wagers: int) -> None:
        """Place wagers, in cents, by the names of their spots."""
        self.enter(Act(seat, "bet", places=tuple(wagers.items())))

    def rule(self, name: str, **details: Any) -> None:
        """A supervisor's ruling: its ``seat``, ``pieces``, ``amount`` and ``reason``."""
        for key in details:
            if key not in Ruling.__struct_fields__:
                raise Refused(f"a ruling has seat, pieces, amount and reason, not {key!r}")
        if "pieces" in details:
            details["pieces"] = _tuple(details["pieces"])
        self._current().ruling(Ruling(name, **details))
        self._deal()

    def time_up(self, seat: int) -> None:
        """A seat's time is up."""
        self._current().time_up(seat)
        self._deal()

    def play(self, policy: Policy) -> Round:
        """Play one whole round, every decision from ``policy(question, state)``."""
        round_ = self.start()
        if round_.question is None:  # it was over when it was dealt, and is closed
            return round_
        act, state, shoe = round_.act, round_.state, self.shoe
        question = round_.question
        while question is not None:
            act(policy(question, state))
            question = round_.question
            if type(question) is Chance:
                deal(round_, shoe)
                question = round_.question
        self._close(round_)
        return round_

    # -- what people see ---------------------------------------------------------------------

    def layout(self) -> Layout:
        """The table itself: spots, zones, signage, pay tables."""
        return self.game.layout()

    def view(self, viewer: int = 0) -> View:
        """What a seat (or an onlooker, 0) may see now."""
        return self._current().view(viewer)


def _tuple(pieces: Any) -> Any:
    """A list of pieces as the tuple that is logged; anything else is left to be refused."""
    return tuple(pieces) if isinstance(pieces, list) else pieces


def open_table(
    game: str | type[Game] | Game,
    posting: Mapping[str, Any] | None = None,
    seed: int | None = None,
    source: Source | None = None,
) -> Table:
    """A table of a game with a posting; with a seed, the same cards every time."""
    return Table(game, posting, seed, source)
