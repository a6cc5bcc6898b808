"""The state of a table, folded from its log: seats, shoe, carry-over, the round in play.

``TableState`` changes in two ways. ``apply`` takes a row of the log, for a restart, a recovery or
an audit. ``rounds.py`` moves a round first, because the rules are the check, and writes its row
afterwards. If that fails, the ``TableState`` is discarded and rebuilt from the log.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from houseway.engine.inputs import Drawn, Input, TimeUp
from houseway.engine.questions import Asking
from houseway.engine.shoe import deal
from houseway.errors import Refused
from houseway.game.base import Game
from houseway.room.api.table_types import Status, Terms
from houseway.room.errors import Denied
from houseway.room.fairness.committed_shoe import FairShoe, ShoePosition
from houseway.room.tables import log, seat_rules
from houseway.room.tables.log import Body, Checkpoint, Due
from houseway.room.tables.seats import Began, Ended, SeatEvent, Seating
from houseway.room.tables.seats import apply as seated
from houseway.table.round import Round


def stream_of(table: str) -> str:
    """Return the name of the log of a table."""
    return f"table:{table}"


class Divergence(Exception):  # noqa: N818 - named for what an auditor looks for
    """A log that cannot result from the rules and the shoe of its table."""


class TableResources(Protocol):
    """The resources of a room for rebuilding a table."""

    def game(self, id: str, posting: dict[str, Any]) -> Game:
        """Return the game of a posting; tables with equal postings share it."""
        ...

    def unseal_seed(self, table: str, no: int) -> bytes:
        """Return the seed of a shoe of a table."""
        ...


class TableState:
    """The present state of a table.

    ``begun`` is the row of the round in play, 0 between rounds. A round whose first question takes
    bets may be open before the first bet. Then ``round_`` is set and ``begun`` is 0, and the log
    has nothing of it.
    """

    def __init__(self, name: str, means: TableResources, unplayed: Collection[int] = ()) -> None:
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
        self.carry_over: Any = None
        self.opened_at = 0
        self.number = 0
        self.shoes = 0
        self.shoe: FairShoe | None = None
        self.round_: Round | None = None
        self.begun = 0
        self.standing: Checkpoint | None = None
        self.due: Due = {}
        self.asked_at: dict[int, int] = {}
        """The question of each seat that the time in ``due`` belongs to."""
        self.ended_at = 0

    @property
    def posted(self) -> Game:
        """Return the posted game."""
        if self.game is None:
            raise Divergence(f"no game was ever posted at {self.name}")
        return self.game

    @property
    def playing(self) -> bool:
        """Return True if a logged round is being played."""
        return self.begun > 0

    @property
    def stream(self) -> str:
        """Return the name of its log."""
        return stream_of(self.name)

    @property
    def awaits_first_bet(self) -> bool:
        """Return True if a round is open but nothing has happened in it."""
        return self.round_ is not None and not self.begun and not self.round_.closed

    def place(self) -> ShoePosition:
        """Return the place in the shoe."""
        if self.shoe is None:
            raise Divergence(f"{self.name} has no shoe")
        return self.shoe.place()

    def asked(self) -> tuple[int, ...]:
        """Return the seats with an open question."""
        question = self.round_.question if self.round_ else None
        return question.seats() if isinstance(question, Asking) else ()

    def apply(self, seq: int, at: int, body: Body) -> None:
        """Apply a row of the log and its time."""
        match body:
            case log.TableOpened():
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
            case log.Carried(carry_over):
                self.carry(carry_over)
            case log.ShoeDiscarded():
                self.shoe = None
                self.forget_idle()
            case log.RoundResumed(_, due):
                self.due = dict(due)
            case _:
                self._apply_status(body)

    def _apply_status(self, body: Body) -> None:
        """Apply a row that changes the status of the table, with its reason."""
        match body:
            case log.Shut(why):
                self.status, self.why = "shut", why
                self.forget_idle()
            case log.Closing(why):
                self.status, self.why = "closing", why
                self.forget_idle()
            case log.Paused(why):
                self.status, self.why, self.due = "paused", why, {}
            case log.Resumed(due):
                self.status, self.why = "open", ""
                self._timed(due)
            case log.Faulted(why):
                self.status, self.why, self.due = "faulted", why, {}
            case log.Cleared(why):
                self.status, self.why = "paused", why
            case _:
                pass

    def opened(self, seq: int, body: log.TableOpened) -> None:
        """Post a game; nothing is carried over from another one."""
        self.opened_at = seq
        if self.game is not None and self.game.id != body.game:
            self.carry_over = None
        self.game = self.means.game(body.game, body.posting)
        self.posting, self.terms, self.rules = body.posting, body.terms, body.rules
        self.meters = body.meters
        self.status, self.why = "open", ""
        self.shoe = None

    def changed(self, fact: SeatEvent) -> None:
        """Apply an event at the chairs; a round that waits for its first bet is opened again."""
        self.seating = seated(self.seating, fact)
        self.forget_idle()

    def _shuffled_again(self, no: int, root: bytes, commitment: bytes) -> None:
        """Replay a shuffle of the shoe."""
        shoe = self._shoe(no, None)
        if (shoe.shown, shoe.commitment) != (root, commitment):
            raise Divergence(f"{self.name}: shoe {no} does not have the root in the log")
        self.place_shoe(shoe, no)

    def place_shoe(self, shoe: FairShoe, no: int) -> None:
        """Put a fresh shoe on the table."""
        self.shoe, self.shoes = shoe, no
        if self.carry_over is not None:
            self.carry_over = self.posted.shuffled(self.carry_over)

    def _shoe(self, no: int, place: ShoePosition | None) -> FairShoe:
        """Return a shoe from its sealed seed: new, or at the place where it stopped."""
        game, seed = self.posted, self.means.unseal_seed(self.name, no)
        if place is None:
            return FairShoe(self.name, no, game.kind, game.sets(), seed)
        return FairShoe.at(self.name, game.kind, game.sets(), seed, place)

    def seat_round(self) -> Round:
        """Open a round with all who take part; it is not in the log yet."""
        seats = seat_rules.playing(self.seating, self.posted, self.carry_over)
        self.round_ = Round(self.posted, seats, self.carry_over)
        return self.round_

    def carry(self, carry_over: bytes) -> None:
        """Set the values carried into the next round."""
        self.carry_over = msgspec.msgpack.decode(carry_over, type=self.posted.carry_over)
        self.forget_idle()

    def forget_idle(self) -> None:
        """Discard a round without bets when a player comes or goes; another one is opened."""
        if self.awaits_first_bet:
            self.round_ = None

    def checkpoint(self) -> Checkpoint:
        """Return the checkpoint of the table between rounds."""
        return Checkpoint(self.seating, log.packed(self.carry_over), self.place())

    def begin(self, seq: int, at: int, no: int, standing: Checkpoint) -> None:
        """Mark the round as logged from this row on."""
        seats = tuple(seat.seat for seat in self.round_.seats) if self.round_ else ()
        self.seating = seated(self.seating, Began(at=at, seats=seats))
        self.number, self.begun, self.standing = no, seq, standing
        if self.shoe is not None:
            self.shoe.dealt.clear()

    def stepped(self, at: int, due: Due) -> None:
        """Count a further row of the round, which may end it."""
        self._timed(due)
        if self.round_ is not None and self.round_.closed:
            self._finish(self.round_, at)

    def _timed(self, due: Due) -> None:
        """Start the time of the open questions."""
        self.due = dict(due)
        if self.round_ is not None and not self.round_.closed:
            self.asked_at = {seat: self.round_.asked[seat] for seat in due}

    def _begin_again(self, seq: int, at: int, body: log.RoundBegun) -> None:
        """Replay the row that began a round, and compare its events."""
        self._restore(body.standing)
        numbers = self.seating.seats
        seats = tuple(seat_rules.seated(number, numbers[number]) for number in body.seats)
        if body.no in self.unplayed:
            self.seating = seated(self.seating, Began(at=at, seats=body.seats))
            self.number, self.begun, self.standing = body.no, seq, body.standing
            self._over(at, body.after)
            return
        self.round_ = Round(self.posted, seats, self.carry_over)
        self.begin(seq, at, body.no, body.standing)
        self._enter(self.round_, body.inputs)
        self._compare(self.round_.events, body.events, body.digest, seq)
        self.stepped(at, body.due)
        self._compare_after(body.after, seq)

    def _restore(self, standing: Checkpoint) -> None:
        """Restore the table to its state before a round."""
        self.seating = standing.seating
        self.carry_over = msgspec.msgpack.decode(standing.between, type=self.posted.carry_over)
        self.shoes = standing.place.shoe
        self.shoe = self._shoe(standing.place.shoe, standing.place)

    def _step_again(self, seq: int, at: int, body: log.Stepped) -> None:
        """Replay a row of a round, and compare its events."""
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
        """Raise Divergence unless the table is as the row says; None says nothing."""
        if after is not None and after != self.checkpoint():
            raise Divergence(f"{self.name}: the table does not stand as row {seq} says")

    def _over(self, at: int, after: Checkpoint | None) -> None:
        """End a round without a replay: the last row has the state of the table."""
        if after is not None:
            self._restore(after)
            self.begun, self.standing, self.ended_at = 0, None, at

    def move(self, given: Input) -> None:
        """Enter an external input, then deal what follows.

        An exhausted deck leaves the round waiting; the floor then decides.
        """
        if self.round_ is None:
            raise Divergence(f"{self.name}: there is no round")
        self.round_.enter(given)
        self.deal()

    def deal(self) -> None:
        """Deal from the shoe until a player must decide."""
        if self.round_ is None or self.shoe is None:
            raise Divergence(f"{self.name}: there is no round, or no shoe")
        with suppress(Refused):
            deal(self.round_, self.shoe)

    def _enter(self, round_: Round, inputs: tuple[Input, ...]) -> None:
        """Enter logged inputs; pieces in them must be those of the shoe."""
        before = len(round_.inputs)
        self.deal()
        for given in inputs:
            if not isinstance(given, Drawn):
                self.move(given)
        if tuple(round_.inputs[before:]) != inputs:
            raise Divergence(f"{self.name}: what was dealt is not what the shoe gives")

    def _compare(self, events: list[Any], n: int, digest: bytes, seq: int) -> None:
        """Raise Divergence unless these events have the row's number and digest."""
        if len(events) != n or log.digest(events) != digest:
            raise Divergence(f"{self.name}: what row {seq} says happened does not follow")

    def _finish(self, round_: Round, at: int) -> None:
        """End the round: set all chips, and the carry-over."""
        game = self.posted
        silent = {given.seat for given in round_.inputs if isinstance(given, TimeUp)}
        ended = Ended(at=at, chips=game.chips_after(round_.state), silent=tuple(sorted(silent)))
        self._between_rounds(ended)
        self.carry_over = game.carried(round_.carry_over, round_.state)

    def voided(self, at: int) -> None:
        """Undo the round: all get back what they brought to it, and the shoe is discarded."""
        standing = self.standing
        if standing is None:
            raise Divergence(f"{self.name}: no round to void")
        self.carry(standing.between)
        self._between_rounds(Ended(at=at, chips=seat_rules.came_with(self.seating)))
        self.round_, self.shoe = None, None

    def _between_rounds(self, ended: Ended) -> None:
        """Set the state after a round: its chips, and no open question or deadline."""
        self.seating = seated(self.seating, ended)
        self.begun, self.standing, self.due = 0, None, {}
        self.asked_at, self.ended_at = {}, ended.at


def the_round(live: TableState) -> Round:
    """Return the round that is open; Denied if there is none."""
    if live.round_ is None:
        raise Denied(f"no round is open at {live.name}", "stale")
    return live.round_
