"""A sit & go in progress: entries, hands, levels, who is out, and how it ends."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from houseway.engine.questions import Act, Asking
from houseway.engine.round import Round
from houseway.engine.table import Table
from houseway.errors import Refused, short_repr
from houseway.families.poker.antes import NO_ANTE
from houseway.money import in_chips
from houseway.sit_and_go.agreement import WAYS, shared
from houseway.sit_and_go.inputs import Agreed, Away, Begun, Entry, Minutes, Played, Told
from houseway.sit_and_go.plan import AGREEMENT_CLAUSES, CHIP, Plan
from houseway.sit_and_go.results import Lost, Placed, placed
from houseway.util.english import n, one_of, spelt, verb


class SitAndGo:
    """Enter until the table is full, then play hand after hand.

    ``told`` is everything that came from outside; with it ``replay`` makes the same tournament.
    """

    def __init__(self, plan: Plan, seed: int | None = None) -> None:
        with in_chips():
            plan.check()
            self.table = Table(plan.game_at(0), seed=seed)
        self.plan = plan
        self.told: list[Told] = []
        self.entries: list[Entry] = []
        self.names: dict[int, str] = {}
        self.level = self.hands = self.hands_here = self.minutes_here = 0
        self.away: set[int] = set()
        self.agreed: dict[int, str] = {}
        self.lost: list[Lost] = []
        self.results: list[Placed] = []
        self._lot = random.SystemRandom() if seed is None else random.Random(seed)

    # -- before it begins --------------------------------------------------------------------

    def join(self, name: str, who: str = "") -> None:
        """Somebody pays entry and fee; the last one to do so begins it."""
        if self.names:
            raise Refused("the sit & go has begun; nobody enters any more")
        if any((other.who or other.name) == (who or name) for other in self.entries):
            raise Refused(f"{name} has entered already")
        self.take(Entry(name, who))
        if len(self.entries) == self.plan.seats:
            seats = list(range(1, self.plan.seats + 1))
            self._lot.shuffle(seats)
            self.take(Begun(tuple(seats)))

    def _begin(self, seats: tuple[int, ...]) -> None:
        for seat, entry in zip(seats, self.entries, strict=True):
            self.table.sit(seat, entry.name, self.plan.chips * CHIP, entry.who)
            self.names[seat] = entry.name

    @property
    def left(self) -> dict[int, int]:
        """The chips of everybody who is in it still, by seat."""
        return {seat: who.chips // CHIP for seat, who in sorted(self.table.seats.items())}

    @property
    def lying(self) -> int:
        """The chips of a pot that stays from hand to hand until it is won."""
        between = self.table.between
        return between.lying // CHIP if between is not None else 0

    @property
    def over(self) -> bool:
        """Whether all places are known."""
        return bool(self.results)

    # -- hands -------------------------------------------------------------------------------

    def start(self) -> Round:
        """The next hand, at the level that holds now."""
        self._between("deal")
        with in_chips():
            self._rise()
            self.table.start()
            return self._go_on()

    def enter(self, act: Act) -> None:
        """A decision in the hand being played."""
        with in_chips():
            self.table.enter(act)
            self._go_on()

    def time_up(self, seat: int) -> None:
        """A seat's time is up: what costs nothing is done for it."""
        with in_chips():
            self.table.time_up(seat)
            self._go_on()

    def rule(self, name: str, **details: Any) -> None:
        """A supervisor's ruling."""
        with in_chips():
            self.table.rule(name, **details)
            self._go_on()

    def _go_on(self) -> Round:
        """Decide for the absent, who post what falls on them and go out with their blinds."""
        round_ = self.table.round
        assert round_ is not None, "a hand has been dealt"
        while isinstance(question := round_.question, Asking):
            gone = [seat for seat in question.seats() if seat in self.away]
            if not gone:
                return round_
            self.table.time_up(gone[0])
        self._count(round_)
        return round_

    def _count(self, round_: Round) -> None:
        """After a hand: who has no chips left is out, and the level is one hand older."""
        self.told.append(Played(tuple(round_.inputs)))
        self.agreed.clear()
        self.hands += 1
        self.hands_here += 1
        began = {player.seat: player.chips // CHIP for player in round_.seats}
        table = self.table
        short = [seat for seat, why in round_.state.kept_out.items() if why == NO_ANTE]
        if len(short) == len(table.seats):  # nobody can pay an ante any more: most chips win
            short.remove(max(short, key=began.__getitem__))
        for seat, who in sorted(table.seats.items()):
            plays = who.chips or table.game.plays_without_chips(who, table.between)
            if seat in short or not plays:
                left = table.leave(seat) // CHIP
                self.away.discard(seat)
                self.lost.append(Lost(seat, self.hands, self.level + 1, began[seat], left))
        if len(table.seats) == 1:
            (winner,) = table.seats
            self._end({winner: self.prizes[0]})

    def _rise(self) -> None:
        """The next level, once this one has had its hands or its minutes."""
        plan = self.plan
        while self.level + 1 < len(plan.levels):
            if plan.level_hands and self.hands_here >= plan.level_hands:
                self.hands_here -= plan.level_hands
            elif plan.level_minutes and self.minutes_here >= plan.level_minutes:
                self.minutes_here -= plan.level_minutes
            else:
                return
            self.level += 1
            self.table.post(plan.game_at(self.level))

    @property
    def prizes(self) -> tuple[int, ...]:
        """Cents for every place there is; most are nothing."""
        paid = self.plan.prizes.of(self.plan.pool(len(self.entries)))
        return (*paid, *[0] * (len(self.entries) - len(paid)))

    def _between(self, what: str) -> None:
        if not self.names:
            missing = self.plan.seats - len(self.entries)
            raise Refused(f"the sit & go begins when {_more(missing)} entered")
        if self.over:
            raise Refused("the sit & go is over")
        if self.table.round is not None and not self.table.round.closed:
            raise Refused(f"nobody can {what} while a hand is being played")

    # -- time, absence, agreement ------------------------------------------------------------

    def minutes(self, n: int) -> None:
        """So many minutes have passed; levels change with the next hand."""
        if type(n) is not int or n < 1:
            raise Refused(f"time is told in whole minutes, from 1 on, not {short_repr(n)}")
        if not self.names or self.over:
            raise Refused("no time runs before the sit & go begins, nor after it is over")
        self.minutes_here += n
        self.told.append(Minutes(n))

    def absent(self, seat: int, away: bool = True) -> None:
        """A player goes away, or is back; between hands."""
        self._between("leave or come back")
        self._is_in(seat)
        self.told.append(Away(seat, away))
        (self.away.add if away else self.away.discard)(seat)

    def agree(self, seat: int, way: str) -> None:
        """A player wants to end it and share in this way; it ends when all who are left do."""
        self._between("agree")
        self._is_in(seat)
        if self.plan.agreement == "never":
            raise Refused("no agreements are made in this sit & go", AGREEMENT_CLAUSES)
        if way and way not in WAYS:
            raise Refused(
                f"prizes are shared in one of the ways {one_of(WAYS)}, not {short_repr(way)}",
                AGREEMENT_CLAUSES,
            )
        if self.lying:
            lie = f"{n(self.lying, 'chip')} {verb(self.lying, 'lies')}"
            raise Refused(f"{lie} in a pot that is still to be won")
        self.told.append(Agreed(seat, way))
        self.agreed[seat] = way
        if self.left.keys() == self.agreed.keys() and set(self.agreed.values()) == {way} != {""}:
            self._end(shared(way, self.left, self.prizes[: len(self.left)]))

    def _is_in(self, seat: int) -> None:
        if seat not in self.table.seats:
            raise Refused(f"nobody at seat {short_repr(seat)} is still in the sit & go")

    # -- what was written down ---------------------------------------------------------------

    def take(self, one: Told) -> None:
        """Any recorded input."""
        if isinstance(one, Played):
            self._between("deal")
            with in_chips():
                self._rise()
                self._count(self.table.replay(one.inputs))
        elif isinstance(one, Minutes):
            self.minutes(one.n)
        elif isinstance(one, Away):
            self.absent(one.seat, one.away)
        elif isinstance(one, Agreed):
            self.agree(one.seat, one.way)
        else:
            self.told.append(one)
            if isinstance(one, Entry):
                self.entries.append(one)
            else:
                self._begin(one.seats)

    def _end(self, left: dict[int, int]) -> None:
        self.results = placed(self.names, left, self.lost, self.prizes)


def _more(missing: int) -> str:
    return "one more player has" if missing == 1 else f"{spelt(missing)} more players have"


def replay(plan: Plan, told: Iterable[Told]) -> SitAndGo:
    """The same tournament from what was written down."""
    found = SitAndGo(plan)
    for one in told:
        found.take(one)
    return found
