"""Blackjack X. Delta Club Casino, rules of play.

Blackjack to 31 against a player-dealer. Hands from 22 to 30 are frozen and lost, and a hard 21 may
be hit. An ace with a ten-valued card is the best hand. With Buster and the Aces Bonus Bet.
"""

from __future__ import annotations

from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.families.banked.game import FactReader
from houseway.families.banked.player_dealer.bank import CLOCKWISE, DICE, FIRST_SEAT, PlayerDealer
from houseway.families.banked.player_dealer.rotation import Rotation
from houseway.families.banked.rulings import void_round
from houseway.families.blackjack import rules
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count
from houseway.families.blackjack.rulings import VOID_HAND
from houseway.families.blackjack.state import FACTS, BlackjackHand, BlackjackState
from houseway.game.posting import fact, posted, posted_number
from houseway.game.wagers import AFTER_DEALER, declare_wager, side
from houseway.rulebook.delta.blackjack_x.bonus import BONUS_FACTS, MATCHES, aces_bonus, buster
from houseway.rulebook.delta.blackjack_x.count import RANKS
from houseway.rulebook.delta.common import ACTION_BUTTON, PLAYER_DEALER
from houseway.side_bets.buster import why_no_bust


class BlackjackX(Blackjack):
    """Hands to 31 against a player-dealer, clockwise from the player-dealer's left."""

    id = "blackjack-x"
    name = "Blackjack X"
    jurisdiction = "California"
    section = "Delta Club Casino, Blackjack X"
    predominant = "blackjack"
    sections = ("CA-BJX", "CA-PD")
    seats_min = 2
    wagers = (
        declare_wager("main", "betting circle", ("CA-BJX-11", "CA-BJX-16"), always=True, least=5_00,
              most=600_00),
        side("buster", "Buster", "CA-BJX-12", rule=buster, because=why_no_bust,
             resolves=AFTER_DEALER, needs="main", at_most="main", least=1_00, most=5_000_00),
        side("aces_bonus", "Aces Bonus", "CA-BJX-13", rule=aces_bonus, resolves=AFTER_DEALER,
             least=1_00, most=50_00, cap=50_00),
    )
    pucks = ("bank", "action")
    facts: ClassVar[dict[str, FactReader]] = {**FACTS, **BONUS_FACTS}
    draws_for = ("buster", "aces_bonus")
    cards_stay_for = ("aces_bonus",)
    settles = (("main", "insurance", "buster", "aces_bonus"),)
    turn_clauses = ("CA-BJX-02", "CA-BJX-09", "CA-BJX-11")
    wager_clauses = ("CA-BJX-11",)
    choice_clauses = {"bank": ("CA-PD-03", "CA-PD-17"), "insure": ("CA-BJX-10",)}
    cites = {
        **PLAYER_DEALER,
        **ACTION_BUTTON,
        "bank.offer": ("CA-BJX-11", "CA-PD-01"),
        "bank.next": ("CA-BJX-21", "CA-PD-07"),
        "bank.fees": ("CA-BJX-16", "CA-PD-01", "CA-PD-02"),
        "bank.order": ("CA-BJX-21", "CA-PD-06", "CA-PD-16"),
        "bank.cover": ("CA-BJX-21", "CA-PD-05"),
        "betting": ("CA-BJX-11",),
        "initial_deal": ("CA-BJX-11",),
        "insurance.surrender": ("CA-BJX-09", "CA-BJX-11", "CA-BJX-17", "CA-BJX-19"),
        "insurance.offer": ("CA-BJX-10", "CA-BJX-11", "CA-BJX-17"),
        "settlement.insurance": ("CA-BJX-10",),
        "check_hole_card": ("CA-BJX-04", "CA-BJX-17", "CA-BJX-19"),
        "pay_blackjacks": ("CA-BJX-04",),
        "double": ("CA-BJX-08", "CA-BJX-19"),
        "split": ("CA-BJX-07", "CA-BJX-19"),
        "draw": ("CA-BJX-02",),
        "bust": ("CA-BJX-02", "CA-BJX-05"),
        "dealer_plays": ("CA-BJX-03",),
        "dealer_must_draw": ("CA-BJX-12", "CA-BJX-15"),
        "hand_steps": ("CA-BJX-05",),
        "settle_all": ("CA-BJX-10", "CA-BJX-21", "CA-PD-05"),
    }
    rulings = (void_round("CA-PD-02", "CA-PD-07"), VOID_HAND.by(("CA-PD-02",)))

    count: Count = fact(
        RANKS["tie"], "CA-BJX-01", "CA-BJX-02", "CA-BJX-03", "CA-BJX-20", says="what hands count"
    )
    bank: PlayerDealer = fact(
        PlayerDealer(
            rotation=Rotation(direction=CLOCKWISE), button=(FIRST_SEAT, DICE), when_short=True
        ),
        "CA-BJX-11", "CA-BJX-21", "CA-PD-07",
        says="from seat 1 clockwise, two hands each; fees before the deal",
    )
    backline: tuple[str, ...] = fact(("aces_bonus",), "CA-BJX-13", "CA-PD-12",
                                     says="the wagers that may be bet behind another player")
    lone_backline: bool = fact(True, "CA-BJX-13",
                               says="bets stand behind a player who makes none")
    decks: int = posted_number(6, 6, 8, cite=("CA-BJX-01", "CA-BJX-12"), says="52-card decks")
    dealt_from: str = posted("shoe", "shuffling machine", cite="CA-BJX-11",
                             says="a machine has all cards again before every round")
    bjx_vs_natural: str = posted(*RANKS, cite=("CA-BJX-01", "CA-BJX-04"),
                                 says="a Blackjack X against another two-card 31")
    blackjack_pays: str = fact("6 to 5", "CA-BJX-06", says="what a Natural 31 pays")
    pays_more: dict[str, str] = fact({"blackjack_x": "2 to 1", "hard_31": "3 to 1"}, "CA-BJX-06",
                                     says="what the other hands of 31 pay")
    soft_17: str = fact("hit", "CA-BJX-03", says="what the player-dealer does on soft 17")
    peek: bool = fact(True, "CA-BJX-17", says="the hole card is checked before anybody plays")
    no_peek_takes: str = fact("all", "CA-BJX-17")
    insurance: bool = fact(True, "CA-BJX-10", says="insurance is offered under an ace")
    insurance_least: int = fact(1, "CA-BJX-10", says="least insurance, in percent of the wager")
    double_on: str = fact("any two", "CA-BJX-08", says="which two cards may be doubled")
    double_after_split: bool = fact(True, "CA-BJX-08")
    double_for_less: str = posted("table minimum", "any amount", cite="CA-BJX-08",
                                  says="the least that doubles a hand; the most is the wager")
    split_by: str = fact("value", "CA-BJX-07", says="what makes a pair")
    hands_max: int = fact(4, "CA-BJX-07", says="hands of one spot after splits")
    resplit_aces: bool = fact(False, "CA-BJX-07")
    split_aces_one_card: bool = fact(True, "CA-BJX-07")
    surrender: str = posted("early", "late", cite=("CA-BJX-09", "CA-BJX-19"),
                            says="half back, before the hole card is checked or after it")
    surrender_after_split: bool = fact(True, "CA-BJX-09")
    third_after_split: bool = posted(
        True, False, cite="CA-BJX-14",
        says="for the Aces Bonus, the card drawn to the first hand of a split is a third card",
    )
    split_aces_match: str = posted(
        *MATCHES, cite="CA-BJX-14",
        says="which split aces get an ace of their own suit in the top row of the Aces Bonus",
    )
    tables_on_any_decks: bool = fact(False, "CA-BJX-12")
    settles_from: str = fact("player-dealer's left", "CA-BJX-21", says="the seat settled first")

    def __init__(self, posting: Any = None) -> None:
        super().__init__(posting)
        self.count = RANKS[self.bjx_vs_natural]

    @procedure("CA-BJX-11")
    def reshuffle_at(self) -> int:
        """A shoe is dealt to the cut card; a machine shuffles for every round."""
        return super().reshuffle_at() if self.dealt_from == "shoe" else 52 * self.decks

    @procedure("CA-BJX-04", "CA-BJX-06")
    def outcome_cited(
        self, s: BlackjackState, hand: BlackjackHand, outcome: int
    ) -> tuple[tuple[str, ...], str]:
        """The player-dealer's Natural decides by itself; what a win pays stands apart from it."""
        clauses, words = super().outcome_cited(s, hand, outcome)
        if outcome == rules.LOSE and self.count.natural(s.dealer):
            return ("CA-BJX-04",), words
        return ((*clauses, "CA-BJX-06") if outcome == rules.WIN else clauses), words


GAME = BlackjackX
