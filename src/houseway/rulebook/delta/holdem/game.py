"""Texas Hold'em.  Delta Club Casino, "Hold'em", with "No Limit", "Pot Limit" and "Kill Pots"."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from houseway.families.poker import (
    EVERY_GAME,
    FLOP_GAMES,
    Cards,
    Hands,
    Poker,
    PokerState,
    PotPart,
    Street,
    rulings_by,
)
from houseway.game.posting import fact, posted, posted_money
from houseway.hands.poker_high import best_high
from houseway.rulebook.delta.poker import (
    FLOOR,
    KILL_POTS,
    NO_LIMIT,
    POT_LIMIT,
    REFUSALS,
    WITH_BLINDS,
    and_shared,
)


class Holdem(Poker):
    """Two hole cards and five board cards, in any combination."""

    id = "holdem"
    name = "Texas Hold'em"
    jurisdiction = "California"
    section = "Delta Club Casino, Hold'em"
    sections: ClassVar[tuple[str, ...]] = ("CA-HOLDEM", "CA-NL", "CA-PL", "CA-KILL")
    board_plays = True
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("high", ("CA-HOLDEM-00",)),)

    streets = fact(
        (
            Street("preflop", (Cards(2),), opens="blinds"),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-HOLDEM-00",
    )
    blinds_left = posted(
        2, 1, 3, cite=("CA-HOLDEM-00", "CA-HOLDEM-02"), says="blinds left of the button"
    )
    small_blind = posted_money(1_00, 1, cite=("CA-HOLDEM-00", "CA-HOLDEM-02"))
    big_blind = posted_money(2_00, 1, cite=("CA-HOLDEM-00", "CA-HOLDEM-05"))
    second_blind = posted_money(
        0, cite="CA-HOLDEM-00", says="the middle one of three blinds; 0: as the small blind"
    )
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
        return ({seat: best_high(s.hole[seat] + s.board) for seat in s.live},)

    def plays_board(self, s: PokerState, seat: int) -> bool:
        """Return True if the board alone beats every hand that has a hole card in it."""
        hole, board = s.hole[seat], best_high(s.board)
        return all(best_high(hole + four) < board for four in combinations(s.board, 4))

    cites = and_shared({
        # what the house posts
        "odd_chip":        ("CA-HOLDEM-00",),
        "raises_max":      ("CA-HOLDEM-00",),
        "short_all_in":    ("CA-HOLDEM-00",),
        "kill":            ("CA-KILL-01", "CA-KILL-15"),
        "showdown":        ("CA-HOLDEM-20", "CA-HOLDEM-21"),
        "seat_collection": ("CA-HOLDEM-01",),
        "pot_collection":  ("CA-HOLDEM-01",),
        # before the cards
        "positions.positions":     ("CA-HOLDEM-02", "CA-HOLDEM-04", "CA-HOLDEM-06", "CA-HOLDEM-09",
                                 "CA-HOLDEM-10"),
        "positions.come_in":       ("CA-HOLDEM-03", "CA-HOLDEM-04", "CA-HOLDEM-07", "CA-HOLDEM-09"),
        "positions.open_hand":     ("CA-HOLDEM-02", "CA-HOLDEM-09"),
        "positions.post_blinds":   ("CA-HOLDEM-00", "CA-HOLDEM-01", "CA-HOLDEM-05", "CA-HOLDEM-06"),
        "positions.post_both":     ("CA-HOLDEM-08", "CA-HOLDEM-09"),
        "positions.straddle_seat": ("CA-HOLDEM-11", "CA-HOLDEM-13"),
        "positions.straddle":      ("CA-HOLDEM-11", "CA-HOLDEM-12"),
        "positions.post_kill":     ("CA-KILL-15",),
        "positions.first_order":   ("CA-HOLDEM-05", "CA-HOLDEM-12", "CA-KILL-11"),
        "fees.collect":            ("CA-HOLDEM-01",),
        "fees.collect_from_pot":   ("CA-HOLDEM-01",),
        # the deal
        "dealing.deal_hole":  ("CA-HOLDEM-00",),
        "dealing.deal_board": ("CA-HOLDEM-00", "CA-HOLDEM-16", "CA-HOLDEM-17", "CA-HOLDEM-18"),
        "dealing.burn":       ("CA-HOLDEM-15", "CA-HOLDEM-19"),
        # betting
        "betting.betting_round":      ("CA-HOLDEM-00",),
        "betting.opening_bet":        ("CA-HOLDEM-05", "CA-HOLDEM-11", "CA-KILL-15"),
        "limits.limit_raise_is_full": ("CA-HOLDEM-00",),
        "limits.is_capped":           ("CA-HOLDEM-00",),
        # the end of a hand, and the next
        "hands":                 ("CA-HOLDEM-00",),
        "plays_board":           ("CA-HOLDEM-21",),
        "pots.showdown":         ("CA-HOLDEM-20", "CA-HOLDEM-21"),
        "pots.side_pots":        ("CA-HOLDEM-00",),
        "pots.equal_shares":     ("CA-HOLDEM-00",),
        "pots.side_pot":         ("CA-HOLDEM-00",),
        "pots.equal_share":      ("CA-HOLDEM-00",),
        "pots.award":            ("CA-HOLDEM-00",),
        "kill.kill_after":       ("CA-KILL-02",),
        "next_hand.hand_over":   ("CA-HOLDEM-06", "CA-HOLDEM-09"),
        "next_hand.in_the_game": ("CA-HOLDEM-07", "CA-HOLDEM-10"),
    }, NO_LIMIT, POT_LIMIT, WITH_BLINDS, KILL_POTS)

    rulings = rulings_by(and_shared({
        "misdeal":            ("CA-HOLDEM-22",),
        "void":               ("CA-HOLDEM-22",),
        "first_card_exposed": ("CA-HOLDEM-14", "CA-HOLDEM-22"),
        "exposed_card":       ("CA-HOLDEM-15",),
        "extra_card":         ("CA-HOLDEM-19",),
        "extra_cards":        ("CA-HOLDEM-19", "CA-HOLDEM-22"),
        "premature_flop":     ("CA-HOLDEM-16",),
        "flop_too_many":      ("CA-HOLDEM-16",),
        "premature_turn":     ("CA-HOLDEM-17",),
        "premature_river":    ("CA-HOLDEM-18",),
    }, FLOOR), EVERY_GAME, FLOP_GAMES)

    deal_clauses = ("CA-HOLDEM-00",)
    turn_clauses = ("CA-NL-04",)
    unseen_clauses = ("CA-HOLDEM-00",)
    why_clauses = and_shared({
        "betting":                ("CA-HOLDEM-00",),
        "opening_bet":            ("CA-HOLDEM-05",),
        "small_blind":            ("CA-HOLDEM-02",),
        "chips":                  ("CA-PL-02",),
        "kill":                   ("CA-KILL-15",),
        "limit":                  ("CA-HOLDEM-00",),
        "pot_limit":              ("CA-PL-02",),
        "owes_no_blinds":         ("CA-HOLDEM-03", "CA-HOLDEM-07"),
        "sits_behind_the_button": ("CA-HOLDEM-04", "CA-HOLDEM-09"),
        "sits_elsewhere":         ("CA-HOLDEM-09",),
        "straddle":               ("CA-HOLDEM-11",),
        "who_straddles":          ("CA-HOLDEM-11", "CA-HOLDEM-13"),
        "shows":                  ("CA-HOLDEM-20",),
        "plays_the_board":        ("CA-HOLDEM-21",),
        "cards_speak":            ("CA-NL-17",),
    }, REFUSALS)


GAME = Holdem
