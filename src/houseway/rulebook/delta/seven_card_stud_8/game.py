"""Seven Card Stud High-Low Split (8s or Better).  Delta Club Casino."""

from __future__ import annotations

from houseway.families.poker import Hands, PokerState, PotPart
from houseway.families.poker.streets import HIGH_BOARD, LOW_CARD
from houseway.game.posting import fact, posted
from houseway.hands.poker_high import best_high
from houseway.hands.poker_low import EIGHT_OR_BETTER, NO_QUALIFIER, best_low
from houseway.rulebook.delta.poker import KILL_POTS, NO_LIMIT, with_shared
from houseway.rulebook.delta.seven_card_stud.game import (
    SevenCardStud,
    seven_cards,
    stud_streets,
)


class StudHighLow(SevenCardStud):
    """Stud in everything (10) but the open pair, the pot shared by the best high and low hand."""

    id = "seven-card-stud-8"
    name = "Seven Card Stud High-Low Split (8s or Better)"
    section = "Delta Club Casino, Seven Card Stud High/Low Split"
    sections = ("CA-STUD8", *SevenCardStud.sections)
    parts = (
        PotPart("high", ("CA-STUD8-03", "CA-STUD8-07"), odd_chip="highest_card"),
        PotPart("low", ("CA-STUD8-03", "CA-STUD8-07")),
    )
    inherits = {"CA-STUD8-07": SevenCardStud}
    replaces = {
        "CA-STUD-02": ("CA-STUD8-01",),
        "CA-STUD-03": ("CA-STUD8-02",),
        "CA-STUD-05": ("CA-STUD8-06",),
        "CA-STUD-21": ("CA-STUD8-05",),
        "CA-STUD-23": ("CA-STUD8-03", "CA-STUD8-07"),
        **SevenCardStud.replaces,
    }

    streets = fact(
        stud_streets(LOW_CARD, HIGH_BOARD, open_pair=False),
        "CA-STUD8-01", "CA-STUD8-02", "CA-STUD8-06", "CA-STUD8-07", "CA-STUD-01",
    )
    qualifier = posted(
        "eight", "none", cite="CA-STUD8-03", says="what a low hand needs to win its half"
    )
    odd_chip = posted(
        "lowest_card", "lowest_card_ace_high", "highest_card", cite="CA-STUD8-05",
        says="who gets an odd chip among tied low hands",
    )

    def hands(self, s: PokerState) -> Hands:
        """Return the high and low hands: each any five of the seven cards."""
        qualifier = EIGHT_OR_BETTER if self.qualifier == "eight" else NO_QUALIFIER
        held = seven_cards(s)
        return (
            {x: best_high(cards) if len(cards) == 7 else 0 for x, cards in held.items()},
            {x: best_low(cards, qualifier) if len(cards) == 7 else 0 for x, cards in held.items()},
        )

    cites = with_shared({
        "betting.brings_in":     ("CA-STUD8-01",),
        "betting.bring_in":      ("CA-STUD8-01", "CA-STUD-08", "CA-STUD-11", "CA-STUD-26"),
        "betting.opener":        ("CA-STUD8-02", "CA-STUD-17", "CA-STUD-20"),
        "betting.open_pair":     ("CA-STUD8-06",),
        "betting.betting_round": ("CA-STUD-01", "CA-STUD8-01", "CA-STUD8-02"),
        "betting.wager":         ("CA-STUD-04",),
        "limits.limited_bet":    ("CA-STUD-01", "CA-STUD8-06"),
        "smallest_chip":         ("CA-STUD8-05",),
        "hands":                 ("CA-STUD8-03", "CA-STUD8-07", "CA-STUD-19"),
        "pots.divided":          ("CA-STUD8-03", "CA-STUD8-05"),
        "pots.side_pots":        ("CA-STUD8-03",),
        "pots.equal_shares":     ("CA-STUD8-05", "CA-STUD8-07"),
        "pots.award":            ("CA-STUD8-03", "CA-STUD8-04"),
        "pots.side_pot":         ("CA-STUD8-03",),
        "pots.equal_share":      ("CA-STUD8-05", "CA-STUD8-07"),
        "kill.kill_after":       ("CA-KILL-07",),
    }, NO_LIMIT, KILL_POTS)

    unseen_clauses = ("CA-STUD8-03",)
    scoop_clauses = ("CA-STUD8-03",)
    odd_chip_clauses = ("CA-STUD8-05",)
    turn_clauses = ("CA-STUD8-01", "CA-STUD8-02")
    why_clauses = {
        **SevenCardStud.why_clauses,
        "bring_in": ("CA-STUD8-01", "CA-STUD-11"),
        "chips":    ("CA-STUD8-05",),
        "limit":    ("CA-STUD-04", "CA-STUD8-06"),
    }


GAME = StudHighLow
