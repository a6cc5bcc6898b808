"""Lightning Poker Texas Hold'em, at an electronic table.  Delta Club Casino."""

from __future__ import annotations

from typing import ClassVar

from houseway.families.poker import Cards, Poker, PotPart, Street, rulings_by
from houseway.game.posting import fact, posted, posted_money
from houseway.rulebook.delta.holdem.game import Holdem


class LightningHoldem(Poker):
    """Hold'em by a text of its own: the table does everything, and acting out of turn is
    impossible.
    """

    id = "lightning-holdem"
    name = "Lightning Poker Texas Hold'em"
    jurisdiction = "California"
    section = "Delta Club Casino, Lightning Poker Texas Hold'em"
    sections: ClassVar[tuple[str, ...]] = ("CA-LTN",)
    board_plays = True
    parts: ClassVar[tuple[PotPart, ...]] = (PotPart("high", ("CA-LTN-20", "CA-LTN-23")),)

    stations = fact(10, "CA-LTN-01", says="player stations")
    streets = fact(
        (
            Street("preflop", (Cards(2),), opens="blinds"),
            Street("flop", board=3, burn=True),
            Street("turn", board=1, burn=True, tier=2),
            Street("river", board=1, burn=True, tier=2),
        ),
        "CA-LTN-11",
    )
    structure = posted(
        "limit", "no_limit", "pot_limit", cite=("CA-LTN-15", "CA-LTN-21"), says="what may be bet"
    )
    blinds_left = fact(2, "CA-LTN-11", says="blinds right after the button")
    small_blind = posted_money(1_00, 1, cite="CA-LTN-11")
    big_blind = posted_money(2_00, 1, cite="CA-LTN-11")
    small_bet = posted_money(
        0, cite="CA-LTN-13", says="bets before and on the flop; 0: the big blind"
    )
    big_bet = posted_money(
        0, cite="CA-LTN-13", says="bets on turn and river; 0: twice the small bet"
    )
    raises_max = fact(3, "CA-LTN-15", says="limit raises in a round of three players or more")
    short_all_in = fact("half_bet", "CA-LTN-17", says="what reopens a limit betting round")
    pot_limit_opening = fact("pot", "CA-LTN-21")
    showdown = fact("in_order", "CA-LTN-14", "CA-LTN-26", says="the last to bet shows first")
    kill = fact("off")
    silent_chip = fact("off", "CA-LTN-24", says="a decision is a touch, not a chip")

    hands = Holdem.hands
    plays_board = Holdem.plays_board

    def check_posting(self) -> None:
        self.seats_max = self.stations
        super().check_posting()

    cites = {
        # what the house posts
        "smallest_chip":   ("CA-LTN-11",),
        "odd_chip":        ("CA-LTN-20",),
        "pot_rounding":    ("CA-LTN-21",),
        "seat_collection": ("CA-LTN-21",),
        "pot_collection":  ("CA-LTN-21",),
        # before the cards
        "positions.positions":   ("CA-LTN-11", "CA-LTN-19", "CA-LTN-25"),
        "positions.come_in":     ("CA-LTN-19",),
        "positions.open_hand":   ("CA-LTN-25",),
        "positions.post_blinds": ("CA-LTN-11", "CA-LTN-19"),
        "positions.post_both":   ("CA-LTN-19",),
        "positions.first_order": ("CA-LTN-12",),
        "fees.collect":          ("CA-LTN-21",),
        "fees.collect_from_pot": ("CA-LTN-21",),
        # the deal
        "dealing.deal_hole":  ("CA-LTN-04", "CA-LTN-11", "CA-LTN-25"),
        "dealing.deal_board": ("CA-LTN-11",),
        "dealing.burn":       ("CA-LTN-11",),
        # betting
        "betting.betting_round":      ("CA-LTN-03", "CA-LTN-12", "CA-LTN-24", "CA-LTN-25"),
        "betting.opening_bet":        ("CA-LTN-12",),
        "betting.wager":              ("CA-LTN-18", "CA-LTN-24"),
        "limits.may_raise":           ("CA-LTN-16", "CA-LTN-17", "CA-LTN-18"),
        "limits.no_limit_bet":        ("CA-LTN-15", "CA-LTN-18", "CA-LTN-27"),
        "limits.limited_bet":         ("CA-LTN-18", "CA-LTN-27"),
        "limits.bet_limits":          ("CA-LTN-18", "CA-LTN-27"),
        "limits.pot_limit":           ("CA-LTN-21",),
        "limits.limit_raise_is_full": ("CA-LTN-17",),
        "limits.is_capped":           ("CA-LTN-15", "CA-LTN-16"),
        # the end of a hand, and the next
        "hands":                 ("CA-LTN-20", "CA-LTN-23"),
        "pots.showdown":         ("CA-LTN-14", "CA-LTN-26"),
        "pots.show_order":       ("CA-LTN-14",),
        "pots.side_pots":        ("CA-LTN-27",),
        "pots.equal_shares":     ("CA-LTN-20",),
        "pots.side_pot":         ("CA-LTN-27",),
        "pots.equal_share":      ("CA-LTN-20",),
        "pots.award":            ("CA-LTN-09", "CA-LTN-20"),
        "next_hand.hand_over":   ("CA-LTN-19",),
        "next_hand.in_the_game": ("CA-LTN-19",),
    }

    rulings = rulings_by({"void": ("CA-LTN-30",)}, ("void",))

    deal_clauses = ("CA-LTN-11",)
    turn_clauses = ("CA-LTN-03",)
    unseen_clauses = ("CA-LTN-09", "CA-LTN-20")
    why_clauses = {
        "betting":                ("CA-LTN-15", "CA-LTN-24"),
        "opening_bet":            ("CA-LTN-12",),
        "small_blind":            ("CA-LTN-11",),
        "chips":                  ("CA-LTN-11",),
        "kill":                   ("CA-LTN-15",),
        "limit":                  ("CA-LTN-15", "CA-LTN-18"),
        "no_limit":               ("CA-LTN-15", "CA-LTN-18"),
        "pot_limit":              ("CA-LTN-21",),
        "owes_no_blinds":         ("CA-LTN-19",),
        "sits_behind_the_button": ("CA-LTN-19",),
        "sits_elsewhere":         ("CA-LTN-19",),
        "straddle":               ("CA-LTN-11",),
        "who_straddles":          ("CA-LTN-11",),
        "silent_chip":            ("CA-LTN-24",),
        "too_little":             ("CA-LTN-24",),
        "short_raise":            ("CA-LTN-18",),
        "short_bet":              ("CA-LTN-18",),
        "all_in":                 ("CA-LTN-27",),
        "shows":                  ("CA-LTN-26",),
        "plays_the_board":        ("CA-LTN-20",),
        "cards_speak":            ("CA-LTN-26",),
    }


GAME = LightningHoldem
