"""21st Century Baccarat, face up, with the tie bet. Delta Club Casino, rules of play.

All players share two cards. Each bettor stands, hits, doubles or surrenders independently, and all
who hit share a third card too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from houseway.cite import procedure
from houseway.engine.questions import PLAYER, Act, Ask, Button, Chance, Script
from houseway.errors import Reason
from houseway.families.banked.betting import ADD, bet_too_late, no_bet
from houseway.families.banked.game import Banked, BankedCarryOver, FactReader, Step
from houseway.families.banked.player_dealer.bank import CLOCKWISE, PlayerDealer
from houseway.families.banked.player_dealer.events import ActionButton, bank_of
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.banked.settlement import Claim, settlement_order
from houseway.families.banked.state import SETTLING, Phase, Staked
from houseway.game.base import RoundContext, Seat
from houseway.game.decisions import Decision, decision
from houseway.game.face.layout import Zone
from houseway.game.fees import Schedule, Tier
from houseway.game.posting import fact, posted, posted_money
from houseway.game.wagers import HANDS_KNOWN, declare_wager, side
from houseway.hands.baccarat import baccarat_points
from houseway.money import format_dollars
from houseway.pieces.cards import CARDS
from houseway.rulebook.delta.common import PLAYER_DEALER
from houseway.rulebook.delta.twenty_first_century_baccarat.presenter import CenturyPresenter
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import (
    bank_hits,
    house_way_hits,
    main,
    may_act,
    may_stand,
    seats_on,
    tie,
)
from houseway.rulebook.delta.twenty_first_century_baccarat.state import (
    DECIDING,
    DOUBLE,
    DRAWS,
    HIT,
    HOUSE_WAY,
    STAND,
    SURRENDER,
    At,
    BankDrew,
    BankHoleDealt,
    BankHoleTurned,
    BankUpDealt,
    CenturyState,
    Decided,
    HitCardDealt,
    PlayersHandDealt,
)


def without_card(s: CenturyState) -> list[At]:
    """The wagers that hit and have no card of their own yet."""
    return [
        at for at, name in s.decisions.items() if name in DRAWS and at not in s.own_thirds
    ]  # fmt: skip




TIE_BETS = "tie bets"
AFTER_BASE, BEFORE_BASE = "after the base wager", "before the base wager"
"""The moment between the deal and the first decision."""


Explain: TypeAlias = Callable[[Any, CenturyState, int], Reason | None]


@procedure("CA-B21-04", "CA-B21-09")
def explain_by_chart(
    game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
) -> Reason | None:
    """Explain why this hand has no decision: 7 to 9 must stand. A tie bet changes nothing."""
    if not s.players:
        return None
    points = baccarat_points(s.players)
    if not may_act(points):
        words = f"the hand counts {points}, and 7 to 9 must stand"
        return Reason("must-stand-on-7-to-9", words, ("CA-B21-04",))
    return explain_not_yet(game, s, seat)


def explain_not_yet(
    game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
) -> Reason | None:
    """Explain that tie bets come first."""
    if not s.players or s.phase == DECIDING:
        return None
    return Reason("tie-bets-first", "tie bets come before decisions", ("CA-B21-07",))


def explain_no_stand(
    game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
) -> Reason | None:
    """Explain why the hand must hit: it counts 0 to 4."""
    if not s.players or may_stand(points := baccarat_points(s.players)):
        return explain_not_yet(game, s, seat)
    words = f"the hand counts {points}, and 0 to 4 must hit"
    return Reason("must-hit-on-0-to-4", words, ("CA-B21-04",))


def explain_no_double(
    game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
) -> Reason | None:
    """Explain why a wager is not doubled: also without the chips for it."""
    reason, at = explain_by_chart(game, s, seat), game.next_up(s)
    if reason is not None or at is None or s.purses[seat] >= game.stake_of(s, at):
        return reason
    left = f"{format_dollars(s.purses[seat])} is left"
    return Reason("double-equals-wager", f"a double is equal to the wager, and {left}",
                  ("CA-B21-03",))


def while_dealt(explain: Explain) -> Explain:
    """Return a reason that a seat without a turn gets too: once the hand stands by the chart."""

    def explain_no_turn(
        game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
    ) -> Reason | None:
        stands = s.players and not may_act(baccarat_points(s.players))
        return explain(game, s, seat) if stands else None

    return explain_no_turn


def chosen(
    words: str, *clauses: str, unless: Explain, **more: Any
) -> Callable[[Callable[..., Any]], Decision]:
    """Declare a decision on the community hand, for the wager whose turn it is."""
    return decision(
        words, *clauses, unless=unless, explain_no_turn=while_dealt(unless), at=DECIDING, **more
    )


@chosen("", "CA-B21-03", "CA-B21-04", unless=explain_no_stand,
        choice=lambda game, s, seat: Button(
            STAND, f"the hand counts {baccarat_points(s.players)}"))
def stand(game: TwentyFirstCenturyBaccarat, r: RoundContext[CenturyState], act: Act) -> None:
    """The wager stands."""
    game.decided(r, act, STAND)


@chosen("take the hit card", "CA-B21-03", "CA-B21-04", unless=explain_by_chart)
def hit(game: TwentyFirstCenturyBaccarat, r: RoundContext[CenturyState], act: Act) -> None:
    """The wager gets the hit card."""
    game.decided(r, act, HIT)


@chosen("a wager equal to the first, and the hit card", "CA-B21-03", "CA-B21-04",
        unless=explain_no_double,
        cents=lambda game, s, seat: game.stake_of(s, game.next_up(s)))
def double(game: TwentyFirstCenturyBaccarat, r: RoundContext[CenturyState], act: Act) -> None:
    """As much again, and the hit card."""
    s = r.state
    circle, bettor = at = game.next_up(s) or (act.seat, act.seat)
    r.emit(Staked(bettor, "main", game.stake_of(s, at), 0, PLAYER,
                  circle if circle != bettor else 0))
    game.decided(r, act, DOUBLE)


@chosen("give up half of the wager", "CA-B21-03", "CA-B21-04", unless=explain_by_chart)
def surrender(game: TwentyFirstCenturyBaccarat, r: RoundContext[CenturyState], act: Act) -> None:
    """Half of the wager is given up."""
    game.decided(r, act, SURRENDER)


@chosen("", "CA-B21-05", unless=explain_by_chart, name=HOUSE_WAY,
        choice=lambda game, s, seat: Button(
            HOUSE_WAY, f"the house dealer plays it: {game.house_way(s)}"))
def leave_to_dealer(
    game: TwentyFirstCenturyBaccarat, r: RoundContext[CenturyState], act: Act
) -> None:
    """The house dealer hits or stands for the bettor, the house way."""
    game.decided(r, act, game.house_way(r.state), "house way")


@procedure("CA-B21-07", "CA-B21-08")
def explain_no_tie_bet(
    game: TwentyFirstCenturyBaccarat, s: CenturyState, seat: int
) -> Reason | None:
    """Explain why no tie bet is taken: odds not posted, or not between deal and decisions."""
    if "tie" not in game.wager_named:
        return Reason("tie-odds-not-posted",
                      "the odds of the tie bet are not posted at this table", ("CA-B21-08",))
    when = "when the three cards lie open and before anybody decides"
    return Reason("tie-bet-not-now", f"a tie bet is made {when}", ("CA-B21-07",))


TIE_BET = msgspec.structs.replace(
    ADD, exists=None, clauses=("CA-B21-07",), explain_unavailable=explain_no_tie_bet,
    explain_no_turn=lambda game, s, seat: explain_no_tie_bet(game, s, seat) if s.players else None,
)
NO_TIE_BET = msgspec.structs.replace(no_bet, exists=None)


class TwentyFirstCenturyBaccarat(Banked):
    """One community hand against a player-dealer's; every bettor decides independently."""

    id = "21st-century-baccarat"
    name = "21st Century Baccarat"
    jurisdiction = "California"
    section = "Delta Club Casino, 21st Century Baccarat"
    predominant = "baccarat"
    sections = ("CA-B21", "CA-PD")
    family = "community_baccarat"
    kind = CARDS
    seats_max = 8
    seats_min = 2
    zones = (
        Zone("players", "middle", slots=3), Zone("bank", "middle", slots=3), Zone("hit", slots=1),
    )
    wagers = (
        declare_wager("main", "stand line", ("CA-B21-12", "CA-B21-14"), rule=main,
                      resolves=HANDS_KNOWN, required=True, least=10_00, most=200_00),
        side("tie", "tie bet", "CA-B21-07", "CA-B21-08", rule=tie, resolves=HANDS_KNOWN,
             placed=TIE_BETS, needs="main", at_most="main", off_by_default=True, least=1_00,
             most=200_00),
    )
    adds = (TIE_BETS,)
    pucks = ("bank", "action")
    rulings = (void_round("CA-B21-12", "CA-PD-02", "CA-PD-07"),)
    deal_clauses = ("CA-B21-01", "CA-B21-02")
    turn_clauses = ("CA-B21-13", "CA-B21-14")
    choice_clauses = {"bank": ("CA-PD-03", "CA-PD-17")}
    cites = {
        **PLAYER_DEALER,
        "bank.fees": ("CA-B21-12", "CA-PD-01", "CA-PD-02"),
        "bank.cover": ("CA-B21-11", "CA-PD-05"),
        "bank.order": ("CA-B21-11", "CA-PD-06", "CA-PD-16"),
        "bank.next": ("CA-PD-07",),
        "bank.bettors": ("CA-PD-01", "CA-PD-13"),
    }
    moments = (HANDS_KNOWN,)
    presenter_class = CenturyPresenter
    decisions = (
        *Banked.decisions, stand, hit, double, surrender, leave_to_dealer, TIE_BET, NO_TIE_BET,
    )
    facts: ClassVar[dict[str, FactReader]] = {
        "player_points": lambda game, s, at: s.points_of(at),
        "bank_points": lambda game, s, at: baccarat_points(s.bank_cards),
    }
    decks: int = posted(8, 6, cite="CA-B21-01", says="52-card decks")
    bank: PlayerDealer = fact(
        PlayerDealer(rotation=Rotation(positions=8, direction=CLOCKWISE), unclaimed=("broken",)),
        "CA-B21-01", "CA-B21-10", "CA-PD-07", "CA-PD-09", "CA-PD-13",
        says="clockwise, two hands each, and broken when no one else banks",
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

    def hand(self, r: RoundContext[CenturyState]) -> Script:
        yield from self.deal(r)
        yield from self.tie_bets(r)
        yield from self.decide(r)
        yield from self.deal_third(r)
        yield from self.bank_plays(r)
        self.place_action(r)
        self.settle_all(r)

    @procedure("CA-B21-02")
    def deal(self, r: RoundContext[CenturyState]) -> Script:
        """Deal one by one in rotation: players' cards face up, of the bank's only the first."""
        s = r.state
        r.emit(Phase("dealing"))
        while not s.players:
            cards = yield Chance("the two hands", 4)
            if cards is not None:
                r.emit(PlayersHandDealt(cards[0::2], baccarat_points(cards[0::2])))
                r.emit(BankUpDealt(cards[1:2]))
                r.emit(BankHoleDealt(cards[3:4]))

    @procedure("CA-B21-07")
    def tie_bets(self, r: RoundContext[CenturyState]) -> Script:
        """Let players with a base wager add a tie bet, with three cards seen and before any
        decision.
        """
        s = r.state
        for moment in self.bets.later_choices:
            yield from self.bets.ask_late(r, moment, sorted({who for _, who in s.wagers()}))

    @procedure("CA-B21-03", "CA-B21-04", "CA-B21-13")
    def decide(self, r: RoundContext[CenturyState]) -> Script:
        """Ask clockwise from the player-dealer's left, each bettor for one wager; 7 to 9 must
        stand.
        """
        s = r.state
        r.emit(Phase(DECIDING))
        while (at := self.next_up(s)) is not None:
            circle, bettor = at
            if not may_act(baccarat_points(s.players)):
                r.emit(Decided(bettor, STAND, circle, "chart"))
                continue
            words = f"circle {circle}: your wager" if circle != bettor else "your wager"
            asked = {bettor: self.decision_table.offered(DECIDING, s, bettor)}
            act = yield Ask(asked, words, HOUSE_WAY)
            if act is not None:
                self.decision_table.run[act.name](r, act)
                yield from self.deal_own(r)

    def next_up(self, s: CenturyState) -> At | None:
        """The next wager without a decision."""
        for circle in self.in_order(s, s.circles()):
            for bettor in s.bettors_at(circle, "main"):
                if (circle, bettor) not in s.decisions:
                    return circle, bettor
        return None

    def stake_of(self, s: CenturyState, at: At) -> int:
        """Return a bettor's chips on the line in a circle, in cents."""
        return s.stakes[at[0], "main", 0][at[1], PLAYER]

    def decided(
        self, r: RoundContext[CenturyState], act: Act, name: str, by: str = PLAYER
    ) -> None:
        """Note what becomes of the wager in turn."""
        circle, bettor = self.next_up(r.state) or (act.seat, act.seat)
        r.emit(Decided(bettor, name, circle, by))

    @procedure("CA-B21-05")
    def house_way(self, s: CenturyState) -> str:
        """Return the house way: hit 5 or less, stand on 6 or more."""
        return HIT if house_way_hits(baccarat_points(s.players)) else STAND

    @procedure("CA-B21-13")
    def deal_own(self, r: RoundContext[CenturyState]) -> Script:
        """Deal a card to a bettor who has just hit, where each has a card of their own."""
        s = r.state
        while self.hit_cards == "individual" and without_card(s):
            card = yield Chance("the hit card", 1)
            if card is not None:
                circle, bettor = without_card(s)[0]
                points = baccarat_points((*s.players, *card))
                r.emit(HitCardDealt(card, points, bettor, circle))

    @procedure("CA-B21-03", "CA-B21-15")
    def deal_third(self, r: RoundContext[CenturyState]) -> Script:
        """Deal one community card for all seats that hit or doubled."""
        s = r.state
        while (
            self.hit_cards == "community"
            and not s.third
            and any(decision in DRAWS for decision in s.decisions.values())
        ):
            card = yield Chance("the community card", 1)
            if card is not None:
                r.emit(HitCardDealt(card, baccarat_points((*s.players, *card))))

    @procedure("CA-B21-05", "CA-B21-15")
    def bank_plays(self, r: RoundContext[CenturyState]) -> Script:
        """The hole card is exposed when all hit cards lie; then one card at the most."""
        s = r.state
        r.emit(Phase("bank's hand"))
        r.emit(BankHoleTurned(s.bank_cards[1:2], baccarat_points(s.bank_cards)))
        while len(s.bank_cards) == 2 and bank_hits(baccarat_points(s.bank_cards)):
            card = yield Chance("the player-dealer's card", 1)
            if card is not None:
                r.emit(BankDrew(card, baccarat_points((*s.bank_cards, *card))))

    def explain_too_late(self, s: CenturyState) -> Reason | None:
        return bet_too_late("the deal", ("CA-B21-14",)) if s.players else None

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        if self.tie_settled == BEFORE_BASE:
            self.settles = (("tie", "main"),)

    @procedure("CA-B21-12")
    def check_posting(self) -> None:
        """Make a schedule of the posted fees, since the text prints none; without fees there is
        none.
        """
        least, most = self.posting["main_limits"]
        bank = (Tier(0, self.bank_fee),)
        posted = Schedule(
            "this table", "CA-B21-12", least=least, most=most, player_fee=self.player_fee,
            bank=bank, per="wager", wagers=("main",),
        )  # fmt: skip
        self.fees = posted if self.player_fee or self.bank_fee else None

    def new_state(self, seats: Sequence[Seat], carry_over: BankedCarryOver) -> CenturyState:
        return CenturyState(**self.seated(seats, carry_over))

    @procedure("CA-B21-10")
    def place_action(self, r: RoundContext[CenturyState]) -> None:
        """The hole card's rank counts off seats clockwise, on to the next with a wager."""
        s = r.state
        bank = bank_of(s)
        named = self.bank.rotation.position(bank.seat, seats_on(s.bank_cards[1]) + 1)
        r.emit(ActionButton(self.bank.rotation.around(s.circles(), named)[0]))

    @procedure("CA-B21-11")
    def settle_all(self, r: RoundContext[CenturyState]) -> None:
        """Settle seat by seat from the button; at a seat its player, then the bettors behind.

        Side bets of plug-ins, which the section does not order, come last.
        """
        s = r.state
        r.emit(Phase(SETTLING))
        steps: list[Step] = []
        circles = self.in_order(s, s.circles())
        for circle in circles:
            for bettor in s.bettors_at(circle, "main"):
                steps += self.claims_of(s, (circle, bettor))
        for spots in settlement_order(self)[len(self.settles) :]:
            for circle in circles:
                for spot in spots:
                    steps += self.steps_at(s, (circle, 0), spot)
        self.settle(r, steps)

    def claims_of(self, s: CenturyState, at: At) -> list[Claim]:
        """The base wager and the tie bet of one bettor, in the order posted."""
        circle, bettor = at
        points, against = s.points_of(at), baccarat_points(s.bank_cards)
        if s.decisions[at] == SURRENDER:
            (half,) = self.pay["surrender"]
            base = Claim((circle, "main", 0), SURRENDER, half, ("CA-B21-03",), only_bettor=bettor)
        else:
            base = self.claim("main", main(points, against), at)
        if (circle, "tie", 0) not in s.stakes:
            return [base]
        both = [base, self.claim("tie", tie(points, against), at)]
        return both if self.tie_settled == AFTER_BASE else both[::-1]

    def claim(self, spot: str, row: int, at: At) -> Claim:
        """A row of a wager's pay table, for one bettor in a circle."""
        outcome, payout, clauses = self.side_named[spot].rows[row]
        return Claim((at[0], spot, 0), outcome, payout, clauses, row, only_bettor=at[1])


GAME = TwentyFirstCenturyBaccarat
