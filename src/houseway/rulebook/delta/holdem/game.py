"""Texas Hold'em.  Delta Club Casino, "Hold'em", with "No Limit", "Pot Limit" and "Kill Pots"."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from houseway.hands.poker5 import best_high
from houseway.posting import fact, posted, posted_money
from houseway.shapes.poker_room import Hands, PokerRoom, PokerState, Street


class Holdem(PokerRoom):
    """Two hole cards and five board cards, in any combination."""

    id = "holdem"
    name = "Texas Hold'em"
    jurisdiction = "California"
    section = "Delta Club Casino, Hold'em"
    sections: ClassVar[tuple[str, ...]] = ("CA-HOLDEM", "CA-NL", "CA-PL", "CA-KILL")
    unseen_clauses: ClassVar[tuple[str, ...]] = ("CA-HOLDEM-00",)
    award_clauses: ClassVar[tuple[str, ...]] = ("CA-HOLDEM-00",)
    board_plays = True

    streets = fact(
        (
            Street("preflop", down=2),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-HOLDEM-00",
    )
    small_blind = posted_money(1_00, 1, cite=("CA-HOLDEM-00", "CA-HOLDEM-02"))
    big_blind = posted_money(2_00, 1, cite=("CA-HOLDEM-00", "CA-HOLDEM-05"))
    small_bet = posted_money(
        0, cite="CA-HOLDEM-00", says="bets before and on the flop; 0: the big blind"
    )
    big_bet = posted_money(
        0, cite="CA-HOLDEM-00", says="bets on turn and river; 0: twice the small bet"
    )
    dead_collection_blind = posted_money(
        0, cite="CA-HOLDEM-01", says="the collection, paid by the button; no part of a bet"
    )
    straddle = posted("off", "on", cite=("CA-HOLDEM-11", "CA-NL-19", "CA-PL-06"))
    straddle_times = fact(2, "CA-HOLDEM-11", "CA-NL-19", "CA-PL-06", says="big blinds to straddle")
    straddle_needs = fact(4, "CA-HOLDEM-13", says="big blinds in front of a straddler")

    def hands(self, s: PokerState) -> Hands:
        """The best five of hole cards and board: any of them, even none of the hole cards."""
        return {seat: best_high(s.hole[seat] + s.board) for seat in s.live}, {}

    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Whether the board alone beats every hand that has a hole card in it."""
        hole, board = s.hole[seat], best_high(s.board)
        return all(best_high(hole + four) < board for four in combinations(s.board, 4))


GAME = Holdem
