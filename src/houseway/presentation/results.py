"""Rows of results, and the last decisions of seats, added to a view."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.engine.events import Event
from houseway.engine.inputs import Act, TimeUp
from houseway.engine.ledger import ANTES, BANK, ENVY, FEES, METERS, POT, TIPS, WAGERS, rows_of
from houseway.game.face.presenter import GIVEN_BACK, outcome_words, wager_words
from houseway.game.face.views import Result

if TYPE_CHECKING:
    from houseway.engine.driver import RoundDriver
    from houseway.engine.events import Settlement
    from houseway.engine.ledger import LedgerRow
    from houseway.game.base import Game
    from houseway.game.face.views import View


# Rows are made from the transfers of events, so no cent of a seat moves without one.  The rows of
# a seat add up to the change of its chips, except for chips still at risk.  Rows are only added.

KINDS = {WAGERS: "wager", TIPS: "tip", BANK: "bank"}
"""Kind of a row in the books -> kind of its result."""
STAYS = "stays in the pot for the next hand"


class Tally:
    """The rows of a round, folded from its events one by one."""

    __slots__ = (
        "_before",
        "_game",
        "_inputs",
        "_lay",
        "_names",
        "_pots",
        "_presenter",
        "_put",
        "_together",
        "at",
        "changes",
        "nets",
        "results",
    )  # fmt: skip

    def __init__(self, game: Game, names: Mapping[int, str], before: Sequence[int]) -> None:
        self._game, self._presenter, self._names = game, game.presenter, names
        self._before, self._inputs = before, 0
        """The number of events before each input, and the number of inputs passed."""
        self.at = 0
        """The number of events taken."""
        self.results: list[Result] = []
        self.nets: dict[int, int] = {}
        """Seat -> its result in cents, from what is settled so far."""
        self.changes: dict[int, int] = {}
        """Seat -> change of the chips in front of it, in cents; with chips still at risk it is the
        net."""
        self._put: dict[int, int] = {}
        """Seat -> its chips in pots, won or not, in cents."""
        self._lay = 0
        """Cents that earlier hands have left in the pot."""
        self._pots = 0
        """The number of pots that have rows."""
        self._together: dict[tuple[str, int, str, int], LedgerRow] = {}
        """Rows of fees and shares of meters, joined as long as they come from one input."""

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Take all events until now; ``state`` is the one after the last event."""
        for event in events[self.at :] if self.at else events:
            self.take(event, state)
        self.rest()

    def take(self, event: Event, state: Any) -> None:
        """Follow one event, and add the result that it settles."""
        before = self._before
        while self._inputs < len(before) and before[self._inputs] <= self.at:
            self._inputs += 1
            self.rest()
        self.at += 1
        moves, settles = _does(type(event))
        if (moves and self._moved_chips(event, settles)) or settles:
            for row in rows_of(event):
                self._row(row, state)

    def _row(self, row: LedgerRow, state: Any) -> None:
        """Note a row of the books: a fee or meter, a wager, a pot or another movement."""
        if row.kind in (METERS, FEES):
            self._gather(row)
            return
        self.rest()
        if row.settlement is None:
            self._moved(row)
        elif row.kind == POT:
            self._won(state)
        else:
            self._settled(row, row.settlement)

    def rest(self) -> None:
        """Add the joined rows of fees and meters."""
        gathered, self._together = self._together, {}
        for row in gathered.values():
            (self._fee if row.kind == FEES else self._meter)(row)

    def _moved_chips(self, event: Event, settles: bool) -> bool:
        """Follow chips that leave purses or come back; return True if money moves elsewhere too.

        Chips on the table are still their owner's and have no row before they are decided.
        """
        more = False
        changes, put = self.changes, self._put
        for (given, giver), (taken, taker), cents in event.transfers():
            if given == "purse":
                changes[giver] = changes.get(giver, 0) - cents
            if taken == "purse":
                changes[taker] = changes.get(taker, 0) + cents
            if taken == "pot" and given in ("purse", "stake"):
                put[giver] = put.get(giver, 0) + cents
            elif taken == "purse" and given in ("stake", "pot") and not settles:
                if given == "pot":
                    put[taker] -= cents
                self._given_back(event, taker, cents)
            elif taken != "stake":
                more = True
        return more

    def _given_back(self, event: Event, seat: int, cents: int) -> None:
        """Add a row for chips that were bet and not called, or bet for nothing."""
        if not cents:
            return
        words, why = self._game.words(), self._presenter.returned(event)
        label, said = words.wager("bet"), words.outcome("bet", "returned")
        cited: tuple[str, ...] = getattr(event, "clauses", ())
        self._add(Result(
            seat, "return", label=label, outcome=said, odds="", stake=cents, back=cents, net=0,
            spot="bet", note=why, clauses=cited,
        ))  # fmt: skip

    def _add(self, result: Result) -> None:
        """Add a result, and its net to that of the seat."""
        self.results.append(result)
        if result.seat:
            self.nets[result.seat] = self.nets.get(result.seat, 0) + result.net

    def _settled(self, row: LedgerRow, found: Settlement) -> None:
        """Add a row for a wager, a tip, or the result of a bank's wager."""
        words, presenter = self._game.words(), self._presenter
        kind = presenter.kind(found) or KINDS[row.kind]
        if found.outcome in GIVEN_BACK:
            kind = "return"
        net = found.net if row.kind == BANK else row.moves.get(str(found.seat), 0)
        self._add(
            Result(
                found.seat, kind, label=wager_words(words, found),
                outcome=outcome_words(words, found), odds=presenter.odds(found), stake=found.stake,
                back=found.back, net=net, spot=found.wager, hand=found.hand, circle=found.circle,
                owner=found.owner, note=found.note, row=presenter.row(found), clauses=found.clauses,
            )
        )  # fmt: skip

    def _won(self, state: Any) -> None:
        """Add a row for every seat with chips in a pot once all of the pot is won."""
        pots = self._presenter.pots(state, self._put)
        for rows in pots[self._pots :]:
            for result in rows:
                self._add(result)
        self._pots = len(pots)

    def _moved(self, row: LedgerRow) -> None:
        """Add a row for money that moves without a wager: an envy, a pot that stays."""
        if row.kind == ENVY:
            words, whose = self._game.words(), self._names.get(row.seat, f"seat {row.seat}")
            self._add(Result(
                0, "envy", label=words.wager(row.spot),
                outcome=f"to the dealer, for {whose}'s hand", odds="", stake=0,
                back=row.moves["tokes"], net=row.moves["tokes"], spot=row.spot, circle=row.seat,
                clauses=row.clauses,
            ))  # fmt: skip
        elif row.kind == ANTES:
            self._antes(row)

    def _antes(self, row: LedgerRow) -> None:
        """Add a row for the chips that earlier hands left in the pot, or that stay for the next."""
        cents = row.moves["antes"]
        if cents < 0:
            self._lay = -cents
            self._add(Result(
                0, "pot", label="pot", outcome="left by hands before", odds="", stake=-cents,
                back=0, net=0, clauses=row.clauses,
            ))  # fmt: skip
            return
        if self._lay:
            self._add(Result(
                0, "return", label="pot", outcome=STAYS, odds="", stake=self._lay, back=self._lay,
                net=0, clauses=row.clauses,
            ))  # fmt: skip
        if cents > self._lay:  # else the hand is void, and what was put into it goes back
            for seat, put in self._put.items():
                if put:
                    self._add(Result(
                        seat, "pot", label="pot", outcome=STAYS, odds="", stake=put, back=0,
                        net=-put, clauses=row.clauses,
                    ))  # fmt: skip

    def _gather(self, row: LedgerRow) -> None:
        """Join a fee, or a movement of a meter, with those of the same input."""
        seat = row.seat if row.kind == FEES else min(row.seat, 1)
        key = (row.kind, seat, row.spot, row.meter)
        first = self._together.setdefault(key, row)
        if first is not row:
            for account, cents in row.moves.items():
                first.moves[account] = first.moves.get(account, 0) + cents

    def _fee(self, row: LedgerRow) -> None:
        """Add a fee, or a fee given back, to the results."""
        taken = row.moves["drop"]
        if not taken:
            return
        cited = row.clauses or self._game.clauses_at("fees.collect", "bank.fees")
        said = "given back" if taken < 0 else "to the house" if row.seat else "out of the pot"
        stake, back = (max(taken, 0), max(-taken, 0)) if row.seat else (0, taken)
        self._add(Result(
            row.seat, "fee", label="collection", outcome=said, odds="", stake=stake, back=back,
            net=back - stake, clauses=cited,
        ))  # fmt: skip

    def _meter(self, row: LedgerRow) -> None:
        """Add what went into or out of a meter to the results."""
        cents = row.moves["meter"]
        if not cents:
            return
        words, of = self._game.words(), len(self._game.meter_terms[row.spot])  # type: ignore[attr-defined]
        said = "shares of the wagers" if row.seat else "its seed, after it was won"
        if cents < 0:
            said = "out again: wagers went back"
        self._add(Result(
            0, "meter", label=words.meter(row.spot, row.meter, of), outcome=said, odds="",
            stake=0, back=cents, net=cents, spot=row.spot, clauses=row.clauses,
        ))  # fmt: skip


