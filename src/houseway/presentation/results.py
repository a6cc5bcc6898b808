"""Rows of results and the decisions told on top of a view."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from houseway.engine.events import Event
from houseway.engine.inputs import Act, TimeUp
from houseway.engine.ledger import ANTES, BANK, ENVY, FEES, METERS, POT, TIPS, WAGERS, rows_of
from houseway.presentation.presenter import GIVEN_BACK, outcome_words, wager_words
from houseway.presentation.views import Result

if TYPE_CHECKING:
    from houseway.engine.events import Settlement
    from houseway.engine.ledger import Entry
    from houseway.engine.round import Round
    from houseway.game.base import Game
    from houseway.presentation.views import View


# -- tally ------------------------------------------------------------------------------------
# What has come out in a round so far, row by row, and what each seat has at risk and has won.
#
# Rows are made of what events move, so no cent of a seat moves without one: what its rows come to
# is the change of its chips, but for those still at risk. Rows are only added, never changed.

KINDS = {WAGERS: "wager", TIPS: "tip", BANK: "bank"}
"""What a settlement is called, by the kind of its row in the books."""
STAYS = "stays in the pot for the next hand"


class Tally:
    """The rows of a round, folded from its events one by one."""

    __slots__ = (
        "_before", "_game", "_inputs", "_lay", "_names", "_pots", "_put", "_together", "_told",
        "at", "changes", "nets", "results",
    )  # fmt: skip

    def __init__(self, game: Game, names: Mapping[int, str], before: Sequence[int]) -> None:
        self._game, self._told, self._names = game, game.telling, names
        self._before, self._inputs = before, 0
        """How many events there were before each input, and how many inputs have been passed."""
        self.at = 0
        """How many events have been taken."""
        self.results: list[Result] = []
        self.nets: dict[int, int] = {}
        """What the round has brought each seat, as far as it has come out."""
        self.changes: dict[int, int] = {}
        """What each seat has in front of it more, or less, than it brought: with what is still at
        risk, that is its net."""
        self._put: dict[int, int] = {}
        """What each seat has in pots that nobody has won yet, or had in those that were won."""
        self._lay = 0
        """What hands before have left in the pot."""
        self._pots = 0
        """How many pots have their rows."""
        self._together: dict[tuple[str, int, str, int], Entry] = {}
        """What comes of one input in small parts, fees and shares of meters: one row of each."""

    def follow(self, events: Sequence[Event], state: Any) -> None:
        """Everything that has happened until now; the state is that after the last event."""
        for event in events[self.at :] if self.at else events:
            self.take(event, state)
        self.rest()

    def take(self, event: Event, state: Any) -> None:
        """One event more."""
        before = self._before
        while self._inputs < len(before) and before[self._inputs] <= self.at:
            self._inputs += 1
            self.rest()
        self.at += 1
        moves, settles = _does(type(event))
        if (moves and self._moved_chips(event, settles)) or settles:
            for row in rows_of(event):
                self._row(row, state)

    def _row(self, row: Entry, state: Any) -> None:
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
        """What came in small parts is all there."""
        gathered, self._together = self._together, {}
        for row in gathered.values():
            (self._fee if row.kind == FEES else self._meter)(row)

    # -- chips -------------------------------------------------------------------------------

    def _moved_chips(self, event: Event, settles: bool) -> bool:
        """Chips leave purses, or come back to them; whether anything else happens to money.

        Chips that are put down are still their owner's, and have no row before they come out.
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
        """Chips that were bet and not called, or for nothing."""
        if not cents:
            return
        words, why = self._game.words(), self._told.returned(event)
        label, said = words.wager("bet"), words.outcome("bet", "returned")
        cited: tuple[str, ...] = getattr(event, "clauses", ())
        self._add(Result(seat, "return", label, said, "", cents, cents, 0, "bet", note=why,
                         clauses=cited))  # fmt: skip

    # -- rows --------------------------------------------------------------------------------

    def _add(self, result: Result) -> None:
        self.results.append(result)
        if result.seat:
            self.nets[result.seat] = self.nets.get(result.seat, 0) + result.net

    def _settled(self, row: Entry, found: Settlement) -> None:
        """A wager, a tip, or what a bank's wager has come to."""
        words, told = self._game.words(), self._told
        kind = told.kind(found) or KINDS[row.kind]
        if found.outcome in GIVEN_BACK:
            kind = "return"
        net = found.net if row.kind == BANK else row.moves.get(str(found.seat), 0)
        self._add(
            Result(
                found.seat, kind, wager_words(words, found), outcome_words(words, found),
                told.odds(found), found.stake, found.back, net, found.wager, found.hand,
                found.circle, found.owner, found.note, told.row(found), found.clauses,
            )
        )  # fmt: skip

    def _won(self, state: Any) -> None:
        """A share of a pot: when all of a pot is won, everybody who had chips in it has a row."""
        pots = self._told.pots(state, self._put)
        for rows in pots[self._pots :]:
            for result in rows:
                self._add(result)
        self._pots = len(pots)

    def _moved(self, row: Entry) -> None:
        """What moves without a wager: envies, a pot that stays."""
        if row.kind == ENVY:
            words, whose = self._game.words(), self._names.get(row.seat, f"seat {row.seat}")
            self._add(Result(0, "envy", words.wager(row.spot), f"to the dealer, for {whose}'s hand",
                             "", 0, row.moves["tokes"], row.moves["tokes"], row.spot,
                             circle=row.seat, clauses=row.clauses))  # fmt: skip
        elif row.kind == ANTES:
            self._antes(row)

    def _antes(self, row: Entry) -> None:
        """What hands before have left in the pot, or what lies there for the next."""
        cents = row.moves["antes"]
        if cents < 0:
            self._lay = -cents
            self._add(Result(0, "pot", "pot", "left by hands before", "", -cents, 0, 0,
                             clauses=row.clauses))  # fmt: skip
            return
        if self._lay:
            self._add(Result(0, "return", "pot", STAYS, "", self._lay, self._lay, 0,
                             clauses=row.clauses))  # fmt: skip
        if cents > self._lay:  # else the hand is void, and what was put into it goes back
            for seat, put in self._put.items():
                if put:
                    self._add(Result(seat, "pot", "pot", STAYS, "", put, 0, -put,
                                     clauses=row.clauses))  # fmt: skip

    # -- in small parts ----------------------------------------------------------------------

    def _gather(self, row: Entry) -> None:
        """A fee, or what moves a meter: shares of wagers one after the other, or its seed."""
        seat = row.seat if row.kind == FEES else min(row.seat, 1)
        key = (row.kind, seat, row.spot, row.meter)
        first = self._together.setdefault(key, row)
        if first is not row:
            for account, cents in row.moves.items():
                first.moves[account] = first.moves.get(account, 0) + cents

    def _fee(self, row: Entry) -> None:
        taken = row.moves["drop"]
        if not taken:
            return
        cited = row.clauses or self._game.clauses_at("collection.collect", "bank.fees")
        said = "given back" if taken < 0 else "to the house" if row.seat else "out of the pot"
        stake, back = (max(taken, 0), max(-taken, 0)) if row.seat else (0, taken)
        self._add(Result(row.seat, "fee", "collection", said, "", stake, back, back - stake,
                         clauses=cited))  # fmt: skip

    def _meter(self, row: Entry) -> None:
        cents = row.moves["meter"]
        if not cents:
            return
        words, of = self._game.words(), len(self._game.meter_terms[row.spot])  # type: ignore[attr-defined]
        said = "shares of the wagers" if row.seat else "its seed, after it was won"
        if cents < 0:
            said = "out again: wagers went back"
        self._add(Result(0, "meter", words.meter(row.spot, row.meter, of), said, "", 0, cents,
                         cents, row.spot, clauses=row.clauses))  # fmt: skip


