"""A table: a game as posted, its seats, the shoe, and the state carried from round to round."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from houseway.engine.inputs import Seat, same_by_name
from houseway.engine.questions import Act, Chance, Input, Pieces, Question, Ruling
from houseway.engine.shoe import Shoe, Source, deal
from houseway.errors import Refused, short_repr
from houseway.game.base import Game
from houseway.game.face.layout import Layout
from houseway.game.face.views import View
from houseway.rulebook import kind_of
from houseway.table.round import Round
from houseway.util.english import all_of, n

Policy: TypeAlias = Callable[[Question, Any], Act]


class Table:
    """A live table: sit down, open rounds, answer questions, read views.

    ``game`` is the posted game. ``seats`` maps seat numbers to people and their chips in cents.
    ``round`` is the newest round, or None before the first. Pieces come from ``source``; without
    one from a random shoe, with a seed always the same.
    """

    def __init__(
        self,
        game: str | type[Game] | Game,
        posting: Mapping[str, Any] | None = None,
        seed: int | None = None,
        source: Source | None = None,
    ) -> None:
        self.game: Game = game if isinstance(game, Game) else kind_of(game)(posting)
        if source is not None and seed is not None:
            raise Refused(
                "source-and-seed", "a table takes a source, or a seed for its own shoe, not both"
            )
        rng = random.SystemRandom() if seed is None else random.Random(seed)
        self.shoe: Source = source or Shoe(self.game.kind, self.game.sets(), rng)
        self.seats: dict[int, Seat] = {}
        self.carry_over: Any = None
        self.round: Round | None = None

    def __repr__(self) -> str:
        people = ", ".join(f"{n}: {who.name}" for n, who in sorted(self.seats.items()))
        return f"<table of {self.game.id}, {people or 'empty'}>"

    def sit(self, seat: int, name: str, chips: int, who: str = "", firm: str = "") -> None:
        """Seat a person with ``chips`` cents; ``who`` is the person's id, if any.

        Without an id a person is known by the name, which must then be unique at the table.
        ``firm`` is the provider of proposition players that the person plays for, if any.
        """
        self._idle("sitting down")
        person = Seat(seat, name, chips, who, firm)
        self.game.check_seat(person)
        if seat in self.seats:
            raise Refused("seat-taken", f"seat {seat} is taken by {self.seats[seat].name}")
        for other in self.seats.values():
            if same_by_name(person, other):
                raise Refused(
                    "name-seated",
                    f"{other.person} sits at seat {other.seat} already; another person of this "
                    "name needs an id of their own (who)",
                )
        self.seats[seat] = person

    def leave(self, seat: int) -> int:
        """Remove a person with the chips in front of them."""
        self._idle("leaving")
        if seat not in self.seats:
            raise self._empty(seat)
        return self.seats.pop(seat).chips

    def _empty(self, seat: Any) -> Refused:
        """Return the refusal for a seat without a player, which lists those taken."""
        taken = f"; players sit at {all_of(sorted(self.seats))}" if self.seats else ""
        return Refused("seat-empty", f"no player sits at seat {short_repr(seat)}{taken}")

    def _idle(self, what: str) -> None:
        """Refuse what is possible only between rounds."""
        if self.round is None or self.round.closed:
            return
        if self.round.halted:
            raise Refused(
                "round-halted",
                f"{what} is not possible: {self.round.halted}; void() gives the chips back",
            )
        raise Refused("round-open", f"{what} is not possible while a round is being played")

    def post(self, game: Game) -> None:
        """Change the posting of the game, from the next round on."""
        self._idle("another posting")
        if type(game) is not type(self.game):
            raise Refused("other-game", f"this is a table of {self.game.name}, not of {game.name}")
        others = game.in_play != self.game.in_play
        self.game = game
        if others:
            self._shuffle()

    def start(self, seats: Iterable[int] | None = None) -> Round:
        """Open the next round for all people with chips, or for these seats only."""
        self.round = self._open(seats)
        self._deal()
        return self.round

    def replay(self, inputs: Iterable[Input]) -> Round:
        """Play a recorded round as the next one, with its cards and decisions."""
        self.round = round_ = self._open()
        for given in inputs:
            round_.enter(given)
        if not round_.closed:
            raise Refused(
                "round-not-whole", f"these inputs are not a whole round; {round_.standing()}"
            )
        self._close(round_)
        return round_

    def _open(self, chosen: Iterable[int] | None = None) -> Round:
        """Return a new round for seated people with chips, or for those chosen."""
        self._idle("another round")
        game = self.game
        seats = [
            seat
            for _, seat in sorted(self._among(chosen).items())
            if seat.chips > 0 or game.plays_without_chips(seat, self.carry_over)
        ]
        if len(seats) < game.seats_min:
            raise Refused(
                "too-few-players",
                f"{game.name} needs {n(game.seats_min, 'player')} with chips, not {len(seats)}",
            )
        if self.carry_over is None:
            self.carry_over = game.first(seats)
        if self.shoe.left <= game.reshuffle_at():
            self._shuffle()
        return Round(game, seats, self.carry_over)

    def _among(self, chosen: Iterable[int] | None) -> dict[int, Seat]:
        """Return the seated people who are to play."""
        if chosen is None:
            return self.seats
        playing = tuple(chosen)
        for seat in playing:
            if seat not in self.seats:
                raise self._empty(seat)
        return {seat: self.seats[seat] for seat in playing}

    def _shuffle(self) -> None:
        """Shuffle all pieces before a round."""
        self.shoe.relay(self.game.all_pieces)
        if self.carry_over is not None:
            self.carry_over = self.game.shuffled(self.carry_over)

    def void(self) -> None:
        """Give up a round that an error of the program stopped.

        All people get back the chips they brought to it, the carry-over stays as it was before, and
        all pieces are shuffled.
        """
        round_ = self._current()
        if not round_.halted:
            raise Refused(
                "round-not-halted",
                "only a round that an error has stopped is given up; a ruling voids any other",
            )
        self.round = None
        self._shuffle()

    def _current(self) -> Round:
        """Return the last round; refuse if none was started."""
        if self.round is None:
            raise Refused("no-round-open", "no round is open; start one")
        return self.round

    def _deal(self) -> None:
        """Answer chance from the shoe until a seat must decide; close the books at the end."""
        round_ = self.round or self._current()
        deal(round_, self.shoe)
        if round_.question is None and round_.closed:
            self._close(round_)

    def _close(self, round_: Round) -> None:
        """Take the chips and the carry-over from a finished round."""
        seats = self.seats
        for seat, chips in self.game.chips_after(round_.state).items():
            person = seats[seat]
            if chips != person.chips:
                seats[seat] = replace(person, chips=chips)
        self.carry_over = self.game.carried(round_.carry_over, round_.state)

    def enter(self, act: Act) -> None:
        """Take a decision, then answer any chance that follows it."""
        round_ = self.round or self._current()
        round_.act(act)
        question = round_.question
        if question is None or type(question) is Chance:
            self._deal()

    def act(self, seat: int, name: str, amount: int = 0, **parts: Pieces) -> None:
        """Take a decision given by plain arguments; amounts are cents."""
        named = tuple((part, _tuple(pieces)) for part, pieces in parts.items())
        self.enter(Act(seat, name, amount, parts=named))

    def bet(self, seat: int, **wagers: int) -> None:
        """Place wagers, in cents, by the names of their spots."""
        self.enter(Act(seat, "bet", places=tuple(wagers.items())))

    def rule(self, name: str, **details: Any) -> None:
        """Make a supervisor's ruling with its ``seat``, ``pieces``, ``amount`` and ``reason``."""
        for key in details:
            if key not in Ruling.__struct_fields__:
                raise Refused(
                    "no-such-detail", f"a ruling has seat, pieces, amount and reason, not {key!r}"
                )
        if "pieces" in details:
            details["pieces"] = _tuple(details["pieces"])
        self._current().ruling(Ruling(name, **details))
        self._deal()

    def time_up(self, seat: int) -> None:
        """Take the default decision of a seat whose time is up."""
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

    def layout(self) -> Layout:
        """Return the table itself: spots, zones, signage, pay tables."""
        return self.game.layout()

    def view(self, viewer: int = 0) -> View:
        """Return the view of a seat (0: an onlooker)."""
        return self._current().view(viewer)


def _tuple(pieces: Any) -> Any:
    """Return a list of pieces as the tuple that is logged; anything else unchanged."""
    return tuple(pieces) if isinstance(pieces, list) else pieces


def open_table(
    game: str | type[Game] | Game,
    posting: Mapping[str, Any] | None = None,
    seed: int | None = None,
    source: Source | None = None,
) -> Table:
    """Return a table of a game with a posting; a seed gives the same cards every time."""
    return Table(game, posting, seed, source)
