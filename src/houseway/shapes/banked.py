"""What every banked game shares: wagers on spots, dealer tips, fees, settlement, returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.game import Dealing
from houseway.pay import Payout
from houseway.script import TIP
from houseway.shapes.awards import WHOLE, Share, Sharing
from houseway.shapes.betting import NO_BET, SIT_OUT, BankedBetween, Betting, seated
from houseway.shapes.stakes import (
    DEALER,
    PLAYER,
    Answered,
    BankedState,
    BetKey,
    EnvyPaid,
    FeeTaken,
    KeyPressed,
    Phase,
    SatOut,
    Staked,
    WagerReturned,
    WagerSettled,
    WagersPlaced,
    bank_account,
    reset_meter,
    return_wager,
    return_wagers,
)
from houseway.views import Chips, Pile, Puck, SeatView, View
from houseway.wager import Wager, reads_of

Fact: TypeAlias = Callable[[Any, Any, Any], Any]
"""Of game, state and seat; where a seat may have several hands, of seat and hand."""
Shares: TypeAlias = dict[tuple[int, str], Share]
"""(seat, wager) -> what it gets otherwise than by the odds alone."""


class PostedFact:
    """A fact that is the same in every round: what is posted, as a small int that rules read."""

    def __init__(self, key: str, values: Sequence[Any]) -> None:
        self.key, self.values = key, tuple(values)

    def at(self, game: Any) -> int:
        """Its number among the values that may be posted."""
        return self.values.index(getattr(game, self.key))

    def __call__(self, game: Any, state: Any, seat: Any) -> int:
        return self.at(game)


class Banked(Betting):
    """Base of the shapes in which players wager against a bank."""

    facts: ClassVar[dict[str, Fact]] = {}
    follows: ClassVar[dict[str, str]] = {}
    """A spot that takes chips during the round only -> the wager that it follows."""

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self._sides: dict[str, tuple[tuple[Wager, tuple[Fact, ...]], ...]] = {}
        for wager in self.offered:
            if wager.by is not None:
                bound = (wager, tuple(self._fact(wager, name) for name in wager.reads))
                self._sides[wager.resolves] = (*self._sides.get(wager.resolves, ()), bound)
        self._rests_on: dict[str, tuple[str, ...]] = {
            wager.name: (*wager.by.clauses, self.pay_tables()[wager.paid_by].clause)
            for wager in self.offered
            if wager.by is not None
        }
        self._sharing: dict[str, Sharing] = {
            wager.name: sharing
            for wager in self.offered
            if wager.by is not None and (sharing := Sharing(self, wager)).needed
        }
        self._known = tuple(
            (wager, self._facts_of(wager, wager.known), self._facts_of(wager, wager.by))
            for wager in self.offered
            if wager.known is not None and not self._limited(wager)
        )

    def _limited(self, wager: Wager) -> bool:
        """Whether all winners are to be known before the first is paid, for a posted limit."""
        return wager.name in self._sharing and bool(self._sharing[wager.name].limit)

    def _facts_of(self, wager: Wager, rule: Any) -> tuple[Fact, ...]:
        return tuple(self._fact(wager, name) for name in reads_of(rule))

    def _fact(self, wager: Wager, name: str) -> Fact:
        if name not in self.facts:
            raise Refused(
                f"the rule of {wager.name} reads {name!r}; a {self.shape} table knows "
                f"{', '.join(self.facts)}",
                wager.clauses,
            )
        return self.facts[name]

    # -- settlement --------------------------------------------------------------------------

    @procedure("CO-ALL-4")
    def settle_side_bets(
        self, r: Dealing, moment: str, seats: Sequence[int], shares: Shares | None = None
    ) -> None:
        """Settle the optional wagers decided at this moment: one outcome and one award for each.

        ``shares`` are what was worked out for all seats, where some come before others.
        """
        sides = self._sides.get(moment)
        if not sides:
            return
        s = r.state
        if shares is None:
            shares = self.shares(s, moment, seats)
        for seat in seats:
            for wager, facts in sides:
                if (seat, wager.name, 0, PLAYER) in s.stakes:
                    outcome = wager.by(*[fact(self, s, seat) for fact in facts])
                    self.settle_side(r, seat, wager, outcome, shares.get((seat, wager.name), WHOLE))

    def settle_known(self, r: Dealing, seats: Sequence[int]) -> None:
        """Settle what is decided already of wagers that otherwise wait for a later moment."""
        s = r.state
        for seat in seats if self._known else ():
            for wager, reads, facts in self._known:
                if (seat, wager.name, 0, PLAYER) in s.stakes and wager.known(
                    *[fact(self, s, seat) for fact in reads]
                ):
                    outcome = wager.by(*[fact(self, s, seat) for fact in facts])
                    self.settle_side(r, seat, wager, outcome)

    def shares(self, s: Any, moment: str, seats: Sequence[int]) -> Shares:
        """What seats share of meters and under limits, of the wagers decided at this moment."""
        found: Shares = {}
        if not self._sharing:
            return found
        for wager, facts in self._sides.get(moment, ()):
            if (sharing := self._sharing.get(wager.name)) is not None:
                outcomes = [
                    (seat, wager.by(*[fact(self, s, seat) for fact in facts]))
                    for seat in seats
                    if (seat, wager.name, 0, PLAYER) in s.stakes
                ]
                if outcomes:
                    found |= sharing.shares(s, outcomes)
        return found

    def side_clauses(self, s: Any, wager: Wager, outcome: int) -> tuple[str, ...]:
        """Where an outcome of a wager with a rule stands: in the rule, and in the pay table."""
        return self._rests_on[wager.name]

    @procedure("CO-2101-a")
    def settle_side(
        self, r: Dealing, seat: int, wager: Wager, outcome: int, share: Share = WHOLE
    ) -> None:
        """One optional wager, and the tip on it, by its pay table; then what follows from it."""
        s, name = r.state, wager.name
        payout = self.pay[wager.paid_by][outcome]
        clauses = self.side_clauses(s, wager, outcome)
        sharing = self._sharing.get(name)
        for owner in (PLAYER, DEALER):
            staked = s.stakes.get((seat, name, 0, owner))
            if staked is None:
                continue
            if sharing is None:
                back = payout.back(staked, self.breakage)
            else:
                back = sharing.back(outcome, staked, share)
            r.emit(
                WagerSettled(
                    seat, name, wager.by.outcomes[outcome], payout.text, staked, back, clauses, 0,
                    owner, 0, share.note, wager.element, share.cents, share.meter,
                    share.wins_meter,
                )
            )  # fmt: skip
        if payout.envy:
            r.emit(EnvyPaid(seat, name, payout.envy, clauses))
        if s.meters_won:
            self._reset_meters(r)

    def _reset_meters(self, r: Dealing) -> None:
        """A meter that was won has its seed again: at once, or when all who share it are paid."""
        s = r.state
        for spot, meter in tuple(s.meters_won):
            sharing = self._sharing[spot]
            if sharing.in_turn or not any(key[1] == spot for key in s.stakes):
                reset_meter(r, spot, meter, sharing.terms[meter])

    @procedure("CO-2101-a")
    def settle(
        self, r: Dealing, seat: int, spot: str, outcome: str, payout: Payout,
        clauses: tuple[str, ...], hand: int = 0,
    ) -> None:  # fmt: skip
        """Settle a wager of the house's bank, and the tip riding on it, at the same odds.

        It says which element of a combination game decided the wager.
        """
        stakes = r.state.stakes
        wager = self._wager_by_name.get(self.follows.get(spot, spot))
        element = wager.element if wager else ""
        for owner in (PLAYER, DEALER):
            staked = stakes.get((seat, spot, hand, owner))
            if staked is not None:
                back = payout.back(staked, self.breakage)
                r.emit(
                    WagerSettled(
                        seat, spot, outcome, payout.text, staked, back, clauses, hand, owner, 0,
                        "", element,
                    )
                )  # fmt: skip

    # -- views -------------------------------------------------------------------------------

    def sign(self) -> tuple[tuple[str, str], ...]:
        """With the posting: where a share of a fresh meter is less than the award below it."""
        warnings = tuple(
            (f"{sharing.wager.name} warning", words)
            for sharing in self._sharing.values()
            for words in sharing.short_shares(self.limits(sharing.wager)[0])
        )
        return (*super().sign(), *warnings)

    def seat_views(self, s: BankedState) -> list[SeatView]:
        """Who sits where, with what."""
        return [SeatView(seat, s.names[seat], s.purses[seat]) for seat in s.seats]

    def chip_views(self, s: BankedState) -> list[Chips]:
        """The chips on each spot."""
        return [
            Chips(seat, spot if not hand else f"{spot}.{hand + 1}", cents, owner)
            for (seat, spot, hand, owner), cents in s.stakes.items()
        ]

    def table_view(
        self,
        s: BankedState,
        viewer: int,
        piles: Sequence[Pile],
        chips: Sequence[Chips] | None = None,
        pucks: Sequence[Puck] = (),
    ) -> View:
        """What this viewer sees: the piles a shape lays out, with what all banked tables show."""
        return View(
            game=self.id,
            viewer=viewer,
            phase=s.phase,
            seats=self.seat_views(s),
            piles=list(piles),
            chips=list(self.chip_views(s) if chips is None else chips),
            pots=[],
            pucks=list(pucks),
            said=list(s.said),
            meters=self.meter_views(s),
        )

    def meter_views(self, s: BankedState) -> dict[str, int]:
        """What the displays show, in cents."""
        return {
            name if len(kept) == 1 else f"{name} {i}": meter.cents
            for name, kept in s.meters.items()
            for i, meter in enumerate(kept, 1)
        }


__all__ = [
    "DEALER",
    "NO_BET",
    "PLAYER",
    "SIT_OUT",
    "TIP",
    "Answered",
    "Banked",
    "BankedBetween",
    "BankedState",
    "BetKey",
    "Fact",
    "FeeTaken",
    "KeyPressed",
    "Phase",
    "PostedFact",
    "SatOut",
    "Share",
    "Shares",
    "Staked",
    "WagerReturned",
    "WagerSettled",
    "WagersPlaced",
    "bank_account",
    "return_wager",
    "return_wagers",
    "seated",
]
