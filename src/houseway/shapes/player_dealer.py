"""The player-dealer bank: a player banks for two hands, then the position is offered on.

The layer under every California banked game.  A seat takes the position with a wager of its own,
others may join it or wager against it, the house takes flat fees, and ``settle`` pays and
collects out of that wager alone, in the order in which it is called; what it does not cover goes
back.

The text has no word on a round called void.  It is read (HW-TILE-3) as no hand at all: every
wager, the player-dealer's too, and every fee go back, since a fee is due for a hand, and the turn
in the position is not used up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.bank import Coverage, cover
from houseway.cite import procedure
from houseway.collection import Schedule
from houseway.errors import Refused
from houseway.events import Closed, Said
from houseway.game import Dealing, RulingRule
from houseway.money import shown
from houseway.pay import Payout
from houseway.posting import ANY_AMOUNT, posted, posted_money
from houseway.script import Act, Amount, Ask, AskAll, Button, Choice, Ruling, Script
from houseway.shapes.bank_turns import (
    TURNS,
    BankJoined,
    BankRefused,
    BankReturned,
    BankTaken,
    BankTurn,
    CollectionTaken,
    FeeReturned,
    PlayerDealer,
    PlayerDealerState,
    WagerCovered,
    next_turn,
    shared_out,
)
from houseway.shapes.banked import (
    PLAYER,
    Banked,
    BankedState,
    Phase,
    SatOut,
    WagerReturned,
    WagersPlaced,
    return_wagers,
)
from houseway.views import Chips, Layout, Puck, SeatView, SpotPlan

BETTING, SETTLING = "betting", "settling"


def void_hand(game: Any, r: Dealing, ruling: Ruling) -> Script:
    """The supervisor calls the round void: no hand, so wagers, bank and fees go back."""
    for seat, cents in r.state.fees.items():
        r.emit(FeeReturned(seat, cents))
    clauses = game.ruling_rules[ruling.name].clauses
    return_wagers(r, ruling.reason or "the round is void", clauses)
    game.return_bank(r)
    r.emit(Closed())
    return
    yield


def void_round(*clauses: str) -> RulingRule:
    """The ruling that a round is void, standing on the clauses its reading stands on."""
    words = "the round is void: wagers, the player-dealer's too, and fees go back"
    return RulingRule("void_round", words, clauses, void_hand)


class PlayerBanked(Banked):
    """Base of the games in which players wager against one of themselves."""

    bank: PlayerDealer
    schedule: str
    rulings = (void_round("CA-PD-02", "CA-PD-07"),)
    pucks = ("bank", "action")
    between = BankTurn

    coverage: Coverage = posted(
        "action", "net", cite=("CA-PD-03", "CA-PD-04", "CA-PD-05"),
        says="whether what is collected becomes cover for later wagers (net) or not (action)",
    )  # fmt: skip
    bank_least: int = posted_money(
        100, 1, cite="CA-PD-03", says="the least a player-dealer puts up; the text sets no bounds"
    )

    def __init__(self, posting: Any = None) -> None:
        self._limits_posted = "main_limits" in (posting or {})
        super().__init__(posting)

    @procedure("CA-PD-02", "CA-PD-15")
    def check_posting(self) -> None:
        """The rate of collection is posted by its table limits, which bind the wager."""
        self.fees: Schedule = self.schedules()[self.schedule]
        limits = (self.fees.least, self.fees.most)
        if self._limits_posted and self.posting["main_limits"] != limits:
            raise Refused(
                f"the fees of {self.schedule} are for wagers of {shown(limits[0])} to "
                f"{shown(limits[1])}",
                (self.fees.clause,),
            )
        self.main_limits = self.posting["main_limits"] = limits

    @procedure("CA-PD-15")
    def sign(self) -> tuple[tuple[str, str], ...]:
        fees = self.fees
        bank = ", ".join(
            shown(tier.fee) + (f" up to {shown(tier.up_to)}" if tier.up_to else "")
            for tier in fees.bank
        )
        return (
            *super().sign(),
            ("player fee", f"{shown(fees.per_circle)} per circle"),
            ("player-dealer fee", f"{bank} per hand"),
        )

    def layout(self) -> Layout:
        plan = super().layout()
        bank = SpotPlan("bank", "the player-dealer's wager", self.bank_least, ANY_AMOUNT, False,
                        ("CA-PD-03", "CA-PD-17"))  # fmt: skip
        return msgspec.structs.replace(plan, spots=(*plan.spots, bank))

    # -- between rounds ----------------------------------------------------------------------

    def first(self, seats: Sequence[Any]) -> BankTurn:
        return BankTurn(self.bank.starts_at)

    def carried(self, between: BankTurn, state: PlayerDealerState) -> BankTurn:
        """A round without a hand (no bank, no wager, void) leaves everything as it was."""
        if state.phase != SETTLING:
            return between
        return next_turn(self.bank, between, state.bank, state.shares)

    def checked(self, between: BankTurn) -> BankTurn:
        """A turn that can be: a seat of this table, and a hand of the allowed ones."""
        rules = self.bank
        if not (1 <= between.bank <= rules.positions and 1 <= between.turn <= rules.turns_max):
            raise Refused(
                f"the player-dealer position has seats 1 to {rules.positions} and "
                f"{rules.turns_max} hands, not seat {between.bank} hand {between.turn}",
                ("CA-PD-07",),
            )
        return between

    # -- the position ------------------------------------------------------------------------

    @procedure("CA-PD-07", "CA-PD-08", "CA-PD-11")
    def offer_bank(self, r: Dealing) -> Script:
        """Seat by seat, until one takes the position with a wager of its own."""
        s = r.state
        r.emit(Phase("bank", tuple(self.bank.around(self.bankers(s), s.between.bank))))
        while s.waiting and not s.bank:
            act = yield Ask(
                s.waiting[0],
                (self.bank_choice(s, s.waiting[0]), Button("refuse", "let the position go by")),
                "the player-dealer position is offered to you",
                "refuse",
            )
            if act is None:
                continue
            if act.name == "bank":
                turn = s.between.in_a_row(act.seat) + 1
                r.emit(BankTaken(act.seat, act.amount, turn))
            else:
                r.emit(BankRefused(act.seat))

    def bankers(self, s: PlayerDealerState) -> list[int]:
        """The seats that may have the position: rested, and able to put up a wager and the fee."""
        return [seat for seat in s.seats if self.bars_bank(s, seat) is None]

    @procedure("CA-PD-03", "CA-PD-07")
    def bars_bank(self, s: PlayerDealerState, seat: int) -> Refused | None:
        """Why this seat is passed over when the position is offered."""
        if s.between.in_a_row(seat) >= self.bank.turns_max:
            hands = f"{self.bank.turns_max} hands in a row"
            return Refused(f"seat {seat} has held the position for {hands}", ("CA-PD-07",))
        if s.purses[seat] < self.bank_least + self.bank_fee_most():
            return Refused(f"seat {seat} cannot put up a wager and the player-dealer's fee")
        return None

    @procedure("CA-PD-03", "CA-PD-17")
    def bank_choice(self, s: PlayerDealerState, seat: int) -> Amount:
        """Any wager: it may cover some or all of the action, and the text sets no maximum."""
        most = s.purses[seat] - self.bank_fee_most()
        return Amount("bank", self.bank_least, most, words="take the position with a wager of")

    def not_played(self, r: Dealing, why: str) -> None:
        """The round ends without a hand."""
        r.emit(Said(f"{why}; no hand is played"))
        self.return_bank(r)
        r.emit(Closed())

    # -- wagers and fees ---------------------------------------------------------------------

    def bettors(self, s: PlayerDealerState) -> list[int]:
        return [seat for seat in s.seats if seat != s.bank]

    def bet_choices(self, s: PlayerDealerState, seat: int) -> tuple[Choice, ...]:
        """Wager against the player-dealer, join him, or sit out."""
        bet, sit_out = self._bet_choices
        purse_, choices = s.purses[seat], []
        if purse_ >= self.fees.least + self.fees.per_circle:
            choices.append(bet)
        if self.bank.joint and s.between.in_a_row(seat) < self.bank.turns_max and purse_:
            words = "hold the position together with"
            choices.append(Amount("join_bank", 1, purse_, words=words))
        return (*choices, sit_out)

    @procedure("CA-PD-01", "CA-PD-11")
    def betting(self, r: Dealing) -> Script:
        """Everybody but the player-dealer wagers, in any order, joins the position or sits out."""
        s = r.state
        r.emit(Phase(BETTING, tuple(self.bettors(s))))
        while s.waiting:
            act = yield AskAll(
                {seat: self.bet_choices(s, seat) for seat in s.waiting},
                "place your wagers",
                "sit_out",
            )
            if act is None:
                continue
            if act.name == "bet":
                r.emit(WagersPlaced(act.seat, tuple((k, v) for k, v in act.places if v)))
            elif act.name == "join_bank":
                r.emit(BankJoined(act.seat, act.amount, s.bank))
            else:
                r.emit(SatOut(act.seat))

    def refuses_bet(self, s: PlayerDealerState, act: Act) -> Refused | None:
        fee = self.fees.per_circle
        placed = sum(cents for _, cents in act.places)
        if placed + fee > s.purses[act.seat] >= placed:
            return Refused(
                f"seat {act.seat} has {shown(s.purses[act.seat])} in front, not "
                f"{shown(placed)} and the fee of {shown(fee)}",
                (self.fees.clause,),
            )
        return super().refuses_bet(s, act)

    def bank_fee_most(self) -> int:
        """The most a hand can cost the player-dealer in fees."""
        return max(tier.fee for tier in self.fees.bank)

    @procedure("CA-PD-02")
    def fees_due(self, s: PlayerDealerState) -> list[tuple[int, int]]:
        """Flat: one fee for each circle with a base wager, one a hand from the player-dealer."""
        base = {k: c for k, c in s.stakes.items() if self._wager_by_name[k[1]].required}
        circles = [(seat, self.fees.per_circle) for seat, _, _, _ in base]
        return [*circles, (s.bank, self.fees.bank_fee(sum(base.values())))]

    @procedure("CA-PD-01", "CA-PD-02")
    def take_fees(self, r: Dealing) -> None:
        """All that the house ever takes."""
        for seat, cents in self.fees_due(r.state):
            r.emit(CollectionTaken(seat, cents, self.fees.clause))

    # -- settlement --------------------------------------------------------------------------

    @procedure("CA-PD-06", "CA-PD-16")
    def settling_order(self, s: PlayerDealerState) -> list[int]:
        """The seats with a wager, from the action button in the direction of the game."""
        return self.bank.around({key[0] for key in s.stakes}, s.action)

    @procedure("CA-PD-01", "CA-PD-04", "CA-PD-05", "CA-PD-17")
    def settle(
        self, r: Dealing, seat: int, spot: str, outcome: str, payout: Payout,
        clauses: tuple[str, ...], hand: int = 0,
    ) -> None:  # fmt: skip
        """Settle one wager as far as the player-dealer's covers it; the rest goes back."""
        s: PlayerDealerState = r.state
        staked = s.stakes[seat, spot, hand, PLAYER]
        claim = staked - payout.back(staked, self.breakage)
        before = s.used if self.coverage == "action" else s.bank_wager - s.put_up
        covered = cover((before, claim), s.put_up, self.coverage)[1]
        used_up = self.coverage == "action" and s.used == s.put_up
        if used_up or (claim and not covered):
            why = "the player-dealer's wager is used up"
            r.emit(WagerReturned(seat, spot, staked, why, ("CA-PD-05",), hand))
            return
        note = ""
        if covered != claim:
            clauses = (*clauses, "CA-PD-05")
            note = f"{shown(abs(covered))} of {shown(abs(claim))} covered"
        r.emit(
            WagerCovered(
                seat, spot, outcome, payout.text, staked, staked - covered, clauses, hand,
                PLAYER, s.bank, note,
            )
        )  # fmt: skip

    @procedure("CA-PD-04", "CA-PD-11")
    def return_bank(self, r: Dealing) -> None:
        """What is left of the player-dealer's wager goes back to those who put it up."""
        s: PlayerDealerState = r.state
        if s.bank:
            parts = shared_out(s.shares, s.bank_wager, s.bank)
            for seat, cents in parts.items():
                r.emit(BankReturned(seat, s.shares[seat], cents, s.bank))

    # -- why not -----------------------------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return ("bank", "refuse", "bet", "join_bank", "sit_out")

    def why_not(self, state: Any, seat: int, name: str) -> Refused | None:
        if name == "bank" and state.bank:
            return Refused(f"seat {state.bank} holds the position in this hand", ("CA-PD-07",))
        if name == "join_bank" and state.between.in_a_row(seat) >= self.bank.turns_max:
            return self.bars_bank(state, seat)
        if name in ("bet", "join_bank") and state.phase == "bank":
            return Refused("wagers are placed when the position is taken", ("CA-PD-01",))
        if name == "bet" and state.phase == BETTING:
            return Refused(
                f"seat {seat} has not the {shown(self.fees.least)} and the fee in front",
                (self.fees.clause,),
            )
        return None

    # -- views -------------------------------------------------------------------------------

    @procedure("CA-PD-08", "CA-PD-16")
    def puck_views(self, s: PlayerDealerState) -> list[Puck]:
        """The bank button with the turn, and the action button."""
        pucks = [Puck("bank", s.bank, TURNS[s.turn])] if s.bank else []
        return [*pucks, Puck("action", s.action)] if s.action else pucks

    def seat_views(self, s: BankedState) -> list[SeatView]:
        views = super().seat_views(s)
        for view in views:
            if view.seat == s.bank:
                view.status = "player-dealer"
            elif view.seat in getattr(s, "shares", ()):
                view.status = "joint player-dealer"
        return views

    def chip_views(self, s: BankedState) -> list[Chips]:
        chips = super().chip_views(s)
        return [*chips, Chips(s.bank, "bank", s.bank_wager)] if s.bank_wager else chips
