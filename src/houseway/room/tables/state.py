"""A table as its log tells it: seats, shoe, what is carried over, the round that is played.

``Live`` changes in two ways.  ``apply`` takes a row that stands in the log: that is how a table is
made anew after a restart or a failure, and how an auditor follows it.  ``rounds.py`` moves a
round first, because the rules are the check, and writes the row of it afterwards; if that cannot
be written the ``Live`` is thrown away and made anew from the log.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any, Literal, Protocol

import msgspec

from houseway.engine.deck import deal
from houseway.engine.inputs import Drawn, Input, TimeUp
from houseway.engine.questions import Asking
from houseway.engine.round import Round
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.room.fairness.shoe import FairShoe, Place
from houseway.room.tables import log, seat_rules
from houseway.room.tables.log import Body, Checkpoint, Due
from houseway.room.tables.seats import Began, Ended, SeatEvent, Seating
from houseway.room.tables.seats import apply as seated
from houseway.room.tables.terms import Terms

Status = Literal["new", "open", "closing", "paused", "shut", "faulted"]


def stream_of(table: str) -> str:
    """The name of the log of a table."""
    return f"table:{table}"


class Divergence(Exception):  # noqa: N818 - named for what an auditor looks for
    """A log that cannot have come about by the rules and the shoe of its table."""


class Means(Protocol):
    """What a table needs of the room to be made from its log."""

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """The game of a posting; tables that post the same share it."""
        ...

    def seed(self, table: str, no: int) -> bytes:
        """The seed of a shoe of a table."""
        ...


class TableState:
    """The table now.  ``begun`` is the row of the round that is played, 0 between rounds.

    A round whose first question is about bets may be open before anybody has bet: then ``round_``
    is there and ``begun`` is 0, and nothing of it stands in the log.
    """

    def __init__(self, name: str, means: Means, unplayed: Collection[int] = ()) -> None:
        self.name, self.means = name, means
        self.unplayed = unplayed
        """Rounds that are not played again: void ones, and closed ones of another program."""
        self.status: Status = "new"
        self.why = ""
        self.game: Game | None = None
        self.posting: dict[str, Any] = {}
        self.terms = Terms(buy_in_least=1, buy_in_most=1, seats=0)
        self.rules = ""
        self.meters: dict[str, tuple[int, ...]] = {}
        self.seating = Seating()
        self.between: Any = None
        self.opened_at = 0
        self.number = 0
        self.shoes = 0
        self.shoe: FairShoe | None = None
        self.round_: Round | None = None
        self.begun = 0
        self.standing: Checkpoint | None = None
        self.due: Due = {}
        self.asked_at: dict[int, int] = {}
        """Which question of each seat the time in ``due`` belongs to."""
        self.ended_at = 0

    # -- what is asked of it -------------------------------------------------------------------

    @property
    def posted(self) -> Game:
        """The game that is posted here."""
        if self.game is None:
            raise Divergence(f"no game was ever posted at {self.name}")
        return self.game

    @property
    def playing(self) -> bool:
        """Whether a round is being played that stands in the log."""
        return self.begun > 0

    @property
    def stream(self) -> str:
        """The name of its log."""
        return stream_of(self.name)

    @property
    def idle(self) -> bool:
        """Whether a round is open in which nothing has happened yet."""
        return self.round_ is not None and not self.begun and not self.round_.closed

    def place(self) -> Place:
        """Where the shoe is."""
        if self.shoe is None:
            raise Divergence(f"{self.name} has no shoe")
        return self.shoe.place()

    def asked(self) -> tuple[int, ...]:
        """The seats that are asked something now."""
        question = self.round_.question if self.round_ else None
        return question.seats() if isinstance(question, Asking) else ()

    # -- rows ----------------------------------------------------------------------------------

    def apply(self, seq: int, at: int, body: Body) -> None:
        """A row of the log, and when it was written."""
        match body:
            case log.Opened():
                self.opened(seq, body)
            case log.Changed(fact):
                self.changed(fact)
            case log.ShoeShuffled(no, root, commitment):
                self._shuffled_again(no, root, commitment)
            case log.RoundBegun():
                self._begin_again(seq, at, body)
            case log.Stepped():
                self._step_again(seq, at, body)
            case log.Voided():
                self.voided(at)
            case log.Carried(between):
                self.carry(between)
            case log.ShoeDiscarded():
                self.shoe = None
                self.forget_idle()
            case log.Resumed(_, due):
                self.due = dict(due)
            case _:
                self._stands(body)

    def _stands(self, body: Body) -> None:
        """Whether the table is open, and why not."""
        match body:
            case log.Shut(why):
                self.status, self.why = "shut", why
                self.forget_idle()
            case log.Closing(why):
                self.status, self.why = "closing", why
                self.forget_idle()
            case log.Paused(why):
                self.status, self.why, self.due = "paused", why, {}
            case log.GoesOn(due):
                self.status, self.why = "open", ""
                self._timed(due)
            case log.Faulted(why):
                self.status, self.why, self.due = "faulted", why, {}
            case log.Cleared(why):
                self.status, self.why = "paused", why
            case _:
                pass

    def opened(self, seq: int, body: log.Opened) -> None:
        """The game is posted; nothing is carried over from another one."""
        self.opened_at = seq
        if self.game is not None and self.game.id != body.game:
            self.between = None
        self.game = self.means.game(body.game, body.posting)
        self.posting, self.terms, self.rules = body.posting, body.terms, body.rules
        self.meters = body.meters
        self.status, self.why = "open", ""
        self.shoe = None

    def changed(self, fact: SeatEvent) -> None:
        """Somebody came, went or brought more; who bets in the next round is asked anew."""
        self.seating = seated(self.seating, fact)
        self.forget_idle()

    def _shuffled_again(self, no: int, root: bytes, commitment: bytes) -> None:
        shoe = self._shoe(no, None)
        if (shoe.shown, shoe.commitment) != (root, commitment):
            raise Divergence(f"{self.name}: shoe {no} does not have the root in the log")
        self.use(shoe, no)

    def use(self, shoe: FairShoe, no: int) -> None:
        """This shoe is on the table, fresh."""
        self.shoe, self.shoes = shoe, no
        if self.between is not None:
            self.between = self.posted.shuffled(self.between)

    def _shoe(self, no: int, place: Place | None) -> FairShoe:
        game, seed = self.posted, self.means.seed(self.name, no)
        if place is None:
            return FairShoe(self.name, no, game.kind, game.sets(), seed)
        return FairShoe.at(self.name, game.kind, game.sets(), seed, place)

    # -- rounds --------------------------------------------------------------------------------

    def seat_round(self) -> Round:
        """A round with everybody who takes part, not yet in the log."""
        seats = seat_rules.playing(self.seating, self.posted, self.between)
        self.round_ = Round(self.posted, seats, self.between)
        return self.round_

    def carry(self, between: bytes) -> None:
        """What goes into the next round is this."""
        self.between = msgspec.msgpack.decode(between, type=self.posted.between)
        self.forget_idle()

    def forget_idle(self) -> None:
        """A round that nobody has bet in is opened anew when somebody comes or goes."""
        if self.idle:
            self.round_ = None

    def stands(self) -> Checkpoint:
        """How the table stands now, between rounds."""
        return Checkpoint(self.seating, log.packed(self.between), self.place())

    def begin(self, seq: int, at: int, no: int, standing: Checkpoint) -> None:
        """The round stands in the log from this row on."""
        seats = tuple(seat.seat for seat in self.round_.seats) if self.round_ else ()
        self.seating = seated(self.seating, Began(at=at, seats=seats))
        self.number, self.begun, self.standing = no, seq, standing

    def stepped(self, at: int, due: Due) -> None:
        """A row of the round more; the round may be over by it."""
        self._timed(due)
        if self.round_ is not None and self.round_.closed:
            self._finish(self.round_, at)

    def _timed(self, due: Due) -> None:
        """The time of these questions runs."""
        self.due = dict(due)
        if self.round_ is not None and not self.round_.closed:
            self.asked_at = {seat: self.round_.asked[seat] for seat in due}

    def _begin_again(self, seq: int, at: int, body: log.RoundBegun) -> None:
        self._restore(body.standing)
        numbers = self.seating.seats
        seats = tuple(seat_rules.seated(number, numbers[number]) for number in body.seats)
        if body.no in self.unplayed:
            self.seating = seated(self.seating, Began(at=at, seats=body.seats))
            self.number, self.begun, self.standing = body.no, seq, body.standing
            self._over(at, body.after)
            return
        self.round_ = Round(self.posted, seats, self.between)
        self.begin(seq, at, body.no, body.standing)
        self._enter(self.round_, body.inputs)
        self._compare(self.round_.events, body.events, body.digest, seq)
        self.stepped(at, body.due)
        self._compare_after(body.after, seq)

    def _restore(self, standing: Checkpoint) -> None:
        """The table as it stood before a round."""
        self.seating = standing.seating
        self.between = msgspec.msgpack.decode(standing.between, type=self.posted.between)
        self.shoes = standing.place.shoe
        self.shoe = self._shoe(standing.place.shoe, standing.place)

    def _step_again(self, seq: int, at: int, body: log.Stepped) -> None:
        if body.no in self.unplayed:
            self._over(at, body.after)
            return
        round_ = self.round_
        if round_ is None or not self.begun or body.no != self.number:
            raise Divergence(f"{self.name}: row {seq} belongs to no round")
        before = len(round_.events)
        self._enter(round_, body.inputs)
        self._compare(round_.events[before:], body.events, body.digest, seq)
        if round_.closed != body.closed:
            raise Divergence(f"{self.name}: row {seq} ends the round at another place")
        self.stepped(at, body.due)
        self._compare_after(body.after, seq)

    def _compare_after(self, after: Checkpoint | None, seq: int) -> None:
        if after is not None and after != self.stands():
            raise Divergence(f"{self.name}: the table does not stand as row {seq} says")

    def _over(self, at: int, after: Checkpoint | None) -> None:
        """A round that is not played again is over: the table stands as its last row says."""
        if after is not None:
            self._restore(after)
            self.begun, self.standing, self.ended_at = 0, None, at

    def move(self, given: Input) -> None:
        """An input from outside, then whatever chance follows it.

        A deck that has nothing left to deal leaves the round waiting for it: the floor decides.
        """
        if self.round_ is None:
            raise Divergence(f"{self.name}: there is no round")
        self.round_.enter(given)
        self.deal()

    def deal(self) -> None:
        """What chance brings, from the shoe, until somebody must decide."""
        if self.round_ is None or self.shoe is None:
            raise Divergence(f"{self.name}: there is no round, or no shoe")
        with suppress(Refused):
            deal(self.round_, self.shoe)

    def _enter(self, round_: Round, inputs: tuple[Input, ...]) -> None:
        """Inputs again; what was dealt must be what the shoe gives now."""
        before = len(round_.inputs)
        self.deal()
        for given in inputs:
            if not isinstance(given, Drawn):
                self.move(given)
        if tuple(round_.inputs[before:]) != inputs:
            raise Divergence(f"{self.name}: what was dealt is not what the shoe gives")

    def _compare(self, events: list[Any], n: int, digest: bytes, seq: int) -> None:
        if len(events) != n or log.digest(events) != digest:
            raise Divergence(f"{self.name}: what row {seq} says happened does not follow")

    def _finish(self, round_: Round, at: int) -> None:
        """The round is over: chips in front of everybody, and what is carried on."""
        game = self.posted
        silent = {given.seat for given in round_.inputs if isinstance(given, TimeUp)}
        ended = Ended(at=at, chips=game.chips_after(round_.state), silent=tuple(sorted(silent)))
        self._between_rounds(ended)
        self.between = game.carried(round_.between, round_.state)

    def voided(self, at: int) -> None:
        """The round never was: everybody has what they brought to it; the shoe is gone."""
        standing = self.standing
        if standing is None:
            raise Divergence(f"{self.name}: no round to void")
        self.carry(standing.between)
        self._between_rounds(Ended(at=at, chips=seat_rules.came_with(self.seating)))
        self.round_, self.shoe = None, None

    def _between_rounds(self, ended: Ended) -> None:
        self.seating = seated(self.seating, ended)
        self.begun, self.standing, self.due = 0, None, {}
        self.asked_at, self.ended_at = {}, ended.at
