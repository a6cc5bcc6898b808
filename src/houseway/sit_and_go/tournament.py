"""A sit & go in progress: entries, hands, levels, eliminations, and the end."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from houseway.engine.questions import Act, Asking
from houseway.errors import Refused, short_repr
from houseway.families.poker.forced_bets.antes import NO_ANTE
from houseway.money import in_chips
from houseway.sit_and_go.agreement import WAYS, shared
from houseway.sit_and_go.inputs import (
    Agreed,
    Away,
    Begun,
    EntryPaid,
    HandPlayed,
    Minutes,
    TournamentInput,
)
from houseway.sit_and_go.plan import AGREEMENT_CLAUSES, CHIP, SitAndGoPlan
from houseway.sit_and_go.results import Lost, Placed, placed
from houseway.table.round import Round
from houseway.table.table import Table
from houseway.util.english import n, one_of, spelt, verb


class SitAndGo:
    """Enter until the table is full, then play hand after hand.

    ``inputs`` has all external inputs; ``replay`` makes the same tournament from them.
    """

    def __init__(self, plan: SitAndGoPlan, seed: int | None = None) -> None:
        with in_chips():
            plan.check()
            self.table = Table(plan.game_at(0), seed=seed)
        self.plan = plan
        self.inputs: list[TournamentInput] = []
        self.entries: list[EntryPaid] = []
        self.names: dict[int, str] = {}
        self.level = self.hands = self.hands_here = self.minutes_here = 0
        self.away: set[int] = set()
        self.agreed: dict[int, str] = {}
        self.lost: list[Lost] = []
        self.results: list[Placed] = []
        self._lot = random.SystemRandom() if seed is None else random.Random(seed)

    def join(self, name: str, who: str = "") -> None:
        """Take entry and fee from a player; the last entry begins the tournament."""
        if self.names:
            raise Refused("sit-and-go-begun", "the sit & go has begun; entries are closed")
        if any((other.who or other.name) == (who or name) for other in self.entries):
            raise Refused("entered-already", f"{name} has entered already")
        self.take(EntryPaid(name, who))
        if len(self.entries) == self.plan.seats:
            seats = list(range(1, self.plan.seats + 1))
            self._lot.shuffle(seats)
            self.take(Begun(tuple(seats)))

    def _begin(self, seats: tuple[int, ...]) -> None:
        """Seat the entries in the drawn order, each with the starting chips."""
        for seat, entry in zip(seats, self.entries, strict=True):
            self.table.sit(seat, entry.name, self.plan.chips * CHIP, entry.who)
            self.names[seat] = entry.name

    @property
    def left(self) -> dict[int, int]:
        """Return seat -> chips of every player still in the tournament."""
        return {seat: who.chips // CHIP for seat, who in sorted(self.table.seats.items())}

    @property
    def lying(self) -> int:
        """Return the chips of a pot that stays from hand to hand until it is won."""
        carry_over = self.table.carry_over
        return carry_over.lying // CHIP if carry_over is not None else 0

    @property
    def over(self) -> bool:
        """Return True if all places are known."""
        return bool(self.results)

    def start(self) -> Round:
        """Start the next hand, at the present level."""
        self._between("deal")
        with in_chips():
            self._rise()
            self.table.start()
            return self._go_on()

    def enter(self, act: Act) -> None:
        """Apply a decision in the hand being played."""
        with in_chips():
            self.table.enter(act)
            self._go_on()

    def time_up(self, seat: int) -> None:
        """Apply a seat's default decision after its time is up, which costs nothing."""
        with in_chips():
            self.table.time_up(seat)
            self._go_on()

    def rule(self, name: str, **details: Any) -> None:
        """Apply a supervisor's ruling."""
        with in_chips():
            self.table.rule(name, **details)
            self._go_on()

    def _go_on(self) -> Round:
        """Decide for the absent, who post forced bets and are blinded out."""
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
        """Finish a hand: eliminate players without chips, and count the hand for its level."""
        self.inputs.append(HandPlayed(tuple(round_.inputs)))
        self.agreed.clear()
        self.hands += 1
        self.hands_here += 1
        began = {player.seat: player.chips // CHIP for player in round_.seats}
        table = self.table
        short = [seat for seat, why in round_.state.kept_out.items() if why == NO_ANTE]
        if len(short) == len(table.seats):  # no player can pay an ante any more: most chips win
            short.remove(max(short, key=began.__getitem__))
        for seat, who in sorted(table.seats.items()):
            plays = who.chips or table.game.plays_without_chips(who, table.carry_over)
            if seat in short or not plays:
                left = table.leave(seat) // CHIP
                self.away.discard(seat)
                self.lost.append(Lost(seat, self.hands, self.level + 1, began[seat], left))
        if len(table.seats) == 1:
            (winner,) = table.seats
            self._end({winner: self.prizes[0]})

    def _rise(self) -> None:
        """Start the next level once this one has had its hands or its minutes."""
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
        """Return cents for every place; 0 for most."""
        paid = self.plan.prizes.of(self.plan.pool(len(self.entries)))
        return (*paid, *[0] * (len(self.entries) - len(paid)))

    def _between(self, what: str) -> None:
        """Refuse unless the tournament has begun, is not over, and no hand is being played."""
        if not self.names:
            missing = self.plan.seats - len(self.entries)
            raise Refused(
                "sit-and-go-not-begun", f"the sit & go begins when {_more(missing)} entered"
            )
        if self.over:
            raise Refused("sit-and-go-over", "the sit & go is over")
        if self.table.round is not None and not self.table.round.closed:
            raise Refused(
                "hand-being-played", f"it is not possible to {what} while a hand is being played"
            )

    def minutes(self, n: int) -> None:
        """Let minutes pass; levels change with the next hand."""
        if type(n) is not int or n < 1:
            raise Refused(
                "minutes-malformed",
                f"time is told in whole minutes, from 1 on, not {short_repr(n)}",
            )
        if not self.names or self.over:
            raise Refused(
                "no-time-runs", "no time runs before the sit & go begins, nor after it is over"
            )
        self.minutes_here += n
        self.inputs.append(Minutes(n))

    def absent(self, seat: int, away: bool = True) -> None:
        """Mark a player as absent or back, between hands."""
        self._between("leave or come back")
        self._require_in(seat)
        self.inputs.append(Away(seat, away))
        (self.away.add if away else self.away.discard)(seat)

    def agree(self, seat: int, way: str) -> None:
        """Record a player's proposal to end and share; the tournament ends when all remaining
        agree.
        """
        self._between("agree")
        self._require_in(seat)
        if self.plan.agreement == "never":
            raise Refused(
                "no-agreements", "no agreements are made in this sit & go", AGREEMENT_CLAUSES
            )
        if way and way not in WAYS:
            raise Refused(
                "no-such-sharing",
                f"prizes are shared in one of the ways {one_of(WAYS)}, not {short_repr(way)}",
                AGREEMENT_CLAUSES,
            )
        if self.lying:
            lie = f"{n(self.lying, 'chip')} {verb(self.lying, 'lies')}"
            raise Refused("chips-in-pot", f"{lie} in a pot that is still to be won")
        self.inputs.append(Agreed(seat, way))
        self.agreed[seat] = way
        if self.left.keys() == self.agreed.keys() and set(self.agreed.values()) == {way} != {""}:
            self._end(shared(way, self.left, self.prizes[: len(self.left)]))

    def _require_in(self, seat: int) -> None:
        """Refuse a seat without a player of the tournament."""
        if seat not in self.table.seats:
            raise Refused(
                "not-in-sit-and-go",
                f"no player at seat {short_repr(seat)} is still in the sit & go",
            )

    def take(self, one: TournamentInput) -> None:
        """Apply any recorded input."""
        if isinstance(one, HandPlayed):
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
            self.inputs.append(one)
            if isinstance(one, EntryPaid):
                self.entries.append(one)
            else:
                self._begin(one.seats)

    def _end(self, left: dict[int, int]) -> None:
        """Set the results: places and prizes of all players."""
        self.results = placed(self.names, left, self.lost, self.prizes)


def _more(missing: int) -> str:
    """Return the number of missing players in words, with the verb."""
    return "one more player has" if missing == 1 else f"{spelt(missing)} more players have"


def replay(plan: SitAndGoPlan, inputs: Iterable[TournamentInput]) -> SitAndGo:
    """Return the tournament that these inputs make."""
    found = SitAndGo(plan)
    for one in inputs:
        found.take(one)
    return found
