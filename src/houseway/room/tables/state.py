"""The state of a table, folded from its log: seats, shoe, carry-over, the round in play.

``apply`` takes a row, and nothing else changes the state of the table. The engine comes first:
``rounds.py`` moves the round, because the rules are the check, makes its row and applies it.
``replay`` plays a row of the log again, compares it, and applies it in the same way. If a row
cannot be written, the ``TableState`` is discarded and rebuilt from the log.
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
from houseway.game.progressives import Meter
from houseway.room.api.table_types import Status, Terms
from houseway.room.errors import Denied
from houseway.room.fairness.committed_shoe import FairShoe, ShoePosition
from houseway.room.tables import log, seat_rules
from houseway.room.tables.log import Checkpoint, Divergence, Due, LogRow, PendingRow
from houseway.room.tables.replay import enter_row, open_round
from houseway.room.tables.seats import Began, Ended, SeatEvent, Seating, postings
from houseway.room.tables.seats import apply as seated
from houseway.table.round import Round


def stream_of(table: str) -> str:
    """Return the name of the log of a table."""
    return f"table:{table}"


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
        """The end of the last round; 0 while a round is played."""

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

    def apply(self, row: LogRow) -> None:
        """Apply a row; the round and the shoe are already where the row leaves them."""
        match row.body:
            case log.TableOpened():
                self._opened(row.seq, row.body)
            case log.Changed(fact):
                self._seated(fact)
            case log.ShoeShuffled(no):
                self.shoes = no
                if self.carry_over is not None:
                    self.carry_over = self.posted.shuffled(self.carry_over)
            case log.RoundBegun():
                self._begun(row.seq, row.at, row.body)
            case log.Stepped():
                self._stepped(row.at, row.body)
            case log.Voided():
                self._voided(row.at)
            case log.Carried(carry_over):
                self._carry(carry_over)
            case log.ShoeDiscarded():
                self.shoe = None
                self._forget_idle()
            case log.RoundResumed(_, due):
                self.due = dict(due)
            case _:
                self._apply_status(row.body)

    def _apply_status(self, body: log.Body) -> None:
        """Apply a row that changes the status of the table, with its reason."""
        match body:
            case log.Shut(why):
                self.status, self.why = "shut", why
                self._forget_idle()
            case log.Closing(why):
                self.status, self.why = "closing", why
                self._forget_idle()
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

    def _opened(self, seq: int, body: log.TableOpened) -> None:
        """Post a game; nothing is carried over from another one."""
        self.opened_at = seq
        if self.game is not None and self.game.id != body.game:
            self.carry_over = None
        self.game = self.means.game(body.game, body.posting)
        self.posting, self.terms, self.rules = body.posting, body.terms, body.rules
        self.meters = body.meters
        self.status, self.why = "open", ""
        self.shoe = None

    def _seated(self, fact: SeatEvent) -> None:
        """Apply a seat event; a round that waits for its first bet is opened again."""
        self.seating = seated(self.seating, fact)
        self._forget_idle()

    def seat_round(self) -> Round:
        """Open a round with all who take part; it is not in the log yet."""
        seats = seat_rules.playing(self.seating, self.posted, self.carry_over)
        self.round_ = Round(self.posted, seats, self.carry_over)
        return self.round_

    def _carry(self, carry_over: bytes) -> None:
        """Set the values carried into the next round."""
        self.carry_over = log.unpacked(carry_over, self.posted.carry_over)
        self._forget_idle()

    def _forget_idle(self) -> None:
        """Discard a round without bets when a player comes or goes; another one is opened."""
        if self.awaits_first_bet:
            self.round_ = None

    def checkpoint(self) -> Checkpoint:
        """Return the checkpoint of the table between rounds."""
        return Checkpoint(self.seating, log.packed(self.carry_over), self.place())

    def outcome(self, round_: Round, seating: Seating, at: int) -> Checkpoint:
        """Return the checkpoint after a closed round of this seating: its chips, its carry-over."""
        game = self.posted
        silent = {given.seat for given in round_.inputs if isinstance(given, TimeUp)}
        ended = Ended(at=at, chips=game.chips_after(round_.state), silent=tuple(sorted(silent)))
        carried = game.carried(round_.carry_over, round_.state)
        return Checkpoint(seated(seating, ended), log.packed(carried), self._place_after())

    def _place_after(self) -> ShoePosition:
        """Return the place in the shoe for a checkpoint."""
        return self.place()

    def _begun(self, seq: int, at: int, body: log.RoundBegun) -> None:
        """Mark the round as logged from this row on; it may be over already."""
        standing = body.standing
        self.number, self.begun, self.standing, self.ended_at = body.no, seq, standing, 0
        self.seating = seated(standing.seating, Began(at=at, seats=body.seats))
        self._carry(standing.between)
        self.shoes = standing.place.shoe
        self._stepped(at, body)

    def _stepped(self, at: int, body: log.RoundBegun | log.Stepped) -> None:
        """Start the time of the open questions, or end the round."""
        self._timed(body.due)
        if not body.closed:
            return
        after = body.after
        if after is None and self.round_ is not None and body.no not in self.unplayed:
            after = self.outcome(self.round_, self.seating, at)  # rows of the first versions
        if after is not None:
            self.seating, self.ended_at = after.seating, at
            self._carry(after.between)
            self._between_rounds()

    def _timed(self, due: Due) -> None:
        """Set the deadlines, and the questions that they belong to."""
        self.due = dict(due)
        if self.round_ is not None and not self.round_.closed:
            self.asked_at = {seat: self.round_.asked[seat] for seat in due}

    def _voided(self, at: int) -> None:
        """Undo the round: all get back what they brought to it, and the shoe is discarded."""
        standing = self.standing
        if standing is None:
            raise Divergence(f"{self.name}: no round to void")
        self._carry(standing.between)
        ended = Ended(at=at, chips=seat_rules.came_with(self.seating))
        self.seating, self.ended_at = seated(self.seating, ended), at
        self._between_rounds()
        self.round_, self.shoe = None, None

    def _between_rounds(self) -> None:
        """Set that no round is played: no open question, no deadline."""
        self.begun, self.standing, self.due, self.asked_at = 0, None, {}, {}

    # The engine: it comes before ``apply``.

    def replay(self, row: LogRow) -> None:
        """Play a row of the log again, compare what happens with it, and apply it."""
        match row.body:
            case log.ShoeShuffled(no, root, commitment):
                self._replay_shuffle(no, root, commitment)
            case log.RoundBegun() if row.body.no not in self.unplayed:
                self._replay_begun(row, row.body)
            case log.Stepped() if row.body.no not in self.unplayed:
                self._replay_step(row, row.body, self.seating)
            case log.RoundBegun(after=after) | log.Stepped(after=after) if after is not None:
                self._restore_shoe(after.place)
        self.apply(row)

    def _replay_shuffle(self, no: int, root: bytes, commitment: bytes) -> None:
        """Make the shoe from its seed, and compare its roots."""
        game = self.posted
        seed = self.means.unseal_seed(self.name, no)
        shoe = FairShoe(self.name, no, game.kind, game.sets(), seed)
        if (shoe.shown, shoe.commitment) != (root, commitment):
            raise Divergence(f"{self.name}: shoe {no} does not have the root in the log")
        self.shoe = shoe

    def _restore_shoe(self, place: ShoePosition) -> None:
        """Make the shoe from its seed, at the place where it stopped."""
        game, seed = self.posted, self.means.unseal_seed(self.name, place.shoe)
        self.shoe = FairShoe.at(self.name, game.kind, game.sets(), seed, place)

    def _replay_begun(self, row: LogRow, body: log.RoundBegun) -> None:
        """Open the round of a row from its checkpoint, and enter its inputs."""
        self._restore_shoe(body.standing.place)
        self.round_ = open_round(self.posted, body)
        self.begin_dealing()
        seating = seated(body.standing.seating, Began(at=row.at, seats=body.seats))
        self._replay_step(row, body, seating)

    def _replay_step(
        self, row: LogRow, body: log.RoundBegun | log.Stepped, seating: Seating
    ) -> None:
        """Enter the inputs of a row; Divergence unless what follows is what the row says."""
        round_ = self.round_
        begins = isinstance(body, log.RoundBegun)
        if round_ is None or not (begins or (self.begun and body.no == self.number)):
            raise Divergence(f"{self.name}: row {row.seq} belongs to no round")
        enter_row(round_, row.seq, body, self.name, self._enter)
        after = body.after
        if after is not None and after != self.outcome(round_, seating, row.at):
            raise Divergence(f"{self.name}: the table does not stand as row {row.seq} says")

    def move(self, given: Input) -> None:
        """Enter an external input, then deal what follows.

        An exhausted deck leaves the round waiting; the floor then decides.
        """
        if self.round_ is None:
            raise Divergence(f"{self.name}: there is no round")
        self.round_.enter(given)
        self.deal()

    def begin_dealing(self) -> None:
        """Begin the list of pieces that the shoe deals in a round."""
        if self.shoe is not None:
            self.shoe.dealt.clear()

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


def seat_event(live: TableState, fact: SeatEvent) -> PendingRow:
    """Return the row of a seat event, with its postings between a wallet and the chips."""
    return PendingRow(log.Changed(fact), list(postings(live.seating, live.name, fact)))


def the_round(live: TableState) -> Round:
    """Return the round that is open; Denied if there is none."""
    if live.round_ is None:
        raise Denied(f"no round is open at {live.name}", "stale")
    return live.round_


class TableSummary(msgspec.Struct, frozen=True):
    """A table as others know it between its turns: after its last durable row.

    It is published with each of them. Lobby, floor lists, own seats, figures and pages read it. The
    table itself may be in the middle of a move that is not written yet; only its own turn reads it.
    """

    name: str
    seq: int
    """The last row."""
    status: Status
    why: str
    game: Game | None
    posting: dict[str, Any]
    terms: Terms
    rules: str
    opened_at: int
    seating: Seating
    number: int
    """The last logged round."""
    round: int
    """The round in play, or open for bets."""
    playing: bool
    asked: tuple[int, ...]
    events: int | None
    """The number of events in the round; None if there is no round."""
    root: bytes
    carry_over: Any
    meters: dict[str, tuple[int, ...]]
    """Wager -> initial meters in cents, as posted."""
    meters_now: dict[str, list[Meter]]
    """Wager -> its meters, also in the middle of a round."""

    @property
    def has_open_round(self) -> bool:
        """Return True if a round is played, or open for bets."""
        return self.playing or self.round > self.number

    @property
    def posted(self) -> Game:
        """Return the posted game; Denied if none was ever posted."""
        if self.game is None:
            raise Denied(f"no game was ever posted at {self.name}", "unknown")
        return self.game


def summary_of(live: TableState, seq: int) -> TableSummary:
    """Return the summary of a table that stands at this row."""
    round_ = live.round_
    source = round_.state if round_ is not None and live.playing else live.carry_over
    meters = getattr(source, "meters", None)
    return TableSummary(
        live.name, seq, live.status, live.why, live.game, live.posting, live.terms, live.rules,
        live.opened_at, live.seating, live.number, live.number + live.awaits_first_bet,
        live.playing, live.asked(), None if round_ is None else len(round_.events),
        live.shoe.root if live.shoe is not None else b"", live.carry_over, live.meters,
        {spot: list(kept) for spot, kept in meters.items()} if meters else {},
    )  # fmt: skip
