"""The frame of every banked game: a bank, wagers on spots, dealer tips, settlement, views."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import step
from houseway.engine.events import Closed, Said
from houseway.engine.questions import Act, Script, Spot
from houseway.errors import Reason, Refused
from houseway.families.banked import settlement
from houseway.families.banked.betting import DECISIONS, Betting, explain_no_spot, tip_spot
from houseway.families.banked.carry_over import BankedCarryOver, check_meters, older_turn
from houseway.families.banked.player_dealer.fees import fee_spots
from houseway.families.banked.presenter import BankedPresenter
from houseway.families.banked.progressives import feed_meter, opening_transfers
from houseway.families.banked.settlement import (
    HOUSE_BANK,
    Claim,
    FactReader,
    HandKey,
    HouseBank,
    PostedFact,
    Sharing,
    Side,
    Step,
    by_moment,
    defer,
    evaluate,
    known_early,
    known_steps,
    passes_of,
    settle,
    settle_deferred,
)
from houseway.families.banked.state import NO_MORE, SETTLING, BankedState, spot_of
from houseway.families.banked.wager_checks import check_wagers
from houseway.game.base import Game, RoundContext, Seat
from houseway.game.decisions import Decision
from houseway.game.fees import Schedule
from houseway.game.pay_tables import Payout
from houseway.game.posting import ANY_AMOUNT
from houseway.game.progressives import Meter, MeterTerms, opened
from houseway.game.wagers import AFTER_DEALER, Wager


class Banked(Game):
    """Base of the families in which players wager against a bank: the house, or a player."""

    carry_over: ClassVar[type[msgspec.Struct]] = BankedCarryOver
    facts: ClassVar[dict[str, FactReader]] = {}
    known_at: ClassVar[Mapping[str, Any]] = {}
    """Fact, or ``wager.fact`` of one that looks at a part of it -> the moments at which all know
    it, as posted; what is not named is known at the last only."""
    covered: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    """Facts that lie covered after the deal -> all that each of them may turn out to be."""
    moments: ClassVar[tuple[str, ...]] = (AFTER_DEALER,)
    """The moments at which optional wagers are decided."""
    adds: ClassVar[tuple[str, ...]] = ()
    """The moments at which wagers are placed during the round."""
    follows: ClassVar[dict[str, str]] = {}
    """A spot that takes chips during the round only -> the wager that it follows."""
    presenter_class: ClassVar[type[BankedPresenter]] = BankedPresenter
    step_modules: ClassVar[dict[str, object]] = {
        "pay_tables": Payout, "settlement": settlement,
    }  # fmt: skip
    decisions: ClassVar[tuple[Decision, ...]] = DECISIONS
    spots_by: ClassVar[type[Betting]] = Betting
    """The class that decides where chips may lie."""
    tip_clauses: tuple[str, ...] = ()
    hands_clauses: ClassVar[tuple[str, ...]] = ()

    backline: tuple[str, ...] = ()
    """The wagers that may be bet behind another player."""
    lone_backline: bool = False
    """True: bets stand behind a player who makes none, as they do at empty circles. False: they go
    back before the deal.
    """
    empty_circles: bool = False
    """True if empty circles may be bet."""
    circles_each: int = 0
    """Most bettors at one seat, with its player; 0: any number."""
    stacked: tuple[str, ...] = ()
    """Wagers that lie on one another: those of all bettors at a seat keep to the limit together."""

    bank: HouseBank = HOUSE_BANK
    hands_each: int = 1
    """Most hands of one player, each with wagers of its own."""
    settles_from: str = "dealer's right"
    """The seat that is settled first, where the house banks."""
    settles: tuple[tuple[str, ...], ...] = ()
    """The order of settlement: for each pass round the table, the wagers settled on the way."""
    tips: bool = True
    """True if wagers for the dealer are taken; a game may post this."""
    tip_least: int = 100
    tip_most: int = ANY_AMOUNT
    tip_step: int = 1
    tip_within_own: bool = False
    tier_counts_side_bets: bool = False
    """True if wagers without a fee count towards the tier of the player-dealer's fee."""

    wager_named: dict[str, Wager]
    bets: Betting
    """The spots where chips may lie, as posted."""
    elements: dict[str, str]
    """Spot -> the part of a combined game to which it belongs."""
    side_named: dict[str, Side]
    sharing: dict[str, Sharing]
    """Wager -> the meters and the limits that its winners share."""

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        check_wagers(type(self))
        super().__init__(posting)
        self.bank.check_posting(self)
        self.tip_clauses = self.tip_clauses or self.clauses_at("tip_spot")
        self.wager_named = {wager.name: wager for wager in self.offered}
        self.bets = self.spots_by(self)
        self.elements = {wager.name: wager.element for wager in self.offered}
        self.elements |= {
            spot: self.elements.get(wager, "") for spot, wager in self.follows.items()
        }
        with_rule = [wager for wager in self.offered if wager.rule is not None]
        self.side_named = {wager.name: Side(self, wager) for wager in with_rule}
        self._passes = passes_of(self)
        self._sides = by_moment(self)
        shared = [Sharing(self, wager) for wager in with_rule]
        self.sharing = {x.wager.name: x for x in shared if x.needed}
        limited = {name for name, sharing in self.sharing.items() if sharing.limit}
        self._known = known_early(self, [w for w in with_rule if w.name not in limited])

    @functools.cached_property
    def fees(self) -> Schedule | None:
        """The posted schedule of collection, if the house takes fees."""
        name = getattr(self, "schedule", "")
        return self.schedules()[name] if name else None

    fee_spots = functools.cached_property(fee_spots)

    @functools.cached_property
    def base_wagers(self) -> tuple[Wager, ...]:
        """The wagers with which a player is dealt in."""
        required = tuple(wager for wager in self.offered if wager.required)
        return required or tuple(wager for wager in self.offered if wager.always)

    def placed_at(self, wager: Wager) -> str:
        """The moment of the round at which a wager is placed; before the deal if nothing else."""
        return getattr(self, wager.placed_as) if wager.placed_as else wager.placed

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """The wagers of which one must be placed with this one; empty: it stands alone."""
        holds = not wager.beside.needs_if or getattr(self, wager.beside.needs_if)
        return wager.alternatives if holds else ()

    def at_most(self, wager: Wager) -> str:
        """Return the wager that this one may not exceed; "" if there is none."""
        holds = not wager.beside.at_most_if or getattr(self, wager.beside.at_most_if)
        return wager.beside.at_most if holds else ""

    @step
    def limits(self, wager: Wager) -> tuple[int, int]:
        """As posted, and no more than the most of the wager that it may not exceed."""
        least, most = super().limits(wager)
        within = self.at_most(wager)
        for other in self.offered:
            if other.name == within:
                most = min(most, self.limits(other)[1])
        return least, most

    def tips_on(self, wager: Wager) -> bool:
        """Return True if tips for the dealer are taken on this wager."""
        return wager.tips and self.tips

    @step
    def tip_spot(self, wager: Wager) -> Spot:
        """Return the spot of a tip that plays along with a wager, with its limits."""
        return tip_spot(self, wager)

    @functools.cached_property
    def meter_terms(self) -> dict[str, tuple[MeterTerms, ...]]:
        """Return the posted terms of the meters of each progressive wager."""
        return {wager.name: wager.terms(self) for wager in self.offered if wager.progressive}

    def opened_meters(self) -> dict[str, list[Meter]]:
        """Every meter of the table with its seed."""
        return {
            name: [opened(terms) for terms in found] for name, found in self.meter_terms.items()
        }

    def first(self, seats: Sequence[Seat]) -> Any:
        carry_over = self.carry_over()
        carry_over.meters, carry_over.position = self.opened_meters(), self.bank.first()  # type: ignore[attr-defined]
        return carry_over

    opening_transfers = opening_transfers

    def carried(self, carry_over: Any, state: Any) -> Any:
        return msgspec.structs.replace(
            carry_over, round=carry_over.round + 1, meters=state.meters,
            position=self.bank.carried(state),
        )  # fmt: skip

    def upgrade_carry_over(
        self, carry_over: dict[str, Any], seats: Sequence[Seat]
    ) -> dict[str, Any]:
        """A turn of the player-dealer position once stood alone, and counted seats, not people."""
        return older_turn(carry_over, seats)

    def check_carry_over(self, carry_over: Any) -> None:
        """Refuse meters that differ from those of the table, or whose money does not add up."""
        check_meters(carry_over, self.opened_meters())

    def seated(self, seats: Sequence[Seat], carry_over: Any) -> dict[str, Any]:
        """The fields of a state that come from who sits down and from the round before."""
        kept = carry_over.meters
        meters = {
            name: list(kept[name]) if name in kept else [opened(each) for each in terms]
            for name, terms in self.meter_terms.items()
        }
        names, people, purses = {}, {}, {}
        for each in seats:
            seat = each.seat
            names[seat], people[seat], purses[seat] = each.name, each.person, each.chips
        return {
            "seats": [*names], "names": names, "people": people, "purses": purses,
            "meters": meters, "bank": self.bank.new(self, seats, carry_over.position),
        }  # fmt: skip

    def chips_after(self, state: Any) -> dict[int, int]:
        found: dict[int, int] = state.purses
        return found

    def play(self, r: RoundContext[BankedState]) -> Script:
        """Find a bank, take wagers, play the hand, and return the rest of the bank's wager."""
        s = r.state
        yield from self.bank.offer(self, r)
        if self.bank.may_play(self, r):
            yield from self.betting(r)
            if s.stakes:
                self.bank.take_fees(self, r, "before the deal")
                yield from self.bank.place_button(self, r)
                yield from self.hand(r)
            elif s.bank is not None:
                r.emit(Said("nobody wagers against the player-dealer; no hand is played"))
        settle_deferred(self, r)
        if not s.decided:
            self.bank.void(self, r)  # every wager went back, hand by hand: there was no hand
        self.bank.close(self, r)
        r.emit(Closed())

    def hand(self, r: RoundContext) -> Script:
        """Run the script of a family, from the deal to the last claim."""
        raise NotImplementedError

    @step
    def betting(self, r: RoundContext[BankedState]) -> Script:
        """Every seat places all its wagers at once, in any order of seats, or sits out."""
        yield from self.bets.ask(r)
        self.lock_in(r)

    def lock_in(self, r: RoundContext[BankedState]) -> None:
        """End the betting: each progressive wager adds its share to its meters."""
        for name, meters in self.meter_terms.items():
            for i, terms in enumerate(meters):
                feed_meter(r, name, i, terms)

    def check(self, state: Any, act: Act) -> None:
        """Refuse wagers that the bank or the conditions between wagers do not allow."""
        if act.name == "bet" or act.name == "add":
            bet = self.bets.read(act)
            self.bank.check_bet(self, state, act.seat, bet)
            if reason := self.bets.refuses(state, act, bet):
                raise Refused.because(reason)

    def ruled_on(self, state: Any) -> list[int]:
        """Return the circles that a ruling may name; empty seats too, if their circles may be
        bet.
        """
        return [*super().ruled_on(state), *state.lines]

    @step
    def settle(self, r: RoundContext[BankedState], steps: Sequence[Step]) -> None:
        """Take and pay what these steps name, out of the bank of this round.

        A player's bank covers claims in the order of settlement: one known before keeps its place.
        """
        s = r.state
        if s.bank is not None and s.phase != SETTLING:
            defer(r, steps)
        else:
            settle(self, r, steps)

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]:
        """Circles in the order in which they are settled."""
        return self.bank.in_order(self, s, circles)

    def passes(self, s: BankedState) -> Sequence[Sequence[str]]:
        """Return the order of settlement, without side bets that have no chips."""
        return self._passes[frozenset(map(spot_of, s.stakes))]

    def last_steps(self, s: Any, boxes: Sequence[HandKey]) -> list[Step]:
        """Everything that is left to settle: pass by pass, box by box, wager by wager."""
        steps: list[Step] = []
        for spots in self.passes(s):
            for box in boxes:
                for spot in spots:
                    if s.deferred:
                        steps += self.deferred_at(s, box, spot)
                    steps += self.steps_at(s, box, spot)
        return steps

    def deferred_at(self, s: Any, box: HandKey, spot: str) -> Sequence[Claim]:
        """Return claims of a spot that are decided before the dealer reaches it."""
        claim = s.deferred.get((box[0], spot, box[1]))
        return (claim,) if claim is not None else ()

    def steps_at(self, s: Any, box: HandKey, spot: str) -> Sequence[Step]:
        """Return the steps that settle one spot when the dealer reaches it: by default a side
        bet's.
        """
        side = self.side_named.get(spot)
        return self.side_steps(s, box, side) if side is not None else ()

    @step
    def side_steps(self, s: Any, box: HandKey, side: Side) -> Sequence[Step]:
        """An optional wager by its rule and its pay table: one outcome and one award."""
        wager = side.wager
        place = (box[0], wager.name, box[1])
        if place not in s.stakes or place in s.deferred:
            return ()
        row, values = evaluate(self, s, box, side)
        words, payout, clauses = side.rows[row]
        explained = wager.explained
        if explained.clauses_for is not None:
            clauses = explained.clauses_for(*values) or clauses
        why = explained.because(*values) if explained.because is not None else ""
        return (Claim(
            place, words, payout=payout, clauses=clauses, row=row, extras=NO_MORE, of_tips=(),
            only_bettor=0, because=why,
        ),)  # fmt: skip

    def row_of(self, s: Any, box: HandKey, side: Side) -> int:
        """The outcome of a wager with a rule."""
        return evaluate(self, s, box, side)[0]

    def sides_at(self, moment: str) -> tuple[Side, ...]:
        """The wagers with a rule that are decided at this moment."""
        return self._sides.get(moment, ())

    def looks_at(self, box: HandKey) -> Any:
        """Return the value that facts are asked about: the seat, or the seat and hand."""
        return box[0]

    @step
    def settle_sides(
        self, r: RoundContext[BankedState], moment: str, circles: Sequence[int]
    ) -> None:
        """The optional wagers of these circles that are decided at this moment."""
        if sides := self._sides.get(moment):
            steps: list[Step] = []
            for circle in circles:
                for side in sides:
                    steps += self.side_steps(r.state, (circle, 0), side)
            self.settle(r, steps)

    def settle_known(self, r: RoundContext[BankedState], circles: Sequence[int]) -> None:
        """Settle wagers that are decided already, although they otherwise wait for a later
        moment.
        """
        if self._known:
            self.settle(r, known_steps(self, r.state, circles, self._known))

    def explain(self, state: Any, act: Act, *, asked: bool = True) -> Reason | None:
        if act.places:
            return explain_no_spot(self, state, act.name, act.places[0][0])
        return super().explain(state, act, asked=asked)

    def explain_too_late(self, s: Any) -> Reason | None:
        """Explain why no more wagers are taken before the deal; None while they are."""
        return None

    def sign(self) -> tuple[tuple[str, str], ...]:
        """Return the sign, with a warning where a share of a fresh meter is below the
        next award.
        """
        warnings = tuple(
            (f"{sharing.wager.name} warning", words)
            for sharing in self.sharing.values()
            for words in sharing.short_shares(self.limits(sharing.wager)[0])
        )
        return (*super().sign(), *warnings, *self.bank.sign(self))


__all__ = ["Banked", "BankedCarryOver", "FactReader", "HandKey", "PostedFact", "Side", "Step"]