@functools.cache
def _does(cls: type[Event]) -> tuple[bool, bool]:
    """Whether events of a class move money at all, and whether they settle something."""
    return cls.transfers is not Event.transfers, cls.settles


# -- told -------------------------------------------------------------------------------------
# What is told of a round beside what lies on the table: what has come out, who did what last.
#
# It follows the events and inputs of a round when somebody looks, each of them once.

TIME_UP = "time up"


class Told:
    """Results and decisions of a round, as far as it was followed."""

    __slots__ = ("_before", "_events", "_inputs", "_late", "_telling", "_told", "did", "tally")

    def __init__(self, round_: Round) -> None:
        # Of the round its lists, and not itself: one that is over goes as soon as nobody looks.
        self._events, self._inputs = round_.events, round_.inputs
        self._before, self._late = round_.before, round_.late
        self._telling = round_.game.telling
        self._told = 0
        """How many inputs have been told of."""
        names = {seat.seat: seat.name for seat in round_.seats}
        self.tally = Tally(round_.game, names, round_.before)
        self.did: dict[int, str] = {}
        """Seat -> its last decision, in words."""

    def follow(self, state: Any) -> Told:
        """All that has happened; ``state`` is that after the last event."""
        self.tally.follow(self._events, state)
        return self.upto(len(self._events))

    def upto(self, events: int) -> Told:
        """The decisions by which the first so many events came about; of all, every decision."""
        if len(self._inputs) > self._told:
            self._decisions(events if events < len(self._events) else events + 1)
        return self

    def _decisions(self, upto: int) -> None:
        inputs, events, before = self._inputs, self._events, self._before
        while self._told < len(inputs) and before[self._told] < upto:
            number, given = self._told, inputs[self._told]
            self._told += 1
            act = self._late[number] if isinstance(given, TimeUp) else given
            if isinstance(act, Act):
                end = before[number + 1] if number + 1 < len(before) else len(events)
                said = self._telling.did(act, events[before[number] : end])
                late = isinstance(given, TimeUp)
                self.did[act.seat] = f"{said} ({TIME_UP})" if late else said

    def tell(self, view: View, state: Any) -> View:
        """A view with what there is to tell."""
        did, nets, changes = self.did, self.tally.nets, self.tally.changes
        for seat in view.seats:
            number = seat.seat
            net = nets.get(number, 0)
            seat.did, seat.net = did.get(number, ""), net
            seat.at_risk = net - changes.get(number, 0)
        view.results = self.tally.results.copy()
        view.headline = self._telling.headline(state, view.results)
        return view
