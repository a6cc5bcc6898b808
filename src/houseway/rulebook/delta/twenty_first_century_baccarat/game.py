"""21st Century Baccarat, face up, with the tie bet.  Delta Club Casino, rules of play.

All players share two cards; each bettor stands, hits, doubles or surrenders for himself, and all
who hit share a third card too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.cite import procedure
from houseway.errors import Refused
from houseway.families.banked.bank_events import ActionButton, bank_of
from houseway.families.banked.game import BankedCarryOver, Step
from houseway.families.banked.player_dealer import CLOCKWISE, PlayerDealer
from houseway.families.banked.presenter import nothing_own
from houseway.families.banked.rulings import void_round
from houseway.families.banked.settlement import Claim
from houseway.families.banked.state import SETTLING, Phase
from houseway.game.base import RoundContext, Seat
from houseway.game.fees import Schedule, Tier
from houseway.game.posting import fact, posted, posted_money
from houseway.game.wagers import HANDS_KNOWN, Wager, side
from houseway.hands.baccarat import baccarat_points
from houseway.pieces.cards import CARDS
from houseway.presentation.layout import Zone
from houseway.presentation.views import View
from houseway.rulebook.delta.common import PLAYER_DEALER
from houseway.rulebook.delta.twenty_first_century_baccarat.play import Play
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import main, seats_on, tie
from houseway.rulebook.delta.twenty_first_century_baccarat.state import SURRENDER, At, CenturyState
from houseway.rulebook.delta.twenty_first_century_baccarat.view import piles

TIE_BETS = "tie bets"
AFTER_BASE, BEFORE_BASE = "after the base wager", "before the base wager"
"""The moment between the deal and the first decision."""


class TwentyFirstCenturyBaccarat(Play):
    """One community hand against a player-dealer's, everybody for himself."""

    id = "21st-century-baccarat"
    name = "21st Century Baccarat"
    jurisdiction = "California"
    section = "Delta Club Casino, 21st Century Baccarat"
    predominant = "baccarat"
    sections = ("CA-B21", "CA-PD")
    shape = "community_baccarat"
    kind = CARDS
    seats_max = 8
    seats_min = 2
    zones = (
        Zone("players", "middle", slots=3), Zone("bank", "middle", slots=3), Zone("hit", slots=1),
    )
    wagers = (
        Wager("main", "stand line", ("CA-B21-12", "CA-B21-14"), by=main, resolves=HANDS_KNOWN,
              required=True, least=10_00, most=200_00),
        side("tie", "tie bet", "CA-B21-07", "CA-B21-08", by=tie, resolves=HANDS_KNOWN,
             placed=TIE_BETS, needs="main", at_most="main", off=True, least=1_00, most=200_00),
    )
    adds = (TIE_BETS,)
    pucks = ("bank", "action")
    rulings = (void_round("CA-B21-12", "CA-PD-02", "CA-PD-07"),)
    deal_clauses = ("CA-B21-01", "CA-B21-02")
    turn_clauses = ("CA-B21-13", "CA-B21-14")
    choice_clauses = {
        "stand": ("CA-B21-03", "CA-B21-04"), "hit": ("CA-B21-03", "CA-B21-04"),
        "double": ("CA-B21-03", "CA-B21-04"), "surrender": ("CA-B21-03", "CA-B21-04"),
        "house_way": ("CA-B21-05",), "add": ("CA-B21-07",), "bank": ("CA-PD-03", "CA-PD-17"),
    }
    cites = {
        **PLAYER_DEALER,
        "bank.fees": ("CA-B21-12", "CA-PD-01", "CA-PD-02"),
        "bank.cover": ("CA-B21-11", "CA-PD-05"),
        "bank.order": ("CA-B21-11", "CA-PD-06", "CA-PD-16"),
        "bank.next": ("CA-PD-07",),
        "bank.bettors": ("CA-PD-01", "CA-PD-13"),
    }

    decks: int = posted(8, 6, cite="CA-B21-01", says="52-card decks")
    bank: PlayerDealer = fact(
        PlayerDealer(positions=8, direction=CLOCKWISE, unclaimed="broken"),
        "CA-B21-01", "CA-B21-10", "CA-PD-07", "CA-PD-09", "CA-PD-13",
        says="clockwise, two hands each, and broken when nobody else banks",
    )
    backline: tuple[str, ...] = fact(
        ("main", "tie"), "CA-B21-12", "CA-PD-12", says="wagers that may be bet behind another"
    )
    lone_backline: bool = fact(
        True, "CA-B21-12", "CA-PD-12", says="also where the player of the seat makes none"
    )
    circles_each: int = fact(3, "CA-B21-12", "CA-PD-12", says="betting circles of a seat")
    settles: tuple[tuple[str, ...], ...] = fact(
        (("main", "tie"),), "CA-B21-11", says="seat by seat, the wagers of a bettor together"
    )
    tie_settled: str = posted(
        AFTER_BASE, BEFORE_BASE, cite="CA-B21-11", says="when a bettor's tie bet is settled"
    )
    hit_cards: str = posted(
        "community", "individual", cite=("CA-B21-03", "CA-B21-13"),
        says="one card for all who hit, or one for each of them",
    )
    player_fee: int = posted_money(
        1_00, cite=("CA-B21-12", "CA-PD-02", "CA-PD-15"), says="the fee for a bet; none is printed"
    )
    bank_fee: int = posted_money(
        2_00, cite=("CA-B21-12", "CA-PD-02", "CA-PD-15"),
        says="the player-dealer's fee for a hand; none is printed",
    )

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        if self.tie_settled == BEFORE_BASE:
            self.settles = (("tie", "main"),)

    @procedure("CA-B21-12")
    def check_posting(self) -> None:
        """No schedule is printed: the house posts it, and there is none where it posts nothing."""
        least, most = self.posting["main_limits"]
        bank = (Tier(0, self.bank_fee),)
        posted = Schedule(
            "this table", "CA-B21-12", least, most, self.player_fee, bank, "wager", ("main",)
        )
        self.fees = posted if self.player_fee or self.bank_fee else None

    def new_state(self, seats: Sequence[Seat], between: BankedCarryOver) -> CenturyState:
        return CenturyState(**self.seated(seats, between))

    # -- settlement --------------------------------------------------------------------------

    @procedure("CA-B21-10")
    def place_action(self, r: RoundContext[CenturyState]) -> None:
        """The hole card's rank counts off seats clockwise, on to the next with a wager."""
        s = r.state
        bank = bank_of(s)
        named = self.bank.position(bank.seat, seats_on(s.bank_cards[1]) + 1)
        r.emit(ActionButton(self.bank.around(s.circles(), named)[0]))

    @procedure("CA-B21-11")
    def settle_all(self, r: RoundContext[CenturyState]) -> None:
        """Seat by seat from the button; at a seat its player and then who bets behind him."""
        s = r.state
        r.emit(Phase(SETTLING))
        steps: list[Step] = []
        for circle in self.in_order(s, s.circles()):
            for bettor in s.bettors_at(circle, "main"):
                steps += self.claims_of(s, (circle, bettor))
        self.settle(r, steps)

    def claims_of(self, s: CenturyState, at: At) -> list[Claim]:
        """The base wager and the tie bet of one bettor, in the order posted."""
        circle, bettor = at
        points, against = s.points_of(at), baccarat_points(s.bank_cards)
        if s.decisions[at] == SURRENDER:
            (half,) = self.pay["surrender"]
            base = Claim((circle, "main", 0), SURRENDER, half, ("CA-B21-03",), of=bettor)
        else:
            base = self.claim("main", main(points, against), at)
        if (circle, "tie", 0) not in s.stakes:
            return [base]
        both = [base, self.claim("tie", tie(points, against), at)]
        return both if self.tie_settled == AFTER_BASE else both[::-1]

    def claim(self, spot: str, row: int, at: At) -> Claim:
        """A row of a wager's pay table, for one bettor in a circle."""
        outcome, payout, clauses = self.side_named[spot].rows[row]
        return Claim((at[0], spot, 0), outcome, payout, clauses, row, of=at[1])

    # -- what people may do and see ----------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*super().actions(), "add", "no_bet")))

    def why_not(self, state: CenturyState, seat: int, name: str) -> Refused | None:
        if name == "add":
            return self.why_no_tie_bet(state)
        return super().why_not(state, seat, name)

    def why_no_turn(self, state: CenturyState, seat: int, name: str) -> Refused | None:
        if name == "add" and state.players:
            return self.why_no_tie_bet(state)
        return super().why_no_turn(state, seat, name)

    @procedure("CA-B21-07", "CA-B21-08")
    def why_no_tie_bet(self, s: CenturyState) -> Refused | None:
        """Its odds must be posted, and it is made between the deal and the first decision."""
        if "tie" not in self.wager_named:
            return Refused("the odds of the tie bet are not posted at this table", ("CA-B21-08",))
        when = "when the three cards lie open and before anybody decides"
        return Refused(f"a tie bet is made {when}", ("CA-B21-07",))

    def view(self, state: CenturyState, viewer: int) -> View:
        return self.table_view(state, viewer, piles(self, state))

    own_piles = nothing_own


GAME = TwentyFirstCenturyBaccarat
