"""The round of 21st Century Baccarat: the deal, tie bets, decisions, hit cards, the bank's draw."""

from __future__ import annotations

from typing import ClassVar

from houseway.cite import procedure
from houseway.engine.questions import PLAYER, Act, Ask, Button, Chance, Choice, Script
from houseway.errors import Refused
from houseway.families.banked.game import Banked, FactReader
from houseway.families.banked.state import Phase, Staked
from houseway.game.base import RoundContext
from houseway.game.wagers import HANDS_KNOWN
from houseway.hands.baccarat import baccarat_points
from houseway.money import format_dollars
from houseway.rulebook.delta.twenty_first_century_baccarat.prompts import CenturyPrompts
from houseway.rulebook.delta.twenty_first_century_baccarat.rules import (
    bank_hits,
    house_way_hits,
    may_act,
    may_stand,
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
from houseway.rulebook.delta.twenty_first_century_baccarat.telling import CenturyTelling

DECISIONS = (STAND, HIT, DOUBLE, SURRENDER, HOUSE_WAY)


def without_card(s: CenturyState) -> list[At]:
    """The wagers that hit and have no card of their own yet."""
    return [
        at for at, name in s.decisions.items() if name in DRAWS and at not in s.own_thirds
    ]  # fmt: skip


class Play(Banked):
    """From the deal to the player-dealer's last card."""

    moments = (HANDS_KNOWN,)
    prompts_by = CenturyPrompts
    telling_by = CenturyTelling
    button_groups = (DECISIONS,)
    facts: ClassVar[dict[str, FactReader]] = {
        "player_points": lambda game, s, at: s.points_of(at),
        "bank_points": lambda game, s, at: baccarat_points(s.bank_cards),
    }
    hit_cards: str

    def hand(self, r: RoundContext[CenturyState]) -> Script:
        yield from self.deal(r)
        yield from self.tie_bets(r)
        yield from self.decide(r)
        yield from self.deal_third(r)
        yield from self.bank_plays(r)
        self.place_action(r)
        self.settle_all(r)

    def place_action(self, r: RoundContext[CenturyState]) -> None:
        """Where settling begins."""
        raise NotImplementedError

    def settle_all(self, r: RoundContext[CenturyState]) -> None:
        """Every wager, in its order."""
        raise NotImplementedError

    @procedure("CA-B21-02")
    def deal(self, r: RoundContext[CenturyState]) -> Script:
        """One by one in rotation: the players' hand open, of the bank's the first card only."""
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
        """Whoever has a base wager may add a tie bet, with three cards seen and nothing decided."""
        s = r.state
        for moment in self.bets.late:
            yield from self.bets.ask_late(r, moment, sorted({who for _, who in s.wagers()}))

    # -- decisions ---------------------------------------------------------------------------

    @procedure("CA-B21-03", "CA-B21-04", "CA-B21-13")
    def decide(self, r: RoundContext[CenturyState]) -> Script:
        """Clockwise from the player-dealer's left, everybody for himself; 7 to 9 must stand."""
        s = r.state
        r.emit(Phase(DECIDING))
        while (at := self.next_up(s)) is not None:
            circle, bettor = at
            if not may_act(baccarat_points(s.players)):
                r.emit(Decided(bettor, STAND, circle, "chart"))
                continue
            words = f"circle {circle}: your wager" if circle != bettor else "your wager"
            act = yield Ask(bettor, self.offered_on(s, at), words, HOUSE_WAY)
            if act is not None:
                self.take_decision(r, act)
                yield from self.deal_own(r)

    def next_up(self, s: CenturyState) -> At | None:
        """The next wager without a decision."""
        for circle in self.in_order(s, s.circles()):
            for bettor in s.bettors_at(circle, "main"):
                if (circle, bettor) not in s.decisions:
                    return circle, bettor
        return None

    @procedure("CA-B21-03", "CA-B21-04", "CA-B21-05")
    def offered_on(self, s: CenturyState, at: At) -> tuple[Choice, ...]:
        """Stand, hit, double, surrender as the chart has it, or the house way."""
        points, stake = baccarat_points(s.players), self.stake_of(s, at)
        found: list[Choice] = []
        if may_stand(points):
            found.append(Button(STAND, f"the hand counts {points}"))
        found.append(Button(HIT, "take the hit card"))
        if s.purses[at[1]] >= stake:
            found.append(Button(DOUBLE, "a wager equal to the first, and the hit card", stake))
        found.append(Button(SURRENDER, "give up half of the wager"))
        way = HIT if house_way_hits(points) else STAND
        found.append(Button(HOUSE_WAY, f"the house dealer plays it: {way}"))
        return tuple(found)

    def stake_of(self, s: CenturyState, at: At) -> int:
        """What a bettor has on the line in a circle."""
        return s.stakes[at[0], "main", 0][at[1], PLAYER]

    def take_decision(self, r: RoundContext[CenturyState], act: Act) -> None:
        """A bettor's own, or the house way's where he leaves it to the dealer."""
        s = r.state
        circle, bettor = at = self.next_up(s) or (act.seat, act.seat)
        name, by = act.name, PLAYER
        if name == HOUSE_WAY:
            name, by = self.house_way(s), "house way"
        if name == DOUBLE:
            behind = circle if circle != bettor else 0
            r.emit(Staked(bettor, "main", self.stake_of(s, at), 0, PLAYER, behind))
        r.emit(Decided(bettor, name, circle, by))

    @procedure("CA-B21-05")
    def house_way(self, s: CenturyState) -> str:
        """Hit 5 or less, stand on 6 or more."""
        return HIT if house_way_hits(baccarat_points(s.players)) else STAND

    # -- cards -------------------------------------------------------------------------------

    @procedure("CA-B21-13")
    def deal_own(self, r: RoundContext[CenturyState]) -> Script:
        """Where each has a card of his own, who has just hit gets it."""
        s = r.state
        while self.hit_cards == "individual" and without_card(s):
            card = yield Chance("the hit card", 1)
            if card is not None:
                circle, bettor = without_card(s)[0]
                points = baccarat_points((*s.players, *card))
                r.emit(HitCardDealt(card, points, bettor, circle))

    @procedure("CA-B21-03", "CA-B21-15")
    def deal_third(self, r: RoundContext[CenturyState]) -> Script:
        """One community card for all who hit or doubled, if anybody did."""
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

    # -- why not -----------------------------------------------------------------------------

    def actions(self) -> tuple[str, ...]:
        return (*super().actions(), *DECISIONS)

    def why_not(self, state: CenturyState, seat: int, name: str) -> Refused | None:
        if name in DECISIONS and state.players:
            return self.why_not_decide(state, seat, name)
        if name == "bet" and state.phase != "betting" and state.players:
            return Refused("wagers are placed before the deal", ("CA-B21-14",))
        return super().why_not(state, seat, name)

    def why_no_turn(self, state: CenturyState, seat: int, name: str) -> Refused | None:
        if name in DECISIONS and state.players and not may_act(baccarat_points(state.players)):
            return self.why_not_decide(state, seat, name)
        return super().why_no_turn(state, seat, name)

    @procedure("CA-B21-04", "CA-B21-09")
    def why_not_decide(self, s: CenturyState, seat: int, name: str) -> Refused | None:
        """The chart, in words; a tie bet changes nothing of it."""
        points = baccarat_points(s.players)
        if not may_act(points) and name != STAND:
            return Refused(f"the hand counts {points}, and 7 to 9 must stand", ("CA-B21-04",))
        if name == STAND and not may_stand(points):
            return Refused(f"the hand counts {points}, and 0 to 4 must hit", ("CA-B21-04",))
        if s.phase != DECIDING:
            return Refused("tie bets come before decisions", ("CA-B21-07",))
        if name == DOUBLE:
            return Refused(
                f"a double is equal to the wager, and {format_dollars(s.purses[seat])} is left",
                ("CA-B21-03",),
            )
        return None
