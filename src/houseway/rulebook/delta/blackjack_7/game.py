"""21st Century Blackjack 7.0. Delta Club Casino, rules of play.

The text prints all its rules in full. A Natural of 20 1/2 is the best hand. Hands that are over
stay until the bank's is made, and push only against a seven, eight and nine of one suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.families.banked.player_dealer.bank import PlayerDealer
from houseway.families.banked.rulings import void_round
from houseway.families.blackjack.backline import GOES_BACK, RIDES
from houseway.families.blackjack.game import Blackjack
from houseway.families.blackjack.rules import Count, SplitRule
from houseway.game.posting import displayed, fact, posted, posted_number
from houseway.game.wagers import main_wager
from houseway.rulebook.delta.blackjack_7.counting import (
    NEAREST_20_HALF,
    STRICT_20_HALF,
    THREE_HANDS,
)
from houseway.rulebook.delta.century import (
    NATURAL_PAYS,
    NATURAL_TAKES,
    SEATS,
    natural_takes,
    player_dealer,
)
from houseway.rulebook.delta.common import PLAYER_DEALER


class Blackjack7(Blackjack):
    """The bank's suited 7-8-9 pushes what is nearer; tens of one rank to three hands."""

    id = "blackjack-7"
    name = "21st Century Blackjack 7.0"
    jurisdiction = "California"
    section = "Delta Club Casino, 21st Century Blackjack 7.0"
    predominant = "blackjack"
    sections = ("CA-B7", "CA-PD")
    wagers = (main_wager("betting circle", "CA-B7-09", "CA-B7-13", least=2_00, most=10_00),)
    deal_clauses = ("CA-B7-01", "CA-B7-12")
    turn_clauses = ("CA-B7-01",)
    choice_clauses = {"bank": ("CA-PD-03", "CA-PD-17"), "insure": ("CA-B7-08", "CA-B7-14")}
    cites = {
        **PLAYER_DEALER,
        "initial_deal": ("CA-B7-01", "CA-B7-13"),
        "draw": ("CA-B7-01", "CA-B7-05"),
        "bust": ("CA-B7-03",),
        "check_hole_card": ("CA-B7-14",),
        "pay_blackjacks": ("CA-B7-02",),
        "dealer_plays": ("CA-B7-14",),
        "dealer_must_draw": ("CA-B7-03",),
        "double": ("CA-B7-05",),
        "split": ("CA-B7-06",),
        "insurance.offer": ("CA-B7-08",),
        "settlement.insurance": ("CA-B7-08",),
        "settle_all": ("CA-B7-11",),
        "natural_takes": ("CA-B7-14",),
        "action_button": ("CA-B7-11", "CA-PD-06"),
        "bank.button": ("CA-B7-11", "CA-PD-06"),
        "unclaimed": ("CA-B7-10", "CA-PD-07", "CA-PD-09"),
        "bank.unclaimed": ("CA-B7-10", "CA-PD-07", "CA-PD-09"),
        "bank.next": ("CA-B7-10", "CA-PD-07"),
        "bank.order": ("CA-B7-11", "CA-PD-06", "CA-PD-16"),
        "bank.fees": ("CA-B7-09", "CA-B7-13", "CA-PD-01", "CA-PD-02"),
    }
    rulings = (void_round("CA-B7-13", "CA-PD-02", "CA-PD-07"),)

    seats_max = SEATS
    seats_min = 2
    pucks = ("bank", "action")
    natural_price = "natural_pays"
    blackjack_pays, no_peek_takes = NATURAL_PAYS, NATURAL_TAKES
    natural_takes: str = natural_takes()
    bank: PlayerDealer = fact(
        player_dealer("goes on", "stops"), "CA-B7-10", "CA-B7-11", "CA-PD-07",
        says="who banks; settled counter-clockwise from the dealer's right",
    )
    backline: tuple[str, ...] = fact(("main",), "CA-PD-12", says="what may be bet behind another")
    empty_circles: bool = fact(True, "CA-PD-14", says="circles may be bet at which no one sits")
    unmatched_backline: str = posted(
        RIDES, GOES_BACK, cite="CA-PD-12",
        says="what becomes of a wager behind a hand that is doubled or split, if it is not matched",
    )
    insures_backline: bool = posted(
        True, False, cite="CA-PD-12", says="a wager behind a player may be insured"
    )
    decks: int = posted_number(6, 1, 8, cite="CA-B7-01", says="52-card decks, without jokers")
    marked_aces: str = displayed("Natural, No Bust", "CA-B7-12", says="how the aces are marked")
    count: Count = fact(NEAREST_20_HALF, "CA-B7-01", says="what hands count")
    strict_20_half: bool = posted(
        False, True, cite="CA-B7-01", says="21 is more than a Natural of 20 1/2, so it is over"
    )
    soft_17: str = fact("hit", "CA-B7-14", says="what the bank does on soft 17")
    natural_pays: str = fact("6 to 5", "CA-B7-02", says="what a Natural pays")
    peek: bool = posted(
        True, False, cite="CA-B7-14", says="the hole card is looked at under an ace or a ten"
    )
    natural_after_split: bool = fact(False, "CA-B7-06", says="a split can make a Natural")
    insurance: bool = fact(True, "CA-B7-08", says="insurance is offered under an ace")
    insurance_least: int = posted(
        50, 0, cite="CA-B7-14",
        says="least insurance, in percent of the wager: exactly half, or any part up to it",
    )
    insures_naturals: bool = fact(False, "CA-B7-08", says="a Natural may be insured")
    surrender: str = posted(
        "none", "after split", cite="CA-B7-07",
        says="half back: never, or for the two cards of a split hand",
    )
    surrender_after_split: bool = fact(True, "CA-B7-07", says="where surrender is posted")
    double_on: str = fact("any two", "CA-B7-05", says="which two cards may be doubled")
    double_after_split: bool = fact(True, "CA-B7-05")
    double_for_less: str = fact("no", "CA-B7-05", says="a double is as much again")
    split_by: str = posted(
        "rank", "value", cite="CA-B7-06", says="what makes a pair; they differ for tens only"
    )
    hands_max: int = posted_number(
        4, 2, 4, cite="CA-B7-06", says="hands of one circle after splits; of tens three at most"
    )
    split_rules: tuple[SplitRule, ...] = fact((THREE_HANDS,), "CA-B7-06", says="splits of tens")
    resplit_aces: bool = fact(False, "CA-B7-06")
    split_aces_one_card: bool = fact(True, "CA-B7-06")
    settles: tuple[tuple[str, ...], ...] = fact(
        (("main", "insurance"),), "CA-B7-11", says="the order of settlement at each circle"
    )

    def __init__(self, posting: Mapping[str, Any] | None = None) -> None:
        super().__init__(posting)
        if self.strict_20_half:
            self.count = STRICT_20_HALF


GAME = Blackjack7
