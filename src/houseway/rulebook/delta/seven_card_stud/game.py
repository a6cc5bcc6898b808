"""Seven Card Stud.  Delta Club Casino, "Seven Card Stud"."""

from __future__ import annotations

from typing import ClassVar

from houseway.cite import step
from houseway.families.poker import (
    EVERY_GAME,
    STUD_GAMES,
    Hands,
    Poker,
    PokerState,
    PotPart,
    Street,
    rulings_by,
)
from houseway.families.poker.dealing import PAIRS, POSSIBLES
from houseway.families.poker.rulings.stud import all_in, play_on
from houseway.families.poker.streets import DOWN, HIGH_BOARD, LOW_CARD, UP, UPPER
from houseway.game.posting import fact, posted, posted_money, posted_number
from houseway.hands.poker_high import best_high
from houseway.rulebook.delta.poker import (
    FLOOR,
    KILL_POTS,
    NO_LIMIT,
    POT_LIMIT,
    REFUSALS,
    and_shared,
)

ANNOUNCED_BELOW = 2_00, 10_00
"""From these limits on the dealer says nothing of pairs, straights and flushes."""


def stud_streets(opens: str, then: str, open_pair: bool = True) -> tuple[Street, ...]:
    """Return the streets: two cards down and one up, three up, one down."""
    return (
        Street("third street", (DOWN, DOWN, UP), opens=opens),
        Street("fourth street", (UP,), burn=True, opens=then, open_pair=open_pair),
        Street("fifth street", (UP,), burn=True, opens=then, tier=UPPER),
        Street("sixth street", (UP,), burn=True, opens=then, tier=UPPER),
        Street("seventh street", (DOWN,), burn=True, opens=then, tier=UPPER),
    )


def seven_cards(s: PokerState) -> dict[int, tuple[int, ...]]:
    """The cards of each live hand; one in the middle counts for those who have six of their own."""
    return {seat: (s.hole[seat] + s.board)[:7] for seat in s.live}


