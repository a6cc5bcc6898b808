"""What every banked game shares: a bank, wagers on spots, dealer tips, settlement, views."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from houseway.cite import step
from houseway.engine.events import Closed, Said
from houseway.engine.questions import Act, Script, Spot
from houseway.errors import Refused
from houseway.families.banked import settlement
from houseway.families.banked.bank import HOUSE_BANK, HouseBank
from houseway.families.banked.betting import Betting, tip_spot
from houseway.families.banked.carry_over import BankedCarryOver, check_meters, older_turn
from houseway.families.banked.circles import Circles
from houseway.families.banked.fees import bank_fee_most, fee_spots, player_fee
from houseway.families.banked.presenter import (
    BankedPrompts,
    BankedTelling,
    banked_layout,
    chip_views,
    explain_missing_spot,
    table_view,
)
from houseway.families.banked.progressives import feed_meter, opening_transfers
from houseway.families.banked.settlement import Claim, Sharing, Step, note, settle, settle_noted
from houseway.families.banked.side_bets import (
    Box,
    FactReader,
    PostedFact,
    Side,
    by_moment,
    evaluate,
    known_early,
    known_steps,
    passes_of,
)
from houseway.families.banked.state import NO_MORE, SETTLING, BankedState, spot_of
from houseway.families.banked.wager_checks import check_wagers
from houseway.game.base import Game, RoundContext, Seat
from houseway.game.fees import Schedule
from houseway.game.pay_tables import Payout
from houseway.game.posting import ANY_AMOUNT
from houseway.game.progressives import Meter, Terms, opened
from houseway.game.wagers import AFTER_DEALER, Wager
from houseway.presentation.layout import Layout, SpotPlan
from houseway.presentation.views import Chips, Pile, Puck, View


class Banked(Circles, Game):
    """Base of the shapes in which players wager against a bank, whoever it is."""

    between: ClassVar[type[msgspec.Struct]] = BankedCarryOver
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
    prompts_by: ClassVar[type[BankedPrompts]] = BankedPrompts
    telling_by: ClassVar[type[BankedTelling]] = BankedTelling
    step_modules: ClassVar[dict[str, object]] = {"pay": Payout, "settling": settlement}
    spots_by: ClassVar[type[Betting]] = Betting
    """What says where chips may lie."""
    tip_clauses: tuple[str, ...] = ()
    hands_clauses: ClassVar[tuple[str, ...]] = ()
    why_no_spot = explain_missing_spot

    bank: HouseBank = HOUSE_BANK
    hands_each: int = 1
    """How many hands one player may play, each with wagers of its own."""
    settles_from: str = "dealer's right"
    """The seat that is settled first, where the house banks."""
    settles: tuple[tuple[str, ...], ...] = ()
    """The order of settlement: for each pass round the table, the wagers settled on the way."""
    tips: bool = True
    """Whether wagers for the dealer are taken at all; a game may post these five."""
    tip_least: int = 100
    tip_most: int = ANY_AMOUNT
    tip_step: int = 1
    tip_within_own: bool = False
    tier_counts_side_bets: bool = False
    """Whether wagers without a fee count towards the tier of the player-dealer's."""

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        check_wagers(type(self))
        super().__init__(posting)
        self.bank.check_posting(self)
        self.tip_clauses = self.tip_clauses or self.clauses_at("tip_spot")
        self.wager_named: dict[str, Wager] = {wager.name: wager for wager in self.offered}
        self.bets = self.spots_by(self)
        self.refused_by = dict.fromkeys(("bet", "add"), self.refuses_bet)
        """Decision -> what looks at it closely, where its choice alone does not say all."""
        self.elements = {wager.name: wager.element for wager in self.offered}
        self.elements |= {
            spot: self.elements.get(wager, "") for spot, wager in self.follows.items()
        }
        with_rule = [wager for wager in self.offered if wager.by is not None]
        self.side_named = {wager.name: Side(self, wager) for wager in with_rule}
        self._passes = passes_of(self)
        self._sides = by_moment(self)
        shared = [Sharing(self, wager) for wager in with_rule]
        self.sharing: dict[str, Sharing] = {x.wager.name: x for x in shared if x.needed}
        limited = {name for name, sharing in self.sharing.items() if sharing.limit}
        self._known = known_early(self, [w for w in with_rule if w.name not in limited])

    @functools.cached_property
    def fees(self) -> Schedule | None:
        """The posted schedule of collection, if the house takes fees."""
        name = getattr(self, "schedule", "")
        return self.schedules()[name] if name else None

    fee_spots = functools.cached_property(fee_spots)
    player_fee = functools.cached_property(player_fee)
    bank_fee_most = functools.cached_property(bank_fee_most)

    @functools.cached_property
    def base_wagers(self) -> tuple[Wager, ...]:
        """The wagers that get somebody dealt in."""
        required = tuple(wager for wager in self.offered if wager.required)
        return required or tuple(wager for wager in self.offered if wager.always)

    # -- what a game may say of its spots ----------------------------------------------------

    def placed_at(self, wager: Wager) -> str:
        """The moment of the round at which a wager is placed; before the deal if nothing else."""
        return getattr(self, wager.placed_as) if wager.placed_as else wager.placed

    def goes_with(self, wager: Wager) -> tuple[str, ...]:
        """The wagers of which one must lie beside this one; none means it stands alone."""
        holds = not wager.needs_if or getattr(self, wager.needs_if)
        return wager.alternatives if holds else ()

    def at_most(self, wager: Wager) -> str:
        """The wager that this one may not exceed; empty where there is none."""
        holds = not wager.at_most_if or getattr(self, wager.at_most_if)
        return wager.at_most if holds else ""

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
        """Whether wagers for the dealer are taken on this one."""
        return wager.tips and self.tips

    @step
    def tip_spot(self, wager: Wager) -> Spot:
        """Where a tip lies that plays along with a wager, and how much it may be."""
        return tip_spot(self, wager)

    # -- between rounds ----------------------------------------------------------------------

    @functools.cached_property
    def meter_terms(self) -> dict[str, tuple[Terms, ...]]:
        """What is posted for the meters of each progressive wager."""
        return {wager.name: wager.terms(self) for wager in self.offered if wager.meters}

    def opened_meters(self) -> dict[str, list[Meter]]:
        """Every meter of the table with its seed."""
        return {
            name: [opened(terms) for terms in found] for name, found in self.meter_terms.items()
        }

    def first(self, seats: Sequence[Seat]) -> Any:
        between = self.between()
        between.meters, between.position = self.opened_meters(), self.bank.first()  # type: ignore[attr-defined]
        return between

    opening_transfers = opening_transfers

    def carried(self, between: Any, state: Any) -> Any:
        return msgspec.structs.replace(
            between, round=between.round + 1, meters=state.meters,
            position=self.bank.carried(state),
        )  # fmt: skip

    def older_between(self, between: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
        """A turn of the player-dealer position once stood alone, and counted seats, not people."""
        return older_turn(between, seats)

    def check_between(self, between: Any) -> None:
        """A meter comes over as the table has it, and its books are even."""
        check_meters(between, self.opened_meters())

    def seated(self, seats: Sequence[Seat], between: Any) -> dict[str, Any]:
        """The fields of a state that come from who sits down and from the round before."""
        kept = between.meters
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
            "meters": meters, "bank": self.bank.new(self, seats, between.position),
        }  # fmt: skip

    def chips_after(self, state: Any) -> dict[int, int]:
        found: dict[int, int] = state.purses
        return found

    # -- the frame of a round ----------------------------------------------------------------

    def play(self, r: RoundContext[BankedState]) -> Script:
        """Somebody banks, wagers are placed, the hand is played, and the bank's wager goes back."""
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
        settle_noted(self, r)
        if not s.decided:
            self.bank.void(self, r)  # every wager went back, hand by hand: there was no hand
        self.bank.close(self, r)
        r.emit(Closed())

    def hand(self, r: RoundContext) -> Script:
        """From the deal to the last claim: what a shape writes."""
        raise NotImplementedError

    @step
    def betting(self, r: RoundContext[BankedState]) -> Script:
        """Every seat places all its wagers at once, in any order of seats, or sits out."""
        yield from self.bets.ask(r)
        self.lock_in(r)

    def lock_in(self, r: RoundContext[BankedState]) -> None:
        """Betting is over: progressive wagers are active and have fed their meters."""
        for name, meters in self.meter_terms.items():
            for i, terms in enumerate(meters):
                feed_meter(r, name, i, terms)

    def forbids(self, state: Any, act: Act) -> Refused | None:
        refuses = self.refused_by.get(act.name)
        return refuses(state, act) if refuses is not None else None

    def refuses_bet(self, s: Any, act: Act) -> Refused | None:
        """Why these wagers are not taken."""
        bet = self.bets.read(act)
        return self.bank.refuses_bet(self, s, act.seat, bet) or self.bets.refuses(s, act, bet)

    def ruled_on(self, state: Any) -> list[int]:
        """Circles at which nobody sits may be bet, and ruled on, too."""
        return [*super().ruled_on(state), *state.lines]

    # -- settlement --------------------------------------------------------------------------

    @step
    def settle(self, r: RoundContext[BankedState], steps: Sequence[Step]) -> None:
        """Take and pay what these steps name, out of the bank of this round.

        A player's bank covers claims in the order of settlement: one known before keeps its place.
        """
        s = r.state
        if s.bank is not None and s.phase != SETTLING:
            note(r, steps)
        else:
            settle(self, r, steps)

    def in_order(self, s: BankedState, circles: Iterable[int]) -> list[int]:
        """Circles in the order in which they are settled."""
        return self.bank.in_order(self, s, circles)

    def passes(self, s: BankedState) -> Sequence[Sequence[str]]:
        """The order of settlement, without the side bets that nobody has made."""
        return self._passes[frozenset(map(spot_of, s.stakes))]

    def last_steps(self, s: Any, boxes: Sequence[Box]) -> list[Step]:
        """Everything that is left to settle: pass by pass, box by box, wager by wager."""
        steps: list[Step] = []
        for spots in self.passes(s):
            for box in boxes:
                for spot in spots:
                    if s.noted:
                        steps += self.noted_at(s, box, spot)
                    steps += self.steps_at(s, box, spot)
        return steps

    def noted_at(self, s: Any, box: Box, spot: str) -> Sequence[Claim]:
        """What is known already of a spot when the dealer comes by."""
        claim = s.noted.get((box[0], spot, box[1]))
        return (claim,) if claim is not None else ()

    def steps_at(self, s: Any, box: Box, spot: str) -> Sequence[Step]:
        """What is settled of one spot when the dealer comes by: a side bet, by its rule."""
        side = self.side_named.get(spot)
        return self.side_steps(s, box, side) if side is not None else ()

    @step
    def side_steps(self, s: Any, box: Box, side: Side) -> Sequence[Step]:
        """An optional wager by its rule and its pay table: one outcome and one award."""
        wager = side.wager
        place = (box[0], wager.name, box[1])
        if place not in s.stakes or place in s.noted:
            return ()
        row, values = evaluate(self, s, box, side)
        words, payout, clauses = side.rows[row]
        if wager.clauses_for is not None:
            clauses = wager.clauses_for(*values) or clauses
        why = wager.because(*values) if wager.because is not None else ""
        return (Claim(place, words, payout, clauses, row, NO_MORE, (), 0, why),)

    def row_of(self, s: Any, box: Box, side: Side) -> int:
        """The outcome of a wager with a rule."""
        return evaluate(self, s, box, side)[0]

    def sides_at(self, moment: str) -> tuple[Side, ...]:
        """The wagers with a rule that are decided at this moment."""
        return self._sides.get(moment, ())

    def looks_at(self, box: Box) -> Any:
        """What facts are asked about: the seat, or the seat and hand."""
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
        """What is decided already of wagers that otherwise wait for a later moment."""
        if self._known:
            self.settle(r, known_steps(self, r.state, circles, self._known))

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        late = ("add", "no_bet") if self.bets.late else ()
        return (*self.bank.actions(), "bet", "sit_out", *late)

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        return self.bank.why_not(self, state, seat, name)

    def why_no_turn(self, state: Any, seat: int, name: str) -> Refused | None:
        return self.bank.why_no_turn(self, state, seat, name)

    def sign(self) -> tuple[tuple[str, str], ...]:
        """With the posting: where a share of a fresh meter is less than the award below it."""
        warnings = tuple(
            (f"{sharing.wager.name} warning", words)
            for sharing in self.sharing.values()
            for words in sharing.short_shares(self.limits(sharing.wager)[0])
        )
        return (*super().sign(), *warnings, *self.bank.sign(self))

    def laid_out(self) -> Layout:
        return banked_layout(self, super().laid_out())

    def follow_spots(self) -> tuple[SpotPlan, ...]:
        """The spots that take chips during the round only."""
        return ()

    def hands_on(self, spot: str) -> int:
        """How many hands of one circle may have chips on a spot."""
        return self.hands_each if spot != "bank" else 1

    def table_view(
        self, s: BankedState, viewer: int, piles: Sequence[Pile],
        chips: Sequence[Chips] | None = None, pucks: Sequence[Puck] = (),
    ) -> View:  # fmt: skip
        """What this viewer sees: the piles a shape lays out, with what all banked tables show."""
        return table_view(self, s, viewer, piles, chip_views(self, s) if chips is None else chips,
                          pucks)  # fmt: skip


__all__ = ["Banked", "BankedCarryOver", "Box", "FactReader", "PostedFact", "Side", "Step"]