@functools.cache
def _does(cls: type[Event]) -> tuple[bool, bool]:
    """Return if events of a class move money at all, and if they settle something."""
    return cls.transfers is not Event.transfers, cls.settles


# Results and last decisions, followed on demand, each event and input once.

TIME_UP = "time up"


class RoundResults:
    """Results and decisions of a round, followed on demand."""

    __slots__ = ("_before", "_events", "_inputs", "_inputs_read", "_late", "_texts", "did", "tally")

    def __init__(self, round_: RoundDriver[Game]) -> None:
        # Keep the lists and not the round, so that a finished round is freed when no view needs it.
        self._events, self._inputs = round_.events, round_.inputs
        self._before, self._late = round_.events_before, round_.timed_out
        self._texts = round_.game.presenter
        self._inputs_read = 0
        """The number of inputs followed."""
        names = {seat.seat: seat.name for seat in round_.seats}
        self.tally = Tally(round_.game, names, round_.events_before)
        self.did: dict[int, str] = {}
        """Seat -> its last decision, in words."""

    def follow(self, state: Any) -> RoundResults:
        """Follow all that has happened; ``state`` is the one after the last event."""
        self.tally.follow(self._events, state)
        return self.upto(len(self._events))

    def upto(self, events: int) -> RoundResults:
        """Follow the decisions that caused the first ``events`` events; of all, every decision."""
        if len(self._inputs) > self._inputs_read:
            self._decisions(events if events < len(self._events) else events + 1)
        return self

    def _decisions(self, upto: int) -> None:
        """Note the last decision of each seat, from inputs up to this number of events."""
        inputs, events, before = self._inputs, self._events, self._before
        while self._inputs_read < len(inputs) and before[self._inputs_read] < upto:
            number, given = self._inputs_read, inputs[self._inputs_read]
            self._inputs_read += 1
            act = self._late[number] if isinstance(given, TimeUp) else given
            if isinstance(act, Act):
                end = before[number + 1] if number + 1 < len(before) else len(events)
                said = self._texts.did(act, events[before[number] : end])
                late = isinstance(given, TimeUp)
                self.did[act.seat] = f"{said} ({TIME_UP})" if late else said

    def tell(self, view: View, state: Any) -> View:
        """Return a view with results, nets and last decisions filled in."""
        did, nets, changes = self.did, self.tally.nets, self.tally.changes
        for seat in view.seats:
            number = seat.seat
            net = nets.get(number, 0)
            seat.did, seat.net = did.get(number, ""), net
            seat.at_risk = net - changes.get(number, 0)
        view.results = self.tally.results.copy()
        view.headline = self._texts.headline(state, view.results)
        return view
