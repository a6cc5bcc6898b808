"""The settlement of blackjack: who wins a hand, in which order, and what is paid."""

from __future__ import annotations

from houseway.cite import procedure
from houseway.game import Dealing
from houseway.hands.points21 import natural, points
from houseway.pay import LOSE, Payout, parse_payout
from houseway.shapes.banked import DEALER, PLAYER, Phase, WagerSettled
from houseway.shapes.blackjack import rules
from houseway.shapes.blackjack.posting import BlackjackPosting
from houseway.shapes.blackjack.state import (
    BlackjackState,
    CardsStay,
    Hand,
    HandSettled,
    LammersMoved,
)
from houseway.wager import AFTER_DEALER, AFTER_HAND, AFTER_PEEK

INSURANCE = parse_payout("2 to 1")
HALF_BACK = Payout("half back", -1, 2)


class Settling(BlackjackPosting):
    """Taking and paying, by seat."""

    def settling(self, s: BlackjackState) -> list[int]:
        """The order of settlement: from the dealer's right counter-clockwise, or from the left."""
        seats = s.seats if self.settles_from == "dealer's left" else reversed(s.seats)
        return [seat for seat in seats if seat in s.hands]

    def settle_all(self, r: Dealing) -> None:
        """Take and pay everything left, seat by seat from the dealer's right."""
        s = r.state
        r.emit(Phase("settling"))
        seats = self.settling(s)
        shares = {
            moment: self.shares(s, moment, seats) for moment in (AFTER_PEEK, AFTER_DEALER)
        }  # fmt: skip
        for seat in seats:
            hands = sorted(enumerate(s.hands[seat]), key=lambda each: each[1].tucked)
            for i, hand in hands:  # a tucked one last: its bet shows what lammers are worth
                if not hand.settled:
                    self.settle_hand(r, seat, i)
            if (n := s.lammers.get(seat)) is not None:
                counted = (seat, self.lammers_count_for, 0, PLAYER) in s.stakes
                r.emit(LammersMoved(seat, n, self.lammers_count_for if counted else "dealer"))
            for moment, worked_out in shares.items():
                self.settle_side_bets(r, moment, (seat,), worked_out)
        self.settle_insurance(r)

    @procedure("BJ-8", "BJ-9")
    def settle_hand(self, r: Dealing, seat: int, i: int) -> None:
        """One hand: its chips at the odds of its outcome, its lammers at even money or nothing."""
        s = r.state
        hand = s.hands[seat][i]
        outcome = self.outcome_of(s, hand)
        clauses, words = self.outcome_cited(s, hand, outcome)
        payout = self.main_pays[outcome]
        extra = self._spared(s, hand, seat, i, outcome)
        for owner in (PLAYER, DEALER):
            unit = s.units.get((seat, owner), 0)
            staked = s.stakes.get((seat, "main", i, owner), 0)
            plays = owner == PLAYER or (self.tips_get_free_bets and hand.tipped)
            lammers = hand.lammers if plays else 0
            if not unit or not (staked or lammers):
                continue
            back = payout.back(staked, self.breakage) + extra * (owner == PLAYER)
            back += lammers * unit * (outcome == rules.WIN)
            note = f"{lammers} {self.marker}{'s' * (lammers > 1)}" if lammers else ""
            r.emit(
                WagerSettled(
                    seat, "main", words, payout.text, staked, back, clauses, i, owner, 0, note,
                    self._wager_by_name["main"].element,
                )
            )  # fmt: skip
        self.hand_over(r, seat, i)

    def hand_over(self, r: Dealing, seat: int, i: int) -> None:
        """A hand is decided; its cards stay if a wager still looks at the original hand.

        Before the cards of a spot's last hand are taken, the wagers are settled that go with it.
        """
        s = r.state
        if all(hand.settled or j == i for j, hand in enumerate(s.hands[seat])):
            self.settle_side_bets(r, AFTER_HAND, (seat,))
        r.emit(HandSettled(seat, i))
        if i == 0 and s.phase != "settling":
            for spot in self.cards_stay_for:
                if (seat, spot, 0, PLAYER) in s.stakes:
                    r.emit(CardsStay(seat, i, spot))

    def outcome_of(self, s: BlackjackState, hand: Hand) -> int:
        """Who has won a hand, against the dealer's as it stands."""
        return rules.hand_outcome(hand.cards, s.dealer, hand.made, self.dealer_22)

    def _spared(self, s: BlackjackState, hand: Hand, seat: int, i: int, outcome: int) -> int:
        """Without a peek, the chips beyond the original wager that a blackjack may not take."""
        if self.peek or self.no_peek_takes == "all" or not natural(s.dealer):
            return 0
        staked = s.stakes.get((seat, "main", i, PLAYER), 0)
        lost = outcome == rules.LOSE and points(hand.cards) <= 21
        original = s.units.get((seat, PLAYER), 0) if i < self.hands_dealt else 0
        return staked - original if lost else 0

    def outcome_cited(
        self, s: BlackjackState, hand: Hand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """The clauses an outcome rests on, and the word for it."""
        if outcome == rules.LOSE and points(hand.cards) > 21:
            return ("BJ-8", *self.by_standard), "bust"
        if outcome == rules.BLACKJACK:
            return self.declared()["blackjack_pays"].clauses, "blackjack"
        if outcome == rules.PUSH and points(s.dealer) == 22:
            return self.declared()["dealer_22_pushes"].clauses, "push"
        won_by = "BJ-9" if natural(s.dealer) else "BJ-8"
        return (won_by, *self.by_standard), rules.OUTCOMES[outcome]

    @procedure("BJ-10")
    def settle_insurance(self, r: Dealing) -> None:
        """Insurance pays 2 to 1 under a dealer's blackjack and loses otherwise."""
        s = r.state
        found = natural(s.dealer)
        for seat in self.settling(s):
            if (seat, "insurance", 0, PLAYER) in s.stakes:
                words, payout = ("dealer blackjack", INSURANCE) if found else ("lose", LOSE)
                self.settle(r, seat, "insurance", words, payout, ("BJ-10",))
