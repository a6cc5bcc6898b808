"""Draw Poker (Jacks or Better).  Delta Club Casino."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from houseway.cite import procedure, rule
from houseway.families.poker import (
    DRAW_GAMES,
    EVERY_GAME,
    OPENED_BY_A_HAND,
    Cards,
    Hands,
    Poker,
    PokerState,
    PotPart,
    Street,
    rulings_by,
)
from houseway.families.poker.streets import BUTTON, OPENER, OPENERS, UPPER
from houseway.game.face.layout import Zone
from houseway.game.posting import fact, posted, posted_money, posted_number
from houseway.hands.poker_high import PAIR
from houseway.hands.poker_joker import best_joker_high, held_joker_high
from houseway.pieces.cards import CARDS_AND_JOKER, JACK
from houseway.rulebook.delta.poker import FLOOR, NO_LIMIT, POT_LIMIT, REFUSALS, and_shared

RAPS = ("rap_unaware",)
PAIR_OF_JACKS = PAIR << 20 | JACK << 16


@rule("CA-DRAW-02", "CA-DRAW-08")
def jacks_or_better(strength: int) -> bool:
    """A pair of jacks or better opens a pot."""
    return strength >= PAIR_OF_JACKS


@procedure("CA-DRAW-02")
def has_openers(cards: Sequence[int]) -> bool:
    """A pair of jacks or better, of up to five cards."""
    return jacks_or_better(held_joker_high(cards))


class JacksOrBetter(Poker):
    """Five cards and one draw; the pot stays until a player opens it with jacks or better."""

    id = "draw-jacks-or-better"
    name = "Draw Poker (Jacks or Better)"
    jurisdiction = "California"
    section = "Delta Club Casino, Draw Poker (Jack or Better)"
    sections: ClassVar[tuple[str, ...]] = ("CA-DRAW", "CA-NL", "CA-PL")
    kind = CARDS_AND_JOKER
    seats_max = 8
    streets: tuple[Street, ...] = fact(
        (
            Street("before the draw", (Cards(5),), opens=OPENERS),
            Street("draw", draw=5, burn=True, opens=BUTTON, tier=UPPER),
        ),
        "CA-DRAW-11", "CA-DRAW-18",
    )
    chips_least = 0
    blinds_left = 0
    parts: ClassVar[tuple[PotPart, ...]] = (
        PotPart("high", ("CA-DRAW-18",), ranking="high with a joker"),
    )
    has_openers = staticmethod(has_openers)
    zones = (*Poker.zones, Zone("under_chip"))
    pucks = ("dealer",)
    replaces = {  # antes open the pot: there is no blind to straddle or to open by
        "CA-NL-19": ("CA-DRAW-02",),
        "CA-PL-02": ("CA-DRAW-02",),
        "CA-PL-06": ("CA-DRAW-02",),
    }

    ante = posted_money(1_00, 1, cite="CA-DRAW-02", says="what each puts in before the cards")
    ante_limit = posted_number(
        3, 1, 10, cite="CA-DRAW-02", says="how many rounds of antes a pot may hold"
    )
    ante_plays_for = posted(
        "whole_pot", "matched_rounds", cite=("CA-DRAW-15", "CA-DRAW-16"),
        says="what a player who antes plays for when antes lie in the pot",
    )
    small_bet = posted_money(2_00, 1, cite="CA-DRAW-13", says="bets before the draw")
    big_bet = posted_money(
        0, cite="CA-DRAW-13", says="bets after the draw; 0: twice the small bet"
    )
    raises_max = fact(6, "CA-DRAW-13", says="raises in a betting round with three or more players")
    after_draw = posted(
        "left_of_button", "opener", cite="CA-DRAW-18", says="who acts first after the draw"
    )
    seats = posted_number(8, 2, 8, cite="CA-DRAW-18", says="seats at the table")
    short_by_one = posted(
        "completed", "fouled", cite="CA-DRAW-11",
        says="a hand one card short after action: completed on the draw, or dead",
    )
    kill = "off"
    kill_leg_on_split = "keeps_leg"
    pot_limit_opening = "pot"

    def check_posting(self) -> None:
        if self.after_draw == "opener":
            before, after = self.streets
            self.streets = (before, replace(after, opens=OPENER))
        super().check_posting()

    def hands(self, s: PokerState) -> Hands:
        """Return the hand of exactly five cards; the joker is an ace or fills a straight or
        flush.
        """
        held = {seat: s.hole[seat] for seat in s.live}
        return ({x: best_joker_high(cards) if len(cards) == 5 else 0 for x, cards in held.items()},)

    cites = and_shared({
        # what the house posts
        "structure":     ("CA-DRAW-13",),
        "smallest_chip": ("CA-DRAW-18",),
        "odd_chip":      ("CA-DRAW-18",),
        "short_all_in":  ("CA-DRAW-13",),
        "showdown":      ("CA-DRAW-03", "CA-DRAW-18"),
        # before the cards
        "antes.positions":        ("CA-DRAW-02",),
        "antes.kept_out":         ("CA-DRAW-09", "CA-DRAW-15", "CA-DRAW-16"),
        "antes.lying":            ("CA-DRAW-02", "CA-DRAW-14"),
        "antes.find_moved_seats": ("CA-DRAW-14",),
        "antes.ante_round":       ("CA-DRAW-02",),
        "antes.pay_antes":        ("CA-DRAW-02", "CA-DRAW-15", "CA-DRAW-16"),
        "positions.open_hand":    ("CA-DRAW-18",),
        # the deal and the draw
        "dealing.deal_hole":    ("CA-DRAW-18",),
        "dealing.burn":         ("CA-DRAW-18",),
        "draw.draw":            ("CA-DRAW-11", "CA-DRAW-18"),
        "draw.cards_at_once":   ("CA-DRAW-11",),
        "draw.deal_draw":       ("CA-DRAW-11", "CA-DRAW-18"),
        "draw.refill":          ("CA-DRAW-18",),
        "draw.drew":            ("CA-DRAW-11",),
        "draw.replace_exposed": ("CA-DRAW-12",),
        "keeps_exposed":        ("CA-DRAW-12",),
        # opening and betting
        "openers.open_the_pot":       ("CA-DRAW-02", "CA-DRAW-17"),
        "openers.opening_question":   ("CA-DRAW-02", "CA-DRAW-15"),
        "openers.put_under_chip":     ("CA-DRAW-06", "CA-DRAW-07"),
        "openers.proof_of_openers":   ("CA-DRAW-03", "CA-DRAW-07", "CA-DRAW-08"),
        "openers.prove_openers":      ("CA-DRAW-03", "CA-DRAW-07"),
        "openers.opening_bet_stays":  ("CA-DRAW-04",),
        "openers.show_what_was_kept": ("CA-DRAW-06", "CA-DRAW-07"),
        "rulings.pot_plays":          ("CA-DRAW-05",),
        "rulings.plays_on":           ("CA-DRAW-05",),
        "rulings.find_rescuers":      ("CA-DRAW-04", "CA-DRAW-19"),
        "rulings.rescue":             ("CA-DRAW-04", "CA-DRAW-20"),
        "betting.betting_round":      ("CA-DRAW-18",),
        "betting.wager":              ("CA-DRAW-13",),
        "limits.may_raise":           ("CA-DRAW-13",),
        "limits.limited_bet":         ("CA-DRAW-13",),
        "limits.is_capped":           ("CA-DRAW-13",),
        # the end of a hand, and the next
        "hands":                ("CA-DRAW-01", "CA-DRAW-11", "CA-DRAW-18"),
        "pots.showdown":        ("CA-DRAW-18",),
        "pots.side_pots":       ("CA-DRAW-18",),
        "pots.pots_with_antes": ("CA-DRAW-15",),
        "pots.equal_shares":    ("CA-DRAW-18",),
        "pots.side_pot":        ("CA-DRAW-18",),
        "pots.equal_share":     ("CA-DRAW-18",),
        "pots.award":           ("CA-DRAW-10", "CA-DRAW-18"),
        "antes.pot_stays":      ("CA-DRAW-02", "CA-DRAW-04", "CA-DRAW-09"),
        "next_hand.hand_over":  ("CA-DRAW-02",),
    }, NO_LIMIT, POT_LIMIT)

    rulings = rulings_by(and_shared({
        "misdeal":               ("CA-DRAW-18",),
        "void":                  ("CA-DRAW-18",),
        "exposed_before_draw":   ("CA-DRAW-12",),
        "exposed_on_draw":       ("CA-DRAW-12",),
        "short_hand":            ("CA-DRAW-11",),
        "short_hand_unfinished": ("CA-DRAW-11",),
        "short_button":          ("CA-DRAW-11",),
        "short_hand_late":       ("CA-DRAW-11",),
        "long_hand":             ("CA-DRAW-11",),
        "fouled_hand":           ("CA-DRAW-11",),
        "request_changed":       ("CA-DRAW-11",),
        "rap_unaware":           ("CA-DRAW-17",),
        "false_openers":         ("CA-DRAW-04", "CA-DRAW-05", "CA-DRAW-09", "CA-DRAW-20"),
        "keep_openers":          ("CA-DRAW-06",),
        "retrieve_openers":      ("CA-DRAW-06",),
    }, FLOOR), EVERY_GAME, DRAW_GAMES, RAPS, OPENED_BY_A_HAND)

    deal_clauses = ("CA-DRAW-18",)
    turn_clauses = ("CA-DRAW-18",)
    unseen_clauses = ("CA-DRAW-18",)
    why_clauses = and_shared({
        "ante_limit":  ("CA-DRAW-02",),
        "betting":     ("CA-DRAW-13", "CA-DRAW-18"),
        "chips":       ("CA-DRAW-18",),
        "discard":     ("CA-DRAW-11", "CA-DRAW-18"),
        "limit":       ("CA-DRAW-13",),
        "open":        ("CA-DRAW-15",),
        "openers":     ("CA-DRAW-02",),
        "rescue":      ("CA-DRAW-04", "CA-DRAW-19"),
        "splits":      ("CA-DRAW-07",),
        "all_in":      ("CA-DRAW-13",),
        "shows":       ("CA-DRAW-03",),
        "cards_speak": ("CA-DRAW-03",),
    }, REFUSALS)


GAME = JacksOrBetter