class SevenCardStud(Poker):
    """Seven cards to each player, four of them up; the best five win."""

    id = "seven-card-stud"
    name = "Seven Card Stud"
    jurisdiction = "California"
    section = "Delta Club Casino, Seven Card Stud"
    sections: ClassVar[tuple[str, ...]] = ("CA-STUD", "CA-NL", "CA-PL", "CA-KILL")
    seats_max = 8
    blinds_left = 0
    folded_go_on = True
    replaces = {  # there is no blind to straddle or to open by
        "CA-NL-19": ("CA-STUD-25",),
        "CA-PL-02": ("CA-STUD-25",),
        "CA-PL-06": ("CA-STUD-25",),
    }
    parts: ClassVar[tuple[PotPart, ...]] = (
        PotPart("high", ("CA-STUD-23",), odd_chip="highest_card"),
    )

    streets = fact(stud_streets(LOW_CARD, HIGH_BOARD), "CA-STUD-01", "CA-STUD-02", "CA-STUD-03")
    seats = posted_number(8, 2, 8, cite="CA-STUD-25", says="seats at the table")
    ante = posted_money(1_00, cite="CA-STUD-11", says="what each player puts in before the cards")
    bring_in = posted_money(5_00, 1, cite="CA-STUD-02", says="the forced bet of the low card")
    small_bet = posted_money(
        15_00, 2, cite=("CA-STUD-01", "CA-STUD-04"), says="bets on third and fourth street"
    )
    big_bet = posted_money(
        0, cite="CA-STUD-01", says="bets from fifth street on; 0: twice the small bet"
    )
    odd_chip = fact("highest_card", "CA-STUD-21", says="who gets an odd chip among tied hands")
    fold_to_bring_in = posted(
        "out", "goes_on", cite="CA-STUD-10", says="who folds when only the forced bet is made"
    )
    premature_extra = posted(
        "one_round", "all_active", cite="CA-STUD-14",
        says="what goes out with cards dealt too soon: a whole round, or one more card for each",
    )
    announcements = posted(
        "by_limit", "all", "none", cite="CA-STUD-06",
        says="whether pairs, possible straights and flushes that lie up are announced",
    )

    def check_posting(self) -> None:
        super().check_posting()
        self.announces = self.announced() if self.says_what_lies_up() else ()

    def says_what_lies_up(self) -> bool:
        """Return True if the dealer announces pairs, straights and flushes, by the limits or as
        posted.
        """
        if self.announcements != "by_limit":
            return self.announcements == "all"
        return any(x < y for x, y in zip(self._limits, ANNOUNCED_BELOW, strict=True))

    @step
    def announced(self) -> tuple[str, ...]:
        """Return the announcements of lower limit games: new pairs, possible straights and
        flushes.
        """
        return (PAIRS, POSSIBLES)

    def hands(self, s: PokerState) -> Hands:
        """The best five of seven cards; without seven, one in the middle counted, no hand wins."""
        held = seven_cards(s)
        return ({seat: best_high(cards) if len(cards) == 7 else 0 for seat, cards in held.items()},)

    decisions = (*Poker.decisions, play_on, all_in)

    cites = and_shared({
        # what the house posts
        "structure":     ("CA-STUD-05",),
        "smallest_chip": ("CA-STUD-21",),
        "raises_max":    ("CA-STUD-04",),
        "showdown":      ("CA-STUD-06", "CA-STUD-19"),
        "kill":          ("CA-KILL-01", "CA-KILL-15"),
        # the deal
        "positions.positions":       ("CA-STUD-25",),
        "positions.open_hand":       ("CA-STUD-25",),
        "positions.post_kill":       ("CA-KILL-15",),
        "positions.post_antes":      ("CA-STUD-11",),
        "dealing.deal_hole":         ("CA-STUD-01", "CA-STUD-07", "CA-STUD-10", "CA-STUD-15"),
        "dealing.burn":              ("CA-STUD-14", "CA-STUD-16"),
        "dealing.deal_short":        ("CA-STUD-16", "CA-STUD-17"),
        "dealing.scramble":          ("CA-STUD-16",),
        "dealing.cards_suffice":     ("CA-STUD-17",),
        "dealing.omits_burn":        ("CA-STUD-17",),
        "announced":                 ("CA-STUD-06",),
        "dealing.announce":          ("CA-STUD-06",),
        "dealing.flush_possible":    ("CA-STUD-06",),
        "dealing.straight_possible": ("CA-STUD-06",),
        # betting
        "betting.brings_in":     ("CA-STUD-02",),
        "betting.bring_in":      ("CA-STUD-02", "CA-STUD-08", "CA-STUD-11", "CA-STUD-26"),
        "betting.open_killed":   ("CA-STUD-26", "CA-KILL-11"),
        "betting.opener":        ("CA-STUD-03", "CA-STUD-17", "CA-STUD-20"),
        "betting.open_pair":     ("CA-STUD-05",),
        "betting.goes_on":       ("CA-STUD-10",),
        "betting.betting_round": ("CA-STUD-01", "CA-STUD-02", "CA-STUD-03"),
        "betting.wager":         ("CA-STUD-04", "CA-STUD-05"),
        "limits.limited_bet":    ("CA-STUD-01", "CA-STUD-05"),
        "limits.may_raise":      ("CA-STUD-15",),
        "limits.is_capped":      ("CA-STUD-04",),
        "stud.others_out":       ("CA-STUD-14",),
        "stud.answer_last_card": ("CA-STUD-20",),
        # the end of a hand
        "hands":             ("CA-STUD-01", "CA-STUD-19", "CA-STUD-23"),
        "pots.showdown":     ("CA-STUD-06",),
        "pots.side_pots":    ("CA-STUD-23",),
        "pots.equal_shares": ("CA-STUD-21", "CA-STUD-23"),
        "pots.side_pot":     ("CA-STUD-23",),
        "pots.equal_share":  ("CA-STUD-21", "CA-STUD-23"),
        "pots.award":        ("CA-STUD-23",),
        "kill.kill_after":   ("CA-KILL-02",),
    }, NO_LIMIT, POT_LIMIT, KILL_POTS)

    rulings = rulings_by(and_shared({
        "hole_card_up":       ("CA-STUD-07",),
        "both_cards_up":      ("CA-STUD-07", "CA-STUD-08"),
        "card_off_table":     ("CA-STUD-19", "CA-STUD-07", "CA-STUD-20"),
        "absent":             ("CA-STUD-09", "CA-STUD-10"),
        "wrong_low":          ("CA-STUD-12",),
        "wrong_low_stands":   ("CA-STUD-12",),
        "burned_twice":       ("CA-STUD-13",),
        "not_burned":         ("CA-STUD-13",),
        "dealt_too_soon":     ("CA-STUD-14",),
        "final_too_soon":     ("CA-STUD-15",),
        "last_card_up":       ("CA-STUD-20",),
        "up_cards_picked_up": ("CA-STUD-18",),
        "without_seven":      ("CA-STUD-19",),
        "shift_manager":      ("CA-STUD-22",),
        "misdeal":            ("CA-STUD-24",),
        "void":               ("CA-STUD-24",),
    }, FLOOR), EVERY_GAME, STUD_GAMES)

    deal_clauses = ("CA-STUD-01",)
    turn_clauses = ("CA-STUD-02", "CA-STUD-03")
    unseen_clauses = ("CA-STUD-23",)
    odd_chip_clauses = ("CA-STUD-21",)
    why_clauses = and_shared({
        "betting":      ("CA-STUD-01", "CA-STUD-04"),
        "bring_in":     ("CA-STUD-02", "CA-STUD-11"),
        "chips":        ("CA-STUD-21",),
        "kill":         ("CA-KILL-15",),
        "limit":        ("CA-STUD-04", "CA-STUD-05"),
        "seven_cards":  ("CA-STUD-15",),
        "last_card_up": ("CA-STUD-20",),
        "shows":        ("CA-STUD-06",),
        "cards_speak":  ("CA-STUD-06",),
    }, REFUSALS)


GAME = SevenCardStud
