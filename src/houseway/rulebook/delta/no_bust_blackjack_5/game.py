"""No Bust 21st Century Blackjack 5.0.  Delta Club Casino, rules of play.

A Natural of two cards is the best hand; hands over 21 stay until the bank's is made, for a hand of
three cards that is over but nearer pushes.  With Buster Blackjack and Blackjack Bonus Hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.cite import procedure
from houseway.families.banked.game import FactReader, PostedFact
from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.rulings import void_round
from houseway.families.blackjack.backline import GOES_BACK, RIDES
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count, SplitRule
from houseway.families.blackjack.state import FACTS
from houseway.game.base import OFF, Game
from houseway.game.posting import fact, posted, posted_number, posted_text
from houseway.game.wagers import AFTER_DEALER, AFTER_PEEK, main_wager, side
from houseway.rulebook.delta.century import (
    NATURAL_PAYS,
    NATURAL_TAKES,
    SEATS,
    natural_takes,
    player_dealer,
)
from houseway.rulebook.delta.common import PLAYER_DEALER
from houseway.rulebook.delta.no_bust_blackjack_5.bonuses import (
    behind_buster,
    bonus_hands,
    buster,
    needs_no_hole_card,
)
from houseway.rulebook.delta.no_bust_blackjack_5.counting import IN_RANK, IN_SUIT, NEAREST_22
from houseway.side_bets.buster import why_no_bust


@procedure("CA-BBH-06")
def advertised(game: Game) -> tuple[str, str]:
    """The name under which the bonus is offered, with the number that was assigned to it."""
    name, number = game.posting["bonus_name"], game.posting["gega_number"]
    if game.posting["bonus_hands"] == OFF:
        return "bonus hands", "not offered"
    return "bonus hands", f"{name}, {number}" if number else f"{name}; no GEGA number is posted"


class NoBustBlackjack5(Blackjack):
    """Must hit 11, may draw to 20; a hand that goes over is not lost until all hands are known."""

    id = "no-bust-blackjack-5"
    name = "No Bust 21st Century Blackjack 5.0"
    jurisdiction = "California"
    section = "Delta Club Casino, No Bust 21st Century Blackjack 5.0"
    predominant = "blackjack"
    sections = ("CA-NB5", "CA-BUST", "CA-BBH", "CA-PD")
    wagers = (
        main_wager("betting circle", "CA-NB5-03", "CA-NB5-23", least=2_00, most=10_00),
        side("buster", "Buster Blackjack", "CA-BUST-01", "CA-BUST-02", rule=buster,
             because=why_no_bust, clauses_for=behind_buster, resolves=AFTER_DEALER, needs="main",
             at_most="main", most=2_000_00),
        side("bonus_hands", "Blackjack Bonus Hands", "CA-BBH-01", "CA-BBH-07", rule=bonus_hands,
             decided_early=needs_no_hole_card, resolves=AFTER_PEEK, needs="main", at_most="main",
             most=2_000_00, called_by="bonus_name"),
    )
    signs = (advertised,)
    deal_clauses = ("CA-NB5-01", "CA-NB5-04")
    turn_clauses = ("CA-NB5-05", "CA-NB5-24")
    choice_clauses = {"bank": ("CA-PD-03", "CA-PD-17"), "insure": ("CA-NB5-21",)}
    cites = {
        **PLAYER_DEALER,
        "limits": ("CA-BUST-02", "CA-BBH-01"),
        "initial_deal": ("CA-NB5-04", "CA-NB5-01"),
        "players_play": ("CA-NB5-05", "CA-NB5-24"),
        "draw": ("CA-NB5-05", "CA-NB5-15"),
        "bust": ("CA-NB5-14",),
        "check_hole_card": ("CA-NB5-26", "CA-BUST-05"),
        "pay_blackjacks": ("CA-BUST-05", "CA-NB5-08"),
        "dealer_plays": ("CA-NB5-06", "CA-NB5-25"),
        "dealer_must_draw": ("CA-BUST-06", "CA-NB5-14"),
        "double": ("CA-NB5-15",),
        "split": ("CA-NB5-16",),
        "insurance.offer": ("CA-NB5-21",),
        "settlement.insurance": ("CA-NB5-21",),
        "hand_steps": ("CA-NB5-14",),
        "settle_all": ("CA-NB5-03", "CA-NB5-07", "CA-BUST-07"),
        "natural_takes": ("CA-NB5-26",),
        "action_button": ("CA-BUST-07", "CA-PD-06"),
        "bank.button": ("CA-BUST-07", "CA-PD-06"),
        "bank.order": ("CA-NB5-07", "CA-PD-06", "CA-PD-16"),
        "bank.fees": ("CA-NB5-19", "CA-NB5-23", "CA-PD-01", "CA-PD-02"),
    }
    rulings = (void_round("CA-NB5-03", "CA-PD-02", "CA-PD-07"),)
    draws_for = ("buster",)
    facts: ClassVar[dict[str, FactReader]] = {
        **FACTS, "ace_nine": PostedFact("ace_nine_is_20", (False, True)),
    }

    seats_max = SEATS
    seats_min = 2
    pucks = ("bank", "action")
    natural_price = "natural_pays"
    blackjack_pays, no_peek_takes = NATURAL_PAYS, NATURAL_TAKES
    natural_takes: str = natural_takes()
    bank: PlayerDealer = fact(
        player_dealer("broken"), "CA-NB5-03", "CA-NB5-07", "CA-PD-07",
        says="who banks; settled counter-clockwise from the dealer's right",
    )
    backline: tuple[str, ...] = fact(
        ("main", "buster", "bonus_hands"), "CA-PD-12", says="wagers that may be bet behind another"
    )
    empty_circles: bool = fact(True, "CA-PD-14", says="circles may be bet at which no one sits")
    unmatched_backline: str = posted(
        RIDES, GOES_BACK, cite="CA-PD-12",
        says="what becomes of a wager behind a hand that is doubled or split, if it is not matched",
    )
    insures_backline: bool = posted(
        True, False, cite="CA-PD-12", says="a wager behind a player may be insured"
    )
    decks: int = posted_number(6, 1, 8, cite="CA-NB5-01", says="52-card decks, without jokers")
    count: Count = fact(
        NEAREST_22, "CA-NB5-02", "CA-NB5-05", "CA-NB5-13", says="what hands count"
    )
    soft_17: str = fact("hit", "CA-NB5-06", says="what the bank does on soft 17")
    natural_pays: str = posted("6 to 5", "1 to 1", cite="CA-NB5-22", says="what a Natural pays")
    peek: bool = posted(
        True, False, cite="CA-NB5-26", says="the hole card is looked at under an ace or a ten"
    )
    natural_after_split: bool = posted(
        False, True, cite="CA-NB5-27", says="an ace and a ten after a split are a Natural"
    )
    insurance: bool = posted(
        False, True, cite="CA-NB5-21", says="insurance is offered under an ace"
    )
    insurance_least: int = posted(
        50, 0, cite="CA-NB5-21",
        says="least insurance, in percent of the wager: exactly half, or any part up to it",
    )
    insures_naturals: bool = fact(False, "CA-NB5-21", says="a Natural may be insured")
    surrender: str = posted(
        "none", "after split", "late", cite="CA-NB5-20",
        says="half back: never, for the two cards of a split hand, or for the first two as well",
    )
    surrender_after_split: bool = fact(True, "CA-NB5-20", says="where surrender is posted")
    double_on: str = fact("any two", "CA-NB5-15", says="which two cards may be doubled")
    double_after_split: bool = fact(True, "CA-NB5-16")
    double_for_less: str = fact("no", "CA-NB5-15", says="a double is as much again")
    split_by: str = fact("value", "CA-NB5-16", says="what makes a pair")
    hands_max: int = fact(4, "CA-NB5-16", says="hands of one circle after three splits")
    split_rules: tuple[SplitRule, ...] = fact((IN_SUIT,), "CA-NB5-17", says="splits of tens")
    tens_split_again: str = posted(
        "value", "rank", cite="CA-NB5-17",
        says="what a card must share with the first one dealt for a further split of tens",
    )
    resplit_aces: bool = fact(False, "CA-NB5-18")
    split_aces_one_card: bool = fact(True, "CA-NB5-18")
    settles: tuple[tuple[str, ...], ...] = fact(
        (("main", "insurance", "buster", "bonus_hands"),), "CA-NB5-07", "CA-BUST-07",
        says="the order of settlement at each circle",
    )
    ace_nine_is_20: bool = posted(
        False, True, cite="CA-BBH-04", says="an ace and a nine are a 20 of Bonus Hands"
    )
    bonus_name: str = posted_text(
        "Blackjack Bonus Hands", cite="CA-BBH-06", says="under which name Bonus Hands is offered"
    )
    gega_number: str = posted_text(
        cite="CA-BBH-06", says="the GEGA number assigned to Bonus Hands, shown wherever it is named"
    )

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        if self.tens_split_again == "rank":
            self.split_rules = (IN_RANK, IN_SUIT)


GAME = NoBustBlackjack5
